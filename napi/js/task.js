'use strict'

const native = require('./native.js')
const { aborted, call, checkOptions, fromFailure } = require('./error.js')
const { signalOf, watch } = require('./signal.js')

// The originals: a test's fake timers must not stop a search.
const { setImmediate } = globalThis
const now = performance.now.bind(performance)

/** Milliseconds of work on the JavaScript thread before others have a turn. */
const SLICE = 2

/** Results that are fetched at once, if an operation does not say. */
const FETCH = 256

/** The tasks that have not ended, by number. */
const tasks = new Map()
let waker
let lastId = 0
let holders = 0

// Nothing is made at load time: the first task makes the line to the pool.
function wakerOfThisThread() {
  waker ??= native.waker((id) => tasks.get(id)?.wake())
  return waker
}

/** Keeps the event loop alive until as many calls of `release` have come. */
function hold() {
  if (holders++ === 0) native.hold(waker, true)
}

function release() {
  if (--holders === 0) native.hold(waker, false)
}

// All tasks of a thread share its turns. A turn cannot be told from being
// woken: Node calls a threadsafe function again and again, without a look at
// other events, while there is something in its queue.
let turn = -Infinity
let others = []
let scheduled = false

/** Whether it is time for other events. */
function isTurnOver() {
  return now() - turn > SLICE
}

/** Calls back now, or if the turn is over after the other events. */
function inTurn(callback) {
  if (others.length === 0 && !isTurnOver()) {
    callback()
    return
  }
  others.push(callback)
  if (!scheduled) {
    scheduled = true
    setImmediate(nextTurn)
  }
}

function nextTurn() {
  turn = now()
  scheduled = false
  const callbacks = others
  others = []
  // One at least, then those for which there is time.
  callbacks.shift()()
  for (const callback of callbacks) inTurn(callback)
}

/**
 * Work on the pool. It ends by itself, by `stop`, or by the signal; `ended` is
 * true from then on, and with the signal `onAbort` is called, at once. With
 * `endsByItself` in the operation the signal only asks the work to end, which
 * tells in the usual way what came of it.
 */
class Task {
  /**
   * `operation` has the native function that starts it, the class that reads its
   * batches, the function that makes a result of matches and a report, and
   * maybe how many results to `fetch` at once.
   * `wake` is called when a fetch that found nothing is worth repeating.
   */
  constructor(operation, options, wake, onAbort) {
    checkOptions(options)
    const signal = signalOf(options)
    if (signal?.aborted) throw aborted(signal.reason)
    this.ended = false
    /** The error of the signal that has fired. */
    this.abort = undefined
    // Not assigned by the caller: V8 puts a function that is written where it is
    // assigned to a property among the old objects, where it keeps what it leads
    // to, here the results of the call, until those are collected.
    this.wake = wake
    this.operation = operation
    this.id = lastId = (lastId + 1) >>> 0
    this.work = call(operation.start, wakerOfThisThread(), this.id, options)
    tasks.set(this.id, this)
    this.unwatch =
      signal &&
      watch(signal, (reason) => {
        this.abort = aborted(reason)
        if (operation.endsByItself) {
          native.cancel(this.work)
          return
        }
        this.close()
        onAbort(this.abort)
      })
  }

  /**
   * Undefined if there is nothing yet, else an object with a `batch` or the one
   * `answer`, or with the `report` or `error` that is the end.
   */
  fetch() {
    const found = call(native.fetch, this.work, this.operation.fetch ?? FETCH)
    if (found === null) return undefined
    if (found.numbers !== undefined) return { batch: new this.operation.Batch(found) }
    this.close()
    if (found.answer !== undefined) return { answer: found.answer }
    // An error without a code is that of an abort, which has its own.
    if (found.error !== undefined) return { error: (found.error.code === null && this.abort) || fromFailure(found.error) }
    return { report: found.report }
  }

  /**
   * Ends the work and returns its report; `unused` results that were fetched
   * count as not.
   */
  stop(unused) {
    const report = call(native.stop, this.work)
    if (report.nextOffset !== undefined) report.nextOffset -= unused
    this.close()
    return report
  }

  close() {
    if (this.ended) return
    this.ended = true
    tasks.delete(this.id)
    this.unwatch?.()
    native.close(this.work)
  }
}

module.exports = { Task, hold, inTurn, isTurnOver, release }
