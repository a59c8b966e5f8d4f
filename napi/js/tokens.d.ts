import type { CallOptions } from '../index.js'

/**
 * Published encodings. The values are names accepted by every token function.
 *
 * ```js
 * countTokens('Hello', Encoding.Cl100kBase) // 1
 * ```
 */
export declare const Encoding: {
  /** Encoding of GPT-4o, GPT-4.1, GPT-5 and the o series; the default. */
  readonly O200kBase: 'O200kBase'
  /** Encoding of gpt-oss: `o200k_base` with other special tokens. */
  readonly O200kHarmony: 'O200kHarmony'
  /** Encoding of GPT-4, GPT-3.5 and the embedding models. */
  readonly Cl100kBase: 'Cl100kBase'
  /** Encoding of the Codex models and `text-davinci-003`. */
  readonly P50kBase: 'P50kBase'
  /** Encoding of the edit models. */
  readonly P50kEdit: 'P50kEdit'
  /** Encoding of GPT-3. */
  readonly R50kBase: 'R50kBase'
  /** Encoding of GPT-2, equal to `R50kBase`. */
  readonly Gpt2: 'Gpt2'
}

/** Published encoding, by its name in `Encoding`. */
export type Encoding = keyof typeof Encoding

/**
 * Name of a published encoding: a value of `Encoding`, or the published name. Letter case and underscores are
 * ignored.
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

/** Options of every token function. */
export interface TokenOptions {
  /** Vocabulary: the name of an encoding, or a `Tokenizer`. Default: `'O200kBase'`. */
  encoding?: EncodingName | Tokenizer | null | undefined
  /**
   * Special tokens, such as `<|endoftext|>`, to recognise in the text: a list, or all special tokens of the
   * vocabulary. A token that the vocabulary does not have throws a `RansackOptionError`. Default: none, so that
   * they are ordinary text.
   */
  allowedSpecial?: 'all' | readonly string[] | ReadonlySet<string> | null | undefined
}

/** Options of every asynchronous token function. */
export interface TokenTaskOptions extends TokenOptions {
  /** Signal that aborts the call; the promise rejects at once with an `AbortError`. Default: none. */
  signal?: AbortSignal | null | undefined
  /**
   * Maximum duration of the call in milliseconds, after which it rejects with `ERR_RANSACK_TIMEOUT`. Default: no
   * limit.
   */
  timeoutMs?: number | null | undefined
}

/** Options of a token function, or a vocabulary in place of options. */
export type TokenArgument<Options = TokenOptions> = EncodingName | Tokenizer | Options | null

/**
 * Counts the tokens of a text, or the total of several texts.
 *
 * Rules of all token functions:
 *
 * - Special tokens are ordinary text unless listed in `allowedSpecial`; they never throw.
 * - A lone surrogate in a string counts as U+FFFD, and so does each ill-formed sequence in bytes, as with
 *   `TextDecoder`.
 * - Offsets in a string count UTF-16 code units, offsets in bytes count bytes; both are 0-based.
 * - They take time linear in the text, whatever its content. The first use of a vocabulary loads it, which takes
 *   about ten milliseconds; all threads share it. `preloadEncoding` loads it in advance.
 * - Functions whose name ends in `Async` copy the text, run on the library's threads, and accept `signal` and
 *   `timeoutMs`. A text of more than 256 KiB, or more than 512 texts, are copied in parts while other events are
 *   processed; bytes must not change before the promise settles.
 * - An argument of an invalid type throws a `RansackOptionError`, an unknown encoding
 *   `ERR_RANSACK_UNKNOWN_MODEL`.
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

/**
 * Counts the tokens of a text, or the total of several texts, on the library's threads. For long texts.
 *
 * ```js
 * await countTokensAsync(text, { timeoutMs: 1000 })
 * ```
 */
export declare function countTokensAsync(
  input: string | Uint8Array | readonly (string | Uint8Array)[],
  options?: TokenArgument<TokenTaskOptions>,
): Promise<number>

/**
 * Counts the tokens of each text.
 *
 * ```js
 * countTokensEach(['Hello', 'Hello, world!']) // [1, 4]
 * ```
 */
export declare function countTokensEach(
  inputs: readonly (string | Uint8Array)[],
  encoding?: TokenArgument,
): number[]

/**
 * Counts the tokens of each text, on the library's threads.
 *
 * ```js
 * const counts = await countTokensEachAsync(texts, 'Cl100kBase')
 * ```
 */
export declare function countTokensEachAsync(
  inputs: readonly (string | Uint8Array)[],
  options?: TokenArgument<TokenTaskOptions>,
): Promise<number[]>

