import type { Align, ClusterWidth, CutAt, Ellipsis } from '../index.js'

/** Unicode version used for widths and grapheme clusters, such as `'17.0.0'`. */
export declare const UNICODE_VERSION: string

/**
 * Terminal properties that determine the width of text. The defaults match kitty, ghostty, WezTerm and Windows
 * Terminal.
 */
export interface TextOptions {
  /** Number of cells between tab stops, a whole number from 0 to 255. If 0, tabs have no width. Default: 8. */
  tabWidth?: number | null | undefined
  /**
   * Whether every tab is `tabWidth` cells wide, as if replaced by that many spaces. Default: false; a tab extends to the
   * next tab stop.
   */
  fixedTabs?: boolean | null | undefined
  /** Whether characters of ambiguous East Asian width are two cells wide. Default: false. */
  ambiguousWide?: boolean | null | undefined
  /**
   * Policy for the width of a grapheme cluster of several characters: `'capped'` adds the widths of the characters, up
   * to two cells; `'first'` uses the width of the first character, like kitty; `'sum'` adds the widths of all
   * characters, like terminals that draw characters individually. Default: `'capped'`.
   */
  clusterWidth?: ClusterWidth | null | undefined
  /** Whether U+FE0F makes a character with an emoji form two cells wide. Default: true. */
  emojiVariation?: boolean | null | undefined
  /** Whether U+FE0E makes an emoji with a text form one cell wide. Default: true. */
  textVariation?: boolean | null | undefined
  /** Whether a regional indicator outside a flag is two cells wide. Default: true. */
  loneRegionalWide?: boolean | null | undefined
}

/** Result of a function that takes one string or several: one result for a string, an array of results for an array. */
export type Each<Text extends string | readonly string[], Result> = Text extends string ? Result : Result[]

/** Options for `truncateToWidth`. */
export interface TruncateOptions extends TextOptions {
  /**
   * Replacement for the removed part: an `Ellipsis`, or any string, which may contain escape sequences. If the ellipsis
   * is wider than the maximum width, the ellipsis itself is truncated. Default: `…`.
   */
  ellipsis?: Ellipsis | 0 | 1 | 2 | (string & {}) | null | undefined
  /**
   * Part of the text to remove. With `'middle'`, if an odd number of cells is kept, the part before the ellipsis gets
   * one more. Default: `'end'`.
   */
  cutAt?: CutAt | null | undefined
  /** Whether to cut between words, if at least one word remains. Default: false. */
  wordBoundary?: boolean | null | undefined
  /** Whether to append spaces up to the maximum width, but to no more than 65,535 cells. Default: false. */
  pad?: boolean | null | undefined
}

/** Options for `sliceWithWidth`. */
export interface SliceOptions extends TextOptions {
  /**
   * Whether to replace a grapheme cluster with spaces if it crosses either end of the slice. The slice is then never
   * wider than `length`. Default: false.
   */
  strict?: boolean | null | undefined
}

/** Options for `wrapTextWithAnsi`. */
export interface WrapOptions extends TextOptions {
  /**
   * Whether to keep spaces at a line break. Spaces that fit stay at the end of the line; the others start the next
   * line. Default: false, which removes spaces at line breaks.
   */
  keepSpaces?: boolean | null | undefined
  /**
   * Whether to keep a word that contains `://` in one piece, even if the word is wider than the line. Default: false.
   */
  keepUrls?: boolean | null | undefined
  /**
   * Whether to break words that are wider than the line. Default: true. If false, such a word gets a line of its own,
   * which is wider than the width.
   */
  hard?: boolean | null | undefined
  /**
   * Whether to break between words. Default: true. If false, every line is filled to the width and breaks between any
   * two clusters, and `hard` has no effect.
   */
  wordWrap?: boolean | null | undefined
  /**
   * Whether a line may break after a hyphen inside a word: `-`, U+2010, U+2012 and U+2013. Several hyphens and slashes
   * stay together. A line does not break after those at the start of a word, after a colon or after opening
   * punctuation. Default: false.
   */
  breakAfterHyphens?: boolean | null | undefined
  /**
   * Whether a line may break after a slash or backslash inside a word, under the conditions of `breakAfterHyphens`.
   * Default: false.
   */
  breakAfterSlashes?: boolean | null | undefined
}

/** Options for `extractSegments`. */
export interface SegmentsOptions extends TextOptions {
  /**
   * Whether to replace a grapheme cluster with spaces if it crosses either end of the part after the box. Default:
   * false.
   */
  strictAfter?: boolean | null | undefined
}

/** Options for `padToWidth`. */
export interface PadOptions extends TextOptions {
  /**
   * Alignment of the text within the padded width; with `'center'`, an odd space follows the text. Default: `'left'`.
   */
  align?: Align | null | undefined
}

