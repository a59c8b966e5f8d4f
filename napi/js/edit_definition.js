'use strict'

const native = require('./internal/native.js')
const { ChangeBatch } = require('./internal/change_batch.js')
const { collect } = require('./internal/collect.js')
const { editResult } = require('./internal/edit_result.js')
const { callerOf } = require('./internal/failure.js')
const { FileOperations } = require('./internal/files.js')
const { readOptions } = require('./internal/options.js')
const { TABLES } = require('./internal/tables.js')
const { RansackOptionError } = require('./error.js')

/** Gives each edit the call's path unless the edit has its own path. Native code takes edits as lists of fields. */
function withPaths({ path, ...read }) {
  const edits = read.edits.map((edit, i) => {
    const { path: own = path, name = '', action, part, place, text, target, targetPath, imports, ifVersion } = edit
    if (own === undefined) throw new RansackOptionError(`\`edits[${i}].path\` must be given, or \`path\` for the call`)
    return [own, name, action, part, place, text, target, targetPath, imports, ifVersion]
  })
  return { __proto__: null, ...read, edits }
}

function editDefinitions(handle, table, options, at) {
  const read = (given) => withPaths(readOptions(table, given))
  const start = (waker, id, { wait = true, ...left }) => native.editDefinition(handle, wait, waker, id, left)
  return collect({ read, start, Batch: ChangeBatch, result: editResult, endsByItself: true }, options, undefined, at)
}

const { plain, inWorkspace } = TABLES.editDefinition

async function editDefinition(options) {
  return editDefinitions(undefined, plain, options, callerOf(editDefinition))
}

const methods = {
  async editDefinition(options) {
    const at = callerOf(methods.editDefinition)
    return editDefinitions(FileOperations.handleOf(this), inWorkspace, options, at)
  },
}
Object.defineProperty(FileOperations.prototype, 'editDefinition', {
  value: methods.editDefinition, configurable: true, writable: true,
})

module.exports = { editDefinition }
