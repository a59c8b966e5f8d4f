'use strict'

const { Batch, small } = require('./batch.js')

// Same as `Flags` in src/ast/mod.rs, which documents the layout.
const PATH = 1
const LANGUAGE = 2
const ROOT = 4
const META = 8
const FILE = 16
const UNSETTLED = 32
const READING = 64
const ENCLOSING = 128
const VERSION = 256
const TEXT_EDIT = 512
const BUFFER = 1024
const BUFFER_VERSION = 2048

/** Reader of a batch of items with a path, a language and a range. */
class CodeBatch extends Batch {
  path = ''
  pathBytes = undefined
  language = ''
  flags = 0
  root = undefined
  version = undefined

  /** Reads the location of the next item. Returns its range. */
  location() {
    const { numbers } = this
    this.flags = numbers[this.n++]
    const location = range(this)
    if (this.flags & ROOT) this.root = small(numbers[this.n++])
    if (this.flags & PATH) {
      this.path = this.strings[this.s++]
      if (this.bytes !== undefined) this.pathBytes = this.raw(numbers[this.n++])
      if (this.flags & VERSION) this.version = this.strings[this.s++]
    }
    return location
  }
}

/** Reads the numbers of a range of code. */
function range(batch) {
  const { numbers } = batch
  const byteStart = small(numbers[batch.n++])
  const byteEnd = small(numbers[batch.n++])
  const startLine = small(numbers[batch.n++])
  const startColumn = small(numbers[batch.n++])
  const endLine = small(numbers[batch.n++])
  const endColumn = small(numbers[batch.n++])
  return {
    byteStart,
    byteEnd,
    startLine,
    startColumn,
    endLine,
    endColumn,
    start: { line: startLine - 1, character: startColumn - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  }
}

/** Describes the files in a report that have syntax errors or a language that cannot parse any pattern. */
function parseErrors({ skipped }) {
  const faults = skipped.filter(({ reason }) => reason === 'syntaxErrors' || reason === 'noPattern')
  return faults.flatMap(({ reason, first }) =>
    first.map(({ path, detail }) => {
      const description = reason === 'syntaxErrors' ? `syntax errors, ${detail}` : detail
      return path === '' ? description : `${path}: ${description}`
    }),
  )
}

module.exports = { BUFFER, BUFFER_VERSION, CodeBatch, ENCLOSING, FILE, LANGUAGE, META, READING, ROOT, TEXT_EDIT, UNSETTLED, parseErrors, range }
