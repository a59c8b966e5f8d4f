'use strict'

// Reads all options and arguments. An options object is read by a table from names to readers, each property once,
// own or inherited, into a new object for native code. A name missing from the table is an error. No `instanceof`,
// since values can come from another realm.

// Not `node:util`, which takes Bun milliseconds to load.
const types = require('node:util/types')

const { RansackOptionError } = require('../error.js')
const { alternatives, clip, describe } = require('./describe.js')
const { latestSignal } = require('./latest.js')
const { nearest } = require('./nearest.js')

/** Result of a reader for a value that it does not accept. */
const UNFIT = Symbol('unfit')

const isObject = (value) => typeof value === 'object' && value !== null
const isIterable = (value) =>
  isObject(value) && typeof value[Symbol.iterator] === 'function' && !types.isBoxedPrimitive(value)

/**
 * Reader for an option: `what` completes "must be" in messages, `many` is the plural of `what`, and `read` converts a
 * value or returns `UNFIT`. The result undefined stands for an absent option.
 */
const reader = (what, read, many = `${what}s`) => ({ what, many, read })

/** Throws the error for an invalid value of an option or argument. */
function unfit(name, what, value) {
  throw new RansackOptionError(`\`${name}\` must be ${what}, not ${describe(value)}`)
}

/** Reads the value of the option or argument `name`. `sofar` contains the options already read. */
function readValue({ read, what }, name, value, sofar) {
  const converted = read(value, name, sofar)
  return converted === UNFIT ? unfit(name, what, value) : converted
}

/** Throws unless the value can be an options object. */
function checkObject(name, value) {
  if (!isObject(value) || isIterable(value) || ArrayBuffer.isView(value) || types.isPromise(value)) {
    unfit(name, 'an object', value)
  }
}

/** Throws the error for an unknown option. */
function unknown(name, names) {
  const meant = nearest(name, names)
  const hint = meant === undefined ? '' : `; did you mean \`${meant}\`?`
  throw new RansackOptionError(`unknown option \`${clip(name)}\`${hint}`)
}

/** Throws if an object has an option that is not in the table. */
function checkNames(table, options) {
  const { names } = table
  for (const name in options) {
    // A program may have extended the prototype of all objects.
    if (!names.has(name) && !(name in Object.prototype)) unknown(name, names)
  }
}

/** Creates the table of a call from groups of readers. `required` lists the options without a default. */
function table(readers, required = []) {
  return { readers: Object.entries(readers), names: new Set(Object.keys(readers)), required }
}

/**
 * Reads an options object by a table; null stands for an absent option. `prefix` is prepended to names in
 * messages.
 */
function readOptions(table, options, name = 'options', prefix = '') {
  checkObject(name, options)
  checkNames(table, options)
  const read = { __proto__: null }
  for (const [name, reader] of table.readers) {
    const given = options[name]
    if (given === undefined || given === null) continue
    const value = readValue(reader, prefix + name, given, read)
    if (value !== undefined) read[name] = value
  }
  for (const name of table.required) {
    if (!(name in read)) throw new RansackOptionError(`\`${prefix}${name}\` must be given: ${what(table, name)}`)
  }
  if ('latest' in read) {
    read.signal = latestSignal(read.latest, read.signal)
    delete read.latest
  }
  return read
}

/** Reads an options object that may be absent. */
const readOptional = (table, options) => readOptions(table, options ?? {})

const what = ({ readers }, name) => readers.find(([each]) => each === name)[1].what

// Readers

const MOST = Number.MAX_SAFE_INTEGER
const isCount = (value) => Number.isInteger(value) && value >= 0 && value <= MOST
const WHOLE = 'a whole number from 0 to 2^53 - 1'

const string = reader('a string', (value) => (typeof value === 'string' ? value : UNFIT), 'strings')
const bool = reader('a boolean', (value) => (typeof value === 'boolean' ? value : UNFIT), 'booleans')
const count = reader(WHOLE, (value) => (isCount(value) ? value : UNFIT), 'whole numbers')
const number = reader('a number', (value) => (typeof value === 'number' ? value : UNFIT), 'numbers')

