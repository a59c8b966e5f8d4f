import type { FileType, GlobOptions, Report } from '../index.js'
import type { MatchStream, OnMatch, StreamOptions } from './grep.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Path that matched a glob pattern. */
export interface GlobMatch {
  /** Path relative to its root, with `/` as separator. Invalid UTF-8 is replaced with U+FFFD. */
  path: string
  /** Kind of the entry. A symbolic link is reported as a link whatever its target, unless links are followed. */
  fileType: FileType
  /** Index of the root in the order given, 0-based. Absent if the call has one root. */
  root?: number
  /**
   * Time of the last modification in milliseconds since 1970-01-01 UTC; for a symbolic link, the time of its
   * target if the target exists. Absent unless `stat` or `sortByMtime` is set.
   */
  mtime?: number
  /** Size in bytes of a file or of a link's target. Absent unless `stat` or `sortByMtime` is set. */
  size?: number
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
}

/** Result of `glob`. */
export interface GlobResult {
  /**
   * Matches by root, then bytewise by path; with `sortByMtime`, newest first. Empty if `onMatch`
   * received them.
   */
  matches: GlobMatch[]
  /** Number of matches found; equals `report.totalMatches`. */
  totalMatches: number
  /** True if `maxResults` truncated the matches. Absent otherwise. */
  limitReached?: true
  /** Report of the call: its completeness and the skipped files. */
  report: Report
}

/**
 * Finds files, directories and symbolic links whose path matches a pattern, on the library's threads.
 * `onMatch`, aborts and errors work as in `grep`. A root that is not a directory rejects.
 *
 * ```js
 * const { matches } = await glob({ pattern: 'src/**\/*.{js,ts}', sortByMtime: true, maxResults: 10 })
 * ```
 */
export declare function glob(options: GlobOptions, onMatch?: OnMatch<GlobMatch> | null): Promise<GlobResult>

/**
 * Finds paths that match a pattern and returns them in batches, with the back-pressure of `grepStream`.
 *
 * ```js
 * for await (const batch of globStream({ pattern: '*.log', path: '/var' })) consume(batch)
 * ```
 */
export declare function globStream(options: GlobOptions & StreamOptions): GlobStream

/**
 * Finds paths that match a pattern, like `glob`, and blocks the calling thread until the result is available. For
 * scripts. `signal` has an effect only if it has fired before the call.
 *
 * ```js
 * const { matches } = globSync({ pattern: '*.log', path: '/var' })
 * ```
 */
export declare function globSync(options: GlobOptions): GlobResult

/** Asynchronous iterator over batches of paths. */
export type GlobStream = MatchStream<GlobMatch>

/** Options of `Workspace.glob`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceGlobOptions = Omit<GlobOptions, 'cache'> & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Finds paths of the workspace that match a pattern, like `glob`. */
    glob(options: WorkspaceGlobOptions, onMatch?: OnMatch<GlobMatch> | null): Promise<GlobResult>
    /** Finds paths of the workspace that match a pattern and returns them in batches, like `globStream`. */
    globStream(options: WorkspaceGlobOptions & StreamOptions): GlobStream
    /** Finds paths of the workspace that match a pattern and waits for the result, like `globSync`. */
    globSync(options: WorkspaceGlobOptions): GlobResult
  }
}
