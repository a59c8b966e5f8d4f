// What js/ exports; the build puts this before what it generates from Rust.

export * from './js/error.js'
export * from './js/grep.js'
export * from './js/glob.js'
export * from './js/fuzzy.js'
export * from './js/ast.js'
export * from './js/edit.js'
export * from './js/syntax.js'
export * from './js/workspace.js'
export * from './js/search.js'
export * from './js/text.js'
export * from './js/tokens.js'
export * from './js/highlight.js'

/** Options of `astEdit`. */
export interface AstEditOptions {
  /**
   * What to replace and by what, in this order: an object from pattern to
   * replacement, or a list. Patterns are as in `AstGrepOptions`; code that
   * looks like two of them is an error unless both make the same of it.
   *
   * In a replacement, `$A` or `$$$A` stands for what the pattern's
   * metavariable of that name matched, byte for byte; `\$` for a dollar sign,
   * and `\\` before a dollar sign for a backslash. Its lines, and those of what
   * metavariables stand for, are indented as the place is where they go; lines
   * inside literals are left alone. If it is empty, code is deleted, with the
   * `;` that ends it, and with its line if that is left blank.
   */
  rewrites: Record<string, string> | ReadonlyArray<{ pattern: string; replacement: string }>
  /**
   * The kind of node which is looked for instead of a whole pattern, and is
   * what is replaced.
   */
  selector?: string
  /** What may differ between pattern and code. Default: `'smart'`. */
  strictness?: Strictness
  /**
   * The name or alias of a language, as in `AstGrepOptions`. Default: every
   * file in its own.
   */
  lang?: string
  /** The directory or file to edit. Default: the current directory. */
  path?: string
  /** Several, after `path` if that is given too. */
  paths?: Array<string>
  /** Path globs, as in `GrepOptions`. */
  glob?: string | Array<string>
  /** File types that are let in; `fileTypes()` lists them. */
  type?: string | Array<string>
  /** File types that are left out. */
  typeNot?: string | Array<string>
  /**
   * Whether files and directories whose name starts with `.` are edited.
   * Default: true.
   */
  hidden?: boolean
  /** Whether ignore files hold. Default: true. */
  gitignore?: boolean
  /**
   * Whether `node_modules` directories are edited. They also are when a glob
   * spells out `node_modules`. Default: false.
   */
  includeNodeModules?: boolean
  /** Whether symbolic links below the roots are followed. Default: false. */
  followSymlinks?: boolean
  /**
   * Whether files are left as they are, and only the changes told. Default:
   * true.
   */
  dryRun?: boolean
  /**
   * The `preview` of an earlier result. If the changes would not be exactly
   * those, in the very same texts, nothing is changed and the error has the
   * code `ERR_RANSACK_STALE`. Default: none.
   */
  preview?: string
  /**
   * How often the rewrites are carried out on a file; each time on what the
   * last has made, until nothing is left to do. Default: 1.
   */
  repeat?: number
  /**
   * The most replacements; the first ones in path order are made. Default:
   * all.
   */
  maxReplacements?: number
  /**
   * The most files with changes; the first ones in path order are taken.
   * Default: all.
   */
  maxFiles?: number
  /**
   * Whether a file that may match and holds syntax errors before it is edited
   * fails the call. Default: false, it is edited and reported.
   */
  failOnParseError?: boolean
  /**
   * Whether a file may have more syntax errors after its edits than it had
   * before. Default: false.
   */
  allowSyntaxErrors?: boolean
  /**
   * The most milliseconds for reading and matching one file; one that needs
   * more is skipped and reported. Default: 2000.
   */
  timePerFileMs?: number
  /**
   * Files of more bytes are skipped and reported; one that would become larger
   * is an error. Default: 16 MiB.
   */
  maxFileSize?: number
  /**
   * The encoding of files that have no byte order mark, by its label in the
   * WHATWG Encoding Standard. A file is written in the encoding that it was
   * read in; one that does not come out as it went in is skipped and reported.
   * Default: UTF-8, with invalid bytes kept.
   */
  encoding?: string
  /**
   * Milliseconds after which the call fails, unless files are already being
   * replaced. Default: none.
   */
  timeoutMs?: number
  /** Aborts the call, unless files are already being replaced. */
  signal?: AbortSignal
  /**
   * Whether raw `pathBytes`, `beforeBytes` and `afterBytes` are wanted beside
   * the strings. Default: false.
   */
  bytes?: boolean
}

