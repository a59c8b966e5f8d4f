/** A match within a line. */
export interface Submatch {
  /** First byte, 0-based, in the bytes of `line`. */
  start: number
  /** One past the last byte. */
  end: number
  /** First UTF-16 code unit, 0-based: an index in the string `line`. */
  startColumn: number
  /** One past the last code unit, so that `line.slice(startColumn, endColumn)` is the match. */
  endColumn: number
  /** Number of the pattern, 0-based, in the order given. */
  pattern: number
}

/** A line near a match. */
export interface ContextLine {
  /** Number of the line, 1-based. */
  lineNumber: number
  /** The line without its line end, with U+FFFD for what is not valid UTF-8. */
  line: string
  /** Set if `line` was cut at `maxColumns`. */
  truncated?: true
  /** The line's bytes, if `bytes` was set. */
  lineBytes?: Uint8Array
}

/** One result of a search. */
export interface GrepMatch {
  /**
   * The file, relative to the root and with `/`; its name if the root is a file; empty for text in
   * memory. U+FFFD stands for what is not valid UTF-8.
   */
  path: string
  /** Number of the (first) line, 1-based; 0 where the result is a file. */
  lineNumber: number
  /**
   * The line without its line end, or several with `multiline`; empty where the result is a file.
   * U+FFFD stands for what is not valid UTF-8.
   */
  line: string
  /** Where the line begins, in bytes from the start of the file, 0-based. */
  byteOffset: number
  /** The matches in `line`, in order. */
  submatches: Submatch[]
  /** Set if `line` holds more matches than the 10,000 that are listed. */
  submatchesTruncated?: true
  /** Number of the root in the order given, 0-based; set if there are several. */
  root?: number
  /** The number of matching lines in the file; set where the result is a file. */
  matchCount?: number
  /** Set if `line` is not the whole line. */
  truncated?: true
  /** Set with `truncated`: where `line` begins in the whole line, and the length of that, in bytes. */
  clip?: { offset: number; lineLength: number }
  /** The path's bytes, if `bytes` was set. */
  pathBytes?: Uint8Array
  /** The line's bytes, if `bytes` was set. */
  lineBytes?: Uint8Array
  /** Lines before that belong to no earlier match, nearest last. */
  contextBefore?: ContextLine[]
  /** Lines after, nearest first. */
  contextAfter?: ContextLine[]
}

/** The outcome of `grep`. */
export interface GrepResult {
  /** By root, then bytewise by path, then by line. Empty if they went to a callback. */
  matches: GrepMatch[]
  /** As in the report. */
  totalMatches: number
  /** As in the report. */
  filesWithMatches: number
  /** As in the report. */
  filesSearched: number
  /** Set if a limit left something out. */
  limitReached?: true
  /** The number of files that were too large, if there are any. */
  skippedOversized?: number
  /** How far the result can be trusted. */
  report: Report
}

/**
 * Takes one match. To return false ends the search; while a promise that it returns is pending the
 * search waits.
 */
export type OnMatch<T = GrepMatch> = (match: T) => unknown

/**
 * Searches files for lines that match, on threads of its own.
 *
 * With `onMatch` the matches go to it, in order, and `matches` in the result stays empty, so that
 * memory is bounded. What it throws ends the search and rejects the promise.
 *
 * Every error rejects: a `RansackError`, a `RansackOptionError` for an option that is not what it
 * should be, and an `AbortError` with `code: 'ABORT_ERR'` and the signal's reason as its `cause`.
 * A file that cannot be searched is no error but an entry in `report.skipped`.
 */
export declare function grep(options: GrepOptions, onMatch?: OnMatch | null): Promise<GrepResult>

/**
 * Searches files and gives the matches in batches. The search begins with the first batch that is
 * asked for, pauses while none is, and ends when the loop is left.
 */
export declare function grepStream(options: GrepOptions): GrepStream

/** Matches in batches; it can be iterated once. */
export interface MatchStream<T> extends AsyncIterableIterator<T[]> {
  /** Settles when the iteration has ended, with the report of what was done until then. */
  readonly report: Promise<Report>
  next(): Promise<IteratorResult<T[], undefined>>
  return(value?: unknown): Promise<IteratorResult<T[], undefined>>
  throw(error?: unknown): Promise<IteratorResult<T[], undefined>>
  [Symbol.asyncIterator](): MatchStream<T>
}

/** What `grepStream` returns. */
export type GrepStream = MatchStream<GrepMatch>

/** One path that matched. */
export interface GlobMatch {
  /** The path, relative to the root and with `/`; U+FFFD stands for what is not valid UTF-8. */
  path: string
  /** What is there; a symbolic link is a link, whatever it leads to, unless links are followed. */
  fileType: FileType
  /** Number of the root in the order given, 0-based; set if there are several. */
  root?: number
  /**
   * Last modification in milliseconds since 1970 (UTC), with `stat` or `sortByMtime`; of a link, its
   * target's, or its own where it leads nowhere.
   */
  mtime?: number
  /** Size in bytes, with `stat` or `sortByMtime`, if it is a file or a link to one. */
  size?: number
  /** The path's bytes, if `bytes` was set. */
  pathBytes?: Uint8Array
}

/** The outcome of `glob`. */
export interface GlobResult {
  /** By root, then bytewise by path, or newest first. Empty if they went to a callback. */
  matches: GlobMatch[]
  /** As in the report. */
  totalMatches: number
  /** Set if a limit left something out. */
  limitReached?: true
  /** How far the result can be trusted. */
  report: Report
}

