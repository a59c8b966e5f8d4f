import type { Report, SearchOptions, TimeoutOptions } from '../index.js'
import type { GrepMatch } from './grep.js'

/** Result of `search`. */
export interface SearchResult {
  /** Matches, sorted by line. The `path` of each match is empty. */
  matches: GrepMatch[]
  /** Number of matches found. */
  matchCount: number
  /** Whether `limit` truncated the matches. */
  limitReached: boolean
  /** Error message if the pattern is invalid, in which case there are no matches. Absent if the pattern is valid. */
  error?: string
  /** Report on the call. Absent if there is an `error`. */
  report?: Report
}

/**
 * Searches text in memory for matching lines, synchronously. If `content` is a string, offsets count bytes of its UTF-8
 * form, in which each lone surrogate is replaced with U+FFFD; columns count UTF-16 code units. A byte order mark is the
 * first character of the first line, so `^` does not match after it. If the pattern is invalid, the result has an
 * `error`. Throws a `RansackOptionError` if an option has an invalid type or value, and `ERR_RANSACK_TIMEOUT` when
 * `timeoutMs` has passed.
 *
 * ```js
 * search('one\ntwo\n', { pattern: 't.o' }).matches[0].lineNumber // 2
 * ```
 */
export declare function search(content: string | Uint8Array, options: SearchOptions): SearchResult

/** Options for `hasMatch`. */
export interface HasMatchOptions extends TimeoutOptions {
  /** Whether to ignore letter case. Default: false. */
  ignoreCase?: boolean | null | undefined
  /** Whether a match may span several lines. Default: false. */
  multiline?: boolean | null | undefined
  /**
   * Whether the pattern may have look-around and back-references, as the option of `search`. If no line matches, but some
   * line takes too many steps or is not UTF-8, `hasMatch` throws `ERR_RANSACK_INVALID_PATTERN`. Default: false.
   */
  backtracking?: boolean | null | undefined
}

/**
 * Returns whether text contains a match for a regular expression, synchronously; stops at the first match. A `RegExp`
 * matches the same text as in JavaScript, with the exceptions listed for the `pattern` of `SearchOptions`. Throws
 * `ERR_RANSACK_INVALID_PATTERN` if the pattern is invalid, and `ERR_RANSACK_TIMEOUT` when `timeoutMs` has passed. By
 * default, there is no time limit.
 *
 * ```js
 * hasMatch('Hello', '^h', { ignoreCase: true, timeoutMs: 50 }) // true
 * ```
 */
export declare function hasMatch(
  content: string | Uint8Array,
  pattern: string | RegExp,
  options: HasMatchOptions,
): boolean
/**
 * Returns whether text contains a match for a regular expression, synchronously; stops at the first match. Takes the
 * options as separate arguments.
 *
 * ```js
 * hasMatch('Hello', '^h', true) // true
 * ```
 */
export declare function hasMatch(
  content: string | Uint8Array,
  pattern: string | RegExp,
  ignoreCase?: boolean | null,
  multiline?: boolean | null,
  timeoutMs?: number | null,
): boolean
