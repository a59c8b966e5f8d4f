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
   * Where a `tokenizer.json` asks for it, text is normalised as Unicode has it now; Hugging Face's library
   * has older tables, so that a few rare characters may become other tokens there.
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
