'use strict'

// Fast path of `truncateToWidth` and `sliceWithWidth`: cuts lines that consist of printable ASCII, SGR sequences
// and hyperlinks (OSC 8) up to the cut, since reading those few characters in JavaScript is faster than a native
// call. For any other line, a function here returns undefined (or -1 for a position), and the caller uses native
// code.
//
// Invariant: results are the same as in core/text. Two tests enforce this: core/text/tests/text/vectors.rs generates
// core/text/tests/data/line_cuts.json from the core and checks that it is current; test/line.test.mjs checks that
// this file gives the same results for those vectors and, compared with native code, for random lines.

// Each attribute or value of a style is a bit, ordered from the lowest as sequences list them, same as in
// core/text/src/sgr.rs. For each attribute: the number that sets it and the number that resets it.
const ATTRIBUTES = [
  [1, 22], [2, 22], [3, 23], [20, 23], [5, 25], [6, 25], [7, 27], [8, 28], [9, 29], [26, 50],
  [51, 54], [52, 54], [53, 55], [73, 75], [74, 75],
]
const VALUES = ATTRIBUTES.length
const FOREGROUND = 1 << VALUES
const BACKGROUND = FOREGROUND << 1
const UNDERLINE_COLOR = FOREGROUND << 2
const UNDERLINE = FOREGROUND << 3
const FONT = FOREGROUND << 4
const IDEOGRAM = FOREGROUND << 5
const RESETS = [...ATTRIBUTES.map(([, reset]) => reset), 39, 49, 59, 24, 10, 65]

// Escape sequence for each single reset.
const RESET = RESETS.map((number) => `\x1b[${number}m`)

// By SGR number: the bits that it resets and the bit that it sets.
const CLEARS = new Int32Array(128)
const SETS = new Int32Array(128)
RESETS.forEach((reset, i) => (CLEARS[reset] |= 1 << i))
ATTRIBUTES.forEach(([number, reset], i) => {
  SETS[number] = 1 << i
  // Attributes with these resets replace each other.
  if (reset === 25 || reset === 54 || reset === 75) CLEARS[number] = CLEARS[reset]
})
const set = (bit, ...ranges) => ranges.forEach(([from, to]) => SETS.fill(bit, from, to + 1))
set(FOREGROUND, [30, 37], [90, 97])
set(BACKGROUND, [40, 47], [100, 107])
set(UNDERLINE, [4, 4], [21, 21])
set(FONT, [11, 19])
set(IDEOGRAM, [60, 64])
CLEARS[0] = -1
const COLORS = { 38: FOREGROUND, 48: BACKGROUND, 58: UNDERLINE_COLOR }

// Maximum length, in code units, of a hyperlink sequence handled here.
const MAX_LINK = 1024

// Position in the text: offset in code units, column in cells, and the style set before the position.
let at = 0
let cells = 0
let style = 0
// Range of the text that sets each value of the style.
const starts = new Int32Array(RESETS.length - VALUES)
const ends = new Int32Array(RESETS.length - VALUES)
// Range of the sequence that equals the output of `opening` for the style; empty if there is none.
let wholeStart = 0
let wholeEnd = 0
// Range of the sequence that opened the current hyperlink; empty if none is open.
let linkStart = 0
let linkEnd = 0

/** Moves to the start of the text. */
function begin() {
  at = cells = style = wholeStart = wholeEnd = linkStart = linkEnd = 0
}

const lowest = (bits) => 31 - Math.clz32(bits & -bits)
const isPrintable = (unit) => (unit - 0x20) >>> 0 < 0x5f
const isDigit = (unit) => (unit - 0x30) >>> 0 < 10

function printableEnd(text, from, end) {
  let i = from
  while (i < end && isPrintable(text.charCodeAt(i))) i++
  return i
}

function digitsEnd(text, from, end) {
  let i = from
  while (i < end && isDigit(text.charCodeAt(i))) i++
  return i
}

/** Returns the end of the colour whose number ends at `i` (`;5;n` or `;2;r;g;b`), or -1. */
function colorEnd(text, i, end) {
  if (i + 2 >= end) return -1
  const kind = text.charCodeAt(i + 1)
  let left = kind === 0x35 ? 1 : kind === 0x32 ? 3 : -1
  let to = i + 2
  for (; left > 0 && to < end && text.charCodeAt(to) === 0x3b; left--) to = digitsEnd(text, to + 1, end)
  return left === 0 ? to : -1
}

/** Applies the SGR parameters starting at `from`. Returns the end of the sequence, or -1. */
function rendition(text, from, end) {
  let bits = style
  let isWhole = bits === 0
  let i = from
  while (i < end) {
    const start = i
    let number = 0
    let unit = 0
    for (; i < end; i++) {
      unit = text.charCodeAt(i)
      if (!isDigit(unit)) break
      number = number * 10 + unit - 0x30
    }
    let bit = 0
    if (number === 38 || number === 48 || number === 58) {
      bit = COLORS[number]
      i = colorEnd(text, i, end)
      if (i < 0 || i === end) return -1
      unit = text.charCodeAt(i)
    } else {
      if (number > 127) return -1
      bit = SETS[number]
      if ((bit | CLEARS[number]) === 0) return -1
    }
    // The parameters are in bit order, have no leading zeros and replace nothing.
    isWhole &&= bit > bits && (bits & CLEARS[number]) === 0 && (bit >= FOREGROUND || i - start === (number < 10 ? 1 : 2))
    bits = (bits & ~CLEARS[number]) | bit
    if (bit >= FOREGROUND) {
      const value = lowest(bit) - VALUES
      starts[value] = start
      ends[value] = i
    }
    i++
    if (unit === 0x6d) {
      style = bits
      wholeStart = isWhole ? from - 2 : 0
      wholeEnd = isWhole ? i : 0
      return i
    }
    if (unit !== 0x3b) return -1
  }
  return -1
}

