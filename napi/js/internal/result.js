'use strict'

/** Combines matches and report into the result of a call that returns a single list of matches. */
function listResult(matches, report) {
  const result = { matches, totalMatches: report.totalMatches, report }
  if (report.stoppedBy === 'limit' && report.nextOffset !== undefined) result.limitReached = true
  return result
}

module.exports = { listResult }
