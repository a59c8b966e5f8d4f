'use strict'

const native = require('./internal/native.js')
const { call, fromFailure } = require('./internal/failure.js')
const { GrepBatch } = require('./internal/grep_batch.js')
const { content: CONTENT, isObject, pattern: PATTERN, readOptions, readValue } = require('./internal/options.js')
const { isLimited, withoutCounts } = require('./internal/result.js')
const { TABLES } = require('./internal/tables.js')

function search(content, options) {
  const text = readValue(CONTENT, 'content', content)
  const read = readOptions(TABLES.search, options)
  const found = call(native.search, text, read)
  if (found.error !== undefined) {
    const error = fromFailure(found.error, read)
    if (error.code === 'ERR_RANSACK_TIMEOUT') throw error
    return { matches: [], matchCount: 0, limitReached: false, error: error.message }
  }
  const { report } = found
  return {
    matches: new GrepBatch(found).rest(),
    matchCount: report.totalMatches,
    limitReached: isLimited(report),
    report: withoutCounts(report),
  }
}

function hasMatch(content, pattern, ignoreCase, multiline, timeoutMs) {
  const text = readValue(CONTENT, 'content', content)
  const query = readValue(PATTERN, 'pattern', pattern)
  const given = isObject(ignoreCase) ? ignoreCase : { ignoreCase, multiline, timeoutMs }
  const read = readOptions(TABLES.hasMatch, given)
  const { timeoutMs: limit, backtracking } = read
  const answer = call(native.hasMatch, text, query, read.ignoreCase, read.multiline, limit, backtracking)
  if (typeof answer === 'boolean') return answer
  throw fromFailure(answer)
}

module.exports = { hasMatch, search }
