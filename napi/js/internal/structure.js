'use strict'

// Operations on one file or source text: `outline`, `definition`, `skeleton`, `imports`, `exports`, and changes to the
// imports in source text.

const native = require('./native.js')
const { RansackOptionError } = require('../error.js')
const { collect } = require('./collect.js')
const { own, withText } = require('./content.js')
const { declared } = require('./declared.js')
const { call, callerOf, fromFailure } = require('./failure.js')
const { FileOperations, streaming } = require('./files.js')
const { isObject, readOptions } = require('./options.js')
const { withoutCounts } = require('./result.js')
const { TABLES } = require('./tables.js')

/** Runs a query about source text in memory. */
function ofText({ table, query, Batch, result }, options, at) {
  const read = readOptions(table, options)
  return withText(read.source, read, at, (source, left) => {
    const given = { __proto__: null, ...left, source }
    const start = (waker, id, options) => native.structureOfText(waker, id, query(given), options)
    // Several batches may belong to one result, which each of them returns.
    return collect({ read: () => given, start, Batch, result }, options, undefined, at)
  })
}

/**
 * Returns the options of a call that takes either one object or two: the file or text, and the options for the query.
 */
const joined = (given, more) => (more === undefined || typeof given !== 'object' ? given : { ...given, ...more })

/** Creates an operation on one file or source text, as a function of the package and as a method of `Workspace`. */
function ofFileOrText(name, { query, Batch, empty }) {
  const { file, inWorkspace, text } = TABLES[name]

  const result = ([found = empty()], report) => ({ ...found, report: withoutCounts(report) })
  const ofFile = async (handle, table, options, at) => {
    const start = (waker, id, { wait = true, ...read }) =>
      native.structureOfFile(handle, wait, waker, id, query(read), read)
    return collect({ read: (given) => readOptions(table, given), start, Batch, result }, options, undefined, at)
  }

  const functions = {
    async [name](given, more) {
      const at = callerOf(functions[name])
      const options = joined(given, more)
      // The call reports invalid options of any other type.
      const isText = typeof options === 'object' && options !== null && 'source' in options
      return isText ? ofText({ table: text, query, Batch, result }, options, at) : ofFile(undefined, file, options, at)
    },
  }
  const methods = {
    async [name](given, more) {
      return ofFile(FileOperations.handleOf(this), inWorkspace, joined(given, more), callerOf(methods[name]))
    },
  }
  Object.defineProperty(FileOperations.prototype, name, { value: methods[name], configurable: true, writable: true })
  return functions[name]
}

/** Creates the form of an operation for source text that blocks the calling thread. */
function ofTextSync(name, { query, Batch }) {
  const table = TABLES[name].text
  return (options) => {
    if (isObject(options) && 'path' in options) {
      throw new RansackOptionError(`\`${name}Sync\` reads no files: give \`source\`, or call \`${name}\` with the path`)
    }
    const { source, signal, ...read } = readOptions(table, options)
    const found = call(native.structureOfTextSync, query(read), { __proto__: null, ...read, source: own(source) })
    if (found.error !== undefined) throw fromFailure(found.error)
    // Several batches may belong to one result, which each of them returns.
    const carried = {}
    const [result] = found.batches.map((batch) => new Batch(batch, carried).next())
    return { ...result, report: withoutCounts(found.report) }
  }
}

/** Creates a stream of answers about the files in scope. `options` are the options for the query. */
const ofEachFile = (name, { query, Batch, options }) =>
  streaming(name, {
    start: (handle, wait, waker, id, read) => native.structureStream(handle, wait, waker, id, query(read), read),
    Batch,
    options: { ...declared('StructureOptions').options, ...options },
  })

module.exports = { ofEachFile, ofFileOrText, ofText, ofTextSync }
