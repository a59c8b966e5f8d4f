'use strict'

const { RansackOptionError } = require('../error.js')

// One listener for all calls that share a signal: removing one of n listeners from a
// signal takes O(n).
const watched = new WeakMap()

/** Returns the signal of the options, or undefined if there is none. */
function signalOf(options) {
  const { signal } = options
  if (signal === undefined || signal === null) return undefined
  if (typeof signal !== 'object' || typeof signal.addEventListener !== 'function') {
    throw new RansackOptionError('`signal` must be an AbortSignal')
  }
  return signal
}

/** Calls `callback` with the reason when the signal fires. Returns a function that stops watching. */
function watch(signal, callback) {
  let entry = watched.get(signal)
  if (entry === undefined) {
    const callbacks = new Set()
    const listener = () => {
      watched.delete(signal)
      for (const each of callbacks) each(signal.reason)
    }
    entry = { callbacks, listener }
    watched.set(signal, entry)
    signal.addEventListener('abort', listener, { once: true })
  }
  const { callbacks, listener } = entry
  callbacks.add(callback)
  return () => {
    if (callbacks.delete(callback) && callbacks.size === 0 && watched.get(signal) === entry) {
      watched.delete(signal)
      signal.removeEventListener('abort', listener)
    }
  }
}

module.exports = { signalOf, watch }
