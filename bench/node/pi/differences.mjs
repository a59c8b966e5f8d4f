// Comparison of results.

const isRecord = (value) => typeof value === 'object' && value !== null

/** Returns the places at which two values differ, such as `value.matches[0].path`, with both values. */
export function differences(its, mine, at = '') {
  if (!isRecord(its) || !isRecord(mine) || Array.isArray(its) !== Array.isArray(mine)) {
    return Object.is(its, mine) ? [] : [{ at, its, mine }]
  }
  if (Array.isArray(its)) {
    return Array.from({ length: Math.max(its.length, mine.length) }, (_, i) => differences(its[i], mine[i], `${at}[${i}]`)).flat()
  }
  const names = [...new Set([...Object.keys(its), ...Object.keys(mine)])]
  return names.flatMap((name) => differences(its[name], mine[name], at === '' ? name : `${at}.${name}`))
}
