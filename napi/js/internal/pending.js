'use strict'

const { soon } = require('./scheduling.js')
const { Task, hold, release } = require('./task.js')

/**
 * Starts a task and returns the promise of its result. `read`, `start` and `endsByItself` are as in a `Task`'s
 * operation. `onWake(call)` runs whenever the task has news, with `call.task`, `call.isSettled`, and
 * `call.resolve(value)` and `call.fail(error)`, of which only the first call counts. If `onWake` throws, the call fails
 * with the exception. Errors show the stack trace `at`.
 */
function pending({ read, start, endsByItself, at }, options, onWake) {
  // An exception in the executor rejects the promise.
  return new Promise((resolve, reject) => {
    const settle = (how, value) => {
      if (call.isSettled) return
      call.isSettled = true
      call.task.close()
      release()
      how(value)
    }
    const call = {
      isSettled: false,
      task: undefined,
      resolve: (value) => settle(resolve, value),
      fail: (error) => settle(reject, error),
    }
    const wake = () => {
      try {
        onWake(call)
      } catch (error) {
        call.fail(error)
      }
    }
    call.task = new Task({ read, start, endsByItself }, options, wake, call.fail, at)
    hold()
    // Deferred until the caller has the promise and can abort.
    soon(wake)
  })
}

module.exports = { pending }
