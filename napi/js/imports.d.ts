import type {
  MatchStream, OneFileOptions, OneTextOptions, StreamOptions, StructureOptions, WorkspaceCallOptions,
} from '../index.js'
import type { CodeRange } from '../index.js'
import type { EditStatus } from './ast_edit.js'
import type { OfFile, OfText, ResultFile } from './outline.js'

/**
 * Kind of an import: `'static'` for a module or names from a module, `'wildcard'` for all names from a module,
 * `'sideEffect'` for an import without names, `'dynamic'` for a call such as `import("m")` or `require("m")`,
 * `'include'` for an included file, `'systemInclude'` for a system header as in `#include <f>`, `'member'` for a static
 * member as in Java's `import static`, `'reExport'` for names that are re-exported, `'typeOnly'` for types, `'function'` and
 * `'constant'` for functions and constants in PHP. If several kinds apply, the last of them in this list is used, except that every other kind takes precedence over `'wildcard'`.
 */
export type ImportKind =
  | 'static' | 'wildcard' | 'sideEffect' | 'dynamic' | 'include' | 'systemInclude' | 'member' | 'reExport' | 'typeOnly'
  | 'function' | 'constant'

/** Name that an import takes from its module. */
export interface ImportedName {
  /**
   * Name in the module: `default` for the default export in JavaScript, `*` with an alias for the module itself,
   * `*` without an alias for all names.
   */
  name: string
  /** Local name. Absent if it is the same as `name`. */
  alias?: string
  /** True if the name is imported only as a type. Absent otherwise. */
  isTypeOnly?: boolean
  /** Range of the name in the statement, including its alias. */
  range: CodeRange
}

/** Import of a module, or of names from a module. */
export interface Import {
  /**
   * Name or path of the module as written, without quotes and brackets. For nested imports in Rust, the whole path. In
   * Ruby, the path of `require_relative` starts with `./` or `../`.
   */
  module: string
  /** Kind of the import. */
  kind: ImportKind
  /** Imported names; empty if the module is imported under its own name or for its side effects. */
  names: ImportedName[]
  /**
   * Range of the whole statement, of the call of a dynamic import, or of the relevant part of a statement that
   * imports several modules.
   */
  range: CodeRange
}

/** Imports in a source text. */
export interface Imports {
  /** Name of the source's language. */
  language: string
  /** Imports, sorted by start. */
  items: Import[]
  /** Number of syntax errors in the source; imports near the errors may be missing. */
  syntaxErrors: number
}

/**
 * Kind of an export: `'named'`, `'default'`, `'reExport'` for a name from another module, `'wildcard'` for all
 * names from another module, `'typeOnly'` for a type.
 */
export type ExportKind = 'named' | 'default' | 'reExport' | 'wildcard' | 'typeOnly'

/** Name exported by a source text. */
export interface Export {
  /** Exported name; `default` for the default export, `*` for all names of `module`. */
  name: string
  /** Name in the exporting source or, for a re-export, in `module`. Absent if it is the same as `name`. */
  local?: string
  /** Module that the name is re-exported from. Absent if the export does not name a module. */
  module?: string
  /** Kind of the export. */
  kind: ExportKind
  /** Range of the definition, or of the name in an export list. */
  range: CodeRange
}

/** Names exported by a source text. */
export interface Exports {
  /** Name of the source's language. */
  language: string
  /** Exports, sorted by start. */
  items: Export[]
  /** Number of syntax errors in the source; exports near the errors may be missing. */
  syntaxErrors: number
}

/** Options for calling `imports` with a file. */
export interface ImportsFileOptions extends OneFileOptions {}
/** Options for calling `imports` with source text in memory. */
export interface ImportsTextOptions extends OneTextOptions {}
/** Options for calling `exports` with a file. */
export interface ExportsFileOptions extends OneFileOptions {}
/** Options for calling `exports` with source text in memory. */
export interface ExportsTextOptions extends OneTextOptions {}

