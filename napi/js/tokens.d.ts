import type { AbortSignalLike, CallOptions, CutAt, UrlLike, VocabularyFormat } from '../index.js'

/**
 * Published encodings. Every token function accepts these names.
 *
 * ```js
 * countTokens('Hello', Encoding.Cl100kBase) // 1
 * encodingForModel('gpt-4o') === Encoding.O200kBase // true
 * ```
 */
export declare const Encoding: {
  /** Encoding of GPT-4o, GPT-4.1, GPT-5 and the o series; the default. */
  readonly O200kBase: 'o200k_base'
  /** Encoding of gpt-oss: `o200k_base` with different special tokens. */
  readonly O200kHarmony: 'o200k_harmony'
  /** Encoding of GPT-4, GPT-3.5 and OpenAI's embedding models. */
  readonly Cl100kBase: 'cl100k_base'
  /** Encoding of the Codex models and `text-davinci-003`. */
  readonly P50kBase: 'p50k_base'
  /** Encoding of OpenAI's edit models. */
  readonly P50kEdit: 'p50k_edit'
  /** Encoding of GPT-3. */
  readonly R50kBase: 'r50k_base'
  /** Encoding of GPT-2; the same encoding as `R50kBase`. */
  readonly Gpt2: 'r50k_base'
}

/** Published name of an encoding: a value of the object `Encoding`. */
export type Encoding = (typeof Encoding)[keyof typeof Encoding]

/**
 * Name of an encoding, or of a model that uses it, as for {@link encodingForModel}. Letter case and underscores in the
 * name of an encoding are ignored.
 */
export type EncodingName =
  | Encoding
  | keyof typeof Encoding
  | 'gpt2'
  | 'o1'
  | 'o3'
  | 'o4-mini'
  | `${'gpt-' | 'chatgpt-' | 'codex-' | 'text-' | 'o1-' | 'o3-' | 'o4-mini-' | 'ft:'}${string}`
  | `${string}/${string}`

/** Options for all token functions. */
export interface TokenOptions {
  /**
   * Vocabulary to use: the name of an encoding (`'o200k_base'`) or of a model (`'gpt-4o'`, `'openai/gpt-4o'`), or a
   * `Tokenizer`. Default: `'o200k_base'`.
   */
  encoding?: EncodingName | Tokenizer | null | undefined
  /**
   * Special tokens, such as `<|endoftext|>`, to recognise in the text: a list, or `'all'` for all special tokens in the
   * vocabulary. A token that is not in the vocabulary throws a `RansackOptionError`. Default: none, which treats
   * special tokens as ordinary text.
   */
  allowedSpecial?: 'all' | readonly string[] | ReadonlySet<string> | null | undefined
}

/** Options for all asynchronous token functions. */
export interface TokenTaskOptions extends TokenOptions {
  /** Signal that aborts the call; the promise then rejects immediately with an `AbortError`. Default: none. */
  signal?: AbortSignalLike | null | undefined
  /**
   * Key shared by calls that replace each other, as in `CallOptions`: any value except null and undefined. Default:
   * none.
   */
  latest?: {} | null | undefined
  /**
   * Maximum duration of the call in milliseconds, after which the promise rejects with `ERR_RANSACK_TIMEOUT`. Default:
   * no limit. `Infinity` means no limit.
   */
  timeoutMs?: number | null | undefined
}

/** Options for a token function, or just a vocabulary. */
export type TokenArgument<Options = TokenOptions> = EncodingName | Tokenizer | Options | null