/** Reader for a maximum. Infinity means no limit, and is passed on as the largest number. */
const limit = reader(`${WHOLE}, or Infinity for no limit`, (value) => {
  if (value === Infinity) return MOST
  return isCount(value) ? value : UNFIT
})

/** Reader for an option that is a second name of `limit`, which is read before it. */
const orLimit = (each) => ({
  ...each,
  read: (value, name, sofar) => {
    if ('limit' in sofar) throw new RansackOptionError(`\`limit\` and \`${name}\` are the same option; give only one of them`)
    return each.read(value, name, sofar)
  },
})

/** One of the values of an enumeration. */
const oneOf = (enumeration) => {
  // Two keys may have the same value.
  const names = [...new Set(Object.values(enumeration))]
  return reader(alternatives(names), (value) => (names.includes(value) ? value : UNFIT))
}

/** Returns the elements of an array or another iterable, or `UNFIT`. */
function elementsOf(value) {
  if (!isIterable(value) || ArrayBuffer.isView(value)) return UNFIT
  return Array.isArray(value) ? value.slice() : Array.from(value)
}

/** Returns the error message for element `i` of the list `name`, including the element's index. */
function ofElement(message, name, i) {
  const element = `\`${name}[${i}]`
  if (message.startsWith(`\`${name}\``)) return element + message.slice(name.length + 1)
  // The message begins with an option of the element.
  return message.startsWith('`') ? `${element}.${message.slice(1)}` : `${element}\`: ${message}`
}

/** Reads element `i` of the list `name`. An error includes the element's index. */
function readElement(each, items, i, name, sofar) {
  let read
  try {
    read = each.read(items[i], name, sofar)
  } catch (error) {
    if (error?.code !== 'ERR_RANSACK_INVALID_OPTION') throw error
    throw new RansackOptionError(ofElement(error.message, name, i))
  }
  return read === UNFIT ? unfit(`${name}[${i}]`, each.what, items[i]) : read
}

/** Array or other iterable of values. */
const list = (each) =>
  reader(`an array of ${each.many}`, (value, name, sofar) => {
    const items = elementsOf(value)
    if (items === UNFIT) return UNFIT
    // Uses a loop, since lists can have a million elements.
    for (let i = 0; i < items.length; i++) items[i] = readElement(each, items, i, name, sofar)
    return items
  })

/** Array or other iterable whose elements the call reads itself. */
const unread = (each) => reader(`an array of ${each.many}`, elementsOf)

/** One value, or an array or other iterable of them. */
const oneOrMore = (each) => {
  const several = list(each)
  return reader(`${each.what} or ${several.what}`, (value, name, sofar) => {
    const one = each.read(value, name, sofar)
    return one === UNFIT ? several.read(value, name, sofar) : one
  })
}

/** Returns pair `i` of the list `name`, whose second element `each` reads. */
function pairOf(each, pair, i, name) {
  const items = elementsOf(pair)
  if (items === UNFIT) return unfit(`${name}[${i}]`, `a pair of a string and ${each.what}`, pair)
  if (items.length !== 2) {
    throw new RansackOptionError(`\`${name}[${i}]\` must be a pair of a string and ${each.what}; its length is ${items.length}`)
  }
  if (typeof items[0] === 'string') return items
  throw new RansackOptionError(`\`${name}[${i}]\` must have a string as its first element, not ${describe(items[0])}`)
}

/** Record from strings to values, as an array of pairs: an object, a `Map` or another iterable of pairs. */
const pairs = (each) =>
  reader(`an object or a Map from strings to ${each.many}`, (value, name, sofar) => {
    if (!isObject(value) || ArrayBuffer.isView(value)) return UNFIT
    const found = isIterable(value)
      ? Array.from(value, (pair, i) => pairOf(each, pair, i, name))
      : Object.entries(value)
    for (const pair of found) {
      const [key, item] = pair
      pair[1] = readValue(each, `${name}[${JSON.stringify(clip(key))}]`, item, sofar)
    }
    return found
  })

