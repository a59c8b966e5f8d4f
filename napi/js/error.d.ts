/** What tells errors apart; codes stay. */
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
  | 'ERR_RANSACK_TIMEOUT'
  | 'ERR_RANSACK_INTERNAL'

/** A call could not be carried out. */
export declare class RansackError extends Error {
  private constructor()
  readonly code: RansackErrorCode
  /** The path concerned. */
  readonly path?: string
  /** The pattern, glob or name concerned. */
  readonly pattern?: string
  /** Byte offset of the fault in `pattern`, in UTF-8, 0-based. */
  readonly offset?: number
}

/** An option is not what it should be. */
export declare class RansackOptionError extends TypeError {
  private constructor()
  readonly code: 'ERR_RANSACK_INVALID_OPTION'
  /** The path concerned. */
  readonly path?: string
  /** The value concerned, if it is text. */
  readonly pattern?: string
}
