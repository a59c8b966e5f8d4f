'use strict'

// Descriptions of values in error messages.

/** Maximum number of code units of a caller's value in a message. */
const MAX_SHOWN = 100

/** Truncates text to the maximum length for messages, at a character boundary. */
function clip(text) {
  if (text.length <= MAX_SHOWN) return text
  const end = MAX_SHOWN - 1
  const isSplit = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
  return `${text.slice(0, isSplit ? end - 1 : end)}\u2026`
}

/** Describes a value for an error message, in a bounded number of characters. */
function describe(value) {
  if (value === null || value === undefined || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return `the string ${JSON.stringify(clip(value))}`
  if (typeof value === 'number') return `the number ${value}`
  // Not printed, since converting a long one to decimal takes quadratic time.
  if (typeof value === 'bigint') return 'a bigint'
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  return Array.isArray(value) ? 'an array' : 'an object'
}

/** Joins the values of an enumeration: `'a', 'b' or 'c'`. */
function alternatives(names) {
  const quoted = names.map((name) => `'${name}'`)
  return quoted.length === 1 ? quoted[0] : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}

module.exports = { alternatives, clip, describe }