/**
 * Counts the tokens in `input`. If `input` is a list, returns the total.
 *
 * Rules for all token functions:
 *
 * - Special tokens in the text are ordinary text unless `allowedSpecial` lists them; they never cause an error.
 * - A lone surrogate in a string counts as U+FFFD. Each ill-formed sequence in bytes also counts as U+FFFD, as with
 *   `TextDecoder`.
 * - Offsets in a string count UTF-16 code units, and offsets in a byte array count bytes. Both are 0-based.
 * - All functions take time linear in the length of the text, whatever its content. A vocabulary is loaded when it is
 *   first used, which takes about ten milliseconds; all threads share the loaded vocabulary. `preloadEncoding` loads it
 *   in advance.
 * - Functions whose name ends in `Async` copy the text, run on the library's threads, and accept `signal` and
 *   `timeoutMs`. Text of more than 256 KiB, or a list of more than 512 items, is copied in parts while other events are
 *   processed. Byte arrays must not change before the promise settles.
 * - An argument with an invalid type throws a `RansackOptionError`, and an unknown encoding or
 *   model throws `ERR_RANSACK_UNKNOWN_MODEL`.
 *
 * ```js
 * countTokens('Hello, world!') // 4
 * countTokens(['Hello,', ' world!'], 'gpt-4') // 4
 * countTokens('a<|endoftext|>', { allowedSpecial: 'all' }) // 2
 * ```
 */
export declare function countTokens(
  input: string | Uint8Array | readonly (string | Uint8Array)[],
  encoding?: TokenArgument,
): number

/**
 * Counts the tokens in `input`, on the library's threads. If `input` is a list, resolves with the total. Intended for
 * long text.
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
 * Counts the tokens in each item of `inputs`.
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
 * Counts the tokens in each item of `inputs`, on the library's threads.
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
 * Counts the tokens in `input`, up to `limit`. Returns undefined if there are more than `limit` tokens, and stops as
 * soon as that is certain.
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
 * Counts the tokens in `input`, up to `limit`, on the library's threads. Resolves with undefined if there are more than
 * `limit` tokens.
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

/** Options for `truncateToTokens`. */
export interface TruncateTokensOptions extends TokenOptions {
  /**
   * Part of the text to remove. With `'middle'`, the start keeps either as many tokens as the end or one more. Default:
   * `'end'`.
   */
  from?: CutAt | null | undefined
  /**
   * Text to put in place of removed text, such as `'…[cut]…'`. If text is removed, the limit applies to the whole
   * result, including the marker. A marker with more tokens than the limit throws a `RansackOptionError`. Default:
   * `''`.
   */
  marker?: string | null | undefined
  /**
   * Whether to cut only between lines, if that keeps at least one line: the remaining start ends after a line feed, and
   * the remaining end begins after one. Default: false, which cuts between tokens.
   */
  lineBoundary?: boolean | null | undefined
}

/** Result of `truncateToTokens`. */
export interface TruncatedText {
  /** Remaining text: the start, the marker if text was removed, and the end. */
  text: string
  /**
   * Range of the removed part in the whole text, as 0-based offsets in UTF-16 code units. If the text fits, the range
   * is empty and lies at the end of the text.
   */
  dropped: { start: number; end: number }
  /** Number of tokens in `text`. */
  tokens: number
  /** Number of tokens in the whole text. */
  totalTokens: number
}

/**
 * Truncates `text` to at most `limit` tokens. Cuts only where a token boundary is also a character boundary, or between
 * lines. The result can have fewer than `limit` tokens, since white space next to a cut may be tokenized differently in the result.
 *
 * ```js
 * truncateToTokens('one two three four', 3, { from: 'middle' })
 * // { text: 'one two four', dropped: { start: 7, end: 13 }, tokens: 3, totalTokens: 4 }
 * truncateToTokens('a\nb\nc\nd\n', 5, { marker: '...\n', lineBoundary: true }).text // 'a\nb\n...\n'
 * ```
 */
export declare function truncateToTokens(
  text: string,
  limit: number,
  options?: TokenArgument<TruncateTokensOptions>,
): TruncatedText

/**
 * Truncates `text` to at most `limit` tokens, on the library's threads.
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

/** Chunk of text, returned by `splitByTokens`. */
export interface TokenChunk {
  /** Text of the chunk. */
  text: string
  /** 0-based offset of the chunk's start in the whole text, in UTF-16 code units. */
  start: number
  /** 0-based offset of the chunk's end in the whole text, in UTF-16 code units. */
  end: number
  /** Number of tokens in the chunk, counted separately from the rest of the text. */
  tokens: number
}

