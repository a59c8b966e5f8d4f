/**
 * Code that identifies the cause of a `RansackError`. Codes are stable; messages are not.
 *
 * - `ERR_RANSACK_INVALID_PATTERN`: a regular expression, syntax pattern or rule is invalid.
 * - `ERR_RANSACK_INVALID_GLOB`: a glob pattern is invalid.
 * - `ERR_RANSACK_UNKNOWN_TYPE`: a file type is unknown.
 * - `ERR_RANSACK_NOT_FOUND`: a root or file does not exist.
 * - `ERR_RANSACK_PERMISSION_DENIED`: a root or file is not accessible.
 * - `ERR_RANSACK_IO`: any other error of the operating system.
 * - `ERR_RANSACK_UNKNOWN_MODEL`: a language model or an encoding is unknown.
 * - `ERR_RANSACK_INVALID_VOCABULARY`: a vocabulary file is invalid.
 * - `ERR_RANSACK_CLOSED`: the workspace is closed.
 * - `ERR_RANSACK_OVERLAPPING_EDITS`: two rewrites replace the same code with different texts.
 * - `ERR_RANSACK_SYNTAX_ERROR`: a file has, or an edit would add, a syntax error.
 * - `ERR_RANSACK_STALE`: the preview token is unknown, the call makes different changes than the preview shows,
 *   files have changed since the preview or since they were read (`paths` lists them), or another edit of the same
 *   files is running or cannot be repaired.
 * - `ERR_RANSACK_OPEN_BUFFER`: an edit would write a file that has an open buffer in the workspace.
 * - `ERR_RANSACK_UNKNOWN_NAME`: no definition has the name or its number; `candidates` lists the nearest names.
 * - `ERR_RANSACK_AMBIGUOUS_NAME`: several definitions have the name; `candidates` distinguishes them.
 * - `ERR_RANSACK_TIMEOUT`: `timeoutMs` has passed.
 * - `ERR_RANSACK_INTERNAL`: a fault of the library.
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
  | 'ERR_RANSACK_OPEN_BUFFER'
  | 'ERR_RANSACK_UNKNOWN_NAME'
  | 'ERR_RANSACK_AMBIGUOUS_NAME'
  | 'ERR_RANSACK_TIMEOUT'
  | 'ERR_RANSACK_INTERNAL'

/**
 * Error of a failed call. A message about an element of a list starts with its index, 0-based, as in `edits[0]`.
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
  /** Path of the file or directory. Absent if the error does not concern one. */
  readonly path?: string
  /**
   * Absolute paths of the files affected by the error, sorted. For a failed edit: the files that no longer have
   * their old text. For a rejected edit: the files of the interrupted edit, with open buffers, or changed since
   * the preview. Absent if there are none.
   */
  readonly paths?: string[]
  /**
   * Names that the caller may have meant. For an unknown name: the nearest names, best first. For an ambiguous
   * name: each definition, as `name#number (kind path in line n)`. Absent if there are none.
   */
  readonly candidates?: string[]
  /** Pattern, glob or name. Absent if the error does not concern one. */
  readonly pattern?: string
  /** Offset of the fault in `pattern`, in bytes of UTF-8, 0-based. Absent if unknown. */
  readonly offset?: number
}

/** Error for an option or argument with an invalid type or value. */
export declare class RansackOptionError extends TypeError {
  private constructor()
  /** Code of all errors of this class. */
  readonly code: 'ERR_RANSACK_INVALID_OPTION'
  /** Path of the file or directory. Absent if the error does not concern one. */
  readonly path?: string
  /** Invalid value, if it is a string. */
  readonly pattern?: string
}
