'use strict'

const native = require('./internal/native.js')
const { callerOf } = require('./internal/failure.js')
const { FileOperations } = require('./internal/files.js')
const { once } = require('./internal/once.js')
const { readOptional } = require('./internal/options.js')
const { TABLES } = require('./internal/tables.js')

/** Creates an asynchronous function from a native function that starts a task, and the `Workspace` method `name`. */
function asynchronous(name, begin) {
  const { plain, inWorkspace } = TABLES[name]
  const run = (handle, table, options, at) => {
    const read = (given) => readOptional(table, given)
    const start = (waker, id, { wait = true, ...left }) => begin(handle, wait, waker, id, left)
    return once({ read, start, endsByItself: true, at }, options)
  }
  const functions = {
    [name]: (options) => run(undefined, plain, options, callerOf(functions[name])),
  }
  const methods = {
    [name](options) {
      return run(FileOperations.handleOf(this), inWorkspace, options, callerOf(methods[name]))
    },
  }
  Object.defineProperty(FileOperations.prototype, name, { value: methods[name], configurable: true, writable: true })
  return functions[name]
}

module.exports = {
  checkpoint: asynchronous('checkpoint', native.checkpoint),
  edits: asynchronous('edits', native.edits),
  redo: asynchronous('redo', native.redo),
  undo: asynchronous('undo', native.undo),
}
