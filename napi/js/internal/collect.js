'use strict'

const { RansackOptionError } = require('../error.js')
const { Task, hold, inTurn, isTurnOver, release } = require('./task.js')

/** Number of matches read between two checks of the clock. */
const CHECK_INTERVAL = 32

/** Runs an operation and returns the promise of its result. */
function collect(operation, options, onMatch) {
  // An exception in the executor rejects the promise.
  return new Promise((resolve, reject) => {
    if (onMatch !== undefined && onMatch !== null && typeof onMatch !== 'function') {
      throw new RansackOptionError('`onMatch` must be a function')
    }
    const { run } = new Collection(operation, options, onMatch ?? undefined, resolve, reject)
    // Deferred until the caller has the promise, so that callbacks never run before
    // `grep` returns and an abort right after the call is always observed.
    queueMicrotask(run)
  })
}

/** Call that collects matches into an array or passes them to a callback. */
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

  /** Reads matches until none is available or until the turn is over. */
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
        if (!(this.onMatch === undefined ? this.store() : this.deliver())) return
        if (this.batch?.done) this.batch = undefined
      }
    } catch (error) {
      if (!this.task.ended) this.settle(this.reject, error)
    }
  }

  /** Stores the matches of a batch. Returns false if the turn is over before its end. */
  store() {
    const { batch, matches } = this
    while (!batch.done) {
      for (let i = 0; i < CHECK_INTERVAL && !batch.done; i++) matches.push(batch.next())
      if (isTurnOver()) {
        inTurn(this.run)
        return false
      }
    }
    return true
  }

  /** Passes the matches of a batch to the callback. Returns false if it pauses or ends the call. */
  deliver() {
    const { batch, onMatch, task } = this
    while (!batch.done) {
      const answer = onMatch(batch.next())
      // The callback aborted the call.
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

  /** Continues when the promise of an asynchronous callback settles. */
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
