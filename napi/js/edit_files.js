'use strict'

const native = require('./internal/native.js')
const { ChangeBatch, withTextEdits } = require('./internal/change_batch.js')
const { FILE_EDIT } = require('./internal/file_edit.js')
const { answering } = require('./internal/files.js')
const { bool, list, path, string } = require('./internal/options.js')
const { withoutCounts } = require('./internal/result.js')
const { CALL, CONTENT, WAIT } = require('./internal/tables.js')
const { documentChanges } = require('./internal/workspace_edit.js')

function result(items, summary) {
  const fileChanges = withTextEdits(items, summary.filesTouched)
  const result = { fileChanges, ...summary, report: withoutCounts(summary.report) }
  if (!summary.applied) result.workspaceEdit = { documentChanges: documentChanges(fileChanges) }
  return result
}

const options = {
  ...CALL,
  ...CONTENT,
  ...WAIT,
  // Read before the edits, whose paths are optional with it.
  path,
  edits: list(FILE_EDIT),
  tolerant: bool,
  dryRun: bool,
  preview: string,
  bytes: bool,
}
const operation = { start: native.edit, Batch: ChangeBatch, result, endsByItself: true, options, required: ['edits'] }

const edit = answering('edit', operation)

module.exports = { edit }
