'use strict'

const native = require('./internal/native.js')
const { declared } = require('./internal/declared.js')
const { blocking, collecting, streaming } = require('./internal/files.js')
const { GrepBatch } = require('./internal/grep_batch.js')
const { listResult } = require('./internal/result.js')

function result(matches, report) {
  const result = listResult(matches, report)
  const oversized = report.skipped.find(({ reason }) => reason === 'tooLarge')
  if (oversized !== undefined) result.skippedOversized = oversized.count
  return result
}

const operation = { start: native.grep, Batch: GrepBatch, result, ...declared('GrepOptions') }

module.exports = {
  grep: collecting('grep', operation),
  grepStream: streaming('grepStream', operation),
  grepSync: blocking('grepSync', { ...operation, start: native.grepSync }),
}
