'use strict'

const native = require('./internal/native.js')
const { blocking, collecting, streaming } = require('./internal/files.js')
const { GrepBatch } = require('./internal/grep_batch.js')
const { bool } = require('./internal/options.js')
const { listResult } = require('./internal/result.js')
const { CONTENT, FILE_SEARCH, LINES } = require('./internal/tables.js')

function result(matches, report) {
  const result = listResult(matches, report)
  const oversized = report.skipped.find(({ reason }) => reason === 'tooLarge')
  if (oversized !== undefined) result.skippedOversized = oversized.count
  return result
}

const options = { ...FILE_SEARCH, ...CONTENT, ...LINES, binary: bool, enclosing: bool, versions: bool, sortByMtime: bool }
const operation = { start: native.grep, Batch: GrepBatch, result, options }

module.exports = {
  grep: collecting('grep', operation),
  grepStream: streaming('grepStream', operation),
  grepSync: blocking('grepSync', { ...operation, start: native.grepSync }),
}
