import type { PackOptions, PackSummary, UrlLike } from '../index.js'
import type { MatchStream, StreamOptions } from './grep.js'
import type { Report } from './report.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Amount of a file that a pack shows. */
export type PackLevel = 'omitted' | 'path' | 'outline' | 'skeleton' | 'uncommented' | 'whole'

/** Notation of a pack. */
export type PackFormat = 'markdown' | 'xml' | 'json' | 'plain' | 'jinni'

/** Reason for the treatment of a file. */
export type PackReason = 'complete' | 'level' | 'budget' | 'secret'

/** Combination of rules. */
export type RuleMode = 'nearest' | 'jinni'

/**
 * Rules that decide, besides the scope, which files are packed. They have the notation of `.gitignore`, but a plain pattern
 * includes, and a pattern after `!` excludes. The last matching rule decides; nothing below an excluded directory is packed.
 * An explicitly named file is packed whatever the rules say.
 */
export interface PackRules {
  /**
   * Combination of rules. `'nearest'`: a pattern is relative to the directory of its file, as in `.gitignore`; nearer rules
   * take precedence, rules of `.contextfiles` over ignore rules, and these over the built-in rules; `rules` replaces all of
   * them, and if one of `rules` includes files, files that match none of them are excluded. `'jinni'`: rules of the program jinni 0.4.0.
   * Default: `'nearest'`.
   */
  mode?: RuleMode | null | undefined
  /** Rules of the caller, relative to the roots of the call. Default: none. */
  rules?: readonly string[] | null | undefined
  /**
   * Directory above which no `.contextfiles` is read. A root of the call outside of it is its own rule root. Default: the
   * workspace's root or the current directory.
   */
  root?: string | Uint8Array | UrlLike | null | undefined
  /** Whether the built-in rules apply, which exclude `build/`, `node_modules/`, archives, logs and the like. Default: true. */
  useDefaults?: boolean | null | undefined
}

/** Text from the caller that a pack contains after its files. */
export interface PackSection {
  /** Heading. */
  title: string
  /** Text. */
  text: string
}

/** Text that has the form of a secret. */
export interface FoundSecret {
  /** 1-based line of the first character. */
  line: number
  /** Kind of the secret, as in `'private key'`. */
  kind: string
}

/** Treatment of a file in a pack. */
export interface PackedFile {
  /** Path from the base that `pathsFrom` selects. */
  path: string
  /** 0-based index of the root. Absent if the call has one root. */
  root?: number
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
  /** Amount of the file in the text. */
  treatment: PackLevel
  /** Reason for the treatment. */
  reason: PackReason
  /** Number of tokens of the file's part of the text, with its path; 0 if it is left out. */
  tokens: number
  /** Number of tokens of the whole file. */
  originalTokens: number
  /** Size of the file's text in bytes of UTF-8. */
  size: number
  /** Priority from which the maximum was divided; 0 without a maximum. */
  priority: number
  /** Name of the language. Absent if it is unknown. */
  language?: string
  /** Name of the encoding from which the text was decoded, as in `'UTF-8'`. */
  encoding: string
  /** Whether the encoding was detected from the text, which may be wrong. */
  isEncodingDetected: boolean
  /** Content id of the file. */
  version: string
  /** Possible secrets, in order of their lines. */
  secrets: FoundSecret[]
}

/** Totals of a directory in a pack. */
export interface PackedDirectory {
  /** Path; empty for a root. */
  path: string
  /** 0-based index of the root. Absent if the call has one root. */
  root?: number
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
  /** Number of files in the directory and below it. */
  files: number
  /** Number of tokens of these files in the text. */
  tokens: number
  /** Number of tokens of these files as a whole. */
  originalTokens: number
}

/** Decision of the rules about an entry of a walked directory. */
export interface PackDecision {
  /** Path relative to the root of the call. */
  path: string
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
  /** Whether the entry is a directory, below which nothing is packed if it is excluded. */
  isDirectory: boolean
  /** Whether the entry is included. */
  isIncluded: boolean
  /** Source of the rule that decided. Absent if no rule matches. */
  source?: 'file' | 'caller' | 'default'
  /** File with the rule. Absent for rules from elsewhere. */
  file?: string
  /** 1-based line of the rule in its source. Absent if no rule matches. */
  line?: number
  /** Rule as written. Absent if no rule matches. */
  rule?: string
}

