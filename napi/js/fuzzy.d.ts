import type { FileType, FuzzyFindOptions, FuzzyMatchOptions, Report } from '../index.js'

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
