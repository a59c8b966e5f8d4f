'use strict'

const native = require('./internal/native.js')
const { unshared } = require('./internal/bytes.js')
const { RansackOptionError } = require('./error.js')
const { call, describe, fromFailure } = require('./internal/failure.js')
const { once } = require('./internal/once.js')
const { nextNumber, open, runTokens } = require('./internal/shared_buffer.js')

// Operations, same as `TokenRequest::new` in src/tokens/request.rs, which documents the
// numbers that are read here.
const COUNT = 0
const COUNT_UP_TO = 1
const TRUNCATE = 2
const SPLIT = 3
const ENCODE = 4
const OFFSETS = 5
const FROM = { end: 0, start: 1, middle: 2 }

/** Returns the value of a native function, or throws its failure. */
function valueOf(value) {
  if (typeof value === 'object' && 'code' in value) throw fromFailure(value)
  return value
}

// Arguments

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

/** Checks a number of tokens. */
function tokens(name, value, least = 0) {
  if (value === Infinity || (Number.isSafeInteger(value) && value >= least)) return value
  throw new RansackOptionError(`\`${name}\` must be a whole number of at least ${least} or Infinity, not ${describe(value)}`)
}

const isId = (value) => typeof value === 'number' && value >>> 0 === value

/** Returns the time limit of the options in milliseconds, or undefined. */
function timeoutOf({ timeoutMs }) {
  if (timeoutMs === undefined || timeoutMs === null) return undefined
  if (Number.isSafeInteger(timeoutMs) && timeoutMs >= 0) return timeoutMs
  throw new RansackOptionError(`\`timeoutMs\` must be a whole number of at least 0, not ${describe(timeoutMs)}`)
}

// Vocabularies: the index of a published encoding, or a native handle

const Encoding = Object.freeze({
  O200kBase: 'O200kBase',
  O200kHarmony: 'O200kHarmony',
  Cl100kBase: 'Cl100kBase',
  P50kBase: 'P50kBase',
  P50kEdit: 'P50kEdit',
  R50kBase: 'R50kBase',
  Gpt2: 'Gpt2',
})

const indexes = new Map()

/** Returns the index of a published encoding. */
function indexOf(name) {
  let index = indexes.get(name)
  if (index === undefined) {
    index = valueOf(call(native.encodingIndex, name))
    indexes.set(name, index)
  }
  return index
}

/** Native handles of tokenizers. */
const handles = new WeakMap()

function vocabularyOf(encoding) {
  if (encoding === undefined || encoding === null) return 0
  if (typeof encoding === 'string') return indexOf(encoding)
  const handle = handles.get(encoding)
  if (handle === undefined) throw new RansackOptionError(`\`encoding\` must be a name or a Tokenizer, not ${describe(encoding)}`)
  return handle
}

/** Returns options; an encoding stands for options with that encoding. */
const optionsOf = (given) => (isObject(given) && !handles.has(given) ? given : { encoding: given })

/** Returns the vocabulary of the options, with its allowed special tokens. */
function selectVocabulary(given) {
  // Fast path of the most frequent case.
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

// Native functions take both, and ignore the index if there is a handle.
const indexIn = (vocabulary) => (typeof vocabulary === 'number' ? vocabulary : 0)
const handleIn = (vocabulary) => (typeof vocabulary === 'number' ? undefined : vocabulary)

const withSpecial = (vocabulary, allowed) =>
  valueOf(call(native.vocabulary, indexIn(vocabulary), handleIn(vocabulary), allowed))

class Tokenizer {
  constructor(handle) {
    if (handle !== LOADED) throw new RansackOptionError('create a Tokenizer with `Tokenizer.load` or `Tokenizer.loadSync`')
  }

  static loadSync(path, options) {
    return made(valueOf(call(native.loadVocabulary, fileOf(path, options ?? {}))))
  }

  static load(path, options) {
    const given = options ?? {}
    const start = (waker, id) => native.vocabularyTask(waker, id, fileOf(path, given), timeoutOf(given))
    return once(start, given, made)
  }
}

// Private to this module, so that only its factories can call the constructor.
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
  return valueOf(call(native.encodingForModel, string('model', model)))
}

const preloadEncoding = (encoding) => countTokensAsync('', encoding).then(() => undefined)

// Counting

/** Returns the numbers of a call, in the order of `runTokens`. */
const head = (operation, a, b, from, vocabulary) =>
  Float64Array.of(operation, a, b, from, 0, typeof vocabulary === 'number' ? vocabulary : -1)

