import type { AstEditOptions, AstEditSummary } from '../index.js'
import type { AstRange } from './ast.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Replacement of code; the range is that of the replaced code in the input text of its pass. */
export interface AstChange extends AstRange {
  /**
   * Path of the file, relative to its root and with `/`; the file name if the root is a file. Invalid
   * UTF-8 is replaced by U+FFFD.
   */
  path: string
  /** Replaced code. Invalid UTF-8 is replaced by U+FFFD. */
  before: string
  /** Replacement. Invalid UTF-8 is replaced by U+FFFD. */
  after: string
  /** Length of the replaced code in bytes. */
  deletedLength: number
  /** Name of the language in which the match was found. */
  language: string
  /** Index of the rewrite, 0-based, in the order given. */
  rewrite: number
  /** Number of the pass over the file, 0-based. */
  pass: number
  /** Index of the root in the order given, 0-based. Absent if the call has one root. */
  root?: number
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
  /** Raw bytes of `before`. Absent unless `bytes` is set. */
  beforeBytes?: Uint8Array
  /** Raw bytes of `after`. Absent unless `bytes` is set. */
  afterBytes?: Uint8Array
}

/** Number of replacements in one file. */
export interface FileChange {
  /**
   * Path of the file, relative to its root and with `/`; the file name if the root is a file. Invalid
   * UTF-8 is replaced by U+FFFD.
   */
  path: string
  /** Number of replacements. */
  count: number
  /** Index of the root in the order given, 0-based. Absent if the call has one root. */
  root?: number
  /**
   * True if the file still has matches after the last pass that `repeat` allows. Absent if it has none,
   * and if `repeat` is 1, which does not check.
   */
  unsettled?: true
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
}

/** Result of `astEdit`. */
export interface AstEditResult extends AstEditSummary {
  /** Changes by root, then bytewise by path, then by pass and position. */
  changes: AstChange[]
  /** Files with replacements, by root, then bytewise by path. */
  fileChanges: FileChange[]
  /**
   * Messages about the first files that were not searched completely, each with its path: syntax
   * errors, and languages that can parse no pattern; `report.skipped` has their numbers. Absent if
   * there are none.
   */
  parseErrors?: string[]
}

/**
 * Replaces code that matches patterns, in files. By default only computes the changes; set
 * `dryRun: false` to write them.
 *
 * Each file is parsed in the language of its name. If matches of one rewrite are nested, the outermost
 * is replaced. The bytes around a replacement do not change, nor does a `;` or a comment that follows
 * the code of a pattern without one.
 *
 * With `dryRun: false` all texts are computed and parsed before the first file is written, and either
 * all files are replaced or none. If the process dies half-way, the next edit of these files, or
 * `recoverEdits`, restores them; a dry run only reports them. From the first replaced file on, neither `signal` nor `timeoutMs` ends the call:
 * it resolves with what is on disk.
 *
 * Rejects with the errors of `astGrep`, and with `ERR_RANSACK_OVERLAPPING_EDITS`,
 * `ERR_RANSACK_SYNTAX_ERROR` (an edit would add a syntax error) or `ERR_RANSACK_STALE` (the changes
 * differ from `preview`), and through a workspace with `ERR_RANSACK_OPEN_BUFFER` (a file has an open
 * buffer). No file is changed then.
 *
 * ```js
 * const rewrites = { 'console.log($$$A)': 'logger.debug($$$A)' }
 * const { changes, preview } = await astEdit({ rewrites, path: 'src' })
 * if (confirm(changes)) await astEdit({ rewrites, path: 'src', dryRun: false, preview })
 * ```
 */
export declare function astEdit(options: AstEditOptions): Promise<AstEditResult>

/** Options of `Workspace.astEdit`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceAstEditOptions = AstEditOptions & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Replaces code in the workspace's files, like `astEdit`. */
    astEdit(options: WorkspaceAstEditOptions): Promise<AstEditResult>
  }
}