/** What `astEdit` did or would do, as a whole. */
export interface AstEditSummary {
  /** The files with replacements, by root, then bytewise by path. */
  fileChanges: Array<AstFileChange>
  /** Number of replacements: as many as there are changes. */
  totalReplacements: number
  /** Number of files with replacements. */
  filesTouched: number
  /** As in the report. */
  filesSearched: number
  /** Whether the files on disk are now as the changes say; if not, none is. */
  applied: boolean
  /** Whether a limit left something out. */
  limitReached: boolean
  /**
   * Stands for exactly these changes of exactly these texts: the `preview`
   * option of a call that is to make them.
   */
  preview: string
  /**
   * How far the changes are all that could be made. `totalMatches` counts
   * replacements, and there is no `nextOffset`.
   */
  report: Report
}

/** The replacements in one file, counted. */
export interface AstFileChange {
  /** The file, as in the changes. */
  path: string
  /** Number of replacements. */
  count: number
  /** Number of the root in the order given, 0-based; set if there are several. */
  root?: number
  /**
   * Set if there still is something to replace after the last pass that
   * `repeat` allows. It is not looked at if that is 1.
   */
  unsettled?: true
  /** The path's bytes, if `bytes` was set. */
  pathBytes?: Uint8Array
}

/** Options of `astGrep` and `astGrepStream`. */
export interface AstGrepOptions {
  /**
   * What to look for: code in which `$A` stands for any one node, `$$A` for
   * one that may also be punctuation or a keyword, and `$$$A` for any number
   * of siblings; `$_` and `$$$` do so without a name. Names are upper-case
   * letters, digits and `_`; the same name stands for the same code. A
   * pattern need not be a whole statement or file: it is read in every place
   * where it can stand.
   */
  pattern?: string
  /**
   * Several patterns, after `pattern` if that is given too; code matches if it
   * looks like one of them.
   */
  patterns?: Array<string>
  /**
   * A rule of ast-grep, as an object or as YAML: an object with `rule`, and
   * where wanted `constraints` and `utils`, or only what is in `rule`, with
   * `pattern`, `kind`, `regex`, `inside`, `has`, `precedes`, `follows`,
   * `all`, `any`, `not`, `matches`, `nthChild` or `range`. With patterns too,
   * code that looks like either matches.
   */
  rule?: string | object
  /**
   * The kind of node, by the name that the grammar gives it, which is looked
   * for instead of the whole pattern: the first such node in the pattern.
   */
  selector?: string
  /** What may differ between pattern and code. Default: `'smart'`. */
  strictness?: Strictness
  /**
   * The name or alias of a language: only files in it are searched, only what
   * is in it of files that embed other languages, and a root that is a file
   * is taken to be in it. Default: every file in its own.
   */
  lang?: string
  /** The directory or file to search. Default: the current directory. */
  path?: string
  /** Several, searched in this order, after `path` if that is given too. */
  paths?: Array<string>
  /** Path globs, as in `GrepOptions`. */
  glob?: string | Array<string>
  /** File types that are let in; `fileTypes()` lists them. */
  type?: string | Array<string>
  /** File types that are left out. */
  typeNot?: string | Array<string>
  /**
   * Whether files and directories whose name starts with `.` are searched.
   * Default: true.
   */
  hidden?: boolean
  /** Whether ignore files hold. Default: true. */
  gitignore?: boolean
  /**
   * Whether `node_modules` directories are searched. They also are when a
   * glob spells out `node_modules`. Default: false.
   */
  includeNodeModules?: boolean
  /** Whether symbolic links below the roots are followed. Default: false. */
  followSymlinks?: boolean
  /** The most results. Default: 50; of `astGrepStream` all. */
  limit?: number
  /** How many results, in their order, are left out at the front. Default: 0. */
  offset?: number
  /**
   * Whether `metaVariables` and `metaVariableRanges` are wanted. Default:
   * false.
   */
  includeMeta?: boolean
  /**
   * The most milliseconds for one file; one that needs more is skipped and
   * reported. Default: 2000.
   */
  timePerFileMs?: number
  /** Files of more bytes are skipped and reported. Default: 16 MiB. */
  maxFileSize?: number
  /**
   * The encoding of files that have no byte order mark, by its label in the
   * WHATWG Encoding Standard. Default: UTF-8, with invalid bytes kept.
   * Offsets in files that had to be decoded count bytes of them in UTF-8.
   */
  encoding?: string
  /**
   * Whether the list of files is kept for the next such call on the same root.
   * It is brought up to date before every call, so answers are the same; the
   * last eight roots are kept. Default: false. A `Workspace` does more.
   */
  cache?: boolean
  /** Milliseconds after which the call ends. Default: none. */
  timeoutMs?: number
  /** What happens then. Default: `'fail'`. */
  onTimeout?: TimeoutPolicy
  /** Aborts the call. */
  signal?: AbortSignal
  /**
   * Whether raw `pathBytes` and `textBytes` are wanted beside the strings.
   * Default: false.
   */
  bytes?: boolean
}

