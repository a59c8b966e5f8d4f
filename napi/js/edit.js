'use strict'

const native = require('./internal/native.js')
const { small } = require('./internal/batch.js')
const { CodeBatch, LANGUAGE, parseErrors } = require('./internal/code.js')
const { RansackOptionError } = require('./error.js')
const { describe } = require('./internal/failure.js')
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

/** Returns the options, with rewrites as pairs. */
const prepare = (options) => ({ ...options, rewrites: pairs(options.rewrites) })

/** Returns pairs of pattern and replacement. */
function pairs(rewrites) {
  if (typeof rewrites !== 'object' || rewrites === null) {
    throw new RansackOptionError(`\`rewrites\` must be an object or an array, not ${describe(rewrites)}`)
  }
  const pairs = Array.isArray(rewrites)
    ? rewrites.map((each) => [each?.pattern, each?.replacement])
    : Object.entries(rewrites)
  for (const text of pairs.flat()) {
    if (typeof text !== 'string') {
      throw new RansackOptionError(`\`rewrites\` must contain only strings, not ${describe(text)}`)
    }
  }
  return pairs
}

const operation = { start: native.astEdit, prepare, Batch: ChangeBatch, result, endsByItself: true }

const astEdit = answering('astEdit', operation)

module.exports = { astEdit }