/** Runs an operation on the pool and returns the promise of its result, read by `read`. */
function runTokensAsync(texts, operation, a, b, from, given, read) {
  const options = optionsOf(given)
  const vocabulary = selectVocabulary(given)
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
  const vocabulary = selectVocabulary(encoding)
  return valueOf(call(native.tokensOfAll, texts, head(COUNT, 0, 0, 0, vocabulary), handleIn(vocabulary)))
}

function countTokens(input, encoding) {
  if (Array.isArray(input)) return sum(each(several('input', input), encoding))
  runTokens(single('input', input), COUNT, 0, 0, 0, selectVocabulary(encoding))
  return nextNumber()
}

const countTokensEach = (inputs, encoding) => Array.from(each(several('inputs', inputs), encoding))

async function countTokensAsync(input, options) {
  const texts = Array.isArray(input) ? several('input', input) : [single('input', input)]
  return runTokensAsync(texts, COUNT, 0, 0, 0, options, sum)
}

async function countTokensEachAsync(inputs, options) {
  return runTokensAsync(several('inputs', inputs), COUNT, 0, 0, 0, options, (counts) => Array.from(counts))
}

function readUpTo() {
  const count = nextNumber()
  return count < 0 ? undefined : count
}

function countUpTo(input, limit, encoding) {
  runTokens(single('input', input), COUNT_UP_TO, tokens('limit', limit), 0, 0, selectVocabulary(encoding))
  return readUpTo()
}

async function countUpToAsync(input, limit, options) {
  return runTokensAsync([single('input', input)], COUNT_UP_TO, tokens('limit', limit), 0, 0, options, readUpTo)
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
  runTokens(string('text', text), TRUNCATE, tokens('limit', limit), 0, fromOf(options), selectVocabulary(options))
  return readTruncated(text)
}

async function truncateToTokensAsync(text, limit, options) {
  return runTokensAsync([string('text', text)], TRUNCATE, tokens('limit', limit), 0, fromOf(options), options,
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
  runTokens(string('text', text), SPLIT, size, overlapOf(size, overlap), 0, selectVocabulary(options))
  return readChunks(text)
}

async function splitByTokensAsync(text, size, overlap, options) {
  return runTokensAsync([string('text', text)], SPLIT, size, overlapOf(size, overlap), 0, options, () => readChunks(text))
}

// Tokens

const readIds = () => Uint32Array.from({ length: nextNumber() }, nextNumber)

function encode(input, encoding) {
  runTokens(single('input', input), ENCODE, 0, 0, 0, selectVocabulary(encoding))
  return readIds()
}

async function encodeAsync(input, options) {
  return runTokensAsync([single('input', input)], ENCODE, 0, 0, 0, options, readIds)
}

const readOffsets = () =>
  Array.from({ length: nextNumber() }, () => ({ id: nextNumber(), start: nextNumber(), end: nextNumber() }))

function tokenOffsets(input, encoding) {
  runTokens(single('input', input), OFFSETS, 0, 0, 0, selectVocabulary(encoding))
  return readOffsets()
}

async function tokenOffsetsAsync(input, options) {
  return runTokensAsync([single('input', input)], OFFSETS, 0, 0, 0, options, readOffsets)
}

function decodeToBytes(ids, encoding) {
  const vocabulary = vocabularyOf(encoding)
  return valueOf(call(native.decode, idsOf(ids), indexIn(vocabulary), handleIn(vocabulary)))
}

function idsOf(ids) {
  if (ids instanceof Uint32Array) return unshared(ids)
  if (!Array.isArray(ids)) throw new RansackOptionError(`\`ids\` must be an array or a Uint32Array, not ${describe(ids)}`)
  return Uint32Array.from(ids, (id) => {
    if (isId(id)) return id
    throw new RansackOptionError(`\`ids\` cannot hold ${describe(id)}`)
  })
}

// A byte order mark is text, like any other character.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

const decode = (ids, encoding) => utf8.decode(decodeToBytes(ids, encoding))

class TokenCounter {
  #counter
  #total = 0
  /** Pushes in order: the number of native pushes, and the surrogate that each completed. */
  #pushes = []
  /** High surrogate at the end of the text, which is U+FFFD in Rust. */
  #half = ''

  constructor(encoding) {
    const vocabulary = selectVocabulary(encoding)
    this.#counter = call(native.counter, indexIn(vocabulary), handleIn(vocabulary))
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
    for (const each of parts) this.#total = valueOf(call(native.counterPush, this.#counter, each))
    push.count = parts.length
    return this.#total
  }

  pop() {
    const push = this.#pushes.pop()
    if (push === undefined) return false
    for (let left = push.count; left > 0; left--) this.#total = call(native.counterPop, this.#counter)
    this.#half = push.half
    if (push.completes) this.#total = valueOf(call(native.counterPush, this.#counter, this.#half))
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
