'use strict'

const native = require('./native.js')
const { unshared } = require('./bytes.js')
const { RansackOptionError, call, describe, fromFailure } = require('./error.js')
const { ask, nextNumber, open } = require('./mailbox.js')
const { once } = require('./once.js')

// As in `Request` of src/tokens.rs, which says what is read here.
const COUNT = 0
const COUNT_UP_TO = 1
const TRUNCATE = 2
const SPLIT = 3
const ENCODE = 4
const OFFSETS = 5
const FROM = { end: 0, start: 1, middle: 2 }

/** What a native function returned, unless it is a failure. */
function fine(value) {
  if (typeof value === 'object' && 'code' in value) throw fromFailure(value)
  return value
}

// What was given

const isObject = (value) => typeof value === 'object' && value !== null

function unfit(name, value) {
  throw new RansackOptionError(`\`${name}\` cannot be ${describe(value)}`)
}

function single(name, value) {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return unshared(value)
  throw new RansackOptionError(`\`${name}\` must be a string or a Uint8Array, not ${describe(value)}`)
}

function several(name, value) {
  if (Array.isArray(value)) return Array.from(value, (each) => single(name, each))
  throw new RansackOptionError(`\`${name}\` must be an array of strings and Uint8Arrays, not ${describe(value)}`)
}

function string(name, value) {
  if (typeof value !== 'string') throw new RansackOptionError(`\`${name}\` must be a string, not ${describe(value)}`)
  return value
}

/** A number of tokens. */
function tokens(name, value, least = 0) {
  if (value === Infinity || (Number.isSafeInteger(value) && value >= least)) return value
  throw new RansackOptionError(`\`${name}\` must be a whole number from ${least} on or Infinity, not ${describe(value)}`)
}

const isId = (value) => typeof value === 'number' && value >>> 0 === value

/** Milliseconds, or none. */
function timeoutOf({ timeoutMs }) {
  if (timeoutMs === undefined || timeoutMs === null) return undefined
  if (Number.isSafeInteger(timeoutMs) && timeoutMs >= 0) return timeoutMs
  throw new RansackOptionError(`\`timeoutMs\` must be a whole number from 0 on, not ${describe(timeoutMs)}`)
}

// The vocabularies: the place of an encoding or a handle

const Encoding = Object.freeze({
  O200kBase: 'O200kBase',
  O200kHarmony: 'O200kHarmony',
  Cl100kBase: 'Cl100kBase',
  P50kBase: 'P50kBase',
  P50kEdit: 'P50kEdit',
  R50kBase: 'R50kBase',
  Gpt2: 'Gpt2',
})

const places = new Map()

/** The place of a published encoding. */
function placeOf(name) {
  let place = places.get(name)
  if (place === undefined) {
    place = fine(call(native.encodingPlace, name))
    places.set(name, place)
  }
  return place
}

/** Handles by tokenizer. */
const handles = new WeakMap()

function vocabularyOf(encoding) {
  if (encoding === undefined || encoding === null) return 0
  if (typeof encoding === 'string') return placeOf(encoding)
  const handle = handles.get(encoding)
  if (handle === undefined) throw new RansackOptionError(`\`encoding\` must be a name or a Tokenizer, not ${describe(encoding)}`)
  return handle
}

/** Options, of which an encoding alone can stand for all. */
const optionsOf = (given) => (isObject(given) && !handles.has(given) ? given : { encoding: given })

/** The vocabulary that the options name, with special tokens allowed in it. */
function wanted(given) {
  // The usual case first, for it takes less time than the rest of this.
  if (given === undefined || typeof given === 'string') return vocabularyOf(given)
  const { encoding, allowedSpecial } = optionsOf(given)
  const vocabulary = vocabularyOf(encoding)
  if (allowedSpecial === undefined || allowedSpecial === null) return vocabulary
  if (allowedSpecial === 'all') return withSpecial(vocabulary, undefined)
  if (!Array.isArray(allowedSpecial) || allowedSpecial.some((each) => typeof each !== 'string')) {
    throw new RansackOptionError(`\`allowedSpecial\` must be 'all' or an array of strings, not ${describe(allowedSpecial)}`)
  }
  return allowedSpecial.length === 0 ? vocabulary : withSpecial(vocabulary, allowedSpecial)
}

// Native functions take both, of which one counts.
const placeIn = (vocabulary) => (typeof vocabulary === 'number' ? vocabulary : 0)
const handleIn = (vocabulary) => (typeof vocabulary === 'number' ? undefined : vocabulary)

const withSpecial = (vocabulary, allowed) =>
  fine(call(native.vocabulary, placeIn(vocabulary), handleIn(vocabulary), allowed))