/** A language that can be searched by syntax. */
export interface AstLanguage {
  /** The name, in lower case. */
  name: string
  /** Other names that it answers to. Case is ignored in all of them. */
  aliases: Array<string>
  /**
   * Extensions of its files, without the dot, in lower case. If two languages
   * share one, a file is of the first of them.
   */
  extensions: Array<string>
  /**
   * Whole names of its files. One that ends in `.*` stands for all names that
   * begin so.
   */
  fileNames: Array<string>
}

/** The languages that can be searched by syntax, sorted by name. */
export declare function astLanguages(): Array<AstLanguage>

/** Options of `astMatch`; as in `AstGrepOptions` unless told otherwise. */
export interface AstMatchOptions {
  /**
   * The code to search. A string is searched as UTF-8, in which a lone
   * surrogate is U+FFFD.
   */
  source: string | Uint8Array
  /** The name or alias of its language. */
  lang: string
  /** What to look for. */
  pattern?: string
  /** Several patterns, after `pattern` if that is given too. */
  patterns?: Array<string>
  /** A rule of ast-grep, as an object or as YAML. */
  rule?: string | object
  /** The kind of node which is looked for instead of the whole pattern. */
  selector?: string
  /** What may differ between pattern and code. Default: `'smart'`. */
  strictness?: Strictness
  /** The most results. Default: 50. */
  limit?: number
  /** How many results, in their order, are left out at the front. Default: 0. */
  offset?: number
  /**
   * Whether `metaVariables` and `metaVariableRanges` are wanted. Default:
   * false.
   */
  includeMeta?: boolean
  /** Milliseconds after which the call fails. Default: none. */
  timeoutMs?: number
  /** Aborts the call. */
  signal?: AbortSignal
  /** Whether raw `textBytes` are wanted beside the strings. Default: false. */
  bytes?: boolean
}

/** From where to where something goes in a text. */
export interface AstRange {
  /** Its first byte, 0-based, in the text as UTF-8. */
  byteStart: number
  /** The byte after its last. */
  byteEnd: number
  /** The line of its first character, 1-based. */
  startLine: number
  /** Its first character, 1-based, in UTF-16 code units of its line. */
  startColumn: number
  /** The line of the character after its last, 1-based. */
  endLine: number
  /** The character after its last, 1-based, in UTF-16 code units of its line. */
  endColumn: number
}

/** Options of `blockRangeAt` and `nodeChainAt`, and of their asynchronous forms. */
export interface BlockRangeOptions {
  /** The text. */
  code: string | Uint8Array
  /** The name or alias of its language. */
  lang?: string
  /**
   * The path of the file that it is, if `lang` is not given: its name tells
   * the language.
   */
  path?: string
  /** The line, 1-based. */
  line: number
  /** Milliseconds after which the call fails. Default: none. */
  timeoutMs?: number
  /** Aborts the call, if it is asynchronous. */
  signal?: AbortSignal
}

/** Options of `checkSyntax`, and of its asynchronous form. */
export interface CheckSyntaxOptions {
  /** Milliseconds after which the call fails. Default: none. */
  timeoutMs?: number
  /** Aborts the call, if it is asynchronous. */
  signal?: AbortSignal
}

/**
 * The language of a file by its path and the first bytes of its text, of which a
 * few hundred are enough: by a `vim:` or `-*-` modeline, the whole name of the
 * file, the program after `#!`, the extension, or what the first line looks
 * like.
 */
export declare function detectLanguage(path: string, firstBytes?: string | Uint8Array | undefined | null): string | null

/**
 * What stands for the part that `truncateToWidth` cuts; any string does as
 * well.
 */
export declare enum Ellipsis {
  /** `…`, one cell. */
  Unicode = 0,
  /** `...` */
  Ascii = 1,
  /** Nothing. */
  Omit = 2,
}

