import type { AstGrepOptions, AstMatchOptions, PatternReading, Report } from '../index.js'
import type { MatchStream, OnMatch, StreamOptions } from './grep.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Range of a text, from its first character to the character after the last one. */
export interface AstRange {
  /**
   * Offset of the first byte, 0-based: in the file or, if the file is decoded (UTF-16, or an `encoding` other than
   * UTF-8), in its text as UTF-8 without the byte order mark.
   */
  byteStart: number
  /** Offset of the byte after the last one, 0-based, in the text as UTF-8. */
  byteEnd: number
  /** Line of the first character, 1-based. */
  startLine: number
  /** Column of the first character in its line, 1-based, in UTF-16 code units. */
  startColumn: number
  /** Line of the character after the last one, 1-based. */
  endLine: number
  /** Column of the character after the last one in its line, 1-based, in UTF-16 code units. */
  endColumn: number
}

/** Code that matched a pattern or rule, with its range in the file. */
export interface AstMatch extends AstRange {
  /**
   * Path of the file relative to its root, with `/` as separator; the file name if the root is a file; empty for a
   * search in memory. Invalid UTF-8 is replaced with U+FFFD.
   */
  path: string
  /** Matched code. Invalid UTF-8 is replaced with U+FFFD. */
  text: string
  /** Name of the code's language; for embedded code, the embedded language. */
  language: string
  /** Index of the first pattern that matched, 0-based, in the order given; a rule comes last. */
  pattern: number
  /**
   * Context of the grammar in which the pattern was parsed: `'file'`, `'statement'`, `'expression'`,
   * `'member'`, `'type'`, ...; `'rule'` for a rule.
   */
  context: string
  /** Index of the root in the order given, 0-based. Absent if the call has one root. */
  root?: number
  /** Code of each named metavariable, by name without `$`. Absent unless `includeMeta` is set. */
  metaVariables?: Record<string, string>
  /**
   * Range of each named metavariable, by name without `$`. An empty list of nodes has no range. Absent unless
   * `includeMeta` is set.
   */
  metaVariableRanges?: Record<string, AstRange>
  /** Reading of the pattern that matched. Absent for a rule, or if `explain` is not set. */
  reading?: PatternReading
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
  /** Raw bytes of `text`. Absent unless `bytes` is set. */
  textBytes?: Uint8Array
}

/** Result of `astMatch`. */
export interface AstMatchResult {
  /** Matches by position, with enclosing matches before nested ones. */
  matches: AstMatch[]
  /** Number of matches found; equals `report.totalMatches`. */
  totalMatches: number
  /** Whether `limit` truncated the matches. */
  limitReached: boolean
  /**
   * Messages about code that was not searched completely: syntax errors, and languages that cannot parse any
   * pattern. Absent if there are none.
   */
  parseErrors?: string[]
  /** Report of the call: its completeness and the skipped files. */
  report: Report
}

/** Result of `astGrep`. */
export interface AstGrepResult extends AstMatchResult {
  /** Matches by root, then bytewise by path, then by position. Empty if `onMatch` received them. */
  matches: AstMatch[]
  /** Number of files with at least one match; equals `report.filesWithMatches`. */
  filesWithMatches: number
  /** Number of files examined; equals `report.filesSearched`. */
  filesSearched: number
  /**
   * Messages about the first files that were not searched completely, each with its path: syntax errors, and
   * languages that cannot parse any pattern; `report.skipped` has the counts. Absent if there are none.
   */
  parseErrors?: string[]
}

/**
 * Searches the syntax trees of files for code that matches a pattern, on the library's threads.
 *
 * Each file is parsed in the language determined by its name, and embedded code (scripts and styles in markup,
 * fenced code in Markdown) in its own language. `onMatch`, aborts and errors work as in `grep`. A pattern that no
 * language of the searched files can parse rejects with `ERR_RANSACK_INVALID_PATTERN`; an unknown `lang` rejects
 * with a `RansackOptionError`.
 *
 * ```js
 * const { matches } = await astGrep({ pattern: 'console.log($$$)', path: 'src', lang: 'ts' })
 * for (const m of matches) console.log(`${m.path}:${m.startLine}:${m.startColumn}: ${m.text}`)
 * ```
 */
export declare function astGrep(options: AstGrepOptions, onMatch?: OnMatch<AstMatch> | null): Promise<AstGrepResult>

/**
 * Searches the syntax trees of files and returns all matches in batches, with the back-pressure of
 * `grepStream`. Has no default `limit`.
 *
 * ```js
 * for await (const batch of astGrepStream({ pattern: 'eval($A)', path: 'src' })) consume(batch)
 * ```
 */
export declare function astGrepStream(options: AstGrepOptions & StreamOptions): AstGrepStream

/** Asynchronous iterator over batches of syntax tree matches. */
export type AstGrepStream = MatchStream<AstMatch>

/**
 * Searches the syntax tree of code in memory, on one of the library's threads. Reports the same errors as
 * `astGrep`. A source of more than 256 KiB is copied in parts while other events are processed; if it is bytes,
 * they must not change before the promise settles.
 *
 * ```js
 * const { matches } = await astMatch({ source: 'f(1); f(2)', lang: 'js', pattern: 'f($A)', includeMeta: true })
 * matches.map((m) => m.metaVariables.A) // ['1', '2']
 * ```
 */
export declare function astMatch(options: AstMatchOptions): Promise<AstMatchResult>

/** Options of `Workspace.astGrep`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceAstGrepOptions = Omit<AstGrepOptions, 'cache'> & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Searches the syntax trees of the workspace's files, like `astGrep`. */
    astGrep(options: WorkspaceAstGrepOptions, onMatch?: OnMatch<AstMatch> | null): Promise<AstGrepResult>
    /** Searches the syntax trees of the workspace's files and returns matches in batches, like `astGrepStream`. */
    astGrepStream(options: WorkspaceAstGrepOptions & StreamOptions): AstGrepStream
  }
}
