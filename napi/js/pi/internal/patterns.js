'use strict'

// Patterns of line searches: pi-natives searches for a broken regular expression as text.

/** Escape sequences, and parentheses without a backslash. */
const PARENTHESES = /\\.|[()]/gs
const withParentheses = (pattern) => pattern.replace(PARENTHESES, (found) => (found.length === 1 ? `\\${found}` : found))

/** Readings of a pattern in the order in which they are tried: as it is, with literal parentheses, as text. */
const READINGS = [
  // The library refuses an empty pattern, which matches everywhere.
  (pattern) => ({ pattern: pattern === '' ? '(?:)' : pattern, backtracking: true }),
  (pattern) => ({ pattern: withParentheses(pattern), backtracking: true }),
  (pattern) => ({ pattern, literal: true }),
]

/** Returns whether the next reading may be valid. */
const goesOn = (pattern, error, n) =>
  error?.code === 'ERR_RANSACK_INVALID_PATTERN' && typeof pattern === 'string' && n + 1 < READINGS.length

/** Returns the result of `run` for the first valid reading. */
function firstReading(pattern, run, n = 0) {
  try {
    return run(READINGS[n](pattern))
  } catch (error) {
    if (!goesOn(pattern, error, n)) throw error
    return firstReading(pattern, run, n + 1)
  }
}

/** Resolves with the result of the asynchronous `run` for the first valid reading. */
async function firstReadingLater(pattern, run, n = 0) {
  try {
    return await run(READINGS[n](pattern))
  } catch (error) {
    if (!goesOn(pattern, error, n)) throw error
    return firstReadingLater(pattern, run, n + 1)
  }
}

module.exports = { firstReading, firstReadingLater }
