'use strict'

const { RansackOptionError } = require('./error.js')
const { Task, hold, inTurn, isTurnOver, release } = require('./task.js')

/** How many matches are kept between two looks at the clock. */
const KEEP = 32

/** The promise of an operation's result. */
function collect(operation, options, onMatch) {
  // What is thrown in here rejects.
  return new Promise((resolve, reject) => {
    if (onMatch !== undefined && onMatch !== null && typeof onMatch !== 'function') {
      throw new RansackOptionError('`onMatch` must be a function')
    }
    const { run } = new Collection(operation, options, onMatch ?? undefined, resolve, reject)
    // Not before the caller has the promise: a callback is never called, and a
    // signal never too late, by chance.
    queueMicrotask(run)
  })
}

class Collection {
  constructor(operation, options, onMatch, resolve, reject) {
    this.operation = operation
    this.onMatch = onMatch
    this.resolve = resolve
    this.reject = reject
    this.matches = []
    this.batch = undefined
    this.run = this.run.bind(this)
    const wake = () => inTurn(this.run)
    this.task = new Task(operation, options, wake, (error) => this.settle(reject, error))
    hold()
  }

  settle(how, value) {
    this.task.close()
    this.batch = undefined
    release()
    how(value)
  }

  /** Works until there is nothing to do, or until it is others' turn. */
  run() {
    try {
      while (!this.task.ended) {
        if (this.batch === undefined) {
          const found = this.task.fetch()
          if (found === undefined) return
          if (found.error !== undefined) return this.settle(this.reject, found.error)
          if (found.report !== undefined) return this.finish(found.report)
          this.batch = found.batch
        }
        if (!(this.onMatch === undefined ? this.keep() : this.deliver())) return
        if (this.batch?.done) this.batch = undefined
      }
    } catch (error) {
      if (!this.task.ended) this.settle(this.reject, error)
    }
  }

  /** False if the rest has to wait. */
  keep() {
    const { batch, matches } = this
    while (!batch.done) {
      for (let i = 0; i < KEEP && !batch.done; i++) matches.push(batch.next())
      if (isTurnOver()) {
        inTurn(this.run)
        return false
      }
    }
    return true
  }

  deliver() {
    const { batch, onMatch, task } = this
    while (!batch.done) {
      const answer = onMatch(batch.next())
      // By the callback's own doing.
      if (task.ended) return false
      if (answer === false) {
        this.finish(task.stop(batch.rest().length))
        return false
      }
      if (typeof answer?.then === 'function') {
        this.pause(answer)
        return false
      }
      if (isTurnOver()) {
        inTurn(this.run)
        return false
      }
    }
    return true
  }

  /** Goes on when an asynchronous callback has. */
  pause(answer) {
    answer.then(
      (value) => {
        if (this.task.ended) return
        if (value === false) this.finish(this.task.stop(this.batch.rest().length))
        else inTurn(this.run)
      },
      (error) => {
        if (!this.task.ended) this.settle(this.reject, error)
      },
    )
  }

  finish(report) {
    this.settle(this.resolve, this.operation.result(this.matches, report))
  }
}

module.exports = { collect }
