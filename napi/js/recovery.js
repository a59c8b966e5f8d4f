'use strict'

const native = require('./internal/native.js')
const { callerOf } = require('./internal/failure.js')
const { once } = require('./internal/once.js')
const { readOptional } = require('./internal/options.js')
const { withoutCounts } = require('./internal/result.js')
const { TABLES } = require('./internal/tables.js')

const convert = (found) => ({ ...found, report: withoutCounts(found.report) })

/** Creates an asynchronous function from a native function that starts a task. */
const asynchronous = (start) =>
  function ask(options) {
    const read = (given) => readOptional(TABLES.recovery, given)
    return once({ read, start, convert, endsByItself: true, at: callerOf(ask) }, options)
  }

module.exports = {
  interruptedEdits: asynchronous(native.interruptedEdits),
  recoverEdits: asynchronous(native.recoverEdits),
}
