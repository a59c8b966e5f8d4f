import type {
  MatchStream, OneFileOptions, OneTextOptions, Report, StreamOptions, StructureOptions, WorkspaceCallOptions,
} from '../index.js'
import type { CodeRange } from '../index.js'

/** Kind of a definition. All languages share the same kinds. */
export type ItemKind =
  | 'module' | 'namespace' | 'class' | 'struct' | 'union' | 'interface' | 'trait' | 'impl' | 'enum' | 'variant'
  | 'function' | 'method' | 'constructor' | 'field' | 'property' | 'constant' | 'variable' | 'typeAlias' | 'macro'
  | 'test' | 'event' | 'section' | 'key' | 'rule' | 'table' | 'view' | 'index' | 'trigger' | 'message' | 'service'
  | 'target' | 'stage' | 'element' | 'block' | 'change'

/**
 * Property of a definition that its header states or that a language convention implies. `'exported'`: marked `export`,
 * `pub` or `public`, or has a capitalised name in Go. `'declaration'`: has no body because the definition is elsewhere,
 * such as a C prototype or a TypeScript overload. `'test'`: the language's test runner recognises it by an attribute or
 * by its name.
 */
export type ItemModifier =
  | 'exported' | 'private' | 'protected' | 'static' | 'async' | 'abstract' | 'deprecated' | 'const' | 'readonly'
  | 'final' | 'override' | 'virtual' | 'default' | 'generator' | 'unsafe' | 'extern' | 'inline' | 'test' | 'getter'
  | 'setter' | 'declaration' | 'optional'

/** Definition in a source text. */
export interface OutlineItem {
  /** Kind of the definition. */
  kind: ItemKind
  /** Name as written, without quotes; for an `impl` block in Rust, its header. */
  name: string
  /** Names of the enclosing definitions and of this definition, joined with the outline's `separator`. */
  qualifiedName: string
  /** Header without documentation, attributes and body, on one line of at most 1,024 bytes. */
  signature: string
  /**
   * Documentation without comment markers. The language's conventions determine which comments count as documentation.
   * Absent if the definition has no documentation.
   */
  doc?: string
  /** Modifiers of the definition. */
  modifiers: ItemModifier[]
  /** Range of the whole definition: documentation, attributes, header and body. */
  range: CodeRange
  /** Range of the name or, for an unnamed definition, of the first token. */
  nameRange: CodeRange
  /** Range of the body, including its brackets. Absent if the definition has no body. */
  bodyRange?: CodeRange
  /** Range of the value of a variable, constant, macro, field, variant or key. Absent if there is no value. */
  valueRange?: CodeRange
  /**
   * True if the definition's code has a syntax error, in which case parts of the definition may be missing. Absent
   * otherwise.
   */
  hasError?: boolean
  /** Definitions inside this definition, sorted by start. */
  children: OutlineItem[]
}

/** Definitions in a source text. */
export interface Outline {
  /** Name of the source's language. */
  language: string
  /** Separator between the names in `qualifiedName`: `.` or `::`. */
  separator: string
  /** Content id of the bytes of the file or text: 32 hexadecimal digits, equal if and only if the bytes are equal. */
  version: string
  /** Top-level definitions, sorted by start. */
  items: OutlineItem[]
  /** Number of syntax errors in the source; definitions near the errors may be missing. */
  syntaxErrors: number
  /** Number of definitions omitted because they are nested inside 100 or more other definitions. */
  tooDeep: number
  /** Whether the text looks minified: its average line length exceeds 500 bytes, or a line exceeds 5,000 bytes. */
  isMinified: boolean
  /** Whether a comment at the start of the text marks it as generated. */
  isGenerated: boolean
}

/** File that a result of a stream belongs to. */
export interface ResultFile {
  /** Path of the file relative to the base that `pathsFrom` selects. */
  path: string
  /** Raw bytes of the path. Absent unless the call set `bytes`. */
  pathBytes?: Uint8Array
  /** 0-based index of the root, in the order given. Absent if the call has one root and its workspace at most one folder. */
  root?: number
}