/**
 * Returns the width of `text` in terminal cells. Escape sequences have no width. The width of several lines is the sum
 * of their widths.
 *
 * Rules for all terminal text functions:
 *
 * - All functions are synchronous and take time linear in the length of the text and of the result.
 * - For an array of strings, a function returns an array of results, one for each string. One native call processes up
 *   to a thousand strings.
 * - An options object comes last, in place of the first optional argument or a later one. A value in the options
 *   overrides the corresponding argument.
 * - A negative number of cells counts as 0, a fraction is rounded down, and `Infinity` means no limit. `NaN`, a value
 *   of the wrong type or an invalid option throws a `RansackOptionError`.
 * - Offsets are 0-based and count UTF-16 code units. A lone surrogate has the width of U+FFFD; a result contains either
 *   the surrogate itself or U+FFFD.
 * - If a result equals the text, the text itself is returned. If a result is part of the text, the two share memory, as
 *   with `slice`.
 *
 * ```js
 * visibleWidth('\x1b[31mhello\x1b[0m 世界') // 10
 * visibleWidth('§', { ambiguousWide: true }) // 2
 * visibleWidth(['a\tb', '👩‍👩‍👧‍👦'], 4) // [5, 2]
 * ```
 */
export declare function visibleWidth<Text extends string | readonly string[]>(
  text: Text, tabWidth?: number | TextOptions | null
): Each<Text, number>

/**
 * Truncates `text` to at most `maxWidth` cells, including the ellipsis. The ellipsis takes the style of the adjacent
 * text; styles and hyperlinks that are open at the cut are closed after the ellipsis. A CAN (U+0018) separates the
 * parts if an escape sequence before the cut would consume the following text, or if the characters next to the cut
 * would form a cluster of a different width. Text that fits is returned unchanged.
 *
 * ```js
 * truncateToWidth('\x1b[31mhello world\x1b[39m', 8) // '\x1b[31mhello w…\x1b[39m'
 * truncateToWidth('src/text/truncate.rs', 12, '...', { cutAt: 'middle' }) // 'src/t...e.rs'
 * truncateToWidth('日本', 6, Ellipsis.Ascii, true) // '日本  '
 * truncateToWidth(['hello world', 'hi'], 6) // ['hello…', 'hi']
 * ```
 */
export declare function truncateToWidth<Text extends string | readonly string[]>(
  text: Text, maxWidth: number, ...options: TruncateArguments
): Each<Text, string>

/** Optional arguments of `truncateToWidth`: the ellipsis, whether to pad, and the tab width; or an options object. */
export type TruncateArguments =
  | [options?: TruncateOptions | null | undefined]
  | [ellipsis: TruncateOptions['ellipsis'], pad?: boolean | TruncateOptions | null | undefined]
  | [ellipsis: TruncateOptions['ellipsis'], pad: boolean | null | undefined, tabWidth?: number | TruncateOptions | null | undefined]

/** Part of a line, selected by columns. */
export interface Slice {
  /** Text of the part, including the escape sequences that open and close its styles. */
  text: string
  /** Width of the part in cells. */
  width: number
}

/**
 * Returns the part of a line that starts at cell `startCol` (0-based) and is `length` cells long. Styles and hyperlinks
 * that are open at the start of the part are reopened there, and closed at its end. A grapheme cluster that crosses the
 * start is omitted. A grapheme cluster that crosses the end is kept, so the slice can be one cell wider than `length`.
 * With `strict`, spaces replace both clusters. A tab that crosses either end becomes spaces. If an escape sequence
 * would consume spaces that follow it, a CAN (U+0018) is inserted before the spaces.
 *
 * ```js
 * sliceWithWidth('\x1b[31mhello world\x1b[39m', 6, 3) // { text: '\x1b[31mwor\x1b[39m', width: 3 }
 * sliceWithWidth('日本語', 1, 3, true) // { text: ' 本', width: 3 }
 * sliceWithWidth(['hello', 'world'], 1, 3).map((slice) => slice.text) // ['ell', 'orl']
 * ```
 */
export declare function sliceWithWidth<Text extends string | readonly string[]>(
  line: Text, startCol: number, length: number, ...options: SliceArguments
): Each<Text, Slice>

/** Optional arguments of `sliceWithWidth`: `strict` and the tab width; or an options object. */
export type SliceArguments =
  | [strict?: boolean | SliceOptions | null | undefined]
  | [strict: boolean | null | undefined, tabWidth?: number | SliceOptions | null | undefined]

/**
 * Wraps `text` to lines of at most `width` cells. Lines are broken between words, around wide characters, and inside
 * words that do not fit on a line. The text's own line breaks are kept. Styles and hyperlinks that are open at the end
 * of a line are closed there and reopened on the next line.
 *
 * ```js
 * wrapTextWithAnsi('\x1b[1mhello brave\x1b[22m world', 6)
 * // ['\x1b[1mhello\x1b[22m', '\x1b[1mbrave\x1b[22m', 'world']
 * wrapTextWithAnsi('see http://a.example/b', 8, { keepUrls: true }) // ['see', 'http://a.example/b']
 * wrapTextWithAnsi('a well-known name', 6, { breakAfterHyphens: true, hard: false }) // ['a', 'well-', 'known', 'name']
 * wrapTextWithAnsi(['one two', 'three'], 4) // [['one', 'two'], ['thre', 'e']]
 * ```
 */
