'use strict'

// Readers of the options that src/ declares, chosen by their types. A new option of an operation needs no line here
// unless its type is new.

const {
  UNFIT, any, bool, content, count, isObject, limit, list, number, oneOf, oneOrMore, orLimit, pairs, path, pattern, reader, record,
  signal, string,
} = require('./options.js')
const enumerations = require('../constants.js')
const { RansackOptionError } = require('../error.js')

// The core does not name the only root of a call.
const root = {
  ...path,
  read: (value, name) => {
    if (value?.length === 0) throw new RansackOptionError(`\`${name}\` is an empty path`)
    return path.read(value, name)
  },
}

// Rules are passed to native code as JSON.
const rule = reader('a string or an object', (value) => {
  if (typeof value === 'string') return value
  if (!isObject(value)) return UNFIT
  try {
    return JSON.stringify(value)
  } catch (error) {
    throw new RansackOptionError(`\`rule\` cannot be converted to JSON: ${error?.message}`)
  }
})

const contentId = reader(
  'a content id, such as `version` of an outline',
  (value) => (typeof value === 'string' && /^[0-9a-f]{32}$/.test(value) ? value : UNFIT),
  'content ids',
)

/** Readers by type. A type that also names an enumeration has the reader of its values. */
const BY_TYPE = {
  'AbortSignalLike | null': signal,
  'Array<string>': list(string),
  'Array<string | RegExp>': list(pattern),
  'Array<string | Uint8Array>': list(content),
  'Array<string | Uint8Array | UrlLike>': list(root),
  EncodingName: string,
  'Readonly<Record<string, string>> | Iterable<readonly [string, string]>': pairs(contentId),
  'Record<string, number>': record(number),
  boolean: bool,
  number: count,
  'number | null': limit,
  'readonly string[]': list(string),
  string,
  'string | Array<string>': oneOrMore(string),
  'string | RegExp': pattern,
  'string | RegExp | Array<string | RegExp>': oneOrMore(pattern),
  'string | Theme': any,
  'string | Uint8Array': content,
  'string | Uint8Array | UrlLike': path,
  'string | object': rule,
  '{} | null': any,
}

/** Readers of options that are a second name of `limit`, which is read before them. */
const SECOND_NAMES = { maxCount: orLimit(limit), maxReplacements: orLimit(limit), maxResults: orLimit(limit) }

/** Returns the reader of an option of a type. */
function readerOf(name, type) {
  const found = SECOND_NAMES[name] ?? BY_TYPE[type] ?? (enumerations[type] && oneOf(enumerations[type]))
  if (found === undefined) throw new Error(`no reader for the type of \`${name}\`: ${type}`)
  return found
}

/** Adds the readers of an interface and of those that it extends. */
function add(name, special, readers, required) {
  // Loaded for the first call with a declared table.
  const { bases, options } = require('./option_types.js')[name]
  for (const base of bases) add(base, special, readers, required)
  for (const [declared, type] of Object.entries(options)) {
    const option = declared.replace('?', '')
    if (option === declared) required.push(option)
    readers.push([option, special[option] ?? readerOf(option, type), type])
  }
}

/**
 * Returns the readers of the options of an interface by name, and the names of the required ones. `special` has the
 * readers of options whose type does not say how they are read.
 */
function declared(name, special = {}) {
  const readers = []
  const required = []
  add(name, special, readers, required)
  // The readers of patterns and some special ones depend on other options.
  const isLast = ([option, , type]) => option in special || type.includes('RegExp')
  const inOrder = [...readers.filter((each) => !isLast(each)), ...readers.filter(isLast)]
  return { options: Object.fromEntries(inOrder), required }
}

module.exports = { contentId, declared, root }
