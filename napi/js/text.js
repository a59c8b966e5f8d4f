'use strict'

const native = require('./native.js')
const { RansackOptionError, describe } = require('./error.js')
const { exchange, nextNumber, nextText } = require('./mailbox.js')

// As in `Request` of src/text.rs.
const WIDTH = 0
const TRUNCATE = 1
const SLICE = 2
const WRAP = 3
const SEGMENTS = 4
const PAD = 5
const GRAPHEMES = 6
const STRIP = 7
const SANITIZE = 8

// The flags; the width of tabs is in bits 0 to 7.
const AMBIGUOUS_WIDE = 1 << 8
const EMOJI_VARIATION = 1 << 9
const TEXT_VARIATION = 1 << 10
const LONE_REGIONAL_WIDE = 1 << 11
const CLUSTER_WIDTH = { capped: 0, first: 1 << 12, sum: 2 << 12 }
const FIRST_OF_CALL = 1 << 14
const SECOND_OF_CALL = 1 << 15
const CUT_AT = { end: 0, start: 1 << 16, middle: 2 << 16 }
const ALIGN = { left: 0, right: 1 << 16, center: 2 << 16 }

const TAB_WIDTH = 8

function unfit(name, value) {
  throw new RansackOptionError(`\`${name}\` cannot be ${describe(value)}`)
}

/** A text, or several as they are now. */
function texts(name, value) {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) throw new RansackOptionError(`\`${name}\` must be a string or an array of strings`)
  const list = Array.from(value)
  if (!list.every((text) => typeof text === 'string')) unfit(name, list)
  return list
}

/** A number of cells; Rust takes what is below 0 for 0, and rounds down. */
function cells(name, value) {
  if (typeof value !== 'number' || value !== value) unfit(name, value)
  return value
}

function tab(value) {
  if (value === undefined || value === null) return TAB_WIDTH
  if (typeof value !== 'number' || (value & 0xff) !== value) {
    throw new RansackOptionError(`\`tabWidth\` must be a whole number from 0 to 255, not ${describe(value)}`)
  }
  return value
}

/** The flag for an option that is true or false. */
function bit(name, value, flag, fallback) {
  if (value === undefined || value === null) return fallback ? flag : 0
  if (typeof value !== 'boolean') unfit(name, value)
  return value ? flag : 0
}

/** The flags for an option that is one of some words, the first by default. */
function choice(name, value, words) {
  if (value === undefined || value === null) return 0 // Ellipsis.Unicode
  if (typeof value !== 'string' || !Object.hasOwn(words, value)) unfit(name, value)
  return words[value]
}

function ellipsis(value) {
  if (value === undefined || value === null) return 0
  if (typeof value === 'string' || value === 0 || value === 1 || value === 2) return value
  return unfit('ellipsis', value)
}

const isObject = (value) => typeof value === 'object' && value !== null

const textFlags = (options) =>
  tab(options.tabWidth) |
  bit('ambiguousWide', options.ambiguousWide, AMBIGUOUS_WIDE, false) |
  bit('emojiVariation', options.emojiVariation, EMOJI_VARIATION, true) |
  bit('textVariation', options.textVariation, TEXT_VARIATION, true) |
  bit('loneRegionalWide', options.loneRegionalWide, LONE_REGIONAL_WIDE, true) |
  choice('clusterWidth', options.clusterWidth, CLUSTER_WIDTH)

// The options come in place of the first argument that may be left out, or of
// a later one.

function visibleWidth(text, tabWidth) {
  const options = isObject(tabWidth) ? tabWidth : { tabWidth }
  return exchange(texts('text', text), nextNumber, WIDTH, textFlags(options), 0, 0, 0, 0)
}

