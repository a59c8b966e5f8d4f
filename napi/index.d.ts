// Declarations of js/; the build puts this file before the declarations that it generates from Rust.

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
export interface AstEditOptions extends FileOptions, AstFileOptions {
  /**
   * Rewrites in order: an object from pattern to replacement, or a list of
   * pairs. Patterns are those of `astGrep`. Code that two patterns match fails
   * with `ERR_RANSACK_OVERLAPPING_EDITS`, unless both replace it by the same
   * text.
   *
   * In a replacement, `$A` or `$$$A` inserts the code that the pattern's
   * metavariable matched, byte for byte; `\$` inserts a dollar sign, and `\\`
   * before a dollar sign a backslash. Lines are indented to the place where they
   * are inserted, except inside literals. An empty replacement deletes the code,
   * the `;` that ends it, and its line if that becomes blank.
   */
  rewrites: Record<string, string> | ReadonlyArray<{ pattern: string; replacement: string }>
  /**
   * Node kind of the grammar. The first node of this kind inside the pattern is
   * searched for and replaced instead of the whole pattern. Default: the whole
   * pattern.
   */
  selector?: string
  /**
   * Differences between pattern and code that a match allows. Default:
   * `'smart'`.
   */
  strictness?: Strictness
  /** If true, computes and returns the changes but writes no file. Default: true. */
  dryRun?: boolean
  /**
   * `preview` of an earlier result. The call fails with `ERR_RANSACK_STALE`, and
   * writes nothing, unless its changes are exactly the previewed ones in
   * exactly the same texts. Default: none.
   */
  preview?: string
  /**
   * Maximum number of passes over a file; each pass rewrites the output of the
   * one before, until nothing matches. Default: 1.
   */
  repeat?: number
  /** Maximum number of replacements, counted in path order. Default: no limit. */
  maxReplacements?: number
  /**
   * Maximum number of files with changes, counted in path order. Default: no
   * limit.
   */
  maxFiles?: number
  /**
   * Whether a candidate file that has syntax errors before it is edited fails
   * the call with `ERR_RANSACK_SYNTAX_ERROR`. Otherwise it is edited and
   * reported as `'syntaxErrors'`. Default: false.
   */
  failOnParseError?: boolean
  /**
   * Whether edits may add syntax errors to a file. Otherwise the call fails
   * with `ERR_RANSACK_SYNTAX_ERROR` and writes nothing. Default: false.
   */
  allowSyntaxErrors?: boolean
}

/** Summary of an `astEdit` call: what changed, or with `dryRun` would change. */
export interface AstEditSummary {
  /** Files with replacements, by root, then bytewise by path. */
  fileChanges: Array<AstFileChange>
  /** Number of replacements: the length of `changes`. */
  totalReplacements: number
  /** Number of files with replacements. */
  filesTouched: number
  /** Number of files examined; equals `report.filesSearched`. */
  filesSearched: number
  /** Whether the changes are written to disk. If false, no file was changed. */
  applied: boolean
  /** Whether `maxReplacements` or `maxFiles` cut the changes off. */
  limitReached: boolean
  /**
   * Identifies exactly these changes of exactly these texts. Pass it as the
   * `preview` option of the call that applies them.
   */
  preview: string
  /**
   * Report of the call. `report.complete` is true only if the changes are all that
   * could be made; `totalMatches` counts replacements; `nextOffset` is never set.
   */
  report: Report
}

/** Number of replacements in one file. */
export interface AstFileChange {
  /**
   * Path of the file, relative to its root and with `/`; the file name if the root
   * is a file. Invalid UTF-8 is replaced by U+FFFD.
   */
  path: string
  /** Number of replacements. */
  count: number
  /**
   * Index of the root in the order given, 0-based. Absent if the call has one
   * root.
   */
  root?: number
  /**
   * True if the file still has matches after the last pass that `repeat` allows.
   * Absent if it has none, and if `repeat` is 1, which does not check.
   */
  unsettled?: true
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
}

/** Options of every call that parses files. */
export interface AstFileOptions extends FileContentOptions {
  /**
   * Name or alias of a language; `astLanguages()` lists them. Only files in this
   * language are in scope, and only the parts in it of files that embed other
   * languages. A root that is a file is parsed in it whatever its name. An
   * unknown language throws a `RansackOptionError`. Default: each file in the
   * language of its name.
   */
  lang?: string
  /**
   * Maximum time for one file in milliseconds; a file that takes longer is
   * skipped and reported as `'parseTimeout'`. Default: 2000.
   */
  timePerFileMs?: number
}

/** Options of `astGrep` and `astGrepStream`. */
export interface AstGrepOptions extends FileSearchOptions, AstFileOptions, AstQueryOptions {

}

