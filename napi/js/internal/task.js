'use strict'

const native = require('./native.js')
const { inNobody } = require('./context.js')
const { listsIn, renameElement } = require('./elements.js')
const { aborted, atCaller, call, fromFailure } = require('./failure.js')
const { now, setImmediate } = require('./scheduling.js')
const { reasonOf, watch } = require('./signal.js')

/** Maximum time, in milliseconds, that tasks occupy the JavaScript thread per turn. */
const TURN = 2

/**
 * Maximum number of results per fetch, and per batch of a stream unless the caller sets a different size. An operation
 * can override this number.
 */
const BATCH_SIZE = 256

/** Tasks in progress, by number. */
const tasks = new Map()
let waker
let lastId = 0
let holders = 0

// Created by the first task, so that loading the package costs nothing.
function wakerOfThisThread() {
  waker ??= inNobody(() => native.waker((id) => tasks.get(id)?.wake()))
  return waker
}

/** Keeps the event loop alive until the matching call of `release`. */
function hold() {
  if (holders++ === 0) native.hold(waker, true)
}

function release() {
  if (--holders === 0) native.hold(waker, false)
}

// All tasks of a thread share its turns. A wake-up does not start a turn: while its queue is not empty, Node calls
// a threadsafe function repeatedly without processing other events.
let turn = -Infinity
let deferred = []
let scheduled = false

/** Returns whether the turn is over, so that other events must be processed. */
function isTurnOver() {
  return now() - turn > TURN
}

/** Calls back now or, if the turn is over, in a later turn. */
function inTurn(callback) {
  if (deferred.length === 0 && !isTurnOver()) {
    callback()
    return
  }
  deferred.push(callback)
  if (!scheduled) {
    scheduled = true
    inNobody(setImmediate, nextTurn)
  }
}

function nextTurn() {
  turn = now()
  scheduled = false
  const callbacks = deferred
  deferred = []
  // Runs at least one, then as many as the turn allows.
  callbacks.shift()()
  for (const callback of callbacks) inTurn(callback)
}

/**
 * Work on the pool. The work ends by itself, through `stop`, or when the signal fires; from then on, `ended` is true. A
 * signal calls `onAbort` immediately, unless the operation has `endsByItself`. In that case, the signal only cancels
 * the work, which ends and reports as usual.
 */
class Task {
  /**
   * Starts an operation: an object with the function `read` that reads the options, the native function `start`, the
   * class `Batch` that reads its batches, the function `result` that combines matches and report, and optionally
   * `batchSize` and `endsByItself`. `wake` is called when results become available after a fetch that returned none.
   * Errors show the stack trace `at`.
   */
  constructor(operation, given, wake, onAbort, at) {
    const options = this.attempt(() => operation.read(given), at)
    const { signal } = options
    // After reading the options, since a getter among them may have aborted.
    if (signal?.aborted) throw atCaller(aborted(reasonOf(signal)), at)
    this.ended = false
    /** Error of the signal, once it has fired. */
    this.abort = undefined
    // Assigned here rather than by the caller: V8 allocates a closure written at its assignment to a property in
    // the old generation, where it keeps the results of the call alive until a full collection.
    this.wake = wake
    this.operation = operation
    this.at = at
    this.lists = listsIn(options)
    this.isPartial = options.onTimeout === 'partial'
    this.deadline = options.timeoutMs === undefined ? Infinity : now() + options.timeoutMs
    this.fetchSize = operation.batchSize ?? BATCH_SIZE
    this.batchSize = options.batchSize ?? this.fetchSize
    this.unwatch = undefined
    /** State that a batch leaves for the next one: matches that span batches. */
    this.carried = {}
    this.id = lastId = (lastId + 1) >>> 0
    this.work = this.attempt(() => call(operation.start, wakerOfThisThread(), this.id, options), at)
    tasks.set(this.id, this)
    if (signal === undefined) return
    try {
      this.unwatch = watch(signal, (reason) => {
        if (this.ended) return
        this.abort = atCaller(aborted(reason), at)
        if (operation.endsByItself) {
          native.cancel(this.work)
          return
        }
        this.close()
        onAbort(this.abort)
      })
    } catch (error) {
      this.close()
      throw error
    }
  }

  /**
   * Fetches at most `max` results. Returns undefined if no results are available yet. Otherwise, returns an object with
   * a `batch`, with the single `answer` or, at the end, with the `report` or the `error`.
   */
  fetch(max = this.fetchSize) {
    const found = call(native.fetch, this.work, Math.min(max, this.fetchSize))
    if (found === null) return undefined
    if (found.numbers !== undefined) return { batch: new this.operation.Batch(found, this.carried) }
    // Not closed, since the signal may fire while the answer is converted.
    if (found.answer !== undefined) return { answer: found.answer }
    this.close()
    // A failure without a code is an abort; the error of the signal contains its reason.
    if (found.error !== undefined) {
      const isAbort = found.error.code === null && this.abort !== undefined
      return { error: isAbort ? this.abort : this.failure(fromFailure(found.error, this.lists)) }
    }
    return { report: this.reported(found.report) }
  }

  /** Runs a step. An error thrown by this package gets the stack trace of the caller. */
  attempt(step, at) {
    try {
      return step()
    } catch (error) {
      throw String(error?.code).startsWith('ERR_RANSACK_') ? atCaller(error, at) : error
    }
  }

  /** Returns a report whose hints name the elements of the caller's lists. */
  reported(report) {
    if (report.hints !== undefined) report.hints = report.hints.map((hint) => renameElement(hint, this.lists))
    return report
  }

  /** Returns the error with the stack trace of the caller. */
  failure(error) {
    return atCaller(error, this.at)
  }

  /** Stops the work and returns its report, as if the last `unused` results of one fetch had not been fetched. */
  stop(unused) {
    const report = this.reported(call(native.stop, this.work, unused))
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
