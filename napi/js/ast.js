'use strict'

const native = require('./native.js')
const { small } = require('./batch.js')
const { unshared } = require('./bytes.js')
const { CodeBatch, parseErrors } = require('./code.js')
const { collect } = require('./collect.js')
const { RansackOptionError, call } = require('./error.js')
const { fileOperation } = require('./files.js')
const { MatchStream } = require('./stream.js')

// Same as `Flags` in src/ast/mod.rs, which documents the layout.
const PATH = 1
const READING = 2
const ROOT = 4
const META = 8

/** Batch of syntax-tree matches. */
class AstBatch extends CodeBatch {
  context = ''

  next() {
    const { numbers, strings } = this
    const flags = numbers[this.n++]
    const pattern = small(numbers[this.n++])
    const range = this.range()
    const root = flags & ROOT ? small(numbers[this.n++]) : undefined
    if (flags & PATH) this.readPath()
    if (flags & READING) {
      this.language = strings[this.s++]
      this.context = strings[this.s++]
    }
    const { path, language, context } = this
    const match = { path, text: strings[this.s++], ...range, language, pattern, context }
    if (root !== undefined) match.root = root
    if (this.bytes !== undefined) {
      // Each match has its own copy, so that a caller can change it safely.
      match.pathBytes = this.pathBytes.slice()
      match.textBytes = this.raw(numbers[this.n++])
    }
    if (flags & META) this.metaVariables(match)
    return match
  }

  metaVariables(match) {
    match.metaVariables = {}
    match.metaVariableRanges = {}
    for (let left = this.numbers[this.n++]; left > 0; left--) {
      const name = this.strings[this.s++]
      match.metaVariables[name] = this.strings[this.s++]
      if (this.numbers[this.n++] !== 0) match.metaVariableRanges[name] = this.range()
    }
  }
}

function result(matches, report) {
  const result = {
    matches,
    totalMatches: report.totalMatches,
    filesWithMatches: report.filesWithMatches,
    filesSearched: report.filesSearched,
    limitReached: report.stoppedBy === 'limit',
  }
  const errors = parseErrors(report)
  if (errors.length > 0) result.parseErrors = errors
  result.report = report
  return result
}

function resultInMemory(matches, report) {
  const { filesWithMatches, filesSearched, ...rest } = result(matches, report)
  return rest
}

const operation = fileOperation(native.astGrep, { Batch: AstBatch, result }, prepare)

const streamOperation = fileOperation(native.astGrepStream, { Batch: AstBatch, result }, prepare)

const inMemory = {
  start: (waker, id, options) => native.astMatch(waker, id, prepare(options)),
  Batch: AstBatch,
  result: resultInMemory,
}

const astGrep = (options, onMatch) => collect(operation, options, onMatch)

const astGrepStream = (options) => new MatchStream(streamOperation, options)

const astMatch = (options) => collect(inMemory, options)

const astLanguages = () => call(native.astLanguages)

/** Returns the options, with the rule as JSON and with bytes that no other thread can change. */
function prepare(options) {
  const { rule, source } = options
  if (typeof rule === 'object' && rule !== null) options = { ...options, rule: toJson(rule) }
  if (source instanceof Uint8Array) options = { ...options, source: unshared(source) }
  return options
}

function toJson(rule) {
  try {
    return JSON.stringify(rule)
  } catch (error) {
    throw new RansackOptionError(`\`rule\` cannot be converted to JSON: ${error.message}`)
  }
}

module.exports = { astGrep, astGrepStream, astLanguages, astMatch, operation, streamOperation }
