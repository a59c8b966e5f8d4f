import type { RecoveryOptions, RecoveryResult } from '../index.js'

/**
 * Lists edits that are being applied, or were interrupted because their process died. Writes nothing.
 *
 * Searches all directories below the roots, the directories of roots that are files, and `journalDir`. From each
 * journal found, also searches the other directories of its edit.
 *
 * Cost: lists every directory below the roots and reads the journals.
 *
 * Rejects with `ERR_RANSACK_NOT_FOUND`, `ERR_RANSACK_PERMISSION_DENIED` or `ERR_RANSACK_IO` if a root or
 * `journalDir` cannot be opened or listed, or if the directory of a root that is a file cannot be listed.
 */
export declare function interruptedEdits(options?: RecoveryOptions): Promise<RecoveryResult>

/**
 * Repairs interrupted edits: restores the old texts of files whose edit was incomplete, and removes temporary
 * files. A complete edit is never undone.
 *
 * Finds journals like `interruptedEdits`. An edit that cannot be repaired, for example because it belongs to
 * another user, is left unchanged and listed in `remaining`. Once the repair has begun, `signal` and `timeoutMs`
 * no longer end the call: it resolves with the state on disk.
 *
 * Rejects like `interruptedEdits`, and with `ERR_RANSACK_STALE` if another edit of the roots is still being
 * applied after `waitMs`.
 *
 * ```js
 * const { recovered, remaining } = await recoverEdits({ path: 'src' })
 * for (const { journal, problem } of remaining) console.warn(journal, problem)
 * ```
 */
export declare function recoverEdits(options?: RecoveryOptions): Promise<RecoveryResult>