/** Result of `pack`. */
export interface PackResult extends Omit<PackSummary, 'report'> {
  /** Files in scope, in path order, without the skipped files of the report. */
  files: PackedFile[]
  /** Totals of each directory that contains files, in path order, including the directories below it. */
  directories: PackedDirectory[]
  /** Decisions of the rules, in path order. Empty unless `explain` is set. */
  decisions: PackDecision[]
  /** Report on the call. */
  report: Report
}

/**
 * Packs the files of a scope into one text for a language model.
 *
 * Files are in path order. With `maxTokens` or `maxBytes`, the text never exceeds the maximum; files with a low priority are
 * shown in less detail, then left out: first the bodies of functions are lost, then signatures, then names. Explicitly named
 * files come first, then files with `relevant` definitions and texts; among others, recently changed files of a Git repository
 * (those that differ from its index, then the later written), and files whose definitions occur in many other files. `weights`
 * are factors. A file that cannot be parsed is shown as a whole, or its path alone. Headings have the paths of the result; with
 * several roots and no workspace, they begin with the root as given.
 *
 * Rejects with a `RansackOptionError` if both maxima are given, if the maximum is less than the size of the `sections`, and,
 * without a maximum, if the files are larger than `maxContentSize`; with `ERR_RANSACK_INVALID_GLOB` and
 * `ERR_RANSACK_INVALID_PATTERN`; and with the errors of `glob` for the scope.
 *
 * Without a maximum, reads each file and counts its tokens once. With a maximum, also parses each file in a known language,
 * and reads the shown files twice. A `Workspace` keeps the measurements: a later call parses only changed files, and without
 * `relevant` it reads only these and the shown ones.
 *
 * ```js
 * const { text, tokens, files } = await pack({ path: 'src', maxTokens: 50_000, relevant: 'parseConfig' })
 * for (const { path, treatment, tokens } of files) console.log(path, treatment, tokens)
 * ```
 */
export declare function pack(options: PackOptions): Promise<PackResult>

/** Part of a text that `packStream` packs. */
export interface PackedText {
  /**
   * Text; empty for a file that is left out, and while files are read ahead of the text. The texts of all parts together are
   * the `text` of `pack`.
   */
  text: string
  /** File that the text shows. Absent at the end of the text, and while files are read ahead. */
  file?: PackedFile
  /** Number of files read so far: while files are read ahead, of these, and then of those that the text shows or leaves out. */
  filesDone: number
}

/** Options for `packStream`: the options of `pack` except `explain` and `listOnly`, which add results other than text. */
export type PackStreamOptions = Omit<PackOptions, 'explain' | 'listOnly'> & StreamOptions

/** Stream of the parts of a text. */
export type PackStream = MatchStream<PackedText>

/**
 * Packs the files of a scope like `pack`, and returns the text in batches of parts, one part for each file. While the call
 * reads files ahead of the text, it returns parts without a text, whose `filesDone` is the number of files so far.
 *
 * Throws or rejects as `pack` does.
 *
 * Costs as much as `pack`, without the memory for the text. Without a maximum, the tree needs the numbers of tokens of all
 * files, so files are read twice; with `tree: false`, the first part arrives as soon as the first file is read.
 *
 * ```js
 * for await (const parts of packStream({ path: 'src', tree: false })) {
 *   for (const { text } of parts) process.stdout.write(text)
 * }
 * ```
 */
export declare function packStream(options: PackStreamOptions): PackStream

/** Options for `Workspace.pack`; paths are relative to the root of the workspace. */
export type WorkspacePackOptions = PackOptions & WorkspaceCallOptions

/** Options for `Workspace.packStream`; paths are relative to the root of the workspace. */
export type WorkspacePackStreamOptions = PackStreamOptions & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Packs the workspace's files, like the function `pack`. */
    pack(options: WorkspacePackOptions): Promise<PackResult>
    /** Packs the workspace's files and returns the text in parts, like the function `packStream`. */
    packStream(options: WorkspacePackStreamOptions): PackStream
  }
}
