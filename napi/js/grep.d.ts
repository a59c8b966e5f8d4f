import type { GrepOptions, Range, Report, ReportCounts, StreamReport } from '../index.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Match within a line. */
export interface Submatch {
  /** 0-based offset of the match's first byte in the bytes of `line`. */
  start: number
  /** 0-based offset after the match's last byte in the bytes of `line`. */
  end: number
  /** 0-based index of the match's first UTF-16 code unit in the string `line`. */
  startColumn: number
  /**
   * 0-based index after the match's last UTF-16 code unit in the string `line`: `line.slice(startColumn, endColumn)` is
   * the match.
   */
  endColumn: number
  /** 0-based index of the pattern that matched, in the order given. */
  pattern: number
  /** Range of the match in the file, as in editors; of a match that is cut by `maxColumns`, the part in `line`. */
  range: Range
  /** True if the match includes the line ending after `line`, as with `a\\n`. Absent otherwise. */
  endsLine?: true
}

/** Context line before or after a match. */
export interface ContextLine {
  /** 1-based line number. */
  lineNumber: number
  /** Text of the line, without its line ending. Invalid UTF-8 is replaced with U+FFFD. */
  line: string
  /** True if `line` is clipped to `maxColumns`. Absent otherwise. */
  truncated?: true
  /** Raw bytes of `line`. Absent unless `bytes` is set. */
  lineBytes?: Uint8Array
}

/** Matching line, or a file with matches if `mode` is not `'content'`. */
export interface GrepMatch {
  /**
   * Path of the file relative to the base that `pathsFrom` selects, with `/` as separator; empty for a search in
   * memory. Invalid UTF-8 is replaced with U+FFFD.
   */
  path: string
  /** 1-based number of the line, or of the first line if the match spans several. 0 if the result is a file. */
  lineNumber: number
  /**
   * Matching line without its line ending; with `multiline`, all lines of the match. Empty if the result is a file.
   * Invalid UTF-8 is replaced with U+FFFD.
   */
  line: string
  /**
   * 0-based byte offset of the line in the file. In a decoded file (UTF-16, or an `encoding` other than UTF-8), the
   * offset counts bytes of the text converted to UTF-8, without the byte order mark. `astGrep` counts offsets in the
   * same way.
   */
  byteOffset: number
  /** Matches in `line`, in order; at most 10,000. */
  submatches: Submatch[]
  /**
   * Range of the first match in the file, as in editors: the object in `submatches[0]`, which ends with `line` if the
   * match is cut by `maxColumns`. Range of `line` if there are no submatches, as with `invert`. Absent if the result is
   * a file.
   */
  range?: Range
  /** True if `line` has more matches than the 10,000 listed. Absent otherwise. */
  submatchesTruncated?: true
  /**
   * Name path of the innermost definition around the first match of the line, such as `Tool.run`. Absent unless
   * `enclosing` is set, and for a result that is a file or is in no definition, for a file in a language without
   * outlines, and for a file that is larger than 16 MiB or takes more than 2 seconds to parse.
   */
  enclosing?: string
  /** Content id of the bytes of the file as they were searched. Absent unless `versions` is set. */
  version?: string
  /** 0-based index of the root, in the order given. Absent if the call has one root and its workspace at most one folder. */
  root?: number
  /** Number of matching lines in the file. Absent unless `mode` is `'count'`. */
  matchCount?: number
  /** True if `line` is clipped to `maxColumns`. Absent otherwise. */
  truncated?: true
  /**
   * Offset of the clipped `line` within the whole line, and length of the whole line, both in bytes. Absent unless
   * `truncated` is set.
   */
  clip?: { offset: number; lineLength: number }
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
  /** Raw bytes of `line`. Absent unless `bytes` is set. */
  lineBytes?: Uint8Array
  /**
   * Context lines before the match that are not part of an earlier result, in order. Absent if there are no such lines.
   */
  contextBefore?: ContextLine[]
  /** Context lines after the match, in order. Absent if there are no such lines. */
  contextAfter?: ContextLine[]
}

