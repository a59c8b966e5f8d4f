'use strict'

// Line searches: `grep`, `search`, `hasMatch`.

const { resolve } = require('node:path')
const { isUint8Array } = require('node:util/types')

const ransack = require('../../entry.js')
const { GrepOutputMode } = require('./enums.js')
const { firstReading, firstReadingLater } = require('./internal/patterns.js')
const { callAsync, callSync, failure, fields, isFile, pick, withReport } = require('./internal/shape.js')

const LINES = ['pattern', 'ignoreCase', 'multiline', 'maxCount', 'offset', 'contextBefore', 'contextAfter', 'context', 'maxColumns', 'mode']
const FILES = ['path', 'glob', 'type', 'hidden', 'gitignore', 'maxCountPerFile', 'signal', 'timeoutMs']

/** Returns the options of a line search; `context` counts only if neither side has its own number of lines. */
function lineOptions(options, names) {
  const given = pick(options, names)
  if (given.contextBefore !== undefined || given.contextAfter !== undefined) delete given.context
  return given
}

/** Clips a line to `max` bytes, the last three of which are dots. */
function clipped(line, max) {
  const bytes = Buffer.from(line)
  let end = Math.max(0, max - 3)
  while ((bytes[end] & 0xc0) === 0x80) end--
  return `${bytes.toString('utf8', 0, end)}...`
}

const CONTEXT = ['contextBefore', 'contextAfter']

/** Returns a matching or context line with the fields `names`, clipped to `max` bytes. */
function shapedLine(line, names, max) {
  const isLong = max !== undefined && max !== null && Buffer.byteLength(line.line) > max
  const shaped = { ...fields(line, names), lineNumber: line.lineNumber, line: isLong ? clipped(line.line, max) : line.line }
  for (const side of CONTEXT) {
    if (line[side] !== undefined) shaped[side] = line[side].map((each) => shapedLine(each, [], max))
  }
  return shaped
}

/** Returns a match in the shape of pi-natives. The library's own clipping keeps another part of the line. */
function shapedMatch(match, names, max) {
  const shaped = shapedLine(match, names, max)
  return shaped.line === match.line ? shaped : { ...shaped, truncated: true }
}

let knownTypes

/** Returns the options for a file type: the name of a type or, if there is no such type, an extension. */
function typed(type, glob) {
  if (typeof type !== 'string') return { type }
  const name = type.replace(/^\./, '')
  if (name === '') return {}
  knownTypes ??= new Set(ransack.fileTypes().map((known) => known.name))
  // With a glob, only a type can narrow the files further.
  return knownTypes.has(name) || glob ? { type: name } : { glob: `*.${ransack.escapeGlob(name)}` }
}

const isFull = (count, maxCount) => typeof maxCount === 'number' && count >= maxCount

async function grep(options, onMatch) {
  const { pattern, path, glob, type, maxColumns, ...given } = lineOptions(options, [...LINES, ...FILES])
  const { maxCount, mode } = given
  const root = path === '' ? '.' : path
  const file = isFile(root) ? resolve(root) : undefined
  const shaped = (match) => {
    const found = shapedMatch(match, ['path', 'matchCount'], maxColumns)
    return file === undefined ? found : { ...found, path: file }
  }

  const matches = []
  const deliver = (match) => {
    const found = shaped(match)
    matches.push(found)
    onMatch(null, found)
  }
  const query = { ...given, path: root, ...(glob ? { glob } : {}), ...typed(type, glob), binary: mode === GrepOutputMode.FilesWithMatches }
  const found = await callAsync(() =>
    firstReadingLater(pattern, (reading) =>
      ransack.grep({ ...query, ...reading }, typeof onMatch === 'function' ? deliver : onMatch),
    ),
  )
  for (const match of found.matches) matches.push(shaped(match))

  const result = { matches, ...fields(found, ['totalMatches', 'filesWithMatches', 'filesSearched', 'skippedOversized']) }
  if (found.report.stoppedBy === 'limit' || isFull(matches.length, maxCount)) result.limitReached = true
  return withReport(result, found.report)
}

/** Searches text in memory with the first valid reading of a pattern. If there is none, the result has an `error`. */
function searchText(content, pattern, options) {
  let found
  try {
    return firstReading(pattern, (reading) => {
      found = ransack.search(content, { ...options, ...reading })
      if (found.error === undefined) return found
      throw failure('ERR_RANSACK_INVALID_PATTERN', found.error)
    })
  } catch (error) {
    if (found?.error === undefined) throw error
    if (typeof pattern !== 'string') throw failure('InvalidArg', found.error)
    return found
  }
}

function search(content, options) {
  return callSync(() => {
    const { pattern, mode, maxColumns, ...given } = lineOptions(options, LINES)
    const maxCount = given.maxCount === 0 ? 1 : given.maxCount
    const isContent = mode === undefined || mode === null || mode === GrepOutputMode.Content
    const found = isContent ? searchText(content, pattern, { ...given, maxCount }) : undefined
    // A search for lines ends at its limit, and one for files at the first match.
    const isCount = isContent || mode === GrepOutputMode.FilesWithMatches
    const counting = { ...fields(given, ['ignoreCase', 'multiline']), mode: isCount ? GrepOutputMode.Count : mode }
    const counted = found === undefined || found.limitReached ? searchText(content, pattern, counting) : undefined
    const matches = found?.matches.map((match) => shapedMatch(match, [], maxColumns)) ?? []
    const matchCount = counted === undefined ? found.matchCount : counted.matchCount
    const result = { matches, matchCount, limitReached: isFull(isContent ? matches.length : matchCount, maxCount) }
    const { error, report } = found ?? counted
    if (error !== undefined) result.error = error
    return withReport(result, report)
  })
}

const decoder = new TextDecoder()

function hasMatch(content, pattern, ignoreCase, multiline) {
  return callSync(() => {
    const text = isUint8Array(pattern) ? decoder.decode(pattern) : pattern
    // A match may span several lines in any case; the flag only concerns `^` and `$`, which always stand for line ends.
    const options = { ignoreCase, multiline: true, mode: GrepOutputMode.FilesWithMatches }
    const { error, matchCount } = searchText(content, text, options)
    if (error !== undefined) throw failure('GenericFailure', error)
    return matchCount > 0
  })
}

module.exports = { grep, hasMatch, search }
