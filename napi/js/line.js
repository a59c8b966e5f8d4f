'use strict'

// Cuts lines that are printable ASCII, SGR sequences and hyperlinks (OSC 8) up
// to the cut: to read those few characters takes less time than to cross. What
// comes of it is what core/src/text gives. What holds anything else goes there:
// a place is -1 then, and a result undefined.

// An attribute of a style, or a value, is a bit, from the lowest in the order in
// which sequences list them, as in core/src/text/sgr.rs. Of attributes: the
// number that sets each, and the one that resets it.
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

// The sequence with each of these alone.
const RESET = RESETS.map((number) => `\x1b[${number}m`)

// By number: the bits that it resets, and the one that it sets.
const CLEARS = new Int32Array(128)
const SETS = new Int32Array(128)
RESETS.forEach((reset, i) => (CLEARS[reset] |= 1 << i))
ATTRIBUTES.forEach(([number, reset], i) => {
  SETS[number] = 1 << i
  // Those that replace each other.
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

// The longest sequence of a hyperlink that is looked at, in code units.
const LONGEST = 1024

// A place in a text, and what the escapes before it have set.
let at = 0
let cells = 0
let style = 0
// Where each value of the style is written in the text.
const starts = new Int32Array(RESETS.length - VALUES)
const ends = new Int32Array(RESETS.length - VALUES)
// Where a sequence is that says all of the style just as `opening` would; both 0
// where there is none.
let wholeStart = 0
let wholeEnd = 0
// Where the sequence that opened the hyperlink is; both 0 where none is open.
let linkStart = 0
let linkEnd = 0

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

/** The end of the colour whose number ends at `i`, or -1: `;5;n` or `;2;r;g;b` follows. */
function colorEnd(text, i, end) {
  if (i + 2 >= end) return -1
  const kind = text.charCodeAt(i + 1)
  let left = kind === 0x35 ? 1 : kind === 0x32 ? 3 : -1
  let to = i + 2
  for (; left > 0 && to < end && text.charCodeAt(to) === 0x3b; left--) to = digitsEnd(text, to + 1, end)
  return left === 0 ? to : -1
}

/** Applies the parameters from `from` on; returns the end of the sequence, or -1. */
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
    // In the order of bits, without zeros before it, and nothing replaced.
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

/** Opens or closes the link whose ESC is at `start`; returns the end of the sequence, or -1. */
function hyperlink(text, start, end) {
  const from = start + 4
  if (from >= end || text.charCodeAt(start + 2) !== 0x38 || text.charCodeAt(start + 3) !== 0x3b) return -1
  const most = Math.min(end, start + LONGEST)
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

/** Applies the sequence at `i`; returns its end, or -1. */
function escape(text, i, end) {
  if (i + 2 >= end || text.charCodeAt(i) !== 0x1b) return -1
  const kind = text.charCodeAt(i + 1)
  return kind === 0x5b ? rendition(text, i + 2, end) : kind === 0x5d ? hyperlink(text, i, end) : -1
}

/** Moves on until `to` cells are behind, or the text is. Whether only what can be read here was met. */
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

/** Moves over escapes. Whether what comes next is no part of the cell before. */
function skipEscapes(text) {
  const end = text.length
  while (at < end && !isPrintable(text.charCodeAt(at))) {
    at = escape(text, at, end)
    if (at < 0) return false
  }
  return true
}

/** The sequences that set this style and link. */
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

/** The sequences that take back a style, and a link whose sequence ends at `link` if that is not 0. */
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

/** What `truncateToWidth` gives, with an ellipsis of one cell per character. */
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

/** What `sliceWithWidth` gives. */
function sliceLine(text, start, length) {
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
  if (at === text.length) return { text: open + text.slice(from), width }
  const close = bits === 0 && link === 0 ? '' : closing(text, bits, link)
  return { text: `${open}${text.slice(from, to)}${close}`, width }
}

module.exports = { sliceLine, truncateLine }