/**
 * Finds the files, directories and symbolic links whose path matches. Callback and errors are as with
 * `grep`; a root that is not a directory is an error.
 */
export declare function glob(options: GlobOptions, onMatch?: OnMatch<GlobMatch> | null): Promise<GlobResult>

/** Finds paths and gives them in batches, as `grepStream` does with matches. */
export declare function globStream(options: GlobOptions): GlobStream

/** What `globStream` returns. */
export type GlobStream = MatchStream<GlobMatch>

/** One path that matched what was typed. */
export interface FuzzyFindMatch {
  /**
   * The path, relative to the root and with `/`, also at the end of a directory's; U+FFFD stands for
   * what is not valid UTF-8.
   */
  path: string
  /** Whether it is a directory. */
  isDirectory: boolean
  /** What is there. */
  fileType: FileType
  /** What it is worth, more for better matches; comparable for one query only. */
  score: number
  /** Where the characters of the query are in `path`, in UTF-16 code units, ascending. */
  positions: number[]
  /** Number of the root in the order given, 0-based; set if there are several. */
  root?: number
  /** The path's bytes, if `bytes` was set. */
  pathBytes?: Uint8Array
}

/** The outcome of `fuzzyFind`. */
export interface FuzzyFindResult {
  /** Best first. */
  matches: FuzzyFindMatch[]
  /** The number of paths that match, also of those beyond `maxResults`. */
  totalMatches: number
  /** Set if a limit left something out. */
  limitReached?: true
  /** How far the result can be trusted. */
  report: Report
}

/**
 * Finds files and directories by what somebody types of their path, best first, on threads of its own.
 *
 * A path matches if the characters of the query come in it in this order, in any case and Unicode
 * normalisation form. `_`, `-`, `.` and white space in the query may be missing in the path; a `/` may
 * not, and divides what is to be found in directories from what is to be found below them. White
 * space divides words, which may come in any order. A word of four or more letters may have one
 * letter wrong; digits must be right.
 *
 * Errors are as with `glob`; a query that is too long is a `RansackOptionError`.
 */
export declare function fuzzyFind(options: FuzzyFindOptions): Promise<FuzzyFindResult>

/** One string that matched what was typed. */
export interface FuzzyStringMatch {
  /** Where in the list it is, 0-based. */
  index: number
  /** What it is worth, more for better matches; comparable for one query only. */
  score: number
  /** Where the characters of the query are in the string, in UTF-16 code units, ascending. */
  positions: number[]
}

/** The outcome of `fuzzyMatch`. */
export interface FuzzyMatchResult {
  /** Best first. */
  matches: FuzzyStringMatch[]
  /** The number of strings that match, also of those beyond `maxResults`. */
  totalMatches: number
  /** Set if a limit left something out. */
  limitReached?: true
  /** How far the result can be trusted; the strings are its files. */
  report: Report
}

/**
 * Ranks the strings of any list by the rules of `fuzzyFind`, at once, best first. A string that ends in
 * `/` counts as a directory. Throws for an option that is not what it should be, and for a timeout.
 */
export declare function fuzzyMatch(query: string, strings: string[], options?: FuzzyMatchOptions): FuzzyMatchResult

/** The outcome of `search`. */
export interface SearchResult {
  /** In order; their `path` is empty. */
  matches: GrepMatch[]
  /** The number of matches found. */
  matchCount: number
  /** Whether a limit left something out. */
  limitReached: boolean
  /** What is wrong with the pattern; there are no matches then. */
  error?: string
  /** How far the result can be trusted; absent with `error`. */
  report?: Report
}

/**
 * Searches text in memory, at once. An option of the wrong type throws, and so does a timeout; a
 * pattern that is not valid is reported in `error`. Of a string, offsets count its bytes in UTF-8; a
 * lone surrogate is U+FFFD.
 */
export declare function search(content: string | Uint8Array, options: SearchOptions): SearchResult

/** Whether text holds a match. Throws a `RansackError` if the pattern is not valid. */
export declare function hasMatch(
  content: string | Uint8Array,
  pattern: string,
  ignoreCase?: boolean | null,
  multiline?: boolean | null,
): boolean

/** What tells errors apart; codes stay. */
export type RansackErrorCode =
  | 'ERR_RANSACK_INVALID_PATTERN'
  | 'ERR_RANSACK_INVALID_GLOB'
  | 'ERR_RANSACK_UNKNOWN_TYPE'
  | 'ERR_RANSACK_NOT_FOUND'
  | 'ERR_RANSACK_PERMISSION_DENIED'
  | 'ERR_RANSACK_IO'
  | 'ERR_RANSACK_TIMEOUT'
  | 'ERR_RANSACK_INTERNAL'

/** A call could not be carried out. */
export declare class RansackError extends Error {
  private constructor()
  readonly code: RansackErrorCode
  /** The path concerned. */
  readonly path?: string
  /** The pattern, glob or file type concerned. */
  readonly pattern?: string
  /** Byte offset of the fault in `pattern`, in UTF-8, 0-based. */
  readonly offset?: number
}

/** An option is not what it should be. */
export declare class RansackOptionError extends TypeError {
  private constructor()
  readonly code: 'ERR_RANSACK_INVALID_OPTION'
  /** The path concerned. */
  readonly path?: string
  /** The value concerned, if it is text. */
  readonly pattern?: string
}

