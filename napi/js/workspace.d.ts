import type { AstEditOptions, AstGrepOptions, SnapshotInfo, FuzzyFindOptions, GlobOptions, GrepOptions, TableSize, WorkspaceOptions } from '../index.js'
import type { AstGrepResult, AstGrepStream, AstMatch } from './ast.js'
import type { AstEditResult } from './edit.js'
import type { FuzzyFindResult } from './fuzzy.js'
import type { GlobMatch, GlobResult, GlobStream } from './glob.js'
import type { GrepResult, GrepStream, OnMatch } from './grep.js'

declare global {
  // As in the newest library, for those who compile with an older one.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol
  }
}

/** What the calls of a `Workspace` take beside the options of the same call without one. */
export interface InWorkspace {
  /**
   * Whether the call waits for the first scan. If not, it sees what is listed so far, and
   * `report.complete` is false. Default: true.
   */
  wait?: boolean
}

/** Options of a search in a workspace; `path` and `paths` start from its root, by default all of it. */
export type WorkspaceGrepOptions = Omit<GrepOptions, 'cache'> & InWorkspace

/** Options of a search for a workspace's paths; likewise. */
export type WorkspaceGlobOptions = Omit<GlobOptions, 'cache'> & InWorkspace

/** Options of a search for a workspace's paths by what somebody types of them; likewise. */
export type WorkspaceFuzzyFindOptions = Omit<FuzzyFindOptions, 'cache'> & InWorkspace

/** Options of a search of a workspace's files by syntax; likewise. */
export type WorkspaceAstGrepOptions = Omit<AstGrepOptions, 'cache'> & InWorkspace

/** Options of replacing code in a workspace's files; likewise. */
export type WorkspaceAstEditOptions = AstEditOptions & InWorkspace

/**
 * A directory whose list of files is kept, so that calls need not walk it.
 *
 * Every call gives what the same call without a workspace gives, and sees every change to the tree
 * that was made before it began, unless its refresh mode is `'manual'`; `report.snapshot` tells how
 * that is known. Close it, or let `await using` do so: a workspace that is watched has a thread,
 * which does not keep the process running.
 */
export declare class Workspace {
  /**
   * Opens a workspace and begins its first scan, which calls then wait for. Throws if `root` is not
   * a directory or cannot be opened.
   */
  constructor(root: string, options?: WorkspaceOptions)
  /** The root, absolute. */
  readonly root: string
  /** How large its list of files is now. */
  readonly tableSize: TableSize
  grep(options: WorkspaceGrepOptions, onMatch?: OnMatch | null): Promise<GrepResult>
  grepStream(options: WorkspaceGrepOptions): GrepStream
  glob(options: WorkspaceGlobOptions, onMatch?: OnMatch<GlobMatch> | null): Promise<GlobResult>
  globStream(options: WorkspaceGlobOptions): GlobStream
  fuzzyFind(options: WorkspaceFuzzyFindOptions): Promise<FuzzyFindResult>
  astGrep(options: WorkspaceAstGrepOptions, onMatch?: OnMatch<AstMatch> | null): Promise<AstGrepResult>
  astGrepStream(options: WorkspaceAstGrepOptions): AstGrepStream
  astEdit(options: WorkspaceAstEditOptions): Promise<AstEditResult>
  /** Brings the list of files up to date now, as the next call would; by hand too, all of it. */
  refresh(options?: { signal?: AbortSignal; timeoutMs?: number }): Promise<SnapshotInfo>
  /**
   * Has the next call list anew what is at this path and below, a path from the root or an absolute
   * one; without a path, everything.
   */
  invalidate(path?: string | null): void
  /**
   * Ends the first scan and the watching. Calls under way end as they would have; later ones reject
   * with `ERR_RANSACK_CLOSED`. Closing again does nothing.
   */
  close(): void
  [Symbol.asyncDispose](): Promise<void>
}
