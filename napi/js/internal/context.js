'use strict'

const { AsyncResource } = require('node:async_hooks')

// Neutral asynchronous context: state shared by all calls must not run in, or keep alive, the context of the first
// caller. Created when the package is loaded.
const nobody = new AsyncResource('RANSACK')

/** Calls a function in the neutral asynchronous context. */
const inNobody = (call, ...args) => nobody.runInAsyncScope(call, undefined, ...args)

module.exports = { inNobody }
