'use strict'

const native = require('./internal/native.js')
const { callerOf } = require('./internal/failure.js')
const { once } = require('./internal/once.js')
const { readOptions } = require('./internal/options.js')
const { TABLES } = require('./internal/tables.js')

/** Creates an asynchronous function from a native function that starts a task. */
const asynchronous = (start) =>
  function ask(options = {}) {
    const read = (given) => readOptions(TABLES.recovery, given)
    return once({ read, start, endsByItself: true, at: callerOf(ask) }, options)
  }

module.exports = {
  interruptedEdits: asynchronous(native.interruptedEdits),
  recoverEdits: asynchronous(native.recoverEdits),
}
