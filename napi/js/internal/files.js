'use strict'

// File operations: each is a function of the package and a method of `Workspace`. An operation is an object with the
// fields of a `Task`'s operation and two more. The first two arguments of the native function `start` are the handle of
// a workspace and whether the call waits for the workspace's initial scan. The field `options` contains the readers of
// the operation's options by name, and `required` contains the names of the options without a default.

const { RansackOptionError } = require('../error.js')
const { collect } = require('./collect.js')
const { aborted, call, fromFailure } = require('./failure.js')
const { UNFIT, bool, readOptional, readOptions, reader, table } = require('./options.js')
const { reasonOf } = require('./signal.js')
const { MatchStream } = require('./stream.js')

/**
 * Option tables of each operation, by name: one for the function and one for the method. The method uses the
 * workspace's file list in place of the cache.
 */
const OPERATIONS = {}

/** Maximum number of results per batch of a stream. */
const LARGEST_BATCH = 65_536
const batchSize = reader('a whole number from 1 to 65536, or Infinity for the largest batches', (value) => {
  if (value === Infinity) return LARGEST_BATCH
  return Number.isInteger(value) && value >= 1 && value <= LARGEST_BATCH ? value : UNFIT
})

/** Base class of `Workspace`, with a method for each operation. */
class FileOperations {
  #handle

  constructor(handle) {
    this.#handle = handle
  }

  /** Returns the native handle of a workspace. */
  static handleOf(workspace) {
    if (typeof workspace === 'object' && workspace !== null && #handle in workspace) return workspace.#handle
    throw new RansackOptionError('`this` must be a Workspace')
  }
}

/**
 * Returns the operation in the form that a `Task` needs. The operation runs in the workspace of `handle` or, without a
 * handle, in the file system.
 */
function inWorkspace(handle, table, { start, ...fields }) {
  return {
    ...fields,
    read: table.required.length === 0 ? (options) => readOptional(table, options) : (options) => readOptions(table, options),
    start: (...args) => {
      const { wait = true, ...options } = args.pop()
      return start(handle, wait, ...args, options)
    },
  }
}

/**
 * Creates the function `name` of an operation and the `Workspace` method of the same name. `run` takes the
 * operation and the caller's arguments.
 */
function define(name, { options, required, ...operation }, run) {
  const { cache, ...shared } = options
  const tables = { plain: table(options, required), inWorkspace: table({ ...shared, wait: bool }, required) }
  OPERATIONS[name] = tables
  const plain = inWorkspace(undefined, tables.plain, operation)
  method(name, (handle, ...args) => run(inWorkspace(handle, tables.inWorkspace, operation), ...args))
  const functions = { [name]: (...args) => run(plain, ...args) }
  return functions[name]
}

/** Defines the `Workspace` method `name`. `run` takes the native handle of the workspace and the caller's arguments. */
function method(name, run) {
  // Defined as a method so that stack traces show its name.
  const methods = {
    [name](...args) {
      return run(FileOperations.handleOf(this), ...args)
    },
  }
  Object.defineProperty(FileOperations.prototype, name, { value: methods[name], configurable: true, writable: true })
}

/** Creates the function of an operation that blocks the calling thread until all matches are available. */
const blocking = (name, operation) =>
  define(name, operation, ({ read, start, Batch, result }, given) => {
    const { signal, ...options } = read(given)
    if (signal?.aborted) throw aborted(reasonOf(signal))
    const found = call(start, options)
    if (found.error !== undefined) throw fromFailure(found.error, options)
    return result(new Batch(found).rest(), found.report)
  })

/** Creates the function of an operation that takes options and `onMatch` and returns a promise. */
const collecting = (name, operation) => define(name, operation, collect)

/** Creates the function of an operation that takes options and returns a promise. */
const answering = (name, operation) => define(name, operation, (bound, options) => collect(bound, options))

/** Creates the function of an operation that returns a stream. */
const streaming = (name, operation) =>
  define(name, { ...operation, options: { ...operation.options, batchSize } }, function stream(bound, options) {
    return new MatchStream(bound, options, stream)
  })

module.exports = { FileOperations, OPERATIONS, answering, blocking, collecting, method, streaming }
