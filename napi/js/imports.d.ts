import type {
  MatchStream, OneFileOptions, OneTextOptions, StreamOptions, StructureOptions, WorkspaceCallOptions,
} from '../index.js'
import type { AstRange } from './ast.js'
import type { EditStatus } from './edit.js'
import type { OfFile, OfText, ResultFile } from './outline.js'

/**
 * Kind of an import: `'static'` for a module or its names, `'wildcard'` for all names of a module, `'sideEffect'`
 * without names, `'dynamic'` for a call such as `import("m")` or `require("m")`, `'include'` for text or code,
 * `'systemInclude'` as in `#include <f>`, `'member'` as in Java's `import static`, `'reExport'` for names that are
 * re-exported, `'typeOnly'` for types. If several kinds apply, the import has the last of them, except that
 * `'wildcard'` yields to every other kind.
 */
export type ImportKind =
  | 'static' | 'wildcard' | 'sideEffect' | 'dynamic' | 'include' | 'systemInclude' | 'member' | 'reExport' | 'typeOnly'

/** Name that an import takes from its module. */
export interface ImportedName {
  /**
   * Name in the module: `default` for the default export in JavaScript, `*` with an alias for the module itself,
   * `*` without an alias for all names.
   */
  name: string
  /** Local name, if it differs from `name`. */
  alias?: string
  /** True if the name is imported only as a type. Absent otherwise. */
  isTypeOnly?: boolean
  /** Range of the name with its alias. */
  range: AstRange
}

/** Import of a module or its names. */
export interface Import {
  /** Module as written, without quotes and brackets. For nested imports in Rust, the whole path. */
  module: string
  /** Kind. */
  kind: ImportKind
  /** Names; empty if the module is imported under its own name or for its side effects. */
  names: ImportedName[]
  /**
   * Range of the whole statement, of the call of a dynamic import, or of the relevant part of a statement that
   * imports several modules.
   */
  range: AstRange
}

/** Imports of a text. */
export interface Imports {
  /** Name of the language. */
  language: string
  /** Imports, by start. */
  items: Import[]
  /** Number of syntax errors; imports near errors may be missing. */
  syntaxErrors: number
}

/**
 * Kind of an export: `'named'`, `'default'`, `'reExport'` for a name from another module, `'wildcard'` for all
 * names from another module, `'typeOnly'` for a type.
 */
export type ExportKind = 'named' | 'default' | 'reExport' | 'wildcard' | 'typeOnly'

/** Name that a text exports. */
export interface Export {
  /** Exported name; `default` for the default export, `*` for all names of `module`. */
  name: string
  /** Name in this text, or in `module`, if it differs from `name`. */
  local?: string
  /** Module of a re-export. */
  module?: string
  /** Kind. */
  kind: ExportKind
  /** Range of the definition, or of the name in an export list. */
  range: AstRange
}

/** Names that a text exports. */
export interface Exports {
  /** Name of the language. */
  language: string
  /** Exports, by start. */
  items: Export[]
  /** Number of syntax errors; exports near errors may be missing. */
  syntaxErrors: number
}

/** Options of `imports` for a file. */
export interface ImportsFileOptions extends OneFileOptions {}
/** Options of `imports` for a text in memory. */
export interface ImportsTextOptions extends OneTextOptions {}
/** Options of `exports` for a file. */
export interface ExportsFileOptions extends OneFileOptions {}
/** Options of `exports` for a text in memory. */
export interface ExportsTextOptions extends OneTextOptions {}

/**
 * Returns the imports of a file or of a text in memory, including those in functions and under conditions. Does
 * not resolve modules or read other files.
 *
 * A skipped file has no items, and `report.skipped` gives the reason. Rejects like `outline`, and with a
 * `RansackOptionError` for a language without imports.
 *
 * ```js
 * const { items } = await imports({ source: "import a, { b as c } from 'm'", lang: 'js' })
 * items[0].names.map(({ name, alias }) => [name, alias]) // [['default', 'a'], ['b', 'c']]
 * ```
 */
export declare function imports(options: ImportsTextOptions): Promise<OfText<Imports>>
export declare function imports(options: ImportsFileOptions): Promise<OfFile<Imports, 'items'>>

