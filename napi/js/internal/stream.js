'use strict'

const native = require('./native.js')
const { callerOf } = require('./failure.js')
const { soon } = require('./scheduling.js')
const { Task, hold, inTurn, release } = require('./task.js')

/**
 * Ends the search of a stream that was collected as garbage. It releases the results and
 * directories that the search holds.
 */
const collected = new FinalizationRegistry((search) => search.stop())

/**
 * Bytes that a search may hold for its stream: results in order, and results that wait for earlier ones,
 * 8 MiB each. The engine knows of them, so that it collects streams that were dropped.
 */
const HELD = 16 * 2 ** 20

// Not a closure of the stream, which its promise would keep alive.
const ignore = () => {}

/** Report of a search that was ended before it started. */
const nothing = () => ({
  complete: false,
  stoppedBy: 'callback',
  filesSearched: 0,
  filesWithMatches: 0,
  totalMatches: 0,
  totalIsExact: false,
  skipped: [],
  noFilesMatchedScope: false,
  nextOffset: 0,
  snapshot: { mode: 'walk' },
})

/**
 * Asynchronous iterator over the matches of an operation, in batches. The first `next`
 * starts the search, so that an iterator that is never used costs nothing.
 */
class MatchStream {
  #search

  constructor(operation, options, above) {
    const report = new Promise((resolve, reject) => {
      this.#search = new Search(operation, options, resolve, reject, callerOf(above))
    })
    // Not an unhandled rejection: `next` reports the error too.
    report.catch(ignore)
    this.report = report
    collected.register(this, this.#search)
  }

  [Symbol.asyncIterator]() {
    return this
  }

  next() {
    // A promise that is not settled keeps the stream from being collected.
    return this.#search.next(this)
  }

  /** Stops the search; leaving a `for await` loop calls this. */
  async return(value) {
    this.#search.stop()
    return { value: await value, done: true }
  }

  async throw(error) {
    await this.return()
    throw error
  }

  async [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    await this.return()
  }
}

/** Search of a stream. Must not refer to the stream, except while a promise of `next` is not settled. */
class Search {
  #operation
  #options
  #at
  #task
  #over = false
  /** Error for the next call of `next`. */
  #error
  /** Calls of `next` that are not settled. */
  #waiting = []
  #resolve
  #reject

  constructor(operation, options, resolve, reject, at) {
    this.#operation = operation
    this.#options = options
    this.#resolve = resolve
    this.#reject = reject
    this.#at = at
  }

  next(stream) {
    return new Promise((resolve, reject) => {
      if (this.#over) {
        const error = this.#error
        this.#error = undefined
        if (error === undefined) resolve({ value: undefined, done: true })
        else reject(error.value)
        return
      }
      this.#waiting.push({ resolve, reject, stream })
      if (this.#waiting.length > 1) return
      if (!this.#start()) return
      hold()
      // Deferred until the caller has the promise, so that an abort right after the call
      // is always observed.
      soon(() => inTurn(this.#fetch))
    })
  }

  /** Ends the search; one that has not started does not start. */
  stop() {
    if (!this.#over) this.#end(this.#resolve, this.#task === undefined ? nothing() : this.#task.stop(0))
  }

  /** Starts the search if it has not started. Returns false if that fails. */
  #start() {
    if (this.#task !== undefined) return true
    try {
      const wake = () => inTurn(this.#fetch)
      this.#task = new Task(this.#operation, this.#options, wake, (error) => this.#fail(error), this.#at)
    } catch (error) {
      this.#fail(error)
      return false
    }
    this.#options = undefined
    native.accountMemory(HELD)
    return true
  }

  #fetch = () => {
    if (this.#over || this.#waiting.length === 0) return
    try {
      const found = this.#task.fetch()
      if (found === undefined) return
      if (found.error !== undefined) return this.#fail(found.error)
      if (found.report !== undefined) return this.#end(this.#resolve, found.report)
      const value = found.batch.rest()
      this.#waiting.shift().resolve({ value, done: false })
      if (this.#waiting.length === 0) release()
      else inTurn(this.#fetch)
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error) {
    if (this.#over) return
    const first = this.#waiting.shift()
    if (first === undefined) this.#error = { value: error }
    else first.reject(error)
    this.#end(this.#reject, error, first !== undefined)
  }

  #end(how, value, held = this.#waiting.length > 0) {
    this.#over = true
    if (held && this.#task !== undefined) release()
    if (this.#task !== undefined) {
      this.#task.close()
      native.accountMemory(-HELD)
    }
    for (const { resolve } of this.#waiting.splice(0)) resolve({ value: undefined, done: true })
    how(value)
  }
}

module.exports = { MatchStream }
