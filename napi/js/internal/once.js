'use strict'

const { callerOf, timedOut } = require('./failure.js')
const { pending } = require('./pending.js')
const { now } = require('./scheduling.js')
const { inTurns } = require('./turns.js')

const same = (value) => value

/**
 * Starts a task with a single answer and returns the promise of the answer. `read` reads the options. `convert`
 * converts the answer at once; if `steps` returns a generator, the generator converts the answer in turns of the event
 * loop. `endsByItself` is as in a `Task`'s operation. Errors show the stack trace `at`.
 */
function once({ read, start, convert = same, steps, endsByItself, at = callerOf(once) }, options) {
  return pending({ read, start, endsByItself, at }, options, (call) => {
    const { task, resolve, fail } = call
    const found = task.ended ? undefined : task.fetch()
    if (found === undefined) return
    if (found.error !== undefined) return fail(found.error)
    const work = steps?.(found.answer)
    if (work === undefined) return resolve(convert(found.answer))
    const check = () => {
      if (!task.isPartial && now() >= task.deadline) throw task.failure(timedOut())
      // The signal has already rejected the promise.
      if (call.isSettled) throw undefined
    }
    inTurns(work, check).then(resolve, fail)
  })
}

module.exports = { once }
