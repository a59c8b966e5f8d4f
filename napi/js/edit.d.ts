import type { AstEditOptions, AstEditSummary, DefinitionEditOptions, Range, UrlLike } from '../index.js'
import type { AstRange } from './ast.js'
import type { ImportRemoval, ImportRequest } from './imports.js'
import type { DefinitionPart } from './outline.js'
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

/**
 * Place for inserted or moved code, relative to a definition: `'before'` and `'after'` are above and below the
 * definition; `'firstMember'` is before the first definition inside it, or at the start of its body; `'lastMember'` is
 * after the last definition inside it, or at the end of its body. If that definition is in a condition or loop, the
 * place is before or after the condition or loop.
 */
export type InsertPlace = 'before' | 'after' | 'firstMember' | 'lastMember'

/** Edit to one definition, or to the imports of a file. */
export type DefinitionEdit = {
  /** Path of the file. Default: the call's `path`. */
  path?: string | Uint8Array | UrlLike | null | undefined
  /**
   * Content id that the file must have before the call, such as `version` of an outline. If the file has other content,
   * the call writes nothing and fails with `ERR_RANSACK_STALE`; the error's `paths` names the file. Default: none.
   */
  ifVersion?: string | null | undefined
} & (EditOfDefinition | EditOfImports)

/** Edit to one definition in a file. */
export type EditOfDefinition = {
  /**
   * Name path of the definition, as for `definition`: a definition whose qualified name equals the name path takes
   * precedence over definitions whose qualified name only ends with it. If empty, stands for the file itself, which
   * supports only inserting code as the first or last member.
   */
  name: string
} & (
  | {
    /**
     * Replaces a part with `text`. Missing documentation and attributes are added, and an empty `text` removes existing
     * ones. A body or value can be replaced only if it exists. If a body begins with its documentation, such as a
     * docstring, the documentation is kept unless `text` begins with its own.
     */
    action: 'replace'
    /** Part to replace; `'summary'` is not allowed. Default: `'whole'`. */
    part?: DefinitionPart | null | undefined
    /**
     * New code. Documentation may be given without comment markers, a body without its brackets, and a signature with
     * or without the bracket that opens the body. Tool directives, such as `//go:noinline`, and attributes between the
     * comments of documentation are kept. If the body is an expression, its brackets are replaced too; the symbol
     * before the body, such as `=` or `->`, is kept. An expression with its symbol, such as `=> a`, may replace a
     * block. Rejects if the body of a function with several clauses is replaced with code that has no clauses. Also
     * rejects if the value of `a` in `a = b = 1` is replaced with code that does not begin with `b =`.
     */
    text: string
  }
  | {
    /**
     * Renames the declaration, including all overloads, prototypes and clauses of a function in the file. Other uses of
     * the name do not change.
     */
    action: 'rename'
    /** New name of the definition. */
    text: string
  }
  | {
    /**
     * Inserts code. Rejects if the place is inside a body that is an expression, or next to a definition that is part
     * of an expression.
     */
    action: 'insert'
    /** Place of the inserted code, relative to the definition. */
    place: InsertPlace
    /** Code to insert, with its documentation. */
    text: string
  }
  | {
    /**
     * Removes the definition with its documentation, attributes and separator. Replaces the only statement of a block
     * with `pass`, `:` or `{}` if the language does not allow an empty block. Rejects if the definition is one of
     * several names, as in `a, b = 1, 2`, and the other names would get different values.
     */
    action: 'remove'
  }
  | {
    /**
     * Moves the definition with its documentation and attributes. The original place is edited as by `'remove'`.
     * Rejects if the definition is one of several names in a declaration or chain, as in `int a, b;` or `a = b = 1`. In
     * JavaScript and TypeScript, also rejects if a member of a type or object would end up among statements.
     */
    action: 'move'
    /** Place of the moved definition, relative to `target`. */
    place: InsertPlace
    /**
     * Name path, in the destination file, of the definition that `place` refers to. Default: `''`, which stands for the
     * file itself.
     */
    target?: string | null | undefined
    /** Destination file, which must exist. Default: the file that contains the definition. */
    targetPath?: string | Uint8Array | UrlLike | null | undefined
  }
  | {
    /** Wraps definitions in the region comments that editors fold. */
    action: 'region'
    /** Title of the region. Default: `''`. */
    text?: string | null | undefined
    /**
     * Name path of the last definition in the region, which must be a sibling of the first. Default: the first
     * definition, which is then the only one in the region.
     */
    target?: string | null | undefined
  }
)

/**
 * Edit to the imports of a file in a language of `addImports`. Several such edits to
 * one file are applied in order, each to the result of the previous edit.
 */
export type EditOfImports =
  | {
    /** Adds imports, like `addImports`. */
    action: 'addImports'
    /** Imports to add. */
    imports: readonly ImportRequest[]
  }
  | {
    /** Removes imports at the top level, like `removeImports`. */
    action: 'removeImports'
    /** Imports to remove. */
    imports: readonly ImportRemoval[]
  }
  | {
    /** Groups, sorts and merges the imports at the top level, like `organiseImports`. */
    action: 'organiseImports'
  }

/**
 * Edits definitions, selected by name, and imports in files. By default, only computes the changes; set `dryRun: false`
 * to write them to either all files or none, with the same guarantees as `astEdit`.
 *
 * Documentation and attributes stay with their definition. New code is indented like its surroundings, with the file's
 * tabs or spaces and the file's line endings; lines inside literals keep their indentation. The new code may start at
 * the left margin or be indented as in the file it was cut from. List separators and blank lines are adjusted. Comments
 * about the whole file, such as a shebang or a licence, belong to no definition and stay first.
 *
 * In the result, `rewrite` of a change is the index of the edit, `path` is the path given in the edit, and `root` is
 * the index of the file in the list of distinct files, in the order in which the edits first mention them.
 *
 * Rejects with the same errors as `astEdit`. Also rejects with `ERR_RANSACK_UNKNOWN_NAME` or
 * `ERR_RANSACK_AMBIGUOUS_NAME`, with alternatives in `candidates`, and with a `RansackOptionError` if a part is
 * missing, if the language does not support a requested import, or if a file is not text, is too large or is not in a
 * known language. If the call rejects, no file has changed.
 *
 * ```js
 * const edits = [
 *   { name: 'A.f', action: 'replace', part: 'body', text: 'return sys.argv' },
 *   { action: 'addImports', imports: [{ module: 'sys' }] },
 * ]
 * const { preview } = await editDefinition({ path: 'a.py', edits })
 * await editDefinition({ path: 'a.py', edits, dryRun: false, preview })
 * ```
 */
export declare function editDefinition(options: DefinitionEditOptions): Promise<AstEditResult>

/** Options for `Workspace.editDefinition`; paths are relative to the root of the workspace. */
export type WorkspaceDefinitionEditOptions = DefinitionEditOptions & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Replaces code in the workspace's files, like the function `astEdit`. */
    astEdit(options: WorkspaceAstEditOptions): Promise<AstEditResult>
    /** Changes definitions in the workspace's files, like the function `editDefinition`. */
    editDefinition(options: WorkspaceDefinitionEditOptions): Promise<AstEditResult>
  }
}
