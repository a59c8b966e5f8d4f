import type { CallOptions, HighlightColors, HighlightOptions, HighlightReport, TextStyle, UrlLike } from '../index.js'

/**
 * Class of highlighted text, such as keywords. Both engines, all themes and all forms of output use the same classes.
 */
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
 * Range of text that belongs to a single class. Never crosses a line ending. Offsets count UTF-16 code units in a
 * string and bytes in a `Uint8Array`.
 */
export interface HighlightSpan {
  /** 0-based offset of the start of the range. */
  start: number
  /** 0-based offset of the end of the range. */
  end: number
  /** Class of the text in the range. */
  class: HighlightClass
}

/**
 * Result of `highlight` with `'ansi'` or `'html'` output. The output is a string if the input was a string, otherwise
 * bytes.
 */
export interface Highlighted<Text extends string | Uint8Array = string> {
  /** Highlighted text. Styles are closed at each line ending, so that lines can be displayed separately. */
  output: Text
  /** Report on the call: its language, its engine and the text that was left plain. */
  report: HighlightReport
}

/**
 * Spans in the result of `highlight`: an array-like object. The spans are stored in one typed array and become objects
 * only when they are read, so that millions of them put no load on the garbage collector. `[...spans]` is an array of
 * span objects, and `JSON.stringify` writes one. `structuredClone` and `postMessage` copy `numbers` alone; pass them
 * `[...spans]` for objects.
 */
export interface HighlightSpans extends ArrayLike<HighlightSpan>, Iterable<HighlightSpan> {
  /**
   * Start, end and class of each span, one span after another; the class is an index into `Object.keys(theme.styles)`,
   * which is the same for every `Theme`.
   */
  readonly numbers: Float64Array
  /** Number of spans. */
  readonly length: number
  /** Returns the span at a 0-based index, or undefined; a negative index counts from the end. */
  at(index: number): HighlightSpan | undefined
  /** Returns the spans as an array, for `JSON.stringify`. */
  toJSON(): HighlightSpan[]
}

/** Result of `highlight` with `'spans'` output. */
export interface HighlightedSpans {
  /** Ranges of text that have a class, in order and without overlaps. */
  spans: HighlightSpans
  /** Report on the call: its language, its engine and the text that was left plain. */
  report: HighlightReport
}

/** Type of the output: a string if the input is a string, otherwise bytes. */
type Kind<Code> = Code extends string ? string : Uint8Array

/**
 * Classifies ranges of `code` synchronously and returns the ranges without the text.
 *
 * ```js
 * highlight('let a', 'rust', { output: 'spans' }).spans.at(0) // { start: 0, end: 3, class: 'keyword' }
 * ```
 */
export declare function highlight(
  code: string | Uint8Array, lang: string | null | undefined, options: HighlightOptions & { output: 'spans' },
): HighlightedSpans
/**
 * Highlights `code` synchronously. `lang` is a name, an alias or a file name extension, case-insensitive. Text in an
 * unknown language stays plain. If the inserted escape sequences are removed, the output equals the input, including
 * invalid UTF-8 and lone surrogates. Takes time linear in the length of the text. Throws a `RansackOptionError` if an
 * option is invalid, and `ERR_RANSACK_TIMEOUT` when `timeoutMs` has passed.
 *
 * ```js
 * highlight('let a', 'rust', { output: 'html' }).output // '<span class="hl-keyword">let</span> a'
 * highlight('let a', 'rust', { theme: 'Nord', depth: 'ansi256' }).output
 * ```
 */
export declare function highlight<Code extends string | Uint8Array>(
  code: Code, lang?: string | null, options?: (HighlightOptions & { output?: 'ansi' | 'html' | null | undefined }) | null,
): Highlighted<Kind<Code>>
/**
 * Highlights `code` synchronously, for callers that choose the form of the output at run time. The result has either
 * `spans` or `output`.
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
 * Classifies ranges of `code` on one of the library's threads and resolves with the ranges.
 *
 * ```js
 * const { spans } = await highlightAsync(code, 'ts', { output: 'spans' })
 * ```
 */
export declare function highlightAsync(
  code: string | Uint8Array, lang: string | null | undefined, options: HighlightOptions & { output: 'spans' },
): Promise<HighlightedSpans>
/**
 * Highlights `code` like `highlight`, on one of the library's threads. Rejects with an `AbortError` as soon as `signal`
 * fires. Code of more than 256 KiB is copied in parts while other events are processed. If `code` is a byte array, its
 * contents must not change before the promise settles.
 *
 * ```js
 * const { output, report } = await highlightAsync(code, 'ts', { timeoutMs: 50, onTimeout: 'partial' })
 * if (!report.complete) console.log(report.stoppedBy, report.firstLongLines)
 * ```
 */
export declare function highlightAsync<Code extends string | Uint8Array>(
  code: Code, lang?: string | null, options?: (HighlightOptions & { output?: 'ansi' | 'html' | null | undefined }) | null,
): Promise<Highlighted<Kind<Code>>>
/**
 * Highlights `code` on one of the library's threads, for callers that choose the form of the output at run time. The
 * result has either `spans` or `output`.
 *
 * ```js
 * const result = await highlightAsync('let a', 'rust', { output })
 * ```
 */
export declare function highlightAsync<Code extends string | Uint8Array>(
  code: Code, lang: string | null | undefined, options: HighlightOptions,
): Promise<Highlighted<Kind<Code>> | HighlightedSpans>