/** Options of `enclosingBlockBoundaries`, and of its asynchronous form. */
export interface EnclosingBoundaryOptions {
  /** The text. */
  code: string | Uint8Array
  /** The name or alias of its language. */
  lang?: string
  /**
   * The path of the file that it is, if `lang` is not given: its name tells
   * the language.
   */
  path?: string
  /** The lines that are shown. */
  ranges: Array<LineRange>
  /** Milliseconds after which the call fails. Default: none. */
  timeoutMs?: number
  /** Aborts the call, if it is asynchronous. */
  signal?: AbortSignal
}

/** What finds the parts of text, and why. */
export interface EngineChoice {
  /** The engine. */
  engine: HighlightEngine
  /** Why, in words. */
  reason: string
}

/**
 * The pattern that matches exactly this relative path, whatever characters it
 * holds.
 */
export declare function escapeGlob(path: string): string

/** What a path leads to. */
export declare enum FileType {
  /** A regular file. */
  File = 1,
  /** A directory. */
  Dir = 2,
  /** A symbolic link. */
  Symlink = 3,
}

/** A file type and the globs of the names that belong to it. */
export interface FileTypeDefinition {
  /** The name that `type` and `typeNot` take, as `rust` or `js`. */
  name: string
  /** Globs of file names. */
  globs: Array<string>
}

/** The same as text. */
export type FileTypeName = 'file' | 'dir' | 'symlink'

/** The file types that `type` and `typeNot` know, sorted by name. */
export declare function fileTypes(): Array<FileTypeDefinition>

/**
 * How it is known which files there are. What files hold is always read when
 * it is searched.
 */
export interface SnapshotInfo {
  /**
   * How the list of files was brought up to date for the call: by walking the
   * tree, as without a `Workspace`; because the system tells of every change;
   * by comparing times of change; or by hand alone.
   */
  mode: 'walk' | 'watch' | 'stat' | 'manual'
  /**
   * Why all of it, or what is below a directory with another ignore file, was
   * listed anew.
   */
  rescan?: 'first' | 'overflow' | 'ignoreFile' | 'root' | 'mount' | 'asked' | 'failed' | 'other'
  /**
   * Why a workspace that was to be watched goes by `'stat'`: the platform has
   * no way that tells of every change in time; the system allows no more
   * watches; the file system can change unseen.
   */
  fallback?: 'platform' | 'limit' | 'fileSystem' | 'other'
}

/** Options of `fuzzyFind`. */
export interface FuzzyFindOptions {
  /**
   * What was typed, at most 10,240 bytes in UTF-8. White space and control
   * characters divide it into words. If it is empty everything matches:
   * recently used paths come first, then shallow and short ones.
   */
  query: string
  /** The directory to look in. Default: the current directory. */
  path?: string
  /** Several, in this order, after `path` if that is given too. */
  paths?: Array<string>
  /** Path globs that narrow the results, as in `GrepOptions`. */
  glob?: string | Array<string>
  /**
   * File types that are let in; `fileTypes()` lists them. A directory is of no
   * type, and so left out.
   */
  type?: string | Array<string>
  /** File types that are left out. */
  typeNot?: string | Array<string>
  /** Whether names that start with `.` are found. Default: false. */
  hidden?: boolean
  /** Whether ignore files hold. Default: true. */
  gitignore?: boolean
  /** Whether `node_modules` directories are looked into. Default: false. */
  includeNodeModules?: boolean
  /** Whether symbolic links below the roots are followed. Default: false. */
  followSymlinks?: boolean
  /** Whether directories are found too. Default: true. */
  directories?: boolean
  /** Whether symbolic links are found, as such. Default: false. */
  symlinks?: boolean
  /**
   * Recently used paths, the latest first, as results have them, without a
   * `/` at the end of a directory's.
   */
  recent?: Array<string>
  /** The path that is being worked on: others near it rank higher. */
  current?: string
  /**
   * Paths with a weight of how often and how recently they were used; what
   * counts is its order of magnitude.
   */
  frecency?: Record<string, number>
  /** The most results. Default: 100. */
  maxResults?: number
  /** How many results, in their order, are left out at the front. Default: 0. */
  offset?: number
  /**
   * Whether the list of files is kept for the next such call on the same root.
   * It is brought up to date before every call, so answers are the same; the
   * last eight roots are kept. Default: false. A `Workspace` does more.
   */
  cache?: boolean
  /** Milliseconds after which the call ends. Default: none. */
  timeoutMs?: number
  /** What happens then. Default: `'fail'`. */
  onTimeout?: TimeoutPolicy
  /** Aborts the call. */
  signal?: AbortSignal
  /** Whether raw `pathBytes` are wanted beside the strings. Default: false. */
  bytes?: boolean
}