export declare function wrapTextWithAnsi<Text extends string | readonly string[]>(
  text: Text, width: number, tabWidth?: number | WrapOptions | null
): Each<Text, string[]>

/** Parts of a line on either side of a box that covers part of the line. */
export interface Segments {
  /** Text before the box, with all styles closed at its end. */
  before: string
  /** Width of `before` in cells; less than `beforeEnd` if the line ends earlier. */
  beforeWidth: number
  /** Text after the box, with the styles that are open at that point reopened. */
  after: string
  /** Width of `after` in cells. */
  afterWidth: number
}

/**
 * Returns the text before and after a box that covers a line from cell `beforeEnd` to cell `afterStart` (0-based). The
 * text after the box is `afterLen` cells long. The text before the box never extends under the box: a wide grapheme
 * cluster that would do so is replaced with spaces.
 *
 * ```js
 * extractSegments('\x1b[32mgreen line\x1b[39m', 2, 6, 10)
 * // { before: '\x1b[32mgr\x1b[39m', beforeWidth: 2, after: '\x1b[32mline\x1b[39m', afterWidth: 4 }
 * extractSegments(['hello world', 'hi'], 2, 6, 5).map((parts) => parts.after) // ['world', '']
 * ```
 */
export declare function extractSegments<Text extends string | readonly string[]>(
  line: Text, beforeEnd: number, afterStart: number, afterLen: number, ...options: SegmentsArguments
): Each<Text, Segments>

/** Optional arguments of `extractSegments`: `strictAfter` and the tab width; or an options object. */
export type SegmentsArguments =
  | [strictAfter?: boolean | SegmentsOptions | null | undefined]
  | [strictAfter: boolean | null | undefined, tabWidth?: number | SegmentsOptions | null | undefined]

/**
 * Pads `text` with spaces to `width` cells, but to no more than 65,535. A CAN (U+0018) separates spaces and text if an
 * escape sequence would consume the spaces, or if a space and a character would form a cluster of a different width.
 * Text that is already at least that wide is returned unchanged.
 *
 * ```js
 * padToWidth('日本', 7, 'center') // ' 日本  '
 * padToWidth(['a', 'bcd'], 3) // ['a  ', 'bcd']
 * ```
 */
export declare function padToWidth<Text extends string | readonly string[]>(
  text: Text, width: number, ...options: PadArguments
): Each<Text, string>

/** Optional arguments of `padToWidth`: the alignment and the tab width; or an options object. */
export type PadArguments =
  | [align?: PadOptions['align'] | PadOptions]
  | [align: PadOptions['align'], tabWidth?: number | PadOptions | null | undefined]

/** Grapheme cluster or escape sequence in text. */
export interface Grapheme {
  /** Text of the cluster or sequence. */
  text: string
  /** 0-based offset of the cluster or sequence in the whole text, in UTF-16 code units. */
  offset: number
  /** Width in cells; 0 for an escape sequence. A tab extends to the next tab stop. */
  width: number
  /** Whether this is an escape sequence rather than a grapheme cluster. */
  isEscape: boolean
}

/**
 * Splits `text` into extended grapheme clusters (UAX #29) and escape sequences. The items joined together equal the
 * original text.
 *
 * ```js
 * graphemes('e\u0301한🇩🇪').map((g) => [g.text, g.offset, g.width]) // [['é', 0, 1], ['한', 2, 2], ['🇩🇪', 3, 2]]
 * graphemes(['ab', '']).map((list) => list.length) // [2, 0]
 * ```
 */
export declare function graphemes<Text extends string | readonly string[]>(
  text: Text, tabWidth?: number | TextOptions | null
): Each<Text, Grapheme[]>

/**
 * Removes escape sequences from `text`. Keeps everything else, including control characters.
 *
 * ```js
 * stripAnsi('\x1b[1;31mred\x1b[0m') // 'red'
 * stripAnsi(['\x1b[1mbold\x1b[0m', 'plain']) // ['bold', 'plain']
 * ```
 */
export declare function stripAnsi<Text extends string | readonly string[]>(text: Text): Each<Text, string>

/**
 * Makes `text` safe to show or store anywhere: removes escape sequences, lone surrogates, and control characters other
 * than tab and LF, and replaces CR LF and CR with LF.
 *
 * ```js
 * sanitizeText('a\x1b[1mb\x07\r\nc\ud83d') // 'ab\nc'
 * sanitizeText(['a\x07', 'b\r\n']) // ['a', 'b\n']
 * ```
 */
export declare function sanitizeText<Text extends string | readonly string[]>(text: Text): Each<Text, string>
