import type { FileType, FuzzyFindOptions, FuzzyMatchOptions, Report } from '../index.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Path that matched a fuzzy query. */
export interface FuzzyFindMatch {
  /**
   * Path relative to its root, with `/` as separator; the path of a directory ends in `/`. Invalid UTF-8 is
   * replaced with U+FFFD.
   */
  path: string
  /** Whether the entry is a directory. */
  isDirectory: boolean
  /** Kind of the entry. */
  fileType: FileType
  /** Score; higher is better. Comparable only within one query. */
  score: number
  /** Positions of the matched characters in `path`, in UTF-16 code units, 0-based, ascending. */
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
  /** Number of matching paths, including those beyond `maxResults`. */
  totalMatches: number
  /** True if `maxResults` truncated the matches. Absent otherwise. */
  limitReached?: true
  /** Report of the call: its completeness and the skipped files. */
  report: Report
}

/**
 * Finds files and directories whose path matches a fuzzy query, best first, on the library's threads.
 *
 * A path matches if it contains the characters of the query in order, ignoring letter case and Unicode
 * normalisation form. The path may lack a `_`, `-`, `.` or white space of the query. A `/` in the query separates
 * a directory from the entries below it. White space separates words, which may occur in any order.
 *
 * A word of four or more letters may have one letter replaced or two adjacent letters swapped. A word of five or
 * more may instead have one extra letter, or one letter repeated several times if four letters remain. Such a word
 * must occur contiguously in the path, except for separators, starting with its first letter (or its first two,
 * swapped): `kernal` and `kenrel` find `kernel.c`; `xernel` (wrong first letter), `krnx` (gaps) and `keral` (also
 * a missing letter) do not. Digits must match exactly.
 *
 * Reports the same errors as `glob`; a query of more than 10,240 bytes rejects with a `RansackOptionError`.
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
  /** Positions of the matched characters in the string, in UTF-16 code units, 0-based, ascending. */
  positions: number[]
}

/** Result of `fuzzyMatch`. */
export interface FuzzyMatchResult {
  /** Matches, best first. */
  matches: FuzzyStringMatch[]
  /** Number of matching strings, including those beyond `maxResults`. */
  totalMatches: number
  /** True if `maxResults` truncated the matches. Absent otherwise. */
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
