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
  /** Every match in `line`, in order. */
  submatches: Submatch[]
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
export type OnMatch = (match: GrepMatch) => unknown

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

/** What `grepStream` returns; it can be iterated once. */
export interface GrepStream extends AsyncIterableIterator<GrepMatch[]> {
  /** Settles when the iteration has ended, with the report of what was done until then. */
  readonly report: Promise<Report>
  next(): Promise<IteratorResult<GrepMatch[], undefined>>
  return(value?: unknown): Promise<IteratorResult<GrepMatch[], undefined>>
  throw(error?: unknown): Promise<IteratorResult<GrepMatch[], undefined>>
  [Symbol.asyncIterator](): GrepStream
}

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
 * Searches text in memory, at once. An option of the wrong type throws; a pattern that is not valid
 * is reported in `error`. Of a string, offsets count its bytes in UTF-8; a lone surrogate is
 * U+FFFD.
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

/** A file type and the globs of the names that belong to it. */
export interface FileType {
  /** The name that `type` and `typeNot` take, as `rust` or `js`. */
  name: string
  /** Globs of file names. */
  globs: Array<string>
}

/** The file types that `type` and `typeNot` know, sorted by name. */
export declare function fileTypes(): Array<FileType>

/** What one result is. */
export type GrepMode = 'content' | 'count' | 'filesWithMatches'

/** Options of `grep` and `grepStream`. */
export interface GrepOptions {
  /**
   * What to look for: a regular expression in the syntax of Rust's `regex`
   * crate, in which a brace that cannot be a repetition stands for itself.
   */
  pattern?: string
  /**
   * Several patterns, after `pattern` if that is given too; a line matches if
   * one of them does.
   */
  patterns?: Array<string>
  /** The directory or file to search. Default: the current directory. */
  path?: string
  /** Several, searched in this order, after `path` if that is given too. */
  paths?: Array<string>
  /**
   * Path globs. One without `/` matches at any depth, one with `/` from the
   * root; `!` before it takes paths out; the last one that matches decides.
   */
  glob?: string | Array<string>
  /** File types that are let in; `fileTypes()` lists them. */
  type?: string | Array<string>
  /** File types that are left out. */
  typeNot?: string | Array<string>
  /** Whether patterns are plain text. Default: false. */
  literal?: boolean
  /** Whether case is ignored. Default: false. */
  ignoreCase?: boolean
  /**
   * Whether case is ignored when no pattern holds an upper-case letter.
   * Default: false.
   */
  smartCase?: boolean
  /**
   * Whether a match must not touch a word character outside it. Default:
   * false.
   */
  word?: boolean
  /** Whether the lines are wanted that do not match. Default: false. */
  invert?: boolean
  /** Whether a match may span lines. Default: false. */
  multiline?: boolean
  /**
   * Whether `.` also matches a line feed; only with `multiline`. Default:
   * false.
   */
  dotAll?: boolean
  /**
   * Whether files and directories whose name starts with `.` are searched.
   * Default: true.
   */
  hidden?: boolean
  /** Whether ignore files hold. Default: true. */
  gitignore?: boolean
  /**
   * Whether `node_modules` directories are searched. They also are when a
   * glob spells out `node_modules`. Default: false.
   */
  includeNodeModules?: boolean
  /** Whether symbolic links below the roots are followed. Default: false. */
  followSymlinks?: boolean
  /** What one result is. Default: `'content'`. */
  mode?: GrepMode
  /** The most results. Default: all. */
  maxCount?: number
  /** The most matches from one file. Default: all. */
  maxCountPerFile?: number
  /** How many results are left out at the front. Default: 0. */
  offset?: number
  /** Lines of context before and after each match. Default: 0. */
  context?: number
  /** Lines of context before each match, instead of `context`. */
  contextBefore?: number
  /** Lines of context after each match, instead of `context`. */
  contextAfter?: number
  /**
   * The most bytes of a line; of a longer one a window around its first match
   * is given. Default: whole lines.
   */
  maxColumns?: number
  /** Files of more bytes are skipped and reported. Default: any size. */
  maxFileSize?: number
  /**
   * The encoding of files that have no byte order mark, by its label in the
   * WHATWG Encoding Standard. Default: UTF-8, with invalid bytes kept.
   */
  encoding?: string
  /**
   * Whether files that hold a NUL byte are searched. Default: false, they are
   * skipped and reported.
   */
  binary?: boolean
  /** Milliseconds after which the call ends. Default: none. */
  timeoutMs?: number
  /** What happens then. Default: `'fail'`. */
  onTimeout?: TimeoutPolicy
  /** Aborts the call. */
  signal?: AbortSignal
  /**
   * Whether raw `pathBytes` and `lineBytes` are wanted beside the strings.
   * Default: false.
   */
  bytes?: boolean
}