/** Definitions in a file. */
export interface FileOutline extends Outline, ResultFile {}

/** Result of a call for one file. If the file is skipped, the result contains only the report and empty values. */
export type OfFile<Result, Always extends keyof Result> = Partial<Omit<Result, Always>> & Pick<Result, Always> & {
  /** Report on the call. If the file has no result, `skipped` gives the reason. */
  report: Report
}

/** Result of a call for source text in memory. */
export type OfText<Result> = Result & {
  /**
   * Report on the call, which is complete unless the text has syntax errors or definitions that are nested too deeply.
   */
  report: Report
}

/** Options for calling `outline` with a file. */
export interface OutlineFileOptions extends OneFileOptions {
  /**
   * Maximum depth of keys in a data file, such as JSON; top-level keys have depth 1. Deeper keys are omitted. Default:
   * 3. `Infinity` means no limit.
   */
  keyDepth?: number | null | undefined
}

/** Options for calling `outline` with source text in memory. */
export interface OutlineTextOptions extends OneTextOptions {
  /**
   * Maximum depth of keys in a data file, such as JSON; top-level keys have depth 1. Deeper keys are omitted. Default:
   * 3. `Infinity` means no limit.
   */
  keyDepth?: number | null | undefined
}

/**
 * Returns the definitions in a file or in source text in memory as a tree. Parses the source once, on one of the
 * library's threads. The options may also be split into two objects: `outline({ path }, { keyDepth: 1 })`.
 *
 * A skipped file (binary, too large, unreadable) has no items, and `report.skipped` gives the reason. Rejects with a
 * `RansackOptionError` if the language is unknown, the path is a directory, or no language can be detected from the
 * file name and the text. Also rejects with `ERR_RANSACK_NOT_FOUND`, `ERR_RANSACK_TIMEOUT` or an `AbortError`.
 *
 * ```js
 * const { items } = await outline({ source: 'class A { f(x) {} }', lang: 'js' })
 * items[0].children[0].qualifiedName // 'A.f'
 * ```
 */
export declare function outline(options: OutlineTextOptions): Promise<OfText<Outline>>
export declare function outline(options: OutlineFileOptions): Promise<OfFile<Outline, 'items'>>
export declare function outline(
  text: Pick<OutlineTextOptions, 'source' | 'lang'>,
  options: Omit<OutlineTextOptions, 'source' | 'lang'>,
): Promise<OfText<Outline>>
export declare function outline(
  file: Pick<OutlineFileOptions, 'path'>,
  options: Omit<OutlineFileOptions, 'path'>,
): Promise<OfFile<Outline, 'items'>>

/**
 * Returns the definitions in source text in memory, like `outline`, and blocks the calling thread until the result is
 * available. Throws the errors that `outline` rejects with.
 *
 * ```js
 * outlineSync({ source: 'def f(): pass', lang: 'python' }).items[0].name // 'f'
 * ```
 */
export declare function outlineSync(options: OutlineTextOptions): OfText<Outline>

/** Options for `outlineStream`. */
export interface OutlineOptions extends StructureOptions {
  /**
   * Maximum depth of keys in a data file, such as JSON; top-level keys have depth 1. Deeper keys are omitted. Default:
   * 3. `Infinity` means no limit.
   */
  keyDepth?: number | null | undefined
}

/**
 * Returns the definitions in each file in scope. Files in languages without outlines are out of scope. Files are
 * returned in path order and in batches, with the same back-pressure as `grepStream`.
 *
 * ```js
 * for await (const batch of outlineStream({ path: 'src', type: 'rust' })) {
 *   for (const { path, items } of batch) console.log(path, items.map((item) => item.signature))
 * }
 * ```
 */
export declare function outlineStream(options: OutlineOptions & StreamOptions): OutlineStream

/** Asynchronous iterator over batches of files with their outlines. */
export type OutlineStream = MatchStream<FileOutline>

