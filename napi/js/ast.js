'use strict'

const native = require('./internal/native.js')
const { small } = require('./internal/batch.js')
const { CodeBatch, ENCLOSING, LANGUAGE, META, READING, parseErrors, range } = require('./internal/code.js')
const { collect } = require('./internal/collect.js')
const { withText } = require('./internal/content.js')
const { declared } = require('./internal/declared.js')
const { call, callerOf } = require('./internal/failure.js')
const { collecting, streaming } = require('./internal/files.js')
const { readOptions } = require('./internal/options.js')
const { listResult } = require('./internal/result.js')
const { TABLES } = require('./internal/tables.js')

/** Batch of syntax tree matches. */
class AstBatch extends CodeBatch {
  context = ''
  reading = undefined

  next() {
    const { strings } = this
    const { byteStart, byteEnd, startLine, startColumn, endLine, endColumn, start, end } = this.location()
    const pattern = small(this.numbers[this.n++])
    if (this.flags & LANGUAGE) {
      this.language = strings[this.s++]
      this.context = strings[this.s++]
    }
    const { path, language, context } = this
    const match = {
      path,
      text: strings[this.s++],
      byteStart,
      byteEnd,
      startLine,
      startColumn,
      endLine,
      endColumn,
      range: { start, end },
      language,
      pattern,
      context,
    }
    if (this.flags & ENCLOSING) match.enclosing = strings[this.s++]
    if (this.version !== undefined) match.version = this.version
    if (this.root !== undefined) match.root = this.root
    if (this.bytes !== undefined) {
      // Each match has its own copy, so a caller can change it safely.
      match.pathBytes = this.pathBytes.slice()
      match.textBytes = this.raw(this.numbers[this.n++])
    }
    if (this.flags & META) this.metaVariables(match)
    if (this.flags & READING) this.readingOf(match)
    return match
  }

  readingOf(match) {
    const news = this.numbers[this.n++]
    if (news === 0) return
    if (news === 2) {
      const [shape, kind, tree] = [this.strings[this.s++], this.strings[this.s++], this.strings[this.s++]]
      this.reading = { context: this.context, shape, ...(kind !== '' && { kind }), tree }
    }
    match.reading = this.reading
  }

  metaVariables(match) {
    match.metaVariables = {}
    match.metaVariableRanges = {}
    for (let left = this.numbers[this.n++]; left > 0; left--) {
      const name = this.strings[this.s++]
      match.metaVariables[name] = this.strings[this.s++]
      if (this.numbers[this.n++] !== 0) match.metaVariableRanges[name] = range(this)
    }
  }
}

function result(matches, report) {
  const result = listResult(matches, report)
  const errors = parseErrors(report)
  if (errors.length > 0) result.parseErrors = errors
  return result
}

function resultInMemory(matches, report) {
  const { filesWithMatches, filesSearched, ...rest } = result(matches, report)
  return rest
}

const operation = { start: native.astGrep, Batch: AstBatch, result, ...declared('AstGrepOptions') }

const inMemory = { start: native.astMatch, Batch: AstBatch, result: resultInMemory }

async function astMatch(options) {
  const at = callerOf(astMatch)
  const read = readOptions(TABLES.astMatch, options)
  return withText(read.source, read, at, (source, left) => {
    const given = { __proto__: null, ...left, source }
    return collect({ ...inMemory, read: () => given }, options, undefined, at)
  })
}

module.exports = {
  astGrep: collecting('astGrep', operation),
  astGrepStream: streaming('astGrepStream', { ...operation, start: native.astGrepStream }),
  astLanguages: () => call(native.astLanguages),
  astMatch,
}