/**
 * Returns the imports in a file or in source text in memory, including imports inside functions and conditions. Does
 * not resolve modules or read other files.
 *
 * A skipped file has no items, and `report.skipped` gives the reason. Rejects under the same conditions as `outline`,
 * and with a `RansackOptionError` if the language has no imports.
 *
 * ```js
 * const { items } = await imports({ source: "import a, { b as c } from 'm'", lang: 'js' })
 * items[0].names.map(({ name, alias }) => [name, alias]) // [['default', 'a'], ['b', 'c']]
 * ```
 */
export declare function imports(options: ImportsTextOptions): Promise<OfText<Imports>>
export declare function imports(options: ImportsFileOptions): Promise<OfFile<Imports, 'items'>>

/**
 * Returns the names exported by a file or by source text in memory. Rejects under the same conditions as `imports`, and
 * with a `RansackOptionError` if the language has no exports. In Python, the exported names are the strings in
 * `__all__`: in lists and tuples that are assigned, joined with `+`, or added with `+=`, `extend` or `append`. If there
 * is no `__all__`, they are the top-level names without a leading underscore.
 *
 * ```js
 * const { items } = await exports({ source: "export { a as b } from 'm'", lang: 'js' })
 * items[0] // { name: 'b', local: 'a', module: 'm', kind: 'reExport', range: { ... } }
 * ```
 */
export declare function exports(options: ExportsTextOptions): Promise<OfText<Exports>>
export declare function exports(options: ExportsFileOptions): Promise<OfFile<Exports, 'items'>>

/** Options for `importsStream`. */
export type ImportsOptions = StructureOptions
/** Options for `exportsStream`. */
export type ExportsOptions = StructureOptions

/** Imports in a file. */
export interface FileImports extends Imports, ResultFile {}

/** Exports from a file. */
export interface FileExports extends Exports, ResultFile {}

/**
 * Returns the imports in each file in scope. Files in languages without imports are out of scope. Files are returned in
 * path order and in batches, with the same back-pressure as `grepStream`.
 *
 * ```js
 * for await (const batch of importsStream({ path: 'src', type: 'ts' })) {
 *   for (const { path, items } of batch) console.log(path, items.map(({ module }) => module))
 * }
 * ```
 */
export declare function importsStream(options: ImportsOptions & StreamOptions): ImportsStream

/** Asynchronous iterator over batches of files with their imports. */
export type ImportsStream = MatchStream<FileImports>

/**
 * Returns the names exported by each file in scope. Files in languages without exports are out of scope. Files are
 * returned in path order and in batches, with the same back-pressure as `grepStream`.
 *
 * ```js
 * for await (const batch of exportsStream({ path: 'src' })) {
 *   for (const { path, items } of batch) console.log(path, items.map(({ name }) => name))
 * }
 * ```
 */
export declare function exportsStream(options: ExportsOptions & StreamOptions): ExportsStream

/** Asynchronous iterator over batches of files with their exports. */
export type ExportsStream = MatchStream<FileExports>

/** Import to add. */
export interface ImportRequest {
  /**
   * Name or path of the module, without quotes and brackets, as in the `module` of an `Import`. In Ruby, a module that
   * starts with `./` or `../` is imported by `require_relative`.
   */
  module: string
  /**
   * Names to import, each with an optional alias. `{ name: '*', alias }` imports the module under an alias, `'*'`
   * imports all names from the module, and `{ name: 'default', alias }` imports the default export in JavaScript. C and
   * Go accept only an empty list or `*`, C# an empty list or `*` with an alias, Swift an empty list.
   * Default: none, which imports the module itself.
   */
  names?: readonly (string | { name: string; alias?: string | null | undefined })[] | null | undefined
  /**
   * Kind of the import. `'static'` is always supported; the other kinds depend on the language: `'typeOnly'` and
   * `'sideEffect'` in TypeScript and JavaScript, `'sideEffect'` in Go, `'member'` in C# and Java, `'reExport'` in Rust
   * and Swift, `'function'` and `'constant'` in PHP, `'include'` and `'systemInclude'` in C and C++, `'sideEffect'` and
   * `'include'` in Lua and Perl, `'dynamic'` for `require` in Perl, `'include'` for `load` and, with a name, `'dynamic'`
   * for `autoload` in Ruby. Default: `'static'`.
   */
  kind?: ImportKind | null | undefined
}

