import type { TextPassage } from '../index.js'

/**
 * Code that identifies the cause of a `RansackError`. Codes are stable; messages are not.
 *
 * - `ERR_RANSACK_INVALID_PATTERN`: a regular expression, syntax pattern or rule is invalid.
 * - `ERR_RANSACK_INVALID_GLOB`: a glob pattern is invalid.
 * - `ERR_RANSACK_UNKNOWN_TYPE`: a file type is unknown.
 * - `ERR_RANSACK_NOT_FOUND`: a root or file does not exist.
 * - `ERR_RANSACK_PERMISSION_DENIED`: a root or file is not accessible.
 * - `ERR_RANSACK_IO`: any other error from the operating system.
 * - `ERR_RANSACK_UNKNOWN_MODEL`: a language model or an encoding is unknown.
 * - `ERR_RANSACK_INVALID_VOCABULARY`: a vocabulary file is invalid.
 * - `ERR_RANSACK_CLOSED`: the workspace is closed.
 * - `ERR_RANSACK_OVERLAPPING_EDITS`: two rewrites replace the same code with different texts.
 * - `ERR_RANSACK_SYNTAX_ERROR`: a file has a syntax error, or an edit would add one.
 * - `ERR_RANSACK_STALE`: the preview token is unknown, the call makes different changes from those in the preview,
 *   files have changed since the preview or since they were read (`paths` lists them), or another edit of the same
 *   files is running or cannot be repaired.
 * - `ERR_RANSACK_NOT_WATCHED`: the operating system does not report the changes of a workspace.
 * - `ERR_RANSACK_UNKNOWN_NAME`: no definition has the given name, or there is no definition with that name and number;
 *   `candidates` lists the nearest names.
 * - `ERR_RANSACK_AMBIGUOUS_NAME`: several definitions have the given name; `candidates` lists these definitions.
 * - `ERR_RANSACK_UNKNOWN_TEXT`: a text to replace does not occur; `passages` lists the nearest passages.
 * - `ERR_RANSACK_AMBIGUOUS_TEXT`: a text to replace occurs more or less often than expected; `passages` lists its places.
 * - `ERR_RANSACK_INVALID_PATCH`: a patch is malformed, or changes something other than text files.
 * - `ERR_RANSACK_PATCH_CONFLICT`: a patch does not fit the text; `passages` lists the places of its hunks.
 * - `ERR_RANSACK_TIMEOUT`: the time limit `timeoutMs` has passed.
 * - `ERR_RANSACK_INTERNAL`: a bug in the library.
 */
export type RansackErrorCode =
  | 'ERR_RANSACK_INVALID_PATTERN'
  | 'ERR_RANSACK_INVALID_GLOB'
  | 'ERR_RANSACK_UNKNOWN_TYPE'
  | 'ERR_RANSACK_NOT_FOUND'
  | 'ERR_RANSACK_PERMISSION_DENIED'
  | 'ERR_RANSACK_IO'
  | 'ERR_RANSACK_UNKNOWN_MODEL'
  | 'ERR_RANSACK_INVALID_VOCABULARY'
  | 'ERR_RANSACK_CLOSED'
  | 'ERR_RANSACK_OVERLAPPING_EDITS'
  | 'ERR_RANSACK_SYNTAX_ERROR'
  | 'ERR_RANSACK_STALE'
  | 'ERR_RANSACK_NOT_WATCHED'
  | 'ERR_RANSACK_UNKNOWN_NAME'
  | 'ERR_RANSACK_AMBIGUOUS_NAME'
  | 'ERR_RANSACK_UNKNOWN_TEXT'
  | 'ERR_RANSACK_AMBIGUOUS_TEXT'
  | 'ERR_RANSACK_INVALID_PATCH'
  | 'ERR_RANSACK_PATCH_CONFLICT'
  | 'ERR_RANSACK_TIMEOUT'
  | 'ERR_RANSACK_INTERNAL'

/**
 * Kind of difference between a passage and the text of an edit: `'whiteSpace'` (blanks, tabs or empty lines), `'quotes'`
 * and `'dashes'` (their typographic forms), `'unicodeForm'` (normalization forms), `'case'` (capital and small letters)
 * or `'words'` (anything else).
 */
export type TextDifference = 'whiteSpace' | 'quotes' | 'dashes' | 'unicodeForm' | 'case' | 'words'

/**
 * Error from a failed call. A message about a list element starts with the list's name and the element's 0-based index,
 * as in `edits[0]`.
 *
 * ```js
 * try {
 *   await grep({ pattern: '(' })
 * } catch (error) {
 *   if (error instanceof RansackError) console.log(error.code, error.pattern, error.offset)
 * }
 * ```
 */
export declare class RansackError extends Error {
  private constructor()
  /** Code that identifies the cause. */
  readonly code: RansackErrorCode
  /** Path of the file or directory that the error is about. Absent if no file or directory is involved. */
  readonly path?: string
  /**
   * Absolute paths of the files affected by the error, sorted. For a failed edit, the files that no longer have their
   * old text. For a rejected edit, the files that blocked it: files of an interrupted edit, files with open buffers, or
   * files changed since the preview. Absent if there are no such files.
   */
  readonly paths?: string[]
  /**
   * Names that the caller may have meant. For an unknown name, the nearest names, best first. For an ambiguous name,
   * each definition, as `name#number (kind qualifiedName in line n)`. Absent if there are no candidates.
   */
  readonly candidates?: string[]
  /**
   * Passages of the text, in the file `path` if there is one. For a text to replace that does not occur, the nearest
   * passages, best first; for one that occurs too often, its places; for a patch, the places of the hunks that do not
   * fit. Absent if there are no passages.
   */
  readonly passages?: TextPassage[]
  /** Pattern, glob or name that the error is about. Absent if none is involved. */
  readonly pattern?: string
  /** 0-based offset of the error in `pattern`, in UTF-8 bytes. Absent if unknown. */
  readonly offset?: number
}

/** Error for an option or argument with an invalid type or value. */
export declare class RansackOptionError extends TypeError {
  private constructor()
  /** Code of all errors of this class. */
  readonly code: 'ERR_RANSACK_INVALID_OPTION'
  /** Path of the file or directory that the error is about. Absent if no file or directory is involved. */
  readonly path?: string
  /** Invalid value, if it is a string. */
  readonly pattern?: string
}
