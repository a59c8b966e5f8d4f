'use strict'

const native = require('./internal/native.js')
const { small } = require('./internal/batch.js')
const { CodeBatch, FILE, LANGUAGE, ROOT, UNSETTLED, parseErrors } = require('./internal/code.js')
const { describe } = require('./internal/describe.js')
const { answering } = require('./internal/files.js')
const { UNFIT, bool, isObject, limit, limitByDefault, pairsOf, reader, string } = require('./internal/options.js')
const { FILES, JOURNAL, SYNTAX_FILES, SYNTAX_QUERY } = require('./internal/tables.js')
const { RansackOptionError } = require('./error.js')

/** Batch of replacements, and behind them of files with replacements. */
class ChangeBatch extends CodeBatch {
  next() {
    const { numbers, strings } = this
    if (numbers[this.n] & FILE) return this.file()
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

  file() {
    const { numbers } = this
    const flags = numbers[this.n++]
    const file = { path: this.strings[this.s++], count: small(numbers[this.n++]) }
    if (flags & ROOT) file.root = small(numbers[this.n++])
    if (flags & UNSETTLED) file.unsettled = true
    if (this.bytes !== undefined) file.pathBytes = this.raw(numbers[this.n++])
    return file
  }
}

function result(changes, summary) {
  const fileChanges = changes.splice(changes.length - summary.filesTouched)
  const result = { changes, fileChanges, ...summary }
  const errors = parseErrors(summary.report)
  if (errors.length > 0) result.parseErrors = errors
  return result
}

// Rewrites are pairs for native code.
const rewrites = reader('an object, a Map or an array of pairs', (value, name) => {
  const wrong = (item) => {
    throw new RansackOptionError(`\`${name}\` must contain only strings, not ${describe(item)}`)
  }
  const checked = (pair) => {
    for (const text of pair) if (typeof text !== 'string') wrong(text)
    return pair
  }
  if (!Array.isArray(value)) {
    const pairs = pairsOf(value)
    return pairs === UNFIT ? UNFIT : pairs.map(checked)
  }
  return Array.from(value, (each) => {
    if (!isObject(each)) return wrong(each)
    return checked(Array.isArray(each) ? [each[0], each[1]] : [each.pattern, each.replacement])
  })
})

const { selector, strictness } = SYNTAX_QUERY
const options = {
  ...FILES,
  ...SYNTAX_FILES,
  ...JOURNAL,
  rewrites,
  selector,
  strictness,
  dryRun: bool,
  preview: string,
  repeat: limitByDefault,
  maxReplacements: limit,
  maxFiles: limit,
  failOnParseError: bool,
  allowSyntaxErrors: bool,
}
const required = ['rewrites']
const operation = { start: native.astEdit, Batch: ChangeBatch, result, endsByItself: true, options, required }

const astEdit = answering('astEdit', operation)

module.exports = { astEdit }