/** Import to remove. */
export interface ImportRemoval {
  /**
   * Name or path of the module, as in the `module` of an `Import`. In Rust, Java, Kotlin, PHP, Scala and Swift, a
   * path that ends with the imported name is also accepted.
   */
  module: string
  /** Name to remove, as defined in the module. Default: none, which removes all imports of the module. */
  name?: string | null | undefined
}

/** Options for `addImports`. */
export interface AddImportsOptions<Text extends string | Uint8Array = string | Uint8Array> extends OneTextOptions {
  /** Source text. */
  source: Text
  /** Imports to add. */
  imports: readonly ImportRequest[]
}

/** Options for `removeImports`. */
export interface RemoveImportsOptions<Text extends string | Uint8Array = string | Uint8Array> extends OneTextOptions {
  /** Source text. */
  source: Text
  /** Imports to remove. */
  imports: readonly ImportRemoval[]
}

/** Options for `organiseImports`. */
export interface OrganiseImportsOptions<Text extends string | Uint8Array = string | Uint8Array> extends OneTextOptions {
  /** Source text. */
  source: Text
  /** Name of the file, which identifies the main header in C and C++. Default: none. */
  fileName?: string | null | undefined
}

/** Source text after a change: bytes if the original was bytes, otherwise a string. */
export interface ChangedText<Text extends string | Uint8Array = string | Uint8Array> {
  /** New text. */
  text: Text extends string ? string : Uint8Array
  /** Whether the new text differs from the original. */
  changed: boolean
}

/** Source text to which imports were added. */
export interface AddedImports<Text extends string | Uint8Array = string | Uint8Array> extends ChangedText<Text> {
  /** Status of each requested import, in the order given; `'unchanged'` if the import already existed. */
  statuses: EditStatus[]
}

/**
 * Adds imports to source text in memory, in C, C++, C#, Go, Java, JavaScript, Kotlin, Lua, Perl, PHP, Python, Ruby,
 * Rust, Scala, Solidity, Swift, TSX, TypeScript, or the scripts of Astro, Svelte or Vue. To change files, use the
 * corresponding actions of `editDefinition`.
 *
 * A name is added to an existing statement that imports from the same module, if there is one. An import that already
 * exists changes nothing and has the status `'unchanged'`. If a name is imported only as a type, importing the same
 * name as a value turns the existing import into a value import. A new statement is placed at its sorted position among
 * the imports of its group, or below the file header; Python `__future__` imports precede all other code. Quotes,
 * semicolons and line endings match the existing text. A list in the language's usual layout is wrapped when it gets
 * too long; in any other layout, names are inserted and the rest is unchanged. `removeImports` with the same import
 * restores the original text.
 *
 * In JavaScript and TypeScript, names of `const { a } = require('b')` at the top level count as existing. If a text has
 * such calls and neither `import` nor `export` statements, except type-only imports, a new import is a call too:
 * `const { a } = require('b')`, `const b = require('b')` for the default export or the namespace, or `require('b')`.
 * Such calls are neither removed nor organised.
 *
 * In C#, PHP and Scala, a block of a namespace or package has its own imports. If all imports are in one such block, a
 * new import joins them; in PHP, it also goes into the only block with braces. In Kotlin and PHP, each new name has a
 * statement of its own, unless PHP code already imports from the module by a group in braces. In Scala, new renames and
 * wildcards have the syntax of Scala 3 if an import of the text has it, and otherwise the syntax of Scala 2.
 *
 * In Ruby, Lua and Perl, where an import runs code, a new statement follows the existing statements of its group, and a
 * new name the names of its list. In Vue and Svelte, a new import goes into `<script setup>`; without one, into the
 * first script that is not `<script module>`; and otherwise into the first script. Imports in other scripts count as
 * existing. In Astro, only the front matter is changed.
 *
 * Rejects with a `RansackOptionError` if the language's imports cannot be changed, the kind of import is not supported,
 * a module or name is invalid, a Vue, Svelte or Astro text has no script for the import, or a PHP text has several
 * namespaces or no line for the import. Also rejects under the same conditions as `imports`.
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
 * Removes top-level imports from source text in memory. If a statement has no names left, removes its line, its
 * attributes, the comments directly above it and the comment after it. Keeps licences and other comments about the
 * file. A list that loses names keeps its layout, except that a list that was too long for one line is joined once it
 * fits on one line. Removes either all requested imports or none.
 *
 * Rejects with `ERR_RANSACK_UNKNOWN_NAME` if the text has no such import; `candidates` then lists the nearest modules
 * or names. Also rejects under the same conditions as `addImports`.
 */
