import type { Ellipsis } from '../index.js'

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
 * - Offsets count UTF-16 code units. A lone surrogate counts as U+FFFD. In a result it is what it was
 *   or that.
 * - A result that equals the text is the text itself, and one that is a part of it shares its memory,
 *   as what `slice` gives does.
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