/**
 * Part of a definition. `'whole'`: documentation, attributes, header and body. `'doc'`: the documentation, including
 * its comment markers or quotes. `'attributes'`: from the first attribute to the last. `'signature'`: the header
 * without documentation, leading attributes and body. `'body'`: the body, including its brackets. `'value'`: the value
 * of a variable, constant, macro, field, variant or key. `'summary'`: the whole definition with the bodies of its
 * functions elided, as in a skeleton. `'summary'` can be returned but not replaced.
 */
export type DefinitionPart = 'whole' | 'doc' | 'attributes' | 'signature' | 'body' | 'value' | 'summary'

/**
 * Layout of the source code of a definition. `'exact'`: the first line begins at the definition, without its
 * indentation; the other lines keep theirs. `'lines'`: whole lines with their indentation, and with other code in these
 * lines. `'dedented'`: whole lines without the indentation of the first line; a line that is indented less loses only
 * the part that it shares with the first line.
 */
export type DefinitionLayout = 'exact' | 'lines' | 'dedented'

/** Range of one part of a definition. */
export interface DefinitionPartRange {
  /** Kind of the part: `'doc'`, `'attributes'`, `'signature'`, `'body'` or `'value'`. */
  part: DefinitionPart
  /** Range of the part. */
  range: AstRange
}

/** Source code of a definition, or of some of its parts. */
export interface Definition {
  /** Name of the source's language. */
  language: string
  /** Content id of the bytes of the file or text: 32 hexadecimal digits. */
  version: string
  /**
   * Source code of the requested parts, in source order, joined with newlines; empty if the definition has none of the
   * parts.
   */
  text: string
  /**
   * Smallest range that contains the requested parts, or the lines of the parts if the layout has whole lines. Absent
   * if the definition has none of the parts.
   */
  range?: CodeRange
  /**
   * All parts of the definition, requested or not, in source order. Parts may be nested: documentation inside a Python
   * body, for example.
   */
  parts: DefinitionPartRange[]
  /** Definition as in an outline, including its children. */
  item: OutlineItem
  /** Number of syntax errors in the whole text. */
  syntaxErrors: number
}

/** Options for calling `definition` with a file. */
export interface DefinitionFileOptions extends OneFileOptions {
  /**
   * Qualified name of the definition, or a trailing part of the qualified name: `Outer.method`, `Outer::method` or
   * `method`; case-sensitive. An exact match takes precedence over definitions whose qualified name only ends with
   * `name`. Append `#1`, `#2` and so on to select one of several definitions with the same name path, numbered in
   * source order; a number out of range is treated as an unknown name.
   */
  name: string
  /**
   * Parts to return, in any order. Default: `['whole']`, which an empty list also selects. The returned text contains
   * the existing parts in source order, joined with newlines. Duplicate and nested parts add nothing, and overlapping
   * parts are merged; `'summary'` covers every part except `'whole'`. Documentation that is the first statement in the
   * body, as in Python, comes after the signature and is part of the body.
   */
  parts?: readonly DefinitionPart[] | null | undefined
  /** Layout of the returned source code. Default: `'exact'`. */
  layout?: DefinitionLayout | null | undefined
}

/** Options for calling `definition` with source text in memory. */
export interface DefinitionTextOptions extends OneTextOptions {
  /** Qualified name of the definition, or a trailing part of the qualified name, as in `DefinitionFileOptions`. */
  name: string
  /** Parts to return, as in `DefinitionFileOptions`. Default: `['whole']`. */
  parts?: readonly DefinitionPart[] | null | undefined
  /** Layout of the returned source code. Default: `'exact'`. */
  layout?: DefinitionLayout | null | undefined
}

/**
 * Returns the source code of the definition that a name path selects, in a file or in source text in memory. An exact
 * match takes precedence over definitions whose qualified name only ends with the name path. A declaration without a
 * body is found only if the text does not define the name.
 *
 * Never guesses. Rejects with `ERR_RANSACK_UNKNOWN_NAME` if no definition has the name or number; `candidates` then
 * lists the nearest names. Rejects with `ERR_RANSACK_AMBIGUOUS_NAME` if several definitions match; `candidates` then
 * lists their numbered names. Also rejects under the same conditions as `outline`.
 *
 * ```js
 * const { text } = await definition({ path: 'src/shape.ts', name: 'Shape.area', parts: ['doc', 'signature'] })
 * ```
 */
