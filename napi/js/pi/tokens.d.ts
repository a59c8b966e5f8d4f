/** Encodings of `countTokens`. Only the first two have a published vocabulary; `countTokens` refuses the others. */
export declare const Encoding: {
  /** Encoding of GPT-4o and later models; the default. */
  readonly O200kBase: 'O200kBase'
  /** Encoding of GPT-4 and GPT-3.5. */
  readonly Cl100kBase: 'Cl100kBase'
  /** Refused: private vocabulary. */
  readonly ClaudeV3: 'ClaudeV3'
  /** Refused: private vocabulary. */
  readonly ClaudeV47: 'ClaudeV47'
  /** Refused: private vocabulary. */
  readonly ClaudeV5: 'ClaudeV5'
  /** Refused: private vocabulary. */
  readonly ClaudeV5Sonnet: 'ClaudeV5Sonnet'
  /** Refused: load the model's vocabulary file with `Tokenizer.load` of `ransack`. */
  readonly Qwen3: 'Qwen3'
  /** Refused: load the model's vocabulary file with `Tokenizer.load` of `ransack`. */
  readonly DeepSeekV3: 'DeepSeekV3'
  /** Refused: load the model's vocabulary file with `Tokenizer.load` of `ransack`. */
  readonly KimiK2: 'KimiK2'
  /** Refused: load the model's vocabulary file with `Tokenizer.load` of `ransack`. */
  readonly Glm5: 'Glm5'
}
/** Encoding of `countTokens`. */
export type Encoding = keyof typeof Encoding

/** Counts the tokens in a text, or the total of several texts. Throws if the encoding has no published vocabulary. */
export declare function countTokens(input: string | string[], encoding?: Encoding | null): number
