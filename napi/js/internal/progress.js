'use strict'

const { AsyncResource } = require('node:async_hooks')

const { soon } = require('./scheduling.js')
const { Task, hold, release } = require('./task.js')

/**
 * Starts a task whose answers are progress, passes them to the option `onProgress`, and returns the promise
 * of its end. `read` reads the options, `start` is that of a `Task`'s operation. Errors show the stack `at`.
 */
function withProgress({ read, start, at }, options) {
  // An exception in the executor rejects the promise.
  return new Promise((resolve, reject) => {
    let isSettled = false
    let onProgress
    const readAll = (given) => {
      const { onProgress: callback, ...rest } = read(given)
      onProgress = callback
      return rest
    }
    const settle = (how, value) => {
      if (isSettled) return
      isSettled = true
      task.close()
      release()
      how(value)
    }
    const fail = (error) => settle(reject, error)
    const deliver = (progress) => {
      const answer = onProgress?.(progress)
      if (typeof answer?.then === 'function') answer.then(undefined, fail)
    }
    const run = () => {
      try {
        while (!task.ended) {
          const found = task.fetch()
          if (found === undefined) return
          if (found.error !== undefined) fail(found.error)
          else if (found.report !== undefined) settle(resolve)
          else deliver(found.answer)
        }
      } catch (error) {
        fail(error)
      }
    }
    // The callback runs in the asynchronous context of the call.
    const wake = AsyncResource.bind(run, 'RANSACK')
    const task = new Task({ read: readAll, start }, options, wake, fail, at)
    hold()
    // Deferred until the caller has the promise and can abort.
    soon(wake)
  })
}

module.exports = { withProgress }
