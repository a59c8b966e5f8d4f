'use strict'

// The JavaScript end of src/mailbox.rs: numbers go over in a shared array and
// come back in it, texts of results come joined in one string.

const native = require('./native.js')
const { fromFailure, fromThrown } = require('./error.js')

// The object of the addon is slow to look into.
const { text: callText, textNumbers, textSlots: slots, tokens: callTokens } = native
const SLOTS = slots.length
// The numbers before the lengths of the texts, as `HEAD` in src/text.rs.
const HEAD = 7
// Texts that cross at once, by number and by code units, so that their results
// fit in one string and memory stays bounded.
const MOST = SLOTS - HEAD
const JOINED = 1 << 20
// By `Ellipsis`.
const ELLIPSES = ['\u2026', '...', '']

// What came back, and how far it has been read.
let texts
let textsRead = 0
let numbers = slots
let numbersRead = 0
// What truncated texts end with.
let cutEnd = ''

/** Sends one text (`count` is 0) or several, whose lengths are set. */
function cross(given, count, operation, flags, a, b, c, ellipsis) {
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

/** Makes a call, whose numbers are set, and gets ready to read its result. */
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
    numbers = textNumbers()
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

/** A text of the result: a part of `text` and what follows. */
function nextText(text) {
  // Offsets as integers: JavaScriptCore cuts by others three times as slowly.
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
 * Carries out an operation with a text and reads its result with `read`, or
 * with several texts for the results of each.
 */
function exchange(text, read, operation, flags, a, b, c, ellipsis) {
  if (typeof text === 'string') {
    slots[HEAD] = text.length
    cross(text, 0, operation, flags, a, b, c, ellipsis)
    return read(text)
  }
  const results = []
  for (let from = 0, to = 0; from < text.length; from = to) {
    for (let length = 0; to < text.length && to - from < MOST && length < JOINED; to++) {
      slots[HEAD + to - from] = text[to].length
      length += text[to].length
    }
    const part = text.slice(from, to)
    cross(part, part.length, operation, flags, a, b, c, ellipsis)
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
  send(callTokens, text, isPlace ? undefined : vocabulary)
  if (texts !== undefined) throw fromFailure(texts)
}

module.exports = { ELLIPSES, ask, exchange, nextNumber, nextText, open }
