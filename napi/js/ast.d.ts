import type { AstGrepOptions, AstMatchOptions, CodeRange, PatternReading, Range, Report, ReportCounts } from '../index.js'
import type { MatchStream, OnMatch, StreamOptions } from './grep.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Range of text, from its first character to the character after its last. */
export interface AstRange {
  /**
   * 0-based offset of the first byte. In a decoded file (UTF-16, or an `encoding` other than UTF-8), the offset counts
   * bytes of the text converted to UTF-8, without the byte order mark.
   */
  byteStart: number
  /**
   * 0-based offset after the last byte. In a decoded file, the offset counts bytes of the text converted to UTF-8,
   * without the byte order mark.
   */
  byteEnd: number
  /** 1-based line number of the first character. */
  startLine: number
  /** 1-based column of the first character, in UTF-16 code units. */
  startColumn: number
  /** 1-based line number of the character after the last. */
  endLine: number
  /** 1-based column of the character after the last, in UTF-16 code units. */
  endColumn: number
}

/** Code that matched a pattern or rule, with its range in the file. */
export interface AstMatch extends AstRange {
  /**
   * Path of the file relative to the base that `pathsFrom` selects, with `/` as separator; empty for a search in
   * memory. Invalid UTF-8 is replaced with U+FFFD.
   */
  path: string
  /** Matched code. Invalid UTF-8 is replaced with U+FFFD. */
  text: string
  /** Range of the code, as in editors. */
  range: Range
  /** Name of the code's language; for embedded code, the embedded language. */
  language: string
  /** 0-based index of the first pattern that matched, in the order given; a rule comes after all patterns. */
  pattern: number
  /**
   * Grammatical context in which the pattern was parsed: `'file'`, `'statement'`, `'expression'`, `'member'`, `'type'`,
   * ...; `'rule'` for a rule.
   */
  context: string
  /**
   * Name path of the innermost definition around the start of the match, such as `Tool.run`; a match that is a
   * definition is in itself. Absent unless `enclosing` is set, and for a match in no definition, for a file in a
   * language without outlines, and for a file that is larger than 16 MiB or takes more than 2 seconds to parse.
   */
  enclosing?: string
  /** Content id of the bytes of the file as they were searched. Absent unless `versions` is set. */
  version?: string
  /** 0-based index of the root, in the order given. Absent if the call has one root and its workspace at most one folder. */
  root?: number
  /** Code that each named metavariable matched, keyed by the name without `$`. Absent unless `includeMeta` is set. */
  metaVariables?: Record<string, string>
  /**
   * Range of the code that each named metavariable matched, keyed by the name without `$`. A metavariable that matched
   * an empty list of nodes has no range. Absent unless `includeMeta` is set.
   */
  metaVariableRanges?: Record<string, CodeRange>
  /** Interpretation under which the pattern matched. Absent for a rule, or if `explain` is not set. */
  reading?: PatternReading
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
  /** Raw bytes of `text`. Absent unless `bytes` is set. */
  textBytes?: Uint8Array
}

/** Result of `astMatch`. */
export interface AstMatchResult {
  /** Matches, sorted by position, with enclosing matches before nested matches. */
  matches: AstMatch[]
  /** Number of matches found, including matches before `offset` and any matches found beyond the limit. */
  totalMatches: number
  /** Whether `limit` truncated the matches. */
  limitReached: boolean
  /**
   * Messages about code that was not searched completely, because it has syntax errors or is in a language that cannot
   * parse any of the patterns. Absent if there are no such messages.
   */
  parseErrors?: string[]
  /** Report on the call: whether it is complete, and which files it skipped. */
  report: Report
}

/** Result of `astGrep`. */
export interface AstGrepResult extends AstMatchResult, ReportCounts {
  /**
   * Matches, sorted by root, then bytewise by path, then by position; with `sortByMtime`, first by the modification
   * time of their files. Empty if the call has an `onMatch` callback, which receives the matches instead.
   */
  matches: AstMatch[]
  /**
   * Messages about the first few files that were not searched completely, because they have syntax errors or are in a
   * language that cannot parse any of the patterns. Each message includes the path; `report.skipped` has the counts.
   * Absent if there are no such messages.
   */
  parseErrors?: string[]
}

/**
 * Searches the syntax trees of files for code that matches a pattern, on the library's threads.
 *
 * Each file is parsed in its language, which its name or, for `.h` and its like, its text determines, and embedded code (scripts and styles in markup, fenced
 * code in Markdown) in its own language. `onMatch`, aborts and errors work as in `grep`. Rejects with
 * `ERR_RANSACK_INVALID_PATTERN` if none of the searched files' languages can parse the pattern, and with a
 * `RansackOptionError` if `lang` is unknown.
 *
 * ```js
 * const { matches } = await astGrep({ pattern: 'console.log($$$)', path: 'src', lang: 'ts' })
 * for (const m of matches) console.log(`${m.path}:${m.startLine}:${m.startColumn}: ${m.text}`)
 * ```
 */
export declare function astGrep(options: AstGrepOptions, onMatch?: OnMatch<AstMatch> | null): Promise<AstGrepResult>

/**
 * Searches the syntax trees of files and returns all matches in batches, with the same back-pressure as `grepStream`.
 * By default, there is no `limit`.
 *
 * ```js
 * for await (const batch of astGrepStream({ pattern: 'eval($A)', path: 'src' })) consume(batch)
 * ```
 */
export declare function astGrepStream(options: AstGrepOptions & StreamOptions): AstGrepStream

/** Asynchronous iterator over batches of syntax tree matches. */
export type AstGrepStream = MatchStream<AstMatch>

/**
 * Searches the syntax tree of code in memory, on one of the library's threads. Reports the same errors as `astGrep`. A
 * source of more than 256 KiB is copied in parts while other events are processed. If the source is a byte array, its
 * contents must not change before the promise settles.
 *
 * ```js
 * const { matches } = await astMatch({ source: 'f(1); f(2)', lang: 'js', pattern: 'f($A)', includeMeta: true })
 * matches.map((m) => m.metaVariables.A) // ['1', '2']
 * ```
 */
export declare function astMatch(options: AstMatchOptions): Promise<AstMatchResult>

/** Options for `Workspace.astGrep`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceAstGrepOptions = Omit<AstGrepOptions, 'cache'> & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Searches the syntax trees of the workspace's files, like the function `astGrep`. */
    astGrep(options: WorkspaceAstGrepOptions, onMatch?: OnMatch<AstMatch> | null): Promise<AstGrepResult>
    /** Searches the syntax trees of the workspace's files and returns matches in batches, like the function `astGrepStream`. */
    astGrepStream(options: WorkspaceAstGrepOptions & StreamOptions): AstGrepStream
  }
}
