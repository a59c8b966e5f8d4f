import type { FileType, FuzzyFindOptions, FuzzyMatchOptions, Report } from '../index.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Path that matched a fuzzy query. */
export interface FuzzyFindMatch {
  /**
   * Path, relative to its root and with `/`; the path of a directory ends in `/`. Invalid UTF-8 is
   * replaced by U+FFFD.
   */
  path: string
  /** Whether the entry is a directory. */
  isDirectory: boolean
  /** Kind of the entry. */
  fileType: FileType
  /** Score; higher is better. Comparable only within one query. */
  score: number
  /** Positions in `path` of the characters that matched, in UTF-16 code units, 0-based, ascending. */
  positions: number[]
  /** Index of the root in the order given, 0-based. Absent if the call has one root. */
  root?: number
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
}

/** Result of `fuzzyFind`. */
export interface FuzzyFindResult {
  /** Matches, best first. */
  matches: FuzzyFindMatch[]
  /** Number of paths that match, including those beyond `maxResults`. */
  totalMatches: number
  /** True if `maxResults` cut the matches off. Absent otherwise. */
  limitReached?: true
  /** Report of the call: whether it is complete, and what it skipped. */
  report: Report
}

/**
 * Finds files and directories whose path matches a fuzzy query, best first, on the library's threads.
 *
 * A path matches if it contains the characters of the query in order; letter case and Unicode
 * normalisation form are ignored. The path may lack a `_`, `-`, `.` or white space of the query. A `/`
 * in the query separates directories from what is below them. White space separates words, which may
 * occur in any order.
 *
 * A word of four or more letters may have one letter replaced or two adjacent letters exchanged, a word of
 * five or more also one letter too many, or one letter typed several times too often if four letters
 * remain. Such a word must be in the path contiguously but for separators, from its first letter on (or its
 * first two, exchanged): `kernal` and `kenrel` find `kernel.c`; `xernel` (the first letter is wrong), `krnx`
 * (with gaps) and `keral` (a letter is missing too) do not. Digits must be right.
 *
 * Errors are those of `glob`; a query of more than 10,240 bytes rejects with a `RansackOptionError`.
 *
 * ```js
 * const { matches } = await fuzzyFind({ query: 'ext4inode', path: 'linux', maxResults: 10 })
 * matches[0].path // 'fs/ext4/inode.c'
 * ```
 */
export declare function fuzzyFind(options: FuzzyFindOptions): Promise<FuzzyFindResult>

/** String that matched a fuzzy query. */
export interface FuzzyStringMatch {
  /** Index of the string in the list, 0-based. */
  index: number
  /** Score; higher is better. Comparable only within one query. */
  score: number
  /** Positions in the string of the characters that matched, in UTF-16 code units, 0-based, ascending. */
  positions: number[]
}

/** Result of `fuzzyMatch`. */
export interface FuzzyMatchResult {
  /** Matches, best first. */
  matches: FuzzyStringMatch[]
  /** Number of strings that match, including those beyond `maxResults`. */
  totalMatches: number
  /** True if `maxResults` cut the matches off. Absent otherwise. */
  limitReached?: true
  /** Report of the call, in which each string counts as one file. */
  report: Report
}

/**
 * Ranks strings by the rules of `fuzzyFind`, synchronously, best first. A string that ends in `/` counts
 * as a directory. Takes time linear in the total length of the strings. Throws a `RansackOptionError`
 * for an invalid option, and `ERR_RANSACK_TIMEOUT` when `timeoutMs` has passed.
 *
 * ```js
 * fuzzyMatch('opf', ['Close File', 'Open File']).matches[0].index // 1
 * ```
 */
export declare function fuzzyMatch(
  query: string,
  strings: readonly string[] | ReadonlySet<string>,
  options?: FuzzyMatchOptions,
): FuzzyMatchResult

/** Options of `Workspace.fuzzyFind`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceFuzzyFindOptions = Omit<FuzzyFindOptions, 'cache'> & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Finds paths of the workspace that match a fuzzy query, like `fuzzyFind`. */
    fuzzyFind(options: WorkspaceFuzzyFindOptions): Promise<FuzzyFindResult>
  }
}
