'use strict'

/** A whole number, as a small integer if it is one. */
function small(number) {
  return number <= 0x3fffffff ? number | 0 : number
}

/**
 * Puts matches together again, which `Batch` of src/convert.rs took apart. A
 * class for each kind of match has `next`, which takes the next one.
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

  /** The next so many code units of the joined strings. */
  cut(length) {
    const from = this.j
    this.j += length
    return this.joined.slice(from, this.j)
  }

  /** The next so many bytes. */
  raw(length) {
    this.b += length
    return this.bytes.slice(this.b - length, this.b)
  }
}

module.exports = { Batch, small }
