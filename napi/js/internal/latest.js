'use strict'

// The option `latest`: of the calls with one key, only the latest goes on.

const { reasonOf, watch } = require('./signal.js')

/**
 * Signal of the last call with each key. A call in progress keeps its signal alive; an entry whose signal has been
 * collected belongs to a call that has ended.
 */
const signals = new Map()
const ended = new FinalizationRegistry((key) => {
  if (signals.get(key)?.deref() === undefined) signals.delete(key)
})

/** Signal that fires when a later call has the same key, or when the caller's signal fires. */
class LatestSignal {
  #given
  #isSuperseded = false
  #listener
  #unwatch

  constructor(given) {
    this.#given = given
  }

  get aborted() {
    return this.#isSuperseded || this.#given?.aborted === true
  }

  get reason() {
    return this.#isSuperseded ? new Error('a later call has the same `latest`') : reasonOf(this.#given)
  }

  // `watch` adds one listener at a time.
  addEventListener(_, listener) {
    this.#listener = listener
    if (this.#given !== undefined) this.#unwatch = watch(this.#given, () => this.#fire())
  }

  removeEventListener() {
    this.#listener = undefined
    this.#unwatch?.()
    this.#unwatch = undefined
  }

  supersede() {
    if (this.aborted) return
    this.#isSuperseded = true
    this.#fire()
  }

  #fire() {
    const listener = this.#listener
    this.removeEventListener()
    listener?.()
  }
}

/** Aborts the call in progress with this key, if any. Returns the signal of the new call, which also follows `given`. */
function latestSignal(key, given) {
  const signal = new LatestSignal(given)
  const previous = signals.get(key)?.deref()
  signals.set(key, new WeakRef(signal))
  ended.register(signal, key)
  previous?.supersede()
  return signal
}

module.exports = { latestSignal }
