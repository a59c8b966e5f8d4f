'use strict'

const { Task, hold, release } = require('./task.js')

/** The promise of the one answer that `start` leads to, read with `read`. */
function once(start, options, read) {
  // What is thrown in here rejects.
  return new Promise((resolve, reject) => {
    const settle = (how, value) => {
      task.close()
      release()
      how(value)
    }
    const look = () => {
      try {
        const found = task.ended ? undefined : task.fetch()
        if (found === undefined) return
        if (found.error !== undefined) settle(reject, found.error)
        else settle(resolve, read(found.answer))
      } catch (error) {
        settle(reject, error)
      }
    }
    const task = new Task({ start }, options, look, (error) => settle(reject, error))
    hold()
    // Not before the caller has the promise and can abort.
    queueMicrotask(look)
  })
}

module.exports = { once }
