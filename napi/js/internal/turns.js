'use strict'

const { inTurn, isTurnOver } = require('./task.js')

/**
 * Runs a generator in turns, so that long work does not block the event loop, and returns the promise of the
 * generator's result. `check` runs before each step and throws to end the work.
 */
function inTurns(steps, check) {
  return new Promise((resolve, reject) => {
    const run = () => {
      try {
        for (;;) {
          check()
          const { done, value } = steps.next()
          if (done) return resolve(value)
          if (isTurnOver()) return inTurn(run)
        }
      } catch (error) {
        reject(error)
      }
    }
    inTurn(run)
  })
}

/** Number of items that `collectInSteps` creates between two checks of the clock. */
const STEP = 512

/** Maximum length at which the engine allocates an array as one block. */
const MAX_BLOCK = 1 << 25

/** Creates an array of `length` items in steps. */
function* collectInSteps(length, make) {
  // Allocated once, since growing an array copies it as a whole each time.
  const items = length <= MAX_BLOCK ? new Array(length) : []
  for (let i = 0; i < length; i++) {
    items[i] = make(i)
    if (i % STEP === STEP - 1) yield
  }
  return items
}

module.exports = { collectInSteps, inTurns }
