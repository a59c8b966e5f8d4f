'use strict'

const { AsyncResource } = require('node:async_hooks')

const { pending } = require('./pending.js')

/**
 * Starts a task whose answers report progress, passes the answers to the option `onProgress`, and returns a promise
 * that settles when the task ends. `read` reads the options; `start` is as in a `Task`'s operation. Errors show the
 * stack trace `at`.
 */
function withProgress({ read, start, at }, options) {
  let onProgress
  const readAll = (given) => {
    const { onProgress: callback, ...rest } = read(given)
    onProgress = callback
    return rest
  }
  const deliver = (progress, fail) => {
    const answer = onProgress?.(progress)
    if (typeof answer?.then === 'function') answer.then(undefined, fail)
  }
  // The callback runs in the asynchronous context of the call.
  const onWake = AsyncResource.bind(({ task, resolve, fail }) => {
    while (!task.ended) {
      const found = task.fetch()
      if (found === undefined) return
      if (found.error !== undefined) fail(found.error)
      else if (found.report !== undefined) resolve()
      else deliver(found.answer, fail)
    }
  }, 'RANSACK')
  return pending({ read: readAll, start, at }, options, onWake)
}

module.exports = { withProgress }
