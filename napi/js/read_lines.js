'use strict'

const native = require('./internal/native.js')
const { call, callerOf } = require('./internal/failure.js')
const { FileOperations } = require('./internal/files.js')
const { once } = require('./internal/once.js')
const { count, readOptions, readValue } = require('./internal/options.js')
const { withoutCounts } = require('./internal/result.js')
const { TABLES } = require('./internal/tables.js')

/** Creates the function `name` and the `Workspace` method of the same name. `convert` takes the answer and the options. */
function define(name, start, convert) {
  const { plain, inWorkspace } = TABLES[name]
  const run = (handle, table, options, at) => {
    let given
    return once({
      read: (options) => (given = readOptions(table, options)),
      start: (waker, id, { wait = true, ...left }) => start(handle, wait, waker, id, left),
      convert: (answer) => convert(answer, given),
      at,
    }, options)
  }
  const functions = {
    async [name](options) {
      return run(undefined, plain, options, callerOf(functions[name]))
    },
  }
  const methods = {
    async [name](options) {
      return run(FileOperations.handleOf(this), inWorkspace, options, callerOf(methods[name]))
    },
  }
  Object.defineProperty(FileOperations.prototype, name, { value: methods[name], configurable: true, writable: true })
  return functions[name]
}

function result({ ranges, ...summary }, given) {
  const shared = { ...summary, report: withoutCounts(summary.report) }
  if (given.ranges?.length > 0) return { ranges, ...shared }
  const { range, ...lines } = ranges[0]
  return { ...lines, ...shared }
}

module.exports = {
  readLines: define('readLines', native.readLines, result),
  resolveLines: define('resolveLines', native.resolveLines, (answer) => answer),
  setSnapshotMemory: (maxBytes) => call(native.setSnapshotMemory, readValue(count, 'maxBytes', maxBytes)),
  snapshotMemory: () => call(native.snapshotMemory),
}
