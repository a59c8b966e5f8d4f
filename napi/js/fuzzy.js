'use strict'

const native = require('./internal/native.js')
const { Batch, FILE_TYPE_NAMES, small } = require('./internal/batch.js')
const { declared } = require('./internal/declared.js')
const { call, fromFailure } = require('./internal/failure.js')
const { answering } = require('./internal/files.js')
const { list, readOptional, readValue, string } = require('./internal/options.js')
const { listResult } = require('./internal/result.js')
const { TABLES } = require('./internal/tables.js')

// src/fuzzy.rs documents the layouts read here.

/** Batch of ranked paths or strings. */
class FuzzyBatch extends Batch {
  positions() {
    const from = this.n + 1
    this.n = from + this.numbers[this.n]
    return Array.from(this.numbers.subarray(from, this.n), small)
  }
}

/** Batch of ranked paths. */
class PathBatch extends FuzzyBatch {
  next() {
    const { numbers } = this
    const fileType = numbers[this.n++] | 0
    const match = {
      path: this.strings[this.s++],
      isDirectory: fileType === native.FileType.Dir,
      fileType,
      fileTypeName: FILE_TYPE_NAMES[fileType],
      score: numbers[this.n++] | 0,
      positions: undefined,
    }
    const root = numbers[this.n++]
    const line = numbers[this.n++]
    const column = numbers[this.n++]
    match.positions = this.positions()
    if (root >= 0) match.root = small(root)
    if (line >= 0) match.line = small(line)
    if (column >= 0) match.column = small(column)
    if (this.bytes !== undefined) match.pathBytes = this.raw(numbers[this.n++])
    return match
  }
}

/** Batch of ranked strings. */
class StringBatch extends FuzzyBatch {
  next() {
    const { numbers } = this
    const index = small(numbers[this.n++])
    const score = numbers[this.n++] | 0
    return { index, score, positions: this.positions() }
  }
}

const STRINGS = list(string)

const operation = { start: native.fuzzyFind, Batch: PathBatch, result: listResult, ...declared('FuzzyFindOptions') }

const fuzzyFind = answering('fuzzyFind', operation)

function fuzzyMatch(query, strings, options) {
  const words = readValue(string, 'query', query)
  const choices = readValue(STRINGS, 'strings', strings)
  const found = call(native.fuzzyMatch, words, choices, readOptional(TABLES.fuzzyMatch, options))
  if (found.error !== undefined) throw fromFailure(found.error)
  return listResult(new StringBatch(found).rest(), found.report)
}

module.exports = { fuzzyFind, fuzzyMatch }
