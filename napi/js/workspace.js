'use strict'

const native = require('./internal/native.js')
const { call, checkOptions, fromFailure } = require('./internal/failure.js')
const { FileOperations } = require('./internal/files.js')
const { once } = require('./internal/once.js')

const { handleOf } = FileOperations

/** Directory whose list of files is cached. Inherits a method for each operation over files. */
class Workspace extends FileOperations {
  constructor(root, options = {}) {
    checkOptions(options)
    const { workspace, error } = call(native.openWorkspace, root, options)
    if (error !== undefined) throw fromFailure(error)
    super(workspace)
  }

  get root() {
    return native.workspaceRoot(handleOf(this))
  }

  get tableSize() {
    return native.workspaceTableSize(handleOf(this))
  }

  refresh(options = {}) {
    const start = (waker, id, { timeoutMs }) => native.workspaceRefresh(handleOf(this), waker, id, timeoutMs)
    return once(start, options, (snapshot) => snapshot)
  }

  invalidate(path) {
    call(native.workspaceInvalidate, handleOf(this), path)
  }

  close() {
    native.workspaceClose(handleOf(this))
  }

  async [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    this.close()
  }
}

module.exports = {
  Workspace,
  invalidateFsScanCache: (path) => call(native.invalidateFsScanCache, path),
}
