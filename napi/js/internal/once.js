'use strict'

const { Task, hold, release } = require('./task.js')

/**
 * Starts a task with a single answer and returns the promise of the answer, converted by `read`.
 * `endsByItself` is that of a `Task`'s operation.
 */
function once(start, options, read, endsByItself = false) {
  // An exception in the executor rejects the promise.
  return new Promise((resolve, reject) => {
    const settle = (how, value) => {
      task.close()
      release()
      how(value)
    }
    const check = () => {
      try {
        const found = task.ended ? undefined : task.fetch()
        if (found === undefined) return
        if (found.error !== undefined) settle(reject, found.error)
        else settle(resolve, read(found.answer))
      } catch (error) {
        settle(reject, error)
      }
    }
    const task = new Task({ start, endsByItself }, options, check, (error) => settle(reject, error))
    hold()
    // Deferred until the caller has the promise and can abort.
    queueMicrotask(check)
  })
}

module.exports = { once }