/** Result of `grep`. */
export interface GrepResult extends ReportCounts {
  /**
   * Matches, sorted by root, then bytewise by path, then by line; with `sortByMtime`, first by the modification time of
   * their files. Empty if the call has an `onMatch` callback, which receives the matches instead.
   */
  matches: GrepMatch[]
  /** Whether `limit` truncated the matches. */
  limitReached: boolean
  /** Number of files skipped because they are too large. Absent if there are no such files. */
  skippedOversized?: number
  /** Report on the call: whether it is complete, and which files it skipped. */
  report: Report
}

/**
 * Callback that receives the matches of a call one by one, in order. Returning false ends the call. If it returns a
 * promise, the call pauses until the promise settles; a promise that resolves with false ends the call. `signal` and
 * `timeoutMs` end the call immediately, even while the callback's promise is pending; the callback does not run again
 * after that. The callback runs in the asynchronous context (`AsyncLocalStorage`) in which the call was made. If the
 * callback throws, or its promise rejects, the call ends and its promise rejects.
 */
export type OnMatch<T = GrepMatch> = (match: T) => unknown

/**
 * Searches files for lines that match a regular expression, on the library's threads. Matches are returned in path
 * order, regardless of the number of threads.
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
 * Searches files for matching lines and returns them in batches. The first call to `next` starts the search. The search
 * pauses while no batch is requested; leaving a `for await` loop stops the search. Reports the same errors as `grep`.
 *
 * ```js
 * const stream = grepStream({ pattern: 'error', path: '/var/log' })
 * for await (const batch of stream) consume(batch)
 * console.log((await stream.report).filesSearched)
 * ```
 */
export declare function grepStream(options: GrepOptions & StreamOptions): GrepStream

/** Options for all functions that return a stream. */
export interface StreamOptions {
  /**
   * Maximum number of results per batch, a whole number from 1 to 65,536. `Infinity` means 65,536. Default: 1024 for
   * `globStream`, 256 for the other streams.
   */
  batchSize?: number | null | undefined
}

/**
 * Searches files for matching lines, like `grep`, and blocks the calling thread until the result is available. Intended
 * for scripts. `signal` has an effect only if it has fired before the call.
 *
 * ```js
 * const { matches } = grepSync({ pattern: 'TODO', path: 'src' })
 * ```
 */
export declare function grepSync(options: GrepOptions): GrepResult

/**
 * Asynchronous iterator over batches of matches; can be iterated once. `return`, `await using` and leaving a
 * `for await` loop release the search at once. If an iterator is dropped before it ends, its search is released when
 * the iterator is garbage-collected. An unread iterator holds at most 16 MiB of results.
 */
export interface MatchStream<T> extends AsyncIterableIterator<T[]> {
  /** Promise of the report, which settles when the iteration ends. The report covers the work up to that point. */
  readonly report: Promise<StreamReport>
  /** Returns the next batch. The first call starts the search. */
  next(): Promise<IteratorResult<T[], undefined>>
  /** Stops the search. If called before the first `next`, the search never starts. */
  return(value?: unknown): Promise<IteratorResult<T[], undefined>>
  /** Stops the search and rejects with `error`. */
  throw(error?: unknown): Promise<IteratorResult<T[], undefined>>
  /** Returns this iterator. */
  [Symbol.asyncIterator](): MatchStream<T>
  /** Stops the search. Called by `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Asynchronous iterator over batches of matching lines. */
export type GrepStream = MatchStream<GrepMatch>

/** Options for `Workspace.grep`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceGrepOptions = Omit<GrepOptions, 'cache'> & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Searches the workspace's files for matching lines, like the function `grep`. */
    grep(options: WorkspaceGrepOptions, onMatch?: OnMatch | null): Promise<GrepResult>
    /** Searches the workspace's files for matching lines and returns them in batches, like the function `grepStream`. */
    grepStream(options: WorkspaceGrepOptions & StreamOptions): GrepStream
    /** Searches the workspace's files for matching lines and waits for the result, like the function `grepSync`. */
    grepSync(options: WorkspaceGrepOptions): GrepResult
  }
}
