import type { CheckpointOptions, EditCheckpoint, EditsOptions, EditsResult, UndoOptions, UndoResult } from '../index.js'
import type { WorkspaceCallOptions } from './workspace.js'

/**
 * Undoes an edit, or all edits of the session after a checkpoint: restores the bytes, names and attributes of all their
 * files, or changes none.
 *
 * The edit is the one with the `id`, of any session; or the latest applied edit of the session that changed a file at or
 * below `path`. Each file must be as the edit left it. Created files are deleted, and directories that the edit created
 * are removed if they are empty. Deleted files return, with their permissions and attributes. Renamed files get their
 * old names.
 *
 * An undo is applied like an edit: durable, all files or none, and repaired by the next call after a crash. It may be
 * redone. Once the first file is changed, `signal` and `timeoutMs` no longer end the call.
 *
 * Rejects with `ERR_RANSACK_STALE` if files are not as the edit left them, and the error's `paths` lists these files; if
 * the edit is undone already; or if another edit of the same files is running. Rejects with `ERR_RANSACK_NOT_FOUND` if
 * the journal has no such edit or checkpoint. Also rejects if the journal is damaged or not private, or if a file cannot
 * be read or written.
 *
 * ```js
 * const { id } = await astEdit({ rewrites: { 'old($A)': 'fresh($A)' }, path: 'src', dryRun: false })
 * if (id) await undo({ id, path: 'src' })
 * ```
 */
export declare function undo(options?: UndoOptions | null): Promise<UndoResult>

/**
 * Redoes an edit that `undo` has undone, or all such edits of the session after a checkpoint.
 *
 * The edit is the one with the `id`, or the edit of the session that was undone last. Each file must be as the undo left
 * it.
 *
 * Rejects under the same conditions as `undo`, and with `ERR_RANSACK_STALE` if the edit is not undone.
 */
export declare function redo(options?: UndoOptions | null): Promise<UndoResult>

/**
 * Sets a checkpoint, to which `undo` can return with one call.
 *
 * Undoing to a checkpoint undoes the edits of the session that were applied after it and changed a file at or below its
 * path. The edits of other sessions stay.
 *
 * Rejects with a `RansackOptionError` if the name is empty, and with `ERR_RANSACK_IO` or `ERR_RANSACK_PERMISSION_DENIED`
 * if the journal cannot be written.
 */
export declare function checkpoint(options: CheckpointOptions): Promise<EditCheckpoint>

/**
 * Lists the edits in the undo journal, and the checkpoints. Reads the headers of all edits of the journal.
 *
 * Rejects with `ERR_RANSACK_IO` or `ERR_RANSACK_PERMISSION_DENIED` if the journal cannot be read, or if others can write
 * to it.
 *
 * ```js
 * for (const { id, operation, files } of (await edits({ path: 'src' })).edits) console.log(id, operation, files.length)
 * ```
 */
export declare function edits(options?: EditsOptions | null): Promise<EditsResult>

/** Options for `Workspace.undo` and `Workspace.redo`; paths are relative to the root of the workspace. */
export type WorkspaceUndoOptions = UndoOptions & WorkspaceCallOptions

/** Options for `Workspace.checkpoint`; the path is relative to the root of the workspace. */
export type WorkspaceCheckpointOptions = CheckpointOptions & WorkspaceCallOptions

/** Options for `Workspace.edits`; the path is relative to the root of the workspace. */
export type WorkspaceEditsOptions = EditsOptions & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /**
     * Undoes edits in the workspace, like the function `undo`. If a file that would change has an open buffer, no file is
     * written.
     */
    undo(options?: WorkspaceUndoOptions | null): Promise<UndoResult>
    /** Redoes edits in the workspace, like the function `redo`. */
    redo(options?: WorkspaceUndoOptions | null): Promise<UndoResult>
    /** Sets a checkpoint in the workspace, like the function `checkpoint`. */
    checkpoint(options: WorkspaceCheckpointOptions): Promise<EditCheckpoint>
    /** Lists the edits in the workspace, like the function `edits`. */
    edits(options?: WorkspaceEditsOptions | null): Promise<EditsResult>
  }
}
