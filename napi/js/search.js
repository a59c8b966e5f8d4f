'use strict'

const native = require('./internal/native.js')
const { RansackOptionError } = require('./error.js')
const { call, checkOptions, fromFailure } = require('./internal/failure.js')
const { GrepBatch } = require('./internal/grep_batch.js')
const { unshared } = require('./internal/bytes.js')

function search(content, options) {
  checkOptions(options)
  const found = call(native.search, text(content), options)
  if (found.error !== undefined) {
    if (found.error.code === 'ERR_RANSACK_TIMEOUT') throw fromFailure(found.error)
    return { matches: [], matchCount: 0, limitReached: false, error: found.error.message }
  }
  const { report } = found
  return {
    matches: new GrepBatch(found).rest(),
    matchCount: report.totalMatches,
    limitReached: report.stoppedBy === 'limit',
    report,
  }
}

function hasMatch(content, pattern, ignoreCase, multiline, timeoutMs) {
  const answer = call(native.hasMatch, text(content), pattern, ignoreCase, multiline, timeoutMs)
  if (typeof answer === 'boolean') return answer
  throw fromFailure(answer)
}

/** Checks the text to search. */
function text(content) {
  if (typeof content === 'string') return content
  if (content instanceof Uint8Array) return unshared(content)
  throw new RansackOptionError('`content` must be a string or a Uint8Array')
}

module.exports = { hasMatch, search }
