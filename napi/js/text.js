'use strict'

const native = require('./internal/native.js')
const { alternatives } = require('./internal/describe.js')
const { ESCAPES, UNCLEAN } = require('./internal/escape.js')
const { sliceLine, truncateLine } = require('./internal/line.js')
const { checkNames, checkObject, isIterable, isObject, unfit } = require('./internal/options.js')
const { ELLIPSES, nextNumber, nextText, runText } = require('./internal/shared_buffer.js')
const { TABLES } = require('./internal/tables.js')

// Operations, same as `TextRequest::new` in src/text.rs.
const WIDTH = 0
const TRUNCATE = 1
const SLICE = 2
const WRAP = 3
const SEGMENTS = 4
const PAD = 5
const GRAPHEMES = 6
const STRIP = 7
const SANITIZE = 8

// Flags, same as `Flags` in src/text.rs. Bits 0 to 7 are the tab width.
const AMBIGUOUS_WIDE = 1 << 8
const EMOJI_VARIATION = 1 << 9
const TEXT_VARIATION = 1 << 10
const LONE_REGIONAL_WIDE = 1 << 11
const CLUSTER_WIDTH = { capped: 0, first: 1 << 12, sum: 2 << 12 }
const FIRST_OF_CALL = 1 << 14
const SECOND_OF_CALL = 1 << 15
const CUT_AT = { end: 0, start: 1 << 16, middle: 2 << 16 }
const FIXED_TABS = 1 << 18
const SOFT = 1 << 19
const ANYWHERE = 1 << 20
const HYPHENS = 1 << 21
const SLASHES = 1 << 22
const ALIGN = { left: 0, right: 1 << 16, center: 2 << 16 }

/** Flags for the core's default text options. */
const DEFAULTS = native.textDefaults
const TAB_WIDTH = DEFAULTS & 0xff

// Maximum width of padding in cells, same as `WIDEST` of the core.
const WIDEST = 0xffff

// Limits below which JavaScript is faster than a native call: cells before a cut, length of printable ASCII to
// measure, and length of text to search for escape sequences.
const NEAR = 80
const LOOK = 80
const REPLACE = 128
const PRINTABLE = /^[ -~]*$/
const ESCAPE = /[\x1b\x90-\x9f]/
const DIRT = /[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]/

/** Returns whether `text` is short and consists of printable ASCII, in which each character takes one cell. */
const isPlain = (text) => typeof text === 'string' && text.length <= LOOK && PRINTABLE.test(text)

/** Checks a single text, or copies an array of texts. */
function texts(name, value) {
  if (typeof value === 'string') return value
  if (!isIterable(value) || ArrayBuffer.isView(value)) unfit(name, 'a string or an array of strings', value)
  const list = Array.from(value)
  const wrong = list.findIndex((text) => typeof text !== 'string')
  if (wrong >= 0) unfit(`${name}[${wrong}]`, 'a string', list[wrong])
  return list
}

/** Applies `short` to a single short text, and `long` to long text or to an array of texts. */
function replace(text, short, long) {
  const given = texts('text', text)
  return typeof given === 'string' && given.length <= REPLACE ? short(given) : long(given)
}

/** Returns a number of cells: 0 for a negative number, otherwise the number rounded down. */
function cells(name, value) {
  if (typeof value !== 'number' || value !== value) unfit(name, 'a number of cells', value)
  return value > 0 ? Math.floor(value) : 0
}

function tab(value) {
  if (value === undefined || value === null) return TAB_WIDTH
  if (typeof value !== 'number' || (value & 0xff) !== value) {
    unfit('tabWidth', 'a whole number from 0 to 255', value)
  }
  return value
}

/** Returns the flag for a boolean option; if the option is absent, returns the flag in `defaults`. */
function bit(name, value, flag, defaults) {
  if (value === undefined || value === null) return defaults & flag
  if (typeof value !== 'boolean') unfit(name, 'a boolean', value)
  return value ? flag : 0
}

