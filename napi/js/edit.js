'use strict'

const native = require('./internal/native.js')
const { ChangeBatch, withTextEdits } = require('./internal/change_batch.js')
const { collect } = require('./internal/collect.js')
const { callerOf } = require('./internal/failure.js')
const { FileOperations } = require('./internal/files.js')
const { readOptions } = require('./internal/options.js')
const { withoutCounts } = require('./internal/result.js')
const { TABLES } = require('./internal/tables.js')
const { documentChanges } = require('./internal/workspace_edit.js')

function result(items, summary) {
  const fileChanges = withTextEdits(items, summary.filesTouched)
  const result = { fileChanges, ...summary, report: withoutCounts(summary.report) }
  if (!summary.applied) result.workspaceEdit = { documentChanges: documentChanges(fileChanges) }
  return result
}

function editFiles(handle, table, options, at) {
  const read = (given) => readOptions(table, given)
  const start = (waker, id, { wait = true, ...left }) => native.edit(handle, wait, waker, id, left)
  return collect({ read, start, Batch: ChangeBatch, result, endsByItself: true }, options, undefined, at)
}

const { plain, inWorkspace } = TABLES.edit

async function edit(options) {
  return editFiles(undefined, plain, options, callerOf(edit))
}

const methods = {
  async edit(options) {
    const at = callerOf(methods.edit)
    return editFiles(FileOperations.handleOf(this), inWorkspace, options, at)
  },
}
Object.defineProperty(FileOperations.prototype, 'edit', { value: methods.edit, configurable: true, writable: true })

module.exports = { edit }
