import type {
  MatchStream, OneFileOptions, OneTextOptions, StreamOptions, StructureOptions, WorkspaceCallOptions,
} from '../index.js'
import type { AstRange } from './ast.js'
import type { EditStatus } from './edit.js'
import type { OfFile, OfText, ResultFile } from './outline.js'

/**
 * Kind of an import: `'static'` of a module or of names of it, `'wildcard'` of all names of a module,
 * `'sideEffect'` without names, `'dynamic'` by a call, such as `import("m")` and `require("m")`, `'include'`
 * of text or code, `'systemInclude'` as in `#include <f>`, `'member'` as in `import static` of Java,
 * `'reExport'` of names that are also exported, `'typeOnly'` of types. Of several the last applies, but for
 * `'wildcard'`, which yields to each.
 */
export type ImportKind =
  | 'static' | 'wildcard' | 'sideEffect' | 'dynamic' | 'include' | 'systemInclude' | 'member' | 'reExport' | 'typeOnly'

/** Name that an import takes from its module. */
export interface ImportedName {
  /**
   * Name in the module: `default` for the default export of JavaScript, `*` with an alias for the module
   * itself, `*` without an alias for all names.
   */
  name: string
  /** Name in this text, if it is another. */
  alias?: string
  /** True if the name is imported as a type only. Absent otherwise. */
  isTypeOnly?: boolean
  /** Range of the name with its alias. */
  range: AstRange
}

/** Import of a module, or of names of it. */
export interface Import {
  /** Module as written, without quotes and brackets. In nested imports of Rust the whole path. */
  module: string
  /** Kind. */
  kind: ImportKind
  /** Names; none if the module is imported under its own name, or for its effects. */
  names: ImportedName[]
  /** Range of the statement; of the call of a dynamic import; of the part of a statement with several modules. */
  range: AstRange
}

/** Imports of a text. */
export interface Imports {
  /** Name of the language. */
  language: string
  /** Imports, by start. */
  items: Import[]
  /** Number of syntax errors; imports near them may be missing. */
  syntaxErrors: number
}

/**
 * Kind of an export: `'named'`, `'default'`, `'reExport'` of a name of another module, `'wildcard'` of all
 * names of another module, `'typeOnly'` of a type.
 */
export type ExportKind = 'named' | 'default' | 'reExport' | 'wildcard' | 'typeOnly'

/** Name that a text exports. */
export interface Export {
  /** Name under which it is exported; `default` for the default export, `*` for all names of `module`. */
  name: string
  /** Name in this text, or in `module`, if it is another. */
  local?: string
  /** Module of a re-export. */
  module?: string
  /** Kind. */
  kind: ExportKind
  /** Range of the definition, or of the name in a list of exports. */
  range: AstRange
}

/** Names that a text exports. */
export interface Exports {
  /** Name of the language. */
  language: string
  /** Exports, by start. */
  items: Export[]
  /** Number of syntax errors; exports near them may be missing. */
  syntaxErrors: number
}

/** Options of `imports` of a file. */
export interface ImportsFileOptions extends OneFileOptions {}
/** Options of `imports` of a text in memory. */
export interface ImportsTextOptions extends OneTextOptions {}
/** Options of `exports` of a file. */
export interface ExportsFileOptions extends OneFileOptions {}
/** Options of `exports` of a text in memory. */
export interface ExportsTextOptions extends OneTextOptions {}

