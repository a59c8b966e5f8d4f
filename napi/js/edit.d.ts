import type { AstEditOptions, AstEditSummary, AstRange } from '../index.js'

/** One replacement; the range is that of what is replaced, in the text that its pass began with. */
export interface AstChange extends AstRange {
  /**
   * The file, relative to the root and with `/`; of a root that is a file its name. U+FFFD stands for
   * what is not valid UTF-8.
   */
  path: string
  /** What was there. */
  before: string
  /** What comes in its place. */
  after: string
  /** The length of `before` in bytes. */
  deletedLength: number
  /** The language in which the match was found, by name. */
  language: string
  /** Number of the rewrite, 0-based, in the order given. */
  rewrite: number
  /** Number of the pass over the file, 0-based. */
  pass: number
  /** Number of the root in the order given, 0-based; set if there are several. */
  root?: number
  /** The path's bytes, if `bytes` was set. */
  pathBytes?: Uint8Array
  /** The bytes of `before`, if `bytes` was set. */
  beforeBytes?: Uint8Array
  /** The bytes of `after`, if `bytes` was set. */
  afterBytes?: Uint8Array
}

/** The outcome of `astEdit`. */
export interface AstEditResult extends AstEditSummary {
  /** By root, then bytewise by path, then by pass and place. */
  changes: AstChange[]
  /** As in `AstGrepResult`. */
  parseErrors?: string[]
}

/**
 * Replaces code that looks like a pattern, in files; by default only tells what would be replaced.
 *
 * Each file is read in its own language. Of matches of one rewrite that lie in each other the outermost
 * is replaced. The bytes around replacements stay as they are, and so do a `;` or a comment that follows
 * the code of a pattern that does not end in one.
 *
 * With `dryRun: false` all texts are computed and parsed before the first is written, and either all
 * files get theirs or none. If the process dies half-way, the next call over the same roots puts back
 * what was changed. From the first file that is replaced on, neither `signal` nor `timeoutMs` ends the
 * call: it resolves, and what it says is true of the disk.
 *
 * Errors are as with `astGrep`, and beside them those with the codes `ERR_RANSACK_OVERLAPPING_EDITS`,
 * `ERR_RANSACK_SYNTAX_ERROR` (an edit would make one) and `ERR_RANSACK_STALE`. No file is changed then.
 */
export declare function astEdit(options: AstEditOptions): Promise<AstEditResult>