/** Opens or closes the hyperlink whose ESC is at `start`. Returns the end of the sequence, or -1. */
function hyperlink(text, start, end) {
  const from = start + 4
  if (from >= end || text.charCodeAt(start + 2) !== 0x38 || text.charCodeAt(start + 3) !== 0x3b) return -1
  const most = Math.min(end, start + MAX_LINK)
  const terminator = printableEnd(text, from, most)
  if (terminator === most) return -1
  const to = text.charCodeAt(terminator) === 0x07 ? terminator + 1 : terminator + 2
  if (to === terminator + 2 && !text.startsWith('\x1b\\', terminator)) return -1
  let separator = from
  while (separator < terminator && text.charCodeAt(separator) !== 0x3b) separator++
  if (separator === terminator) return -1
  const isOpen = separator + 1 < terminator
  linkStart = isOpen ? start : 0
  linkEnd = isOpen ? to : 0
  return to
}

/** Applies the escape sequence at `i`. Returns its end, or -1. */
function escape(text, i, end) {
  if (i + 2 >= end || text.charCodeAt(i) !== 0x1b) return -1
  const kind = text.charCodeAt(i + 1)
  return kind === 0x5b ? rendition(text, i + 2, end) : kind === 0x5d ? hyperlink(text, i, end) : -1
}

/**
 * Advances to column `to` or to the end of the text. Returns false at anything other than ASCII, SGR and
 * hyperlinks.
 */
function advance(text, to) {
  const end = text.length
  let i = at
  let left = to - cells
  while (left > 0) {
    const run = printableEnd(text, i, Math.min(end, i + left))
    left -= run - i
    i = run
    if (left === 0 || i === end) break
    i = escape(text, i, end)
    if (i < 0) return false
  }
  at = i
  cells = to - left
  return true
}

/** Advances past escape sequences. Returns false if the next character may belong to the previous cell. */
function skipEscapes(text) {
  const end = text.length
  while (at < end && !isPrintable(text.charCodeAt(at))) {
    at = escape(text, at, end)
    if (at < 0) return false
  }
  return true
}

/** Returns the sequences that set the current hyperlink and style. */
function opening(text) {
  let set = text.slice(wholeStart, wholeEnd)
  if (set === '' && style !== 0) {
    for (let rest = style; rest !== 0; rest &= rest - 1) {
      const i = lowest(rest)
      const parameter = i < VALUES ? ATTRIBUTES[i][0] : text.slice(starts[i - VALUES], ends[i - VALUES])
      set += `${set === '' ? '\x1b[' : ';'}${parameter}`
    }
    set += 'm'
  }
  return text.slice(linkStart, linkEnd) + set
}

/**
 * Returns the sequences that close the hyperlink whose sequence ends at `link`, unless 0, and reset the style
 * `bits`.
 */
function closing(text, bits, link) {
  let reset = ''
  if ((bits & (bits - 1)) === 0) {
    if (bits !== 0) reset = RESET[lowest(bits)]
  } else {
    let last = 0
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      const number = RESETS[lowest(rest)]
      if (number !== last) reset += `${reset === '' ? '\x1b[' : ';'}${number}`
      last = number
    }
    reset += 'm'
  }
  if (link === 0) return reset
  return (text.charCodeAt(link - 1) === 0x07 ? '\x1b]8;;\x07' : '\x1b]8;;\x1b\\') + reset
}

/** Returns the result of `truncateToWidth`, or undefined; the ellipsis has one cell per character. */
function truncateLine(text, width, ellipsis) {
  if (ellipsis.length > width) return undefined
  begin()
  if (!advance(text, width - ellipsis.length)) return undefined
  const end = at
  const bits = style
  const link = linkEnd
  if (!advance(text, width + 1)) return undefined
  if (cells <= width) return text
  const close = bits === 0 && link === 0 ? '' : closing(text, bits, link)
  return `${text.slice(0, end)}${ellipsis}${close}`
}

/** Returns the result of `sliceWithWidth`, or undefined. `closes` also closes what the end of the line leaves open. */
function sliceLine(text, start, length, closes = false) {
  if (length === 0) return { text: '', width: 0 }
  begin()
  let open = ''
  if (start > 0) {
    if (!advance(text, start) || !skipEscapes(text)) return undefined
    if (cells < start) return { text: '', width: 0 }
    if (style !== 0 || linkEnd > 0) open = opening(text)
  }
  const from = at
  if (!advance(text, start + length)) return undefined
  const width = cells - start
  if (width === 0 && from > 0) return { text: '', width: 0 }
  const to = at
  const bits = style
  const link = linkEnd
  if (!skipEscapes(text)) return undefined
  if (at === text.length) {
    const end = closes && (style !== 0 || linkEnd > 0) ? closing(text, style, linkEnd) : ''
    return { text: open + text.slice(from) + end, width }
  }
  const close = bits === 0 && link === 0 ? '' : closing(text, bits, link)
  return { text: `${open}${text.slice(from, to)}${close}`, width }
}

module.exports = { sliceLine, truncateLine }
