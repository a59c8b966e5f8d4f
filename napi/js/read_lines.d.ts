import type { LinesRead, ReadLinesOptions, ReadRangesResult, Report, ResolveLinesOptions, ResolvedLines, UrlLike } from '../index.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Consecutive lines of a file. */
export interface FileLines {
  /** Path of the file: absolute or relative to the call's `path`. Default: the call's `path`, which is then the file. */
  path?: string | Uint8Array | UrlLike | null | undefined
  /** 1-based number of the first line; a negative number counts from the end, -1 for the last line. Default: 1. */
  from?: number | null | undefined
  /** Number of the last line, inclusive, in the form of `from`. Default: -1, the last line. */
  to?: number | null | undefined
}

/** Result of `readLines` without `ranges`. */
export interface ReadLinesResult extends Omit<LinesRead, 'range'> {
  /** Number of tokens in `text`. Absent if tokens are not limited. */
  tokens?: number
  /** Report on the call. Not complete if a limit left lines out. */
  report: Report
}

/**
 * Reads lines of a file, or of several files with `ranges`, with the number of lines and a snapshot of each file.
 *
 * Lines end with `\n`; a preceding `\r` is part of the line end. A last line beyond the end means the last line of the file;
 * a negative first line before the start means the first. Limits leave out whole lines at the end of a
 * range, and all lines of the later ranges; `next` says where to go on.
 *
 * The text of each file is retained as a snapshot, so that `edit` and `resolveLines` can find the lines after the file has
 * changed; see `setSnapshotMemory`. Reads and hashes each file once, whatever the number of its ranges.
 *
 * Rejects with a `RansackOptionError` if the first line of a range does not exist, the last line is before it, or the first
 * line of the call exceeds a limit; and, without `ranges`, if the file is not text or is larger than `maxFileSize`, by
 * default 256 MiB. Rejects with `ERR_RANSACK_NOT_FOUND`, `ERR_RANSACK_PERMISSION_DENIED` or `ERR_RANSACK_IO` if a file
 * cannot be opened.
 *
 * ```js
 * const { text, totalLines, snapshot } = await readLines({ path: 'src/a.js', from: 10, to: 20 })
 * const edits = [{ from: 12, newText: 'let x = 1', snapshot }]
 * await edit({ path: 'src/a.js', edits, dryRun: false })
 * ```
 */
export declare function readLines(options: ReadLinesOptions & { ranges: readonly FileLines[] }): Promise<ReadRangesResult>
export declare function readLines(options: ReadLinesOptions): Promise<ReadLinesResult>

/**
 * Returns where lines of a snapshot are in the file now.
 *
 * If the file has changed since, the lines are found if they have not changed and their place is certain: they are between
 * two lines that occur once in the snapshot and once in the file, and everything between these two lines is unchanged. The
 * two may be among the lines; the start and the end of the file count too. Some line around the lines must have stayed in
 * any case. The text that the file has now is retained as a snapshot as well. Takes time linear in both texts.
 *
 * Rejects with `ERR_RANSACK_STALE` if the lines have changed, their place is not certain, a hash differs, or the file has
 * changed and the snapshot is not retained; the error's `passages` has the current lines. Rejects with a
 * `RansackOptionError` if the lines do not exist in the snapshot, or the file is not text or is larger than `maxFileSize`,
 * by default 256 MiB.
 *
 * ```js
 * const { snapshot } = await readLines({ path: 'a.js', from: 10, to: 20 })
 * // The file changes.
 * const { from, to } = await resolveLines({ path: 'a.js', snapshot, from: 12, to: 14 })
 * ```
 */
export declare function resolveLines(options: ResolveLinesOptions): Promise<ResolvedLines>

/** Options for `Workspace.readLines`; paths are relative to the root of the workspace. */
export type WorkspaceReadLinesOptions = ReadLinesOptions & WorkspaceCallOptions

/** Options for `Workspace.resolveLines`; the path is relative to the root of the workspace. */
export type WorkspaceResolveLinesOptions = ResolveLinesOptions & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Reads lines of the workspace's files, or of their open buffers, like the function `readLines`. */
    readLines(options: WorkspaceReadLinesOptions & { ranges: readonly FileLines[] }): Promise<ReadRangesResult>
    readLines(options: WorkspaceReadLinesOptions): Promise<ReadLinesResult>
    /** Returns where lines of a snapshot are in a file of the workspace now, like the function `resolveLines`. */
    resolveLines(options: WorkspaceResolveLinesOptions): Promise<ResolvedLines>
  }
}
