'use strict'

const native = require('./internal/native.js')
const { Batch, small } = require('./internal/batch.js')
const { range } = require('./internal/code.js')
const { collect } = require('./internal/collect.js')
const { own, withText } = require('./internal/content.js')
const { call, callerOf, fromFailure } = require('./internal/failure.js')
const { method } = require('./internal/files.js')
const { count, path: PATH, readOptional, readOptions, readValue, string, text } = require('./internal/options.js')
const { TABLES } = require('./internal/tables.js')

// src/ast/syntax.rs documents the layouts read here.

/** Batch of nodes. */
class NodeBatch extends Batch {
  next() {
    const startLine = small(this.numbers[this.n++])
    const endLine = small(this.numbers[this.n++])
    return { kind: this.strings[this.s++], startLine, endLine, range: range(this) }
  }
}

/** Batch of syntax errors. */
class DiagnosticBatch extends Batch {
  next() {
    const form = this.numbers[this.n++]
    const diagnostic = { range: range(this) }
    if (form === 1) diagnostic.missing = this.strings[this.s++]
    if (form === 2) diagnostic.message = this.strings[this.s++]
    return diagnostic
  }
}

/** Batch of line numbers. */
class LineBatch extends Batch {
  next() {
    return small(this.numbers[this.n++])
  }
}

const all = (items, hasResult) => (hasResult ? items : null)
const first = (items) => items[0] ?? null

/** Creates a synchronous and an asynchronous function from native ones. */
function define(table, now, later, Batch, result) {
  const answer = (options) => {
    const { code, ...read } = readOptions(table, options)
    const found = call(now, { __proto__: null, ...read, code: own(code) })
    if (found.error !== undefined) throw fromFailure(found.error)
    return result(new Batch(found).rest(), found.report)
  }
  const ask = async (options) => {
    const at = callerOf(ask)
    const read = readOptions(table, options)
    return withText(read.code, read, at, (code, left) => {
      const given = { __proto__: null, ...left, code }
      return collect({ read: () => given, start: later, Batch, result }, options, undefined, at)
    })
  }
  return [answer, ask]
}

const [blockRangeAt, blockRangeAtAsync] =
  define(TABLES.blockRange, native.blockRangeAt, native.blockRangeAtTask, NodeBatch, first)
const [nodeChainAt, nodeChainAtAsync] =
  define(TABLES.blockRange, native.nodeChainAt, native.nodeChainAtTask, NodeBatch, all)
const [enclosingBlockBoundaries, enclosingBlockBoundariesAsync] =
  define(TABLES.enclosingBoundary, native.enclosingBlockBoundaries, native.enclosingBlockBoundariesTask, LineBatch, all)

/** Reads the arguments of `checkSyntax`. */
const checked = (source, lang, options) => [
  readValue(text, 'source', source),
  readValue(string, 'lang', lang),
  readOptional(TABLES.call, options),
]

function checkSyntax(source, lang, options) {
  const [code, name, read] = checked(source, lang, options)
  const found = call(native.checkSyntax, own(code), name, read)
  if (found.error !== undefined) throw fromFailure(found.error)
  return new DiagnosticBatch(found).rest()
}

async function checkSyntaxAsync(source, lang, options) {
  const at = callerOf(checkSyntaxAsync)
  const [code, name, read] = checked(source, lang, options)
  return withText(code, read, at, (code, left) => {
    const start = (waker, id, given) => native.checkSyntaxTask(code, name, waker, id, given)
    return collect({ read: () => left, start, Batch: DiagnosticBatch, result: all }, options, undefined, at)
  })
}

// Open buffers

/** Defines a `Workspace` method that looks up a line of an open buffer. */
function ofBuffer(name, begin, result) {
  method(name, function lookUp(handle, path, line, options) {
    const read = (given) => ({
      ...readOptional(TABLES.bufferSyntax, given),
      path: readValue(PATH, 'path', path),
      line: readValue(count, 'line', line),
    })
    const start = (waker, id, { path, line, ...left }) => begin(handle, path, line, waker, id, left)
    return collect({ read, start, Batch: NodeBatch, result }, options, undefined, callerOf(lookUp))
  })
}

ofBuffer('blockRangeInBuffer', native.blockRangeInBufferTask, first)
ofBuffer('nodeChainInBuffer', native.nodeChainInBufferTask, all)

method('checkSyntaxInBuffer', function check(handle, path, options) {
  const read = (given) => ({ ...readOptional(TABLES.bufferSyntax, given), path: readValue(PATH, 'path', path) })
  const start = (waker, id, { path, ...left }) => native.checkSyntaxInBufferTask(handle, path, waker, id, left)
  return collect({ read, start, Batch: DiagnosticBatch, result: all }, options, undefined, callerOf(check))
})

module.exports = {
  blockRangeAt,
  blockRangeAtAsync,
  checkSyntax,
  checkSyntaxAsync,
  enclosingBlockBoundaries,
  enclosingBlockBoundariesAsync,
  nodeChainAt,
  nodeChainAtAsync,
}
