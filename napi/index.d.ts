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

/**
 * The pattern that matches exactly this relative path, whatever characters it
 * holds.
 */
export declare function escapeGlob(path: string): string

/** What a path leads to. */
export declare enum FileType {
  /** A regular file. */
  File = 1,
  /** A directory. */
  Dir = 2,
  /** A symbolic link. */
  Symlink = 3,
}

/** A file type and the globs of the names that belong to it. */
export interface FileTypeDefinition {
  /** The name that `type` and `typeNot` take, as `rust` or `js`. */
  name: string
  /** Globs of file names. */
  globs: Array<string>
}

/** The same as text. */
export type FileTypeName = 'file' | 'dir' | 'symlink'

/** The file types that `type` and `typeNot` know, sorted by name. */
export declare function fileTypes(): Array<FileTypeDefinition>

/** Options of `fuzzyFind`. */
export interface FuzzyFindOptions {
  /**
   * What was typed, at most 10,240 bytes in UTF-8. White space and control
   * characters divide it into words. If it is empty everything matches:
   * recently used paths come first, then shallow and short ones.
   */
  query: string
  /** The directory to look in. Default: the current directory. */
  path?: string
  /** Several, in this order, after `path` if that is given too. */
  paths?: Array<string>
  /** Path globs that narrow the results, as in `GrepOptions`. */
  glob?: string | Array<string>
  /**
   * File types that are let in; `fileTypes()` lists them. A directory is of no
   * type, and so left out.
   */
  type?: string | Array<string>
  /** File types that are left out. */
  typeNot?: string | Array<string>
  /** Whether names that start with `.` are found. Default: false. */
  hidden?: boolean
  /** Whether ignore files hold. Default: true. */
  gitignore?: boolean
  /** Whether `node_modules` directories are looked into. Default: false. */
  includeNodeModules?: boolean
  /** Whether symbolic links below the roots are followed. Default: false. */
  followSymlinks?: boolean
  /** Whether directories are found too. Default: true. */
  directories?: boolean
  /** Whether symbolic links are found, as such. Default: false. */
  symlinks?: boolean
  /**
   * Recently used paths, the latest first, as results have them, without a
   * `/` at the end of a directory's.
   */
  recent?: Array<string>
  /** The path that is being worked on: others near it rank higher. */
  current?: string
  /**
   * Paths with a weight of how often and how recently they were used; what
   * counts is its order of magnitude.
   */
  frecency?: Record<string, number>
  /** The most results. Default: 100. */
  maxResults?: number
  /** How many results, in their order, are left out at the front. Default: 0. */
  offset?: number
  /**
   * Whether a list of files may be reused from an earlier call. None is kept
   * between calls yet: every call reads the tree as it is.
   */
  cache?: boolean
  /** Milliseconds after which the call ends. Default: none. */
  timeoutMs?: number
  /** What happens then. Default: `'fail'`. */
  onTimeout?: TimeoutPolicy
  /** Aborts the call. */
  signal?: AbortSignal
  /** Whether raw `pathBytes` are wanted beside the strings. Default: false. */
  bytes?: boolean
}

/** Options of `fuzzyMatch`. */
export interface FuzzyMatchOptions {
  /** Recently used strings, the latest first. */
  recent?: Array<string>
  /** The path that is being worked on: others near it rank higher. */
  current?: string
  /**
   * Strings with a weight of how often and how recently they were used; what
   * counts is its order of magnitude.
   */
  frecency?: Record<string, number>
  /** The most results. Default: all. */
  maxResults?: number
  /** How many results, in their order, are left out at the front. Default: 0. */
  offset?: number
  /** Milliseconds after which the call throws. Default: none. */
  timeoutMs?: number
}

/** Options of `glob` and `globStream`. */
export interface GlobOptions {
  /**
   * What paths have to match, from the root on. `*` and `?` match within a
   * name, `[a-z]` and `[!a-z]` one character, `**` any number of directories,
   * `{a,b}` alternatives; a final `/` only directories; `!` before it takes
   * paths out. A backslash makes a special character literal. A `{` that is
   * not closed is closed at the end, a `[` is literal then.
   */
  pattern?: string
  /**
   * Several patterns, after `pattern` if that is given too; the last one that
   * speaks of a path decides.
   */
  patterns?: Array<string>
  /** The directory to look in. Default: the current directory. */
  path?: string
  /** Several, in this order, after `path` if that is given too. */
  paths?: Array<string>
  /**
   * The only kind of result wanted. For files and directories a symbolic link
   * counts as what it leads to. Default: all kinds.
   */
  fileType?: FileType | FileTypeName
  /**
   * Whether a pattern without `/` matches at any depth, and not only in the
   * root itself. Default: true.
   */
  recursive?: boolean
  /** Whether patterns are plain relative paths. Default: false. */
  literal?: boolean
  /** Path globs that narrow the results further, as in `GrepOptions`. */
  glob?: string | Array<string>
  /**
   * File types that are let in; `fileTypes()` lists them. A directory is of no
   * type, and so left out.
   */
  type?: string | Array<string>
  /** File types that are left out. */
  typeNot?: string | Array<string>
  /**
   * Whether names that start with `.` are found, other than by a pattern that
   * spells out the `.`. Default: false.
   */
  hidden?: boolean
  /** Whether ignore files hold. Default: true. */
  gitignore?: boolean
  /**
   * Whether `node_modules` directories are looked into. They also are when a
   * pattern spells out `node_modules`. Default: false.
   */
  includeNodeModules?: boolean
  /** Whether symbolic links below the roots are followed. Default: false. */
  followSymlinks?: boolean
  /** Whether `mtime` and `size` are wanted. Default: false. */
  stat?: boolean
  /**
   * Whether results come newest first, with `mtime` and `size`. Default:
   * false, by path.
   */
  sortByMtime?: boolean
  /** The most results. Default: all. */
  maxResults?: number
  /** How many results, in their order, are left out at the front. Default: 0. */
  offset?: number
  /**
   * Whether a list of files may be reused from an earlier call. None is kept
   * between calls yet: every call reads the tree as it is.
   */
  cache?: boolean
  /** Milliseconds after which the call ends. Default: none. */
  timeoutMs?: number
  /** What happens then. Default: `'fail'`. */
  onTimeout?: TimeoutPolicy
  /** Aborts the call. */
  signal?: AbortSignal
  /** Whether raw `pathBytes` are wanted beside the strings. Default: false. */
  bytes?: boolean
}

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
  /**
   * Whether a list of files may be reused from an earlier call. None is kept
   * between calls yet: every call reads the tree as it is.
   */
  cache?: boolean
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
  /** Milliseconds after which the call fails. Default: none. */
  timeoutMs?: number
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
