/** Escape sequences that are written before text of each class. */
export interface HighlightColors {
  /** Escape sequence before comments. */
  comment: string
  /** Escape sequence before keywords. */
  keyword: string
  /** Escape sequence before names of functions. */
  function: string
  /** Escape sequence before names of variables. */
  variable: string
  /** Escape sequence before string literals. */
  string: string
  /** Escape sequence before number literals. */
  number: string
  /** Escape sequence before names of types. */
  type: string
  /** Escape sequence before operators. */
  operator: string
  /** Escape sequence before punctuation. */
  punctuation: string
  /** Escape sequence before inserted lines of a diff. */
  inserted?: string
  /** Escape sequence before deleted lines of a diff. */
  deleted?: string
}

/** Highlights code. Code in an unknown language is returned unchanged. */
export declare function highlightCode(code: string, lang: string | null | undefined, colors: HighlightColors): string

/**
 * Highlighter of code that arrives in chunks of whole lines; only the last chunk may lack its line ending. The outputs
 * joined together are the output of `highlightCode` for the whole code.
 */
export declare class HighlightStream {
  /** Creates a highlighter for a language. */
  constructor(lang: string | null | undefined, colors: HighlightColors)
  /** Whether the language is known; if not, `push` returns its argument. */
  get supported(): boolean
  /** Returns the next chunk with escape sequences. The rest of a line whose beginning was a chunk stays plain. */
  push(chunk: string): string
}

/** Returns whether a language can be highlighted. */
export declare function supportsLanguage(lang: string): boolean
/** Lists the languages that can be highlighted. */
export declare function getSupportedLanguages(): string[]
/** Loads the grammars of common languages, so that their first call does not. */
export declare function warmHighlighter(): Promise<undefined>