/**
 * Splits `text` into chunks of at most `size` tokens. Each chunk starts with roughly the last `overlap` tokens of the
 * previous chunk (default: 0). Cuts only where a token boundary is also a character boundary. If no such cut makes a
 * chunk small enough, cuts between any two characters. Only a chunk of a single character can have more than `size`
 * tokens. Empty text has no chunks; other text without tokens is a single chunk. An `overlap` of `size` or more throws
 * a `RansackOptionError`.
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
 * Splits `text` into chunks of at most `size` tokens, on the library's threads.
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
 * Encodes `input` and returns the ids of the tokens.
 *
 * ```js
 * encode('Hello, world!') // Uint32Array [13225, 11, 2375, 0]
 * ```
 */
export declare function encode(input: string | Uint8Array, encoding?: TokenArgument): Uint32Array

/**
 * Encodes `input` on the library's threads and resolves with the ids of the tokens.
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
 * become U+FFFD. An id that is not in the vocabulary throws a `RansackOptionError`.
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

/** Token with its range in the text. Text for which the vocabulary has no token is not covered by any range. */
export interface TokenOffset {
  /** Id of the token in the vocabulary. */
  id: number
  /**
   * 0-based offset of the token's start, in UTF-16 code units for a string, otherwise in bytes. If a token starts
   * inside a character of a string, the offset is the start of that character.
   */
  start: number
  /**
   * 0-based offset of the token's end, in UTF-16 code units for a string, otherwise in bytes. If a token ends inside a
   * character of a string, the offset is the end of that character.
   */
  end: number
}

/**
 * Tokens in text with their ranges: an array-like object. The tokens are stored in parallel arrays of numbers and
 * become objects only when they are read, so that even millions of tokens put no load on the garbage collector.
 * `[...tokens]` is an array of objects, and `JSON.stringify` writes one. `structuredClone` copies the arrays of numbers
 * alone.
 */
export interface TokenOffsets extends ArrayLike<TokenOffset>, Iterable<TokenOffset> {
  /** Id of each token in the vocabulary. */
  readonly ids: Uint32Array
  /** Start offset of each token, as in {@link TokenOffset}. */
  readonly starts: Float64Array
  /** End offset of each token, as in {@link TokenOffset}. */
  readonly ends: Float64Array
  /** Number of tokens. */
  readonly length: number
  /** Returns the token at a 0-based index, or undefined; a negative index counts from the end. */
  at(index: number): TokenOffset | undefined
  /** Returns the tokens as an array, for `JSON.stringify`. */
  toJSON(): TokenOffset[]
}

/**
 * Encodes `input` and returns the tokens with their ranges.
 *
 * ```js
 * const { ids, starts, ends } = tokenOffsets('Hi, 漢') // starts: [0, 2, 3, 4], ends: [2, 3, 5, 5]
 * ```
 */
export declare function tokenOffsets(input: string | Uint8Array, encoding?: TokenArgument): TokenOffsets

/**
 * Encodes `input` on the library's threads and resolves with the tokens and their ranges.
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
 * Token counter for text that grows at its end. The total always covers the whole text, but appending a part recounts
 * only the end of the text. A part may end inside a character, either between the bytes of a character or, in a string,
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
  /** Creates a counter for text that is initially empty. */
  constructor(encoding?: TokenArgument)
  /** Number of tokens in the text. */
  get total(): number
  /** Appends a part to the text and returns the new total. */
  push(part: string | Uint8Array): number
  /** Removes the most recently pushed part. Returns false if no part is left. */
  pop(): boolean
}

/** Options for `Tokenizer.load`: information that the vocabulary file does not contain. */
export interface VocabularyFileOptions {
  /**
   * Format of the file: `'json'` for a Hugging Face `tokenizer.json` (BPE on bytes, or on characters with byte
   * fallback), `'tiktoken'` for lines that each contain a base64 token and its rank. Default: `'json'` if the file name
   * ends in `.json`, otherwise `'tiktoken'`. If a `tokenizer.json` normalises text, current Unicode tables are used.
   * Hugging Face's own library uses older tables, so a few rare characters may yield different tokens there. Its
   * regular expressions have the syntax of Oniguruma; constructs without an equivalent, such as `\K`, are errors.
   */
  format?: VocabularyFormat | null | undefined
  /**
   * Pattern that splits text before tokens are merged, for a `.tiktoken` file. Default: the pattern of `o200k_base`.
   */
  pattern?: string | null | undefined
  /** Special tokens with their ids, for a `.tiktoken` file. Default: none. */
  specialTokens?: Readonly<Record<string, number>> | ReadonlyMap<string, number> | null | undefined
}

