'use strict'

// One listener for all calls that share a signal, since removing one listener takes time linear in the number of
// listeners on the signal.
const watched = new WeakMap()

/** Calls `callback` with the reason when the signal fires. Returns a function that stops watching. */
function watch(signal, callback) {
  let entry = watched.get(signal)
  if (entry === undefined) {
    const callbacks = new Set()
    const listener = () => {
      watched.delete(signal)
      for (const each of callbacks) each(reasonOf(signal))
    }
    entry = { callbacks, listener }
    signal.addEventListener('abort', listener, { once: true })
    watched.set(signal, entry)
  }
  const { callbacks, listener } = entry
  callbacks.add(callback)
  return () => {
    if (callbacks.delete(callback) && callbacks.size === 0 && watched.get(signal) === entry) {
      watched.delete(signal)
      // A signal implemented by the caller may lack the method, or throw; the call ends anyway.
      try {
        signal.removeEventListener?.('abort', listener)
      } catch {}
    }
  }
}

function reasonOf(signal) {
  try {
    return signal.reason
  } catch (error) {
    return error
  }
}

module.exports = { reasonOf, watch }