/**
 * Returns the imports of a file, or of a text in memory, also those in functions and under conditions.
 * Modules are not resolved, and other files are not read.
 *
 * A file that is skipped has no items, and `report.skipped` says why. Rejects as `outline` does, and with a
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
 * Returns the names that a file, or a text in memory, exports. Rejects as `imports` does, and with a
 * `RansackOptionError` for a language without exports. In Python these are the strings of `__all__` in lists and
 * tuples that are assigned, joined by `+`, added by `+=`, `extend` or `append`; without `__all__`, the names at
 * top level that have no leading underscore.
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
 * Returns the names that each file of a scope exports, of the files whose name belongs to a language with exports, in
 * path order and in batches, with the back-pressure of `grepStream`.
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
  /** Module, without quotes and brackets, as `module` of an `Import`. */
  module: string
  /**
   * Names of the module, each with the name in the text if it is another. `{ name: '*', alias }` is the module
   * under another name, `'*'` all its names, `{ name: 'default', alias }` the default export of JavaScript.
   * Default: none, the module itself; in C and Go always, but for `*`.
   */
  names?: readonly (string | { name: string; alias?: string | null | undefined })[] | null | undefined
  /**
   * Kind. Others as far as the language has them: `'typeOnly'` and `'sideEffect'` in TypeScript and
   * JavaScript, `'sideEffect'` in Go, `'member'` in Java, `'reExport'` in Rust, `'include'` and
   * `'systemInclude'` in C and C++. Default: `'static'`.
   */
  kind?: ImportKind | null | undefined
}

/** Import to remove. */
export interface ImportRemoval {
  /** Module, as `module` of an `Import`. In Rust and Java also a path with the name at its end. */
  module: string
  /** Name in the module. Default: none, all imports of the module. */
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
  /** Name of the file, which tells the main header of C and C++. Default: none. */
  fileName?: string | null | undefined
}

/** Text after a change: a string, or bytes if the text before was bytes. */
export interface ChangedText<Text extends string | Uint8Array = string | Uint8Array> {
  /** New text. */
  text: Text extends string ? string : Uint8Array
  /** Whether the new text differs from the old. */
  changed: boolean
}

/** Text to which imports were added. */
export interface AddedImports<Text extends string | Uint8Array = string | Uint8Array> extends ChangedText<Text> {
  /** Status of each import, in the order given: `'unchanged'` for one that exists. */
  statuses: EditStatus[]
}

/**
 * Adds imports to a text in memory: C, C++, Go, Java, JavaScript, Python, Rust, TSX and TypeScript. To change
 * files, see the actions of `editDefinition`.
 *
 * A name goes into an existing statement of the same module; an import that is there already changes
 * nothing, as its status tells. A name that is imported as a type only becomes a value if a value is added. A
 * new statement goes to its sorted place among the imports of its group, or below the header of the file;
 * `__future__` imports of Python precede all other code. Quotes, semicolons and ends of lines are those of the text.
 *
 * Rejects with a `RansackOptionError` for a language whose imports cannot be changed, a kind of import that
 * it does not have, and a module or name that is not valid in it; else as `imports` does.
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
 * Removes imports at the top level of a text in memory. A statement that has no names left disappears with
 * its line, its attributes, the comments directly above and the comment after it. Licences and other comments
 * about the file stay. Every import is removed, or the call fails.
 *
 * Rejects with `ERR_RANSACK_UNKNOWN_NAME`, whose `candidates` are the nearest modules or names, if the text
 * has no such import; else as `addImports` does.
 */
export declare function removeImports<Text extends string | Uint8Array>(
  options: RemoveImportsOptions<Text>,
): Promise<ChangedText<Text>>

/**
 * Groups, sorts and merges the imports at the top level of a text in memory by the convention of its language,
 * as isort, rustfmt, goimports, google-java-format and clang-format do; in JavaScript and TypeScript packages
 * come before relative paths. Nothing moves across other code, comments that stand alone, `#if`, or an import
 * for its effects. Comments directly above and after an import move with it, but licences and other comments
 * about the file stay. An import with a comment that suppresses messages about its line (`# noqa`,
 * `// @ts-ignore`) is neither merged nor wrapped. Imports stay where `isort: off`, `fmt: off`,
 * `clang-format off`, `isort: skip` or `isort: skip_file` say so. Organising again changes nothing. Rejects as
 * `addImports` does.
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
    /** Returns the names that a file or its open buffer exports, like `exports`. */
    exports(options: WorkspaceExportsFileOptions): Promise<OfFile<Exports, 'items'>>
    /** Returns the imports of the workspace's files in batches, like `importsStream`. */
    importsStream(options: WorkspaceImportsOptions & StreamOptions): ImportsStream
    /** Returns the names that the workspace's files export in batches, like `exportsStream`. */
    exportsStream(options: WorkspaceExportsOptions & StreamOptions): ExportsStream
  }
}
