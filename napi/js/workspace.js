'use strict'

const native = require('./internal/native.js')
const { call, callerOf, fromFailure } = require('./internal/failure.js')
const { FileOperations } = require('./internal/files.js')
const { once } = require('./internal/once.js')
const { content: CONTENT, path: PATH, readOptions, readValue } = require('./internal/options.js')
const { TABLES } = require('./internal/tables.js')

const { handleOf } = FileOperations

/** Directory whose list of files is cached. Inherits a method for each operation over files. */
class Workspace extends FileOperations {
  constructor(root, options = {}) {
    const read = readOptions(TABLES.workspace, options)
    const { workspace, error } = call(native.openWorkspace, readValue(PATH, 'root', root), read)
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
    const read = (given) => readOptions(TABLES.refresh, given)
    const start = (waker, id, { timeoutMs }) => native.workspaceRefresh(handleOf(this), waker, id, timeoutMs)
    return once({ read, start, at: callerOf(this.refresh) }, options)
  }

  invalidate(path) {
    call(native.workspaceInvalidate, handleOf(this), optionalPath(path))
  }

  setBuffer(path, text) {
    const at = readValue(PATH, 'path', path)
    check(call(native.workspaceSetBuffer, handleOf(this), at, readValue(CONTENT, 'text', text)))
  }

  clearBuffer(path) {
    check(call(native.workspaceClearBuffer, handleOf(this), optionalPath(path)))
  }

  close() {
    native.workspaceClose(handleOf(this))
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.close()
  }

  async [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    this.close()
  }
}

/** Throws the failure that a native function has returned. */
function check(failure) {
  if (failure !== null) throw fromFailure(failure)
}

/** Checks the path that an argument may name. */
const optionalPath = (path) => (path === undefined || path === null ? undefined : readValue(PATH, 'path', path))

module.exports = {
  Workspace,
  invalidateFsScanCache: (path) => call(native.invalidateFsScanCache, optionalPath(path)),
}