/** Options of `fuzzyMatch`. */
export interface FuzzyMatchOptions {
  /** Recently used strings, the latest first. */
  recent?: Array<string>
  /** The path that is being worked on: others near it rank higher. */
  current?: string
  /**
   * Strings with a weight of how often and how recently they were used; what
   * counts is its order of magnitude.
   */
  frecency?: Record<string, number>
  /** The most results. Default: all. */
  maxResults?: number
  /** How many results, in their order, are left out at the front. Default: 0. */
  offset?: number
  /** Milliseconds after which the call throws. Default: none. */
  timeoutMs?: number
}

/**
 * The names of all languages and kinds of files that can be highlighted, in
 * order; each has aliases besides.
 */
export declare function getSupportedLanguages(): Array<string>

/** Options of `glob` and `globStream`. */
export interface GlobOptions {
  /**
   * What paths have to match, from the root on. `*` and `?` match within a
   * name, `[a-z]` and `[!a-z]` one character, `**` any number of directories,
   * `{a,b}` alternatives; a final `/` only directories; `!` before it takes
   * paths out. A backslash makes a special character literal. A `{` that is
   * not closed is closed at the end, a `[` is literal then.
   */
  pattern?: string
  /**
   * Several patterns, after `pattern` if that is given too; the last one that
   * speaks of a path decides.
   */
  patterns?: Array<string>
  /** The directory to look in. Default: the current directory. */
  path?: string
  /** Several, in this order, after `path` if that is given too. */
  paths?: Array<string>
  /**
   * The only kind of result wanted. For files and directories a symbolic link
   * counts as what it leads to. Default: all kinds.
   */
  fileType?: FileType | FileTypeName
  /**
   * Whether a pattern without `/` matches at any depth, and not only in the
   * root itself. Default: true.
   */
  recursive?: boolean
  /** Whether patterns are plain relative paths. Default: false. */
  literal?: boolean
  /** Path globs that narrow the results further, as in `GrepOptions`. */
  glob?: string | Array<string>
  /**
   * File types that are let in; `fileTypes()` lists them. A directory is of no
   * type, and so left out.
   */
  type?: string | Array<string>
  /** File types that are left out. */
  typeNot?: string | Array<string>
  /**
   * Whether names that start with `.` are found, other than by a pattern that
   * spells out the `.`. Default: false.
   */
  hidden?: boolean
  /** Whether ignore files hold. Default: true. */
  gitignore?: boolean
  /**
   * Whether `node_modules` directories are looked into. They also are when a
   * pattern spells out `node_modules`. Default: false.
   */
  includeNodeModules?: boolean
  /** Whether symbolic links below the roots are followed. Default: false. */
  followSymlinks?: boolean
  /** Whether `mtime` and `size` are wanted. Default: false. */
  stat?: boolean
  /**
   * Whether results come newest first, with `mtime` and `size`. Default:
   * false, by path.
   */
  sortByMtime?: boolean
  /** The most results. Default: all. */
  maxResults?: number
  /** How many results, in their order, are left out at the front. Default: 0. */
  offset?: number
  /**
   * Whether the list of files is kept for the next such call on the same root.
   * It is brought up to date before every call, so answers are the same; the
   * last eight roots are kept. Default: false. A `Workspace` does more.
   */
  cache?: boolean
  /** Milliseconds after which the call ends. Default: none. */
  timeoutMs?: number
  /** What happens then. Default: `'fail'`. */
  onTimeout?: TimeoutPolicy
  /** Aborts the call. */
  signal?: AbortSignal
  /** Whether raw `pathBytes` are wanted beside the strings. Default: false. */
  bytes?: boolean
}

/** What one result is. */
export type GrepMode = 'content' | 'count' | 'filesWithMatches'