/** Language with a grammar: its names and its files. */
export interface AstLanguage {
  /** Name, in lower case. */
  name: string
  /** Other accepted names. Letter case is ignored in names and aliases. */
  aliases: Array<string>
  /**
   * File name extensions, in lower case and without the dot. If two languages
   * have the same extension, the file belongs to the first of them.
   */
  extensions: Array<string>
  /**
   * Whole file names. A name that ends in `.*` stands for all names with that
   * start.
   */
  fileNames: Array<string>
}

/**
 * Lists the languages that have a grammar, sorted by name: those that `astGrep`,
 * `astEdit` and `checkSyntax` accept.
 *
 * ```js
 * astLanguages().find((language) => language.name === 'rust')?.extensions // ['rs']
 * ```
 */
export declare function astLanguages(): Array<AstLanguage>

/** Options of `astMatch`, which searches code in memory. */
export interface AstMatchOptions extends CallOptions, PageOptions, AstQueryOptions {
  /**
   * Code to search. A string is searched as UTF-8, with U+FFFD for each lone
   * surrogate.
   */
  source: string | Uint8Array
  /**
   * Name or alias of the code's language; `astLanguages()` lists them. An
   * unknown language throws a `RansackOptionError`.
   */
  lang: string
  /**
   * Whether matches carry the raw bytes of their code (`textBytes`) beside the
   * string. Default: false.
   */
  bytes?: boolean
}

/**
 * Options of every syntax-tree search, in files (`astGrep`, `astGrepStream`) and in
 * memory (`astMatch`).
 */
export interface AstQueryOptions {
  /**
   * Pattern to search for: code with metavariables. `$A` matches any one node,
   * `$$A` also matches punctuation and keywords, `$$$A` matches any number of
   * siblings; `$_` and `$$$` do so without a name. Names consist of upper-case
   * letters, digits and `_`. A name that occurs twice must match the same code.
   * A pattern need not be a whole statement or file: it is parsed in every
   * context of the grammar that accepts it. `pattern`, `patterns` or `rule` is
   * required. A pattern that no searched language can parse fails with
   * `ERR_RANSACK_INVALID_PATTERN`.
   */
  pattern?: string
  /**
   * Further patterns, after `pattern` if that is given too. Code matches if any
   * pattern matches. Default: none.
   */
  patterns?: Array<string>
  /**
   * Rule of ast-grep, as an object or as YAML: an object with `rule` and
   * optionally `constraints` and `utils`, or only the content of `rule`, with
   * `pattern`, `kind`, `regex`, `inside`, `has`, `precedes`, `follows`, `all`,
   * `any`, `not`, `matches`, `nthChild` or `range`. Code that matches a pattern
   * matches too. Default: none.
   */
  rule?: string | object
  /**
   * Node kind of the grammar. The first node of this kind inside the pattern is
   * searched for instead of the whole pattern. Default: the whole pattern.
   */
  selector?: string
  /**
   * Differences between pattern and code that a match allows. Default:
   * `'smart'`.
   */
  strictness?: Strictness
  /**
   * Maximum number of results; the call stops when it has found one more.
   * Default: 50; no limit for `astGrepStream`.
   */
  limit?: number
  /**
   * Whether matches carry `metaVariables` and `metaVariableRanges`. Default:
   * false.
   */
  includeMeta?: boolean
}

/** Range of a text, from its first character to the character after its last. */
export interface AstRange {
  /** Offset of the first byte in the text as UTF-8, 0-based. */
  byteStart: number
  /** Offset of the byte after the last in the text as UTF-8, 0-based. */
  byteEnd: number
  /** Line of the first character, 1-based. */
  startLine: number
  /** Column of the first character in its line, 1-based, in UTF-16 code units. */
  startColumn: number
  /** Line of the character after the last, 1-based. */
  endLine: number
  /**
   * Column of the character after the last in its line, 1-based, in UTF-16 code
   * units.
   */
  endColumn: number
}

/** Options of `blockRangeAt`, `nodeChainAt` and their asynchronous forms. */
export interface BlockRangeOptions extends CallOptions, SourceOptions {
  /** Line number, 1-based. */
  line: number
}

/** Options of every asynchronous call: its time limit and its abort signal. */
export interface CallOptions extends TimeoutOptions {
  /**
   * Signal that aborts the call. The promise rejects at once with an
   * `AbortError` whose `code` is `'ABORT_ERR'` and whose `cause` is the
   * signal's reason; the work stops within milliseconds. A signal that has
   * already fired rejects before any work. Synchronous calls ignore it.
   * Default: none.
   */
  signal?: AbortSignal
}

