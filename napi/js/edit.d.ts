import type { AstEditOptions, AstEditSummary, DefinitionEditOptions } from '../index.js'
import type { AstRange } from './ast.js'
import type { ImportRemoval, ImportRequest } from './imports.js'
import type { DefinitionPart } from './outline.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Replacement of code. The range is the replaced code in the input text of the pass. */
export interface AstChange extends AstRange {
  /**
   * Path of the file relative to its root, with `/` as separator; the file name if the root is a file. Invalid
   * UTF-8 is replaced with U+FFFD.
   */
  path: string
  /** Replaced code. Invalid UTF-8 is replaced with U+FFFD. */
  before: string
  /** Replacement. Invalid UTF-8 is replaced with U+FFFD. */
  after: string
  /** Length of the replaced code in bytes. */
  deletedLength: number
  /** Name of the language of the matched code. */
  language: string
  /** Index of the rewrite, 0-based, in the order given. */
  rewrite: number
  /** Number of the pass over the file, 0-based. */
  pass: number
  /** Index of the root in the order given, 0-based. Absent if the call has one root. */
  root?: number
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
  /** Raw bytes of `before`. Absent unless `bytes` is set. */
  beforeBytes?: Uint8Array
  /** Raw bytes of `after`. Absent unless `bytes` is set. */
  afterBytes?: Uint8Array
  /**
   * Parts of the replaced code that the pattern does not name and no metavariable captures, such as comments, in
   * order. The replacement removes them or, if they are statements after it, moves them. Invalid UTF-8 is replaced
   * with U+FFFD. Absent if there are none, or unless `keeps` is `'nothing'`.
   */
  lost?: string[]
  /** Raw bytes of `lost`. Absent unless `bytes` is set and `lost` is present. */
  lostBytes?: Uint8Array[]
}

/** Effect of a rewrite, an edit or an import; see `EditResult`. */
export type EditStatus = 'applied' | 'unchanged' | 'unmatched'

/** Number of replacements in one file. */
export interface FileChange {
  /**
   * Path of the file relative to its root, with `/` as separator; the file name if the root is a file. Invalid
   * UTF-8 is replaced with U+FFFD.
   */
  path: string
  /** Number of replacements. */
  count: number
  /** Index of the root in the order given, 0-based. Absent if the call has one root. */
  root?: number
  /**
   * True if the file still has matches after the last pass allowed by `repeat`. Absent if it has none, or if
   * `repeat` is 1, which skips the check.
   */
  unsettled?: true
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
}

/** Result of `astEdit`. */
export interface AstEditResult extends AstEditSummary {
  /** Changes by root, then bytewise by path, then by pass and position. */
  changes: AstChange[]
  /** Files with replacements, by root, then bytewise by path. */
  fileChanges: FileChange[]
  /**
   * Messages about the first files that were not searched completely, each with its path: syntax errors, and
   * languages that cannot parse any pattern; `report.skipped` has the counts. Absent if there are none.
   */
  parseErrors?: string[]
}

/**
 * Replaces code that matches patterns in files. By default only computes the changes; set `dryRun: false` to write
 * them.
 *
 * Each file is parsed in the language determined by its name. Of nested matches of one rewrite, the outermost is
 * replaced. Bytes outside a replacement do not change. A `;` or comment after the matched code is kept if the
 * pattern does not end in one.
 *
 * With `dryRun: false`, all texts are computed and parsed before the first file is written, and either all files
 * are replaced or none. If the process dies partway, the next edit of these files, or `recoverEdits`, restores
 * them; a dry run only reports them. Once the first file has been replaced, `signal` and `timeoutMs` no longer end
 * the call: it resolves with the state on disk.
 *
 * Rejects with the errors of `astGrep`, and with `ERR_RANSACK_OVERLAPPING_EDITS`, `ERR_RANSACK_SYNTAX_ERROR` (an
 * edit would add a syntax error) or `ERR_RANSACK_STALE` (the changes differ from `preview`, or a file has changed;
 * `paths` of the error lists the files). Through a workspace, also rejects with `ERR_RANSACK_OPEN_BUFFER` (a file
 * has an open buffer). Rejects with `ERR_RANSACK_PERMISSION_DENIED` or `ERR_RANSACK_IO` if a file cannot be
 * written or its directory cannot be listed. On rejection, no file has changed.
 *
 * ```js
 * const rewrites = { 'console.log($$$A)': 'logger.debug($$$A)' }
 * const { changes, preview } = await astEdit({ rewrites, path: 'src' })
 * if (confirm(changes)) await astEdit({ rewrites, path: 'src', dryRun: false, preview })
 * ```
 */
export declare function astEdit(options: AstEditOptions): Promise<AstEditResult>

/** Options of `Workspace.astEdit`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceAstEditOptions = AstEditOptions & WorkspaceCallOptions

/**
 * Target of code: above or below a definition, before the first definition inside it (or at the start of its
 * body), or after the last definition inside it (or at the end of its body).
 */
