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

/** One path that matched. */
export interface GlobMatch {
  /** The path, relative to the root and with `/`; U+FFFD stands for what is not valid UTF-8. */
  path: string
  /** What is there; a symbolic link is a link, whatever it leads to, unless links are followed. */
  fileType: FileType
  /** Number of the root in the order given, 0-based; set if there are several. */
  root?: number
  /**
   * Last modification in milliseconds since 1970 (UTC), with `stat` or `sortByMtime`; of a link, its
   * target's, or its own where it leads nowhere.
   */
  mtime?: number
  /** Size in bytes, with `stat` or `sortByMtime`, if it is a file or a link to one. */
  size?: number
  /** The path's bytes, if `bytes` was set. */
  pathBytes?: Uint8Array
}

/** The outcome of `glob`. */
export interface GlobResult {
  /** By root, then bytewise by path, or newest first. Empty if they went to a callback. */
  matches: GlobMatch[]
  /** As in the report. */
  totalMatches: number
  /** Set if a limit left something out. */
  limitReached?: true
  /** How far the result can be trusted. */
  report: Report
}

/**
 * Finds the files, directories and symbolic links whose path matches. Callback and errors are as with
 * `grep`; a root that is not a directory is an error.
 */
export declare function glob(options: GlobOptions, onMatch?: OnMatch<GlobMatch> | null): Promise<GlobResult>

/** Finds paths and gives them in batches, as `grepStream` does with matches. */
export declare function globStream(options: GlobOptions): GlobStream

/** What `globStream` returns. */
export type GlobStream = MatchStream<GlobMatch>

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

declare global {
  // As in the newest library, for those who compile with an older one.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol
  }
}

/** What the calls of a `Workspace` take beside the options of the same call without one. */
export interface InWorkspace {
  /**
   * Whether the call waits for the first scan. If not, it sees what is listed so far, and
   * `report.complete` is false. Default: true.
   */
  wait?: boolean
}

/** Options of a search in a workspace; `path` and `paths` start from its root, by default all of it. */
export type WorkspaceGrepOptions = Omit<GrepOptions, 'cache'> & InWorkspace

/** Options of a search for a workspace's paths; likewise. */
export type WorkspaceGlobOptions = Omit<GlobOptions, 'cache'> & InWorkspace

/** Options of a search for a workspace's paths by what somebody types of them; likewise. */
export type WorkspaceFuzzyFindOptions = Omit<FuzzyFindOptions, 'cache'> & InWorkspace

/**
 * A directory whose list of files is kept, so that calls need not walk it.
 *
 * Every call gives what the same call without a workspace gives, and sees every change to the tree
 * that was made before it began, unless its freshness is `'manual'`; `report.freshness` tells how
 * that is known. Close it, or let `await using` do so: a workspace that is watched has a thread,
 * which does not keep the process running.
 */
export declare class Workspace {
  /**
   * Opens a workspace and begins its first scan, which calls then wait for. Throws if `root` is not
   * a directory or cannot be opened.
   */
  constructor(root: string, options?: WorkspaceOptions)
  /** The root, absolute. */
  readonly root: string
  /** How large its list of files is now. */
  readonly tableSize: TableSize
  grep(options: WorkspaceGrepOptions, onMatch?: OnMatch | null): Promise<GrepResult>
  grepStream(options: WorkspaceGrepOptions): GrepStream
  glob(options: WorkspaceGlobOptions, onMatch?: OnMatch<GlobMatch> | null): Promise<GlobResult>
  globStream(options: WorkspaceGlobOptions): GlobStream
  fuzzyFind(options: WorkspaceFuzzyFindOptions): Promise<FuzzyFindResult>
  /** Brings the list of files up to date now, as the next call would; by hand too, all of it. */
  refresh(options?: { signal?: AbortSignal; timeoutMs?: number }): Promise<Freshness>
  /**
   * Has the next call list anew what is at this path and below, a path from the root or an absolute
   * one; without a path, everything.
   */
  invalidate(path?: string | null): void
  /**
   * Ends the first scan and the watching. Calls under way end as they would have; later ones reject
   * with `ERR_RANSACK_CLOSED`. Closing again does nothing.
   */
  close(): void
  [Symbol.asyncDispose](): Promise<void>
}

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

/**
 * The version of Unicode that widths and grapheme clusters follow, as `17.0.0`.
 */
export declare const UNICODE_VERSION: string

/**
 * How a terminal lays out text. The default is what kitty, ghostty, WezTerm and Windows Terminal
 * show.
 */
export interface TextOptions {
  /**
   * Cells from one tab stop to the next, a whole number from 0 to 255; with 0 a tab takes no cell.
   * Default 8.
   */
  tabWidth?: number | null
  /** Whether characters of ambiguous East Asian width take two cells. Default false. */
  ambiguousWide?: boolean | null
  /**
   * What a grapheme cluster of several characters takes: the sum of its characters but at most two
   * cells (`capped`, the default), what its `first` character takes (kitty), or the `sum` (terminals
   * that place one character after the other).
   */
  clusterWidth?: 'capped' | 'first' | 'sum' | null
  /** Whether U+FE0F makes a character that can be an emoji two cells wide. Default true. */
  emojiVariation?: boolean | null
  /** Whether U+FE0E makes an emoji that has a text form one cell wide. Default true. */
  textVariation?: boolean | null
  /** Whether a regional indicator that is no half of a flag takes two cells. Default true. */
  loneRegionalWide?: boolean | null
}

