'use strict'

const native = require('./internal/native.js')
const types = require('node:util/types')

const { Encoding } = require('./constants.js')
const { RansackOptionError } = require('./error.js')
const { small } = require('./internal/batch.js')
const { withTexts } = require('./internal/content.js')
const { call, callerOf, fromFailure } = require('./internal/failure.js')
const { once } = require('./internal/once.js')
const {
  content, isIterable, isObject, list, path: PATH, readOptional, readOptions, readValue, string: STRING, text: TEXT, unfit, unread,
  unshared,
} = require('./internal/options.js')
const { Records } = require('./internal/records.js')
const { nextNumber, open, runTokens } = require('./internal/shared_buffer.js')
const { TABLES } = require('./internal/tables.js')
const { collectInSteps } = require('./internal/turns.js')

// Operations, same as `TokenRequest::new` in src/tokens/request.rs, which documents the numbers read here.
const COUNT = 0
const COUNT_UP_TO = 1
const TRUNCATE = 2
const SPLIT = 3
const ENCODE = 4
const OFFSETS = 5
const FROM = { end: 0, start: 1, middle: 2 }
const LINE_BOUNDARY = 4

/** Returns the value of a native function, or throws its failure, which may be about an element of `lists`. */
function valueOf(value, lists) {
  if (typeof value === 'object' && 'code' in value) throw fromFailure(value, lists)
  return value
}

// Arguments

const single = (name, value) => readValue(content, name, value)
const TEXTS = list(content)
const several = (name, value) => readValue(TEXTS, name, value)
// Arguments of asynchronous functions, which read their elements in turns.
const UNREAD = unread(TEXT)
const one = (name, value) => [name, [readValue(TEXT, name, value)]]
const unreadTexts = (name, value) => [name, readValue(UNREAD, name, value)]
const string = (name, value) => readValue(STRING, name, value)

/** Returns whether an input is a list of texts: an array or another iterable that is neither text nor bytes. */
const isSeveral = (value) => isIterable(value) && !ArrayBuffer.isView(value)

/** Checks a number of tokens. */
function tokens(name, value, least = 0) {
  if (value === Infinity || (Number.isSafeInteger(value) && value >= least)) return value
  return unfit(name, `a whole number of at least ${least} or Infinity`, value)
}

const isId = (value) => typeof value === 'number' && value >>> 0 === value

// Vocabularies: the index of a published encoding, or a native handle

const indexes = new Map()

