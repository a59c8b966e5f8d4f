'use strict'

/** Error from a failed call; `code` identifies the cause. */
class RansackError extends Error {
  constructor(message, fields) {
    super(message)
    Object.assign(this, fields)
  }
}

/** Maximum number of frames of this package above the caller's. */
const OWN_FRAMES = 12

/** Makes room in stacks for the frames of the caller. Returns a function that undoes the change. */
function lengthenStacks() {
  const limit = Error.stackTraceLimit
  // A program may have frozen `Error`.
  const set = (value) => Reflect.set(Error, 'stackTraceLimit', value)
  if (typeof limit !== 'number' || limit === 0) return () => {}
  set(limit + OWN_FRAMES)
  return () => set(limit)
}

/** Error for an option or argument with an invalid type or value. */
class RansackOptionError extends TypeError {
  constructor(message, fields) {
    const restore = lengthenStacks()
    super(message)
    restore()
    this.code = 'ERR_RANSACK_INVALID_OPTION'
    Object.assign(this, fields)
  }
}

// Defined on the prototype so that the name is not printed among the fields of an error.
for (const type of [RansackError, RansackOptionError]) {
  Object.defineProperty(type.prototype, 'name', {
    value: type.name,
    configurable: true,
    writable: true,
  })
}

module.exports = { RansackError, RansackOptionError }
