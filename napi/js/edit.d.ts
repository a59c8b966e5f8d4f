import type { AstEditOptions, AstEditSummary, DefinitionEditOptions } from '../index.js'
import type { AstRange } from './ast.js'
import type { ImportRemoval, ImportRequest } from './imports.js'
import type { DefinitionPart } from './outline.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Replacement of code; the range is that of the replaced code in the input text of its pass. */
export interface AstChange extends AstRange {
  /**
   * Path of the file, relative to its root and with `/`; the file name if the root is a file. Invalid
   * UTF-8 is replaced by U+FFFD.
   */
  path: string
  /** Replaced code. Invalid UTF-8 is replaced by U+FFFD. */
  before: string
  /** Replacement. Invalid UTF-8 is replaced by U+FFFD. */
  after: string
  /** Length of the replaced code in bytes. */
  deletedLength: number
  /** Name of the language in which the match was found. */
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
   * Parts of the replaced code that the pattern does not name and no metavariable captures, such as
   * comments, in order. The replacement removes them, or moves them if they are statements after it.
   * Invalid UTF-8 is replaced by U+FFFD. Absent unless `keeps` is `'nothing'` and there are some.
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
   * Path of the file, relative to its root and with `/`; the file name if the root is a file. Invalid
   * UTF-8 is replaced by U+FFFD.
   */
  path: string
  /** Number of replacements. */
  count: number
  /** Index of the root in the order given, 0-based. Absent if the call has one root. */
  root?: number
  /**
   * True if the file still has matches after the last pass that `repeat` allows. Absent if it has none,
   * and if `repeat` is 1, which does not check.
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
   * Messages about the first files that were not searched completely, each with its path: syntax
   * errors, and languages that can parse no pattern; `report.skipped` has their numbers. Absent if
   * there are none.
   */
  parseErrors?: string[]
}

/**
 * Replaces code that matches patterns, in files. By default only computes the changes; set
 * `dryRun: false` to write them.
 *
 * Each file is parsed in the language of its name. If matches of one rewrite are nested, the outermost
 * is replaced. The bytes around a replacement do not change, nor does a `;` or a comment that follows
 * the code of a pattern without one.
 *
 * With `dryRun: false` all texts are computed and parsed before the first file is written, and either
 * all files are replaced or none. If the process dies half-way, the next edit of these files, or
 * `recoverEdits`, restores them; a dry run only reports them. From the first replaced file on, neither `signal` nor `timeoutMs` ends the call:
 * it resolves with what is on disk.
 *
 * Rejects with the errors of `astGrep`, and with `ERR_RANSACK_OVERLAPPING_EDITS`,
 * `ERR_RANSACK_SYNTAX_ERROR` (an edit would add a syntax error) or `ERR_RANSACK_STALE` (the changes
 * differ from `preview`, or a file has changed; `paths` of the error has the files), through a workspace with `ERR_RANSACK_OPEN_BUFFER` (a file has an open
 * buffer), and with `ERR_RANSACK_PERMISSION_DENIED` or `ERR_RANSACK_IO` (a file cannot be written, or
 * its directory not be listed). No file is changed then.
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
 * Place of code: above or below a definition, before the first definition inside it (or at the start of its
 * body), after the last (or at the end).
 */
export type InsertPlace = 'before' | 'after' | 'firstMember' | 'lastMember'

/** Edit of one definition, or of the imports of a file. */
export type DefinitionEdit = {
  /** File. Default: `path` of the call. */
  path?: string | Uint8Array | URL | null | undefined
} & (EditOfDefinition | EditOfImports)

/** Edit of one definition, in a file. */
export type EditOfDefinition = {
  /**
   * Name path of the definition, as for `definition`: a definition with exactly this name is preferred to
   * those whose qualified name only ends with it. Empty for the file itself, into which code can be
   * inserted as first or last member.
   */
  name: string
} & (
  | {
    /**
     * Replaces a part by `text`. Documentation and attributes that are not there are added, and removed by an
     * empty text; a body or value is replaced only where there is one. Of a body with documentation at its
     * start, such as a docstring, all but the documentation is replaced, unless `text` begins with its own.
     */
    action: 'replace'
    /** Part, but not `'summary'`. Default: `'whole'`. */
    part?: DefinitionPart | null | undefined
    /**
     * New code. Documentation may be given without the markers of comments, a body without its brackets, a
     * signature with or without the bracket that opens the body. Directives of tools, such as `//go:noinline`,
     * and attributes between the comments of documentation stay. A body that is an expression is replaced
     * with its brackets; the mark before it, such as `=` or `->`, stays. An expression with its mark, `=> a`,
     * takes the place of a block. Rejects for the body of a function with several clauses if the code has none,
     * and for the value of `a` in `a = b = 1` if it does not begin with `b =`.
     */
    text: string
  }
  | {
    /**
     * Gives the declaration another name. Renames the overloads, prototypes and clauses of a function in the
     * file too. Other uses of the name stay.
     */
    action: 'rename'
    /** New name. */
    text: string
  }
  | {
    /**
     * Inserts code. Rejects for a place inside a body that is an expression, and beside a definition that is
     * part of an expression.
     */
    action: 'insert'
    /** Place, relative to the definition. */
    place: InsertPlace
    /** Code, with its documentation. */
    text: string
  }
  | {
    /**
     * Removes the definition with its documentation, attributes and separator. Puts `pass`, `:` or `{}` in the
     * place of the only statement of a block that needs one. Rejects for one of several names, as in
     * `a, b = 1, 2`, if the others would get other values.
     */
    action: 'remove'
  }
  | {
    /**
     * Moves the definition with its documentation and attributes. Leaves the same code as `'remove'`.
     * Rejects for one of several names of a declaration or a chain, as in `int a, b;` or `a = b = 1`, and for a
     * member of a type or object of JavaScript and TypeScript that would stand among statements.
     */
    action: 'move'
    /** Place, relative to `target`. */
    place: InsertPlace
    /** Name path of a definition. Default: `''`, the file itself. */
    target?: string | null | undefined
    /** File of the target, which must exist. Default: the file of the definition. */
    targetPath?: string | Uint8Array | URL | null | undefined
  }
  | {
    /** Puts comments around definitions that editors fold as a region. */
    action: 'region'
    /** Title. Default: `''`. */
    text?: string | null | undefined
    /** Name path of the last definition of the region, a sibling. Default: a region of one. */
    target?: string | null | undefined
  }
)

/**
 * Edit of the imports of a file: C, C++, Go, Java, JavaScript, Python, Rust, TSX and TypeScript. Those of one
 * file apply one after another.
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
 * Changes definitions of files by name, and imports. By default only computes the changes; set `dryRun: false`
 * to write them, in all files or in none, with the guarantees of `astEdit`.
 *
 * Documentation and attributes go with their definition. New code is indented like its place, with the tabs
 * or spaces and the line ends of the file, except lines inside literals; it may be given at the left margin,
 * or as it was cut out of the file. Separators of lists and blank lines are kept tidy. Comments that concern
 * the whole file, such as a shebang or a licence, belong to no definition and stay first.
 *
 * In the result, `rewrite` of a change is the index of the edit, `path` the path as the edit gives it, and
 * `root` the index of the file among the different files of the edits in the order of their first mention.
 *
 * Rejects with the errors of `astEdit`; with `ERR_RANSACK_UNKNOWN_NAME` and `ERR_RANSACK_AMBIGUOUS_NAME`,
 * whose `candidates` say more; with a `RansackOptionError` for a part that is not there, for an import that
 * the language does not have, and for a file that is not text, too large or of no known language. No file is
 * changed then.
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
