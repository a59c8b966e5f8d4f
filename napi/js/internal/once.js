'use strict'

const { callerOf } = require('./failure.js')
const { soon } = require('./scheduling.js')
const { Task, hold, release } = require('./task.js')

const same = (value) => value

/**
 * Starts a task with a single answer and returns the promise of the answer, converted by `convert`.
 * `read` reads the options; `above` is the function whose caller errors name.
 */
function once({ read, start, convert = same }, options, above = once) {
  const at = callerOf(above)
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
        else settle(resolve, convert(found.answer))
      } catch (error) {
        settle(reject, error)
      }
    }
    const task = new Task({ read, start }, options, check, (error) => settle(reject, error), at)
    hold()
    // Deferred until the caller has the promise and can abort.
    soon(check)
  })
}

module.exports = { once }
