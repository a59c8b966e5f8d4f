'use strict'

// Operations over files: each has one native function, which searches a workspace if
// it is given one.

const { RansackOptionError } = require('./error.js')

const same = (options) => options

/**
 * Creates an operation over files.
 *
 * `native` takes the handle of a workspace or undefined, whether the call waits for
 * the workspace's first scan, the waker, the number of the task and the options, which
 * `prepare` converts. `fields` are the other fields of an operation, see `Task`.
 */
function fileOperation(native, fields, prepare = same) {
  const start = (waker, id, options) => native(undefined, true, waker, id, prepare(options))
  const startIn = (handle) => (waker, id, options) => native(handle, waitOf(options), waker, id, prepare(options))
  return { ...fields, start, startIn }
}

/** Returns the operation, bound to the workspace of `handle`. */
const inWorkspace = (operation, handle) => ({ ...operation, start: operation.startIn(handle) })

function waitOf({ wait }) {
  if (wait === undefined || wait === null) return true
  if (typeof wait === 'boolean') return wait
  throw new RansackOptionError('`wait` must be a boolean')
}

module.exports = { fileOperation, inWorkspace }
