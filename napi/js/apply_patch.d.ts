import type { ApplyPatchOptions, ApplyPatchSummary } from '../index.js'
import type { FileChange } from './ast_edit.js'
import type { FileWorkspaceEdit } from './edit.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Result of `applyPatch`. */
export interface ApplyPatchResult extends ApplyPatchSummary {
  /**
   * Files with changes: those whose texts change, then those that are created, deleted or renamed. Paths are relative to
   * the directory of the call or, in a workspace, to its root; `count` is the number of hunks.
   */
  fileChanges: FileChange[]
  /**
   * The changes for an editor that speaks the Language Server Protocol, as the argument of its `workspace/applyEdit`.
   * Absent if the changes were written to disk.
   */
  workspaceEdit?: FileWorkspaceEdit
}

/**
 * Applies a patch to the files below a directory. By default, only computes the changes; set `dryRun: false` to write
 * them to either all files or none, with the same guarantees as `astEdit`.
 *
 * Hunks are placed by the rules of `FilePatch.apply`. Files keep their encoding, their byte order mark and the ends of the
 * lines that do not change. Renames and copies refer to the files before the patch, so two files can swap their names; a
 * copy is listed as a created file. Several other changes to one path are applied one after the other. A patch that makes
 * a file executable, or no longer so, changes its mode: the file is then replaced by a new one with the same owner and
 * attributes. On Windows, this part of a patch is ignored. Of several names that may mean a file, the best one that exists is
 * taken; see `parsePatch`. A file to create gets the best one of those that need the fewest new directories.
 *
 * Rejects with `ERR_RANSACK_PATCH_CONFLICT` if hunks do not fit, a file does not exist, or a path to add exists: the message
 * names the conflicts of all files, up to 20, `passages` has the places or the most similar lines, and `paths` the files.
 * Rejects with `ERR_RANSACK_INVALID_PATCH` as `parsePatch` does, if a path leads out of the directory or into a `.git`
 * directory, or if the patch cannot be reversed; with `ERR_RANSACK_STALE` if a file or the preview is out of date; and with a
 * `RansackOptionError` if a file is not text or is too large, or if a path to add ends with a slash. If the call rejects, no
 * file has changed.
 *
 * ```js
 * const patch = '--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n'
 * const { preview, patched } = await applyPatch({ patch, path: 'src' })
 * console.log(patched[0].hunks[0].offset)
 * await applyPatch({ patch, path: 'src', dryRun: false, preview })
 * await applyPatch({ patch, path: 'src', dryRun: false, reverse: true })
 * ```
 */
export declare function applyPatch(options: ApplyPatchOptions): Promise<ApplyPatchResult>

/** Options for `Workspace.applyPatch`; `path` is relative to the root of the workspace. */
export type WorkspaceApplyPatchOptions = ApplyPatchOptions & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Applies a patch to files of the workspace, like the function `applyPatch`. */
    applyPatch(options: WorkspaceApplyPatchOptions): Promise<ApplyPatchResult>
  }
}
