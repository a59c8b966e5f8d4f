'use strict'

// Functions of the platform that calls need, as they were when the package was loaded: a test that
// replaces the global ones by fakes does not stop calls.

const { clearTimeout, setImmediate, setTimeout } = require('node:timers')

let performance
/** Returns the time in milliseconds. Loading the package does not load the module of the clock, which is slow. */
const now = () => (performance ??= require('node:perf_hooks').performance).now()

const settled = Promise.resolve()

/** Calls back in a microtask. Not `queueMicrotask`, which a test may have replaced before. */
const soon = (callback) => void settled.then(callback)

module.exports = { clearTimeout, now, setImmediate, setTimeout, soon }