/** Options of `checkSyntax` and its asynchronous form. */
export interface CheckSyntaxOptions extends CallOptions {

}

/**
 * Detects the language of a file from its path and the first bytes of its text (a few
 * hundred are enough): by a `vim:` or `-*-` modeline, the file name, the program
 * after `#!`, the file name extension, or the form of the first line, in this order.
 * Reads no file. Returns null if no rule applies.
 *
 * ```js
 * detectLanguage('bin/run', '#!/usr/bin/env python3') // 'python'
 * ```
 */
export declare function detectLanguage(path: string, firstBytes?: string | Uint8Array | undefined | null): string | null

/**
 * Text that `truncateToWidth` puts in place of the part it removes. Any string is
 * accepted instead.
 */
export declare enum Ellipsis {
  /** `…`, one cell wide. */
  Unicode = 0,
  /** `...`, three cells wide. */
  Ascii = 1,
  /** No text. */
  Omit = 2,
}

/** Options of `enclosingBlockBoundaries` and its asynchronous form. */
export interface EnclosingBoundaryOptions extends CallOptions, SourceOptions {
  /** Ranges of lines that the user sees. */
  ranges: Array<LineRange>
}

/** Highlighting engine of a language, and the reason for the choice. */
export interface EngineChoice {
  /** Engine. */
  engine: HighlightEngine
  /** Reason for the choice, in English. */
  reason: string
}

/**
 * Returns the glob pattern that matches exactly `path`, a relative path, whatever
 * characters it contains.
 *
 * ```js
 * escapeGlob('pages/[id].tsx') // 'pages/\\[id].tsx'
 * ```
 */
export declare function escapeGlob(path: string): string

/** Options of every call that reads the content of files. */
export interface FileContentOptions {
  /**
   * Maximum size of a file in bytes; larger files are skipped and reported as
   * `'tooLarge'`. In `astEdit`, an edit that makes a file larger fails the call.
   * Default: no limit for `grep`, 16 MiB for `astGrep` and `astEdit`.
   */
  maxFileSize?: number
  /**
   * Encoding of files without a byte order mark, as a label of the WHATWG
   * Encoding Standard. Byte offsets in a decoded file count its text in UTF-8.
   * `astEdit` writes a file in the encoding it was read in, and skips a file whose
   * bytes that would change elsewhere. An unknown label fails with a
   * `RansackOptionError`. Default: UTF-8, in which invalid bytes are kept.
   */
  encoding?: string
}

/**
 * Options of every call over files: which files and directories are in scope.
 * `.git` is never in scope.
 */
export interface FileOptions extends CallOptions {
  /**
   * Root of the call: a directory or a file, absolute or relative to the
   * current directory of the process (in a `Workspace`, relative to its root).
   * `glob` and `fuzzyFind` accept only a directory. A root is in scope even if
   * an ignore rule above it, `glob` or `type` excludes it. Default: the
   * current directory.
   */
  path?: string
  /**
   * Further roots, after `path` if that is given too. Results come in the
   * order of the roots and carry the `root` number. Default: none.
   */
  paths?: Array<string>
  /**
   * Path globs that restrict the scope: `*`, `?`, `[a-z]`, `{a,b}`, `**`. A glob
   * without `/` matches at any depth, a glob with `/` matches from the root. A
   * leading `!` excludes. The last matching glob wins. Default: all paths.
   */
  glob?: string | Array<string>
  /**
   * Names of file types to include, such as `'rust'` or `'js'`; `fileTypes()`
   * lists them. Directories have no type and are then not results. An unknown
   * name fails with `ERR_RANSACK_UNKNOWN_TYPE`. Default: all files.
   */
  type?: string | Array<string>
  /**
   * Names of file types to exclude. An unknown name fails with
   * `ERR_RANSACK_UNKNOWN_TYPE`. Default: none.
   */
  typeNot?: string | Array<string>
  /**
   * Whether files and directories whose name starts with `.` are in scope. The
   * `pattern` of `glob` finds them anyway if it spells out the `.`. Default: true
   * for `grep`, `astGrep` and `astEdit`; false for `glob` and `fuzzyFind`.
   */
  hidden?: boolean
  /**
   * Whether ignore rules apply: `.gitignore`, `.git/info/exclude` and the
   * user's global excludes inside a repository, `.ignore` everywhere. Default:
   * true.
   */
  gitignore?: boolean
  /**
   * Whether `node_modules` directories are in scope. A glob or pattern that
   * spells out `node_modules` and a root inside one include them anyway.
   * Default: false.
   */
  includeNodeModules?: boolean
  /**
   * Whether symbolic links below the roots are followed. A link that leads back
   * to a directory above it is skipped and reported. Default: false.
   */
  followSymlinks?: boolean
  /**
   * Whether results carry the raw bytes beside their strings: `pathBytes`, and
   * where they apply `lineBytes`, `textBytes`, `beforeBytes` and `afterBytes`.
   * Needed to tell names and lines apart that are not valid UTF-8. Default:
   * false.
   */
  bytes?: boolean
}

