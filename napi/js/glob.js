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
    const match = { path: this.strings[this.s++], fileType: numbers[this.n++] | 0 }
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

const operation = { start: native.glob, Batch: GlobBatch, result }

const glob = (options, onMatch) => collect(operation, options, onMatch)

const globStream = (options) => new MatchStream(operation, options)

const escapeGlob = (path) => call(native.escapeGlob, path)

module.exports = { escapeGlob, glob, globStream, operation, result }
