import type { FileType, GlobOptions, Report } from '../index.js'
import type { MatchStream, OnMatch } from './grep.js'

/** One path that matched. */
export interface GlobMatch {
  /** The path, relative to the root and with `/`; U+FFFD stands for what is not valid UTF-8. */
  path: string
  /** What is there; a symbolic link is a link, whatever it leads to, unless links are followed. */
  fileType: FileType
  /** Number of the root in the order given, 0-based; set if there are several. */
  root?: number
  /**
   * Last modification in milliseconds since 1970 (UTC), with `stat` or `sortByMtime`; of a link, its
   * target's, or its own where it leads nowhere.
   */
  mtime?: number
  /** Size in bytes, with `stat` or `sortByMtime`, if it is a file or a link to one. */
  size?: number
  /** The path's bytes, if `bytes` was set. */
  pathBytes?: Uint8Array
}

/** The outcome of `glob`. */
export interface GlobResult {
  /** By root, then bytewise by path, or newest first. Empty if they went to a callback. */
  matches: GlobMatch[]
  /** As in the report. */
  totalMatches: number
  /** Set if a limit left something out. */
  limitReached?: true
  /** How far the result can be trusted. */
  report: Report
}

/**
 * Finds the files, directories and symbolic links whose path matches. Callback and errors are as with
 * `grep`; a root that is not a directory is an error.
 */
export declare function glob(options: GlobOptions, onMatch?: OnMatch<GlobMatch> | null): Promise<GlobResult>

/** Finds paths and gives them in batches, as `grepStream` does with matches. */
export declare function globStream(options: GlobOptions): GlobStream

/** What `globStream` returns. */
export type GlobStream = MatchStream<GlobMatch>
