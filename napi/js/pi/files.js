'use strict'

// Searches for paths: `glob`, `fuzzyFind`, `listWorkspace`, `invalidateFsScanCache`.

const ransack = require('../../entry.js')
const { FileType } = require('./enums.js')
const { callAsync, callSync, failure, fields, pick, withReport } = require('./internal/shape.js')

const SCOPE = ['path', 'hidden', 'gitignore', 'signal', 'timeoutMs']
const GLOB = ['pattern', 'fileType', 'recursive', 'maxResults', 'cache', 'sortByMtime', 'includeNodeModules']

/** Maximum depth at which `listWorkspace` collects AGENTS.md files, and their maximum number. */
const AGENTS_DEPTH = 4
const MAX_AGENTS = 200

/**
 * Returns an entry in the shape of pi-natives: only regular files have a size, and an entry found as a file or
 * directory has this type, even if it is a symbolic link to one.
 */
function shapedEntry(entry, wanted) {
  const shaped = fields(entry, entry.fileType === FileType.File ? ['path', 'mtime', 'size'] : ['path', 'mtime'])
  shaped.fileType = typeof wanted === 'number' ? wanted : entry.fileType
  return shaped
}

async function glob(options, onMatch) {
  const given = pick(options, [...SCOPE, ...GLOB])
  const query = given.pattern === '' ? { ...given, pattern: '**' } : given
  const matches = []
  const deliver = (entry) => {
    const found = shapedEntry(entry, given.fileType)
    matches.push(found)
    onMatch(null, found)
  }
  const found = await callAsync(() => ransack.glob(query, typeof onMatch === 'function' ? deliver : onMatch))
  for (const entry of found.matches) matches.push(shapedEntry(entry, given.fileType))
  return withReport({ matches, totalMatches: matches.length }, found.report)
}

async function fuzzyFind(options) {
  const given = pick(options, [...SCOPE, 'query', 'cache', 'maxResults'])
  const found = await callAsync(() => ransack.fuzzyFind({ ...given, followSymlinks: true }))
  const matches = found.matches.map((match) => fields(match, ['path', 'isDirectory', 'score']))
  return withReport({ matches, totalMatches: found.totalMatches }, found.report)
}

async function listWorkspace(options) {
  const { maxDepth, collectAgentsMd, ...scope } = pick(options, [...SCOPE, 'maxDepth', 'collectAgentsMd'])
  if (typeof maxDepth !== 'number') throw failure('InvalidArg', '`maxDepth` must be given: a number')
  const list = (query) => ransack.glob({ ...scope, ...query })
  return callAsync(async () => {
    const listed = await list({ pattern: '**', maxDepth, stat: true })
    const entries = listed.matches.map((entry) => shapedEntry(entry))
    const agentsMdFiles = collectAgentsMd ? await agentsFiles(list) : []
    const truncated = agentsMdFiles.length > MAX_AGENTS
    return withReport({ entries, agentsMdFiles: agentsMdFiles.slice(0, MAX_AGENTS), truncated }, listed.report)
  })
}

/** Returns the paths of AGENTS.md files, ignored or not, in directories that are not ignored. */
async function agentsFiles(list) {
  const [directories, files] = await Promise.all([
    list({ pattern: '**', maxDepth: AGENTS_DEPTH, fileType: FileType.Dir }),
    list({ pattern: 'AGENTS.md', maxDepth: AGENTS_DEPTH + 1, fileType: FileType.File, gitignore: false }),
  ])
  const isListed = new Set(directories.matches.map(({ path }) => path))
  return files.matches.map(({ path }) => path).filter((path) => isListed.has(path.slice(0, path.lastIndexOf('/'))))
}

function invalidateFsScanCache(path) {
  callSync(() => ransack.invalidateFsScanCache(path))
}

module.exports = { fuzzyFind, glob, invalidateFsScanCache, listWorkspace }
