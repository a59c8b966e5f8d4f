import type { ConflictsOptions, Report, ReportCounts } from '../index.js'
import type { MatchStream, OnMatch, StreamOptions } from './grep.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Side or base of a conflict. */
export interface ConflictSide {
  /** Text after the marker, such as the name of a branch. Invalid UTF-8 becomes U+FFFD. */
  label: string
  /** 1-based number of the first line. If there are no lines, the line of the marker at their end. */
  startLine: number
  /** Number of lines. */
  lineCount: number
  /** 0-based offset of the first line in bytes. */
  byteStart: number
  /** Lines with their line ends. Invalid UTF-8 becomes U+FFFD. */
  text: string
  /** Raw bytes of `label`. Absent unless `bytes` is set. */
  labelBytes?: Uint8Array
  /** Raw bytes of `text`. Absent unless `bytes` is set. */
  textBytes?: Uint8Array
}

/** Conflict of a merge in a file, or a marker without the others. */
export interface Conflict {
  /** Path from the base that `pathsFrom` selects, with `/` as separator. Invalid UTF-8 becomes U+FFFD. */
  path: string
  /** 0-based index of the root, in the order given. Absent if the call has one root and its workspace at most one folder. */
  root?: number
  /** 1-based number of the line of the first marker. */
  startLine: number
  /** 1-based number of the line of the last marker. */
  endLine: number
  /** 0-based offset of the first marker in bytes. */
  byteStart: number
  /** 0-based offset in bytes of the line after the last marker. */
  byteEnd: number
  /** Whether all markers are present. If false, the conflict is one marker, and the side that it belongs to has no text. */
  complete: boolean
  /** Side of the current branch, after `<<<<<<<`. Absent for a lone `>>>>>>>`. */
  ours?: ConflictSide
  /** Text that both sides have changed, after `|||||||`. Present in the styles `diff3` and `zdiff3` of Git. */
  base?: ConflictSide
  /** Side of the other branch, before `>>>>>>>`. Absent for a lone `<<<<<<<`. */
  theirs?: ConflictSide
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
}

/** Result of `conflicts`. */
export interface ConflictsResult extends ReportCounts {
  /** Conflicts in path order, then in order of position. Empty if the call has a callback, which receives them instead. */
  conflicts: Conflict[]
  /** Whether `limit` truncated the conflicts. */
  limitReached: boolean
  /** Report on the call: whether it is complete, and which files it skipped. */
  report: Report
}

/**
 * Finds the conflicts that merges have left in files: the lines between `<<<<<<<` and `>>>>>>>`, with both sides and, in the
 * styles `diff3` and `zdiff3` of Git, the base. `onConflict`, aborts and errors work as in `grep`; the call costs as much as a
 * search for the markers.
 *
 * Markers longer than seven characters, which the attribute `conflict-marker-size` of Git selects, are found as well; shorter
 * ones are not. A marker `<<<<<<<` or `>>>>>>>` without the others is a conflict that is not `complete`. A line `=======`
 * outside a conflict, such as the underline of a heading, is no marker, and neither is a line `>>>>>>>` in quoted mail.
 *
 * ```js
 * const { conflicts: found } = await conflicts({ path: 'src' })
 * for (const { path, startLine, ours, theirs } of found) console.log(path, startLine, ours?.text, theirs?.text)
 * ```
 */
export declare function conflicts(options?: ConflictsOptions | null, onConflict?: OnMatch<Conflict> | null): Promise<ConflictsResult>

/** Finds conflicts, like `conflicts`, and returns them in batches, with the same back-pressure as `grepStream`. */
export declare function conflictsStream(options?: (ConflictsOptions & StreamOptions) | null): ConflictStream

/** Asynchronous iterator over batches of conflicts. */
export type ConflictStream = MatchStream<Conflict>

/** Options for `Workspace.conflicts`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceConflictsOptions = Omit<ConflictsOptions, 'cache'> & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Finds conflicts in the workspace, like the function `conflicts`. */
    conflicts(options?: WorkspaceConflictsOptions | null, onConflict?: OnMatch<Conflict> | null): Promise<ConflictsResult>
    /** Finds conflicts in the workspace and returns them in batches, like the function `conflictsStream`. */
    conflictsStream(options?: (WorkspaceConflictsOptions & StreamOptions) | null): ConflictStream
  }
}
