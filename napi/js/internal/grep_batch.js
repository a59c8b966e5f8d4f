'use strict'

const { Batch, small } = require('./batch.js')

// Same as `Flags` in src/grep.rs, which documents the layout.
const PATH = 1
const CLIP = 2
const COLUMNS = 4
const ROOT = 8
const COUNT = 16
const CAPPED = 32
const ENCLOSING = 64
const SEVERAL = 128
const VERSION = 256

/** Cursor that converts ascending columns of a text of several lines to positions. */
class LineCursor {
  /** Creates a cursor at the start of `text`, which has the position `line` and `character`. */
  constructor(text, line, character) {
    this.text = text
    this.line = line
    /** Difference between positions in the current line and columns of the text. */
    this.shift = character
    this.feed = text.indexOf('\n')
  }

  position(column) {
    while (this.feed >= 0 && this.feed < column) {
      this.line++
      this.shift = -(this.feed + 1)
      this.feed = this.text.indexOf('\n', this.feed + 1)
    }
    return { line: this.line, character: column + this.shift }
  }

  /** Returns the range of the whole text. */
  whole() {
    return { start: this.position(0), end: this.position(this.text.length) }
  }
}

/** Batch of matching lines. */
class GrepBatch extends Batch {
  path = ''
  pathBytes = undefined
  version = undefined

  next() {
    const { numbers, strings } = this
    const flags = numbers[this.n++]
    const lineNumber = small(numbers[this.n++])
    const byteOffset = small(numbers[this.n++])
    const found = numbers[this.n++]
    const before = numbers[this.n++]
    const after = numbers[this.n++]
    if (flags & PATH) this.path = strings[this.s++]
    // 0-based position of the first character of `match.line`.
    let line = lineNumber - 1
    let character = 0
    // Preallocated: an array that grows starts with a capacity of 17.
    const submatches = new Array(found)
    const match = { path: this.path, lineNumber, line: strings[this.s++], byteOffset, submatches }
    if (flags & ENCLOSING) match.enclosing = strings[this.s++]
    if (flags & VERSION) {
      if (flags & PATH) this.version = strings[this.s++]
      match.version = this.version
    }
    if (flags & ROOT) match.root = small(numbers[this.n++])
    if (flags & CAPPED) match.submatchesTruncated = true
    if (flags & COUNT) match.matchCount = small(numbers[this.n++])
    if (flags & CLIP) {
      match.truncated = true
      match.clip = { offset: numbers[this.n++], lineLength: numbers[this.n++] }
      line += numbers[this.n++] | 0
      character = numbers[this.n++] | 0
    }
    if (this.bytes !== undefined) {
      if (flags & PATH) this.pathBytes = this.raw(numbers[this.n++])
      // Each match has its own copy, so a caller can change it safely.
      match.pathBytes = this.pathBytes.slice()
      match.lineBytes = this.raw(numbers[this.n++])
    }
    const cursor = flags & SEVERAL ? new LineCursor(match.line, line, character) : undefined
    let n = this.n
    // `| 0` converts to small integers: a property that has ever held a double is a separate heap object in every
    // match. The values are below 2^31, since a line is held in memory.
    for (let i = 0; i < found; i++) {
      const start = numbers[n++] | 0
      const end = numbers[n++] | 0
      const code = numbers[n++] | 0
      const hasColumns = flags & COLUMNS
      const startColumn = hasColumns ? numbers[n++] | 0 : start
      const endColumn = hasColumns ? numbers[n++] | 0 : end
      const range =
        cursor === undefined
          ? { start: { line, character: character + startColumn }, end: { line, character: character + endColumn } }
          : { start: cursor.position(startColumn), end: cursor.position(endColumn) }
      submatches[i] = { start, end, pattern: code >> 1, startColumn, endColumn, range }
      if (code & 1) {
        submatches[i].endsLine = true
        range.end = { line: range.end.line + 1, character: 0 }
      }
    }
    this.n = n
    if (found > 0) match.range = submatches[0].range
    else if (lineNumber > 0) match.range = new LineCursor(match.line, line, character).whole()
    if (before > 0) match.contextBefore = this.context(before)
    if (after > 0) match.contextAfter = this.context(after)
    return match
  }

  context(count) {
    const lines = []
    for (let i = 0; i < count; i++) {
      const line = { lineNumber: small(this.numbers[this.n++]), line: this.strings[this.s++] }
      if (this.numbers[this.n++] !== 0) line.truncated = true
      if (this.bytes !== undefined) line.lineBytes = this.raw(this.numbers[this.n++])
      lines.push(line)
    }
    return lines
  }
}

module.exports = { GrepBatch }
