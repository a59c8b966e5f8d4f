'use strict'

const { AsyncResource } = require('node:async_hooks')

// The asynchronous context of nobody: what all calls share must not run in, nor keep, that of the first
// caller. Created when the package is loaded.
const nobody = new AsyncResource('RANSACK')

/** Calls a function in the asynchronous context of nobody. */
const inNobody = (call, ...args) => nobody.runInAsyncScope(call, undefined, ...args)

module.exports = { inNobody }
