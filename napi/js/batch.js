'use strict'

// As in `Flags` of src/convert.rs, which describes what is read here.
const PATH = 1
const CLIP = 2
const COLUMNS = 4
const ROOT = 8
const COUNT = 16

/** A whole number, as a small integer if it is one. */
function small(number) {
  return number <= 0x3fffffff ? number | 0 : number
}

/** Puts matches together again. */
class Batch {
  constructor({ numbers, strings, bytes }) {
    this.numbers = numbers
    this.strings = strings
    this.bytes = bytes ?? undefined
    this.n = 0
    this.s = 0
    this.b = 0
    this.path = ''
    this.pathBytes = undefined
  }

  /** Whether every match was taken. */
  get done() {
    return this.n >= this.numbers.length
  }

  /** All that are left. */
  rest() {
    const matches = []
    while (!this.done) matches.push(this.next())
    return matches
  }

  next() {
    const { numbers, strings } = this
    const flags = numbers[this.n++]
    const lineNumber = small(numbers[this.n++])
    const byteOffset = small(numbers[this.n++])
    const found = numbers[this.n++]
    const before = numbers[this.n++]
    const after = numbers[this.n++]
    if (flags & PATH) this.path = strings[this.s++]
    const submatches = []
    const match = { path: this.path, lineNumber, line: strings[this.s++], byteOffset, submatches }
    if (flags & ROOT) match.root = small(numbers[this.n++])
    if (flags & COUNT) match.matchCount = small(numbers[this.n++])
    if (flags & CLIP) {
      match.truncated = true
      match.clip = { offset: numbers[this.n++], lineLength: numbers[this.n++] }
    }
    if (this.bytes !== undefined) {
      if (flags & PATH) this.pathBytes = this.raw(numbers[this.n++])
      // A copy for each, so that a caller who changes one changes no other.
      match.pathBytes = this.pathBytes.slice()
      match.lineBytes = this.raw(numbers[this.n++])
    }
    let n = this.n
    // `| 0` makes small integers of these: a property that ever held a double
    // is a heap object of its own in every match. They are less than 2^31, as
    // a line is held in memory.
    if (flags & COLUMNS) {
      for (let i = 0; i < found; i++) {
        submatches.push({
          start: numbers[n++] | 0,
          end: numbers[n++] | 0,
          pattern: numbers[n++] | 0,
          startColumn: numbers[n++] | 0,
          endColumn: numbers[n++] | 0,
        })
      }
    } else {
      for (let i = 0; i < found; i++) {
        const start = numbers[n++] | 0
        const end = numbers[n++] | 0
        const pattern = numbers[n++] | 0
        submatches.push({ start, end, pattern, startColumn: start, endColumn: end })
      }
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

  raw(length) {
    this.b += length
    return this.bytes.slice(this.b - length, this.b)
  }
}

module.exports = { Batch }