/** Options of `grep` and `grepStream`. */
export interface GrepOptions {
  /**
   * What to look for: a regular expression in the syntax of Rust's `regex`
   * crate, in which a brace that cannot be a repetition stands for itself, and
   * so does a `$` before it, as in `${name}`.
   */
  pattern?: string
  /**
   * Several patterns, after `pattern` if that is given too; a line matches if
   * one of them does.
   */
  patterns?: Array<string>
  /** The directory or file to search. Default: the current directory. */
  path?: string
  /** Several, searched in this order, after `path` if that is given too. */
  paths?: Array<string>
  /**
   * Path globs. One without `/` matches at any depth, one with `/` from the
   * root; `!` before it takes paths out; the last one that matches decides.
   */
  glob?: string | Array<string>
  /** File types that are let in; `fileTypes()` lists them. */
  type?: string | Array<string>
  /** File types that are left out. */
  typeNot?: string | Array<string>
  /** Whether patterns are plain text. Default: false. */
  literal?: boolean
  /** Whether case is ignored. Default: false. */
  ignoreCase?: boolean
  /**
   * Whether case is ignored when no pattern holds an upper-case letter.
   * Default: false.
   */
  smartCase?: boolean
  /**
   * Whether a match must not touch a word character outside it. Default:
   * false.
   */
  word?: boolean
  /** Whether the lines are wanted that do not match. Default: false. */
  invert?: boolean
  /** Whether a match may span lines. Default: false. */
  multiline?: boolean
  /**
   * Whether `.` also matches a line feed; only with `multiline`. Default:
   * false.
   */
  dotAll?: boolean
  /**
   * Whether files and directories whose name starts with `.` are searched.
   * Default: true.
   */
  hidden?: boolean
  /** Whether ignore files hold. Default: true. */
  gitignore?: boolean
  /**
   * Whether `node_modules` directories are searched. They also are when a
   * glob spells out `node_modules`. Default: false.
   */
  includeNodeModules?: boolean
  /** Whether symbolic links below the roots are followed. Default: false. */
  followSymlinks?: boolean
  /** What one result is. Default: `'content'`. */
  mode?: GrepMode
  /** The most results. Default: all. */
  maxCount?: number
  /** The most matches from one file. Default: all. */
  maxCountPerFile?: number
  /** How many results are left out at the front. Default: 0. */
  offset?: number
  /** Lines of context before and after each match. Default: 0. */
  context?: number
  /** Lines of context before each match, instead of `context`. */
  contextBefore?: number
  /** Lines of context after each match, instead of `context`. */
  contextAfter?: number
  /**
   * The most bytes of a line; of a longer one a window around its first match
   * is given. Default: whole lines.
   */
  maxColumns?: number
  /** Files of more bytes are skipped and reported. Default: any size. */
  maxFileSize?: number
  /**
   * The encoding of files that have no byte order mark, by its label in the
   * WHATWG Encoding Standard. Default: UTF-8, with invalid bytes kept.
   */
  encoding?: string
  /**
   * Whether files that hold a NUL byte are searched. Default: false, they are
   * skipped and reported.
   */
  binary?: boolean
  /**
   * Whether the list of files is kept for the next such call on the same root.
   * It is brought up to date before every call, so answers are the same; the
   * last eight roots are kept. Default: false. A `Workspace` does more.
   */
  cache?: boolean
  /** Milliseconds after which the call ends. Default: none. */
  timeoutMs?: number
  /** What happens then. Default: `'fail'`. */
  onTimeout?: TimeoutPolicy
  /** Aborts the call. */
  signal?: AbortSignal
  /**
   * Whether raw `pathBytes` and `lineBytes` are wanted beside the strings.
   * Default: false.
   */
  bytes?: boolean
}

/**
 * The copyright notices and licences of the bundled syntaxes and themes, to be
 * shown by programs that pass them on.
 */
export declare function highlightAcknowledgements(): string

/**
 * The escape sequences before text of eleven classes; one that is empty or
 * missing leaves its class plain. Other classes take the colour of the one that
 * is nearest.
 */
export interface HighlightColors {
  comment?: string
  keyword?: string
  function?: string
  variable?: string
  string?: string
  number?: string
  type?: string
  operator?: string
  punctuation?: string
  inserted?: string
  deleted?: string
}

/**
 * The engine that works for a language unless another is asked for, and why;
 * null if the language is not known.
 */
export declare function highlightEngine(lang: string): EngineChoice | null

/** What finds the parts of a text. */
export type HighlightEngine = 'treeSitter' | 'syntect' | 'plain'