/** Returns the flags for an option with named values. */
function choice(name, value, words, defaults = 0) {
  if (value === undefined || value === null) return defaults
  if (typeof value !== 'string' || !Object.hasOwn(words, value)) unfit(name, alternatives(Object.keys(words)), value)
  return words[value]
}

function ellipsis(value) {
  if (value === undefined || value === null) return 0 // Ellipsis.Unicode
  if (typeof value === 'string' || value === 0 || value === 1 || value === 2) return value
  return unfit('ellipsis', 'a string or an Ellipsis', value)
}

const textFlags = (options) =>
  tab(options.tabWidth) |
  bit('fixedTabs', options.fixedTabs, FIXED_TABS, DEFAULTS) |
  bit('ambiguousWide', options.ambiguousWide, AMBIGUOUS_WIDE, DEFAULTS) |
  bit('emojiVariation', options.emojiVariation, EMOJI_VARIATION, DEFAULTS) |
  bit('textVariation', options.textVariation, TEXT_VARIATION, DEFAULTS) |
  bit('loneRegionalWide', options.loneRegionalWide, LONE_REGIONAL_WIDE, DEFAULTS) |
  choice('clusterWidth', options.clusterWidth, CLUSTER_WIDTH, DEFAULTS & (3 << 12))

/** Returns whether the flags are the default, ignoring the tab width. */
const isDefault = (flags) => (flags | 0xff) === (DEFAULTS | 0xff)

/** Returns the flags for text options, or for a tab width in place of options. */
function layout(value, table) {
  if (!isObject(value)) return tab(value) | (DEFAULTS & ~0xff)
  checkObject('options', value)
  checkNames(table, value)
  return textFlags(value)
}

/** Returns an option or, if the options object lacks it, the argument that precedes the options object. */
function own(options, name, argument) {
  const value = options[name]
  return value === undefined ? argument : value
}

// Options may take the place of the first or a later optional argument.

function visibleWidth(text, tabWidth) {
  const flags = layout(tabWidth, TABLES.text)
  if (isPlain(text)) return text.length
  return runText(texts('text', text), nextNumber, WIDTH, flags, 0, 0, 0, 0)
}

function truncateToWidth(text, maxWidth, kind, pad, tabWidth) {
  const options = isObject(kind) ? kind : isObject(pad) ? pad : isObject(tabWidth) ? tabWidth : undefined
  const flags =
    layout(options ?? tabWidth, TABLES.truncate) |
    bit('pad', options ? own(options, 'pad', options === tabWidth ? pad : undefined) : pad, FIRST_OF_CALL, 0) |
    bit('wordBoundary', options?.wordBoundary, SECOND_OF_CALL, 0) |
    choice('cutAt', options?.cutAt, CUT_AT)
  const end = ellipsis(options ? own(options, 'ellipsis', options === kind ? undefined : kind) : kind)
  const most = cells('maxWidth', maxWidth)
  if (typeof text === 'string' && most <= NEAR && isDefault(flags) && typeof end === 'number') {
    const cut = truncateLine(text, most, ELLIPSES[end])
    if (cut !== undefined) return cut
  }
  return runText(texts('text', text), nextText, TRUNCATE, flags, most, 0, 0, end)
}

const readSlice = (line) => ({ text: nextText(line), width: nextNumber() })

function sliceWithWidth(line, startCol, length, strict, tabWidth) {
  const options = isObject(strict) ? strict : isObject(tabWidth) ? tabWidth : undefined
  const isStrict = options ? own(options, 'strict', options === strict ? undefined : strict) : strict
  const flags = layout(options ?? tabWidth, TABLES.slice) | bit('strict', isStrict, FIRST_OF_CALL, 0)
  const start = cells('startCol', startCol)
  const most = cells('length', length)
  if (typeof line === 'string' && start + most <= NEAR) {
    const slice = sliceLine(line, start, most)
    if (slice !== undefined) return slice
  }
  return runText(texts('line', line), readSlice, SLICE, flags, start, most, 0, 0)
}