class Tokenizer {
  constructor(handle) {
    if (handle !== LOADED) throw new RansackOptionError('a Tokenizer is made with `load` or `loadSync`')
  }

  static loadSync(path, options) {
    return made(fine(call(native.loadVocabulary, fileOf(path, options ?? {}))))
  }

  static load(path, options) {
    const given = options ?? {}
    const start = (waker, id) => native.vocabularyTask(waker, id, fileOf(path, given), timeoutOf(given))
    return once(start, given, made)
  }
}

// Only known here, so that nobody else makes one.
const LOADED = Symbol('loaded')

function made(handle) {
  const tokenizer = new Tokenizer(LOADED)
  handles.set(tokenizer, handle)
  return tokenizer
}

function fileOf(path, options) {
  if (!isObject(options)) unfit('options', options)
  const { format, pattern, specialTokens } = options
  if (![undefined, null, 'tiktoken', 'json'].includes(format)) unfit('format', format)
  if (pattern !== undefined && pattern !== null) string('pattern', pattern)
  if (specialTokens !== undefined && specialTokens !== null && !isObject(specialTokens)) unfit('specialTokens', specialTokens)
  const ids = Object.entries(specialTokens ?? {})
  if (!ids.every(([, id]) => isId(id))) unfit('specialTokens', specialTokens)
  const file = string('path', path)
  const json = (format ?? (file.endsWith('.json') ? 'json' : 'tiktoken')) === 'json'
  return { path: file, json, pattern: pattern ?? undefined, specialTokens: ids }
}

function encodingForModel(model) {
  return fine(call(native.encodingForModel, string('model', model)))
}

const preloadEncoding = (encoding) => countTokensAsync('', encoding).then(() => undefined)

// Counting

/** The numbers of a request, as `ask` posts them. */
const head = (operation, a, b, from, vocabulary) =>
  Float64Array.of(operation, a, b, from, 0, typeof vocabulary === 'number' ? vocabulary : -1)

/** The same on the pool: the promise of what `read` makes of the numbers. */
function askAsync(texts, operation, a, b, from, given, read) {
  const options = optionsOf(given)
  const vocabulary = wanted(given)
  const numbers = head(operation, a, b, from, vocabulary)
  const timeout = timeoutOf(options)
  const start = (waker, id) => native.tokenTask(waker, id, texts, numbers, handleIn(vocabulary), timeout)
  return once(start, options, (result) => {
    open(result)
    return read(result)
  })
}

const sum = (counts) => counts.reduce((total, count) => total + count, 0)

function each(texts, encoding) {
  const vocabulary = wanted(encoding)
  return fine(call(native.tokensOfAll, texts, head(COUNT, 0, 0, 0, vocabulary), handleIn(vocabulary)))
}

function countTokens(input, encoding) {
  if (Array.isArray(input)) return sum(each(several('input', input), encoding))
  ask(single('input', input), COUNT, 0, 0, 0, wanted(encoding))
  return nextNumber()
}

const countTokensEach = (inputs, encoding) => Array.from(each(several('inputs', inputs), encoding))

async function countTokensAsync(input, options) {
  const texts = Array.isArray(input) ? several('input', input) : [single('input', input)]
  return askAsync(texts, COUNT, 0, 0, 0, options, sum)
}

async function countTokensEachAsync(inputs, options) {
  return askAsync(several('inputs', inputs), COUNT, 0, 0, 0, options, (counts) => Array.from(counts))
}

function readUpTo() {
  const count = nextNumber()
  return count < 0 ? undefined : count
}

function countUpTo(input, limit, encoding) {
  ask(single('input', input), COUNT_UP_TO, tokens('limit', limit), 0, 0, wanted(encoding))
  return readUpTo()
}

async function countUpToAsync(input, limit, options) {
  return askAsync([single('input', input)], COUNT_UP_TO, tokens('limit', limit), 0, 0, options, readUpTo)
}

// Cutting

function readTruncated(text) {
  const dropped = { start: nextNumber(), end: nextNumber() }
  const whole = dropped.start === dropped.end
  return {
    text: whole ? text : text.slice(0, dropped.start) + text.slice(dropped.end),
    dropped,
    tokens: nextNumber(),
    totalTokens: nextNumber(),
  }
}

function fromOf(given) {
  const from = optionsOf(given).from ?? 'end'
  if (typeof from !== 'string' || !Object.hasOwn(FROM, from)) unfit('from', from)
  return FROM[from]
}

function truncateToTokens(text, limit, options) {
  ask(string('text', text), TRUNCATE, tokens('limit', limit), 0, fromOf(options), wanted(options))
  return readTruncated(text)
}

