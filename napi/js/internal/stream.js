'use strict'

const native = require('./native.js')
const { callerOf } = require('./failure.js')
const { soon } = require('./scheduling.js')
const { Task, hold, inTurn, isTurnOver, release } = require('./task.js')

/**
 * Ends the search of a garbage-collected stream. Releases the results and directories that the search holds.
 */
const collected = new FinalizationRegistry((search) => search.stop())

/**
 * Number of bytes that a search may hold for its stream: 8 MiB of results in order, and 8 MiB of results that wait for
 * earlier results. Reported to the engine, so that it collects dropped streams.
 */
const HELD = 16 * 2 ** 20

// Not a closure of the stream, since its promise would keep the stream alive.
const ignore = () => {}

/** Report of a search that ended before it started. */
const nothing = () => ({
  complete: false,
  stoppedBy: 'callback',
  filesSearched: 0,
  filesWithMatches: 0,
  totalMatches: 0,
  totalIsExact: false,
  skipped: [],
  ignored: 0,
  noFilesMatchedScope: false,
  nextOffset: 0,
  snapshot: { mode: 'walk' },
  index: { used: false, candidates: 0, alwaysScanned: 0 },
  waitedMs: 0,
})

/**
 * Asynchronous iterator over the matches of an operation, in batches. The first `next` starts the search, so an
 * iterator that is never used costs nothing.
 */
class MatchStream {
  #search

  constructor(operation, options, above) {
    const report = new Promise((resolve, reject) => {
      this.#search = new Search(operation, options, resolve, reject, callerOf(above))
    })
    // Prevents an unhandled rejection; `next` reports the error too.
    report.catch(ignore)
    this.report = report
    collected.register(this, this.#search)
  }

  [Symbol.asyncIterator]() {
    return this
  }

  next() {
    // An unsettled promise keeps the stream from being collected.
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

/** Search of a stream. Must not refer to the stream, except while a promise of `next` is unsettled. */
class Search {
  #operation
  #options
  #at
  #task
  #over = false
  /** Results to return in the next batch. */
  #batch = []
  /** Report of a search that has ended, until its last batch is delivered. */
  #report
  /** Error to be thrown by the next call to `next`. */
  #error
  /** Unsettled calls to `next`. */
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
      // Deferred until the caller has the promise, so that an abort right after the call is always observed.
      soon(() => inTurn(this.#fetch))
    })
  }

  /** Ends the search. A search that has not started will not start. */
  stop() {
    if (this.#over) return
    // A batch that is not full; a call to `next` waits for it.
    if (this.#batch.length > 0) this.#deliver()
    const stopped = () => (this.#task === undefined ? nothing() : this.#task.stop(0))
    this.#end(this.#resolve, this.#report ?? stopped())
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

  /** Delivers batches, in turns, while `next` waits for them and results are available. */
  #fetch = () => {
    if (this.#over) return
    try {
      while (this.#waiting.length > 0) {
        if (!this.#fill()) return
        if (isTurnOver()) return inTurn(this.#fetch)
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  /**
   * Fetches results once, and delivers the batch if the batch is full or no more results are available. Returns whether
   * there may be more results.
   */
  #fill() {
    const batch = this.#batch
    const { batchSize } = this.#task
    const found = this.#report === undefined ? this.#task.fetch(batchSize - batch.length) : { report: this.#report }
    if (found?.error !== undefined) {
      this.#fail(found.error)
      return false
    }
    if (found?.batch !== undefined) {
      for (const each of found.batch.rest()) batch.push(each)
      if (batch.length >= batchSize) this.#deliver()
      return true
    }
    if (batch.length > 0) {
      this.#report = found?.report
      this.#deliver()
      return true
    }
    if (found !== undefined) this.#end(this.#resolve, found.report)
    return false
  }

  #deliver() {
    const value = this.#batch
    this.#batch = []
    this.#waiting.shift().resolve({ value, done: false })
    if (this.#waiting.length === 0) release()
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
