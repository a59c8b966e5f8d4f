'use strict'

const native = require('./internal/native.js')
const { unshared } = require('./internal/bytes.js')
const { RansackOptionError } = require('./error.js')
const { call, checkOptions, fromFailure } = require('./internal/failure.js')
const { once } = require('./internal/once.js')

/** Returns the answer of a native function, or throws its failure. */
function answerOf({ answer, error }) {
  if (error === undefined) return answer
  throw fromFailure(error)
}

const same = (answer) => answer

/** Returns the options, with bytes that no other thread can change. */
const prepare = (options) =>
  options.code instanceof Uint8Array ? { ...options, code: unshared(options.code) } : options

/** Creates a synchronous function from a native one. */
const synchronous = (native) => (options) => {
  checkOptions(options)
  return answerOf(call(native, prepare(options)))
}

/** Creates an asynchronous function from a native one that starts a task. */
const asynchronous = (start) => (options) =>
  once((waker, id, options) => start(waker, id, prepare(options)), options, same)

/** Checks the source text. */
function text(source) {
  if (typeof source === 'string') return source
  if (source instanceof Uint8Array) return unshared(source)
  throw new RansackOptionError('`source` must be a string or a Uint8Array')
}

function language(lang) {
  if (typeof lang === 'string') return lang
  throw new RansackOptionError('`lang` must be a string')
}

function checkSyntax(source, lang, options = {}) {
  checkOptions(options)
  return answerOf(call(native.checkSyntax, text(source), language(lang), options))
}

function checkSyntaxAsync(source, lang, options = {}) {
  const start = (waker, id, options) => native.checkSyntaxTask(text(source), language(lang), waker, id, options)
  return once(start, options, same)
}

module.exports = {
  blockRangeAt: synchronous(native.blockRangeAt),
  blockRangeAtAsync: asynchronous(native.blockRangeAtTask),
  checkSyntax,
  checkSyntaxAsync,
  enclosingBlockBoundaries: synchronous(native.enclosingBlockBoundaries),
  enclosingBlockBoundariesAsync: asynchronous(native.enclosingBlockBoundariesTask),
  nodeChainAt: synchronous(native.nodeChainAt),
  nodeChainAtAsync: asynchronous(native.nodeChainAtTask),
}
