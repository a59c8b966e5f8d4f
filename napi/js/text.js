'use strict'

const native = require('./native.js')
const { RansackOptionError, describe } = require('./error.js')
const { ESCAPES, UNCLEAN } = require('./escape.js')
const { sliceLine, truncateLine } = require('./line.js')
const { ELLIPSES, exchange, nextNumber, nextText } = require('./mailbox.js')

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

// Spaces that are ever filled in, as `WIDEST` of the core.
const WIDEST = 0xffff

// Up to these it takes less time to look through a text in JavaScript than to
// cross: cells before a cut, and lengths, for printable ASCII and to replace.
const NEAR = 80
const LOOK = 80
const REPLACE = 128
const PRINTABLE = /^[ -~]*$/
const ESCAPE = /[\x1b\x90-\x9f]/
const DIRT = /[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]/

/** Whether `text` is a short text whose characters take one cell each. */
const isPlain = (text) => typeof text === 'string' && text.length <= LOOK && PRINTABLE.test(text)

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

/** Does `short` to a short text, and `cross` to a long one or several. */
function replace(text, short, cross) {
  const given = texts('text', text)
  return typeof given === 'string' && given.length <= REPLACE ? short(given) : cross(given)
}

/** A number of cells: what is below 0 is taken for 0, and the rest rounded down. */
function cells(name, value) {
  if (typeof value !== 'number' || value !== value) unfit(name, value)
  return value > 0 ? Math.floor(value) : 0
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

const DEFAULTS = EMOJI_VARIATION | TEXT_VARIATION | LONE_REGIONAL_WIDE
/** Whether the flags are the default but for the width of tabs. */
const isDefault = (flags) => (flags | 0xff) === (DEFAULTS | 0xff)

/** The flags for options, or for the width of tabs in their place. */
const layout = (value) => (isObject(value) ? textFlags(value) : tab(value) | DEFAULTS)

// The options come in place of the first argument that may be left out, or of
// a later one.

function visibleWidth(text, tabWidth) {
  const flags = layout(tabWidth)
  if (isPlain(text)) return text.length
  return exchange(texts('text', text), nextNumber, WIDTH, flags, 0, 0, 0, 0)
}

function truncateToWidth(text, maxWidth, kind, pad, tabWidth) {
  const options = isObject(kind) ? kind
    : isObject(pad) ? { ellipsis: kind, ...pad }
    : isObject(tabWidth) ? { ellipsis: kind, pad, ...tabWidth }
    : undefined
  const flags =
    layout(options ?? tabWidth) |
    bit('pad', options ? options.pad : pad, FIRST_OF_CALL, false) |
    bit('wordBoundary', options?.wordBoundary, SECOND_OF_CALL, false) |
    choice('cutAt', options?.cutAt, CUT_AT)
  const end = ellipsis(options ? options.ellipsis : kind)
  const most = cells('maxWidth', maxWidth)
  if (typeof text === 'string' && most <= NEAR && isDefault(flags) && typeof end === 'number') {
    const cut = truncateLine(text, most, ELLIPSES[end])
    if (cut !== undefined) return cut
  }
  return exchange(texts('text', text), nextText, TRUNCATE, flags, most, 0, 0, end)
}

const readSlice = (line) => ({ text: nextText(line), width: nextNumber() })

function sliceWithWidth(line, startCol, length, strict, tabWidth) {
  const options = isObject(strict) ? strict
    : isObject(tabWidth) ? { strict, ...tabWidth }
    : undefined
  const flags = layout(options ?? tabWidth) | bit('strict', options ? options.strict : strict, FIRST_OF_CALL, false)
  const start = cells('startCol', startCol)
  const most = cells('length', length)
  if (typeof line === 'string' && start + most <= NEAR) {
    const slice = sliceLine(line, start, most)
    if (slice !== undefined) return slice
  }
  return exchange(texts('line', line), readSlice, SLICE, flags, start, most, 0, 0)
}

function readLines(text) {
  const lines = []
  for (let left = nextNumber(); left > 0; left--) lines.push(nextText(text))
  return lines
}

function wrapTextWithAnsi(text, width, tabWidth) {
  const options = isObject(tabWidth) ? tabWidth : undefined
  const flags =
    layout(tabWidth) |
    bit('keepSpaces', options?.keepSpaces, FIRST_OF_CALL, false) |
    bit('keepUrls', options?.keepUrls, SECOND_OF_CALL, false)
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
    : undefined
  const strict = options ? options.strictAfter : strictAfter
  const flags = layout(options ?? tabWidth) | bit('strictAfter', strict, FIRST_OF_CALL, false)
  const end = cells('beforeEnd', beforeEnd)
  const start = cells('afterStart', afterStart)
  const most = cells('afterLen', afterLen)
  if (typeof line === 'string' && end + start + most <= NEAR) {
    const before = sliceLine(line, 0, end)
    const after = before && sliceLine(line, start, most)
    if (after) return { before: before.text, beforeWidth: before.width, after: after.text, afterWidth: after.width }
  }
  return exchange(texts('line', line), readSegments, SEGMENTS, flags, end, start, most, 0)
}

function padPlain(text, missing, side) {
  if (missing <= 0) return text
  const before = side === ALIGN.left ? 0 : side === ALIGN.right ? missing : missing >> 1
  return ' '.repeat(before) + text + ' '.repeat(missing - before)
}

function padToWidth(text, width, align, tabWidth) {
  const options = isObject(align) ? align
    : isObject(tabWidth) ? { align, ...tabWidth }
    : undefined
  const side = choice('align', options ? options.align : align, ALIGN)
  const flags = layout(options ?? tabWidth) | side
  const most = cells('width', width)
  if (isPlain(text)) return padPlain(text, Math.min(most, WIDEST) - text.length, side)
  return exchange(texts('text', text), nextText, PAD, flags, most, 0, 0, 0)
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
  return exchange(texts('text', text), readGraphemes, GRAPHEMES, layout(tabWidth), 0, 0, 0, 0)
}

const stripShort = (text) => (ESCAPE.test(text) ? text.replace(ESCAPES, '') : text)
const crossStrip = (text) => exchange(text, nextText, STRIP, 0, 0, 0, 0, 0)
const stripAnsi = (text) => replace(text, stripShort, crossStrip)

function cleanShort(text) {
  if (!DIRT.test(text)) return text
  // Line ends and halves of surrogate pairs are looked at together with what is next to them.
  return text.includes('\r') || !text.isWellFormed() ? crossSanitize(text) : text.replace(UNCLEAN, '')
}

const crossSanitize = (text) => exchange(text, nextText, SANITIZE, 0, 0, 0, 0, 0)
const sanitizeText = (text) => replace(text, cleanShort, crossSanitize)

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
