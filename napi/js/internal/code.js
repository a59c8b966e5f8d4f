'use strict'

const { Batch, small } = require('./batch.js')

// Same as `Flags` in src/ast/mod.rs, which documents the layout.
const PATH = 1
const LANGUAGE = 2
const ROOT = 4
const META = 8

/** Reader of a batch whose items have a path, a language and a range. */
class CodeBatch extends Batch {
  path = ''
  pathBytes = undefined
  language = ''
  flags = 0
  root = undefined

  /** Reads the location of the next item; returns its range. */
  location() {
    const { numbers } = this
    this.flags = numbers[this.n++]
    const range = this.range()
    if (this.flags & ROOT) this.root = small(numbers[this.n++])
    if (this.flags & PATH) {
      this.path = this.strings[this.s++]
      if (this.bytes !== undefined) this.pathBytes = this.raw(numbers[this.n++])
    }
    return range
  }

  range() {
    const { numbers } = this
    return {
      byteStart: small(numbers[this.n++]),
      byteEnd: small(numbers[this.n++]),
      startLine: small(numbers[this.n++]),
      startColumn: small(numbers[this.n++]),
      endLine: small(numbers[this.n++]),
      endColumn: small(numbers[this.n++]),
    }
  }
}

/** Describes the files of a report that have syntax errors or a language that can parse no pattern. */
function parseErrors({ skipped }) {
  const faults = skipped.filter(({ reason }) => reason === 'syntaxErrors' || reason === 'noPattern')
  return faults.flatMap(({ reason, first }) =>
    first.map(({ path, detail }) => {
      const description = reason === 'syntaxErrors' ? `syntax errors, ${detail}` : detail
      return path === '' ? description : `${path}: ${description}`
    }),
  )
}

module.exports = { CodeBatch, LANGUAGE, META, parseErrors }