async function truncateToTokensAsync(text, limit, options) {
  return askAsync([string('text', text)], TRUNCATE, tokens('limit', limit), 0, fromOf(options), options,
    () => readTruncated(text))
}

function readChunks(text) {
  return Array.from({ length: nextNumber() }, () => {
    const start = nextNumber()
    const end = nextNumber()
    return { text: text.slice(start, end), start, end, tokens: nextNumber() }
  })
}

function overlapOf(size, overlap) {
  const given = tokens('overlap', overlap ?? 0)
  if (given >= tokens('size', size, 1)) {
    throw new RansackOptionError(`\`overlap\` must be less than \`size\`, not ${given}`)
  }
  return given
}

function splitByTokens(text, size, overlap, options) {
  ask(string('text', text), SPLIT, size, overlapOf(size, overlap), 0, wanted(options))
  return readChunks(text)
}

async function splitByTokensAsync(text, size, overlap, options) {
  return askAsync([string('text', text)], SPLIT, size, overlapOf(size, overlap), 0, options, () => readChunks(text))
}

// Tokens

const readIds = () => Uint32Array.from({ length: nextNumber() }, nextNumber)

function encode(input, encoding) {
  ask(single('input', input), ENCODE, 0, 0, 0, wanted(encoding))
  return readIds()
}

async function encodeAsync(input, options) {
  return askAsync([single('input', input)], ENCODE, 0, 0, 0, options, readIds)
}

const readOffsets = () =>
  Array.from({ length: nextNumber() }, () => ({ id: nextNumber(), start: nextNumber(), end: nextNumber() }))

function tokenOffsets(input, encoding) {
  ask(single('input', input), OFFSETS, 0, 0, 0, wanted(encoding))
  return readOffsets()
}

async function tokenOffsetsAsync(input, options) {
  return askAsync([single('input', input)], OFFSETS, 0, 0, 0, options, readOffsets)
}

function decodeToBytes(ids, encoding) {
  const vocabulary = vocabularyOf(encoding)
  return fine(call(native.decode, idsOf(ids), placeIn(vocabulary), handleIn(vocabulary)))
}

function idsOf(ids) {
  if (ids instanceof Uint32Array) return unshared(ids)
  if (!Array.isArray(ids)) throw new RansackOptionError(`\`ids\` must be an array or a Uint32Array, not ${describe(ids)}`)
  return Uint32Array.from(ids, (id) => {
    if (isId(id)) return id
    throw new RansackOptionError(`\`ids\` cannot hold ${describe(id)}`)
  })
}

// A byte order mark is text, as any other character.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

const decode = (ids, encoding) => utf8.decode(decodeToBytes(ids, encoding))

class TokenCounter {
  #counter
  #total = 0
  /** What each push was: how many pushes of Rust, and the half that it completed. */
  #pushes = []
  /** Half of a surrogate pair at the end, which Rust has as U+FFFD. */
  #half = ''

  constructor(encoding) {
    const vocabulary = wanted(encoding)
    this.#counter = call(native.counter, placeIn(vocabulary), handleIn(vocabulary))
  }

  get total() {
    return this.#total
  }

  push(part) {
    let text = single('part', part)
    const push = { count: 0, half: this.#half, completes: this.#half !== '' && isLow(text) }
    this.#pushes.push(push)
    if (text.length === 0) return this.#total
    if (push.completes) {
      text = this.#half + text
      call(native.counterPop, this.#counter)
    }
    const isOpen = isHigh(text)
    this.#half = isOpen ? text.at(-1) : ''
    const parts = isOpen && text.length > 1 ? [text.slice(0, -1), this.#half] : [text]
    for (const each of parts) this.#total = fine(call(native.counterPush, this.#counter, each))
    push.count = parts.length
    return this.#total
  }

  pop() {
    const push = this.#pushes.pop()
    if (push === undefined) return false
    for (let left = push.count; left > 0; left--) this.#total = call(native.counterPop, this.#counter)
    this.#half = push.half
    if (push.completes) this.#total = fine(call(native.counterPush, this.#counter, this.#half))
    return true
  }
}

const isHigh = (text) => typeof text === 'string' && (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800
const isLow = (text) => typeof text === 'string' && (text.charCodeAt(0) & 0xfc00) === 0xdc00

module.exports = {
  Encoding,
  TokenCounter,
  Tokenizer,
  countTokens,
  countTokensAsync,
  countTokensEach,
  countTokensEachAsync,
  countUpTo,
  countUpToAsync,
  decode,
  decodeToBytes,
  encode,
  encodeAsync,
  encodingForModel,
  preloadEncoding,
  splitByTokens,
  splitByTokensAsync,
  tokenOffsets,
  tokenOffsetsAsync,
  truncateToTokens,
  truncateToTokensAsync,
}
