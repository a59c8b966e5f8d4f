'use strict'

// Errors thrown by calls: conversion of native failures and exceptions.

const { RansackError, RansackOptionError } = require('../error.js')
const { clip } = require('./describe.js')
const { messageOf } = require('./elements.js')

/** Error from an aborted call, with the name and code of the platform's own abort error. */
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

/** Creates the error for a call aborted by a signal. */
function aborted(reason) {
  return new AbortError('The operation was aborted', { cause: reason })
}

/** Creates the error for a call whose time limit has passed; the same as the core's error. */
function timedOut() {
  return new RansackError('timed out', { code: 'ERR_RANSACK_TIMEOUT' })
}

/**
 * Returns a failure whose pattern was translated, with the caller's `RegExp` in place of the pattern; the offset in the
 * `RegExp` is unknown.
 */
function withRegExp(failure) {
  const original = require('./regexp.js').originalOf(failure.pattern)
  // The message quotes the start of the pattern, and may then suggest changing an option.
  const at = original === undefined ? -1 : failure.message.indexOf(`: \`${failure.pattern.slice(0, 20)}`)
  if (at < 0) return failure
  const [advice] = /(?:; \w[\w, ]* `\w+`[\w ]*)?$/.exec(failure.message)
  return { ...failure, message: `${failure.message.slice(0, at)}: ${clip(original)}${advice}`, pattern: original, offset: null }
}

/**
 * Creates the error from an object created by `failure` in src/error.rs. `lists` contains the options in which the
 * message names an element.
 */
function fromFailure(failure, lists = {}) {
  const named = { ...failure, message: messageOf(failure, lists) }
  const { code, message, path, paths, candidates, passages, pattern, offset } = named.pattern === null ? named : withRegExp(named)
  if (code === null) return new AbortError(message)
  const fields = {}
  if (path !== null) fields.path = path
  if (paths !== null) fields.paths = paths
  if (candidates !== null) fields.candidates = candidates
  if (passages !== null) fields.passages = passages
  if (pattern !== null) fields.pattern = pattern
  if (offset !== null) fields.offset = offset
  if (code === 'ERR_RANSACK_INVALID_OPTION') return new RansackOptionError(message, fields)
  return new RansackError(message, { code, ...fields })
}

// Status codes of a failed argument conversion.
const CONVERSION = /^(InvalidArg|[A-Z][A-Za-z]*Expected)$/

/**
 * Converts an exception of a native function: a failed argument conversion becomes a `RansackOptionError`, a
 * Node-API failure or a caught panic becomes an internal error.
 */
function fromThrown(error) {
  const code = error?.code
  if (typeof code !== 'string') return error
  if (CONVERSION.test(code)) return new RansackOptionError(clip(String(error.message)))
  if (code === 'GenericFailure') return new RansackError(error.message, { code: 'ERR_RANSACK_INTERNAL' })
  return error
}

/** Calls a native function and converts its exceptions. */
function call(native, ...args) {
  try {
    return native(...args)
  } catch (error) {
    throw fromThrown(error)
  }
}

/** Records the stack trace of the caller of the function `above`, for errors that occur later. */
function callerOf(above) {
  const at = {}
  Error.captureStackTrace?.(at, above)
  return at
}

/** Replaces the frames of an error, which belong to the event loop, with the caller's. */
function atCaller(error, at) {
  const { stack } = at
  const from = typeof stack === 'string' ? stack.indexOf('\n') : -1
  if (from >= 0) {
    const value = `${error.name}: ${error.message}${stack.slice(from)}`
    Object.defineProperty(error, 'stack', { value, configurable: true, writable: true })
  }
  return error
}

/** Returns the answer of a native function, or throws its failure. */
function answerOf({ answer, error }) {
  if (error === undefined) return answer
  throw fromFailure(error)
}

module.exports = { aborted, answerOf, atCaller, call, callerOf, fromFailure, fromThrown, timedOut }