/** Options of every search over files. */
export interface FileSearchOptions extends FileOptions, PageOptions {
  /**
   * Whether the list of files is kept for the next call with `cache` on the same
   * root. Every call first brings the list up to date, so results are those
   * of a call without it. The process keeps the lists of the last 8 roots.
   * Applies to calls with one root. Prefer a `Workspace`, which is faster and
   * can be closed. Default: false.
   */
  cache?: boolean
  /**
   * Outcome of the call when `timeoutMs` has passed: `'fail'` rejects with
   * `ERR_RANSACK_TIMEOUT`, `'partial'` resolves with the results found so far.
   * Default: `'fail'`.
   */
  onTimeout?: TimeoutPolicy
}

/** Kind of a directory entry, as a number. */
export declare enum FileType {
  /** Regular file. */
  File = 1,
  /** Directory. */
  Dir = 2,
  /** Symbolic link. */
  Symlink = 3,
}

/** File type: its name and the globs of its file names. */
export interface FileTypeDefinition {
  /** Name that `type` and `typeNot` accept, such as `'rust'` or `'js'`. */
  name: string
  /** Globs that match the names of its files, such as `'*.rs'`. */
  globs: Array<string>
}

/**
 * Kind of a directory entry, as a string: a regular file, a directory or a
 * symbolic link.
 */
export type FileTypeName = 'file' | 'dir' | 'symlink'

/**
 * Lists the file types that the options `type` and `typeNot` accept, sorted by name.
 * The definitions are ripgrep's.
 *
 * ```js
 * fileTypes().find((type) => type.name === 'rust')?.globs // ['*.rs']
 * ```
 */
export declare function fileTypes(): Array<FileTypeDefinition>

/** Options of `fuzzyFind`. */
export interface FuzzyFindOptions extends FileSearchOptions, RankOptions {
  /**
   * Query as the user typed it, at most 10,240 bytes in UTF-8; a longer one
   * throws a `RansackOptionError`. White space and control characters separate
   * words. An empty query matches every path: recently used paths first, then
   * shallow and short ones.
   */
  query: string
  /** Whether directories are results too. Default: true. */
  directories?: boolean
  /** Whether symbolic links are results, as links. Default: false. */
  symlinks?: boolean
}

/** Options of `fuzzyMatch`. */
export interface FuzzyMatchOptions extends RankOptions, PageOptions, TimeoutOptions {

}

/**
 * Lists the names of the languages and file kinds that can be highlighted, sorted.
 * Functions also accept their aliases and file name extensions.
 *
 * ```js
 * getSupportedLanguages().includes('rust') // true
 * ```
 */
export declare function getSupportedLanguages(): Array<string>

/** Options of `glob` and `globStream`. */
export interface GlobOptions extends FileSearchOptions {
  /**
   * Pattern that the path, relative to its root, must match. `*` and `?` match
   * within a name, `[a-z]` and `[!a-z]` match one character, `**` matches any
   * number of directories, `{a,b}` matches alternatives. A trailing `/` matches
   * only directories, a leading `!` excludes, a backslash makes the next
   * character literal. A `{` that is never closed is closed at the end of the
   * pattern; a `[` that is never closed is literal. `pattern` or `patterns` is
   * required. An invalid pattern fails with `ERR_RANSACK_INVALID_GLOB`.
   */
  pattern?: string
  /**
   * Further patterns, after `pattern` if that is given too. The last matching
   * pattern wins. Default: none.
   */
  patterns?: Array<string>
  /**
   * Only kind of entry to return. If it is a file or a directory, a symbolic
   * link counts as its target. Default: all kinds.
   */
  fileType?: FileType | FileTypeName
  /**
   * Whether a pattern without `/` matches at any depth; if false, it matches
   * only directly below the root. Default: true.
   */
  recursive?: boolean
  /** Whether patterns are literal relative paths. Default: false. */
  literal?: boolean
  /**
   * Whether matches carry `mtime` and `size`, which costs one `stat` per match.
   * Default: false.
   */
  stat?: boolean
  /**
   * Whether results are sorted by modification time, newest first; implies
   * `stat`. Default: false, sorted by path.
   */
  sortByMtime?: boolean
  /**
   * Maximum number of results; the call stops when it has found one more.
   * Default: no limit.
   */
  maxResults?: number
}

