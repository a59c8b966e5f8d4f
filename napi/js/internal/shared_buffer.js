'use strict'

// JavaScript side of the shared buffer, see src/shared_buffer.rs: the numbers of a call and of its result share
// one array; the texts of a result are joined in one string.

const native = require('./native.js')
const { fromFailure, fromThrown } = require('./failure.js')

// Copied, since property access on the exports of an addon is slow.
const { sharedNumbers, sharedSlots: slots, text: callText, tokens: callTokens } = native
const SLOTS = slots.length
// Number of slots before the lengths of the texts, same as `HEAD` in src/text.rs.
const HEAD = 7
// Maximum number of texts per call, and number of code units after which a call takes no more texts, so that their
// results fit in one string and memory stays bounded.
const MAX_TEXTS = SLOTS - HEAD
const MAX_UNITS = 1 << 20
// Ellipsis texts, by `Ellipsis` number.
const ELLIPSES = ['\u2026', '...', '']

// Last result, and the read positions in it.
let texts
let textsRead = 0
let numbers = slots
let numbersRead = 0
// Ellipsis of the last call.
let cutEnd = ''

/** Calls native code with a single text (`count` is 0) or with several texts, whose lengths are in their slots. */
function callWithText(given, count, operation, flags, a, b, c, ellipsis) {
  slots[0] = operation
  slots[1] = flags
  slots[2] = a
  slots[3] = b
  slots[4] = c
  if (typeof ellipsis === 'string') {
    slots[5] = ellipsis.length
    cutEnd = ellipsis
  } else {
    slots[5] = -1 - ellipsis
    cutEnd = ELLIPSES[ellipsis]
  }
  slots[6] = count
  send(callText, given, ellipsis)
}

/** Calls native code, with the numbers in their slots, and prepares to read the result. */
function send(call, given, extra) {
  try {
    texts = call(given, extra)
  } catch (error) {
    throw fromThrown(error, [])
  }
  textsRead = 0
  if (slots[0] < SLOTS) {
    numbers = slots
    numbersRead = 1
  } else {
    numbers = sharedNumbers()
    numbersRead = 0
  }
}

/** Prepares to read a result returned by a task. */
function open(result) {
  numbers = result
  numbersRead = 0
}

/** Reads the next number of the result. */
const nextNumber = () => numbers[numbersRead++]

/** Reads the next text of the result: a part of `text`, and the rest. */
function nextText(text) {
  // Uses integer offsets, since otherwise `slice` in JavaScriptCore is three times slower.
  const from = numbers[numbersRead++] | 0
  const to = numbers[numbersRead++] | 0
  const start = textsRead
  const end = numbers[numbersRead++] | 0
  if (end === start) return text.slice(from, to)
  if (end < 0) return text.slice(from, to) + cutEnd
  textsRead = end
  const rest = texts.slice(start, end)
  return from === to ? rest : text.slice(from, to) + rest
}

/**
 * Runs a text operation and returns its result, read by `read`; for an array of texts,
 * returns an array of results.
 */
function runText(text, read, operation, flags, a, b, c, ellipsis) {
  if (typeof text === 'string') {
    slots[HEAD] = text.length
    callWithText(text, 0, operation, flags, a, b, c, ellipsis)
    return read(text)
  }
  const results = []
  for (let from = 0, to = 0; from < text.length; from = to) {
    for (let length = 0; to < text.length && to - from < MAX_TEXTS && length < MAX_UNITS; to++) {
      slots[HEAD + to - from] = text[to].length
      length += text[to].length
    }
    const part = text.slice(from, to)
    callWithText(part, part.length, operation, flags, a, b, c, ellipsis)
    for (const each of part) results.push(read(each))
  }
  return results
}

/**
 * Runs an operation on the tokens in a string or byte array. The vocabulary is the index of an encoding or a native
 * handle.
 */
function runTokens(text, operation, a, b, from, vocabulary) {
  const isIndex = typeof vocabulary === 'number'
  slots[0] = operation
  slots[1] = a
  slots[2] = b
  slots[3] = from
  slots[5] = isIndex ? vocabulary : -1
  slots[HEAD] = typeof text === 'string' ? text.length : -1
  send(callTokens, text, isIndex ? undefined : vocabulary)
  if (texts !== undefined) throw fromFailure(texts)
}

module.exports = { ELLIPSES, nextNumber, nextText, open, runText, runTokens }
