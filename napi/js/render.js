'use strict'

const native = require('./internal/native.js')
const { call, fromFailure } = require('./internal/failure.js')
const { isIterable, isObject, readOptional, unfit } = require('./internal/options.js')
const { TABLES } = require('./internal/tables.js')

// Kinds of records, same as in src/render.rs, which documents the layout.
const MATCH = 0
const PATH = 1
const DEFINITION = 2
const DIFF = 3
const REPORT = 4

const STOPPED_BY = { limit: 1, timeout: 2, callback: 3 }
const RESULT = 'a result of a search, an outline or an edit, the report of a stream, or a list of their items'

/** Whether a value is the report of a stream. The report of a result lacks the counts, which are beside the result. */
const isStreamReport = ({ skipped, totalMatches }) => isIterable(skipped) && typeof totalMatches === 'number'

/** Results as arrays of numbers and strings. */
class Records {
  numbers = []
  strings = []
  /** Cursor of the next page. */
  cursor = undefined

  constructor(color) {
    this.color = color
  }

  /** Adds a result with its report, the report of a stream, or the items of a list. */
  result(result) {
    if (!isObject(result)) unfit('result', RESULT, result)
    if (isIterable(result)) return this.items('result', result)
    if (isIterable(result.matches)) this.items('result.matches', result.matches)
    else if (isIterable(result.fileChanges)) this.items('result.fileChanges', result.fileChanges)
    else if (isStreamReport(result)) return this.report(result, result)
    else this.item('result', result)
    if (isObject(result.report)) this.report(result.report, result)
  }

  items(name, items) {
    let i = 0
    for (const item of items) this.item(`${name}[${i++}]`, item)
  }

  item(name, item) {
    if (!isObject(item)) unfit(name, RESULT, item)
    if (typeof item.diff === 'string') return this.diff(item)
    if (typeof item.lineNumber === 'number') return this.match(item, item.lineNumber, item.line)
    if (typeof item.startLine === 'number' && typeof item.text === 'string') return this.match(item, item.startLine, item.text)
    if (isIterable(item.items)) return this.definitions(item, item.items, 0)
    if (typeof item.fileType === 'number') return this.path(item)
    return unfit(name, RESULT, item)
  }

  match(item, line, text) {
    const { path = '', root = 0, matchCount = -1, clip, contextBefore = [], contextAfter = [] } = item
    const cutBefore = clip !== undefined && clip.offset > 0
    // A clipped line is either cut at its end or shown up to its end, whose offset is in bytes.
    const cutAfter = clip !== undefined && clip.offset + Buffer.byteLength(text) < clip.lineLength
    const submatches = this.color ? (item.submatches ?? [{ startColumn: 0, endColumn: text.length }]) : []
    this.numbers.push(MATCH, root, line, matchCount, (cutBefore ? 1 : 0) | (cutAfter ? 2 : 0))
    this.numbers.push(contextBefore.length, contextAfter.length, submatches.length)
    this.strings.push(`${path}`, `${text}`)
    for (const each of [...contextBefore, ...contextAfter]) {
      this.numbers.push(each.lineNumber)
      this.strings.push(`${each.line}`)
    }
    for (const { startColumn, endColumn } of submatches) this.numbers.push(startColumn, endColumn)
  }

  path({ path, fileType }) {
    this.numbers.push(PATH, fileType === native.FileType.Dir ? 1 : 0)
    this.strings.push(`${path}`)
  }

  definitions(outline, items, depth) {
    const { path = '', root = 0 } = outline
    for (const { name, signature, nameRange, children } of items) {
      this.numbers.push(DEFINITION, root, nameRange.startLine, depth)
      this.strings.push(`${path}`, `${signature || name}`)
      this.definitions(outline, children, depth + 1)
    }
  }

  diff({ path, root = 0, diff }) {
    this.numbers.push(DIFF, root)
    this.strings.push(`${path}`, diff)
  }

  /** Adds a report, whose counts are in `counts`: a result or the report of a stream. Results of a text have fewer. */
  report({ complete, stoppedBy, totalIsExact, next, nextOffset = -1, skipped, hints = [] }, counts) {
    const { filesSearched = 0, filesWithMatches = 0, matchCount = 0, totalMatches = matchCount } = counts
    this.cursor = next
    this.numbers.push(REPORT, complete ? 1 : 0, STOPPED_BY[stoppedBy] ?? 0, filesSearched, filesWithMatches, totalMatches)
    this.numbers.push(totalIsExact ? 1 : 0, nextOffset, skipped.length, hints.length)
    for (const { reason, count, first } of skipped) {
      this.numbers.push(count, first.length)
      this.strings.push(`${reason}`, ...first.map(({ path }) => `${path}`))
    }
    this.strings.push(...hints)
  }
}

function render(result, options) {
  const read = readOptional(TABLES.render, options)
  const records = new Records(read.color)
  records.result(result)
  const { error, ...rendering } = call(native.render, Float64Array.from(records.numbers), records.strings, records.cursor, read)
  if (error !== undefined) throw fromFailure(error)
  return rendering
}

module.exports = { render }
