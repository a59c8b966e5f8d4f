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

function patchFiles(handle, table, options, at) {
  const read = (given) => readOptions(table, given)
  const start = (waker, id, { wait = true, ...left }) => native.applyPatch(handle, wait, waker, id, left)
  return collect({ read, start, Batch: ChangeBatch, result, endsByItself: true }, options, undefined, at)
}

const { plain, inWorkspace } = TABLES.applyPatch

async function applyPatch(options) {
  return patchFiles(undefined, plain, options, callerOf(applyPatch))
}

const methods = {
  async applyPatch(options) {
    const at = callerOf(methods.applyPatch)
    return patchFiles(FileOperations.handleOf(this), inWorkspace, options, at)
  },
}
Object.defineProperty(FileOperations.prototype, 'applyPatch', {
  value: methods.applyPatch,
  configurable: true,
  writable: true,
})

module.exports = { applyPatch }
