// Compiled, not run: what users write has to have types.

import {
  FileType,
  type FuzzyFindOptions,
  type GlobMatch,
  type GlobOptions,
  type GrepMatch,
  type GrepOptions,
  RansackError,
  type Report,
  escapeGlob,
  fileTypes,
  fuzzyFind,
  fuzzyMatch,
  glob,
  globStream,
  grep,
  grepStream,
  hasMatch,
  search,
  setThreads,
  threads,
} from '../index.js'

const options: GrepOptions = {
  pattern: 'a',
  glob: ['*.js', '!x.js'],
  type: 'js',
  mode: 'count',
  onTimeout: 'partial',
  signal: new AbortController().signal,
}

// @ts-expect-error: not a mode
export const noMode: GrepOptions = { mode: 'lines' }
// @ts-expect-error: not a number
export const noNumber: GrepOptions = { maxCount: '5' }

const globOptions: GlobOptions = { pattern: escapeGlob('a'), fileType: 1, sortByMtime: true }

export const named: GlobOptions = { ...globOptions, fileType: 'symlink' }
export const numbered: GlobOptions = { ...globOptions, fileType: FileType.Dir }
// @ts-expect-error: not a file type
export const noFileType: GlobOptions = { fileType: 4 }

export async function find(): Promise<FileType.File | undefined> {
  const { matches, limitReached } = await glob(globOptions, (match) => (match.mtime ?? 0) > 5)
  const newest: number[] = matches.map((m) => m.mtime ?? 0)
  for await (const batch of globStream(globOptions)) {
    const found: GlobMatch | undefined = batch.find((m) => m.path.length > newest.length)
    if (found?.fileType === FileType.File && limitReached) return found.fileType
  }
  return undefined
}

const fuzzyOptions: FuzzyFindOptions = { query: 'a', recent: ['b'], frecency: { c: 1 } }
// @ts-expect-error: nothing was typed
export const noQuery: FuzzyFindOptions = { path: '.' }

export async function pick(): Promise<number | undefined> {
  const { matches, totalMatches } = await fuzzyFind(fuzzyOptions)
  const paths: string[] = matches.filter((m) => !m.isDirectory).map((m) => m.path)
  return fuzzyMatch('a', paths, { maxResults: totalMatches }).matches[0]?.positions[0]
}

export async function use(): Promise<Report> {
  const result = await grep(options, (match) => match.submatches[0]?.startColumn !== 0)
  const lines: string[] = result.matches.flatMap((m) => m.contextBefore ?? []).map((c) => c.line)
  const stream = grepStream(options)
  for await (const batch of stream) {
    const matches: GrepMatch[] = batch
    if (matches.length + lines.length > 5) break
  }
  const error: string | undefined = search(new Uint8Array(), { pattern: 'a' }).error
  setThreads(threads() + fileTypes()[0].globs.length)
  try {
    search('a', { pattern: 'a', timeoutMs: 5 })
    hasMatch(error ?? '', '(', true)
  } catch (fault) {
    if (fault instanceof RansackError && fault.code === 'ERR_RANSACK_INVALID_PATTERN') {
      const offset: number | undefined = fault.offset
      setThreads(offset ?? 1)
    }
  }
  const report = await stream.report
  return report.stoppedBy === 'limit' ? report : result.report
}
