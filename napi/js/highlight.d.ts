import type { HighlightColors, HighlightOptions, HighlightReport, TextStyle } from '../index.js'

/** What a part of text is. Both engines, all themes and all forms of output have these. */
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
 * A part of text with one class. None reaches over the end of a line. In a string places are UTF-16
 * code units, in a `Uint8Array` bytes.
 */
export interface HighlightSpan {
  /** Where it begins, from 0. */
  start: number
  /** Where it ends. */
  end: number
  /** What it is. */
  class: HighlightClass
}

/** Text with what the form of output puts around its parts: a string for a string, bytes for bytes. */
export interface Highlighted<Text extends string | Uint8Array = string> {
  /** The text. What is put in is taken back before each line ends, so that lines can stand alone. */
  output: Text
  /** How far it can be trusted. */
  report: HighlightReport
}

/** The parts of a text. */
export interface HighlightedSpans {
  /** In order, apart from each other. */
  spans: HighlightSpan[]
  /** How far they can be trusted. */
  report: HighlightReport
}

/** Strings or bytes. */
type Kind<Code> = Code extends string ? string : Uint8Array

export declare function highlight(
  code: string | Uint8Array, lang: string | null | undefined, options: HighlightOptions & { output: 'spans' },
): HighlightedSpans
/**
 * Highlights text, at once. The language is a name, an alias or an extension, in any case; text in
 * one that is not known stays plain. The text itself is never changed: what was put in taken away,
 * it is as it was given, bytes that are no text and lone surrogates too.
 *
 * ```js
 * highlight('let a', 'rust', { output: 'html' }).output // '<span class="hl-keyword">let</span> a'
 * highlight('let a', 'rust', { output: 'spans' }).spans // [{ start: 0, end: 3, class: 'keyword' }]
 * highlight('let a', 'rust', { theme: 'Nord', depth: 'ansi256' }).output
 * ```
 */
export declare function highlight<Code extends string | Uint8Array>(
  code: Code, lang?: string | null, options?: HighlightOptions & { output?: 'ansi' | 'html' },
): Highlighted<Kind<Code>>

export declare function highlightAsync(
  code: string | Uint8Array, lang: string | null | undefined, options: HighlightOptions & { output: 'spans' },
): Promise<HighlightedSpans>
/**
 * As `highlight`, on another thread. An abort settles it within a few milliseconds, whatever the text
 * is like.
 *
 * ```js
 * const { output, report } = await highlightAsync(code, 'ts', { timeoutMs: 50, onTimeout: 'partial' })
 * if (!report.complete) console.log(report.stoppedBy, report.firstLongLines)
 * ```
 */
export declare function highlightAsync<Code extends string | Uint8Array>(
  code: Code, lang?: string | null, options?: HighlightOptions & { output?: 'ansi' | 'html' },
): Promise<Highlighted<Kind<Code>>>

/**
 * Code with escape sequences around its parts; as it is if the language is not known.
 *
 * ```js
 * highlightCode('return x;', 'c', { keyword: '\x1b[35m' }) // '\x1b[35mreturn\x1b[39m x;'
 * ```
 */
export declare function highlightCode(code: string, lang?: string | null, colors?: HighlightColors | null): string

/** How the output of a stream changes. */
export interface HighlightUpdate<Text extends string | Uint8Array = string> {
  /** How much of the output so far holds, in code units or bytes; the rest is taken back. */
  keep: number
  /** What comes after that. */
  append: Text
}

/**
 * Highlights text while it arrives. After `finish` the output is that of `highlight` over all of it.
 * Until then, with the engine `'syntect'` it is that of the text so far, and complete lines are never
 * taken back; with `'treeSitter'` what is new is coloured from time to time by what is around it.
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
  /** A stream of text in one language. */
  constructor(lang?: string | null, options?: HighlightOptions & { output?: 'ansi' | 'html' })
  /**
   * Adds text; a chunk may end anywhere. All chunks are strings, or all are bytes. If it throws for want
   * of time, the text is in all the same.
   */
  push(chunk: Chunk): HighlightUpdate<Kind<Chunk>>
  /** Makes the output that of one call over the text so far. More may follow. */
  finish(): HighlightUpdate<Kind<Chunk>>
  /** How far the output can be trusted; not complete before `finish`. */
  readonly report: HighlightReport
}

/**
 * What each class looks like. Of the bundled themes `'Catppuccin Mocha'` (dark) and `'Coldark-Cold'`
 * (light) keep a contrast of 4.5 to 1 in every class.
 */
export declare class Theme {
  private constructor()
  /** The names of the bundled themes. */
  static names(): string[]
  /** The bundled theme with this name, in any case. */
  static named(name: string): Theme | undefined
  /** A theme from the text of a `.tmTheme` file; throws if it is none. */
  static fromTmTheme(text: string | Uint8Array): Theme
  readonly name: string
  readonly isDark: boolean
  /** The colour of plain text, as `#rrggbb`. */
  readonly foreground: string
  /** The colour behind it. */
  readonly background: string
  /** How text of each class looks. */
  readonly styles: Readonly<Record<HighlightClass, TextStyle>>
  /** Style rules for HTML output within an element that `selector` matches. */
  css(selector: string): string
}
