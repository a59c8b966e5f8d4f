import type { RecoveryOptions, RecoveryResult } from '../index.js'

/**
 * Lists edits that are being applied, or were interrupted because their process died. Writes nothing.
 *
 * Searches all directories below the roots. If a root is a file, searches the directory that contains it. If a journal
 * is found, also searches the other directories of the same edit.
 *
 * Takes as long as listing every directory below the roots and reading the journals.
 *
 * Rejects with `ERR_RANSACK_NOT_FOUND`, `ERR_RANSACK_PERMISSION_DENIED` or `ERR_RANSACK_IO` if a root cannot be opened
 * or listed, or if the directory that contains a root file cannot be listed.
 */
export declare function interruptedEdits(options?: RecoveryOptions | null): Promise<RecoveryResult>

/**
 * Repairs interrupted edits: restores the old texts of files whose edit was incomplete, and removes temporary
 * files. A complete edit is never undone.
 *
 * Finds journals in the same way as `interruptedEdits`. An edit that cannot be repaired, for example because it belongs
 * to another user, is left unchanged and listed in `remaining`. Once the repair has begun, `signal` and `timeoutMs` no
 * longer end the call: it resolves with the state on disk.
 *
 * Rejects under the same conditions as `interruptedEdits`, and with `ERR_RANSACK_STALE` if another edit in the searched
 * directories is still being applied after `waitMs`.
 *
 * ```js
 * const { recovered, remaining } = await recoverEdits({ path: 'src' })
 * for (const { journal, problem } of remaining) console.warn(journal, problem)
 * ```
 */
export declare function recoverEdits(options?: RecoveryOptions | null): Promise<RecoveryResult>
