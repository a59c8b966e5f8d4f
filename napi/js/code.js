'use strict'

const { Batch, small } = require('./batch.js')

/** Batches of what has a path, a language and a range. */
class CodeBatch extends Batch {
  path = ''
  pathBytes = undefined
  language = ''

  takePath() {
    this.path = this.strings[this.s++]
    if (this.bytes !== undefined) this.pathBytes = this.raw(this.numbers[this.n++])
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

/** The words of the report on files that could not be read as a pattern needs. */
function parseErrors({ skipped }) {
  const faults = skipped.filter(({ reason }) => reason === 'syntaxErrors' || reason === 'noPattern')
  return faults.flatMap(({ reason, first }) =>
    first.map(({ path, detail }) => {
      const words = reason === 'syntaxErrors' ? `syntax errors, ${detail}` : detail
      return path === '' ? words : `${path}: ${words}`
    }),
  )
}

module.exports = { CodeBatch, parseErrors }