/** How `truncateToWidth` cuts. */
export interface TruncateOptions extends TextOptions {
  /**
   * What stands for the part that was cut: any string, which may hold escapes, or an `Ellipsis`.
   * Cut itself where it is wider than the width. Default `…`.
   */
  ellipsis?: Ellipsis | 0 | 1 | 2 | (string & {}) | null
  /** Which part is cut. Of the two parts beside a cut `middle` the first has the odd cell. Default `end`. */
  cutAt?: 'end' | 'start' | 'middle' | null
  /** Whether to cut between words, where that leaves at least one word. Default false. */
  wordBoundary?: boolean | null
  /** Whether to fill up to the width with spaces at the end, up to 65,535 cells. Default false. */
  pad?: boolean | null
}

/** How `sliceWithWidth` cuts. */
export interface SliceOptions extends TextOptions {
  /** Whether spaces stand for the cells of a cluster that is cut, so that the length is never exceeded. Default false. */
  strict?: boolean | null
}

/** How `wrapTextWithAnsi` breaks lines. */
export interface WrapOptions extends TextOptions {
  /**
   * Whether spaces at a break are kept: they stay at the end of the line as long as they fit, and the
   * rest starts the next. Default false: they are dropped.
   */
  keepSpaces?: boolean | null
  /** Whether a word that holds `://` is left whole even where it is wider than the line. Default false. */
  keepUrls?: boolean | null
}

/** How `extractSegments` cuts. */
export interface SegmentsOptions extends TextOptions {
  /** Whether spaces stand for the cells of a cluster that is cut at an end of the part after the box. Default false. */
  strictAfter?: boolean | null
}

/** How `padToWidth` fills. */
export interface PadOptions extends TextOptions {
  /** On which side the text is left; in the `center` the odd space comes after it. Default `left`. */
  align?: 'left' | 'right' | 'center' | null
}

export declare function visibleWidth(texts: readonly string[], tabWidth?: number | TextOptions | null): number[]
/**
 * The cells that a text takes in a terminal; escape sequences take none. Of a text of several lines,
 * the sum.
 *
 * All functions for terminal text have these rules:
 *
 * - An array of texts gives an array of results; up to a thousand texts cross into native code at once.
 * - The options come last, in place of the first argument that can be left out or of a later one.
 *   What is in them goes before arguments.
 * - Numbers of cells that are negative count as 0, fractions are rounded down, `Infinity` is no
 *   limit; `NaN` and anything else throws a `RansackOptionError`, as an option of the wrong type does.
 * - Offsets count UTF-16 code units. A lone surrogate counts as U+FFFD, and is that in a result that
 *   is not the text itself.
 * - A result that equals the text is the text itself, without a copy.
 * - They run at once, in time linear in the text and its result.
 *
 * ```js
 * visibleWidth('\x1b[31mhello\x1b[0m 世界') // 10
 * visibleWidth(['a\tb', '👩‍👩‍👧‍👦'], 4) // [5, 2]
 * visibleWidth('§', { ambiguousWide: true }) // 2
 * ```
 */
export declare function visibleWidth(text: string, tabWidth?: number | TextOptions | null): number

export declare function truncateToWidth(texts: readonly string[], maxWidth: number, ...options: TruncateArguments): string[]
/**
 * The text, cut so that it takes at most `maxWidth` cells with the ellipsis. The ellipsis has the
 * style of the text beside it, and what is open where the text is cut is closed after it. A text that
 * fits comes back as it is.
 *
 * ```js
 * truncateToWidth('\x1b[31mhello world\x1b[39m', 8) // '\x1b[31mhello w…\x1b[39m'
 * truncateToWidth('src/text/truncate.rs', 12, '...', { cutAt: 'middle' }) // 'src/t...e.rs'
 * truncateToWidth('日本', 6, Ellipsis.Ascii, true) // '日本  '
 * ```
 */
export declare function truncateToWidth(text: string, maxWidth: number, ...options: TruncateArguments): string

/** What `truncateToWidth` takes after the width. */
export type TruncateArguments =
  | [options?: TruncateOptions | null]
  | [ellipsis: TruncateOptions['ellipsis'], pad?: boolean | TruncateOptions | null]
  | [ellipsis: TruncateOptions['ellipsis'], pad: boolean | null | undefined, tabWidth?: number | TruncateOptions | null]

/** Part of a line. */
export interface Slice {
  /** Its text. */
  text: string
  /** Its cells. */
  width: number
}

export declare function sliceWithWidth(lines: readonly string[], startCol: number, length: number, ...options: SliceArguments): Slice[]
/**
 * The part of a line from cell `startCol` on, `length` cells long. Styles and hyperlinks that are open
 * at its start are opened again, and closed where the line is cut. A cluster across the start is left
 * out, one across the end kept, so that the slice can be one cell wider; with `strict` spaces stand
 * for both. A tab that is cut becomes spaces.
 *
 * ```js
 * sliceWithWidth('\x1b[31mhello world\x1b[39m', 6, 3) // { text: '\x1b[31mwor\x1b[39m', width: 3 }
 * sliceWithWidth('日本語', 1, 3, true) // { text: ' 本', width: 3 }
 * ```
 */
export declare function sliceWithWidth(line: string, startCol: number, length: number, ...options: SliceArguments): Slice

/** What `sliceWithWidth` takes after the length. */
export type SliceArguments =
  | [strict?: boolean | SliceOptions | null]
  | [strict: boolean | null | undefined, tabWidth?: number | SliceOptions | null]

export declare function wrapTextWithAnsi(texts: readonly string[], width: number, tabWidth?: number | WrapOptions | null): string[][]
/**
 * The lines of a text broken so that none is wider than `width` cells: between words, around wide
 * characters, and inside of words that fit on no line. The text's own line breaks are kept. Styles and
 * hyperlinks that are open at the end of a line are closed there and opened again on the next.
 *
 * ```js
 * wrapTextWithAnsi('\x1b[1mhello brave\x1b[22m world', 6)
 * // ['\x1b[1mhello\x1b[22m', '\x1b[1mbrave\x1b[22m', 'world']
 * wrapTextWithAnsi('see http://a.example/b', 8, { keepUrls: true }) // ['see', 'http://a.example/b']
 * ```
 */