/** Record from strings to values, as an object. */
const record = (each) => {
  const entries = pairs(each)
  return {
    ...entries,
    read: (value, name, sofar) => {
      const found = entries.read(value, name, sofar)
      if (found === UNFIT) return UNFIT
      const read = { __proto__: null }
      for (const [key, item] of found) read[key] = item
      return read
    },
  }
}

const isBytes = (value) => types.isUint8Array(value)

// Not the value's own method: a `Buffer` shares memory with its slices.
const { slice: copy } = Object.getPrototypeOf(Uint8Array.prototype)

/** Returns the bytes in memory that no other thread can change: a copy if the memory is shared. */
const unshared = (bytes) => (types.isSharedArrayBuffer(bytes.buffer) ? copy.call(bytes) : bytes)

/** Reader for text. If the text is bytes, other threads may be able to change them. */
const text = reader(
  'a string or a Uint8Array',
  (value) => (typeof value === 'string' || isBytes(value) ? value : UNFIT),
  'strings and Uint8Arrays',
)

const content = {
  ...text,
  read: (value) => (isBytes(value) ? unshared(value) : text.read(value)),
}

const path = reader(
  'a string, a Uint8Array or a `file:` URL',
  (value, name) => {
    if (typeof value === 'string') return value
    if (isBytes(value)) return unshared(value)
    const href = isObject(value) ? value.href : undefined
    if (typeof href !== 'string') return UNFIT
    const refuse = (why) => {
      throw new RansackOptionError(`\`${name}\` cannot be the URL ${clip(href)}: ${why}`)
    }
    if (!href.startsWith('file://')) refuse('it is not a `file:` URL')
    if (!href.startsWith('file:///')) refuse('it names a host')
    if (/%(2f|00)/i.test(href)) refuse('it encodes a separator or a NUL byte')
    return { href }
  },
  'strings, Uint8Arrays and `file:` URLs',
)

/**
 * Regular expression: a string in the engine's syntax, or a `RegExp`. `replacementOf` returns the replacement that may
 * refer to its groups.
 */
const patternFor = (replacementOf) =>
  reader(
    'a string or a RegExp',
    (value, name, sofar) => {
      if (typeof value === 'string') return value
      if (!types.isRegExp(value)) return UNFIT
      if (sofar?.literal) throw new RansackOptionError(`\`${name}\` cannot be a RegExp with \`literal\``)
      // Loaded for the first `RegExp` only.
      return require('./regexp.js').translate(value, name, replacementOf(sofar))
    },
    'strings and RegExps',
  )

const pattern = patternFor(() => undefined)
/** Regular expression for `replacement`, which is read before it. */
const replacedPattern = patternFor((sofar) => sofar.replacement)

const signal = reader('an AbortSignal', (value) =>
  isObject(value) && typeof value.addEventListener === 'function' ? value : UNFIT,
)

const callback = reader('a function', (value) => (typeof value === 'function' ? value : UNFIT))

/** Any value, checked by the call. */
const any = reader('a value', (value) => value)

/** Object read by its own table. */
const nested = (table) => reader('an object', (value, name) => readOptions(table, value, name, `${name}.`))

module.exports = {
  UNFIT,
  any,
  bool,
  callback,
  checkNames,
  checkObject,
  content,
  count,
  isBytes,
  isIterable,
  isObject,
  limit,
  list,
  nested,
  number,
  oneOf,
  oneOrMore,
  orLimit,
  pairs,
  path,
  pattern,
  readElement,
  readOptional,
  readOptions,
  readValue,
  reader,
  record,
  replacedPattern,
  signal,
  string,
  table,
  text,
  unfit,
  unread,
  unshared,
}
