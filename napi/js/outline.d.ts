import type {
  MatchStream, OneFileOptions, OneTextOptions, Report, StreamOptions, StructureOptions, WorkspaceCallOptions,
} from '../index.js'
import type { AstRange } from './ast.js'

/** Kind of a definition; one list for all languages. */
export type ItemKind =
  | 'module' | 'namespace' | 'class' | 'struct' | 'union' | 'interface' | 'trait' | 'impl' | 'enum' | 'variant'
  | 'function' | 'method' | 'constructor' | 'field' | 'property' | 'constant' | 'variable' | 'typeAlias' | 'macro'
  | 'test' | 'event' | 'section' | 'key' | 'rule' | 'table' | 'view' | 'index' | 'trigger' | 'message' | 'service'
  | 'target' | 'stage' | 'element' | 'block' | 'change'

/**
 * Property of a definition, stated by its header or implied by a language convention. `'exported'`: `export`,
 * `pub`, `public`, or a capitalised name in Go. `'declaration'`: has no body, and the definition is elsewhere,
 * such as a C prototype or a TypeScript overload. `'test'`: recognised by the language's test runner, from an
 * attribute or the name.
 */
export type ItemModifier =
  | 'exported' | 'private' | 'protected' | 'static' | 'async' | 'abstract' | 'deprecated' | 'const' | 'readonly'
  | 'final' | 'override' | 'virtual' | 'default' | 'generator' | 'unsafe' | 'extern' | 'inline' | 'test' | 'getter'
  | 'setter' | 'declaration' | 'optional'

/** Definition in a text. */
export interface OutlineItem {
  /** Kind. */
  kind: ItemKind
  /** Name as written, without quotes; for an `impl` block in Rust, its header. */
  name: string
  /** Names of the enclosing definitions and of this one, joined by the `separator` of the outline. */
  qualifiedName: string
  /** Header without documentation, attributes and body, on one line of at most 1,024 bytes. */
  signature: string
  /** Documentation without comment markers, by the language's convention. Absent if there is none. */
  doc?: string
  /** Modifiers. */
  modifiers: ItemModifier[]
  /** Range of the whole definition: documentation, attributes, header and body. */
  range: AstRange
  /** Range of the name; for an unnamed definition, of its first token. */
  nameRange: AstRange
  /** Range of the body, with its brackets. Absent if there is none. */
  bodyRange?: AstRange
  /** Range of the value of a variable, constant, field, variant or key. Absent if there is none. */
  valueRange?: AstRange
  /** True if the code has a syntax error; parts of it may be missing. Absent otherwise. */
  hasError?: boolean
  /** Definitions inside this one, by start. */
  children: OutlineItem[]
}

/** Definitions of a text. */
export interface Outline {
  /** Name of the language. */
  language: string
  /** Separator between the names in `qualifiedName`: `.` or `::`. */
  separator: string
  /** Top-level definitions, by start. */
  items: OutlineItem[]
  /** Number of syntax errors; definitions near errors may be missing. */
  syntaxErrors: number
  /** Number of definitions omitted because they are inside 100 or more others. */
  tooDeep: number
  /** Whether the text looks minified: its average line length exceeds 500 bytes, or a line exceeds 5,000 bytes. */
  isMinified: boolean
  /** Whether a comment at the start marks the text as generated. */
  isGenerated: boolean
}

/** File that a stream result belongs to. */
export interface ResultFile {
  /** Path relative to the root, or the file name if the root is a file. */
  path: string
  /** Raw bytes of the path. Absent unless the call set `bytes`. */
  pathBytes?: Uint8Array
  /** Index of the root, 0-based. Absent if the call has one root. */
  root?: number
}

/** Definitions of a file. */
export interface FileOutline extends Outline, ResultFile {}

/** Result of a call for one file. If the file is skipped, contains only the report and empty results. */
export type OfFile<Result, Always extends keyof Result> = Partial<Omit<Result, Always>> & Pick<Result, Always> & {
  /** Report of the call; `skipped` gives the reason why the file has no result. */
  report: Report
}

/** Result of a call for one text in memory. */
export type OfText<Result> = Result & {
  /** Report of the call: complete unless the text has syntax errors or definitions nested too deeply. */
  report: Report
}

/** Options of `outline` for a file. */
export interface OutlineFileOptions extends OneFileOptions {
  /**
   * Maximum depth of keys in a data file; top-level keys have depth 1. Deeper keys are omitted. Default: 3.
   * `Infinity` means no limit.
   */
  keyDepth?: number | null | undefined
}