/**
 * Kind of result that `grep` and `search` return: `'content'` returns matching
 * lines (with `multiline`, the lines of each match); `'count'` returns each file
 * with matches and its number of matching lines; `'filesWithMatches'` returns each
 * file with matches and stops reading it at the first match.
 */
export type GrepMode = 'content' | 'count' | 'filesWithMatches'

/** Options of `grep` and `grepStream`. */
export interface GrepOptions extends FileSearchOptions, FileContentOptions, LineSearchOptions {
  /**
   * Whether files that contain a NUL byte are searched. Otherwise they are
   * skipped and reported as `'binary'`. Default: false.
   */
  binary?: boolean
}

/**
 * Returns the copyright notices and licences of the bundled syntaxes and themes, which
 * programs that redistribute them must show.
 *
 * ```js
 * console.log(highlightAcknowledgements())
 * ```
 */
export declare function highlightAcknowledgements(): string

/**
 * Escape sequences that introduce text of each class. An empty or missing sequence
 * leaves its class plain. Classes that are not listed use the sequence of the
 * nearest listed class.
 */
export interface HighlightColors {
  /** Escape sequence before comments. Default: none. */
  comment?: string
  /** Escape sequence before keywords. Default: none. */
  keyword?: string
  /** Escape sequence before names of functions. Default: none. */
  function?: string
  /** Escape sequence before names of variables. Default: none. */
  variable?: string
  /** Escape sequence before string literals. Default: none. */
  string?: string
  /** Escape sequence before number literals. Default: none. */
  number?: string
  /** Escape sequence before names of types. Default: none. */
  type?: string
  /** Escape sequence before operators. Default: none. */
  operator?: string
  /** Escape sequence before punctuation. Default: none. */
  punctuation?: string
  /** Escape sequence before inserted lines of a diff. Default: none. */
  inserted?: string
  /** Escape sequence before deleted lines of a diff. Default: none. */
  deleted?: string
}

/**
 * Returns the engine that highlights a language by default, and the reason for the
 * choice; null if the language is unknown.
 *
 * ```js
 * highlightEngine('rust')?.engine // 'treeSitter'
 * ```
 */
export declare function highlightEngine(lang: string): EngineChoice | null

/**
 * Highlighting engine: `'treeSitter'` runs a grammar's queries on the syntax tree,
 * `'syntect'` runs a TextMate grammar line by line, `'plain'` leaves text plain.
 */
export type HighlightEngine = 'treeSitter' | 'syntect' | 'plain'

/** Options of `highlight`, `highlightAsync` and `HighlightStream`. */
export interface HighlightOptions extends CallOptions {
  /** Form of the result. A stream cannot return `'spans'`. Default: `'ansi'`. */
  output?: HighlightOutput
  /**
   * Escape sequences by class for `'ansi'` output, instead of a theme. Cannot be
   * combined with `theme`. Default: the theme.
   */
  colors?: HighlightColors
  /**
   * Theme for `'ansi'` output: a `Theme`, or the name of a bundled one. An unknown
   * name throws a `RansackOptionError`. Default: `'Catppuccin Mocha'`, which is
   * dark.
   */
  theme?: string | import('./js/highlight.js').Theme
  /**
   * Number of colours that the terminal can show; the theme's colours are
   * converted to the nearest. Default: `'trueColor'`.
   */
  depth?: TerminalColors
  /**
   * Engine to use instead of the one that `highlightEngine` returns. Ignored if
   * the language does not have it. Default: the language's engine.
   */
  engine?: HighlightEngine
  /**
   * Maximum length of a line in bytes of UTF-8 for the engine `'syntect'`. The
   * rest of a longer line stays plain and is counted in `report.longLines`.
   * Default: 2048.
   */
  maxLine?: number
  /**
   * Outcome of the call when `timeoutMs` has passed: `'fail'` fails with
   * `ERR_RANSACK_TIMEOUT`, `'partial'` leaves the remaining text plain. In a
   * stream the limit applies to each `push` and `finish`, the policy is always
   * `'fail'`, and the next call continues the work. Default: `'fail'`.
   */
  onTimeout?: TimeoutPolicy
}

/**
 * Form of highlighted text: `'ansi'` is text with escape sequences for a terminal,
 * `'html'` is escaped HTML with `<span class="hl-keyword">` elements, `'spans'` is
 * the list of classified ranges without text.
 */
export type HighlightOutput = 'ansi' | 'html' | 'spans'

