import type { RecoveryOptions, RecoveryResult } from '../index.js'

/**
 * Lists edits that are being applied, or that were interrupted because their process died. Writes
 * nothing.
 *
 * Journals are searched for in all directories below the roots, in those of roots that are files, and
 * in `journalDir`, and from each of them in the other directories of its edit.
 *
 * Cost: lists every directory below the roots, and reads the journals.
 *
 * Rejects with `ERR_RANSACK_NOT_FOUND`, `ERR_RANSACK_PERMISSION_DENIED` or `ERR_RANSACK_IO` if a root or
 * `journalDir` cannot be opened, or it or the directory of a root that is a file cannot be listed.
 */
export declare function interruptedEdits(options?: RecoveryOptions): Promise<RecoveryResult>

/**
 * Repairs interrupted edits: restores the old texts of files whose edit was not complete, and removes
 * temporary files. An edit that was complete is never undone.
 *
 * Finds journals like `interruptedEdits`. An edit that cannot be repaired, such as one of another user,
 * stays as it is and is listed in `remaining`. Once the repair has begun, neither `signal` nor
 * `timeoutMs` ends the call: it resolves with what is on disk.
 *
 * Rejects like `interruptedEdits`, and with `ERR_RANSACK_STALE` if another edit of the roots is being
 * applied and `waitMs` has passed.
 *
 * ```js
 * const { recovered, remaining } = await recoverEdits({ path: 'src' })
 * for (const { journal, problem } of remaining) console.warn(journal, problem)
 * ```
 */
export declare function recoverEdits(options?: RecoveryOptions): Promise<RecoveryResult>
