'use strict'

const native = require('./internal/native.js')
const { once } = require('./internal/once.js')

const same = (answer) => answer

/** Creates an asynchronous function from a native one that starts a task. */
const asynchronous = (start) => (options = {}) => once(start, options, same, true)

module.exports = {
  interruptedEdits: asynchronous(native.interruptedEdits),
  recoverEdits: asynchronous(native.recoverEdits),
}