/** Options of `outline` for a text in memory. */
export interface OutlineTextOptions extends OneTextOptions {
  /** Maximum depth of keys in a data file. Default: 3. `Infinity` means no limit. */
  keyDepth?: number | null | undefined
}

/**
 * Returns the definitions of a file or of a text in memory as a tree. Parses once, on one of the library's
 * threads. The options may also be split into two objects: `outline({ path }, { keyDepth: 1 })`.
 *
 * A skipped file (binary, too large, unreadable) has no items, and `report.skipped` gives the reason. Rejects with
 * a `RansackOptionError` for an unknown language, a directory, or a file name from which no language can be
 * detected; with `ERR_RANSACK_NOT_FOUND`, `ERR_RANSACK_TIMEOUT`, or an `AbortError`.
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

/** Options of `outlineStream`. */
export interface OutlineOptions extends StructureOptions {
  /**
   * Maximum depth of keys in a data file; top-level keys have depth 1. Deeper keys are omitted. Default: 3.
   * `Infinity` means no limit.
   */
  keyDepth?: number | null | undefined
}

/**
 * Returns the definitions of each file of a scope whose name belongs to a language with an outline, in path order and in
 * batches, with the back-pressure of `grepStream`.
 *
 * ```js
 * for await (const batch of outlineStream({ path: 'src', type: 'rust' })) {
 *   for (const { path, items } of batch) console.log(path, items.map((item) => item.signature))
 * }
 * ```
 */
export declare function outlineStream(options: OutlineOptions & StreamOptions): OutlineStream

/** Asynchronous iterator over batches of outlines. */
export type OutlineStream = MatchStream<FileOutline>

/**
 * Part of a definition. `'whole'`: documentation, attributes, header and body. `'doc'`: the documentation, with
 * its comment markers or quotes. `'attributes'`: from the first attribute to the last. `'signature'`: the header
 * without documentation, leading attributes and body. `'body'`: the body with its brackets. `'value'`: the value
 * of a variable, constant, field, variant or key. `'summary'`: the whole definition with the bodies of its
 * functions elided, as in a skeleton; cannot be replaced.
 */
export type DefinitionPart = 'whole' | 'doc' | 'attributes' | 'signature' | 'body' | 'value' | 'summary'

/** Source of a definition, or of some of its parts. */
export interface Definition {
  /** Name of the language. */
  language: string
  /**
   * Source of the parts, in source order, joined by newlines; empty if the definition has none of the parts.
   */
  text: string
  /** Smallest range that contains the parts. Absent if the definition has none of the parts. */
  range?: AstRange
  /** The definition, including its children. */
  item: OutlineItem
  /** Number of syntax errors in the whole text. */
  syntaxErrors: number
}

/** Options of `definition` for a file. */
export interface DefinitionFileOptions extends OneFileOptions {
  /**
   * Qualified name of the definition or a trailing part of it: `Outer.method`, `Outer::method` or `method`;
   * case-sensitive. An exact match takes precedence over definitions whose qualified name only ends with it.
   * Append `#1`, `#2` and so on to select among several definitions with the same name path, in order of their
   * start; a number out of range is an unknown name.
   */
  name: string
  /**
   * Parts to return, in any order. Default: `['whole']`, also used for an empty list. The text has the existing
   * parts in source order, joined by newlines. Duplicate and nested parts add nothing, and overlapping parts are
   * merged; `'summary'` covers every part except `'whole'`. Documentation that is the first statement of the body,
   * as in Python, follows the signature and belongs to the body.
   */
  parts?: readonly DefinitionPart[] | null | undefined
}

/** Options of `definition` for a text in memory. */
export interface DefinitionTextOptions extends OneTextOptions {
  /** Qualified name of the definition or a trailing part of it, as for a file. */
  name: string
  /** Parts to return, as for a file. Default: `['whole']`. */
  parts?: readonly DefinitionPart[] | null | undefined
}

/**
 * Returns the source of the definition with a name path, in a file or in a text in memory. An exact match takes
 * precedence over definitions whose qualified name only ends with the name. A declaration without a body is found
 * only if the text does not define the name.
 *
 * Never guesses. Rejects with `ERR_RANSACK_UNKNOWN_NAME` if no definition has the name or number, with the nearest
 * names in `candidates`, and with `ERR_RANSACK_AMBIGUOUS_NAME` if several definitions match, with their numbered
 * names in `candidates`. Otherwise rejects like `outline`.
 *
 * ```js
 * const { text } = await definition({ path: 'src/shape.ts', name: 'Shape.area', parts: ['doc', 'signature'] })
 * ```
 */
