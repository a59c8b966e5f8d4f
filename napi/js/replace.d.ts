import type { Range, ReplaceOptions, ReplaceSummary } from '../index.js'
import type { AstRange } from './ast.js'
import type { FileChange, WorkspaceEdit } from './ast_edit.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Replacement of a match. The range is the position of the match in the text before the call. */
export interface ReplacedMatch extends AstRange {
  /**
   * Path of the file from the base that `pathsFrom` selects, with `/` as separator. Invalid UTF-8 is replaced with
   * U+FFFD.
   */
  path: string
  /** Matched text. Invalid UTF-8 is replaced with U+FFFD. */
  before: string
  /** Text that replaces it. Invalid UTF-8 is replaced with U+FFFD. */
  after: string
  /** Range of the match in the text before the call, as in editors. */
  range: Range
  /** 0-based index of the pattern that matched; the lowest index if several patterns match here. */
  pattern: number
  /** 0-based index of the root, in the order given. Absent if the call has one root and its workspace at most one folder. */
  root?: number
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
  /** Raw bytes of `before`. Absent unless `bytes` is set. */
  beforeBytes?: Uint8Array
  /** Raw bytes of `after`. Absent unless `bytes` is set. */
  afterBytes?: Uint8Array
}

/** Result of `replace`. */
export interface ReplaceResult extends ReplaceSummary {
  /** Replacements, sorted by root, then bytewise by path, then by position. */
  changes: ReplacedMatch[]
  /** Files with replacements, sorted by root, then bytewise by path. */
  fileChanges: FileChange[]
  /**
   * The changes for an editor that speaks the Language Server Protocol, as the argument of its `workspace/applyEdit`.
   * Absent if the changes were written to disk.
   */
  workspaceEdit?: WorkspaceEdit
}

/**
 * Searches files for matches of patterns and replaces them. By default, only computes the changes; set `dryRun: false` to
 * write them to either all files or none, with the same guarantees as `astEdit`.
 *
 * The matches are those that `grep` finds with the same options; none overlap. All of them are replaced, with or without
 * the flag `g` of a `RegExp`, in one pass over the text as it was before the call. A match that equals its replacement is
 * no change; `unchangedMatches` counts these matches. Bytes outside the replacements stay: encodings, byte order marks,
 * line ends and a missing line end at the end of a file. Binary files are skipped and reported.
 *
 * In a replacement, references to groups are stricter than in `String.prototype.replace`: an unknown group is an error,
 * a number has all digits that follow, and `` $` `` and `$'` are literal. The groups of a `RegExp` are the same as in
 * JavaScript. A reference to a group that the engine would fill differently throws a `RansackOptionError`: a group in a
 * repetition whose part may match nothing, as in `(a*)*`, or may leave the group out, as in `(?:(a)|b)*`; and a name that
 * several groups have.
 *
 * If `limit`, `maxReplacementsPerFile` or `maxFiles` leaves out replacements, `limitReached` is true and the report is not
 * complete. A file without a match costs as much as in `grep`; a file with matches is searched again, hashed and diffed,
 * which takes about 10 ms per megabyte.
 *
 * Rejects with the errors of `grep`; with `ERR_RANSACK_INVALID_PATTERN`, before any file is read, if the replacement refers
 * to a group that a pattern lacks; with `ERR_RANSACK_STALE` if a file or the preview is out of date or another edit of the
 * same files is running; and with a `RansackOptionError` if a file would grow beyond `maxFileSize`, or its encoding lacks a
 * character of the replacement. If the call rejects, no file has changed unless the error's `paths` lists it.
 *
 * If a file with changes has an open buffer in the workspace, no file is written, as in `astEdit`: the call resolves with
 * `applied` false and a `workspaceEdit` of all files.
 *
 * ```js
 * const options = { pattern: '(\\d+)px', replacement: '$1pt', path: 'styles', glob: '*.css' }
 * const { fileChanges, preview } = await replace(options)
 * for (const { diff } of fileChanges) console.log(diff)
 * await replace({ ...options, dryRun: false, preview })
 * ```
 */
export declare function replace(options: ReplaceOptions): Promise<ReplaceResult>

/** Options for `Workspace.replace`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceReplaceOptions = ReplaceOptions & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Replaces matches of patterns in the workspace's files, like the function `replace`. */
    replace(options: WorkspaceReplaceOptions): Promise<ReplaceResult>
  }
}
