import type { Report, SearchOptions } from '../index.js'
import type { GrepMatch } from './grep.js'

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