/** Report of a highlighting call: its language and engine, and which text stayed plain. */
export interface HighlightReport {
  /** True if all of the text was examined, so that plain text has no class. */
  complete: boolean
  /**
   * Cause that ended the call before it had examined everything. Absent if it
   * examined everything.
   */
  stoppedBy?: 'timeout'
  /** Name of the language. Absent if the language is unknown. */
  language?: string
  /** Engine that highlighted the text. */
  engine: HighlightEngine
  /** Reason for the choice of the engine, in English. */
  reason: string
  /**
   * Number of lines that were not examined in full, because they were longer than
   * `maxLine` or took more than a second.
   */
  longLines: number
  /** Line numbers, 1-based, of the first ten lines that were not examined in full. */
  firstLongLines: Array<number>
}

/**
 * Marks file lists of the `cache` option stale: those of roots above, at or below
 * `path`, which the next call with `cache` rescans; without `path`, drops all lists
 * and frees their memory. Calls with `cache` always bring the list up to date by
 * themselves, so this is needed only on file systems that do not record change
 * times.
 *
 * ```js
 * invalidateFsScanCache('packages/app')
 * ```
 */
export declare function invalidateFsScanCache(path?: string | undefined | null): void

/** Range of lines of a text, both ends included. */
export interface LineRange {
  /** Number of the first line, 1-based. */
  startLine: number
  /** Number of the last line, 1-based, included. */
  endLine: number
}

/**
 * Options of every search for lines, in files (`grep`, `grepStream`) and in memory
 * (`search`).
 */
export interface LineSearchOptions {
  /**
   * Pattern to search for: a regular expression in the syntax of Rust's `regex`
   * crate. A brace that cannot be a repetition is literal, and so is a `$`
   * before it, as in `${name}`. `pattern` or `patterns` is required. An invalid
   * pattern fails with `ERR_RANSACK_INVALID_PATTERN`.
   */
  pattern?: string
  /**
   * Further patterns, after `pattern` if that is given too. A line matches if
   * any pattern matches. Default: none.
   */
  patterns?: Array<string>
  /**
   * Whether patterns are plain text instead of regular expressions. Default:
   * false.
   */
  literal?: boolean
  /** Whether letter case is ignored. Default: false. */
  ignoreCase?: boolean
  /**
   * Whether letter case is ignored if no pattern contains an upper-case letter.
   * Default: false.
   */
  smartCase?: boolean
  /**
   * Whether a match must be delimited by word boundaries: no word character
   * outside the match touches it. Default: false.
   */
  word?: boolean
  /** Whether to return the lines that do not match. Default: false. */
  invert?: boolean
  /** Whether a match may span several lines. Default: false. */
  multiline?: boolean
  /**
   * Whether `.` also matches a line feed. Applies only with `multiline`.
   * Default: false.
   */
  dotAll?: boolean
  /**
   * Kind of result; the text of `search` counts as one file. Default:
   * `'content'`.
   */
  mode?: GrepMode
  /**
   * Maximum number of results; the call stops when it has found one more.
   * Default: no limit.
   */
  maxCount?: number
  /** Maximum number of matches per file, in every mode. Default: no limit. */
  maxCountPerFile?: number
  /** Number of lines of context before and after each match. Default: 0. */
  context?: number
  /**
   * Number of lines of context before each match; overrides `context`.
   * Default: `context`.
   */
  contextBefore?: number
  /**
   * Number of lines of context after each match; overrides `context`. Default:
   * `context`.
   */
  contextAfter?: number
  /**
   * Maximum length of a returned line in bytes. A longer line is clipped to a
   * window around its first match and marked `truncated`. Default: no limit.
   */
  maxColumns?: number
}

/** Start of a page of results. */
export interface PageOptions {
  /**
   * Number of results to skip at the start of the result order. Pass the
   * `report.nextOffset` of one page to get the next. Default: 0.
   */
  offset?: number
}

/**
 * Options of every fuzzy ranking, of paths (`fuzzyFind`) and of strings
 * (`fuzzyMatch`).
 */
export interface RankOptions {
  /**
   * Recently used paths or strings, most recent first; they rank higher. Paths
   * are written as in results, a directory without its trailing `/`. Default:
   * none.
   */
  recent?: Array<string>
  /** Path that the user works on; paths near it rank higher. Default: none. */
  current?: string
  /**
   * Weights of paths or strings by how often and how recently they were used.
   * The bonus grows with the logarithm of the weight. Default: none.
   */
  frecency?: Record<string, number>
  /**
   * Maximum number of results. Default: 100 for `fuzzyFind`, no limit for
   * `fuzzyMatch`.
   */
  maxResults?: number
}

