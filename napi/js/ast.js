'use strict'

const native = require('./native.js')
const { small } = require('./batch.js')
const { unshared } = require('./bytes.js')
const { CodeBatch, parseErrors } = require('./code.js')
const { collect } = require('./collect.js')
const { RansackOptionError, call } = require('./error.js')
const { MatchStream } = require('./stream.js')

// As in `Flags` of src/ast.rs, which describes what is read here.
const PATH = 1
const READING = 2
const ROOT = 4
const META = 8

class AstBatch extends CodeBatch {
  context = ''

  next() {
    const { numbers, strings } = this
    const flags = numbers[this.n++]
    const pattern = small(numbers[this.n++])
    const range = this.range()
    const root = flags & ROOT ? small(numbers[this.n++]) : undefined
    if (flags & PATH) this.takePath()
    if (flags & READING) {
      this.language = strings[this.s++]
      this.context = strings[this.s++]
    }
    const { path, language, context } = this
    const match = { path, text: strings[this.s++], ...range, language, pattern, context }
    if (root !== undefined) match.root = root
    if (this.bytes !== undefined) {
      // A copy for each, so that a caller who changes one changes no other.
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

/** A search as `start` does it, with what it takes in the place of what the caller has. */
const search = (start, result) => ({
  start: (waker, id, options) => start(waker, id, plain(options)),
  Batch: AstBatch,
  result,
})

const limited = search((...args) => native.astGrep(true, ...args), result)

const unlimited = search((...args) => native.astGrep(false, ...args), result)

/** How a workspace starts the one or the other. */
const startIn = (isLimited) => (handle, waits, waker, id, options) =>
  native.workspaceAstGrep(handle, waits, isLimited, waker, id, plain(options))

const inMemory = search(native.astMatch, resultInMemory)

const astGrep = (options, onMatch) => collect(limited, options, onMatch)

const astGrepStream = (options) => new MatchStream(unlimited, options)

const astMatch = (options) => collect(inMemory, options)

const astLanguages = () => call(native.astLanguages)

/** The options, with rules as text and with bytes that no other thread can change meanwhile. */
function plain(options) {
  const { rule, source } = options
  if (typeof rule === 'object' && rule !== null) options = { ...options, rule: text(rule) }
  if (source instanceof Uint8Array) options = { ...options, source: unshared(source) }
  return options
}

function text(rule) {
  try {
    return JSON.stringify(rule)
  } catch (error) {
    throw new RansackOptionError(`\`rule\` cannot be told as JSON: ${error.message}`)
  }
}

module.exports = { astGrep, astGrepStream, astLanguages, astMatch, limited, startIn, unlimited }
