'use strict'

// Texts passed to asynchronous calls. Native code copies a string as a whole, which blocks the thread. Long text is
// therefore copied to native code, and long results from native code, in parts over several turns of the event loop;
// see src/content.rs.

const native = require('./native.js')
const { aborted, atCaller, call, timedOut } = require('./failure.js')
const { readElement, text: TEXT, unshared } = require('./options.js')
const { now } = require('./scheduling.js')
const { reasonOf } = require('./signal.js')
const { inTurns } = require('./turns.js')

/** Number of texts, and length of each text in code units or bytes, up to which texts are copied at once. */
const MANY = 512
const LONG = 1 << 18

const isLong = (text) => text.length > LONG
const isHigh = (unit) => (unit & 0xfc00) === 0xd800

/** Splits text into parts of at most `LONG` units, without splitting a character of a string. */
function* partsOf(text) {
  const isString = typeof text === 'string'
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = Math.min(from + LONG, text.length)
    if (isString && to < text.length && isHigh(text.charCodeAt(to - 1))) to--
    yield isString ? text.slice(from, to) : text.subarray(from, to)
  }
}

/** Returns the text in a form whose bytes no other thread can change. */
const own = (text) => (typeof text === 'string' ? text : unshared(text))

/** Copies long text into a native list, in steps. */
function* copyLong(list, text) {
  let isFirst = true
  for (const part of partsOf(text)) {
    if (isFirst) call(native.beginText, list, own(part), text.length)
    else call(native.extendText, list, own(part))
    isFirst = false
    yield
  }
}

/** Checks the elements of the list `name` and copies them into a native list, in steps. */
function* copyAll(list, name, texts) {
  for (let i = 0; i < texts.length; i++) {
    readElement(TEXT, texts, i, name)
    if (i % MANY === MANY - 1) yield
  }
  for (let from = 0, to = 0; from < texts.length; from = to) {
    if (isLong(texts[from])) {
      yield* copyLong(list, texts[from])
      to = from + 1
    } else {
      for (let length = 0; to < texts.length && to - from < MANY && length < LONG && !isLong(texts[to]); to++) {
        length += texts[to].length
      }
      call(native.addTexts, list, texts.slice(from, to).map(own))
    }
    yield
  }
}

/**
 * Runs the steps of a copy in turns and returns the options with the remaining time. Ends with an error when the signal
 * fires, or when the time has passed and the call does not return partial results.
 */
async function copyInTurns(steps, options, at) {
  const { signal, timeoutMs, onTimeout } = options
  const deadline = timeoutMs === undefined ? Infinity : now() + timeoutMs
  await inTurns(steps, () => {
    if (signal?.aborted) throw atCaller(aborted(reasonOf(signal)), at)
    if (now() >= deadline && onTimeout !== 'partial') throw atCaller(timedOut(), at)
  })
  if (timeoutMs === undefined) return options
  return { __proto__: null, ...options, timeoutMs: Math.max(0, Math.ceil(deadline - now())) }
}

/**
 * Copies the texts in the list `name` to native code, in turns if there are many texts or the texts are long, and calls
 * `run` with the copy and the updated options.
 */
async function withTexts(name, texts, options, at, run) {
  const list = native.texts()
  const steps = copyAll(list, name, texts)
  const isMuch = texts.length > MANY || texts.some((text) => text?.length > LONG)
  if (isMuch) return run(list, await copyInTurns(steps, options, at))
  for (const _ of steps);
  return run(list, options)
}

/**
 * Calls `run` with the text in native form and the updated options. The native form is the text itself or, if the text
 * is long, a copy made in turns.
 */
async function withText(text, options, at, run) {
  if (!isLong(text)) return run(own(text), options)
  const list = native.texts()
  return run(list, await copyInTurns(copyLong(list, text), options, at))
}

/** Joins the converted parts of long native text, in steps. */
function* joinParts(parts, convert) {
  let text = ''
  for (let part; (part = call(native.nextPart, parts)) !== null; ) {
    text += convert(part)
    yield
  }
  return text
}

module.exports = { joinParts, own, partsOf, withText, withTexts }
