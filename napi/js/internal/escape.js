'use strict'

// Grammar of escape sequences, for texts too short for a native call. Must accept the same sequences as
// core/text/src/escape.rs, which test/text.test.mjs checks. A sequence may be truncated after any of its parts.
// Matching is linear: no alternative reads a character twice.

const control = '[ -?]*[@-~]?'
const ended = (by) => `[^${by}\\x18\\x1a\\x1b\\x9c]*(?:${by && `${by}|`}\\x1b\\\\|\\x9c)?`
const command = ended('\\x07')
const string = ended('')

const sequence = [
  `\\x1b(?:\\[${control}|[\\]_]${command}|[PX^]${string}|[ -/]+[0-~]?|[0-~])?`,
  `\\x9b${control}`,
  `[\\x9d\\x9f]${command}`,
  `[\\x90\\x98\\x9e]${string}`,
].join('|')

module.exports = {
  /** Matches escape sequences. */
  ESCAPES: new RegExp(sequence, 'g'),
  /** Matches escape sequences, and control characters other than tab, LF and CR. */
  UNCLEAN: new RegExp(`${sequence}|[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]`, 'g'),
}
