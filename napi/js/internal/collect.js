'use strict'

const { AsyncResource } = require('node:async_hooks')

const { callerOf, timedOut } = require('./failure.js')
const { unfit } = require('./options.js')
const { clearTimeout, now, setTimeout, soon } = require('./scheduling.js')
const { Task, hold, inTurn, isTurnOver, release } = require('./task.js')

/** Number of matches to read between two checks of the clock. */
const CHECK_INTERVAL = 32

/** Maximum delay of a timer in milliseconds. */
const MAX_TIMER = 0x7fffffff

/** Runs an operation and returns the promise of its result. Errors show the stack trace `at`. */
function collect(operation, options, onMatch, at = callerOf(collect)) {
  // An exception in the executor rejects the promise.
  return new Promise((resolve, reject) => {
    const isCall = options === undefined || typeof options === 'object'
    if (isCall && onMatch !== undefined && onMatch !== null && typeof onMatch !== 'function') {
      unfit('onMatch', 'a function', onMatch)
    }
    const { run } = new Collection(operation, options, onMatch ?? undefined, resolve, reject, at)
    // Deferred until the caller has the promise, so callbacks never run before `grep` returns and an abort right
    // after the call is always observed.
    soon(run)
  })
}

/** Call that collects matches into an array or passes them to a callback. */
class Collection {
  constructor(operation, options, onMatch, resolve, reject, at) {
    this.operation = operation
    this.onMatch = onMatch
    this.resolve = resolve
    this.reject = reject
    this.matches = []
    this.batch = undefined
    this.isPaused = false
    this.isSettled = false
    this.timer = undefined
    this.run = this.run.bind(this)
    // The callback runs in the asynchronous context of the call, regardless of which call woke this one.
    if (onMatch !== undefined) this.run = AsyncResource.bind(this.run, 'RANSACK')
    const wake = () => inTurn(this.run)
    this.task = new Task(operation, options, wake, (error) => this.settle(reject, error), at)
    hold()
  }

  settle(how, value) {
    if (this.isSettled) return
    this.isSettled = true
    this.task.close()
    this.batch = undefined
    clearTimeout(this.timer)
    release()
    how(value)
  }

  /** Reads matches until no more are available or the turn is over. */
  run() {
    this.attempt(() => {
      while (!this.task.ended && !this.isPaused) {
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
    })
  }

  /** Runs a step; an exception ends the call. */
  attempt(step) {
    try {
      step()
    } catch (error) {
      this.settle(this.reject, error)
    }
  }

  /** Stores the matches of a batch. Returns false if the turn is over before the end of the batch. */
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

  /** Passes the matches of a batch to the callback. Returns false if the callback pauses or ends the call. */
  deliver() {
    const { batch, onMatch, task } = this
    while (!batch.done) {
      if (now() >= task.deadline) {
        this.expire()
        return false
      }
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

  /** Continues when the promise of an asynchronous callback settles, or ends at the deadline. */
  pause(answer) {
    this.isPaused = true
    const left = this.task.deadline - now()
    if (left < MAX_TIMER) this.timer = setTimeout(() => this.attempt(() => this.expire()), Math.max(0, Math.ceil(left)))
    answer.then(
      (value) => {
        if (!this.resume()) return
        if (value === false) this.attempt(() => this.finish(this.task.stop(this.unread())))
        else inTurn(this.run)
      },
      (error) => {
        if (this.resume()) this.settle(this.reject, error)
      },
    )
  }

  /** Ends a pause. Returns false if the call has ended or already continued. */
  resume() {
    if (this.task.ended || !this.isPaused) return false
    this.isPaused = false
    clearTimeout(this.timer)
    return true
  }

  /** Ends the call at its deadline; no callback runs afterwards. */
  expire() {
    const { task } = this
    if (task.ended) return
    if (!task.isPartial) return this.settle(this.reject, task.failure(timedOut()))
    const report = task.stop(this.unread())
    this.finish({ ...report, complete: false, stoppedBy: 'timeout' })
  }

  /** Number of matches that have been fetched but not passed on. */
  unread() {
    return this.batch === undefined ? 0 : this.batch.rest().length
  }

  finish(report) {
    this.settle(this.resolve, this.operation.result(this.matches, report))
  }
}

module.exports = { collect }