/**
 * Method by which a workspace keeps its list of files up to date: `'walk'` keeps no
 * list and walks the tree in every call; `'watch'` processes change notifications of
 * the operating system; `'stat'` compares the change times of every directory and
 * ignore file before each call; `'manual'` relies on `refresh` and `invalidate`.
 */
export type RefreshMode = 'walk' | 'watch' | 'stat' | 'manual'

/**
 * Report of a call: what it covered, what stopped it and what it skipped. Check
 * `complete` before concluding that something does not exist.
 */
export interface Report {
  /**
   * True only if everything in scope was examined, so that absence from the results
   * means absence from the tree. Unreadable files, limits and timeouts make it
   * false; files that the options exclude do not.
   */
  complete: boolean
  /**
   * Cause that ended the call before it had examined everything. Absent if it
   * examined everything.
   */
  stoppedBy?: 'limit' | 'timeout' | 'callback'
  /** Number of files examined. */
  filesSearched: number
  /** Number of files with at least one match. */
  filesWithMatches: number
  /**
   * Number of matches found, including those before `offset` and those that the call
   * found after the limit.
   */
  totalMatches: number
  /** Whether `totalMatches` is exact; otherwise it is a lower bound. */
  totalIsExact: boolean
  /** Files and directories that were skipped, one entry per reason. */
  skipped: Array<Skipped>
  /**
   * True if paths, globs and types selected no file at all, so that nothing was
   * searched.
   */
  noFilesMatchedScope: boolean
  /**
   * `offset` of the call that returns the next page. Absent if there are no more
   * results.
   */
  nextOffset?: number
  /** Origin of the list of files. */
  snapshot: SnapshotInfo
}

/** Options of `search`, which searches text in memory. */
export interface SearchOptions extends LineSearchOptions, PageOptions, TimeoutOptions {
  /**
   * Whether matches carry the raw bytes of their lines (`lineBytes`) beside the
   * strings. Default: false.
   */
  bytes?: boolean
}

/**
 * Sets the number of threads of the pool that all calls of the process share. Zero
 * counts as one. Surplus threads end after their current piece of work. Throws a
 * `RansackOptionError` if `threads` is not a whole number from 0 to 2^53 - 1.
 *
 * ```js
 * setThreads(2)
 * ```
 */
export declare function setThreads(threads: number): void

/** Files or directories that a call skipped for one reason. */
export interface Skipped {
  /**
   * Reason: `'binary'` contains a NUL byte; `'tooLarge'` exceeds `maxFileSize` or
   * the memory limit; `'unreadable'` cannot be opened, listed or read;
   * `'undecodable'` is invalid in `encoding`; `'nodeModules'` is a `node_modules`
   * directory; `'symlinkLoop'` is a link to a directory above it; `'ignoreFile'`
   * has an invalid line; `'syntaxErrors'` has syntax errors but was searched;
   * `'parseTimeout'` exceeded the time for one file; `'noPattern'` is in a language
   * that can parse no pattern; `'tooDeep'` is nested too deeply for a rule.
   */
  reason: 'binary' | 'tooLarge' | 'unreadable' | 'undecodable' | 'nodeModules' | 'symlinkLoop' | 'ignoreFile' | 'syntaxErrors' | 'parseTimeout' | 'noPattern' | 'tooDeep' | 'other'
  /** Number of files or directories. */
  count: number
  /** First few of them, in path order. */
  first: Array<SkippedPath>
}

/** Path of a skipped file or directory. */
export interface SkippedPath {
  /** Path, relative to its root and with `/`. Invalid UTF-8 is replaced by U+FFFD. */
  path: string
  /** Index of the root in the order given, 0-based. */
  root: number
  /** Message of the operating system or decoder. Absent if there is none. */
  detail?: string
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
}

/**
 * Origin of a call's list of files. The content of files is never cached: it is
 * read when it is searched.
 */
export interface SnapshotInfo {
  /**
   * Method that brought the list of files up to date for the call: `'walk'`
   * walked the tree, as every call without a `Workspace` does; `'watch'` processed
   * change notifications; `'stat'` compared change times; `'manual'` did nothing.
   */
  mode: 'walk' | 'watch' | 'stat' | 'manual'
  /**
   * Reason why the list, or the part below a changed ignore file, was scanned again.
   * Absent if it was not.
   */
  rescan?: 'first' | 'overflow' | 'ignoreFile' | 'root' | 'mount' | 'asked' | 'failed' | 'other'
  /**
   * Reason why a workspace that should be watched uses `'stat'`: `'platform'` has no
   * reliable change notifications; `'limit'` of watches is reached; `'fileSystem'`
   * can change without notifications. Absent if it does not fall back.
   */
  fallback?: 'platform' | 'limit' | 'fileSystem' | 'other'
}