/**
 * Prepares a language on one of the library's threads, so that the first synchronous call that highlights it does not
 * block for 5 to 100 ms: unpacks its grammar and compiles its queries or regular expressions. Also prepares the
 * languages that its grammar always embeds, such as CSS in HTML; others, such as those of code blocks in Markdown, are
 * prepared when a text first contains them. `lang` is a name, an alias or a file name extension.
 *
 * Resolves at once if the language is prepared. Rejects with a `RansackOptionError` if the language is unknown, with an
 * `AbortError` as soon as `signal` fires, and with `ERR_RANSACK_TIMEOUT` when `timeoutMs` has passed; the preparation
 * then continues in the background.
 *
 * ```js
 * await warmLanguage('rust')
 * highlight('let a', 'rust').output
 * ```
 */
export declare function warmLanguage(lang: string, options?: CallOptions | null): Promise<void>

/**
 * Highlights code with the given escape sequences, synchronously. Returns code in an unknown language unchanged.
 *
 * ```js
 * highlightCode('return x;', 'c', { keyword: '\x1b[35m' }) // '\x1b[35mreturn\x1b[39m x;'
 * ```
 */
export declare function highlightCode(code: string, lang?: string | null, colors?: HighlightColors | null): string

/** Change to the output of a `HighlightStream`. */
export interface HighlightUpdate<Text extends string | Uint8Array = string> {
  /** Length of the previous output to keep, in UTF-16 code units or bytes; the rest is replaced. */
  keep: number
  /** Output to append after the kept part. */
  append: Text
}

/**
 * Highlighter for text that arrives in chunks. After `finish`, the output is the same as the output of `highlight` for
 * the whole text. Before that, it depends on the engine. With `'syntect'`, the output is the same as the output of
 * `highlight` for the text so far, and complete lines are final. With `'treeSitter'`, new text stays plain until the
 * next periodic pass, and any output may still change before `finish`.
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
  /** Creates a stream that highlights text in a language. */
  constructor(lang?: string | null, options?: (HighlightOptions & { output?: 'ansi' | 'html' | null | undefined }) | null)
  /**
   * Appends text and returns the change to the output. A chunk may end anywhere. Chunks must be either all strings
   * or all bytes. If the call throws, nothing is appended.
   */
  push(chunk: Chunk): HighlightUpdate<Kind<Chunk>>
  /**
   * Completes the output, which is then the same as the output of `highlight` for the text so far. More text may
   * follow.
   */
  finish(): HighlightUpdate<Kind<Chunk>>
  /** Report on the stream; `complete` is false before `finish`. */
  readonly report: HighlightReport
}

/**
 * Theme with a text style for each class. Among the bundled themes, `'Catppuccin Mocha'` (dark) and `'Coldark-Cold'`
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
  /** Parses the text of a `.tmTheme` file. Throws a `RansackOptionError` if the text is invalid. */
  static fromTmTheme(text: string | Uint8Array): Theme
  /** Name of the theme. */
  readonly name: string
  /** Whether the background is darker than the text. */
  readonly isDark: boolean
  /** Colour of plain text, as `#rrggbb`. */
  readonly foreground: string
  /** Colour of the background, as `#rrggbb`. */
  readonly background: string
  /** Text style of each highlight class. */
  readonly styles: Readonly<Record<HighlightClass, TextStyle>>
  /** Returns CSS rules for `'html'` output inside elements that match `selector`. */
  css(selector: string): string
}

/** Options for `Workspace.highlightBuffer`. */
export interface HighlightBufferOptions extends HighlightOptions {
  /**
   * Name, alias or file name extension of the language, case-insensitive. Default: the language that `detectLanguage`
   * returns for the path and the text.
   */
  lang?: string | null | undefined
}

declare module './workspace.js' {
  interface Workspace {
    /**
     * Classifies ranges of an open buffer, or of the lines in `lines`, on one of the library's threads. Offsets count
     * UTF-16 code units of the whole text.
     *
     * The workspace keeps the syntax tree of the buffer for the engine `'treeSitter'`. After `updateBuffer`, a call
     * parses only the changed part of the text, in the languages that `updateBuffer` lists, and then takes time linear in
     * the lines. The engine `'syntect'`
     * classifies all lines up to the last one. Code in another language that is embedded in the lines, such as a script
     * in HTML, is parsed as a whole. While a text has syntax errors, the extent of the errors may depend on the changes
     * that led to the text.
     *
     * Rejects with a `RansackOptionError` if no buffer is open at the path or an option is invalid, with
     * `ERR_RANSACK_CLOSED` after `close`, with `ERR_RANSACK_TIMEOUT`, or with an `AbortError`.
     *
     * ```js
     * const lines = { startLine: 100, endLine: 160 }
     * const { spans } = await workspace.highlightBuffer('src/app.ts', { output: 'spans', lines })
     * ```
     */
    highlightBuffer(
      path: string | Uint8Array | UrlLike, options: HighlightBufferOptions & { output: 'spans' },
    ): Promise<HighlightedSpans>
    /**
     * Highlights an open buffer, or the lines in `lines`, as text with escape sequences or as HTML.
     *
     * ```js
     * const { output } = await workspace.highlightBuffer('src/app.ts', { output: 'html' })
     * ```
     */
    highlightBuffer(
      path: string | Uint8Array | UrlLike,
      options?: (HighlightBufferOptions & { output?: 'ansi' | 'html' | null | undefined }) | null,
    ): Promise<Highlighted>
    /** Highlights an open buffer, for callers that choose the form of the output at run time. */
    highlightBuffer(
      path: string | Uint8Array | UrlLike, options: HighlightBufferOptions,
    ): Promise<Highlighted | HighlightedSpans>
  }
}
