'use strict'

// Platform functions needed by calls, captured when the package is loaded, so that a test that replaces the global
// functions with fakes does not stop calls.

const { clearTimeout, setImmediate, setTimeout } = require('node:timers')

let performance
/** Returns the time in milliseconds. The clock module is slow to load, so loading the package does not load it. */
const now = () => (performance ??= require('node:perf_hooks').performance).now()

const settled = Promise.resolve()

/** Calls back in a microtask. Not `queueMicrotask`, which a test may already have replaced. */
const soon = (callback) => void settled.then(callback)

module.exports = { clearTimeout, now, setImmediate, setTimeout, soon }