/**
 * What a call did and did not do. Look at `complete` before you say "there is
 * no such thing".
 */
export interface Report {
  /**
   * True only if everything in scope was looked at, so that absence from the
   * results means absence from the tree. What the options put out of scope
   * does not count against it; what could not be read, or was cut by a limit
   * or by time, does.
   */
  complete: boolean
  /** What ended the call before it had seen everything. */
  stoppedBy?: 'limit' | 'timeout' | 'callback'
  /** Number of files examined. */
  filesSearched: number
  /** Number of files with at least one match. */
  filesWithMatches: number
  /**
   * Number of matches found, also those before `offset` and, where the call
   * saw them, after the limit.
   */
  totalMatches: number
  /**
   * Whether `totalMatches` is the number in the tree; if not it is a lower
   * bound.
   */
  totalIsExact: boolean
  /** What was in reach and not searched, one entry a reason. */
  skipped: Array<Skipped>
  /** The paths, globs and types named no file at all: nothing was searched. */
  noFilesMatchedScope: boolean
  /**
   * The `offset` of a call that continues where this one ended; absent when
   * there is nothing more.
   */
  nextOffset?: number
}

/** Options of `search`; as in `GrepOptions`. */
export interface SearchOptions {
  /** What to look for. */
  pattern?: string
  /** Several patterns, after `pattern` if that is given too. */
  patterns?: Array<string>
  /** Whether patterns are plain text. Default: false. */
  literal?: boolean
  /** Whether case is ignored. Default: false. */
  ignoreCase?: boolean
  /**
   * Whether case is ignored when no pattern holds an upper-case letter.
   * Default: false.
   */
  smartCase?: boolean
  /**
   * Whether a match must not touch a word character outside it. Default:
   * false.
   */
  word?: boolean
  /** Whether the lines are wanted that do not match. Default: false. */
  invert?: boolean
  /** Whether a match may span lines. Default: false. */
  multiline?: boolean
  /**
   * Whether `.` also matches a line feed; only with `multiline`. Default:
   * false.
   */
  dotAll?: boolean
  /** What one result is; the content counts as one file. Default: `'content'`. */
  mode?: GrepMode
  /** The most results. Default: all. */
  maxCount?: number
  /** The most matches in all, in any mode. Default: all. */
  maxCountPerFile?: number
  /** How many results are left out at the front. Default: 0. */
  offset?: number
  /** Lines of context before and after each match. Default: 0. */
  context?: number
  /** Lines of context before each match, instead of `context`. */
  contextBefore?: number
  /** Lines of context after each match, instead of `context`. */
  contextAfter?: number
  /** The most bytes of a line. Default: whole lines. */
  maxColumns?: number
  /** Whether raw `lineBytes` are wanted beside the strings. Default: false. */
  bytes?: boolean
}

/**
 * Sets how many threads all calls of the process share; zero counts as one.
 * Surplus threads end after their current piece of work.
 */
export declare function setThreads(threads: number): void

/** Files or directories that were left out for one reason. */
export interface Skipped {
  /**
   * Why: a NUL byte in the file; larger than `maxFileSize` or than what may
   * be held in memory; not to be opened, listed or read; not valid in
   * `encoding`; a `node_modules` directory; a symbolic link that leads back
   * to a directory above it; an ignore file with a fault.
   */
  reason: 'binary' | 'tooLarge' | 'unreadable' | 'undecodable' | 'nodeModules' | 'symlinkLoop' | 'ignoreFile' | 'other'
  /** How many. */
  count: number
  /** The first few, in path order. */
  first: Array<SkippedPath>
}

/** One path that was left out. */
export interface SkippedPath {
  /** The path relative to its root, with `/`. */
  path: string
  /** Number of the root in the order given, 0-based. */
  root: number
  /** The operating system's or decoder's words, where there are any. */
  detail?: string
  /** The path's bytes, if `bytes` was set. */
  pathBytes?: Uint8Array
}

/**
 * How many threads all calls of the process share at most. Until it is set:
 * the number of cores that the process may use.
 */
export declare function threads(): number

/** What to return when `timeoutMs` have passed. */
export type TimeoutPolicy = 'fail' | 'partial'
