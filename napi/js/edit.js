'use strict'

const native = require('./internal/native.js')
const { ChangeBatch, withTextEdits } = require('./internal/change_batch.js')
const { parseErrors } = require('./internal/code.js')
const { collect } = require('./internal/collect.js')
const { declared } = require('./internal/declared.js')
const { callerOf } = require('./internal/failure.js')
const { FileOperations, answering } = require('./internal/files.js')
const { isObject, pairs, readOptions, readValue, reader, string, unfit } = require('./internal/options.js')
const { withoutCounts } = require('./internal/result.js')
const { TABLES } = require('./internal/tables.js')
const { documentEdit } = require('./internal/workspace_edit.js')
const { RansackOptionError } = require('./error.js')

function result(changes, summary) {
  const fileChanges = withTextEdits(changes, summary.filesTouched)
  const result = { changes, fileChanges, ...summary, report: withoutCounts(summary.report) }
  if (!summary.applied) {
    result.workspaceEdit = { documentChanges: fileChanges.map(documentEdit) }
  }
  const errors = parseErrors(summary.report)
  if (errors.length > 0) result.parseErrors = errors
  return result
}

// Native code takes rewrites as pairs.
const REWRITES = pairs(string)
const rewrites = reader('an object, a Map or an array of pairs', (value, name) => {
  if (!Array.isArray(value)) return REWRITES.read(value, name)
  return Array.from(value, (each, i) => {
    const element = `${name}[${i}]`
    if (!isObject(each)) unfit(element, 'a pair of strings or an object with `pattern` and `replacement`', each)
    const parts = Array.isArray(each) ? ['[0]', '[1]'] : ['.pattern', '.replacement']
    const texts = Array.isArray(each) ? [each[0], each[1]] : [each.pattern, each.replacement]
    return texts.map((text, part) => readValue(string, element + parts[part], text))
  })
})

const operation = {
  start: native.astEdit,
  Batch: ChangeBatch,
  result,
  endsByItself: true,
  ...declared('AstEditOptions', { rewrites }),
}

const astEdit = answering('astEdit', operation)

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
  return collect({ read, start, Batch: ChangeBatch, result, endsByItself: true }, options, undefined, at)
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

module.exports = {
  astEdit,
  editDefinition,
}
