'use strict'

const native = require('./native.js')
const ast = require('./ast.js')
const { collect } = require('./collect.js')
const edit = require('./edit.js')
const { RansackOptionError, call, checkOptions, fromFailure } = require('./error.js')
const fuzzy = require('./fuzzy.js').operation
const glob = require('./glob.js').operation
const grep = require('./grep.js').operation
const { MatchStream } = require('./stream.js')

/** A directory whose list of files is kept. */
class Workspace {
  #handle
  #refresh

  constructor(root, options = {}) {
    checkOptions(options)
    const { workspace, error } = call(native.openWorkspace, root, options)
    if (error !== undefined) throw fromFailure(error)
    this.#handle = workspace
    this.#refresh = options.refresh
  }

  get root() {
    return native.workspaceRoot(this.#handle)
  }

  get tableSize() {
    return native.workspaceTableSize(this.#handle)
  }

  grep(options, onMatch) {
    return collect(this.#through(grep, native.workspaceGrep), options, onMatch)
  }

  grepStream(options) {
    return new MatchStream(this.#through(grep, native.workspaceGrep), options)
  }

  glob(options, onMatch) {
    return collect(this.#through(glob, native.workspaceGlob), options, onMatch)
  }

  globStream(options) {
    return new MatchStream(this.#through(glob, native.workspaceGlob), options)
  }

  fuzzyFind(options) {
    return collect(this.#through(fuzzy, native.workspaceFuzzyFind), options)
  }

  astGrep(options, onMatch) {
    return collect(this.#through(ast.limited, ast.startIn(true)), options, onMatch)
  }

  astGrepStream(options) {
    return new MatchStream(this.#through(ast.unlimited, ast.startIn(false)), options)
  }

  astEdit(options) {
    return collect(this.#through(edit.operation, edit.startIn), options)
  }

  async refresh({ signal, timeoutMs } = {}) {
    if (this.#refresh === 'manual') this.invalidate()
    // Whatever is asked for brings the list up to date first.
    const { report } = await this.glob({ pattern: '*', maxResults: 0, signal, timeoutMs })
    return report.snapshot
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

  /** The operation, done in this workspace. */
  #through(operation, start) {
    const handle = this.#handle
    return {
      ...operation,
      start(waker, id, options) {
        const { wait } = options
        if (wait !== undefined && wait !== null && typeof wait !== 'boolean') {
          throw new RansackOptionError('`wait` must be a boolean')
        }
        return start(handle, wait ?? true, waker, id, options)
      },
    }
  }
}

module.exports = { Workspace }
