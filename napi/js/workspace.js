'use strict'

const native = require('./native.js')
const ast = require('./ast.js')
const { collect } = require('./collect.js')
const edit = require('./edit.js')
const { call, checkOptions, fromFailure } = require('./error.js')
const { inWorkspace } = require('./files.js')
const fuzzy = require('./fuzzy.js')
const glob = require('./glob.js')
const grep = require('./grep.js')
const { once } = require('./once.js')
const { MatchStream } = require('./stream.js')

/** Directory whose list of files is cached. */
class Workspace {
  #handle

  constructor(root, options = {}) {
    checkOptions(options)
    const { workspace, error } = call(native.openWorkspace, root, options)
    if (error !== undefined) throw fromFailure(error)
    this.#handle = workspace
  }

  get root() {
    return native.workspaceRoot(this.#handle)
  }

  get tableSize() {
    return native.workspaceTableSize(this.#handle)
  }

  grep(options, onMatch) {
    return collect(inWorkspace(grep.operation, this.#handle), options, onMatch)
  }

  grepStream(options) {
    return new MatchStream(inWorkspace(grep.operation, this.#handle), options)
  }

  glob(options, onMatch) {
    return collect(inWorkspace(glob.operation, this.#handle), options, onMatch)
  }

  globStream(options) {
    return new MatchStream(inWorkspace(glob.operation, this.#handle), options)
  }

  fuzzyFind(options) {
    return collect(inWorkspace(fuzzy.operation, this.#handle), options)
  }

  astGrep(options, onMatch) {
    return collect(inWorkspace(ast.operation, this.#handle), options, onMatch)
  }

  astGrepStream(options) {
    return new MatchStream(inWorkspace(ast.streamOperation, this.#handle), options)
  }

  astEdit(options) {
    return collect(inWorkspace(edit.operation, this.#handle), options)
  }

  refresh(options = {}) {
    const start = (waker, id, { timeoutMs }) => native.workspaceRefresh(this.#handle, waker, id, timeoutMs)
    return once(start, options, (snapshot) => snapshot)
  }

  invalidate(path) {
    call(native.workspaceInvalidate, this.#handle, path)
  }

  close() {
    native.workspaceClose(this.#handle)
  }

  async [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    this.close()
  }
}

module.exports = { Workspace }
