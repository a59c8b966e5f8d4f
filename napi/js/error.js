'use strict'

/** Error of a call; `code` identifies the cause. */
class RansackError extends Error {
  constructor(message, fields) {
    super(message)
    Object.assign(this, fields)
  }
}

/** Error of an option or argument that has an invalid type or value. */
class RansackOptionError extends TypeError {
  constructor(message, fields) {
    super(message)
    this.code = 'ERR_RANSACK_INVALID_OPTION'
    Object.assign(this, fields)
  }
}

// Defined on the prototype, so that the name is not printed among the fields of an error.
for (const type of [RansackError, RansackOptionError]) {
  Object.defineProperty(type.prototype, 'name', {
    value: type.name,
    configurable: true,
    writable: true,
  })
}

module.exports = { RansackError, RansackOptionError }
