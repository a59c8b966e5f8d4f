import type { HighlightColors, HighlightOptions, HighlightReport, TextStyle } from '../index.js'

/** Class of highlighted text. Both engines, all themes and all output forms use the same classes. */
export type HighlightClass =
  | 'comment'
  | 'keyword'
  | 'function'
  | 'variable'
  | 'string'
  | 'number'
  | 'type'
  | 'operator'
  | 'punctuation'
  | 'inserted'
  | 'deleted'
  | 'constant'
  | 'property'
  | 'attribute'
  | 'tag'
  | 'namespace'
  | 'escape'
  | 'heading'
  | 'emphasis'
  | 'strong'
  | 'link'
  | 'code'
  | 'error'
  | 'warning'

/**
 * Range of text with one class. Never crosses a line end. Offsets count UTF-16 code units in a string and bytes in
 * a `Uint8Array`.
 */
export interface HighlightSpan {
  /** Offset of the start, 0-based. */
  start: number
  /** Offset of the end, 0-based. */
  end: number
  /** Class of the range. */
  class: HighlightClass
}

/** Result of `highlight` with `'ansi'` or `'html'` output: a string for a string, bytes for bytes. */
export interface Highlighted<Text extends string | Uint8Array = string> {
  /** Highlighted text. Styles are closed at each line end, so that lines can be displayed separately. */
  output: Text
  /** Report of the call: language, engine, and the text left plain. */
  report: HighlightReport
}

/**
 * Spans of a result. They stay in one typed array and become objects when read: `[...spans]` is an array of them.
 */
export interface HighlightSpans extends Iterable<HighlightSpan> {
  /** Start, end and class of each span in turn; the class is an index into `Object.keys(theme.styles)`. */
  readonly numbers: Float64Array
  /** Number of spans. */
  readonly length: number
  /** Returns the span at a 0-based index, or undefined; a negative index counts from the end. */
  at(index: number): HighlightSpan | undefined
}

/** Result of `highlight` with `'spans'` output. */
export interface HighlightedSpans {
  /** Ranges with a class, in order, without overlap. */
  spans: HighlightSpans
  /** Report of the call: language, engine, and the text left plain. */
  report: HighlightReport
}

/** Kind of the output: strings for strings, bytes for bytes. */
type Kind<Code> = Code extends string ? string : Uint8Array

/**
 * Classifies ranges of a text synchronously and returns them without the text.
 *
 * ```js
 * highlight('let a', 'rust', { output: 'spans' }).spans.at(0) // { start: 0, end: 3, class: 'keyword' }
 * ```
 */
export declare function highlight(
  code: string | Uint8Array, lang: string | null | undefined, options: HighlightOptions & { output: 'spans' },
): HighlightedSpans
/**
 * Highlights a text synchronously. `lang` is a name, an alias or a file name extension, case-insensitive. Text in
 * an unknown language stays plain. Without the inserted sequences, the output equals the input, including invalid
 * UTF-8 and lone surrogates. Takes time linear in the text. Throws a `RansackOptionError` for an invalid option,
 * and `ERR_RANSACK_TIMEOUT` when `timeoutMs` has passed.
 *
 * ```js
 * highlight('let a', 'rust', { output: 'html' }).output // '<span class="hl-keyword">let</span> a'
 * highlight('let a', 'rust', { theme: 'Nord', depth: 'ansi256' }).output
 * ```
 */
export declare function highlight<Code extends string | Uint8Array>(
  code: Code, lang?: string | null, options?: HighlightOptions & { output?: 'ansi' | 'html' | null | undefined },
): Highlighted<Kind<Code>>
/**
 * Highlights a text synchronously, in a form known only at run time: the result has `spans` or `output`.
 *
 * ```js
 * const result = highlight('let a', 'rust', { output })
 * 'spans' in result ? result.spans : result.output
 * ```
 */
export declare function highlight<Code extends string | Uint8Array>(
  code: Code, lang: string | null | undefined, options: HighlightOptions,
): Highlighted<Kind<Code>> | HighlightedSpans

/**
 * Classifies ranges of a text on one of the library's threads and resolves with them.
 *
 * ```js
 * const { spans } = await highlightAsync(code, 'ts', { output: 'spans' })
 * ```
 */
