import type { AstEditOptions, AstEditSummary, Range } from '../index.js'
import type { AstRange } from './ast.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Replacement of code. The range is the position of the replaced code in the text before the pass that replaced it. */
export interface AstChange extends AstRange {
  /**
   * Path of the file relative to the base that `pathsFrom` selects, with `/` as separator. Invalid UTF-8 is replaced
   * with U+FFFD.
   */
  path: string
  /** Replaced code. Invalid UTF-8 is replaced with U+FFFD. */
  before: string
  /** New code. Invalid UTF-8 is replaced with U+FFFD. */
  after: string
  /** Range of the replaced code in the text before the pass that replaced it, as in editors. */
  range: Range
  /** Length of the replaced code in bytes. */
  deletedLength: number
  /** Name of the matched code's language. */
  language: string
  /** 0-based index of the rewrite, in the order given. */
  rewrite: number
  /** 0-based number of the pass over the file. */
  pass: number
  /** 0-based index of the root, in the order given. Absent if the call has one root and its workspace at most one folder. */
  root?: number
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
  /** Raw bytes of `before`. Absent unless `bytes` is set. */
  beforeBytes?: Uint8Array
  /** Raw bytes of `after`. Absent unless `bytes` is set. */
  afterBytes?: Uint8Array
  /**
   * Parts of the replaced code that the pattern does not name and no metavariable captures, such as comments, in order.
   * The replacement removes these parts or, if they are statements that follow it in the same block, moves them to
   * another block. Invalid UTF-8 is replaced with U+FFFD. Absent if there are no such parts, or if `keeps` is not
   * `'nothing'`.
   */
  lost?: string[]
  /** Raw bytes of `lost`. Absent unless `bytes` is set and `lost` is present. */
  lostBytes?: Uint8Array[]
}

/** Effect of a rewrite, an edit or an import; see `EditResult`. */
export type EditStatus = 'applied' | 'unchanged' | 'unmatched'

/** Replacement of a range of a text: `TextEdit` in the Language Server Protocol. */
export interface TextEdit {
  /** Range in the old text; empty to insert. Lines end with `\n`, `\r\n` or `\r`. */
  range: Range
  /** New text of the range; empty to delete. */
  newText: string
}

/** Edits of one document: `TextDocumentEdit` in the Language Server Protocol. */
export interface TextDocumentEdit {
  /** The document. */
  textDocument: {
    /** `file:` URI of the file; see `FileChange.uri`. */
    uri: string
    /** Version of the document that the edits are for, as given to `updateBuffer`; null if there is none. */
    version: number | null
  }
  /** Edits in ascending order. No two overlap, and all refer to the old text. */
  edits: TextEdit[]
}

/** Edits of several documents: `WorkspaceEdit` in the Language Server Protocol, with `documentChanges`. */
export interface WorkspaceEdit {
  /** Edits of each file with changes, in the order of `fileChanges`. */
  documentChanges: TextDocumentEdit[]
}

/** Effect of a call or a patch on a file. */
export type FileChangeKind = 'modify' | 'create' | 'delete' | 'rename' | 'copy'

/** File with changes: their number, and the changes of the whole text in two forms. */
export interface FileChange {
  /**
   * Path of the file relative to the base that `pathsFrom` selects, with `/` as separator. Invalid UTF-8 is replaced
   * with U+FFFD.
   */
  path: string
  /** Effect on the file; `'modify'` for replacements. */
  kind: FileChangeKind
  /** Number of changes in the file. */
  count: number
  /**
   * Unified diff of the text before the first and after the last pass, with `a/PATH` and `b/PATH` in the header and
   * three lines of context. `git apply` and `patch` reproduce the new file from it; for a file that is not UTF-8, write
   * `diffBytes`. For a UTF-16 file, the diff of the decoded text. Lines keep their `\r\n`.
   */
  diff: string
  /**
   * `file:` URI of the file, for use in an editor: the path under which its open buffer was set or, without a buffer,
   * the path below the root as the caller gave it. Links are not resolved.
   */
  uri: string
  /** New path of a file that is renamed, in the form of `path`. Absent for other files. */
  newPath?: string
  /** `file:` URI of the new path. Absent for other files. */
  newUri?: string
  /** True if the text is that of an open buffer in the workspace; otherwise absent. */
  hasBuffer?: true
  /**
   * Version of the open buffer that the edits change, as given to `updateBuffer`. Absent without a buffer, and if the
   * text was set as a whole since.
   */
  bufferVersion?: number
  /**
   * Edits that change the text before the first pass to the text after the last pass, for an editor that applies them. In
   * ascending order; no two overlap. A byte order mark does not count, and invalid UTF-8 is replaced with U+FFFD. Of
   * a created file, they insert its text. Empty if the changes were written to disk.
   */
  textEdits: TextEdit[]
  /** 0-based index of the root, in the order given. Absent if the call has one root and its workspace at most one folder. */
  root?: number
  /**
   * True if the file still has matches after the last pass allowed by `repeat`. Absent if the file has no more matches,
   * or if `repeat` is 1, in which case the new text is not checked.
   */
  unsettled?: true
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
  /** Raw bytes of `diff`. Absent unless `bytes` is set. */
  diffBytes?: Uint8Array
  /** Raw bytes of `newPath`. Absent unless `bytes` is set and `newPath` is present. */
  newPathBytes?: Uint8Array
}

