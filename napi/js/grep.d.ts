import type { GrepOptions, Report } from '../index.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Match within a line. */
export interface Submatch {
  /** Offset of the first byte in the bytes of `line`, 0-based. */
  start: number
  /** Offset of the byte after the last one in the bytes of `line`, 0-based. */
  end: number
  /** Index of the first UTF-16 code unit in the string `line`, 0-based. */
  startColumn: number
  /**
   * Index of the UTF-16 code unit after the last one in the string `line`, 0-based: `line.slice(startColumn,
   * endColumn)` is the match.
   */
  endColumn: number
  /** Index of the pattern, 0-based, in the order given. */
  pattern: number
  /** True if the match includes the line end after `line`, as with `a\\n`. Absent otherwise. */
  endsLine?: true
}

/** Line before or after a match. */
export interface ContextLine {
  /** Line number, 1-based. */
  lineNumber: number
  /** Line without its line end. Invalid UTF-8 is replaced with U+FFFD. */
  line: string
  /** True if `line` is clipped to `maxColumns`. Absent otherwise. */
  truncated?: true
  /** Raw bytes of `line`. Absent unless `bytes` is set. */
  lineBytes?: Uint8Array
}

/** Matching line or, with a `mode` other than `'content'`, file with matches. */
export interface GrepMatch {
  /**
   * Path of the file relative to its root, with `/` as separator; the file name if the root is a file; empty for a
   * search in memory. Invalid UTF-8 is replaced with U+FFFD.
   */
  path: string
  /** Line number, 1-based; for several lines, the first. 0 if the result is a file. */
  lineNumber: number
  /**
   * Line without its line end; with `multiline`, all lines of the match. Empty if the result is a file. Invalid
   * UTF-8 is replaced with U+FFFD.
   */
  line: string
  /**
   * Offset of the line in the file, in bytes, 0-based. In a decoded file (UTF-16, or an `encoding` other than
   * UTF-8), offset in its text as UTF-8, without the byte order mark; offsets of `astGrep` use the same units.
   */
  byteOffset: number
  /** Matches in `line`, in order; at most 10,000. */
  submatches: Submatch[]
  /** True if `line` has more matches than the 10,000 listed. Absent otherwise. */
  submatchesTruncated?: true
  /** Index of the root in the order given, 0-based. Absent if the call has one root. */
  root?: number
  /** Number of matching lines of the file. Absent unless `mode` is `'count'`. */
  matchCount?: number
  /** True if `line` is clipped to `maxColumns`. Absent otherwise. */
  truncated?: true
  /**
   * Offset of the clipped `line` in the whole line, and length of the whole line, both in bytes. Absent
   * unless `truncated` is set.
   */
  clip?: { offset: number; lineLength: number }
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
  /** Raw bytes of `line`. Absent unless `bytes` is set. */
  lineBytes?: Uint8Array
  /** Lines before the match that belong to no earlier match, in order. Absent if there are none. */
  contextBefore?: ContextLine[]
  /** Lines after the match, in order. Absent if there are none. */
  contextAfter?: ContextLine[]
}

/** Result of `grep`. */
export interface GrepResult {
  /** Matches by root, then bytewise by path, then by line. Empty if `onMatch` received them. */
  matches: GrepMatch[]
  /** Number of matches found; equals `report.totalMatches`. */
  totalMatches: number
  /** Number of files with at least one match; equals `report.filesWithMatches`. */
  filesWithMatches: number
  /** Number of files examined; equals `report.filesSearched`. */
  filesSearched: number
  /** True if `maxCount` truncated the matches. Absent otherwise. */
  limitReached?: true
  /** Number of files skipped because of their size. Absent if there are none. */
  skippedOversized?: number
  /** Report of the call: its completeness and the skipped files. */
  report: Report
}

/**
 * Callback that receives the matches of a call one by one, in order. Returning false ends the call. If it returns
 * a promise, the call pauses until the promise settles; a promise of false ends the call. `signal` and `timeoutMs`
 * end the call at once, regardless of the callback and its promise; no callback runs after that. The callback runs
 * in the asynchronous context (`AsyncLocalStorage`) of the call. An exception or rejection ends the call and
 * rejects its promise.
 */
