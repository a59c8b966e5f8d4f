'use strict'

const native = require('./internal/native.js')
const { answerOf, call, callerOf } = require('./internal/failure.js')
const { once } = require('./internal/once.js')
const { content, readOptions, readValue, string } = require('./internal/options.js')
const { TABLES } = require('./internal/tables.js')

/** Creates a synchronous function from a native one. */
const synchronous = (table, native) => (options) => answerOf(call(native, readOptions(table, options)))

/** Creates an asynchronous function from a native one that starts a task. */
const asynchronous = (table, start) =>
  function ask(options) {
    return once({ read: (given) => readOptions(table, given), start, at: callerOf(ask) }, options)
  }

/** Checks the arguments of `checkSyntax`. */
const checked = (source, lang) => [readValue(content, 'source', source), readValue(string, 'lang', lang)]

function checkSyntax(source, lang, options = {}) {
  return answerOf(call(native.checkSyntax, ...checked(source, lang), readOptions(TABLES.checkSyntax, options)))
}

function checkSyntaxAsync(source, lang, options = {}) {
  const read = (given) => readOptions(TABLES.checkSyntax, given)
  const start = (waker, id, read) => native.checkSyntaxTask(...checked(source, lang), waker, id, read)
  return once({ read, start, at: callerOf(checkSyntaxAsync) }, options)
}

module.exports = {
  blockRangeAt: synchronous(TABLES.blockRange, native.blockRangeAt),
  blockRangeAtAsync: asynchronous(TABLES.blockRange, native.blockRangeAtTask),
  checkSyntax,
  checkSyntaxAsync,
  enclosingBlockBoundaries: synchronous(TABLES.enclosingBoundary, native.enclosingBlockBoundaries),
  enclosingBlockBoundariesAsync: asynchronous(TABLES.enclosingBoundary, native.enclosingBlockBoundariesTask),
  nodeChainAt: synchronous(TABLES.blockRange, native.nodeChainAt),
  nodeChainAtAsync: asynchronous(TABLES.blockRange, native.nodeChainAtTask),
}