export declare function wrapTextWithAnsi(text: string, width: number, tabWidth?: number | WrapOptions | null): string[]

/** What is left of a line on both sides of a box that is laid over it. */
export interface Segments {
  /** The text before the box, its styles closed. */
  before: string
  /** Its cells; fewer than asked for where the line is shorter. */
  beforeWidth: number
  /** The text after the box, with the styles that are open there opened again. */
  after: string
  /** Its cells. */
  afterWidth: number
}

export declare function extractSegments(
  lines: readonly string[], beforeEnd: number, afterStart: number, afterLen: number, ...options: SegmentsArguments
): Segments[]
/**
 * The text before and after a box that covers a line from cell `beforeEnd` to cell `afterStart`;
 * `afterLen` cells of what comes after. The text before never reaches under the box: spaces stand for
 * a wide cluster that would.
 *
 * ```js
 * extractSegments('\x1b[32mgreen line\x1b[39m', 2, 6, 10)
 * // { before: '\x1b[32mgr\x1b[39m', beforeWidth: 2, after: '\x1b[32mline\x1b[39m', afterWidth: 4 }
 * ```
 */
export declare function extractSegments(
  line: string, beforeEnd: number, afterStart: number, afterLen: number, ...options: SegmentsArguments
): Segments

/** What `extractSegments` takes after the length. */
export type SegmentsArguments =
  | [strictAfter?: boolean | SegmentsOptions | null]
  | [strictAfter: boolean | null | undefined, tabWidth?: number | SegmentsOptions | null]

export declare function padToWidth(texts: readonly string[], width: number, ...options: PadArguments): string[]
/**
 * The text, filled with spaces so that it takes `width` cells, up to 65,535. One that is as wide or
 * wider comes back as it is.
 *
 * ```js
 * padToWidth('日本', 7, 'center') // ' 日本  '
 * ```
 */
export declare function padToWidth(text: string, width: number, ...options: PadArguments): string

/** What `padToWidth` takes after the width. */
export type PadArguments =
  | [align?: PadOptions['align'] | PadOptions]
  | [align: PadOptions['align'], tabWidth?: number | PadOptions | null]

/** A piece of text that is drawn as one. */
export interface Grapheme {
  /** Its text. */
  text: string
  /** Where it starts, in UTF-16 code units from 0. */
  offset: number
  /** Its cells; of a tab, up to the next stop of the column it stands in. */
  width: number
  /** Whether it is an escape sequence, which is one piece of width 0. */
  isEscape: boolean
}

export declare function graphemes(texts: readonly string[], tabWidth?: number | TextOptions | null): Grapheme[][]
/**
 * The extended grapheme clusters (UAX #29) and escape sequences of a text. All of them joined are the
 * text.
 *
 * ```js
 * graphemes('e\u0301한🇩🇪').map((g) => [g.text, g.offset, g.width]) // [['é', 0, 1], ['한', 2, 2], ['🇩🇪', 3, 2]]
 * ```
 */
export declare function graphemes(text: string, tabWidth?: number | TextOptions | null): Grapheme[]

export declare function stripAnsi(texts: readonly string[]): string[]
/**
 * The text without escape sequences. Everything else stays, control characters too.
 *
 * ```js
 * stripAnsi('\x1b[1;31mred\x1b[0m') // 'red'
 * ```
 */
export declare function stripAnsi(text: string): string

export declare function sanitizeText(texts: readonly string[]): string[]
/**
 * The text as it can be shown or stored anywhere: without escape sequences, lone surrogates and
 * control characters other than tab and LF, and with LF at the end of every line (of CR LF, and of CR
 * alone).
 *
 * ```js
 * sanitizeText('a\x1b[1mb\x07\r\nc\ud83d') // 'ab\nc'
 * ```
 */
export declare function sanitizeText(text: string): string

/** The published encodings; the values are names that every function takes. */
export declare const Encoding: {
  /** GPT-4o, GPT-4.1, GPT-5, the o series. The default. */
  readonly O200kBase: 'O200kBase'
  /** gpt-oss: `o200k_base` with other special tokens. */
  readonly O200kHarmony: 'O200kHarmony'
  /** GPT-4, GPT-3.5, the embedding models. */
  readonly Cl100kBase: 'Cl100kBase'
  /** The Codex models, `text-davinci-003`. */
  readonly P50kBase: 'P50kBase'
  /** The edit models. */
  readonly P50kEdit: 'P50kEdit'
  /** GPT-3. */
  readonly R50kBase: 'R50kBase'
  /** GPT-2: the same as `R50kBase`. */
  readonly Gpt2: 'Gpt2'
}

/** One of them. */
export type Encoding = keyof typeof Encoding

/**
 * The name of a published encoding: one of `Encoding`, or as it is published. Case and underscores do
 * not count.
 */
export type EncodingName =
  | Encoding
  | 'o200k_base'
  | 'o200k_harmony'
  | 'cl100k_base'
  | 'p50k_base'
  | 'p50k_edit'
  | 'r50k_base'
  | 'gpt2'

/** How text becomes tokens. */
export interface TokenOptions {
  /** The vocabulary. Default `O200kBase`. */
  encoding?: EncodingName | Tokenizer | null
  /**
   * The special tokens, such as `<|endoftext|>`, that are recognised in the text: these, or all of the
   * vocabulary. One that it does not have throws. Default none: what looks like one is text.
   */
  allowedSpecial?: 'all' | readonly string[] | null
}

/** How, and for how long. */
export interface TokenTaskOptions extends TokenOptions {
  /** Aborts the call. */
  signal?: AbortSignal | null
  /** Milliseconds after which the call fails. Default: none. */
  timeoutMs?: number | null
}