export type OnMatch<T = GrepMatch> = (match: T) => unknown

/**
 * Searches files for lines that match a regular expression, on the library's threads. Matches are in path order,
 * regardless of the number of threads.
 *
 * With `onMatch`, the callback receives the matches and `matches` in the result is empty, which bounds memory use.
 *
 * Rejects with a `RansackError` if the call fails, with a `RansackOptionError` if an option has an
 * invalid type or value, and with an `AbortError` (`code: 'ABORT_ERR'`, `cause` is the signal's reason)
 * if `signal` fires. A file that cannot be searched is not an error: it is listed in `report.skipped`.
 *
 * ```js
 * const { matches, report } = await grep({ pattern: 'TODO|FIXME', path: 'src', type: ['js', 'ts'] })
 * for (const m of matches) console.log(`${m.path}:${m.lineNumber}: ${m.line}`)
 * if (!report.complete) console.log('incomplete:', report.stoppedBy, report.skipped)
 * ```
 */
export declare function grep(options: GrepOptions, onMatch?: OnMatch | null): Promise<GrepResult>

/**
 * Searches files for matching lines and returns them in batches. The first `next` starts the search; the search
 * pauses while no batch is requested; leaving the loop stops it. Reports the same errors as `grep`.
 *
 * ```js
 * const stream = grepStream({ pattern: 'error', path: '/var/log' })
 * for await (const batch of stream) consume(batch)
 * console.log((await stream.report).filesSearched)
 * ```
 */
export declare function grepStream(options: GrepOptions & StreamOptions): GrepStream

/** Options of every function that returns a stream. */
export interface StreamOptions {
  /**
   * Maximum number of results per batch, a whole number from 1 to 65,536. Default: 1024 for `globStream`, 256 for
   * the other streams.
   */
  batchSize?: number | null | undefined
}

/**
 * Searches files for matching lines, like `grep`, and blocks the calling thread until the result is available. For
 * scripts. `signal` has an effect only if it has fired before the call.
 *
 * ```js
 * const { matches } = grepSync({ pattern: 'TODO', path: 'src' })
 * ```
 */
export declare function grepSync(options: GrepOptions): GrepResult

/**
 * Asynchronous iterator over batches of matches; can be iterated once. `return`, `await using` and leaving a `for
 * await` loop release the search at once. An iterator dropped before its end releases its search when it is
 * garbage-collected; until then, or while it is not read, it holds at most 16 MiB of results.
 */
export interface MatchStream<T> extends AsyncIterableIterator<T[]> {
  /** Promise of the report. Settles when the iteration ends, and covers the work up to that point. */
  readonly report: Promise<Report>
  /** Returns the next batch. The first call starts the search. */
  next(): Promise<IteratorResult<T[], undefined>>
  /** Stops the search. Called before the first `next`, starts nothing. */
  return(value?: unknown): Promise<IteratorResult<T[], undefined>>
  /** Stops the search and rejects with `error`. */
  throw(error?: unknown): Promise<IteratorResult<T[], undefined>>
  /** Returns the iterator itself. */
  [Symbol.asyncIterator](): MatchStream<T>
  /** Stops the search; `await using` calls it. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Asynchronous iterator over batches of matching lines. */
export type GrepStream = MatchStream<GrepMatch>

/** Options of `Workspace.grep`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceGrepOptions = Omit<GrepOptions, 'cache'> & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Searches the workspace's files for matching lines, like `grep`. */
    grep(options: WorkspaceGrepOptions, onMatch?: OnMatch | null): Promise<GrepResult>
    /** Searches the workspace's files for matching lines and returns them in batches, like `grepStream`. */
    grepStream(options: WorkspaceGrepOptions & StreamOptions): GrepStream
    /** Searches the workspace's files for matching lines and waits for the result, like `grepSync`. */
    grepSync(options: WorkspaceGrepOptions): GrepResult
  }
}
