/** Encodings of `countTokens`. Only the first two have a vocabulary that is built in; `countTokens` refuses the others. */
export declare const Encoding: {
  /** Encoding of GPT-4o and later models; the default. */
  readonly O200kBase: 'O200kBase'
  /** Encoding of GPT-4 and GPT-3.5. */
  readonly Cl100kBase: 'Cl100kBase'
  /** Refused: use `estimateTokens` with the family `'claude-3'`, or a `Tokenizer`. */
  readonly ClaudeV3: 'ClaudeV3'
  /** Refused: use `estimateTokens` with the family `'claude-4.7'`, or a `Tokenizer`. */
  readonly ClaudeV47: 'ClaudeV47'
  /** Refused: use `estimateTokens` with the family `'claude-4.7'`, or a `Tokenizer`. */
  readonly ClaudeV5: 'ClaudeV5'
  /** Refused: use `estimateTokens` with the family `'claude-4.7'`, or a `Tokenizer`. */
  readonly ClaudeV5Sonnet: 'ClaudeV5Sonnet'
  /** Refused: use `estimateTokens` with the family `'qwen-3.5'`, or a `Tokenizer`. */
  readonly Qwen3: 'Qwen3'
  /** Refused: use `estimateTokens` with the family `'deepseek-3'`, or a `Tokenizer`. */
  readonly DeepSeekV3: 'DeepSeekV3'
  /** Refused: use `estimateTokens` with the family `'kimi-k2'`, or a `Tokenizer`. */
  readonly KimiK2: 'KimiK2'
  /** Refused: use `estimateTokens` with the family `'glm-5'`, or a `Tokenizer`. */
  readonly Glm5: 'Glm5'
}
/** Encoding of `countTokens`. */
export type Encoding = keyof typeof Encoding

/** Counts the tokens in a text, or the total of several texts. Throws if the encoding's vocabulary is not built in. */
export declare function countTokens(input: string | string[], encoding?: Encoding | null): number