/**
 * Returns the names exported by a file or by a text in memory. Rejects like `imports`, and with a
 * `RansackOptionError` for a language without exports. In Python, these are the strings of `__all__` in lists and
 * tuples that are assigned, joined by `+`, or added by `+=`, `extend` or `append`; without `__all__`, the
 * top-level names without a leading underscore.
 *
 * ```js
 * const { items } = await exports({ source: "export { a as b } from 'm'", lang: 'js' })
 * items[0] // { name: 'b', local: 'a', module: 'm', kind: 'reExport', range: { ... } }
 * ```
 */
export declare function exports(options: ExportsTextOptions): Promise<OfText<Exports>>
export declare function exports(options: ExportsFileOptions): Promise<OfFile<Exports, 'items'>>

/** Options of `importsStream`. */
export type ImportsOptions = StructureOptions
/** Options of `exportsStream`. */
export type ExportsOptions = StructureOptions

/** Imports of a file. */
export interface FileImports extends Imports, ResultFile {}

/** Exports of a file. */
export interface FileExports extends Exports, ResultFile {}

/**
 * Returns the imports of each file of a scope whose name belongs to a language with imports, in path order and in
 * batches, with the back-pressure of `grepStream`.
 *
 * ```js
 * for await (const batch of importsStream({ path: 'src', type: 'ts' })) {
 *   for (const { path, items } of batch) console.log(path, items.map(({ module }) => module))
 * }
 * ```
 */
export declare function importsStream(options: ImportsOptions & StreamOptions): ImportsStream

/** Asynchronous iterator over batches of imports. */
export type ImportsStream = MatchStream<FileImports>

/**
 * Returns the exported names of each file of a scope whose name belongs to a language with exports, in path order
 * and in batches, with the back-pressure of `grepStream`.
 *
 * ```js
 * for await (const batch of exportsStream({ path: 'src' })) {
 *   for (const { path, items } of batch) console.log(path, items.map(({ name }) => name))
 * }
 * ```
 */
export declare function exportsStream(options: ExportsOptions & StreamOptions): ExportsStream

/** Asynchronous iterator over batches of exports. */
export type ExportsStream = MatchStream<FileExports>

/** Import to add. */
export interface ImportRequest {
  /** Module, without quotes and brackets, as in `module` of an `Import`. */
  module: string
  /**
   * Names to import, each with an alias if it has one. `{ name: '*', alias }` imports the module under an alias,
   * `'*'` all its names, and `{ name: 'default', alias }` the default export in JavaScript. Default: none, which
   * imports the module itself; C and Go accept only an empty list or `*`.
   */
  names?: readonly (string | { name: string; alias?: string | null | undefined })[] | null | undefined
  /**
   * Kind. Supported kinds besides `'static'` depend on the language: `'typeOnly'` and `'sideEffect'` in TypeScript
   * and JavaScript, `'sideEffect'` in Go, `'member'` in Java, `'reExport'` in Rust, `'include'` and
   * `'systemInclude'` in C and C++. Default: `'static'`.
   */
  kind?: ImportKind | null | undefined
}

/** Import to remove. */
export interface ImportRemoval {
  /** Module, as in `module` of an `Import`. In Rust and Java, a path that ends with the name is also accepted. */
  module: string
  /** Name in the module. Default: none, which removes all imports of the module. */
  name?: string | null | undefined
}

/** Options of `addImports`. */
export interface AddImportsOptions<Text extends string | Uint8Array = string | Uint8Array> extends OneTextOptions {
  /** Text. */
  source: Text
  /** Imports to add. */
  imports: readonly ImportRequest[]
}

/** Options of `removeImports`. */
export interface RemoveImportsOptions<Text extends string | Uint8Array = string | Uint8Array> extends OneTextOptions {
  /** Text. */
  source: Text
  /** Imports to remove. */
  imports: readonly ImportRemoval[]
}

/** Options of `organiseImports`. */
export interface OrganiseImportsOptions<Text extends string | Uint8Array = string | Uint8Array> extends OneTextOptions {
  /** Text. */
  source: Text
  /** Name of the file, which identifies the main header in C and C++. Default: none. */
  fileName?: string | null | undefined
}

/** Text after a change: bytes if the original was bytes, otherwise a string. */
export interface ChangedText<Text extends string | Uint8Array = string | Uint8Array> {
  /** New text. */
  text: Text extends string ? string : Uint8Array
  /** Whether the new text differs from the original. */
  changed: boolean
}

