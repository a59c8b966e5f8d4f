'use strict'

/** Returns a whole number as one of the engine's small integers, if it fits. */
function small(number) {
  return number <= 0x3fffffff ? number | 0 : number
}

/**
 * Reader of a batch of matches, which `Batch` in src/convert.rs writes as arrays. Each
 * kind of match has a subclass, whose `next` reads the next match. The properties `n`,
 * `s`, `j` and `b` are the read positions in numbers, strings, joined string and bytes.
 */
class Batch {
  constructor({ numbers, strings, joined, bytes }) {
    this.numbers = numbers
    this.strings = strings
    this.joined = joined
    this.bytes = bytes ?? undefined
    this.n = 0
    this.s = 0
    this.j = 0
    this.b = 0
  }

  /** Whether every match has been read. */
  get done() {
    return this.n >= this.numbers.length
  }

  /** Reads all remaining matches. */
  rest() {
    const matches = []
    while (!this.done) matches.push(this.next())
    return matches
  }

  /** Reads the next string, of `length` code units, from the joined string. */
  cut(length) {
    const from = this.j
    this.j += length
    return this.joined.slice(from, this.j)
  }

  /** Reads the next `length` bytes. */
  raw(length) {
    this.b += length
    return this.bytes.slice(this.b - length, this.b)
  }
}

module.exports = { Batch, small }
