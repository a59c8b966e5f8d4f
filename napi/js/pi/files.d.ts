import type { OnMatch } from './lines.js'
import type { Reported } from './shape.js'

/** Kind of a directory entry. */
export declare const FileType: {
  /** Regular file. */
  readonly File: 1
  /** Directory. */
  readonly Dir: 2
  /** Symbolic link. */
  readonly Symlink: 3
}
/** Kind of a directory entry. */
export type FileType = (typeof FileType)[keyof typeof FileType]

/** Options for `glob`. */
export interface GlobOptions {
  /** Glob that paths must match; every path matches an empty glob. */
  pattern: string
  /** Directory to search. */
  path: string
  /** Kind of entries to return; a symbolic link counts as its target for files and directories. Default: all kinds. */
  fileType?: FileType
  /** Whether a pattern without `/` matches at any depth. Default: true. */
  recursive?: boolean
  /** Whether hidden entries are returned. Default: false. */
  hidden?: boolean
  /** Maximum number of results. Default: no limit. */
  maxResults?: number
  /** Whether ignore rules apply. Default: true. */
  gitignore?: boolean
  /** Whether to keep the file list for later calls. Default: false. */
  cache?: boolean
  /** Whether results are sorted by modification time, newest first. Default: false. */
  sortByMtime?: boolean
  /** Whether `node_modules` is searched even if the pattern does not name it. Default: false. */
  includeNodeModules?: boolean
  /** `AbortSignal` that aborts the call. */
  signal?: unknown
  /** Maximum duration of the call in milliseconds. Default: no limit. */
  timeoutMs?: number
}

/** Entry that matches a glob. */
export interface GlobMatch {
  /** Path relative to the searched directory, with `/` as separator. */
  path: string
  /** Kind of the entry. */
  fileType: FileType
  /** Modification time in milliseconds since 1970-01-01 UTC. Absent unless results are sorted by it. */
  mtime?: number
  /** Size of a regular file in bytes. Absent for other entries, and unless results are sorted by modification time. */
  size?: number
}

/** Result of `glob`. */
export interface GlobResult extends Reported {
  /** Matches, also if a callback has received them. */
  matches: GlobMatch[]
  /** Number of returned matches. */
  totalMatches: number
}

/** Finds paths that match a glob. */
export declare function glob(options: GlobOptions, onMatch?: OnMatch<GlobMatch> | null): Promise<GlobResult>

/** Options for `fuzzyFind`. */
export interface FuzzyFindOptions {
  /** Query as typed by the user. */
  query: string
  /** Directory to search. Symbolic links are followed. */
  path: string
  /** Whether hidden paths are found. Default: false. */
  hidden?: boolean
  /** Whether ignore rules apply. Default: true. */
  gitignore?: boolean
  /** Whether to keep the file list for later calls. Default: false. */
  cache?: boolean
  /** Maximum number of results. Default: 100. */
  maxResults?: number
  /** `AbortSignal` that aborts the call. */
  signal?: unknown
  /** Maximum duration of the call in milliseconds. Default: no limit. */
  timeoutMs?: number
}

/** Path that matches a fuzzy query. */
export interface FuzzyFindMatch {
  /** Path relative to the searched directory; the path of a directory ends in `/`. */
  path: string
  /** Whether the entry is a directory. */
  isDirectory: boolean
  /** Score; higher is better. */
  score: number
}

/** Result of `fuzzyFind`. */
export interface FuzzyFindResult extends Reported {
  /** Matches, best first. */
  matches: FuzzyFindMatch[]
  /** Number of matching paths, including those beyond `maxResults`. */
  totalMatches: number
}

/** Finds files and directories whose paths match a fuzzy query. */
export declare function fuzzyFind(options: FuzzyFindOptions): Promise<FuzzyFindResult>

/** Options for `listWorkspace`. */
export interface ListWorkspaceOptions {
  /** Directory to list. */
  path: string
  /** Maximum depth of the entries; entries of the directory itself have depth 1. */
  maxDepth: number
  /** Whether hidden entries are listed. Default: false. */
  hidden?: boolean
  /** Whether ignore rules apply. Default: true. */
  gitignore?: boolean
  /** Whether to collect AGENTS.md files. Default: false. */
  collectAgentsMd?: boolean
  /** Maximum duration of the call in milliseconds. Default: no limit. */
  timeoutMs?: number
  /** `AbortSignal` that aborts the call. */
  signal?: unknown
}

/** Result of `listWorkspace`. */
export interface ListWorkspaceResult extends Reported {
  /** Entries with their modification times, and the sizes of regular files. */
  entries: GlobMatch[]
  /** Paths of AGENTS.md files, ignored or not, in directories of depth 1 to 4; at most 200. */
  agentsMdFiles: string[]
  /** Whether there are more AGENTS.md files. */
  truncated: boolean
}

/** Lists the entries of a directory down to a depth. */
export declare function listWorkspace(options: ListWorkspaceOptions): Promise<ListWorkspaceResult>
/** Drops the file lists that `cache` keeps: those for `path` or, without `path`, all. */
export declare function invalidateFsScanCache(path?: string | null): void
