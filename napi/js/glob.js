'use strict'

const native = require('./internal/native.js')
const { FileTypeName } = require('./constants.js')
const { Batch, FILE_TYPE_NAMES, small } = require('./internal/batch.js')
const { declared } = require('./internal/declared.js')
const { call } = require('./internal/failure.js')
const { blocking, collecting, streaming } = require('./internal/files.js')
const { UNFIT, readValue, reader, string } = require('./internal/options.js')
const { listResult } = require('./internal/result.js')

// Same as `Flags` in src/glob.rs, which documents the layout.
const ROOT = 1
const MTIME = 2
const SIZE = 4

/** Batch of paths. */
class GlobBatch extends Batch {
  next() {
    const { numbers } = this
    const flags = numbers[this.n++]
    // Not an object literal: once many of its objects have survived, V8 allocates objects from a literal in the
    // old generation, where even dead ones keep their paths alive.
    const match = {}
    const fileType = numbers[this.n++] | 0
    match.path = this.cut(numbers[this.n++] | 0)
    match.fileType = fileType
    match.fileTypeName = FILE_TYPE_NAMES[fileType]
    if (flags & ROOT) match.root = small(numbers[this.n++])
    if (flags & MTIME) match.mtime = numbers[this.n++]
    if (flags & SIZE) match.size = small(numbers[this.n++])
    if (this.bytes !== undefined) match.pathBytes = this.raw(numbers[this.n++])
    return match
  }
}

const FILE_TYPES = [...Object.values(FileTypeName), 1, 2, 3]
const fileType = reader("'file', 'dir', 'symlink' or a FileType", (value) =>
  FILE_TYPES.includes(value) ? value : UNFIT,
)

// Paths are cheap to read, so a batch may be large.
const operation = { start: native.glob, Batch: GlobBatch, result: listResult, batchSize: 1024, ...declared('GlobOptions', { fileType }) }

module.exports = {
  escapeGlob: (path) => call(native.escapeGlob, readValue(string, 'path', path)),
  glob: collecting('glob', operation),
  globStream: streaming('globStream', operation),
  globSync: blocking('globSync', { ...operation, start: native.globSync }),
}
