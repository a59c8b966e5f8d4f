import type { Reported } from './shape.js'

/** Differences between pattern and code that a match allows. */
export declare const AstMatchStrictness: {
  /** No differences. */
  readonly Cst: 'cst'
  /** Comments and unnamed nodes that only the code has. */
  readonly Smart: 'smart'
  /** Unnamed nodes. */
  readonly Ast: 'ast'
  /** Comments and unnamed nodes. */
  readonly Relaxed: 'relaxed'
  /** Text of names and literals. */
  readonly Signature: 'signature'
  /** Node kinds. */
  readonly Template: 'template'
}
/** Differences between pattern and code that a match allows. */
export type AstMatchStrictness = (typeof AstMatchStrictness)[keyof typeof AstMatchStrictness]

/** Options for all calls with syntax patterns. */
interface AstCallOptions {
  /** Node kind. If set, the first node of this kind inside the pattern is searched for. */
  selector?: string
  /** Differences between pattern and code that a match allows. Default: `'smart'`. */
  strictness?: AstMatchStrictness
  /** `AbortSignal` that aborts the call. */
  signal?: unknown
  /** Maximum duration of the call in milliseconds. Default: no limit. */
  timeoutMs?: number
}

/** Options that select a page of matches. */
interface AstPageOptions {
  /** Maximum number of matches. Default: 50. */
  limit?: number
  /** Number of leading matches to skip. Default: 0. */
  offset?: number
  /** Whether matches have `metaVariables`. Default: false. */
  includeMeta?: boolean
}

/** Options that select files. */
interface AstScopeOptions {
  /** Name, alias or file name extension of a language; only its files are searched. Default: each file's own language. */
  lang?: string
  /** Directory or file. Default: the current directory. */
  path?: string
  /** Glob from the root that paths must match. */
  glob?: string
}

/** Options for `astGrep`. */
export interface AstFindOptions extends AstCallOptions, AstPageOptions, AstScopeOptions {
  /** Patterns; code matches if any of them matches. At least one is required. */
  patterns?: string[]
  /** Without effect, as in pi-natives. */
  context?: number
}

/** Options for `astMatch`. */
export interface AstMatchOptions extends AstCallOptions, AstPageOptions {
  /** Code to search. */
  source: string
  /** Name, alias or file name extension of the code's language. */
  lang: string
  /** Patterns; code matches if any of them matches. At least one is required. */
  patterns: string[]
}

/** Range of code. */
interface AstRange {
  /** 0-based offset of the first byte. */
  byteStart: number
  /** 0-based offset after the last byte. */
  byteEnd: number
  /** 1-based number of the first line. */
  startLine: number
  /** 1-based column of the first character, in UTF-16 code units. */
  startColumn: number
  /** 1-based number of the last line. */
  endLine: number
  /** 1-based column after the last character, in UTF-16 code units. */
  endColumn: number
}

/** Code that matches a pattern. */
export interface AstFindMatch extends AstRange {
  /** Path relative to the root; the file name if the root is a file; empty for a text in memory. */
  path: string
  /** Matching code. */
  text: string
  /** Code that each metavariable matched. Absent unless `includeMeta` is set. */
  metaVariables?: Record<string, string>
}

/** Result of `astMatch`. */
export interface AstMatchResult extends Reported {
  /** Page of matches. */
  matches: AstFindMatch[]
  /** Number of all matches. */
  totalMatches: number
  /** Whether there are matches after the page. */
  limitReached: boolean
  /** Messages about code that was not searched completely. Absent if there are none. */
  parseErrors?: string[]
}

/** Result of `astGrep`. */
export interface AstFindResult extends AstMatchResult {
  /** Number of files with at least one match. */
  filesWithMatches: number
  /** Number of files searched. */
  filesSearched: number
}

/** Searches files for code that matches a pattern. Counts all matches, so it searches all files. */
export declare function astGrep(options: AstFindOptions): Promise<AstFindResult>
/** Searches code in memory for matches of a pattern. */
export declare function astMatch(options: AstMatchOptions): Promise<AstMatchResult>

/** Options for `astEdit`. */
export interface AstReplaceOptions extends AstCallOptions, AstScopeOptions {
  /** Replacement of each pattern. At least one is required. */
  rewrites?: Record<string, string>
  /** Whether to return the changes without writing them. Default: true. */
  dryRun?: boolean
  /** Maximum number of replacements. Default: no limit. */
  maxReplacements?: number
  /** Maximum number of files to change. Default: no limit. */
  maxFiles?: number
  /** Whether the call fails if a file has syntax errors. Default: false. */
  failOnParseError?: boolean
}

/** Replacement of code. */
export interface AstReplaceChange extends AstRange {
  /** Path relative to the root; the file name if the root is a file. */
  path: string
  /** Replaced code. */
  before: string
  /** New code. */
  after: string
  /** Length of the replaced code in bytes. */
  deletedLength: number
}

/** File with replacements. */
export interface AstReplaceFileChange {
  /** Path relative to the root; the file name if the root is a file. */
  path: string
  /** Number of replacements. */
  count: number
}

/** Result of `astEdit`. */
export interface AstReplaceResult extends Reported {
  /** Replacements. */
  changes: AstReplaceChange[]
  /** Files with replacements. */
  fileChanges: AstReplaceFileChange[]
  /** Number of replacements. */
  totalReplacements: number
  /** Number of files with replacements. */
  filesTouched: number
  /** Number of files searched. */
  filesSearched: number
  /** Whether the changes were written. */
  applied: boolean
  /** Whether a limit left out replacements. */
  limitReached: boolean
  /** Messages about code that was not searched completely. Absent if there are none. */
  parseErrors?: string[]
}

/** Replaces code that matches a pattern, in all files or in none. */
export declare function astEdit(options: AstReplaceOptions): Promise<AstReplaceResult>

export {}
