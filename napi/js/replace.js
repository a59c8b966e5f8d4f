'use strict'

const native = require('./internal/native.js')
const { small } = require('./internal/batch.js')
const { ChangeBatch, withTextEdits } = require('./internal/change_batch.js')
const { FILE, TEXT_EDIT } = require('./internal/code.js')
const { declared } = require('./internal/declared.js')
const { answering } = require('./internal/files.js')
const { list, replacedPattern } = require('./internal/options.js')
const { withoutCounts } = require('./internal/result.js')
const { documentEdit } = require('./internal/workspace_edit.js')

/** Batch of replacements of matches, followed by text edits and by files with replacements. */
class ReplacedMatchBatch extends ChangeBatch {
  next() {
    const { numbers, strings } = this
    if (numbers[this.n] & (FILE | TEXT_EDIT)) return super.next()
    const { byteStart, byteEnd, startLine, startColumn, endLine, endColumn, start, end } = this.location()
    const change = {
      path: this.path,
      before: strings[this.s++],
      after: strings[this.s++],
      byteStart,
      byteEnd,
      startLine,
      startColumn,
      endLine,
      endColumn,
      range: { start, end },
      pattern: small(numbers[this.n++]),
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
  const fileChanges = withTextEdits(changes, summary.filesTouched)
  const result = { changes, fileChanges, ...summary, report: withoutCounts(summary.report) }
  if (!summary.applied) result.workspaceEdit = { documentChanges: fileChanges.map(documentEdit) }
  return result
}

const operation = {
  start: native.replace,
  Batch: ReplacedMatchBatch,
  result,
  endsByItself: true,
  ...declared('ReplaceOptions', { pattern: replacedPattern, patterns: list(replacedPattern) }),
}

const replace = answering('replace', operation)

module.exports = { replace }
