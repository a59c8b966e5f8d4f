import type { GrepOptions, Report } from '../index.js'

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
