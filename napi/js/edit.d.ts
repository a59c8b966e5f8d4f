import type { EditOptions, EditSummary, UrlLike } from '../index.js'
import type { FileChange, TextDocumentEdit } from './ast_edit.js'
import type { WorkspaceCallOptions } from './workspace.js'

/**
 * Edit of a text; its fields select the kind. In a quoted text and in a new text, `\n` also stands for the line end of the
 * file. Where a new text consists of whole lines, a line end after the last line is optional.
 */
export type TextEditAction =
  | {
    /** Text to find; not empty. Must occur once, unless `expectedCount` or `all` says otherwise. */
    oldText: string
    /** Text to put in its place; may be empty. */
    newText: string
    /** Number of times that the text must occur; at least 1. Occurrences may not overlap. Default: 1. */
    expectedCount?: number | null | undefined
    /** Whether all occurrences are replaced, at least one. Default: false. */
    all?: boolean | null | undefined
  }
  | {
    /** 1-based number of the first line to replace. */
    from: number
    /** 1-based number of the last line to replace, inclusive. Default: `from`. */
    to?: number | null | undefined
    /** New lines; empty to delete the lines. */
    newText: string
  }
  | {
    /** Place of an insertion: the 1-based number of the line after it, or a quoted text, which must occur once. */
    before: number | string
    /** Text to insert: whole lines at a line, any text at a quoted text. */
    newText: string
  }
  | {
    /** Place of an insertion: the 1-based number of the line before it, or a quoted text, which must occur once. */
    after: number | string
    /** Text to insert: whole lines at a line, any text at a quoted text. */
    newText: string
  }
  | {
    /** Place of an insertion: the start of the text, after a byte order mark, or its end. */
    at: 'start' | 'end'
    /** Lines to insert. */
    newText: string
  }

/** Edit of a named file; its fields select the kind. */
export type FileEdit = {
  /**
   * Path of the file: absolute or relative to the call's `path`. Of a file that is renamed, its old path. Default: the
   * call's `path`, which is then the file.
   */
  path?: string | Uint8Array | UrlLike | null | undefined
  /**
   * Content id that the file must have before the call, such as `version` of an outline. If the file has other content,
   * the call writes nothing and fails with `ERR_RANSACK_STALE`; the error's `paths` names the file. Default: none.
   */
  ifVersion?: string | null | undefined
  /**
   * Snapshot in which the line numbers of the edit count, as `readLines` gives it. If the file has changed since, the edit
   * goes where the lines are now, as `resolveLines` finds them; otherwise the call writes nothing and fails with
   * `ERR_RANSACK_STALE`, and the error's `passages` has the current lines. Default: none, which counts lines in the file
   * as it is.
   */
  snapshot?: string | null | undefined
  /**
   * Hash of each line that the edit replaces, or of the line next to which it inserts text, as `readLines` gives it with
   * `hashes`: a check, never the address. Default: none, which checks none.
   */
  hashes?: readonly string[] | null | undefined
} & (
  | TextEditAction
  | {
    /** Text of the file to create, written as UTF-8, with missing parent directories. No file or open buffer may have its path. */
    create: string
    /** Whether the file may be executed. Default: false. */
    executable?: boolean | null | undefined
  }
  | {
    /** Deletes the file. */
    delete: true
  }
  | {
    /** New path of the file: absolute or relative to the call's `path`. No file or open buffer may have it. */
    renameTo: string | Uint8Array | UrlLike
  }
)

/**
 * Comparison that found a quoted text. Each includes the tolerance of those before it.
 *
 * - `'exact'`: all bytes are equal, apart from the form of line ends.
 * - `'typography'`: typographic quotation marks, dashes and spaces equal the ASCII characters in their place.
 * - `'trailingBlanks'`: blanks at the ends of lines do not count.
 * - `'indentation'`: whole lines, whose indentation differs by the same blanks in every line that is not blank; new lines
 *   get the indentation of the text.
 */
export type MatchLevel = 'exact' | 'typography' | 'trailingBlanks' | 'indentation'

/** Creation, deletion or renaming of a file: `CreateFile`, `DeleteFile` and `RenameFile` in the Language Server Protocol. */
export type ResourceOperation =
  | { kind: 'create'; uri: string }
  | { kind: 'delete'; uri: string }
  | { kind: 'rename'; oldUri: string; newUri: string }

/** Edits and operations of several files: `WorkspaceEdit` in the Language Server Protocol, with `documentChanges`. */
export interface FileWorkspaceEdit {
  /** Changes, to be made in this order. */
  documentChanges: (TextDocumentEdit | ResourceOperation)[]
}

/** Result of `edit`. */
export interface EditResultOfFiles extends EditSummary {
  /**
   * Files with changes: those whose texts change, then those that are created, deleted or renamed, each in the order of
   * their first edits.
   */
  fileChanges: FileChange[]
  /**
   * The changes for an editor that speaks the Language Server Protocol, as the argument of its `workspace/applyEdit`.
   * Absent if the changes were written to disk.
   */
  workspaceEdit?: FileWorkspaceEdit
}

/**
 * Edits named files: replaces quoted passages or lines, inserts text, creates, deletes and renames files. By default,
 * only computes the changes; set `dryRun: false` to write them to either all files or none, with the same guarantees as
 * `astEdit`.
 *
 * All edits refer to the files as they were before the call, except that the line numbers of an edit with a `snapshot`
 * refer to that snapshot; edits of one text follow the rules of `editText`. A file may
 * be edited and renamed in the same call, with its old path in all of its edits. Bytes outside the edits stay, in files of
 * every encoding. A directory that becomes empty stays.
 *
 * Rejects with the errors of `editText`, with the file in `path`; with `ERR_RANSACK_OVERLAPPING_EDITS` if a file is
 * created, deleted or renamed twice, or its text is edited although it is created or deleted; with `ERR_RANSACK_STALE` if a
 * file or the preview is out of date, or if a file or an open buffer has a path to add; and with a `RansackOptionError` if a
 * file is not text or is too large, or if a path to add ends with a slash. If the call rejects, no file has changed.
 *
 * If a file with changes has an open buffer in the workspace, no file is written, as in `astEdit`: the call resolves with
 * `applied` false and a `workspaceEdit` of all files.
 *
 * ```js
 * const edits = [
 *   { path: 'a.js', oldText: 'var x', newText: 'let x' },
 *   { path: 'a.js', from: 10, to: 12, newText: '' },
 *   { path: 'new/b.js', create: 'export {}\n' },
 *   { path: 'c.js', renameTo: 'd.js' },
 * ]
 * const { preview } = await edit({ path: 'src', edits })
 * await edit({ path: 'src', edits, dryRun: false, preview })
 * ```
 */
export declare function edit(options: EditOptions): Promise<EditResultOfFiles>

/** Options for `Workspace.edit`; paths are relative to the root of the workspace. */
export type WorkspaceEditOptions = EditOptions & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Edits the workspace's files, like the function `edit`. */
    edit(options: WorkspaceEditOptions): Promise<EditResultOfFiles>
  }
}