/** Text to which imports were added. */
export interface AddedImports<Text extends string | Uint8Array = string | Uint8Array> extends ChangedText<Text> {
  /** Status of each import, in request order; `'unchanged'` if it already exists. */
  statuses: EditStatus[]
}

/**
 * Adds imports to a text in memory: C, C++, Go, Java, JavaScript, Python, Rust, TSX and TypeScript. To change
 * files, see the actions of `editDefinition`.
 *
 * A name joins an existing statement of the same module. An import that already exists changes nothing and has the
 * status `'unchanged'`. Adding a value for a name imported only as a type turns that import into a value import. A
 * new statement goes to its sorted position among the imports of its group, or below the file header; Python
 * `__future__` imports precede all other code. Quotes, semicolons and line endings follow the text. A list in the
 * language's usual layout is wrapped when it gets too long; in any other layout, names are inserted and the rest is
 * unchanged. `removeImports` with the same import restores the original text.
 *
 * Rejects with a `RansackOptionError` for a language whose imports cannot be changed, an unsupported kind of
 * import, or an invalid module or name; otherwise like `imports`.
 *
 * ```js
 * const { text } = await addImports({ source: 'import os\n', lang: 'python', imports: [{ module: 'a', names: ['b'] }] })
 * text // 'import os\n\nfrom a import b\n'
 * ```
 */
export declare function addImports<Text extends string | Uint8Array>(
  options: AddImportsOptions<Text>,
): Promise<AddedImports<Text>>

/**
 * Removes imports at the top level of a text in memory. A statement with no names left is removed with its line,
 * its attributes, the comments directly above and the comment after it. Licences and other comments about the file
 * are kept. A list that loses names keeps its layout, except that a multi-line list that was too long for one line
 * is joined once it fits. Removes every requested import or fails.
 *
 * Rejects with `ERR_RANSACK_UNKNOWN_NAME` if the text has no such import, with the nearest modules or names in
 * `candidates`; otherwise like `addImports`.
 */
export declare function removeImports<Text extends string | Uint8Array>(
  options: RemoveImportsOptions<Text>,
): Promise<ChangedText<Text>>

/**
 * Groups, sorts and merges the imports at the top level of a text in memory by the convention of its language,
 * like isort, rustfmt, goimports, google-java-format and clang-format; in JavaScript and TypeScript, packages come
 * before relative paths. Nothing moves across other code, detached comments, `#if`, a side-effect import, or
 * `from m import *` of Python, which may rebind any name.
 * Comments directly above and after an import move with it, except licences and other comments about the file. An
 * import with a comment that suppresses diagnostics on its line (`# noqa`, `// @ts-ignore`) is neither merged nor
 * wrapped. Imports covered by `isort: off`, `fmt: off`, `clang-format off`, `isort: skip` or `isort: skip_file`
 * stay in place. Organising is idempotent. Rejects like `addImports`.
 */
export declare function organiseImports<Text extends string | Uint8Array>(
  options: OrganiseImportsOptions<Text>,
): Promise<ChangedText<Text>>

/** Options of `Workspace.imports`; `path` is relative to the root of the workspace. */
export type WorkspaceImportsFileOptions = ImportsFileOptions & WorkspaceCallOptions
/** Options of `Workspace.exports`; `path` is relative to the root of the workspace. */
export type WorkspaceExportsFileOptions = ExportsFileOptions & WorkspaceCallOptions

/** Options of `Workspace.importsStream`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceImportsOptions = Omit<ImportsOptions, 'cache'> & WorkspaceCallOptions
/** Options of `Workspace.exportsStream`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceExportsOptions = Omit<ExportsOptions, 'cache'> & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Returns the imports of a file or its open buffer, like `imports`. */
    imports(options: WorkspaceImportsFileOptions): Promise<OfFile<Imports, 'items'>>
    /** Returns the names exported by a file or its open buffer, like `exports`. */
    exports(options: WorkspaceExportsFileOptions): Promise<OfFile<Exports, 'items'>>
    /** Returns the imports of the workspace's files in batches, like `importsStream`. */
    importsStream(options: WorkspaceImportsOptions & StreamOptions): ImportsStream
    /** Returns the names exported by the workspace's files in batches, like `exportsStream`. */
    exportsStream(options: WorkspaceExportsOptions & StreamOptions): ExportsStream
  }
}
