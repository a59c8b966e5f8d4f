'use strict'

const native = require('./internal/native.js')
const { small } = require('./internal/batch.js')
const { CodeBatch, LANGUAGE, parseErrors } = require('./internal/code.js')
const { answering } = require('./internal/files.js')

/** Batch of replacements. */
class ChangeBatch extends CodeBatch {
  next() {
    const { numbers, strings } = this
    const range = this.location()
    const rewrite = small(numbers[this.n++])
    const pass = small(numbers[this.n++])
    if (this.flags & LANGUAGE) this.language = strings[this.s++]
    const { path, language } = this
    const change = {
      path,
      before: strings[this.s++],
      after: strings[this.s++],
      ...range,
      deletedLength: range.byteEnd - range.byteStart,
      language,
      rewrite,
      pass,
    }
    if (this.root !== undefined) change.root = this.root
    if (this.bytes !== undefined) {
      change.pathBytes = this.pathBytes.slice()
      change.beforeBytes = this.raw(numbers[this.n++])
      change.afterBytes = this.raw(numbers[this.n++])
    }
    return change
  }
}

function result(changes, summary) {
  const result = { changes, ...summary }
  const errors = parseErrors(summary.report)
  if (errors.length > 0) result.parseErrors = errors
  return result
}

const operation = { start: native.astEdit, Batch: ChangeBatch, result, endsByItself: true }

const astEdit = answering('astEdit', operation)

module.exports = { astEdit }
