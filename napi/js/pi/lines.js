'use strict'

// Line searches: `grep`, `search`, `hasMatch`.

const { realpathSync } = require('node:fs')

const ransack = require('../../entry.js')
const { firstReading, firstReadingLater } = require('./internal/patterns.js')
const { fields, isFile, later, now, pick, withReport } = require('./internal/shape.js')

const LINES = ['pattern', 'ignoreCase', 'multiline', 'maxCount', 'offset', 'contextBefore', 'contextAfter', 'context', 'maxColumns', 'mode']
const FILES = ['path', 'glob', 'type', 'hidden', 'gitignore', 'maxCountPerFile', 'signal', 'timeoutMs']

/** Clips a line to `max` bytes, the last three of which are dots. */
function clipped(line, max) {
  const bytes = Buffer.from(line)
  let end = Math.max(0, max - 3)
  while ((bytes[end] & 0xc0) === 0x80) end--
  return `${bytes.toString('utf8', 0, end)}...`
}

/** Returns a matching or context line with these fields, clipped to `maxColumns`. */
function shapedLine(line, names, maxColumns) {
  const shaped = fields(line, names)
  const isLong = maxColumns !== undefined && maxColumns !== null && Buffer.byteLength(line.line) > maxColumns
  if (isLong) shaped.line = clipped(line.line, maxColumns)
  for (const side of ['contextBefore', 'contextAfter']) {
    if (line[side] !== undefined) shaped[side] = line[side].map((each) => shapedLine(each, ['lineNumber'], maxColumns))
  }
  if (!isLong) shaped.line = line.line
  return shaped
}

/** Returns a match in the shape of pi-natives. The library's own clipping keeps another part of the line. */
function shapedMatch(match, names, maxColumns) {
  const shaped = shapedLine(match, names, maxColumns)
  if (shaped.line !== match.line) shaped.truncated = true
  return shaped
}

let knownTypes

/** Returns the options for a file type: the name of a type or, if there is no such type, an extension. */
function typed(type, glob) {
  const name = type?.replace(/^\./, '')
  if (!name) return {}
  knownTypes ??= new Set(ransack.fileTypes().map((known) => known.name))
  // With a glob, only a type can narrow the files further.
  return knownTypes.has(name) || glob ? { type: name } : { glob: `*.${ransack.escapeGlob(name)}` }
}

const isFull = (matches, maxCount) => typeof maxCount === 'number' && matches.length >= maxCount

async function grep(options, onMatch) {
  const { pattern, path, glob, type, maxColumns, ...given } = pick(options, [...LINES, ...FILES])
  const { maxCount, mode } = given
  const root = path === '' ? '.' : path
  const file = isFile(root) ? realpathSync(root) : undefined
  const shaped = (match) => {
    const shaped = shapedMatch(match, ['path', 'lineNumber', 'matchCount'], maxColumns)
    if (file !== undefined) shaped.path = file
    return shaped
  }

  const matches = []
  const deliver = (match) => {
    const found = shaped(match)
    matches.push(found)
    onMatch(null, found)
  }
  const query = { ...given, path: root, ...(glob ? { glob } : {}), ...typed(type, glob), binary: mode === 'filesWithMatches' }
  const found = await later(() =>
    firstReadingLater(pattern, (reading) =>
      ransack.grep({ ...query, ...reading }, typeof onMatch === 'function' ? deliver : onMatch),
    ),
  )
  for (const match of found.matches) matches.push(shaped(match))

  const result = { matches, ...fields(found, ['totalMatches', 'filesWithMatches', 'filesSearched', 'skippedOversized']) }
  if (found.limitReached || isFull(matches, maxCount)) result.limitReached = true
  return withReport(result, found.report)
}

/** Searches text in memory with the first valid reading of a pattern. */
const searchText = (content, pattern, options) =>
  firstReading(pattern, (reading) => {
    const found = ransack.search(content, { ...options, ...reading })
    if (found.error === undefined || reading.literal) return found
    throw Object.assign(new Error(found.error), { code: 'ERR_RANSACK_INVALID_PATTERN' })
  })

function search(content, options) {
  return now(() => {
    const { pattern, mode, maxColumns, ...given } = pick(options, LINES)
    const maxCount = given.maxCount === 0 ? 1 : given.maxCount
    const isContent = mode === undefined || mode === null || mode === 'content'
    const found = searchText(content, pattern, isContent ? { ...given, maxCount } : { ...fields(given, ['ignoreCase', 'multiline']), mode })
    const matches = isContent ? found.matches.map((match) => shapedMatch(match, ['lineNumber'], maxColumns)) : []
    // The search for lines stops at the limit; the count does not.
    const isPart = !isContent || found.limitReached
    const counted = isPart ? searchText(content, pattern, { ...fields(given, ['ignoreCase', 'multiline']), mode: 'count' }) : undefined
    const matchCount = isPart ? (counted.matches[0]?.matchCount ?? 0) : found.matchCount
    const result = { matches, matchCount, limitReached: isContent && isFull(matches, maxCount) }
    if (found.error !== undefined) result.error = found.error
    return withReport(result, found.report)
  })
}

const decoder = new TextDecoder()

function hasMatch(content, pattern, ignoreCase, multiline) {
  return now(() => {
    const text = typeof pattern === 'string' ? pattern : decoder.decode(pattern)
    const options = { ignoreCase, multiline: multiline ?? false, mode: 'filesWithMatches' }
    return searchText(content, text, options).matchCount > 0
  })
}

module.exports = { grep, hasMatch, search }
