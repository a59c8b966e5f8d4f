'use strict'

// Searches and changes by syntax patterns: `astGrep`, `astMatch`, `astEdit`.

const { basename } = require('node:path')

const ransack = require('../../entry.js')
const { languageNamed } = require('./internal/languages.js')
const { callAsync, fields, isFile, pick, withReport } = require('./internal/shape.js')

const CALL = ['lang', 'selector', 'strictness', 'signal', 'timeoutMs']
const SCOPE = ['path', 'glob']
const QUERY = ['patterns', 'limit', 'offset', 'includeMeta']
const EDIT = ['rewrites', 'dryRun', 'maxReplacements', 'maxFiles', 'failOnParseError']

const RANGE = ['byteStart', 'byteEnd', 'startLine', 'startColumn', 'endLine', 'endColumn']
const MATCH = ['path', 'text', ...RANGE, 'metaVariables']
const CHANGE = ['path', 'before', 'after', ...RANGE, 'deletedLength']

const DEFAULT_LIMIT = 50

const isBlank = (pattern) => typeof pattern === 'string' && pattern.trim() === ''
const atLeastOne = (count) => (count === 0 ? 1 : count)

/** Converts the options of all calls: a language may be a file name extension, and a glob starts at the root. */
function converted(given) {
  const options = { ...given }
  if (typeof options.lang === 'string') options.lang = languageNamed(options.lang) ?? options.lang
  if (typeof options.glob === 'string' && !options.glob.includes('/')) options.glob = `/${options.glob}`
  if (Array.isArray(options.patterns)) options.patterns = options.patterns.filter((pattern) => !isBlank(pattern))
  return options
}

/** Returns the function that shapes results about files: the path of a root that is a file is its name. */
const shapedBy = (names, path) => {
  const name = isFile(path) ? basename(path) : undefined
  return (result) => (name === undefined ? fields(result, names) : { ...fields(result, names), path: name })
}

/** Page of the results of a call, which counts all results, as pi-natives does. */
class Page {
  matches = []
  count = 0

  constructor({ limit, offset }, shaped) {
    this.offset = offset ?? 0
    this.limit = atLeastOne(limit ?? DEFAULT_LIMIT)
    this.shaped = shaped
  }

  add(match) {
    if (this.count >= this.offset && this.matches.length < this.limit) this.matches.push(this.shaped(match))
    this.count++
  }

  /** Returns the result in the shape of pi-natives. */
  result(found, counts) {
    const limitReached = this.count > this.offset + this.limit
    const result = { matches: this.matches, totalMatches: this.count, ...fields(found, [...counts, 'parseErrors']), limitReached }
    return withReport(result, found.report)
  }
}

async function astGrep(options) {
  const { limit, offset, ...given } = converted(pick(options, [...CALL, ...SCOPE, ...QUERY]))
  const page = new Page({ limit, offset }, shapedBy(MATCH, given.path))
  const found = await callAsync(() => ransack.astGrep({ ...given, limit: Infinity }, (match) => void page.add(match)))
  return page.result(found, ['filesWithMatches', 'filesSearched'])
}

async function astMatch(options) {
  const { limit, offset, ...given } = converted(pick(options, [...CALL, ...QUERY, 'source']))
  const page = new Page({ limit, offset }, shapedBy(MATCH))
  const found = await callAsync(() => ransack.astMatch({ ...given, limit: Infinity }))
  for (const match of found.matches) page.add(match)
  return page.result(found, [])
}

async function astEdit(options) {
  const { maxReplacements, maxFiles, ...given } = converted(pick(options, [...CALL, ...SCOPE, ...EDIT]))
  const limits = { maxReplacements: atLeastOne(maxReplacements), maxFiles: atLeastOne(maxFiles) }
  const found = await callAsync(() => ransack.astEdit({ ...given, ...limits, keeps: 'nothing' }))
  const summary = ['totalReplacements', 'filesTouched', 'filesSearched', 'applied', 'limitReached', 'parseErrors']
  return withReport(
    {
      changes: found.changes.map(shapedBy(CHANGE, given.path)),
      fileChanges: found.fileChanges.map(shapedBy(['path', 'count'], given.path)),
      ...fields(found, summary),
    },
    found.report,
  )
}

module.exports = { astEdit, astGrep, astMatch }