/**
 * Counts the tokens of a text up to `limit`. Returns undefined if there are more; stops as soon as that is
 * certain.
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

/**
 * Counts the tokens of a text up to `limit`, on the library's threads. Resolves with undefined if there
 * are more.
 *
 * ```js
 * if ((await countUpToAsync(text, 8000)) === undefined) console.log('too long')
 * ```
 */
export declare function countUpToAsync(
  input: string | Uint8Array,
  limit: number,
  options?: TokenArgument<TokenTaskOptions>,
): Promise<number | undefined>

/** Options of `truncateToTokens`. */
export interface TruncateTokensOptions extends TokenOptions {
  /**
   * Part to remove. With `'middle'`, the start keeps as many tokens as the end, or one more. Default: `'end'`.
   */
  from?: 'end' | 'start' | 'middle' | null | undefined
}

/** Result of `truncateToTokens`. */
export interface TruncatedText {
  /** Remaining text; for a text cut in the middle, its two parts joined. */
  text: string
  /**
   * Range of the removed part in the whole text, in UTF-16 code units, 0-based; empty, at the end of the text, if
   * the text fits.
   */
  dropped: { start: number; end: number }
  /** Number of tokens in the remaining text; two parts are counted separately. */
  tokens: number
  /** Number of tokens in the whole text. */
  totalTokens: number
}

/**
 * Truncates a text to at most `limit` tokens. Cuts only where a token boundary is also a character boundary. The
 * result can have fewer tokens, since white space next to a cut can belong to other tokens.
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

/**
 * Truncates a text to at most `limit` tokens, on the library's threads.
 *
 * ```js
 * const { text } = await truncateToTokensAsync(log, 4000, { from: 'start' })
 * ```
 */
export declare function truncateToTokensAsync(
  text: string,
  limit: number,
  options?: TokenArgument<TruncateTokensOptions & TokenTaskOptions>,
): Promise<TruncatedText>

/** Chunk of a text, returned by `splitByTokens`. */
export interface TokenChunk {
  /** Text of the chunk. */
  text: string
  /** Offset of its start in the whole text, in UTF-16 code units, 0-based. */
  start: number
  /** Offset of its end in the whole text, in UTF-16 code units, 0-based. */
  end: number
  /** Number of tokens, counted separately. */
  tokens: number
}

/**
 * Splits a text into chunks of at most `size` tokens. Each chunk starts with about the last `overlap` (default: 0)
 * tokens of the previous chunk. Cuts only where a token boundary is also a character boundary, or between any two
 * characters where no such cut makes a chunk small enough. Only a chunk of a single character can have more than
 * `size` tokens. Empty text has no chunks; other text without tokens is one chunk. An `overlap` of `size` or more
 * throws a `RansackOptionError`.
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

/**
 * Splits a text into chunks of at most `size` tokens, on the library's threads.
 *
 * ```js
 * const chunks = await splitByTokensAsync(document, 512, 64)
 * ```
 */
export declare function splitByTokensAsync(
  text: string,
  size: number,
  overlap?: number | null,
  options?: TokenArgument<TokenTaskOptions>,
): Promise<TokenChunk[]>

/**
 * Encodes a text and returns the ids of its tokens.
 *
 * ```js
 * encode('Hello, world!') // Uint32Array [13225, 11, 2375, 0]
 * ```
 */
export declare function encode(input: string | Uint8Array, encoding?: TokenArgument): Uint32Array

/**
 * Encodes a text on the library's threads and resolves with the ids of its tokens.
 *
 * ```js
 * const ids = await encodeAsync(text, { signal })
 * ```
 */
export declare function encodeAsync(
  input: string | Uint8Array,
  options?: TokenArgument<TokenTaskOptions>,
): Promise<Uint32Array>

/**
 * Decodes tokens, including special tokens, to text. Bytes that are not valid UTF-8, such as part of a character,
 * become U+FFFD. An id that the vocabulary does not have throws a `RansackOptionError`.
 *
 * ```js
 * decode([13225, 11, 2375, 0]) // 'Hello, world!'
 * ```
 */
export declare function decode(
  ids: readonly number[] | Uint32Array,
  encoding?: EncodingName | Tokenizer | null,
): string

/**
 * Decodes tokens, including special tokens, to bytes.
 *
 * ```js
 * decodeToBytes([13225]) // Uint8Array [72, 101, 108, 108, 111]
 * ```
 */
export declare function decodeToBytes(
  ids: readonly number[] | Uint32Array,
  encoding?: EncodingName | Tokenizer | null,
): Uint8Array

