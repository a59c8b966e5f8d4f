'use strict'

// The JavaScript end of src/mailbox.rs: numbers go over in a shared array and
// come back in it, texts of results come joined in one string.

const native = require('./native.js')
const { fromFailure, fromThrown } = require('./error.js')

const { textSlots: slots } = native
const SLOTS = slots.length
// The numbers before the lengths of the texts, as `HEAD` in src/text.rs.
const HEAD = 7
// Texts that cross at once, by number and by code units, so that their results
// fit in one string and memory stays bounded.
const MOST = SLOTS - HEAD
const JOINED = 1 << 20

// What came back, and how far it has been read.
let texts
let textsRead = 0
let numbers = slots
let numbersRead = 0

function cross(call, given, extra) {
  try {
    texts = call(given, extra)
  } catch (error) {
    throw fromThrown(error, [])
  }
  textsRead = 0
  numbers = slots
  numbersRead = 1
  if (slots[0] >= SLOTS) {
    numbers = native.textNumbers()
    numbersRead = 0
  }
}

/** Reads the numbers of a result that came by another way. */
function open(result) {
  numbers = result
  numbersRead = 0
}

/** A number of the result. */
const nextNumber = () => numbers[numbersRead++]

/** A text of the result, which comes from `text`. */
function nextText(text) {
  const end = nextNumber()
  if (end < 0) return text
  const start = textsRead
  textsRead = end
  return texts === undefined ? '' : texts.slice(start, end)
}

function post(operation, flags, a, b, c, ellipsis, count) {
  slots[0] = operation
  slots[1] = flags
  slots[2] = a
  slots[3] = b
  slots[4] = c
  slots[5] = typeof ellipsis === 'string' ? ellipsis.length : -1 - ellipsis
  slots[6] = count
}

/**
 * Carries out an operation with a text and reads its result with `read`, or
 * with several texts for the results of each.
 */
function exchange(text, read, operation, flags, a, b, c, ellipsis) {
  if (typeof text === 'string') {
    post(operation, flags, a, b, c, ellipsis, 0)
    slots[HEAD] = text.length
    cross(native.text, text, ellipsis)
    return read(text)
  }
  const results = []
  for (let from = 0, to = 0; from < text.length; from = to) {
    for (let length = 0; to < text.length && to - from < MOST && length < JOINED; to++) {
      slots[HEAD + to - from] = text[to].length
      length += text[to].length
    }
    const part = text.slice(from, to)
    post(operation, flags, a, b, c, ellipsis, part.length)
    cross(native.text, part, ellipsis)
    for (const each of part) results.push(read(each))
  }
  return results
}

/**
 * Carries out an operation on tokens with a string or bytes; the vocabulary is
 * the place of an encoding or a handle.
 */
function ask(text, operation, a, b, from, vocabulary) {
  const isPlace = typeof vocabulary === 'number'
  slots[0] = operation
  slots[1] = a
  slots[2] = b
  slots[3] = from
  slots[5] = isPlace ? vocabulary : -1
  slots[HEAD] = typeof text === 'string' ? text.length : -1
  cross(native.tokens, text, isPlace ? undefined : vocabulary)
  if (texts !== undefined) throw fromFailure(texts)
}

module.exports = { ask, exchange, nextNumber, nextText, open }
