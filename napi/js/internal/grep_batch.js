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

/** Batch of matching lines. */
class GrepBatch extends Batch {
  path = ''
  pathBytes = undefined

  next() {
    const { numbers, strings } = this
    const flags = numbers[this.n++]
    const lineNumber = small(numbers[this.n++])
    const byteOffset = small(numbers[this.n++])
    const found = numbers[this.n++]
    const before = numbers[this.n++]
    const after = numbers[this.n++]
    if (flags & PATH) this.path = strings[this.s++]
    // Preallocated: an array that grows starts with a capacity of 17.
    const submatches = new Array(found)
    const match = { path: this.path, lineNumber, line: strings[this.s++], byteOffset, submatches }
    if (flags & ENCLOSING) match.enclosing = strings[this.s++]
    if (flags & ROOT) match.root = small(numbers[this.n++])
    if (flags & CAPPED) match.submatchesTruncated = true
    if (flags & COUNT) match.matchCount = small(numbers[this.n++])
    if (flags & CLIP) {
      match.truncated = true
      match.clip = { offset: numbers[this.n++], lineLength: numbers[this.n++] }
    }
    if (this.bytes !== undefined) {
      if (flags & PATH) this.pathBytes = this.raw(numbers[this.n++])
      // Each match has its own copy, so a caller can change it safely.
      match.pathBytes = this.pathBytes.slice()
      match.lineBytes = this.raw(numbers[this.n++])
    }
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
      submatches[i] = { start, end, pattern: code >> 1, startColumn, endColumn }
      if (code & 1) submatches[i].endsLine = true
    }
    this.n = n
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
