'use strict'

const { AsyncResource } = require('node:async_hooks')

const { setImmediate, soon } = require('./scheduling.js')
const { Task, inTurn } = require('./task.js')

/**
 * Starts a task whose answers are events without content, and calls `listener` for each, or once with the error that
 * ends the task. The task does not keep the event loop alive. `start` is as in a `Task`'s operation. Returns the function
 * that ends the task. Errors show the stack trace `at`.
 */
function listen(start, listener, at) {
  // The listener runs in the asynchronous context of the call.
  const run = AsyncResource.bind(() => {
    const found = task.ended ? undefined : task.fetch()
    if (found === undefined || found.report !== undefined) return
    try {
      listener(found.error)
    } catch (error) {
      // An uncaught exception, as from any listener.
      setImmediate(() => {
        throw error
      })
    }
    // Later, so that a listener which is slower than the events does not block the event loop.
    if (!task.ended) setImmediate(run)
  }, 'RANSACK')
  const task = new Task({ read: () => ({}), start }, undefined, () => inTurn(run), undefined, at)
  soon(run)
  return () => task.close()
}

module.exports = { listen }