export type InsertPlace = 'before' | 'after' | 'firstMember' | 'lastMember'

/** Edit of one definition, or of the imports of a file. */
export type DefinitionEdit = {
  /** Path of the file. Default: `path` of the call. */
  path?: string | Uint8Array | URL | null | undefined
} & (EditOfDefinition | EditOfImports)

/** Edit of one definition, in a file. */
export type EditOfDefinition = {
  /**
   * Name path of the definition, as in `definition`: an exact match takes precedence over definitions whose
   * qualified name only ends with it. Empty for the file itself, which supports inserting code as first or last
   * member.
   */
  name: string
} & (
  | {
    /**
     * Replaces a part with `text`. Missing documentation and attributes are added, and an empty text removes them;
     * a body or value can be replaced only if it exists. If a body begins with its documentation, such as a
     * docstring, the documentation is kept unless `text` begins with its own.
     */
    action: 'replace'
    /** Part to replace; `'summary'` is not allowed. Default: `'whole'`. */
    part?: DefinitionPart | null | undefined
    /**
     * New code. Documentation may be given without comment markers, a body without its brackets, and a signature
     * with or without the bracket that opens the body. Tool directives, such as `//go:noinline`, and attributes
     * between the comments of documentation are kept. If the body is an expression, its brackets are replaced too;
     * the mark before it, such as `=` or `->`, is kept. An expression with its mark, such as `=> a`, may replace a
     * block. Rejects for the body of a function with several clauses if the code has no clauses, and for the value
     * of `a` in `a = b = 1` if the code does not begin with `b =`.
     */
    text: string
  }
  | {
    /**
     * Renames the declaration, including the overloads, prototypes and clauses of a function in the file. Other
     * uses of the name are left unchanged.
     */
    action: 'rename'
    /** New name. */
    text: string
  }
  | {
    /**
     * Inserts code. Rejects inside a body that is an expression, and next to a definition that is part of an
     * expression.
     */
    action: 'insert'
    /** Place, relative to the definition. */
    place: InsertPlace
    /** Code, with its documentation. */
    text: string
  }
  | {
    /**
     * Removes the definition with its documentation, attributes and separator. Replaces the only statement of a
     * block with `pass`, `:` or `{}` if the language does not allow an empty block. Rejects for one of several
     * names, as in `a, b = 1, 2`, if the other names would get other values.
     */
    action: 'remove'
  }
  | {
    /**
     * Moves the definition with its documentation and attributes. The original place is edited as by `'remove'`.
     * Rejects for one of several names of a declaration or chain, as in `int a, b;` or `a = b = 1`. In JavaScript
     * and TypeScript, also rejects for a member of a type or object that would end up among statements.
     */
    action: 'move'
    /** Place, relative to `target`. */
    place: InsertPlace
    /** Name path of a definition. Default: `''`, the file itself. */
    target?: string | null | undefined
    /** Destination file, which must exist. Default: the file of the definition. */
    targetPath?: string | Uint8Array | URL | null | undefined
  }
  | {
    /** Wraps definitions in the region comments that editors fold. */
    action: 'region'
    /** Title. Default: `''`. */
    text?: string | null | undefined
    /**
     * Name path of the last definition of the region, a sibling of the first. Default: the region contains only
     * the first.
     */
    target?: string | null | undefined
  }
)

/**
 * Edit of the imports of a file: C, C++, Go, Java, JavaScript, Python, Rust, TSX and TypeScript. Edits of one file
 * apply in order, each to the result of the previous one.
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
 * Changes definitions and imports of files by name. By default only computes the changes; set `dryRun: false` to
 * write them, in all files or in none, with the guarantees of `astEdit`.
 *
 * Documentation and attributes stay with their definition. New code takes the indentation of its target, with the
 * tabs or spaces and the line endings of the file, except lines inside literals. It may start at the left margin
 * or be indented as in the file it was cut from. List separators and blank lines are adjusted. Comments about the
 * whole file, such as a shebang or a licence, belong to no definition and stay first.
 *
 * In the result, `rewrite` of a change is the index of the edit, `path` is the path given in the edit, and `root`
 * is the index of the file among the distinct files of the edits, in order of first mention.
 *
 * Rejects with the errors of `astEdit`; with `ERR_RANSACK_UNKNOWN_NAME` and `ERR_RANSACK_AMBIGUOUS_NAME`, with
 * alternatives in `candidates`; and with a `RansackOptionError` for a missing part, for an import that the
 * language does not have, and for a file that is not text, too large or in no known language. On rejection, no
 * file has changed.
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

/** Options of `Workspace.editDefinition`; paths are relative to the root of the workspace. */
export type WorkspaceDefinitionEditOptions = DefinitionEditOptions & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Replaces code in the workspace's files, like `astEdit`. */
    astEdit(options: WorkspaceAstEditOptions): Promise<AstEditResult>
    /** Changes definitions of the workspace's files, like `editDefinition`. */
    editDefinition(options: WorkspaceDefinitionEditOptions): Promise<AstEditResult>
  }
}
