import type { FileType, FileTypeName, GlobOptions, Report, ReportCounts } from '../index.js'
import type { MatchStream, OnMatch, StreamOptions } from './grep.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Path that matched a glob pattern. */
export interface GlobMatch {
  /** Path relative to the base that `pathsFrom` selects, with `/` as separator. Invalid UTF-8 becomes U+FFFD. */
  path: string
  /** Kind of the entry. A symbolic link is reported as a link, regardless of its target, unless links are followed. */
  fileType: FileType
  /** Kind of the entry by name: `'file'`, `'dir'` or `'symlink'`. */
  fileTypeName: FileTypeName
  /** 0-based index of the root, in the order given. Absent if the call has one root and its workspace at most one folder. */
  root?: number
  /**
   * Modification time in milliseconds since 1970-01-01 UTC. For a symbolic link, the modification time of its target,
   * or of the link itself if the link is broken. Absent unless `stat` or `sortByMtime` is set.
   */
  mtime?: number
  /** Size in bytes of the file, or of the link's target. Absent unless `stat` or `sortByMtime` is set. */
  size?: number
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
}

/** Result of `glob`. */
export interface GlobResult extends ReportCounts {
  /**
   * Matches, sorted by root, then bytewise by path; with `sortByMtime`, newest first. Empty if the call has an
   * `onMatch` callback, which receives the matches instead.
   */
  matches: GlobMatch[]
  /** Whether `limit` truncated the matches. */
  limitReached: boolean
  /** Report on the call: whether it is complete, and which files it skipped. */
  report: Report
}

/**
 * Finds files, directories and symbolic links whose paths match a pattern, on the library's threads. `onMatch`, aborts
 * and errors work as in `grep`. Rejects if a root is not a directory.
 *
 * ```js
 * const { matches } = await glob({ pattern: 'src/**\/*.{js,ts}', sortByMtime: true, limit: 10 })
 * ```
 */
export declare function glob(options: GlobOptions, onMatch?: OnMatch<GlobMatch> | null): Promise<GlobResult>

/**
 * Finds paths that match a pattern and returns them in batches, with the same back-pressure as `grepStream`.
 *
 * ```js
 * for await (const batch of globStream({ pattern: '*.log', path: '/var' })) consume(batch)
 * ```
 */
export declare function globStream(options: GlobOptions & StreamOptions): GlobStream

/**
 * Finds paths that match a pattern, like `glob`, and blocks the calling thread until the result is available. Intended
 * for scripts. `signal` has an effect only if it has fired before the call.
 *
 * ```js
 * const { matches } = globSync({ pattern: '*.log', path: '/var' })
 * ```
 */
export declare function globSync(options: GlobOptions): GlobResult

/** Asynchronous iterator over batches of paths. */
export type GlobStream = MatchStream<GlobMatch>

/** Options for `Workspace.glob`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceGlobOptions = Omit<GlobOptions, 'cache'> & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Finds paths in the workspace that match a pattern, like the function `glob`. */
    glob(options: WorkspaceGlobOptions, onMatch?: OnMatch<GlobMatch> | null): Promise<GlobResult>
    /** Finds paths in the workspace that match a pattern and returns them in batches, like the function `globStream`. */
    globStream(options: WorkspaceGlobOptions & StreamOptions): GlobStream
    /** Finds paths in the workspace that match a pattern and waits for the result, like the function `globSync`. */
    globSync(options: WorkspaceGlobOptions): GlobResult
  }
}