export declare function removeImports<Text extends string | Uint8Array>(
  options: RemoveImportsOptions<Text>,
): Promise<ChangedText<Text>>

/**
 * Groups, sorts and merges the top-level imports in source text in memory, by the conventions of the language, like
 * isort, rustfmt, goimports, google-java-format, clang-format, `dotnet format`, PHP-CS-Fixer, ktlint, Scalafix and
 * swift-format; in JavaScript and TypeScript, packages come before relative paths. In Kotlin and Scala, the order is the
 * one of several common orders that the text follows best. Nothing moves across other code, detached comments, `#if`, a side-effect import, or Python's
 * `from m import *`, which may rebind any name. Comments directly above or after an import move with it, except
 * licences and other comments about the file. An import with a comment that suppresses diagnostics on its line
 * (`# noqa`, `// @ts-ignore`) is neither merged nor wrapped. Imports covered by `isort: off`, `fmt: off`,
 * `clang-format off`, `isort: skip` or `isort: skip_file` stay in place. In C# and Swift, imports inside
 * `#if` keep their order. Organising is idempotent.
 *
 * Imports of Ruby, Lua and Perl run code and keep their order; only repeated imports are removed, if they have no
 * effect. In Vue and Svelte, each script outside other elements is organised; in Astro, the front matter.
 *
 * Rejects under the same conditions as `addImports`.
 */
export declare function organiseImports<Text extends string | Uint8Array>(
  options: OrganiseImportsOptions<Text>,
): Promise<ChangedText<Text>>

/** Options for `Workspace.imports`; `path` is relative to the root of the workspace. */
export type WorkspaceImportsFileOptions = ImportsFileOptions & WorkspaceCallOptions
/** Options for `Workspace.exports`; `path` is relative to the root of the workspace. */
export type WorkspaceExportsFileOptions = ExportsFileOptions & WorkspaceCallOptions

/** Options for `Workspace.importsStream`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceImportsOptions = Omit<ImportsOptions, 'cache'> & WorkspaceCallOptions
/** Options for `Workspace.exportsStream`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceExportsOptions = Omit<ExportsOptions, 'cache'> & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Returns the imports in a file or its open buffer, like the function `imports`. */
    imports(options: WorkspaceImportsFileOptions): Promise<OfFile<Imports, 'items'>>
    /** Returns the names exported by a file or its open buffer, like the function `exports`. */
    exports(options: WorkspaceExportsFileOptions): Promise<OfFile<Exports, 'items'>>
    /** Returns the imports in the workspace's files in batches, like the function `importsStream`. */
    importsStream(options: WorkspaceImportsOptions & StreamOptions): ImportsStream
    /** Returns the names exported by the workspace's files in batches, like the function `exportsStream`. */
    exportsStream(options: WorkspaceExportsOptions & StreamOptions): ExportsStream
  }
}
