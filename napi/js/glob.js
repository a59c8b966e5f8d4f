'use strict'

const native = require('./native.js')
const { Batch, small } = require('./batch.js')
const { collect } = require('./collect.js')
const { call } = require('./error.js')
const { fileOperation } = require('./files.js')
const { MatchStream } = require('./stream.js')

// Same as `Flags` in src/glob.rs, which documents the layout.
const ROOT = 1
const MTIME = 2
const SIZE = 4

/** Batch of paths. */
class GlobBatch extends Batch {
  next() {
    const { numbers } = this
    const flags = numbers[this.n++]
    // Not an object literal: once many of its objects have survived, V8 allocates those
    // of a literal in the old generation, where even dead ones keep their paths.
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

// Paths are cheap to read, so a batch may be large.
const operation = fileOperation(native.glob, { Batch: GlobBatch, result, batchSize: 1024 })

const glob = (options, onMatch) => collect(operation, options, onMatch)

const globStream = (options) => new MatchStream(operation, options)

const escapeGlob = (path) => call(native.escapeGlob, path)

module.exports = { escapeGlob, glob, globStream, operation, result }