/** Source text of a syntax-tree lookup. */
export interface SourceOptions {
  /**
   * Source text. A string is parsed as UTF-8, with U+FFFD for each lone
   * surrogate.
   */
  code: string | Uint8Array
  /**
   * Name or alias of the text's language; `astLanguages()` lists them. `lang` or
   * `path` is required. An unknown language throws a `RansackOptionError`.
   */
  lang?: string
  /**
   * Path of the text's file, whose name determines the language if `lang` is not
   * given. The file is not read. A name of no known language makes the call
   * return null.
   */
  path?: string
}

/**
 * Differences between a pattern and code that a match allows: `'cst'` allows none;
 * `'smart'` ignores comments in the code, punctuation and keywords that only the
 * code has, and whatever follows the pattern's last node; `'ast'` ignores
 * punctuation and keywords (unnamed nodes) in both; `'relaxed'` ignores comments and
 * unnamed nodes in both; `'signature'` also ignores the text of names and literals,
 * so that only node kinds count; `'template'` ignores comments and node kinds, so
 * that only text counts.
 */
export type Strictness = 'cst' | 'smart' | 'ast' | 'relaxed' | 'signature' | 'template'

/**
 * Returns whether a language or file kind has this name, alias or file name
 * extension. Letter case is ignored.
 *
 * ```js
 * supportsLanguage('TSX') // true
 * ```
 */
export declare function supportsLanguage(lang: string): boolean

/** Syntax error in a text. */
export interface SyntaxDiagnostic {
  /**
   * Kind of the missing node, as the grammar names it. Absent if the range is text
   * that the grammar does not accept.
   */
  missing?: string
  /** Range in the text; empty for a missing node. */
  range: AstRange
}

/** Node of a syntax tree. */
export interface SyntaxNode {
  /** Node kind, as the grammar names it. */
  kind: string
  /** Number of the first line, 1-based. */
  startLine: number
  /**
   * Number of the line of the node's last character other than a line end,
   * 1-based.
   */
  endLine: number
  /** Range in the text. */
  range: AstRange
}

/** Size of a workspace's list of files. */
export interface TableSize {
  /** Number of files, directories and symbolic links. */
  entries: number
  /** Memory in bytes, without the parsed ignore rules. */
  bytes: number
}

/**
 * Number of colours that a terminal can show: `'trueColor'` (24 bits),
 * `'ansi256'` (xterm's palette) or `'ansi16'` (the palette that the user
 * configures).
 */
export type TerminalColors = 'trueColor' | 'ansi256' | 'ansi16'

/** Style of one class of text in a theme. */
export interface TextStyle {
  /** Colour, as `#rrggbb`. Absent if it is the colour of plain text. */
  color?: string
  /** Whether text is bold. */
  bold: boolean
  /** Whether text is italic. */
  italic: boolean
  /** Whether text is underlined. */
  underline: boolean
}

/**
 * Returns the maximum number of threads of the pool that all calls of the process
 * share. Default: the number of cores that the process may use.
 *
 * ```js
 * threads() // 8
 * ```
 */
export declare function threads(): number

/** Time limit of a call. */
export interface TimeoutOptions {
  /**
   * Maximum duration of the call in milliseconds, a whole number. A call that
   * takes longer fails with a `RansackError` of code `ERR_RANSACK_TIMEOUT`,
   * unless its `onTimeout` is `'partial'`. Default: no limit.
   */
  timeoutMs?: number
}

/**
 * Outcome of a call whose `timeoutMs` has passed: `'fail'` makes it fail with a
 * `RansackError` of code `ERR_RANSACK_TIMEOUT`; `'partial'` makes it return the
 * results found so far, with `report.complete` false and `report.stoppedBy`
 * `'timeout'`.
 */
export type TimeoutPolicy = 'fail' | 'partial'

/** Vocabulary file, as the package passes it to native code. */
export interface VocabularyFile {
  /** Path of the file. */
  path: string
  /** Whether the file is a `tokenizer.json`; otherwise it is a `.tiktoken` file. */
  json: boolean
  /**
   * Pattern that splits text before merging, for a `.tiktoken` file. Default: the
   * pattern of `o200k_base`.
   */
  pattern?: string
  /** Special tokens and their ids, for a `.tiktoken` file. */
  specialTokens: Array<[string, number]>
}

/** Options of `new Workspace`. */
export interface WorkspaceOptions {
  /**
   * Method by which the list of files is kept up to date. Default: `'watch'`,
   * which falls back to `'stat'` where watching is not possible;
   * `report.snapshot.fallback` names the reason.
   */
  refresh?: RefreshMode
}
