'use strict'

/** Returns a report without the counts, which results carry beside their matches. */
function withoutCounts({ totalMatches, filesWithMatches, filesSearched, ...report }) {
  return report
}

/** Returns whether a limit truncated the matches that a report is about. */
const isLimited = ({ stoppedBy, nextOffset }) => stoppedBy === 'limit' && nextOffset !== undefined

/** Combines matches and report into the result of a call that returns a single list of matches. */
function listResult(matches, report) {
  const { totalMatches, filesWithMatches, filesSearched } = report
  const limitReached = isLimited(report)
  return { matches, totalMatches, filesWithMatches, filesSearched, limitReached, report: withoutCounts(report) }
}

module.exports = { isLimited, listResult, withoutCounts }
