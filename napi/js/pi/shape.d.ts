import type { Report } from '../../index.js'

/** Report on a call, added to the results of pi-natives. Not enumerable: copies, comparisons and JSON leave it out. */
export interface Reported {
  /** Report on the call: whether it is complete, and which files it skipped. */
  readonly report: Report
}

/**
 * Error of a call. Failed conversions of arguments and invalid options have the code `'InvalidArg'`, all other errors
 * `'GenericFailure'`. The messages of aborts and timeouts are those of pi-natives.
 */
export interface NativeError extends Error {
  /** Status of Node-API. */
  readonly code: 'InvalidArg' | 'GenericFailure'
  /** Error of ransack: a `RansackError`, a `RansackOptionError` or an `AbortError`. */
  readonly cause: Error
}
