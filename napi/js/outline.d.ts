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
 * Property of a definition that its header states, or that a convention of the language implies:
 * `'exported'` is `export`, `pub`, `public`, or an upper-case name in Go; `'declaration'` has no body, and the
 * definition is elsewhere, such as a prototype in C or an overload in TypeScript; `'test'` is known by an
 * attribute or name of the language's test runner.
 */
export type ItemModifier =
  | 'exported' | 'private' | 'protected' | 'static' | 'async' | 'abstract' | 'deprecated' | 'const' | 'readonly'
  | 'final' | 'override' | 'virtual' | 'default' | 'generator' | 'unsafe' | 'extern' | 'inline' | 'test' | 'getter'
  | 'setter' | 'declaration' | 'optional'

/** Definition in a text. */
export interface OutlineItem {
  /** Kind. */
  kind: ItemKind
  /** Name as written, without quotes; of an `impl` block of Rust its header. */
  name: string
  /** Names of the enclosing definitions and of this one, joined by the `separator` of the outline. */
  qualifiedName: string
  /** Header without documentation, attributes and body, in one line of at most 1,024 bytes. */
  signature: string
  /** Documentation without comment markers, by the convention of the language. Absent if there is none. */
  doc?: string
  /** Modifiers. */
  modifiers: ItemModifier[]
  /** Range of the whole definition: documentation, attributes, header and body. */
  range: AstRange
  /** Range of the name; of a definition without name, of its first token. */
  nameRange: AstRange
  /** Range of the body, with its brackets. Absent if there is none. */
  bodyRange?: AstRange
  /** Range of the value of a variable, constant, field, variant or key. Absent if there is none. */
  valueRange?: AstRange
  /** True if the code has a syntax error, so that parts of it may be missing. Absent otherwise. */
  hasError?: boolean
  /** Definitions inside this one, by start. */
  children: OutlineItem[]
}

/** Definitions of a text. */
export interface Outline {
  /** Name of the language. */
  language: string
  /** Text between the names of a `qualifiedName`: `.` or `::`. */
  separator: string
  /** Definitions outside any other, by start. */
  items: OutlineItem[]
  /** Number of syntax errors; definitions near them may be missing. */
  syntaxErrors: number
  /** Number of definitions that are left out because 100 others are around them. */
  tooDeep: number
  /** Whether the text looks minified: lines of more than 500 bytes on average, or one of more than 5,000. */
  isMinified: boolean
  /** Whether a comment at the start says that the text is generated. */
  isGenerated: boolean
}

/** File of a result of a stream. */
export interface ResultFile {
  /** Path relative to the root, or the file name if the root is a file. */
  path: string
  /** Raw bytes of the path. Present if the call set `bytes`. */
  pathBytes?: Uint8Array
  /** Number of the root, 0-based. Present if the call has several. */
  root?: number
}

/** Definitions of a file. */
export interface FileOutline extends Outline, ResultFile {}

/** Result of a call for one file that may be skipped: then only the report, and empty results, are there. */
export type OfFile<Result, Always extends keyof Result> = Partial<Omit<Result, Always>> & Pick<Result, Always> & {
  /** Report of the call; `skipped` says why the file has no result. */
  report: Report
}

/** Result of a call for one text in memory. */
export type OfText<Result> = Result & {
  /** Report of the call: complete unless the text has syntax errors, or definitions that are nested too deeply. */
  report: Report
}

/** Options of `outline` of a file. */
export interface OutlineFileOptions extends OneFileOptions {
  /**
   * Maximum depth of the keys of a data file: 1 for those that are in no other. Deeper keys are left out.
   * Default: 3. `Infinity` means no limit.
   */
  keyDepth?: number | null | undefined
}

/** Options of `outline` of a text in memory. */
export interface OutlineTextOptions extends OneTextOptions {
  /** Maximum depth of the keys of a data file. Default: 3. `Infinity` means no limit. */
  keyDepth?: number | null | undefined
}

/**
 * Returns the definitions of a file, or of a text in memory, as a tree. Parses once, on one of the
 * library's threads. The options may also be in a second object: `outline({ path }, { keyDepth: 1 })`.
 *
 * A file that is skipped (binary, too large, unreadable) has no items, and `report.skipped` says why. Rejects
 * with a `RansackOptionError` for an unknown language, a directory, and a file name that tells no language;
 * with `ERR_RANSACK_NOT_FOUND`, `ERR_RANSACK_TIMEOUT`, and an `AbortError`.
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
   * Maximum depth of the keys of a data file: 1 for those that are in no other. Deeper keys are left out.
   * Default: 3. `Infinity` means no limit.
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
 * Part of a definition: `'whole'` is documentation, attributes, header and body; `'doc'` has its comment
 * markers or quotes; `'attributes'` are those from the first to the last; `'signature'` is the header without
 * documentation, attributes before it and body; `'body'` has its brackets; `'value'` is
 * that of a variable, constant, field, variant or key; `'summary'` is the whole with the bodies of its
 * functions elided, as in a skeleton, and cannot be replaced.
 */
