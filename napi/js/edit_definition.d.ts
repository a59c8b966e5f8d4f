import type { DefinitionEditOptions, UrlLike } from '../index.js'
import type { AstEditResult } from './ast_edit.js'
import type { ImportRemoval, ImportRequest } from './imports.js'
import type { DefinitionPart } from './outline.js'
import type { WorkspaceCallOptions } from './workspace.js'

/**
 * Place for inserted or moved code, relative to a definition: `'before'` and `'after'` are above and below the
 * definition; `'firstMember'` is before the first definition inside it, or at the start of its body; `'lastMember'` is
 * after the last definition inside it, or at the end of its body. If that definition is in a condition or loop, the
 * place is before or after the condition or loop. If the value of the definition is a list or an object, the places are
 * before its first and after its last element.
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