export declare function definition(options: DefinitionTextOptions): Promise<OfText<Definition>>
export declare function definition(options: DefinitionFileOptions): Promise<OfFile<Definition, 'text'>>

/** Level of detail of a skeleton: `'signatures'` omits documentation, `'docs'` keeps it. */
export type SkeletonLevel = 'signatures' | 'docs'

/** Text with the bodies of its functions elided. */
export interface Skeleton {
  /** Name of the language. */
  language: string
  /**
   * The text, with each body replaced with `...` in a comment, or with the placeholder that the language's syntax
   * requires.
   */
  text: string
  /** Number of elided bodies. */
  elided: number
  /** Number of tokens in `text`, in the encoding `o200k_base`. */
  tokens: number
  /** Number of tokens in the original text, in the encoding `o200k_base`. */
  originalTokens: number
  /** Number of syntax errors in the original text. */
  syntaxErrors: number
}

/** Options of `skeleton` for a file. */
export interface SkeletonFileOptions extends OneFileOptions {
  /** Level of detail. Default: `'docs'`. */
  level?: SkeletonLevel | null | undefined
  /** Name paths of definitions to keep in full, as in `definition`. Default: none. */
  names?: readonly string[] | ReadonlySet<string> | null | undefined
}

/** Options of `skeleton` for a text in memory. */
export interface SkeletonTextOptions extends OneTextOptions {
  /** Level of detail. Default: `'docs'`. */
  level?: SkeletonLevel | null | undefined
  /** Name paths of definitions to keep in full, as in `definition`. Default: none. */
  names?: readonly string[] | ReadonlySet<string> | null | undefined
}

/**
 * Returns a file or a text in memory with the bodies of its functions elided; imports, types with their members,
 * constants and signatures are kept. Rejects like `definition` for unknown or ambiguous names, and otherwise like
 * `outline`.
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

/** Options of `skeletonStream`. */
export interface SkeletonOptions extends StructureOptions {
  /** Level of detail. Default: `'docs'`. */
  level?: SkeletonLevel | null | undefined
  /**
   * Name paths of definitions to keep in full, as in `definition`, in every file that has them. Default: none.
   */
  names?: readonly string[] | ReadonlySet<string> | null | undefined
}

/**
 * Returns the skeleton of each file of a scope whose name belongs to a language with an outline, in path order and
 * in batches, with the back-pressure of `grepStream`. Throws `ERR_RANSACK_UNKNOWN_NAME` if no file has one of the
 * `names`, once all files have been read.
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

/** Options of `Workspace.outlineStream`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceOutlineOptions = Omit<OutlineOptions, 'cache'> & WorkspaceCallOptions
/** Options of `Workspace.outline`; `path` is relative to the root of the workspace. */
export type WorkspaceOutlineFileOptions = OutlineFileOptions & WorkspaceCallOptions
/** Options of `Workspace.definition`; `path` is relative to the root of the workspace. */
export type WorkspaceDefinitionFileOptions = DefinitionFileOptions & WorkspaceCallOptions
/** Options of `Workspace.skeletonStream`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceSkeletonOptions = Omit<SkeletonOptions, 'cache'> & WorkspaceCallOptions
/** Options of `Workspace.skeleton`; `path` is relative to the root of the workspace. */
export type WorkspaceSkeletonFileOptions = SkeletonFileOptions & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Returns the definitions of a file or its open buffer, like `outline`. */
    outline(options: WorkspaceOutlineFileOptions): Promise<OfFile<Outline, 'items'>>
    /** Returns the definitions of the workspace's files in batches, like `outlineStream`. */
    outlineStream(options: WorkspaceOutlineOptions & StreamOptions): OutlineStream
    /** Returns the source of a definition in a file or its open buffer, like `definition`. */
    definition(options: WorkspaceDefinitionFileOptions): Promise<OfFile<Definition, 'text'>>
    /** Returns a file or its open buffer with the bodies of its functions elided, like `skeleton`. */
    skeleton(
      options: WorkspaceSkeletonFileOptions,
    ): Promise<OfFile<Skeleton, 'text' | 'elided' | 'tokens' | 'originalTokens'>>
    /** Returns the skeletons of the workspace's files in batches, like `skeletonStream`. */
    skeletonStream(options: WorkspaceSkeletonOptions & StreamOptions): SkeletonStream
  }
}
