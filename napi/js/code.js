'use strict'

const { Batch, small } = require('./batch.js')

/** Reader of a batch whose items have a path, a language and a range. */
class CodeBatch extends Batch {
  path = ''
  pathBytes = undefined
  language = ''

  readPath() {
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

module.exports = { CodeBatch, parseErrors }
