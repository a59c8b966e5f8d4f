'use strict'

const native = require('./native.js')
const { small } = require('./batch.js')
const { CodeBatch, parseErrors } = require('./code.js')
const { collect } = require('./collect.js')
const { RansackOptionError, describe } = require('./error.js')
const { fileOperation } = require('./files.js')

// Same as `Flags` in src/ast/edit.rs, which documents the layout.
const PATH = 1
const LANGUAGE = 2
const ROOT = 4

/** Batch of replacements. */
class ChangeBatch extends CodeBatch {
  next() {
    const { numbers, strings } = this
    const flags = numbers[this.n++]
    const rewrite = small(numbers[this.n++])
    const pass = small(numbers[this.n++])
    const range = this.range()
    const root = flags & ROOT ? small(numbers[this.n++]) : undefined
    if (flags & PATH) this.readPath()
    if (flags & LANGUAGE) this.language = strings[this.s++]
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
    if (root !== undefined) change.root = root
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

const operation = fileOperation(native.astEdit, { Batch: ChangeBatch, result, endsByItself: true }, prepare)

const astEdit = (options) => collect(operation, options)

module.exports = { astEdit, operation }