/** Options of `highlight`, `highlightAsync` and `HighlightStream`. */
export interface HighlightOptions {
  /** The form of the result. Default: `'ansi'`. */
  output?: HighlightOutput
  /** The colours for a terminal, instead of a theme. */
  colors?: HighlightColors
  /**
   * The theme for a terminal, itself or the name of a bundled one. Default:
   * `'Catppuccin Mocha'`, which is dark.
   */
  theme?: string | import('./js/highlight.js').Theme
  /**
   * How many colours of a theme the terminal can show. Default:
   * `'trueColor'`.
   */
  depth?: TerminalColors
  /**
   * The engine, instead of the one that `highlightEngine` names. One that the
   * language does not have is not used.
   */
  engine?: HighlightEngine
  /**
   * Of lines longer than this, in bytes of UTF-8, the engine `'syntect'` looks
   * at the beginning only; the rest stays plain, and the report says so.
   * Default: 2048.
   */
  maxLine?: number
  /**
   * Milliseconds after which the call ends, of a stream each `push` and
   * `finish`. Default: none.
   */
  timeoutMs?: number
  /**
   * What happens then; with `'partial'` what is left stays plain. Default:
   * `'fail'`, and always so for streams, which go on with the next call.
   */
  onTimeout?: TimeoutPolicy
  /** Aborts the call. Only for `highlightAsync`. */
  signal?: AbortSignal
}

/** A form of highlighted text. */
export type HighlightOutput = 'ansi' | 'html' | 'spans'

/** What a call did and did not do. */
export interface HighlightReport {
  /**
   * True if all of the text was looked at; what is plain then is so because it
   * has no class.
   */
  complete: boolean
  /** What ended the call before it had seen everything. */
  stoppedBy?: 'timeout'
  /** The name of the language; missing if the one asked for is not known. */
  language?: string
  /** The engine that was used. */
  engine: HighlightEngine
  /** Why that one. */
  reason: string
  /**
   * How many lines were not looked at in full because of their length, or
   * because they took more than a second.
   */
  longLines: number
  /** The numbers of the first ten of them, from 1. */
  firstLongLines: Array<number>
}

/**
 * Makes the next call with `cache` on a root above, at or below this path list
 * it anew; without a path, every such call. Nothing is ever out of date in this
 * list of files: this only frees its memory, or serves file systems that do not
 * keep the time of a change.
 */
export declare function invalidateFsScanCache(path?: string | undefined | null): void

/** Lines of a text. */
export interface LineRange {
  /** The first, 1-based. */
  startLine: number
  /** The last. */
  endLine: number
}

/**
 * What a call did and did not do. Look at `complete` before you say "there is
 * no such thing".
 */
export interface Report {
  /**
   * True only if everything in scope was looked at, so that absence from the
   * results means absence from the tree. What the options put out of scope
   * does not count against it; what could not be read, or was cut by a limit
   * or by time, does.
   */
  complete: boolean
  /** What ended the call before it had seen everything. */
  stoppedBy?: 'limit' | 'timeout' | 'callback'
  /** Number of files examined. */
  filesSearched: number
  /** Number of files with at least one match. */
  filesWithMatches: number
  /**
   * Number of matches found, also those before `offset` and, where the call
   * saw them, after the limit.
   */
  totalMatches: number
  /**
   * Whether `totalMatches` is the number in the tree; if not it is a lower
   * bound.
   */
  totalIsExact: boolean
  /** What was in reach and not searched, one entry a reason. */
  skipped: Array<Skipped>
  /** The paths, globs and types named no file at all: nothing was searched. */
  noFilesMatchedScope: boolean
  /**
   * The `offset` of a call that continues where this one ended; absent when
   * there is nothing more.
   */
  nextOffset?: number
  /** How it is known which files there are. */
  snapshot: SnapshotInfo
}

/** Options of `search`; as in `GrepOptions`. */
export interface SearchOptions {
  /** What to look for. */
  pattern?: string
  /** Several patterns, after `pattern` if that is given too. */
  patterns?: Array<string>
  /** Whether patterns are plain text. Default: false. */
  literal?: boolean
  /** Whether case is ignored. Default: false. */
  ignoreCase?: boolean
  /**
   * Whether case is ignored when no pattern holds an upper-case letter.
   * Default: false.
   */
  smartCase?: boolean
  /**
   * Whether a match must not touch a word character outside it. Default:
   * false.
   */
  word?: boolean
  /** Whether the lines are wanted that do not match. Default: false. */
  invert?: boolean
  /** Whether a match may span lines. Default: false. */
  multiline?: boolean
  /**
   * Whether `.` also matches a line feed; only with `multiline`. Default:
   * false.
   */
  dotAll?: boolean
  /** What one result is; the content counts as one file. Default: `'content'`. */
  mode?: GrepMode
  /** The most results. Default: all. */
  maxCount?: number
  /** The most matches in all, in any mode. Default: all. */
  maxCountPerFile?: number
  /** How many results are left out at the front. Default: 0. */
  offset?: number
  /** Lines of context before and after each match. Default: 0. */
  context?: number
  /** Lines of context before each match, instead of `context`. */
  contextBefore?: number
  /** Lines of context after each match, instead of `context`. */
  contextAfter?: number
  /** The most bytes of a line. Default: whole lines. */
  maxColumns?: number
  /** Milliseconds after which the call fails. Default: none. */
  timeoutMs?: number
  /** Whether raw `lineBytes` are wanted beside the strings. Default: false. */
  bytes?: boolean
}

