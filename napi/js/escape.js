'use strict'

// What core/src/text/escape.rs says an escape sequence is, for texts that are
// too short to cross. A sequence may be cut off after any part of it; nothing is
// looked at twice.

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
  ESCAPES: new RegExp(sequence, 'g'),
  /** Escape sequences and control characters but tab, LF and CR. */
  UNCLEAN: new RegExp(`${sequence}|[\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]`, 'g'),
}