/** Options, or a vocabulary in place of them. */
export type TokenArgument<Options = TokenOptions> = EncodingName | Tokenizer | Options | null

/**
 * The number of tokens of a text; of several, the total.
 *
 * All functions for tokens have these rules:
 *
 * - What looks like a special token is text unless `allowedSpecial` says otherwise, and never throws.
 * - A lone surrogate in a string counts as U+FFFD, and so does each ill-formed part of bytes that are
 *   not UTF-8, in the way of `TextDecoder`.
 * - Places in a string count UTF-16 code units, places in bytes count bytes, from 0.
 * - They take time linear in the text, whatever it holds. A vocabulary is loaded when it is first used,
 *   which takes some ten milliseconds, and shared by all threads; `preloadEncoding` does it before.
 * - Those that end in `Async` copy the text, work on the library's own threads, and take a `signal` and
 *   `timeoutMs`: an abort rejects at once with an `AbortError`, a timeout with a `RansackError` of code
 *   `ERR_RANSACK_TIMEOUT`.
 * - An argument of the wrong type throws a `RansackOptionError`, a name that is not an encoding's a
 *   `RansackError` of code `ERR_RANSACK_UNKNOWN_MODEL`.
 *
 * ```js
 * countTokens('Hello, world!') // 4
 * countTokens(['Hello,', ' world!'], 'Cl100kBase') // 4
 * countTokens('a<|endoftext|>', { allowedSpecial: 'all' }) // 2
 * ```
 */
export declare function countTokens(
  input: string | Uint8Array | readonly (string | Uint8Array)[],
  encoding?: TokenArgument,
): number

/** `countTokens` on other threads: for long texts. */
export declare function countTokensAsync(
  input: string | Uint8Array | readonly (string | Uint8Array)[],
  options?: TokenArgument<TokenTaskOptions>,
): Promise<number>

/** The number of tokens of each text. */
export declare function countTokensEach(
  inputs: readonly (string | Uint8Array)[],
  encoding?: TokenArgument,
): number[]

/** `countTokensEach` on other threads. */
export declare function countTokensEachAsync(
  inputs: readonly (string | Uint8Array)[],
  options?: TokenArgument<TokenTaskOptions>,
): Promise<number[]>

/**
 * The number of tokens if there are no more than `limit`, else undefined, known as soon as there are
 * more.
 *
 * ```js
 * countUpTo('Hello, world!', 4) // 4
 * countUpTo('Hello, world!', 3) // undefined
 * ```
 */
export declare function countUpTo(
  input: string | Uint8Array,
  limit: number,
  encoding?: TokenArgument,
): number | undefined

/** `countUpTo` on other threads. */
export declare function countUpToAsync(
  input: string | Uint8Array,
  limit: number,
  options?: TokenArgument<TokenTaskOptions>,
): Promise<number | undefined>

/** How `truncateToTokens` cuts. */
export interface TruncateTokensOptions extends TokenOptions {
  /**
   * Which part is given up. Of the `middle`, as many tokens are kept of the beginning as of the end, or
   * one more. Default `end`.
   */
  from?: 'end' | 'start' | 'middle' | null
}

/** What `truncateToTokens` makes of a text. */
export interface TruncatedText {
  /** What is kept; of a text cut in the middle, its two parts joined. */
  text: string
  /** The part that is given up, in the whole text; empty, at its end, if the text fits. */
  dropped: { start: number; end: number }
  /** The tokens of what is kept, of its two parts counted each by itself. */
  tokens: number
  /** The tokens of the whole text. */
  totalTokens: number
}

/**
 * The text, cut to at most `limit` tokens: between two tokens that meet between two characters. What
 * is kept can have fewer tokens, for next to a cut white space can fall into other tokens.
 *
 * ```js
 * truncateToTokens('one two three four', 3, { from: 'middle' })
 * // { text: 'one two four', dropped: { start: 7, end: 13 }, tokens: 3, totalTokens: 4 }
 * ```
 */
export declare function truncateToTokens(
  text: string,
  limit: number,
  options?: TokenArgument<TruncateTokensOptions>,
): TruncatedText

/** `truncateToTokens` on other threads. */
export declare function truncateToTokensAsync(
  text: string,
  limit: number,
  options?: TokenArgument<TruncateTokensOptions & TokenTaskOptions>,
): Promise<TruncatedText>

/** One piece of a text that `splitByTokens` cut up. */
export interface TokenChunk {
  /** Its text. */
  text: string
  /** Where it starts in the whole text. */
  start: number
  /** Where it ends. */
  end: number
  /** Its tokens, counted by itself. */
  tokens: number
}

/**
 * Chunks of at most `size` tokens each, of which each begins with about the last `overlap` (default 0)
 * tokens of the one before; cut as `truncateToTokens` cuts. A character of more tokens than `size` is
 * a chunk all the same. An `overlap` that is not less than `size` throws.
 *
 * ```js
 * splitByTokens('one two three', 2, 1).map((chunk) => chunk.text) // ['one two', ' two three']
 * ```
 */
export declare function splitByTokens(
  text: string,
  size: number,
  overlap?: number | null,
  options?: TokenArgument,
): TokenChunk[]

/** `splitByTokens` on other threads. */
export declare function splitByTokensAsync(
  text: string,
  size: number,
  overlap?: number | null,
  options?: TokenArgument<TokenTaskOptions>,
): Promise<TokenChunk[]>

/**
 * The ids of a text's tokens.
 *
 * ```js
 * encode('Hello, world!') // Uint32Array [13225, 11, 2375, 0]
 * ```
 */
export declare function encode(input: string | Uint8Array, encoding?: TokenArgument): Uint32Array

