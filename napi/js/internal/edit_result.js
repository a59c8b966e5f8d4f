'use strict'

const { withTextEdits } = require('./change_batch.js')
const { parseErrors } = require('./code.js')
const { withoutCounts } = require('./result.js')
const { documentEdit } = require('./workspace_edit.js')

/** Returns the result of an edit of code: its changes, their files, and, before they are applied, edits for an editor. */
function editResult(changes, summary) {
  const fileChanges = withTextEdits(changes, summary.filesTouched)
  const result = { changes, fileChanges, ...summary, report: withoutCounts(summary.report) }
  if (!summary.applied) {
    result.workspaceEdit = { documentChanges: fileChanges.map(documentEdit) }
  }
  const errors = parseErrors(summary.report)
  if (errors.length > 0) result.parseErrors = errors
  return result
}

module.exports = { editResult }
