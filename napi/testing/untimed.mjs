/** Copy of a result without what differs from run to run: the time for which the call waited. */
export function untimed(value) {
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value
  if (Array.isArray(value)) return value.map(untimed)
  const kept = Object.entries(value).filter(([key]) => key !== 'waitedMs')
  return Object.fromEntries(kept.map(([key, each]) => [key, untimed(each)]))
}

/** Returns the report that the stream of the same search has: with the counts, and without times. */
export const ofStream = ({ report, totalMatches, filesWithMatches, filesSearched }) =>
  untimed({ ...report, totalMatches, filesWithMatches, filesSearched })