/** `encode` on other threads. */
export declare function encodeAsync(
  input: string | Uint8Array,
  options?: TokenArgument<TokenTaskOptions>,
): Promise<Uint32Array>

/**
 * The text that tokens stand for, special ones included; U+FFFD where their bytes are not UTF-8, as
 * those of a part of a character are not. An id that the vocabulary does not have throws.
 *
 * ```js
 * decode([13225, 11, 2375, 0]) // 'Hello, world!'
 * ```
 */
export declare function decode(
  ids: readonly number[] | Uint32Array,
  encoding?: EncodingName | Tokenizer | null,
): string

/** The bytes that tokens stand for. */
export declare function decodeToBytes(
  ids: readonly number[] | Uint32Array,
  encoding?: EncodingName | Tokenizer | null,
): Uint8Array

/** A token and where it stands. */
export interface TokenOffset {
  /** Its number in the vocabulary. */
  id: number
  /** Where it starts; in a string, where the character starts of which it is a part. */
  start: number
  /** Where it ends; in a string, where that character ends. */
  end: number
}

/**
 * The tokens of a text with their places.
 *
 * ```js
 * tokenOffsets('Hi, 漢').map(({ start, end }) => [start, end]) // [[0, 2], [2, 3], [3, 5], [4, 5]]
 * ```
 */
export declare function tokenOffsets(input: string | Uint8Array, encoding?: TokenArgument): TokenOffset[]

/** `tokenOffsets` on other threads. */
export declare function tokenOffsetsAsync(
  input: string | Uint8Array,
  options?: TokenArgument<TokenTaskOptions>,
): Promise<TokenOffset[]>

/**
 * Counts the tokens of a text that grows at its end. The total is always that of the whole text,
 * though only its end is counted again. Parts may end inside of a character: in bytes, and in strings
 * between two surrogates.
 *
 * ```js
 * const counter = new TokenCounter('Cl100kBase')
 * counter.push('Hello, wor') // 3
 * counter.push('ld!') // 4
 * counter.pop() // true
 * counter.total // 3
 * ```
 */
export declare class TokenCounter {
  /** A counter of nothing yet. */
  constructor(encoding?: TokenArgument)
  /** The tokens of all that was pushed. */
  get total(): number
  /** Adds a part at the end and gives the new total. */
  push(part: string | Uint8Array): number
  /** Takes away what was pushed last; false if there is nothing. */
  pop(): boolean
}

/** What a vocabulary file does not say. */
export interface VocabularyFileOptions {
  /**
   * `json` for a `tokenizer.json` of Hugging Face (BPE on bytes, or on characters with byte fallback),
   * `tiktoken` for lines of a token in base64 and its rank. Default: `json` if the name ends so.
   */
  format?: 'json' | 'tiktoken' | null
  /** Of a `.tiktoken` file: the pattern that cuts text into pieces. Default: that of `o200k_base`. */
  pattern?: string | null
  /** Of a `.tiktoken` file: the special tokens and their ids. Default: none. */
  specialTokens?: Readonly<Record<string, number>> | null
}

/**
 * A vocabulary from a file; it can be given wherever the name of an encoding can.
 *
 * ```js
 * const qwen = await Tokenizer.load('qwen/tokenizer.json')
 * countTokens('Hello', qwen)
 * ```
 */
export declare class Tokenizer {
  #private
  private constructor()
  /**
   * Reads a file on another thread. Rejects with a `RansackError`: of code
   * `ERR_RANSACK_INVALID_VOCABULARY` if it is not such a file, `ERR_RANSACK_INVALID_PATTERN`, or that of
   * the failure to read it, with its `path`.
   */
  static load(
    path: string,
    options?: (VocabularyFileOptions & Pick<TokenTaskOptions, 'signal' | 'timeoutMs'>) | null,
  ): Promise<Tokenizer>
  /** Reads a file at once. */
  static loadSync(path: string, options?: VocabularyFileOptions | null): Tokenizer
}

/**
 * The encoding of a published model, by the model's name. Throws a `RansackError` of code
 * `ERR_RANSACK_UNKNOWN_MODEL`, with the name as `pattern`, for one that is not known.
 *
 * ```js
 * encodingForModel('gpt-4o-mini') // 'o200k_base'
 * ```
 */
export declare function encodingForModel(model: string): EncodingName

/** Loads a vocabulary on another thread, so that the first call for it need not. */
export declare function preloadEncoding(encoding?: EncodingName | null): Promise<void>

/** What tells errors apart; codes stay. */
export type RansackErrorCode =
  | 'ERR_RANSACK_INVALID_PATTERN'
  | 'ERR_RANSACK_INVALID_GLOB'
  | 'ERR_RANSACK_UNKNOWN_TYPE'
  | 'ERR_RANSACK_NOT_FOUND'
  | 'ERR_RANSACK_PERMISSION_DENIED'
  | 'ERR_RANSACK_IO'
  | 'ERR_RANSACK_UNKNOWN_MODEL'
  | 'ERR_RANSACK_INVALID_VOCABULARY'
  | 'ERR_RANSACK_CLOSED'
  | 'ERR_RANSACK_TIMEOUT'
  | 'ERR_RANSACK_INTERNAL'

/** A call could not be carried out. */
export declare class RansackError extends Error {
  private constructor()
  readonly code: RansackErrorCode
  /** The path concerned. */
  readonly path?: string
  /** The pattern, glob or name concerned. */
  readonly pattern?: string
  /** Byte offset of the fault in `pattern`, in UTF-8, 0-based. */
  readonly offset?: number
}

/** An option is not what it should be. */
export declare class RansackOptionError extends TypeError {
  private constructor()
  readonly code: 'ERR_RANSACK_INVALID_OPTION'
  /** The path concerned. */
  readonly path?: string
  /** The value concerned, if it is text. */
  readonly pattern?: string
}

