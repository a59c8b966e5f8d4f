'use strict'

const { FileTypeName } = require('../constants.js')

/** Returns a whole number as a small integer of the engine, if it fits. */
function small(number) {
  return number <= 0x3fffffff ? number | 0 : number
}

/** Names of file types, by their numbers. */
const FILE_TYPE_NAMES = [undefined, ...Object.values(FileTypeName)]

/**
 * Reader of a batch of matches, which `Batch` in src/convert.rs writes as arrays. Each kind of match has a
 * subclass, whose `next` reads the next match. The properties `n`, `s`, `j` and `b` are the read positions in
 * numbers, strings, joined string and bytes.
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

  /** Whether all matches have been read. */
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

/**
 * Reader of batches whose results may span several batches. The batches of a call share `carried`, whose `open` is
 * an unfinished result. A subclass begins a result with `begin` and reads parts of it in `isComplete`.
 */
class SpanningBatch extends Batch {
  constructor(batch, carried) {
    super(batch)
    this.carried = carried
  }

  /**
   * Reads a result, or the next part of a result. For a later part, returns the same result again. The result is
   * complete if `carried` has no open result.
   */
  next() {
    const { carried } = this
    const open = carried.open ?? this.begin()
    carried.open = this.isComplete(open) ? undefined : open
    return open.result
  }
}

/**
 * Returns the reader for results about files, given `Batch`, a `SpanningBatch` that reads results about source text.
 */
const ofFiles = (Batch) =>
  class extends Batch {
    // Same as `write_file` in src/outline/batch.rs, which documents the layout.
    begin() {
      const root = this.numbers[this.n++]
      const file = { path: this.strings[this.s++] }
      if (this.bytes !== undefined) file.pathBytes = this.raw(this.numbers[this.n++])
      if (root !== 0) file.root = small(root - 1)
      const open = super.begin()
      open.result = Object.assign(file, open.result)
      return open
    }

    /** Reads the results that end in this batch. */
    rest() {
      const results = []
      while (!this.done) {
        const result = this.next()
        if (this.carried.open === undefined) results.push(result)
      }
      return results
    }
  }

module.exports = { Batch, FILE_TYPE_NAMES, SpanningBatch, ofFiles, small }
