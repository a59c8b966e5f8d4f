'use strict'

const native = require('./internal/native.js')
const { Batch, small } = require('./internal/batch.js')
const { declared } = require('./internal/declared.js')
const { collecting, streaming } = require('./internal/files.js')
const { listResult } = require('./internal/result.js')

// Same as `Flags` in src/edit/conflicts.rs, which documents the layout.
const ROOT = 1
const COMPLETE = 2
const SIDES = { ours: 4, base: 8, theirs: 16 }

/** Batch of conflicts. */
class ConflictBatch extends Batch {
  next() {
    const { numbers, strings } = this
    const flags = numbers[this.n++]
    const conflict = { path: strings[this.s++] }
    if (flags & ROOT) conflict.root = small(numbers[this.n++])
    conflict.startLine = small(numbers[this.n++])
    conflict.endLine = small(numbers[this.n++])
    conflict.byteStart = numbers[this.n++]
    conflict.byteEnd = numbers[this.n++]
    conflict.complete = (flags & COMPLETE) !== 0
    const names = Object.keys(SIDES).filter((name) => flags & SIDES[name])
    for (const name of names) {
      conflict[name] = {
        label: strings[this.s++],
        startLine: small(numbers[this.n++]),
        lineCount: small(numbers[this.n++]),
        byteStart: numbers[this.n++],
        text: strings[this.s++],
      }
    }
    if (this.bytes !== undefined) {
      conflict.pathBytes = this.raw(numbers[this.n++])
      for (const name of names) {
        conflict[name].labelBytes = this.raw(numbers[this.n++])
        conflict[name].textBytes = this.raw(numbers[this.n++])
      }
    }
    return conflict
  }
}

function result(items, report) {
  const { matches: conflicts, ...rest } = listResult(items, report)
  return { conflicts, ...rest }
}

const operation = { start: native.conflicts, Batch: ConflictBatch, result, ...declared('ConflictsOptions') }

module.exports = {
  conflicts: collecting('conflicts', operation),
  conflictsStream: streaming('conflictsStream', operation),
}