/**
 * What stands for the part that `truncateToWidth` cuts; any string does as
 * well.
 */
export declare enum Ellipsis {
  /** `…`, one cell. */
  Unicode = 0,
  /** `...` */
  Ascii = 1,
  /** Nothing. */
  Omit = 2,
}

/**
 * The pattern that matches exactly this relative path, whatever characters it
 * holds.
 */
export declare function escapeGlob(path: string): string

/** What a path leads to. */
export declare enum FileType {
  /** A regular file. */
  File = 1,
  /** A directory. */
  Dir = 2,
  /** A symbolic link. */
  Symlink = 3,
}

/** A file type and the globs of the names that belong to it. */
export interface FileTypeDefinition {
  /** The name that `type` and `typeNot` take, as `rust` or `js`. */
  name: string
  /** Globs of file names. */
  globs: Array<string>
}

/** The same as text. */
export type FileTypeName = 'file' | 'dir' | 'symlink'

/** The file types that `type` and `typeNot` know, sorted by name. */
export declare function fileTypes(): Array<FileTypeDefinition>

/**
 * How it is known which files there are. What files hold is always read when
 * it is searched.
 */
export interface Freshness {
  /**
   * How the list of files was brought up to date for the call: by walking the
   * tree, as without a `Workspace`; because the system tells of every change;
   * by comparing times of change; or by hand alone.
   */
  by: 'walk' | 'watch' | 'stat' | 'manual'
  /**
   * Why all of it, or what is below a directory with another ignore file, was
   * listed anew.
   */
  rescan?: 'first' | 'overflow' | 'ignoreFile' | 'root' | 'mount' | 'asked' | 'failed' | 'other'
  /**
   * Why a workspace that was to be watched goes by `'stat'`: the platform has
   * no way that tells of every change in time; the system allows no more
   * watches; the file system can change unseen.
   */
  fallback?: 'platform' | 'limit' | 'fileSystem' | 'other'
}

/** Options of `fuzzyFind`. */
export interface FuzzyFindOptions {
  /**
   * What was typed, at most 10,240 bytes in UTF-8. White space and control
   * characters divide it into words. If it is empty everything matches:
   * recently used paths come first, then shallow and short ones.
   */
  query: string
  /** The directory to look in. Default: the current directory. */
  path?: string
  /** Several, in this order, after `path` if that is given too. */
  paths?: Array<string>
  /** Path globs that narrow the results, as in `GrepOptions`. */
  glob?: string | Array<string>
  /**
   * File types that are let in; `fileTypes()` lists them. A directory is of no
   * type, and so left out.
   */
  type?: string | Array<string>
  /** File types that are left out. */
  typeNot?: string | Array<string>
  /** Whether names that start with `.` are found. Default: false. */
  hidden?: boolean
  /** Whether ignore files hold. Default: true. */
  gitignore?: boolean
  /** Whether `node_modules` directories are looked into. Default: false. */
  includeNodeModules?: boolean
  /** Whether symbolic links below the roots are followed. Default: false. */
  followSymlinks?: boolean
  /** Whether directories are found too. Default: true. */
  directories?: boolean
  /** Whether symbolic links are found, as such. Default: false. */
  symlinks?: boolean
  /**
   * Recently used paths, the latest first, as results have them, without a
   * `/` at the end of a directory's.
   */
  recent?: Array<string>
  /** The path that is being worked on: others near it rank higher. */
  current?: string
  /**
   * Paths with a weight of how often and how recently they were used; what
   * counts is its order of magnitude.
   */
  frecency?: Record<string, number>
  /** The most results. Default: 100. */
  maxResults?: number
  /** How many results, in their order, are left out at the front. Default: 0. */
  offset?: number
  /**
   * Whether the list of files is kept for the next such call on the same root.
   * It is brought up to date before every call, so answers are the same; the
   * last eight roots are kept. Default: false. A `Workspace` does more.
   */
  cache?: boolean
  /** Milliseconds after which the call ends. Default: none. */
  timeoutMs?: number
  /** What happens then. Default: `'fail'`. */
  onTimeout?: TimeoutPolicy
  /** Aborts the call. */
  signal?: AbortSignal
  /** Whether raw `pathBytes` are wanted beside the strings. Default: false. */
  bytes?: boolean
}

/** Options of `fuzzyMatch`. */
export interface FuzzyMatchOptions {
  /** Recently used strings, the latest first. */
  recent?: Array<string>
  /** The path that is being worked on: others near it rank higher. */
  current?: string
  /**
   * Strings with a weight of how often and how recently they were used; what
   * counts is its order of magnitude.
   */
  frecency?: Record<string, number>
  /** The most results. Default: all. */
  maxResults?: number
  /** How many results, in their order, are left out at the front. Default: 0. */
  offset?: number
  /** Milliseconds after which the call throws. Default: none. */
  timeoutMs?: number
}

