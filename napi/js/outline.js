'use strict'

const native = require('./internal/native.js')
const { collect } = require('./internal/collect.js')
const { withText } = require('./internal/content.js')
const { callerOf, call } = require('./internal/failure.js')
const { FileOperations, streaming } = require('./internal/files.js')
const { readOptions } = require('./internal/options.js')
const { DefinitionBatch, OutlineBatch, SkeletonBatch, TextOutlineBatch } = require('./internal/outline_batch.js')
const { FILE_SEARCH, OUTLINE, SYNTAX_FILES, TABLES } = require('./internal/tables.js')

/** Creates an operation over one file or text, as function of the package and as method of `Workspace`. */
function define(name, { query, Batch, empty }) {
  const { file, inWorkspace, text } = TABLES[name]

  const ofText = (options, at) => {
    const read = readOptions(text, options)
    return withText(read.source, read, at, (source, left) => {
      const given = { __proto__: null, ...left, source }
      const start = (waker, id, options) => native.structureOfText(waker, id, query(given), options)
      // Several batches are of one result, which each returns.
      return collect({ read: () => given, start, Batch, result: ([found]) => found }, options, undefined, at)
    })
  }

  const ofFile = async (handle, table, options, at) => {
    const start = (waker, id, { wait = true, ...read }) =>
      native.structureOfFile(handle, wait, waker, id, query(read), read)
    const result = ([found = empty()], report) => ({ ...found, report })
    return collect({ read: (given) => readOptions(table, given), start, Batch, result }, options, undefined, at)
  }

  const functions = {
    async [name](options) {
      const at = callerOf(functions[name])
      // The call reports what is wrong with options of another type.
      const isText = typeof options === 'object' && options !== null && 'source' in options
      return isText ? ofText(options, at) : ofFile(undefined, file, options, at)
    },
  }
  const methods = {
    async [name](options) {
      return ofFile(FileOperations.handleOf(this), inWorkspace, options, callerOf(methods[name]))
    },
  }
  Object.defineProperty(FileOperations.prototype, name, { value: methods[name], configurable: true, writable: true })
  return functions[name]
}

const outline = define('outline', {
  query: ({ keyDepth }) => call(native.outlineQuery, keyDepth),
  Batch: TextOutlineBatch,
  empty: () => ({ items: [] }),
})

const definition = define('definition', {
  query: ({ name, part }) => call(native.definitionQuery, name, part),
  Batch: DefinitionBatch,
  empty: () => ({ text: '' }),
})

const skeleton = define('skeleton', {
  query: ({ level, names }) => call(native.skeletonQuery, level, names),
  Batch: SkeletonBatch,
  empty: () => ({ text: '', elided: 0, tokens: 0, originalTokens: 0 }),
})

const outlineStream = streaming('outlineStream', {
  start: native.outlineStream,
  Batch: OutlineBatch,
  options: { ...FILE_SEARCH, ...SYNTAX_FILES, ...OUTLINE },
})

module.exports = {
  definition,
  outline,
  outlineStream,
  skeleton,
}