export type DefinitionPart = 'whole' | 'doc' | 'attributes' | 'signature' | 'body' | 'value' | 'summary'

/** Source of a definition, or of parts of it. */
export interface Definition {
  /** Name of the language. */
  language: string
  /**
   * Source of the parts, in the order of the source, joined by a newline; empty if the definition has none of
   * them.
   */
  text: string
  /** Smallest range that contains the parts. Absent if the definition has none of them. */
  range?: AstRange
  /** The definition, with those inside it. */
  item: OutlineItem
  /** Number of syntax errors in the whole text. */
  syntaxErrors: number
}

/** Options of `definition` of a file. */
export interface DefinitionFileOptions extends OneFileOptions {
  /**
   * Qualified name of the definition, or its end: `Outer.method`, `Outer::method` or `method`;
   * case-sensitive. A definition with exactly this qualified name is preferred to those that only end with it.
   * `#1`, `#2` and so on at the end tell several of the same name apart, in the order of their start; a number
   * that none has is an unknown name.
   */
  name: string
  /**
   * Parts to return, in any order. Default: `['whole']`, also for an empty list. The text has those that exist,
   * in the order of the source, joined by a newline. A part that is given twice or lies inside another adds
   * nothing, and parts that overlap are one; `'summary'` contains every part but `'whole'`. Documentation that
   * is the first statement of the body, as in Python, comes after the signature, and is a part of the body.
   */
  parts?: readonly DefinitionPart[] | null | undefined
}

/** Options of `definition` of a text in memory. */
export interface DefinitionTextOptions extends OneTextOptions {
  /** Qualified name of the definition, or its end, as for a file. */
  name: string
  /** Parts to return, as for a file. Default: `['whole']`. */
  parts?: readonly DefinitionPart[] | null | undefined
}

/**
 * Returns the source of the definition with a name path, in a file or in a text in memory. A definition with
 * exactly the name is preferred to those whose qualified name only ends with it. A declaration without body is
 * found only if the text has no definition of the name.
 *
 * Never guesses: rejects with `ERR_RANSACK_UNKNOWN_NAME`, whose `candidates` are the nearest names, if there
 * is none or none with the number, and with `ERR_RANSACK_AMBIGUOUS_NAME`, whose `candidates` have their numbers, if there are several.
 * Other errors are those of `outline`.
 *
 * ```js
 * const { text } = await definition({ path: 'src/shape.ts', name: 'Shape.area', parts: ['doc', 'signature'] })
 * ```
 */
export declare function definition(options: DefinitionTextOptions): Promise<OfText<Definition>>
export declare function definition(options: DefinitionFileOptions): Promise<OfFile<Definition, 'text'>>

/** Content of a skeleton: `'signatures'` leaves out documentation, `'docs'` keeps it. */
export type SkeletonLevel = 'signatures' | 'docs'

/** Text with the bodies of its functions elided. */
export interface Skeleton {
  /** Name of the language. */
  language: string
  /** The text, with `...` in the place of each body, in a comment of the language or as its syntax needs. */
  text: string
  /** Number of bodies that are elided. */
  elided: number
  /** Number of tokens of `text`, in the encoding `o200k_base`. */
  tokens: number
  /** Number of tokens of the original text, in the same encoding. */
  originalTokens: number
  /** Number of syntax errors in the original text. */
  syntaxErrors: number
}

/** Options of `skeleton` of a file. */
export interface SkeletonFileOptions extends OneFileOptions {
  /** Content. Default: `'docs'`. */
  level?: SkeletonLevel | null | undefined
  /** Name paths of definitions to keep in full, as for `definition`. Default: none. */
  names?: readonly string[] | ReadonlySet<string> | null | undefined
}

/** Options of `skeleton` of a text in memory. */
export interface SkeletonTextOptions extends OneTextOptions {
  /** Content. Default: `'docs'`. */
  level?: SkeletonLevel | null | undefined
  /** Name paths of definitions to keep in full, as for `definition`. Default: none. */
  names?: readonly string[] | ReadonlySet<string> | null | undefined
}

/**
 * Returns a file, or a text in memory, with the bodies of its functions elided: imports, types with their
 * members, constants and signatures stay. Rejects as `definition` does for names that are unknown or
 * ambiguous, and else as `outline` does.
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
  /** Content. Default: `'docs'`. */
  level?: SkeletonLevel | null | undefined
  /**
   * Name paths of definitions to keep in full, as for `definition`, in every file that has them. Default: none.
   */
  names?: readonly string[] | ReadonlySet<string> | null | undefined
}

/**
 * Returns the skeleton of each file of a scope whose name belongs to a language with an outline, in path order and in
 * batches, with the back-pressure of `grepStream`. Throws an `ERR_RANSACK_UNKNOWN_NAME` for a name of `names`
 * that no file has, once all of them are read.
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
