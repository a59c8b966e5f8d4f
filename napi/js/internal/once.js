'use strict'

const { callerOf, timedOut } = require('./failure.js')
const { now, soon } = require('./scheduling.js')
const { Task, hold, release } = require('./task.js')
const { inTurns } = require('./turns.js')

const same = (value) => value

/**
 * Starts a task with a single answer and returns the promise of the answer. `read` reads the options;
 * `convert` converts the answer at once, or if `steps` returns a generator, that does in turns of the
 * event loop.
 * `endsByItself` is that of a `Task`'s operation. Errors show the stack `at`.
 */
function once({ read, start, convert = same, steps, endsByItself, at = callerOf(once) }, options) {
  // An exception in the executor rejects the promise.
  return new Promise((resolve, reject) => {
    let isSettled = false
    const settle = (how, value) => {
      if (isSettled) return
      isSettled = true
      task.close()
      release()
      how(value)
    }
    const fail = (error) => settle(reject, error)
    const answer = (found) => {
      const work = steps?.(found)
      if (work === undefined) return settle(resolve, convert(found))
      const check = () => {
        if (!task.isPartial && now() >= task.deadline) throw task.failure(timedOut())
        // The signal has rejected the promise.
        if (isSettled) throw undefined
      }
      inTurns(work, check).then((value) => settle(resolve, value), fail)
    }
    const check = () => {
      try {
        const found = task.ended ? undefined : task.fetch()
        if (found === undefined) return
        if (found.error !== undefined) fail(found.error)
        else answer(found.answer)
      } catch (error) {
        fail(error)
      }
    }
    const task = new Task({ read, start, endsByItself }, options, check, fail, at)
    hold()
    // Deferred until the caller has the promise and can abort.
    soon(check)
  })
}

module.exports = { once }