function readLines(text) {
  const lines = []
  for (let left = nextNumber(); left > 0; left--) lines.push(nextText(text))
  return lines
}

function wrapTextWithAnsi(text, width, tabWidth) {
  const options = isObject(tabWidth) ? tabWidth : undefined
  const flags =
    layout(tabWidth, TABLES.wrap) |
    bit('keepSpaces', options?.keepSpaces, FIRST_OF_CALL, 0) |
    bit('keepUrls', options?.keepUrls, SECOND_OF_CALL, 0) |
    (bit('hard', options?.hard, SOFT, SOFT) ^ SOFT) |
    (bit('wordWrap', options?.wordWrap, ANYWHERE, ANYWHERE) ^ ANYWHERE) |
    bit('breakAfterHyphens', options?.breakAfterHyphens, HYPHENS, 0) |
    bit('breakAfterSlashes', options?.breakAfterSlashes, SLASHES, 0)
  return runText(texts('text', text), readLines, WRAP, flags, cells('width', width), 0, 0, 0)
}

const readSegments = (line) => ({
  before: nextText(line),
  beforeWidth: nextNumber(),
  after: nextText(line),
  afterWidth: nextNumber(),
})

function extractSegments(line, beforeEnd, afterStart, afterLen, strictAfter, tabWidth) {
  const options = isObject(strictAfter) ? strictAfter : isObject(tabWidth) ? tabWidth : undefined
  const strict = options ? own(options, 'strictAfter', options === strictAfter ? undefined : strictAfter) : strictAfter
  const flags = layout(options ?? tabWidth, TABLES.extractSegments) | bit('strictAfter', strict, FIRST_OF_CALL, 0)
  const end = cells('beforeEnd', beforeEnd)
  const start = cells('afterStart', afterStart)
  const most = cells('afterLen', afterLen)
  if (typeof line === 'string' && end + start + most <= NEAR) {
    const before = sliceLine(line, 0, end, true)
    const after = before && sliceLine(line, start, most)
    if (after) return { before: before.text, beforeWidth: before.width, after: after.text, afterWidth: after.width }
  }
  return runText(texts('line', line), readSegments, SEGMENTS, flags, end, start, most, 0)
}

function padPlain(text, missing, side) {
  if (missing <= 0) return text
  const before = side === ALIGN.left ? 0 : side === ALIGN.right ? missing : missing >> 1
  return ' '.repeat(before) + text + ' '.repeat(missing - before)
}

function padToWidth(text, width, align, tabWidth) {
  const options = isObject(align) ? align : isObject(tabWidth) ? tabWidth : undefined
  const side = choice('align', options ? own(options, 'align', options === align ? undefined : align) : align, ALIGN)
  const flags = layout(options ?? tabWidth, TABLES.pad) | side
  const most = cells('width', width)
  if (isPlain(text)) return padPlain(text, Math.min(most, WIDEST) - text.length, side)
  return runText(texts('text', text), nextText, PAD, flags, most, 0, 0, 0)
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
  return runText(texts('text', text), readGraphemes, GRAPHEMES, layout(tabWidth, TABLES.text), 0, 0, 0, 0)
}

const stripShort = (text) => (ESCAPE.test(text) ? text.replace(ESCAPES, '') : text)
const stripLong = (text) => runText(text, nextText, STRIP, 0, 0, 0, 0, 0)
const stripAnsi = (text) => replace(text, stripShort, stripLong)

function cleanShort(text) {
  if (!DIRT.test(text)) return text
  // CR and surrogates depend on the next character.
  return text.includes('\r') || !text.isWellFormed() ? sanitizeLong(text) : text.replace(UNCLEAN, '')
}

const sanitizeLong = (text) => runText(text, nextText, SANITIZE, 0, 0, 0, 0, 0)
const sanitizeText = (text) => replace(text, cleanShort, sanitizeLong)

module.exports = {
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
