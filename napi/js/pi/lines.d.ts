import type { Reported } from './shape.js'

/** Kind of result that `grep` and `search` return. */
export declare const GrepOutputMode: {
  /** Matching lines with their context. */
  readonly Content: 'content'
  /** Number of matching lines of each file. */
  readonly Count: 'count'
  /** Files with matches. */
  readonly FilesWithMatches: 'filesWithMatches'
}
/** Kind of result that `grep` and `search` return. */
export type GrepOutputMode = (typeof GrepOutputMode)[keyof typeof GrepOutputMode]

/** Options for `search`. */
export interface SearchOptions {
  /**
   * Regular expression. If it is invalid, it is searched for with literal parentheses or, if it is still invalid, as
   * text.
   */
  pattern: string
  /** Whether to match letters case-insensitively. Default: false. */
  ignoreCase?: boolean
  /** Whether a match may span several lines. Default: false. */
  multiline?: boolean
  /** Maximum number of results. Default: no limit. */
  maxCount?: number
  /** Number of leading results to skip. Default: 0. */
  offset?: number
  /** Number of context lines before each match. Default: `context`. */
  contextBefore?: number
  /** Number of context lines after each match. Default: `context`. */
  contextAfter?: number
  /** Number of context lines before and after each match. Default: 0. */
  context?: number
  /** Maximum length of a line in bytes. A longer line is cut at its end, with `...` as the last three bytes. Default: no limit. */
  maxColumns?: number
  /** Kind of result. Default: `'content'`. */
  mode?: GrepOutputMode
}

/** Options for `grep`. */
export interface GrepOptions extends SearchOptions {
  /** Directory or file to search. */
  path: string
  /** Glob that paths must match. */
  glob?: string
  /** Name of a file type, such as `'rust'`, or a file name extension. */
  type?: string
  /** Whether hidden files are searched. Default: true. */
  hidden?: boolean
  /** Whether ignore rules apply. Default: true. */
  gitignore?: boolean
  /** Maximum number of results per file. Default: no limit. */
  maxCountPerFile?: number
  /** `AbortSignal` that aborts the call. */
  signal?: unknown
  /** Maximum duration of the call in milliseconds. Default: no limit. */
  timeoutMs?: number
}

/** Context line before or after a match. */
export interface ContextLine {
  /** 1-based line number. */
  lineNumber: number
  /** Line without its line ending. */
  line: string
}

/** Matching line of a text in memory. */
export interface Match extends ContextLine {
  /** Context lines before the match. Absent if there are none. */
  contextBefore?: ContextLine[]
  /** Context lines after the match. Absent if there are none. */
  contextAfter?: ContextLine[]
  /** True if the line is cut to `maxColumns`. Absent otherwise. */
  truncated?: boolean
}

/** Matching line of a file, or a file with matches, whose line number is 0. */
export interface GrepMatch extends Match {
  /** Path relative to the searched directory; the absolute path if the root is a file. */
  path: string
  /** Number of matching lines in the file. Absent unless the mode is `'count'`. */
  matchCount?: number
}

/** Result of `grep`. */
export interface GrepResult extends Reported {
  /** Matches, also if a callback has received them. */
  matches: GrepMatch[]
  /** Number of matches found. */
  totalMatches: number
  /** Number of files with at least one match. */
  filesWithMatches: number
  /** Number of files searched. */
  filesSearched: number
  /** True if a limit is reached. Absent otherwise. */
  limitReached?: boolean
  /** Number of files that are too large to search. Absent if there are none. */
  skippedOversized?: number
}

/** Result of `search`; without a report if there is an `error`. */
export interface SearchResult extends Partial<Reported> {
  /** Matches; empty unless the mode is `'content'`. */
  matches: Match[]
  /** Number of matching lines, whatever the limit. */
  matchCount: number
  /** Whether `maxCount` is reached. */
  limitReached: boolean
  /** Error message. Absent if the search succeeded. */
  error?: string
}

/** Callback that receives results one by one, before the promise of the call resolves. `error` is always null. */
export type OnMatch<T> = (error: Error | null, match: T) => void

/**
 * Searches files for lines that match a regular expression.
 *
 * ```js
 * await grep({ pattern: 'TODO', path: 'src' }, (error, match) => console.log(match.path))
 * ```
 */
export declare function grep(options: GrepOptions, onMatch?: OnMatch<GrepMatch> | null): Promise<GrepResult>
/** Searches text in memory for lines that match a regular expression. */
export declare function search(content: string | Uint8Array, options: SearchOptions): SearchResult
/** Returns whether text contains a match for a regular expression. */
export declare function hasMatch(
  content: string | Uint8Array, pattern: string | Uint8Array, ignoreCase?: boolean | null, multiline?: boolean | null,
): boolean
