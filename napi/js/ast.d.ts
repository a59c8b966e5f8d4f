import type { AstGrepOptions, AstMatchOptions, AstRange, Report } from '../index.js'
import type { MatchStream, OnMatch } from './grep.js'

/** A piece of code that matched. */
export interface AstMatch extends AstRange {
  /**
   * The file, relative to the root and with `/`; of a root that is a file its name; empty for a search
   * in memory. U+FFFD stands for what is not valid UTF-8.
   */
  path: string
  /** The code, with U+FFFD for what is not valid UTF-8. */
  text: string
  /** The language that it is in, by name; where one language is embedded in another, the embedded one. */
  language: string
  /** Number of the pattern, 0-based, in the order given; the first, if several match. A rule comes last. */
  pattern: number
  /**
   * Where the pattern was thought to stand when it was read: `file`, `statement`, `expression`,
   * `member`, `type`, ... `rule` for a rule.
   */
  context: string
  /** Number of the root in the order given, 0-based; set if there are several. */
  root?: number
  /** What named metavariables stand for, by name without `$`, if `includeMeta` was set. */
  metaVariables?: Record<string, string>
  /** Where that is, if `includeMeta` was set; a list of no nodes is nowhere. */
  metaVariableRanges?: Record<string, AstRange>
  /** The path's bytes, if `bytes` was set. */
  pathBytes?: Uint8Array
  /** The code's bytes, if `bytes` was set. */
  textBytes?: Uint8Array
}

/** The outcome of `astMatch`. */
export interface AstMatchResult {
  /** By place, outer ones before what is in them. */
  matches: AstMatch[]
  /** As in the report. */
  totalMatches: number
  /** Whether a limit left something out. */
  limitReached: boolean
  /**
   * What kept patterns from being looked for everywhere, in words: syntax errors, in spite of which the
   * text was searched, and languages in which no pattern can be read. Set if there is any.
   */
  parseErrors?: string[]
  /** How far the result can be trusted. */
  report: Report
}

/** The outcome of `astGrep`. */
export interface AstGrepResult extends AstMatchResult {
  /** By root, then bytewise by path, then by place. Empty if they went to a callback. */
  matches: AstMatch[]
  /** As in the report. */
  filesWithMatches: number
  /** As in the report. */
  filesSearched: number
  /** The first few of each kind, with the path before it; the report has the numbers. */
  parseErrors?: string[]
}

/**
 * Searches files for code that looks like a pattern, on threads of its own. Each file is searched in
 * its own language, and what it embeds (scripts and styles in markup, fenced code in Markdown) in its.
 *
 * Callback and errors are as with `grep`. A pattern that can be read in none of the languages met is an
 * error with `code: 'ERR_RANSACK_INVALID_PATTERN'`; an unknown language is a `RansackOptionError`.
 */
export declare function astGrep(options: AstGrepOptions, onMatch?: OnMatch<AstMatch> | null): Promise<AstGrepResult>

/** Searches files by syntax and gives the matches in batches, as `grepStream` does with lines. */
export declare function astGrepStream(options: AstGrepOptions): AstGrepStream

/** What `astGrepStream` returns. */
export type AstGrepStream = MatchStream<AstMatch>

/** Searches code in memory, on a thread of its own. */
export declare function astMatch(options: AstMatchOptions): Promise<AstMatchResult>