/** Token and its range in the text. Text for which the vocabulary has no token is in no range. */
export interface TokenOffset {
  /** Id in the vocabulary. */
  id: number
  /**
   * Offset of the token's start, 0-based, in UTF-16 code units of a string or bytes; in a string, the start of the
   * character that contains it.
   */
  start: number
  /**
   * Offset of the token's end, 0-based, in UTF-16 code units of a string or bytes; in a string, the end of the
   * character that contains it.
   */
  end: number
}

/**
 * Tokens of a text with their ranges, as parallel arrays of numbers: millions of tokens put no load on the garbage
 * collector. Iteration yields one object per token.
 */
export interface TokenOffsets extends Iterable<TokenOffset> {
  /** Id of each token in the vocabulary. */
  readonly ids: Uint32Array
  /** `start` of each {@link TokenOffset}. */
  readonly starts: Float64Array
  /** `end` of each {@link TokenOffset}. */
  readonly ends: Float64Array
  /** Number of tokens. */
  readonly length: number
  /** Returns the token at a 0-based index, or undefined; a negative index counts from the end. */
  at(index: number): TokenOffset | undefined
}

/**
 * Encodes a text and returns its tokens with their ranges.
 *
 * ```js
 * const { ids, starts, ends } = tokenOffsets('Hi, 漢') // starts: [0, 2, 3, 4], ends: [2, 3, 5, 5]
 * ```
 */
export declare function tokenOffsets(input: string | Uint8Array, encoding?: TokenArgument): TokenOffsets

/**
 * Encodes a text and resolves with its tokens and their ranges, on the library's threads.
 *
 * ```js
 * const offsets = await tokenOffsetsAsync(text)
 * ```
 */
export declare function tokenOffsetsAsync(
  input: string | Uint8Array,
  options?: TokenArgument<TokenTaskOptions>,
): Promise<TokenOffsets>

/**
 * Token counter for a text that grows at its end. The total always applies to the whole text, but only the end of
 * the text is counted again. A part may end inside a character: in bytes, or in a string between two surrogates.
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
  /** Creates a counter for an empty text. */
  constructor(encoding?: TokenArgument)
  /** Number of tokens in the text. */
  get total(): number
  /** Appends a part and returns the new total. */
  push(part: string | Uint8Array): number
  /** Removes the most recently pushed part. Returns false if the text is empty. */
  pop(): boolean
}

/** Options of `Tokenizer.load`: properties that a vocabulary file does not contain. */
export interface VocabularyFileOptions {
  /**
   * Format of the file: `'json'` for a Hugging Face `tokenizer.json` (BPE on bytes, or on characters with byte
   * fallback), `'tiktoken'` for lines with a base64 token and its rank. Default: `'json'` if the name ends in
   * `.json`, otherwise `'tiktoken'`. If a `tokenizer.json` normalises text, current Unicode tables are used;
   * Hugging Face's library has older ones, so a few rare characters may yield different tokens there.
   */
  format?: 'json' | 'tiktoken' | null | undefined
  /** Pattern that splits text before merging, for a `.tiktoken` file. Default: the pattern of `o200k_base`. */
  pattern?: string | null | undefined
  /** Special tokens and their ids, for a `.tiktoken` file. Default: none. */
  specialTokens?: Readonly<Record<string, number>> | ReadonlyMap<string, number> | null | undefined
}

/**
 * Vocabulary from a file. Every token function accepts it in place of an encoding name.
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
   * Loads a file on one of the library's threads. Rejects with `ERR_RANSACK_INVALID_VOCABULARY` if the file has
   * another format, more than 256 normalizers or 64 pre-tokenizers, or normalizers that may expand text to more
   * than 128 times its length; with `ERR_RANSACK_INVALID_PATTERN` if its pattern is invalid; or with the error of
   * reading the file, with its `path`.
   */
  static load(
    path: string | Uint8Array | URL,
    options?: (VocabularyFileOptions & CallOptions) | null,
  ): Promise<Tokenizer>
  /** Loads a file on the calling thread. Throws the errors with which `load` rejects. */
  static loadSync(path: string | Uint8Array | URL, options?: VocabularyFileOptions | null): Tokenizer
}

/**
 * Returns the encoding of a published model. Throws `ERR_RANSACK_UNKNOWN_MODEL`, with the name as `pattern`, for
 * an unknown model.
 *
 * ```js
 * encodingForModel('gpt-4o-mini') // 'o200k_base'
 * ```
 */
export declare function encodingForModel(model: string): EncodingName

/**
 * Loads a vocabulary on one of the library's threads, so that the first call that uses it does not have to.
 *
 * ```js
 * await preloadEncoding('Cl100kBase')
 * ```
 */
export declare function preloadEncoding(encoding?: EncodingName | null): Promise<void>
