'use strict'

const native = require('./native.js')
const { Batch, small } = require('./batch.js')
const { collect } = require('./collect.js')
const { call } = require('./error.js')
const { MatchStream } = require('./stream.js')

// As in `Flags` of src/glob.rs, which describes what is read here.
const ROOT = 1
const MTIME = 2
const SIZE = 4

class GlobBatch extends Batch {
  next() {
    const { numbers } = this
    const flags = numbers[this.n++]
    // Not written out: V8 puts such objects among the old ones once it has seen
    // many survive, where even those of no more use keep their paths.
    const match = {}
    const fileType = numbers[this.n++] | 0
    match.path = this.cut(numbers[this.n++] | 0)
    match.fileType = fileType
    if (flags & ROOT) match.root = small(numbers[this.n++])
    if (flags & MTIME) match.mtime = numbers[this.n++]
    if (flags & SIZE) match.size = small(numbers[this.n++])
    if (this.bytes !== undefined) match.pathBytes = this.raw(numbers[this.n++])
    return match
  }
}

function result(matches, report) {
  const result = { matches, totalMatches: report.totalMatches }
  if (report.stoppedBy === 'limit') result.limitReached = true
  result.report = report
  return result
}

// Paths are quick to read.
const operation = { start: native.glob, Batch: GlobBatch, result, fetch: 1024 }

const glob = (options, onMatch) => collect(operation, options, onMatch)

const globStream = (options) => new MatchStream(operation, options)

const escapeGlob = (path) => call(native.escapeGlob, path)

module.exports = { escapeGlob, glob, globStream, operation, result }