/** Result of `astEdit`. */
export interface AstEditResult extends AstEditSummary {
  /** Changes, sorted by root, then bytewise by path, then by pass and position. */
  changes: AstChange[]
  /** Files with replacements, sorted by root, then bytewise by path. */
  fileChanges: FileChange[]
  /**
   * The changes for an editor that speaks the Language Server Protocol, as the argument of its `workspace/applyEdit`.
   * Absent if the changes were written to disk.
   */
  workspaceEdit?: WorkspaceEdit
  /**
   * Messages about the first few files that were not searched completely, because they have syntax errors or are in a
   * language that cannot parse any of the patterns. Each message includes the path; `report.skipped` has the counts.
   * Absent if there are no such messages.
   */
  parseErrors?: string[]
}

/**
 * Replaces matches of syntax patterns in files. By default, only computes the changes; set `dryRun: false` to write
 * them.
 *
 * Each file is parsed in its language, which its name or, for `.h` and its like, its text determines. If matches of one rewrite are nested, only the outermost
 * is replaced. Bytes outside the replacements do not change. A `;` or comment after the matched code is kept, unless
 * the pattern itself ends with a `;` or comment.
 *
 * With `dryRun: false`, all new texts are computed and parsed before the first file is written, and either all files
 * are replaced or none are. If the process dies partway, the next edit of these files, or `recoverEdits`, restores
 * them; a dry run only reports them. Once the first file has been replaced, `signal` and `timeoutMs` no longer end the
 * call: it resolves with the state on disk.
 *
 * Rejects with the same errors as `astGrep`, and with `ERR_RANSACK_OVERLAPPING_EDITS`, `ERR_RANSACK_SYNTAX_ERROR` (an
 * edit would add a syntax error) or `ERR_RANSACK_STALE` (the changes differ from those in `preview`, or a file has
 * changed; the error's `paths` lists the files). Rejects with `ERR_RANSACK_PERMISSION_DENIED` or `ERR_RANSACK_IO` if a
 * file cannot be written or its directory cannot be listed. If the call rejects, no file has changed.
 *
 * A file with an open buffer is never written, because its editor holds the text. If at least one of the changed files
 * has an open buffer in the workspace, no file is written: the call resolves as a dry run does, with `applied` false and a
 * `workspaceEdit` of all files, those without a buffer included, so that either all files change or none. In a dry run,
 * `workspaceEdit` lets an editor make the changes itself.
 *
 * ```js
 * const rewrites = { 'console.log($$$A)': 'logger.debug($$$A)' }
 * const { changes, preview } = await astEdit({ rewrites, path: 'src' })
 * if (confirm(changes)) await astEdit({ rewrites, path: 'src', dryRun: false, preview })
 * ```
 *
 * ```js
 * const { applied, workspaceEdit } = await workspace.astEdit({ rewrites: { 'old($A)': 'fresh($A)' }, dryRun: false })
 * if (!applied) await connection.workspace.applyEdit(workspaceEdit)
 * ```
 */
export declare function astEdit(options: AstEditOptions): Promise<AstEditResult>

/** Options for `Workspace.astEdit`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceAstEditOptions = AstEditOptions & WorkspaceCallOptions
