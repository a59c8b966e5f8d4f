'use strict'

// Errors of calls: conversion of native failures and exceptions.

const { RansackError, RansackOptionError } = require('../error.js')

/** Error of an aborted call, with the name and code of the platform's own. */
class AbortError extends Error {
  constructor(message, options) {
    super(message, options)
    this.code = 'ABORT_ERR'
  }
}

Object.defineProperty(AbortError.prototype, 'name', {
  value: 'AbortError',
  configurable: true,
  writable: true,
})

/** Creates the error of a call that a signal aborted. */
function aborted(reason) {
  return new AbortError('The operation was aborted', { cause: reason })
}

/** Creates the error for an object of `failure` in src/error.rs. */
function fromFailure({ code, message, path, paths, pattern, offset }) {
  if (code === null) return new AbortError(message)
  const fields = {}
  if (path !== null) fields.path = path
  if (paths !== null) fields.paths = paths
  if (pattern !== null) fields.pattern = pattern
  if (offset !== null) fields.offset = offset
  if (code === 'ERR_RANSACK_INVALID_OPTION') return new RansackOptionError(message, fields)
  return new RansackError(message, { code, ...fields })
}

// Status codes of a failed conversion of an argument, and the text that names the field.
const CONVERSION = /^(InvalidArg|[A-Z][A-Za-z]*Expected)$/
const FIELD = / on [A-Za-z]+Options\.(\w+)$/

/**
 * Converts an exception of a native function: a failed conversion of an argument becomes
 * a `RansackOptionError`, a failure of Node-API or a caught panic an internal error, and
 * an exception of a getter in the caller's options stays as it is.
 */
function fromThrown(error, args) {
  const code = error instanceof Error ? error.code : undefined
  if (typeof code !== 'string') return error
  if (CONVERSION.test(code)) {
    const field = FIELD.exec(error.message)?.[1]
    if (field === undefined) return new RansackOptionError(error.message)
    return new RansackOptionError(`\`${field}\` cannot be ${describe(args.at(-1)[field])}`)
  }
  if (code === 'GenericFailure') {
    return new RansackError(error.message, { code: 'ERR_RANSACK_INTERNAL' })
  }
  return error
}

/** Describes a value for an error message. */
function describe(value) {
  if (typeof value === 'string') return `the string ${JSON.stringify(value)}`
  if (Array.isArray(value)) {
    const invalid = value.find((item) => typeof item !== 'string')
    return invalid === undefined ? 'an array' : `an array that contains ${describe(invalid)}`
  }
  if (value === null || value === undefined || typeof value === 'boolean') return String(value)
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  return `the ${typeof value} ${value}`
}

/** Calls a native function and converts its exceptions; options, if any, come last. */
function call(native, ...args) {
  try {
    return native(...args)
  } catch (error) {
    throw fromThrown(error, args)
  }
}

/** Throws unless the options are an object. */
function checkOptions(options) {
  if (typeof options !== 'object' || options === null) {
    throw new RansackOptionError('`options` must be an object')
  }
}

module.exports = { aborted, call, checkOptions, describe, fromFailure, fromThrown }