export declare function definition(options: DefinitionTextOptions): Promise<OfText<Definition>>
export declare function definition(options: DefinitionFileOptions): Promise<OfFile<Definition, 'text'>>

/**
 * Level of detail of a skeleton, in order of increasing detail. `'names'`: one line for each definition with its kind
 * and its name, indented by two spaces per depth; not text in the language of the source. `'signatures'`: no
 * documentation; headings of Markdown without text; keys with values of at most 30 bytes. `'docs'`: signatures and
 * documentation; headings of Markdown, each with its first paragraph; keys with values of at most 100 bytes. `'full'`:
 * the whole text.
 */
export type SkeletonLevel = 'names' | 'signatures' | 'docs' | 'full'

/** Source text without details, such as the bodies of its functions. */
export interface Skeleton {
  /** Name of the source's language. */
  language: string
  /** Content id of the bytes of the file or text: 32 hexadecimal digits. */
  version: string
  /**
   * Source text in which each function body is replaced with `...` in a comment, or with the placeholder that the
   * language's syntax requires; at the level `'names'`, the list of names.
   */
  text: string
  /** Level of detail of `text`. */
  level: SkeletonLevel
  /** Number of elided bodies, sections and values; 0 for a list of names. */
  elided: number
  /** Number of definitions omitted from a list of names that exceeds `maxTokens`. */
  omitted: number
  /** Number of tokens in `text`. */
  tokens: number
  /** Number of tokens in the original text. */
  originalTokens: number
  /** Number of syntax errors in the original text. */
  syntaxErrors: number
}

/** Options for calling `skeleton` with a file. */
export interface SkeletonFileOptions extends OneFileOptions {
  /** Level of detail of the skeleton. Default: `'docs'`. */
  level?: SkeletonLevel | null | undefined
  /** Name paths of definitions to keep in full, as for `definition`; not at the level `'names'`. Default: none. */
  names?: readonly string[] | ReadonlySet<string> | null | undefined
  /**
   * Maximum number of tokens. The skeleton has the highest level that fits, up to `level`. If no level fits, it lists
   * the names that fit: the deepest definitions are omitted first, then the last ones, and the last line gives their
   * number, as in `... 12 more`. Default: no limit. `Infinity` means no limit.
   */
  maxTokens?: number | null | undefined
  /** Name of the encoding that counts tokens, as for `countTokens`. Default: `'o200k_base'`. */
  tokenEncoding?: string | null | undefined
}

/** Options for calling `skeleton` with source text in memory. */
export interface SkeletonTextOptions extends OneTextOptions {
  /** Level of detail of the skeleton. Default: `'docs'`. */
  level?: SkeletonLevel | null | undefined
  /** Name paths of definitions to keep in full, as for `definition`; not at the level `'names'`. Default: none. */
  names?: readonly string[] | ReadonlySet<string> | null | undefined
  /**
   * Maximum number of tokens. The skeleton has the highest level that fits, up to `level`. If no level fits, it lists
   * the names that fit: the deepest definitions are omitted first, then the last ones, and the last line gives their
   * number, as in `... 12 more`. Default: no limit. `Infinity` means no limit.
   */
  maxTokens?: number | null | undefined
  /** Name of the encoding that counts tokens, as for `countTokens`. Default: `'o200k_base'`. */
  tokenEncoding?: string | null | undefined
}

/**
 * Returns the text of a file, or source text in memory, with the bodies of its functions elided, or with the level of
 * detail that fits a number of tokens. Imports, types with their members, constants and signatures are kept. Sections
 * of Markdown and long values of JSON, TOML and YAML are elided too. Rejects under the same conditions as `definition`, including
 * unknown and ambiguous names.
 *
 * ```js
 * const { text, tokens, originalTokens } = await skeleton({ path: 'src/shape.ts', names: ['Shape.area'] })
 * ```
 */