function truncateToWidth(text, maxWidth, kind, pad, tabWidth) {
  const options = isObject(kind) ? kind
    : isObject(pad) ? { ellipsis: kind, ...pad }
    : isObject(tabWidth) ? { ellipsis: kind, pad, ...tabWidth }
    : { ellipsis: kind, pad, tabWidth }
  const flags =
    textFlags(options) |
    bit('pad', options.pad, FIRST_OF_CALL, false) |
    bit('wordBoundary', options.wordBoundary, SECOND_OF_CALL, false) |
    choice('cutAt', options.cutAt, CUT_AT)
  return exchange(texts('text', text), nextText, TRUNCATE, flags, cells('maxWidth', maxWidth), 0, 0, ellipsis(options.ellipsis))
}

const readSlice = (line) => ({ text: nextText(line), width: nextNumber() })

function sliceWithWidth(line, startCol, length, strict, tabWidth) {
  const options = isObject(strict) ? strict
    : isObject(tabWidth) ? { strict, ...tabWidth }
    : { strict, tabWidth }
  const flags = textFlags(options) | bit('strict', options.strict, FIRST_OF_CALL, false)
  return exchange(texts('line', line), readSlice, SLICE, flags, cells('startCol', startCol), cells('length', length), 0, 0)
}

function readLines(text) {
  const lines = []
  for (let left = nextNumber(); left > 0; left--) lines.push(nextText(text))
  return lines
}

function wrapTextWithAnsi(text, width, tabWidth) {
  const options = isObject(tabWidth) ? tabWidth : { tabWidth }
  const flags =
    textFlags(options) |
    bit('keepSpaces', options.keepSpaces, FIRST_OF_CALL, false) |
    bit('keepUrls', options.keepUrls, SECOND_OF_CALL, false)
  return exchange(texts('text', text), readLines, WRAP, flags, cells('width', width), 0, 0, 0)
}

const readSegments = (line) => ({
  before: nextText(line),
  beforeWidth: nextNumber(),
  after: nextText(line),
  afterWidth: nextNumber(),
})

function extractSegments(line, beforeEnd, afterStart, afterLen, strictAfter, tabWidth) {
  const options = isObject(strictAfter) ? strictAfter
    : isObject(tabWidth) ? { strictAfter, ...tabWidth }
    : { strictAfter, tabWidth }
  const flags = textFlags(options) | bit('strictAfter', options.strictAfter, FIRST_OF_CALL, false)
  return exchange(texts('line', line), readSegments, SEGMENTS, flags,
    cells('beforeEnd', beforeEnd), cells('afterStart', afterStart), cells('afterLen', afterLen), 0)
}

function padToWidth(text, width, align, tabWidth) {
  const options = isObject(align) ? align
    : isObject(tabWidth) ? { align, ...tabWidth }
    : { align, tabWidth }
  const flags = textFlags(options) | choice('align', options.align, ALIGN)
  return exchange(texts('text', text), nextText, PAD, flags, cells('width', width), 0, 0, 0)
}

function readGraphemes(text) {
  const graphemes = []
  let offset = 0
  for (let left = nextNumber(); left > 0; left--) {
    const end = nextNumber()
    const width = nextNumber()
    graphemes.push({ text: text.slice(offset, end), offset, width: width < 0 ? 0 : width, isEscape: width < 0 })
    offset = end
  }
  return graphemes
}

function graphemes(text, tabWidth) {
  const options = isObject(tabWidth) ? tabWidth : { tabWidth }
  return exchange(texts('text', text), readGraphemes, GRAPHEMES, textFlags(options), 0, 0, 0, 0)
}

const stripAnsi = (text) => exchange(texts('text', text), nextText, STRIP, 0, 0, 0, 0, 0)

const sanitizeText = (text) => exchange(texts('text', text), nextText, SANITIZE, 0, 0, 0, 0, 0)

module.exports = {
  Ellipsis: native.Ellipsis,
  UNICODE_VERSION: native.unicodeVersion(),
  extractSegments,
  graphemes,
  padToWidth,
  sanitizeText,
  sliceWithWidth,
  stripAnsi,
  truncateToWidth,
  visibleWidth,
  wrapTextWithAnsi,
}