/**
 * Sets how many threads all calls of the process share; zero counts as one.
 * Surplus threads end after their current piece of work.
 */
export declare function setThreads(threads: number): void

/** Files or directories that were left out for one reason. */
export interface Skipped {
  /**
   * Why: a NUL byte in the file; larger than `maxFileSize` or than what may
   * be held in memory; not to be opened, listed or read; not valid in
   * `encoding`; a `node_modules` directory; a symbolic link that leads back
   * to a directory above it; an ignore file with a fault; syntax errors, in
   * spite of which it was searched; more time than one file may take; a
   * language in which no pattern can be read; nested too deeply for a rule.
   */
  reason: 'binary' | 'tooLarge' | 'unreadable' | 'undecodable' | 'nodeModules' | 'symlinkLoop' | 'ignoreFile' | 'syntaxErrors' | 'parseTimeout' | 'noPattern' | 'tooDeep' | 'other'
  /** How many. */
  count: number
  /** The first few, in path order. */
  first: Array<SkippedPath>
}

/** One path that was left out. */
export interface SkippedPath {
  /** The path relative to its root, with `/`. */
  path: string
  /** Number of the root in the order given, 0-based. */
  root: number
  /** The operating system's or decoder's words, where there are any. */
  detail?: string
  /** The path's bytes, if `bytes` was set. */
  pathBytes?: Uint8Array
}

/** What may differ between a pattern and the code that it matches. */
export type Strictness = 'cst' | 'smart' | 'ast' | 'relaxed' | 'signature' | 'template'

/**
 * Whether there is a language or kind of file with this name, alias or
 * extension; case is ignored.
 */
export declare function supportsLanguage(lang: string): boolean

/** A place where a text breaks the syntax of its language. */
export interface SyntaxDiagnostic {
  /**
   * What is missing here, by the name that the grammar gives it; absent for
   * text that has no place here.
   */
  missing?: string
  /** Where it is. */
  range: AstRange
}

/** A node of a syntax tree. */
export interface SyntaxNode {
  /** Its kind, by the name that the grammar gives it. */
  kind: string
  /** Its first line, 1-based. */
  startLine: number
  /** Its last line: that of its last character which is no line end. */
  endLine: number
  /** Where it is. */
  range: AstRange
}

/** How large a workspace's table is. */
export interface TableSize {
  /** Files, directories and symbolic links. */
  entries: number
  /** Bytes in memory, without the parsed ignore rules. */
  bytes: number
}

/** How many colours a terminal has. */
export type TerminalColors = 'trueColor' | 'ansi256' | 'ansi16'

/** How text of a class looks. */
export interface TextStyle {
  /** The colour, as `#rrggbb`; missing if it is that of plain text. */
  color?: string
  /** Bold. */
  bold: boolean
  /** In italics. */
  italic: boolean
  /** Underlined. */
  underline: boolean
}

/**
 * How many threads all calls of the process share at most. Until it is set:
 * the number of cores that the process may use.
 */
export declare function threads(): number

/** What to return when `timeoutMs` have passed. */
export type TimeoutPolicy = 'fail' | 'partial'

/** A vocabulary file. */
export interface VocabularyFile {
  /** Where it is. */
  path: string
  /** Whether it is a `tokenizer.json`, or else a `.tiktoken` file. */
  json: boolean
  /** What a `.tiktoken` file does not say. */
  pattern?: string
  /** The same. */
  specialTokens: Array<[string, number]>
}

/** How a workspace is kept up to date. */
export type RefreshMode = 'walk' | 'watch' | 'stat' | 'manual'

/** Options of `new Workspace`. */
export interface WorkspaceOptions {
  /**
   * How calls know that the list of files is up to date. Default: `'watch'`,
   * which falls back to `'stat'` where it cannot be had.
   */
  refresh?: RefreshMode
}