/**
 * Vocabulary loaded from a file. Every token function accepts a `Tokenizer` in place of an encoding name.
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
   * Loads a vocabulary file on one of the library's threads. Rejects with `ERR_RANSACK_INVALID_VOCABULARY` if the file
   * has a different format, more than 256 normalizers or 64 pre-tokenizers, or normalizers that may expand text to more
   * than 128 times its length. Rejects with `ERR_RANSACK_INVALID_PATTERN` if the pattern is invalid. If the file cannot
   * be read, rejects with the corresponding error, which includes the `path`.
   */
  static load(
    path: string | Uint8Array | UrlLike,
    options?: (VocabularyFileOptions & CallOptions) | null,
  ): Promise<Tokenizer>
  /** Loads a vocabulary file on the calling thread. Throws the errors that `load` rejects with. */
  static loadSync(path: string | Uint8Array | UrlLike, options?: VocabularyFileOptions | null): Tokenizer
}

/**
 * Returns the encoding of a published model, a value of `Encoding`. A version (`gpt-4o-2024-05-13`), a provider and a
 * variant (`openai/gpt-4o:free`) are accepted, and fine-tuned models (`ft:gpt-4o:...`). Throws
 * `ERR_RANSACK_UNKNOWN_MODEL` if the model is unknown; the error's `pattern` is the model's name.
 *
 * ```js
 * encodingForModel('gpt-4o-mini') // 'o200k_base'
 * ```
 */
export declare function encodingForModel(model: string): Encoding

/**
 * Models that share a vocabulary which is not built in, for `estimateTokens`.
 *
 * ```js
 * estimateTokens('Hello', ModelFamily.Claude47)
 * ```
 */
export declare const ModelFamily: {
  /** Claude 3 to Claude Opus 4.6. */
  readonly Claude3: 'claude-3'
  /** Claude Opus 4.7 and later, Claude 5. */
  readonly Claude47: 'claude-4.7'
  /** Qwen 3.5 to 3.8. */
  readonly Qwen35: 'qwen-3.5'
  /** DeepSeek V3 and V4. */
  readonly DeepSeek3: 'deepseek-3'
  /** Kimi K2 and K3. */
  readonly KimiK2: 'kimi-k2'
  /** GLM-5. */
  readonly Glm5: 'glm-5'
}

/** Name of a family of models: a value of the object `ModelFamily`. */
export type ModelFamily = (typeof ModelFamily)[keyof typeof ModelFamily]

/**
 * Estimates the number of tokens in `input` for a family of models whose vocabulary is not built in. Letter case,
 * hyphens, underscores and dots in the name of the family are ignored.
 *
 * An estimate, not a count: it is computed from the tokens of `o200k_base`, with coefficients that keep it at or above
 * the counts of `@oh-my-pi/pi-natives` 18.2.3 for every text of 200 bytes or more in a corpus of code and prose. For
 * code and English of 8,000 bytes or more, it is at most 15 % above; for shorter texts and other languages, often 20 to
 * 30 %. The Rust documentation of `estimate_tokens` has the measured errors. A text unlike the
 * corpus may have more tokens than estimated. A `Tokenizer` loaded from a model's `tokenizer.json` counts exactly.
 *
 * Takes time linear in the length of the text. An unknown family throws `ERR_RANSACK_UNKNOWN_MODEL`.
 *
 * ```js
 * const reserve = estimateTokens(prompt, 'claude-4.7')
 * ```
 */
export declare function estimateTokens(
  input: string | Uint8Array,
  family: ModelFamily | (string & {}),
): number

/**
 * Loads a published vocabulary on one of the library's threads, so that the first call that uses the vocabulary does
 * not have to load it.
 *
 * ```js
 * await preloadEncoding('Cl100kBase')
 * ```
 */
export declare function preloadEncoding(encoding?: EncodingName | null): Promise<void>