/** Options of `glob` and `globStream`. */
export interface GlobOptions {
  /**
   * What paths have to match, from the root on. `*` and `?` match within a
   * name, `[a-z]` and `[!a-z]` one character, `**` any number of directories,
   * `{a,b}` alternatives; a final `/` only directories; `!` before it takes
   * paths out. A backslash makes a special character literal. A `{` that is
   * not closed is closed at the end, a `[` is literal then.
   */
  pattern?: string
  /**
   * Several patterns, after `pattern` if that is given too; the last one that
   * speaks of a path decides.
   */
  patterns?: Array<string>
  /** The directory to look in. Default: the current directory. */
  path?: string
  /** Several, in this order, after `path` if that is given too. */
  paths?: Array<string>
  /**
   * The only kind of result wanted. For files and directories a symbolic link
   * counts as what it leads to. Default: all kinds.
   */
  fileType?: FileType | FileTypeName
  /**
   * Whether a pattern without `/` matches at any depth, and not only in the
   * root itself. Default: true.
   */
  recursive?: boolean
  /** Whether patterns are plain relative paths. Default: false. */
  literal?: boolean
  /** Path globs that narrow the results further, as in `GrepOptions`. */
  glob?: string | Array<string>
  /**
   * File types that are let in; `fileTypes()` lists them. A directory is of no
   * type, and so left out.
   */
  type?: string | Array<string>
  /** File types that are left out. */
  typeNot?: string | Array<string>
  /**
   * Whether names that start with `.` are found, other than by a pattern that
   * spells out the `.`. Default: false.
   */
  hidden?: boolean
  /** Whether ignore files hold. Default: true. */
  gitignore?: boolean
  /**
   * Whether `node_modules` directories are looked into. They also are when a
   * pattern spells out `node_modules`. Default: false.
   */
  includeNodeModules?: boolean
  /** Whether symbolic links below the roots are followed. Default: false. */
  followSymlinks?: boolean
  /** Whether `mtime` and `size` are wanted. Default: false. */
  stat?: boolean
  /**
   * Whether results come newest first, with `mtime` and `size`. Default:
   * false, by path.
   */
  sortByMtime?: boolean
  /** The most results. Default: all. */
  maxResults?: number
  /** How many results, in their order, are left out at the front. Default: 0. */
  offset?: number
  /**
   * Whether the list of files is kept for the next such call on the same root.
   * It is brought up to date before every call, so answers are the same; the
   * last eight roots are kept. Default: false. A `Workspace` does more.
   */
  cache?: boolean
  /** Milliseconds after which the call ends. Default: none. */
  timeoutMs?: number
  /** What happens then. Default: `'fail'`. */
  onTimeout?: TimeoutPolicy
  /** Aborts the call. */
  signal?: AbortSignal
  /** Whether raw `pathBytes` are wanted beside the strings. Default: false. */
  bytes?: boolean
}

/** What one result is. */
export type GrepMode = 'content' | 'count' | 'filesWithMatches'

/** Options of `grep` and `grepStream`. */
export interface GrepOptions {
  /**
   * What to look for: a regular expression in the syntax of Rust's `regex`
   * crate, in which a brace that cannot be a repetition stands for itself, and
   * so does a `$` before it, as in `${name}`.
   */
  pattern?: string
  /**
   * Several patterns, after `pattern` if that is given too; a line matches if
   * one of them does.
   */
  patterns?: Array<string>
  /** The directory or file to search. Default: the current directory. */
  path?: string
  /** Several, searched in this order, after `path` if that is given too. */
  paths?: Array<string>
  /**
   * Path globs. One without `/` matches at any depth, one with `/` from the
   * root; `!` before it takes paths out; the last one that matches decides.
   */
  glob?: string | Array<string>
  /** File types that are let in; `fileTypes()` lists them. */
  type?: string | Array<string>
  /** File types that are left out. */
  typeNot?: string | Array<string>
  /** Whether patterns are plain text. Default: false. */
  literal?: boolean
  /** Whether case is ignored. Default: false. */
  ignoreCase?: boolean
  /**
   * Whether case is ignored when no pattern holds an upper-case letter.
   * Default: false.
   */
  smartCase?: boolean
  /**
   * Whether a match must not touch a word character outside it. Default:
   * false.
   */
  word?: boolean
  /** Whether the lines are wanted that do not match. Default: false. */
  invert?: boolean
  /** Whether a match may span lines. Default: false. */
  multiline?: boolean
  /**
   * Whether `.` also matches a line feed; only with `multiline`. Default:
   * false.
   */
  dotAll?: boolean
  /**
   * Whether files and directories whose name starts with `.` are searched.
   * Default: true.
   */
  hidden?: boolean
  /** Whether ignore files hold. Default: true. */
  gitignore?: boolean
  /**
   * Whether `node_modules` directories are searched. They also are when a
   * glob spells out `node_modules`. Default: false.
   */
  includeNodeModules?: boolean
  /** Whether symbolic links below the roots are followed. Default: false. */
  followSymlinks?: boolean
  /** What one result is. Default: `'content'`. */
  mode?: GrepMode
  /** The most results. Default: all. */
  maxCount?: number
  /** The most matches from one file. Default: all. */
  maxCountPerFile?: number
  /** How many results are left out at the front. Default: 0. */
  offset?: number
  /** Lines of context before and after each match. Default: 0. */
  context?: number
  /** Lines of context before each match, instead of `context`. */
  contextBefore?: number
  /** Lines of context after each match, instead of `context`. */
  contextAfter?: number
  /**
   * The most bytes of a line; of a longer one a window around its first match
   * is given. Default: whole lines.
   */
  maxColumns?: number
  /** Files of more bytes are skipped and reported. Default: any size. */
  maxFileSize?: number
  /**
   * The encoding of files that have no byte order mark, by its label in the
   * WHATWG Encoding Standard. Default: UTF-8, with invalid bytes kept.
   */
  encoding?: string
  /**
   * Whether files that hold a NUL byte are searched. Default: false, they are
   * skipped and reported.
   */
  binary?: boolean
  /**
   * Whether the list of files is kept for the next such call on the same root.
   * It is brought up to date before every call, so answers are the same; the
   * last eight roots are kept. Default: false. A `Workspace` does more.
   */
  cache?: boolean
  /** Milliseconds after which the call ends. Default: none. */
  timeoutMs?: number
  /** What happens then. Default: `'fail'`. */
  onTimeout?: TimeoutPolicy
  /** Aborts the call. */
  signal?: AbortSignal
  /**
   * Whether raw `pathBytes` and `lineBytes` are wanted beside the strings.
   * Default: false.
   */
  bytes?: boolean
}