export declare function skeleton(options: SkeletonTextOptions): Promise<OfText<Skeleton>>
export declare function skeleton(
  options: SkeletonFileOptions,
): Promise<OfFile<Skeleton, 'text' | 'elided' | 'tokens' | 'originalTokens'>>

/** Skeleton of a file. */
export interface FileSkeleton extends Skeleton, ResultFile {}

/** Options for `skeletonStream`. */
export interface SkeletonOptions extends StructureOptions {
  /** Level of detail of the skeleton. Default: `'docs'`. */
  level?: SkeletonLevel | null | undefined
  /**
   * Name paths of definitions to keep in full, as for `definition`, in every file that contains them. Default: none.
   */
  names?: readonly string[] | ReadonlySet<string> | null | undefined
  /**
   * Maximum number of tokens of each skeleton. The skeleton has the highest level that fits, up to `level`. If no level fits, it lists
   * the names that fit: the deepest definitions are omitted first, then the last ones, and the last line gives their
   * number, as in `... 12 more`. Default: no limit. `Infinity` means no limit.
   */
  maxTokens?: number | null | undefined
  /** Name of the encoding that counts tokens, as for `countTokens`. Default: `'o200k_base'`. */
  tokenEncoding?: string | null | undefined
}

/**
 * Returns the skeleton of each file in scope. Files in languages without outlines are out of scope. Files are returned
 * in path order and in batches, with the same back-pressure as `grepStream`. After all files have been read, throws
 * `ERR_RANSACK_UNKNOWN_NAME` if any of the `names` was not found in any file.
 *
 * ```js
 * for await (const batch of skeletonStream({ path: 'src', level: 'signatures' })) {
 *   for (const { path, text, tokens } of batch) console.log(`// ${path}: ${tokens} tokens\n${text}`)
 * }
 * ```
 */
export declare function skeletonStream(options: SkeletonOptions & StreamOptions): SkeletonStream

/** Asynchronous iterator over batches of skeletons. */
export type SkeletonStream = MatchStream<FileSkeleton>

/** Options for `Workspace.outlineStream`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceOutlineOptions = Omit<OutlineOptions, 'cache'> & WorkspaceCallOptions
/** Options for `Workspace.outline`; `path` is relative to the root of the workspace. */
export type WorkspaceOutlineFileOptions = OutlineFileOptions & WorkspaceCallOptions
/** Options for `Workspace.definition`; `path` is relative to the root of the workspace. */
export type WorkspaceDefinitionFileOptions = DefinitionFileOptions & WorkspaceCallOptions
/** Options for `Workspace.skeletonStream`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceSkeletonOptions = Omit<SkeletonOptions, 'cache'> & WorkspaceCallOptions
/** Options for `Workspace.skeleton`; `path` is relative to the root of the workspace. */
export type WorkspaceSkeletonFileOptions = SkeletonFileOptions & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /**
     * Returns the definitions in a file or its open buffer, like the function `outline`. A workspace keeps the syntax
     * trees and outlines of up to 64 files, at most 64 MiB: a second call for an unchanged file parses nothing, nor does
     * a call of `definition`, `skeleton` or `editDefinition`.
     */
    outline(options: WorkspaceOutlineFileOptions): Promise<OfFile<Outline, 'items'>>
    /** Returns the definitions in the workspace's files in batches, like the function `outlineStream`. */
    outlineStream(options: WorkspaceOutlineOptions & StreamOptions): OutlineStream
    /** Returns the source code of a definition in a file or its open buffer, like the function `definition`. */
    definition(options: WorkspaceDefinitionFileOptions): Promise<OfFile<Definition, 'text'>>
    /** Returns the text of a file or its open buffer with the bodies of its functions elided, like the function `skeleton`. */
    skeleton(
      options: WorkspaceSkeletonFileOptions,
    ): Promise<OfFile<Skeleton, 'text' | 'elided' | 'tokens' | 'originalTokens'>>
    /** Returns the skeletons of the workspace's files in batches, like the function `skeletonStream`. */
    skeletonStream(options: WorkspaceSkeletonOptions & StreamOptions): SkeletonStream
  }
}
