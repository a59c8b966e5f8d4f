import type { FileType, FileTypeName, FuzzyFindOptions, FuzzyMatchOptions, Report, ReportCounts } from '../index.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Path that matched a fuzzy query. */
export interface FuzzyFindMatch {
  /**
   * Path relative to the base that `pathsFrom` selects, with `/` as separator; the path of a directory ends in `/`.
   * Invalid UTF-8 is replaced with U+FFFD.
   */
  path: string
  /** Whether the entry is a directory. */
  isDirectory: boolean
  /** Kind of the entry: file, directory or symbolic link. */
  fileType: FileType
  /** Kind of the entry by name: `'file'`, `'dir'` or `'symlink'`. */
  fileTypeName: FileTypeName
  /** Score; higher is better. Scores are comparable only among results of the same query. */
  score: number
  /** 0-based positions of the matched characters in `path`, in UTF-16 code units, ascending. */
  positions: number[]
  /** 0-based index of the root, in the order given. Absent if the call has one root and its workspace at most one folder. */
  root?: number
  /**
   * Line that the query names after the path, as typed; usually 1-based. Absent if the query names none, or if the path
   * itself contains that text.
   */
  line?: number
  /**
   * Column that the query names after the line, as typed; usually 1-based. Absent if the query names none, or if the
   * path itself contains that text.
   */
  column?: number
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
}

/** Result of `fuzzyFind`. */
export interface FuzzyFindResult extends ReportCounts {
  /** Matches, best first. */
  matches: FuzzyFindMatch[]
  /** Whether `limit` truncated the matches. */
  limitReached: boolean
  /** Report on the call: whether it is complete, and which files it skipped. */
  report: Report
}

/**
 * Finds files and directories whose path matches a fuzzy query, on the library's threads, and returns the best matches
 * first.
 *
 * A path matches if it contains the characters of the query in order, ignoring letter case and Unicode normalisation
 * form. The path may lack any `_`, `-`, `.` or white space that the query contains. A `/` in the query separates a
 * directory from the entries below it. White space separates words, which match in any order.
 *
 * A word of four or more letters may have one letter replaced or two adjacent letters swapped. A word of five or more
 * letters may instead have one extra letter, or one letter repeated several times too often if at least four letters
 * remain without the repetitions. The path must contain the correct form of a misspelt word contiguously, except for
 * separators. The misspelt word must start with the right letter, or with its first two letters swapped: `kernal` and
 * `kenrel` find `kernel.c`; `xernel` (wrong first letter), `krnx` (gaps) and `keral` (also lacks a letter) do not.
 * Digits must match exactly.
 *
 * A line and column at the end of the query, as in `main.rs:12:5`, are not matched but returned with each match, unless
 * `location` is false.
 *
 * Reports the same errors as `glob`, and rejects with a `RansackOptionError` if the query is longer than 10,240 bytes.
 *
 * ```js
 * const { matches } = await fuzzyFind({ query: 'ext4inode', path: 'linux', limit: 10 })
 * matches[0].path // 'fs/ext4/inode.c'
 * ```
 */
export declare function fuzzyFind(options: FuzzyFindOptions): Promise<FuzzyFindResult>

/** String that matched a fuzzy query. */
export interface FuzzyStringMatch {
  /** 0-based index of the string in the list. */
  index: number
  /** Score; higher is better. Scores are comparable only among results of the same query. */
  score: number
  /** 0-based positions of the matched characters in the string, in UTF-16 code units, ascending. */
  positions: number[]
}

/** Result of `fuzzyMatch`. In its counts, each string is one file. */
export interface FuzzyMatchResult extends ReportCounts {
  /** Matches, best first. */
  matches: FuzzyStringMatch[]
  /** Whether `limit` truncated the matches. */
  limitReached: boolean
  /** Report on the call. */
  report: Report
}

/**
 * Ranks strings by the same rules as `fuzzyFind`, synchronously, best match first. A string that ends in `/` counts as
 * a directory. Takes time linear in the total length of the strings. Throws a `RansackOptionError` if an option is
 * invalid, and `ERR_RANSACK_TIMEOUT` when `timeoutMs` has passed.
 *
 * ```js
 * fuzzyMatch('opf', ['Close File', 'Open File']).matches[0].index // 1
 * ```
 */
export declare function fuzzyMatch(
  query: string,
  strings: readonly string[] | ReadonlySet<string>,
  options?: FuzzyMatchOptions | null,
): FuzzyMatchResult

/** Options for `Workspace.fuzzyFind`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceFuzzyFindOptions = Omit<FuzzyFindOptions, 'cache'> & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Finds paths in the workspace that match a fuzzy query, like the function `fuzzyFind`. */
    fuzzyFind(options: WorkspaceFuzzyFindOptions): Promise<FuzzyFindResult>
  }
}