/** Returns the index of a published encoding. */
function indexOf(name) {
  let index = indexes.get(name)
  if (index === undefined) {
    index = call(native.encodingIndex, name)
    if (typeof index !== 'number') {
      if (index.candidates !== null) throw fromFailure(index)
      const names = [...new Set(Object.values(Encoding))]
      const message = `${index.message}; the encodings are ${names.join(', ')}`
      throw fromFailure({ ...index, message })
    }
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
  if (handle === undefined) unfit('encoding', 'a name or a Tokenizer', encoding)
  return handle
}

/** Reads options. An encoding in place of options stands for options with that encoding. */
function optionsOf(given, table) {
  if (!isObject(given) || handles.has(given)) return { encoding: given }
  return readOptions(table, given)
}

/** Returns the vocabulary of an argument, with its allowed special tokens. */
function selectVocabulary(given) {
  // Fast path for the most frequent case.
  if (given === undefined || typeof given === 'string') return vocabularyOf(given)
  return vocabularyFor(optionsOf(given, TABLES.tokens))
}

/** Returns the vocabulary of options. */
function vocabularyFor({ encoding, allowedSpecial }) {
  const vocabulary = vocabularyOf(encoding)
  if (allowedSpecial === undefined || allowedSpecial === null) return vocabulary
  if (allowedSpecial === 'all') return withSpecial(vocabulary, undefined)
  if (!isIterable(allowedSpecial)) unfit('allowedSpecial', "'all' or an array of strings", allowedSpecial)
  const allowed = readValue(NAMES, 'allowedSpecial', allowedSpecial)
  return allowed.length === 0 ? vocabulary : withSpecial(vocabulary, allowed)
}

const NAMES = list(STRING)

// Native functions take both an index and a handle, and ignore the index if there is a handle.
const indexIn = (vocabulary) => (typeof vocabulary === 'number' ? vocabulary : 0)
const handleIn = (vocabulary) => (typeof vocabulary === 'number' ? undefined : vocabulary)

const withSpecial = (vocabulary, allowed) =>
  valueOf(call(native.vocabulary, indexIn(vocabulary), handleIn(vocabulary), allowed), { allowedSpecial: allowed })

class Tokenizer {
  constructor(handle) {
    if (handle !== LOADED) throw new RansackOptionError('create a Tokenizer with `Tokenizer.load` or `Tokenizer.loadSync`')
  }

  static loadSync(path, options) {
    return made(valueOf(call(native.loadVocabulary, fileOf(path, readOptional(TABLES.vocabularyFile, options)))))
  }

  static load(path, options) {
    const read = (given) => readOptional(TABLES.vocabularyFileTask, given)
    const start = (waker, id, given) => native.vocabularyTask(waker, id, fileOf(path, given), given.timeoutMs)
    return once({ read, start, convert: made, at: callerOf(Tokenizer.load) }, options)
  }
}

// Private to this module, so only its factories can call the constructor.
const LOADED = Symbol('loaded')

function made(handle) {
  const tokenizer = new Tokenizer(LOADED)
  handles.set(tokenizer, handle)
  return tokenizer
}

function fileOf(given, { format, pattern, specialTokens }) {
  const path = readValue(PATH, 'path', given)
  const name = typeof path === 'string' ? path : (path.href ?? new TextDecoder().decode(path))
  const json = (format ?? (name.endsWith('.json') ? 'json' : 'tiktoken')) === 'json'
  return { path, json, pattern, specialTokens: specialTokens ?? [] }
}

function encodingForModel(model) {
  return valueOf(call(native.encodingForModel, string('model', model)))
}

const preloadEncoding = (encoding) => countTokensAsync('', encoding ?? undefined).then(() => undefined)

// Counting

/** Returns the numbers of a call, in the order of `runTokens`. */
const head = (operation, a, b, from, vocabulary) =>
  Float64Array.of(operation, a, b, from, 0, typeof vocabulary === 'number' ? vocabulary : -1)

/**
 * Runs an operation on the pool, on the texts in the argument `name`, and returns the promise of the result, which
 * `convert` converts at once or `steps` converts in turns. `read` has the options if they are already read. `above` is
 * the function whose caller appears in the stack traces of errors.
 */
async function runTokensAsync(above, [name, texts], [operation, a = 0, b = 0], given, { convert, steps, read }) {
  const at = callerOf(above)
  return withTexts(name, texts, read ?? optionsOf(given, TABLES.tokenTask), at, (list, options) => {
    const start = (waker, id) => {
      const vocabulary = vocabularyFor(options)
      const numbers = head(operation, a, b, cutOf(options), vocabulary)
      return native.tokenTask(waker, id, list, numbers, handleIn(vocabulary), options.timeoutMs)
    }
    return once({ read: () => options, start, convert, steps, at }, given)
  })
}

/** Returns a conversion for a result that `read` reads through the shared buffer. */
const converting = (read) => (result) => {
  open(result)
  return read()
}

function sum(counts) {
  let total = 0
  for (const count of counts) total += count
  return total
}

function each(texts, encoding) {
  const vocabulary = selectVocabulary(encoding)
  return valueOf(call(native.tokensOfAll, texts, head(COUNT, 0, 0, 0, vocabulary), handleIn(vocabulary)))
}

function countTokens(input, encoding) {
  if (isSeveral(input)) return sum(each(several('input', input), encoding))
  runTokens(single('input', input), COUNT, 0, 0, 0, selectVocabulary(encoding))
  return nextNumber()
}

const estimateTokens = (input, family) =>
  valueOf(call(native.estimateTokens, single('input', input), string('family', family)))

const countTokensEach = (inputs, encoding) => Array.from(each(several('inputs', inputs), encoding))

async function countTokensAsync(input, options) {
  const texts = isSeveral(input) ? unreadTexts('input', input) : one('input', input)
  return runTokensAsync(countTokensAsync, texts, [COUNT], options, { convert: sum })
}

const counting = (counts) => collectInSteps(counts.length, (i) => counts[i])

async function countTokensEachAsync(inputs, options) {
  const texts = unreadTexts('inputs', inputs)
  return runTokensAsync(countTokensEachAsync, texts, [COUNT], options, { steps: counting })
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
  const texts = one('input', input)
  return runTokensAsync(countUpToAsync, texts, [COUNT_UP_TO, tokens('limit', limit)], options, { convert: converting(readUpTo) })
}

// Cutting

/** Returns the number that describes the cuts of a truncation. */
const cutOf = ({ from, lineBoundary }) => FROM[from ?? 'end'] + (lineBoundary ? LINE_BOUNDARY : 0)

function readTruncated(text, marker) {
  const dropped = { start: nextNumber(), end: nextNumber() }
  const whole = dropped.start === dropped.end
  return {
    text: whole ? text : text.slice(0, dropped.start) + marker + text.slice(dropped.end),
    dropped,
    tokens: nextNumber(),
    totalTokens: nextNumber(),
  }
}

function truncateToTokens(text, limit, options) {
  const read = optionsOf(options, TABLES.truncateTokens)
  const most = tokens('limit', limit)
  const vocabulary = vocabularyFor(read)
  const marker = read.marker ?? ''
  if (marker === '') {
    runTokens(string('text', text), TRUNCATE, most, 0, cutOf(read), vocabulary)
  } else {
    const numbers = head(TRUNCATE, most, 0, cutOf(read), vocabulary)
    open(valueOf(call(native.tokensOfAll, [string('text', text), marker], numbers, handleIn(vocabulary))))
  }
  return readTruncated(text, marker)
}

async function truncateToTokensAsync(text, limit, options) {
  const read = optionsOf(options, TABLES.truncateTokensTask)
  const marker = read.marker ?? ''
  const texts = ['text', [string('text', text), marker]]
  const most = tokens('limit', limit)
  const convert = converting(() => readTruncated(text, marker))
  return runTokensAsync(truncateToTokensAsync, texts, [TRUNCATE, most], options, { convert, read })
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
  const texts = ['text', [string('text', text)]]
  const shared = overlapOf(size, overlap)
  const steps = (numbers) =>
    collectInSteps(numbers[0], (i) => {
      const start = small(numbers[3 * i + 1])
      const end = small(numbers[3 * i + 2])
      return { text: text.slice(start, end), start, end, tokens: small(numbers[3 * i + 3]) }
    })
  return runTokensAsync(splitByTokensAsync, texts, [SPLIT, size, shared], options, { steps })
}

// Tokens

const readIds = () => Uint32Array.from({ length: nextNumber() }, nextNumber)

function encode(input, encoding) {
  runTokens(single('input', input), ENCODE, 0, 0, 0, selectVocabulary(encoding))
  return readIds()
}

async function encodeAsync(input, options) {
  return runTokensAsync(encodeAsync, one('input', input), [ENCODE], options, {})
}

class TokenOffsets extends Records {
  constructor(ids, starts, ends) {
    super()
    this.ids = ids
    this.starts = starts
    this.ends = ends
  }

  get length() {
    return this.ids.length
  }

  record(i) {
    return { id: this.ids[i], start: this.starts[i], end: this.ends[i] }
  }
}

function tokenOffsets(input, encoding) {
  runTokens(single('input', input), OFFSETS, 0, 0, 0, selectVocabulary(encoding))
  const length = nextNumber()
  const read = (Column) => Column.from({ length }, nextNumber)
  return new TokenOffsets(read(Uint32Array), read(Float64Array), read(Float64Array))
}

async function tokenOffsetsAsync(input, options) {
  const convert = (columns) => new TokenOffsets(...columns)
  return runTokensAsync(tokenOffsetsAsync, one('input', input), [OFFSETS], options, { convert })
}

function decodeToBytes(ids, encoding) {
  const vocabulary = vocabularyOf(encoding)
  return valueOf(call(native.decode, idsOf(ids), indexIn(vocabulary), handleIn(vocabulary)))
}

function idsOf(ids) {
  if (types.isUint32Array(ids)) return unshared(ids)
  if (!isSeveral(ids)) unfit('ids', 'an array of numbers or a Uint32Array', ids)
  return Uint32Array.from(ids, (id, i) => (isId(id) ? id : unfit(`ids[${i}]`, 'a whole number from 0 to 2^32 - 1', id)))
}

// Keeps a byte order mark, which is text like any other character.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

const decode = (ids, encoding) => utf8.decode(decodeToBytes(ids, encoding))

class TokenCounter {
  #counter
  #total = 0
  /** Pushes in order: the number of native pushes, and the surrogate that each push completed. */
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
  estimateTokens,
  preloadEncoding,
  splitByTokens,
  splitByTokensAsync,
  tokenOffsets,
  tokenOffsetsAsync,
  truncateToTokens,
  truncateToTokensAsync,
}
