'use strict'

/** A call could not be carried out; `code` tells why. */
class RansackError extends Error {
  constructor(message, fields) {
    super(message)
    Object.assign(this, fields)
  }
}

/** An option is not what it should be. */
class RansackOptionError extends TypeError {
  constructor(message, fields) {
    super(message)
    this.code = 'ERR_RANSACK_INVALID_OPTION'
    Object.assign(this, fields)
  }
}

// On the prototypes, so that they are not printed with every error's fields.
for (const type of [RansackError, RansackOptionError]) {
  Object.defineProperty(type.prototype, 'name', {
    value: type.name,
    configurable: true,
    writable: true,
  })
}

/** The error of an abort, as the platform's own functions make it. */
class AbortError extends Error {
  constructor(message, options) {
    super(message, options)
    this.code = 'ABORT_ERR'
  }
}

Object.defineProperty(AbortError.prototype, 'name', {
  value: 'AbortError',
  configurable: true,
  writable: true,
})

function aborted(reason) {
  return new AbortError('The operation was aborted', { cause: reason })
}

/** The error for what Rust's `failure` made. */
function fromFailure({ code, message, path, pattern, offset }) {
  if (code === null) return new AbortError(message)
  const fields = {}
  if (path !== null) fields.path = path
  if (pattern !== null) fields.pattern = pattern
  if (offset !== null) fields.offset = offset
  if (code === 'ERR_RANSACK_INVALID_OPTION') return new RansackOptionError(message, fields)
  return new RansackError(message, { code, ...fields })
}

// The statuses with which the conversion of arguments fails, and the words in
// which it names the field.
const CONVERSION = /^(InvalidArg|[A-Z][A-Za-z]*Expected)$/
const FIELD = / on [A-Za-z]+Options\.(\w+)$/

/**
 * The error for what a native function threw: one about the conversion of an
 * argument, one about Node-API or a caught panic, or whatever a getter of the
 * caller's options threw, which stays as it is.
 */
function fromThrown(error, args) {
  const code = error instanceof Error ? error.code : undefined
  if (typeof code !== 'string') return error
  if (CONVERSION.test(code)) {
    const field = FIELD.exec(error.message)?.[1]
    if (field === undefined) return new RansackOptionError(error.message)
    return new RansackOptionError(`\`${field}\` cannot be ${describe(args.at(-1)[field])}`)
  }
  if (code === 'GenericFailure') {
    return new RansackError(error.message, { code: 'ERR_RANSACK_INTERNAL' })
  }
  return error
}

function describe(value) {
  if (typeof value === 'string') return `the string ${JSON.stringify(value)}`
  if (Array.isArray(value)) {
    const odd = value.find((item) => typeof item !== 'string')
    return odd === undefined ? 'an array' : `an array that holds ${describe(odd)}`
  }
  if (value === null || value === undefined || typeof value === 'boolean') return String(value)
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  return `the ${typeof value} ${value}`
}

/** Calls a native function; the options, if there are any, come last. */
function call(native, ...args) {
  try {
    return native(...args)
  } catch (error) {
    throw fromThrown(error, args)
  }
}

/** Makes sure that the options are an object. */
function checkOptions(options) {
  if (typeof options !== 'object' || options === null) {
    throw new RansackOptionError('`options` must be an object')
  }
}

module.exports = {
  RansackError,
  RansackOptionError,
  aborted,
  call,
  checkOptions,
  describe,
  fromFailure,
  fromThrown,
}
