'use strict'

const native = require('./internal/native.js')
const { call, callerOf, fromFailure } = require('./internal/failure.js')
const { FileOperations } = require('./internal/files.js')
const { listen } = require('./internal/listen.js')
const { once } = require('./internal/once.js')
const { content: CONTENT, path: PATH, UNFIT, callback: CALLBACK, readOptional, readValue, reader } = require('./internal/options.js')
const { withProgress } = require('./internal/progress.js')
const { withoutCounts } = require('./internal/result.js')
const { BUFFER_CHANGES, TABLES } = require('./internal/tables.js')

// Each of these modules defines its methods.
require('./apply_patch.js')
require('./ast.js')
require('./ast_edit.js')
require('./conflicts.js')
require('./edit.js')
require('./edit_definition.js')
require('./fuzzy.js')
require('./glob.js')
require('./grep.js')
require('./highlight.js')
require('./imports.js')
require('./outline.js')
require('./pack.js')
require('./read_lines.js')
require('./replace.js')
require('./syntax.js')
require('./tree.js')
require('./undo.js')

const { handleOf } = FileOperations

const SINCE = reader('a string', (value) => {
  if (value === null) return undefined
  return value === undefined || typeof value === 'string' ? value : UNFIT
})

const isVersion = (value) => typeof value === 'number' && (value | 0) === value
const DOCUMENT_VERSION = reader('a whole number from -2^31 to 2^31 - 1', (value) => (isVersion(value) ? value : UNFIT))

/** Directory whose file list is cached. Inherits a method for each file operation. */
class Workspace extends FileOperations {
  constructor(root, options) {
    const read = readOptional(TABLES.workspace, options)
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

  resolve(path) {
    const { path: resolved, error } = call(native.workspaceResolve, handleOf(this), readValue(PATH, 'path', path))
    if (error !== undefined) throw fromFailure(error)
    return resolved
  }

  changes(since, options) {
    const read = (given) => ({ ...readOptional(TABLES.call, given), since: readValue(SINCE, 'since', since) })
    const start = (waker, id, { since, timeoutMs }) => native.workspaceChanges(handleOf(this), since, waker, id, timeoutMs)
    const convert = (found) => ({ ...found, report: withoutCounts(found.report) })
    return once({ read, start, convert, at: callerOf(this.changes) }, options)
  }

  onChange(listener) {
    const handle = handleOf(this)
    readValue(CALLBACK, 'listener', listener)
    const start = (waker, id) => {
      const { task, error } = native.workspaceOnChange(handle, waker, id)
      if (error !== undefined) throw fromFailure(error)
      return task
    }
    return listen(start, listener, callerOf(this.onChange))
  }

  refresh(options) {
    const read = (given) => readOptional(TABLES.call, given)
    const start = (waker, id, { timeoutMs }) => native.workspaceRefresh(handleOf(this), waker, id, timeoutMs)
    return once({ read, start, at: callerOf(this.refresh) }, options)
  }

  ready(options) {
    const read = (given) => readOptional(TABLES.ready, given)
    const start = (waker, id, { timeoutMs }) => native.workspaceReady(handleOf(this), waker, id, timeoutMs)
    return withProgress({ read, start, at: callerOf(this.ready) }, options)
  }

  indexStats(options) {
    const read = (given) => readOptional(TABLES.call, given)
    const start = (waker, id, { timeoutMs }) => native.workspaceIndexStats(handleOf(this), waker, id, timeoutMs)
    return once({ read, start, at: callerOf(this.indexStats) }, options)
  }

  exportIndex(path, options) {
    return withFile(this, native.workspaceExportIndex, path, options, callerOf(this.exportIndex))
  }

  importIndex(path, options) {
    return withFile(this, native.workspaceImportIndex, path, options, callerOf(this.importIndex))
  }

  invalidate(path) {
    call(native.workspaceInvalidate, handleOf(this), optionalPath(path))
  }

  setBuffer(path, text) {
    const at = readValue(PATH, 'path', path)
    check(call(native.workspaceSetBuffer, handleOf(this), at, readValue(CONTENT, 'text', text)))
  }

  updateBuffer(path, changes, version) {
    const at = readValue(PATH, 'path', path)
    const read = readValue(BUFFER_CHANGES, 'changes', changes)
    check(call(native.workspaceUpdateBuffer, handleOf(this), at, read, readValue(DOCUMENT_VERSION, 'version', version)))
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

/** Starts a workspace task that reads or writes a file and has no result. */
function withFile(workspace, begin, path, options, at) {
  const read = (given) => ({ ...readOptional(TABLES.call, given), path: readValue(PATH, 'path', path) })
  const start = (waker, id, { path, timeoutMs }) => begin(handleOf(workspace), path, waker, id, timeoutMs)
  return once({ read, start, convert: () => {}, at }, options)
}

/** Throws the failure returned by a native function. */
function check(failure) {
  if (failure !== null) throw fromFailure(failure)
}

/** Checks a path given as an optional argument. */
const optionalPath = (path) => (path === undefined || path === null ? undefined : readValue(PATH, 'path', path))

module.exports = {
  Workspace,
  invalidateFsScanCache: (path) => call(native.invalidateFsScanCache, optionalPath(path)),
}