/**
 * Makes the next call with `cache` on a root above, at or below this path list
 * it anew; without a path, every such call. Nothing is ever out of date in this
 * list of files: this only frees its memory, or serves file systems that do not
 * keep the time of a change.
 */
export declare function invalidateFsScanCache(path?: string | undefined | null): void

/**
 * What a call did and did not do. Look at `complete` before you say "there is
 * no such thing".
 */
export interface Report {
  /**
   * True only if everything in scope was looked at, so that absence from the
   * results means absence from the tree. What the options put out of scope
   * does not count against it; what could not be read, or was cut by a limit
   * or by time, does.
   */
  complete: boolean
  /** What ended the call before it had seen everything. */
  stoppedBy?: 'limit' | 'timeout' | 'callback'
  /** Number of files examined. */
  filesSearched: number
  /** Number of files with at least one match. */
  filesWithMatches: number
  /**
   * Number of matches found, also those before `offset` and, where the call
   * saw them, after the limit.
   */
  totalMatches: number
  /**
   * Whether `totalMatches` is the number in the tree; if not it is a lower
   * bound.
   */
  totalIsExact: boolean
  /** What was in reach and not searched, one entry a reason. */
  skipped: Array<Skipped>
  /** The paths, globs and types named no file at all: nothing was searched. */
  noFilesMatchedScope: boolean
  /**
   * The `offset` of a call that continues where this one ended; absent when
   * there is nothing more.
   */
  nextOffset?: number
  /** How it is known which files there are. */
  freshness: Freshness
}

/** Options of `search`; as in `GrepOptions`. */
export interface SearchOptions {
  /** What to look for. */
  pattern?: string
  /** Several patterns, after `pattern` if that is given too. */
  patterns?: Array<string>
  /** Whether patterns are plain text. Default: false. */
  literal?: boolean
  /** Whether case is ignored. Default: false. */
  ignoreCase?: boolean
  /**
   * Whether case is ignored when no pattern holds an upper-case letter.
   * Default: false.
   */
  smartCase?: boolean
  /**
   * Whether a match must not touch a word character outside it. Default:
   * false.
   */
  word?: boolean
  /** Whether the lines are wanted that do not match. Default: false. */
  invert?: boolean
  /** Whether a match may span lines. Default: false. */
  multiline?: boolean
  /**
   * Whether `.` also matches a line feed; only with `multiline`. Default:
   * false.
   */
  dotAll?: boolean
  /** What one result is; the content counts as one file. Default: `'content'`. */
  mode?: GrepMode
  /** The most results. Default: all. */
  maxCount?: number
  /** The most matches in all, in any mode. Default: all. */
  maxCountPerFile?: number
  /** How many results are left out at the front. Default: 0. */
  offset?: number
  /** Lines of context before and after each match. Default: 0. */
  context?: number
  /** Lines of context before each match, instead of `context`. */
  contextBefore?: number
  /** Lines of context after each match, instead of `context`. */
  contextAfter?: number
  /** The most bytes of a line. Default: whole lines. */
  maxColumns?: number
  /** Milliseconds after which the call fails. Default: none. */
  timeoutMs?: number
  /** Whether raw `lineBytes` are wanted beside the strings. Default: false. */
  bytes?: boolean
}

/**
 * Sets how many threads all calls of the process share; zero counts as one.
 * Surplus threads end after their current piece of work.
 */
export declare function setThreads(threads: number): void

/** Files or directories that were left out for one reason. */
export interface Skipped {
  /**
   * Why: a NUL byte in the file; larger than `maxFileSize` or than what may
   * be held in memory; not to be opened, listed or read; not valid in
   * `encoding`; a `node_modules` directory; a symbolic link that leads back
   * to a directory above it; an ignore file with a fault; syntax errors, in
   * spite of which it was searched; more time than one file may take; a
   * language in which no pattern can be read; nested too deeply for a rule.
   */
  reason: 'binary' | 'tooLarge' | 'unreadable' | 'undecodable' | 'nodeModules' | 'symlinkLoop' | 'ignoreFile' | 'syntaxErrors' | 'parseTimeout' | 'noPattern' | 'tooDeep' | 'other'
  /** How many. */
  count: number
  /** The first few, in path order. */
  first: Array<SkippedPath>
}

/** One path that was left out. */
export interface SkippedPath {
  /** The path relative to its root, with `/`. */
  path: string
  /** Number of the root in the order given, 0-based. */
  root: number
  /** The operating system's or decoder's words, where there are any. */
  detail?: string
  /** The path's bytes, if `bytes` was set. */
  pathBytes?: Uint8Array
}

/** How large a workspace's table is. */
export interface TableSize {
  /** Files, directories and symbolic links. */
  entries: number
  /** Bytes in memory, without the parsed ignore rules. */
  bytes: number
}

/**
 * How many threads all calls of the process share at most. Until it is set:
 * the number of cores that the process may use.
 */
export declare function threads(): number

/** What to return when `timeoutMs` have passed. */
export type TimeoutPolicy = 'fail' | 'partial'

/** A vocabulary file. */
export interface VocabularyFile {
  /** Where it is. */
  path: string
  /** Whether it is a `tokenizer.json`, or else a `.tiktoken` file. */
  json: boolean
  /** What a `.tiktoken` file does not say. */
  pattern?: string
  /** The same. */
  specialTokens: Array<[string, number]>
}

/** How a workspace is kept up to date. */
export type WorkspaceFreshness = 'walk' | 'watch' | 'stat' | 'manual'

/** Options of `new Workspace`. */
export interface WorkspaceOptions {
  /**
   * How calls know that the list of files is up to date. Default: `'watch'`,
   * which falls back to `'stat'` where it cannot be had.
   */
  freshness?: WorkspaceFreshness
}
