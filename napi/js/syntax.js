'use strict'

const native = require('./native.js')
const { unshared } = require('./bytes.js')
const { RansackOptionError, call, checkOptions, fromFailure } = require('./error.js')
const { once } = require('./once.js')

/** What a question was answered with. */
function answered({ answer, error }) {
  if (error === undefined) return answer
  throw fromFailure(error)
}

const itself = (answer) => answer

/** The options, with bytes that no other thread can change meanwhile. */
const plain = (options) =>
  options.code instanceof Uint8Array ? { ...options, code: unshared(options.code) } : options

/** A question about a text, answered at once. */
const now = (ask) => (options) => {
  checkOptions(options)
  return answered(call(ask, plain(options)))
}

/** The same, answered later. */
const later = (start) => (options) =>
  once((waker, id, options) => start(waker, id, plain(options)), options, itself)

/** The text to check, if it is one. */
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
  return answered(call(native.checkSyntax, text(source), language(lang), options))
}

function checkSyntaxAsync(source, lang, options = {}) {
  const start = (waker, id, options) => native.checkSyntaxTask(text(source), language(lang), waker, id, options)
  return once(start, options, itself)
}

module.exports = {
  blockRangeAt: now(native.blockRangeAt),
  blockRangeAtAsync: later(native.blockRangeAtTask),
  checkSyntax,
  checkSyntaxAsync,
  enclosingBlockBoundaries: now(native.enclosingBlockBoundaries),
  enclosingBlockBoundariesAsync: later(native.enclosingBlockBoundariesTask),
  nodeChainAt: now(native.nodeChainAt),
  nodeChainAtAsync: later(native.nodeChainAtTask),
}