export declare function highlightAsync(
  code: string | Uint8Array, lang: string | null | undefined, options: HighlightOptions & { output: 'spans' },
): Promise<HighlightedSpans>
/**
 * Highlights a text like `highlight`, on one of the library's threads. Rejects with an `AbortError` at once when
 * `signal` fires. A text of more than 256 KiB is copied in parts while other events are processed; if it is bytes,
 * they must not change before the promise settles.
 *
 * ```js
 * const { output, report } = await highlightAsync(code, 'ts', { timeoutMs: 50, onTimeout: 'partial' })
 * if (!report.complete) console.log(report.stoppedBy, report.firstLongLines)
 * ```
 */
export declare function highlightAsync<Code extends string | Uint8Array>(
  code: Code, lang?: string | null, options?: HighlightOptions & { output?: 'ansi' | 'html' | null | undefined },
): Promise<Highlighted<Kind<Code>>>
/**
 * Highlights a text on one of the library's threads, in a form known only at run time: the result has `spans` or
 * `output`.
 *
 * ```js
 * const result = await highlightAsync('let a', 'rust', { output })
 * ```
 */
export declare function highlightAsync<Code extends string | Uint8Array>(
  code: Code, lang: string | null | undefined, options: HighlightOptions,
): Promise<Highlighted<Kind<Code>> | HighlightedSpans>

/**
 * Highlights code with the given escape sequences, synchronously. Returns code in an unknown language unchanged.
 *
 * ```js
 * highlightCode('return x;', 'c', { keyword: '\x1b[35m' }) // '\x1b[35mreturn\x1b[39m x;'
 * ```
 */
export declare function highlightCode(code: string, lang?: string | null, colors?: HighlightColors | null): string

/** Change to the output of a stream. */
export interface HighlightUpdate<Text extends string | Uint8Array = string> {
  /** Length of the previous output to keep, in UTF-16 code units or bytes; the rest is replaced. */
  keep: number
  /** Output to append after the kept part. */
  append: Text
}

/**
 * Highlighter for text that arrives in chunks. After `finish`, the output equals that of `highlight` for the whole
 * text. Before that, with the engine `'syntect'` the output equals that of `highlight` for the text so far, and
 * complete lines are final; with `'treeSitter'`, new text is classified from time to time, in its context.
 *
 * ```js
 * const stream = new HighlightStream('ts', { colors })
 * let shown = ''
 * const show = ({ keep, append }) => { shown = shown.slice(0, keep) + append }
 * for await (const chunk of chunks) show(stream.push(chunk))
 * show(stream.finish())
 * ```
 */
export declare class HighlightStream<Chunk extends string | Uint8Array = string> {
  /** Creates a stream for a language. */
  constructor(lang?: string | null, options?: HighlightOptions & { output?: 'ansi' | 'html' | null | undefined })
  /**
   * Appends text and returns the change to the output. A chunk may end anywhere. Chunks must be either all strings
   * or all bytes. If the call throws, nothing is appended.
   */
  push(chunk: Chunk): HighlightUpdate<Kind<Chunk>>
  /** Completes the output so that it equals that of `highlight` for the text so far. More text may follow. */
  finish(): HighlightUpdate<Kind<Chunk>>
  /** Report of the stream; `complete` is false before `finish`. */
  readonly report: HighlightReport
}

/**
 * Theme: a style for each class. Among the bundled themes, `'Catppuccin Mocha'` (dark) and `'Coldark-Cold'`
 * (light) have a contrast of at least 4.5 to 1 in every class.
 *
 * ```js
 * const css = Theme.named('Nord').css('pre')
 * ```
 */
export declare class Theme {
  private constructor()
  /** Lists the names of the bundled themes. */
  static names(): string[]
  /** Returns the bundled theme with this name, or undefined. Case-insensitive. */
  static named(name: string): Theme | undefined
  /** Parses the text of a `.tmTheme` file; throws a `RansackOptionError` if it is invalid. */
  static fromTmTheme(text: string | Uint8Array): Theme
  /** Name of the theme. */
  readonly name: string
  /** Whether the background is darker than the text. */
  readonly isDark: boolean
  /** Colour of plain text, as `#rrggbb`. */
  readonly foreground: string
  /** Colour of the background, as `#rrggbb`. */
  readonly background: string
  /** Style of each class. */
  readonly styles: Readonly<Record<HighlightClass, TextStyle>>
  /** Returns CSS rules for `'html'` output inside elements that match `selector`. */
  css(selector: string): string
}
