'use strict'

// Conversions that all calls share: errors, options and results in the shapes of pi-natives.

const { statSync } = require('node:fs')

/** Messages of pi-natives by code of the library's error; other errors keep the library's message. */
const MESSAGES = {
  ABORT_ERR: 'GenericFailure, Aborted: Signal',
  ERR_RANSACK_TIMEOUT: 'GenericFailure, Aborted: Timeout',
}

/** Creates an error of pi-natives: a plain `Error` whose `code` is a status of Node-API. */
const failure = (code, message, options) => Object.assign(new Error(message, options), { code })

/** Returns the error of pi-natives whose `cause` is the library's error; other errors stay as they are. */
function shapedError(error) {
  if (!/^(?:ERR_RANSACK_|ABORT_ERR$)/.test(error?.code)) return error
  const code = error.code === 'ERR_RANSACK_INVALID_OPTION' ? 'InvalidArg' : 'GenericFailure'
  return failure(code, MESSAGES[error.code] ?? error.message, { cause: error })
}

/** Calls a synchronous function of the library. */
function callSync(run) {
  try {
    return run()
  } catch (error) {
    throw shapedError(error)
  }
}

/** Calls an asynchronous function of the library. */
async function callAsync(run) {
  try {
    return await run()
  } catch (error) {
    throw shapedError(error)
  }
}

/** Returns the options with these names. Other options are ignored, as by pi-natives. */
function pick(options, names) {
  if (typeof options !== 'object' || options === null) throw new TypeError('the options must be an object')
  const picked = {}
  for (const name of names) if (options[name] !== undefined) picked[name] = options[name]
  return picked
}

/** Returns the fields of a result with these names, without the absent ones. */
function fields(result, names) {
  const picked = {}
  for (const name of names) if (result[name] !== undefined) picked[name] = result[name]
  return picked
}

/**
 * Adds the library's report to a result as a property that is not enumerable, so that copies, comparisons and JSON of
 * the result have only the fields of pi-natives.
 */
const withReport = (result, report) => Object.defineProperty(result, 'report', { value: report })

/** Returns whether the root of a call is a file. */
const isFile = (path) => typeof path === 'string' && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false)

module.exports = { callAsync, callSync, failure, fields, isFile, pick, withReport }
