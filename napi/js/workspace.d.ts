import type { CallOptions, IndexProgress, IndexStats, SnapshotInfo, TableSize, WorkspaceOptions } from '../index.js'

declare global {
  /** Same as in the newest TypeScript library, for users who compile with an older one. */
  interface SymbolConstructor {
    /** Name of the method that `await using` calls. */
    readonly asyncDispose: unique symbol
    /** Name of the method that `using` calls. */
    readonly dispose: unique symbol
  }
}

/** Options that every call of a `Workspace` has in addition. */
export interface WorkspaceCallOptions {
  /**
   * Whether the call waits for the first scan to finish. If false, it sees the files listed so far, and
   * `report.complete` is false. Default: true.
   */
  wait?: boolean | undefined
}

/** Options of `Workspace.ready`. */
export interface ReadyOptions extends CallOptions {
  /**
   * Called with the progress of the build, at most every 50 ms, and at last at its end. Not called if there
   * is nothing to build. An exception, or the rejection of a promise that it returns, rejects the promise of
   * the call. Default: none.
   */
  onProgress?: ((progress: IndexProgress) => void) | null | undefined
}

/**
 * Cached, watched directory: keeps the list of files, so that calls need not walk the tree.
 *
 * Every call returns what the same call without a workspace returns, and sees every change that was made
 * before it began, unless `refresh` is `'manual'`; `report.snapshot` tells how. A watched workspace
 * has one thread, which does not keep the process alive. Close it with `close` or `await using`.
 *
 * ```js
 * await using workspace = new Workspace('.')
 * const { matches } = await workspace.fuzzyFind({ query: 'readme' })
 * ```
 */
export declare class Workspace {
  /**
   * Opens a workspace and starts its first scan, for which calls wait. Throws a `RansackError` if `root`
   * is not a directory or cannot be opened.
   */
  constructor(root: string | Uint8Array | URL, options?: WorkspaceOptions)
  /** Absolute path of the root. */
  readonly root: string
  /** Current size of the list of files. */
  readonly tableSize: TableSize
  /**
   * Brings the list of files up to date now, as the next call would; with `refresh: 'manual'`, by
   * comparing change times. Resolves with the origin of the list; its `mode` is `'walk'` if `close` drops
   * the list in the meantime. Rejects with `ERR_RANSACK_CLOSED` after `close`, with `ERR_RANSACK_TIMEOUT`,
   * and with an `AbortError`.
   */
  refresh(options?: CallOptions): Promise<SnapshotInfo>
  /**
   * Resolves when the content index covers every file of the list; at once without an index. Files that change
   * meanwhile are searched without the index. So are, unless `refresh` is `'watch'`, files that had changed less
   * than two seconds before they were indexed: their times may not show a later change. Rejects if the index cannot be built, with `ERR_RANSACK_CLOSED`
   * after `close`, and with `ERR_RANSACK_TIMEOUT` or an `AbortError`, after which the build goes on.
   *
   * ```js
   * const workspace = new Workspace('.', { index: 'disk' })
   * await workspace.ready({ onProgress: ({ filesDone, filesTotal }) => console.log(filesDone, filesTotal) })
   * const { report } = await workspace.grep({ pattern: 'needle' })
   * console.log(report.index.candidates)
   * ```
   */
  ready(options?: ReadyOptions): Promise<void>
  /**
   * Size and state of the content index; zeros without one and after `close`. Counted on another thread in
   * O(files), because the index can be locked while a search refreshes the list of files. Rejects with
   * `ERR_RANSACK_TIMEOUT` or an `AbortError`.
   *
   * ```js
   * const { files, diskBytes, alwaysScanned } = await workspace.indexStats()
   * console.log(files, diskBytes, alwaysScanned.unindexed)
   * ```
   */
  indexStats(options?: CallOptions): Promise<IndexStats>
  /**
   * Writes the content index to the file `path`, for `importIndex` of another workspace or on another machine.
   * The file has the words of the texts, not the paths. Files that are not indexed yet are not in it; see
   * `ready`.
   *
   * The path is absolute or relative to the current directory. Another thread writes the index to a new file
   * beside it, which replaces an existing file at the end. Time and size are proportional to the index,
   * which has about a tenth of the size of the text.
   *
   * Rejects with a `RansackOptionError` without an index or if the path is empty or has a NUL byte, with
   * `ERR_RANSACK_CLOSED` after `close`, with `ERR_RANSACK_IO` if the file cannot be written, or the index on
   * disk is damaged (it is built again), and with `ERR_RANSACK_TIMEOUT` or an `AbortError`.
   *
   * ```js
   * await workspace.ready()
   * await workspace.exportIndex('project.index')
   * // On another machine:
   * await workspace.importIndex('project.index')
   * await workspace.ready()
   * ```
   */
  exportIndex(path: string | Uint8Array | URL, options?: CallOptions): Promise<void>
  /**
   * Takes over a file that `exportIndex` wrote. Files with the same content are not indexed again; they are
   * compared by blob id if Git knows them, and read otherwise, in the background; see `ready`. The call checks
   * that the file is whole, not that it is true: an index from someone else can hide matches.
   *
   * The path is absolute or relative to the current directory. The file is copied, in O(its size), to memory or
   * to the index on disk, and is not needed afterwards.
   *
   * Rejects with a `RansackOptionError` without an index or if the path is empty or has a NUL byte, with `ERR_RANSACK_CLOSED` after `close`, with
   * `ERR_RANSACK_IO` if the file cannot be read, is damaged or has another version, and with
   * `ERR_RANSACK_TIMEOUT` or an `AbortError`.
   */
  importIndex(path: string | Uint8Array | URL, options?: CallOptions): Promise<void>
  /**
   * Marks `path` and everything below it stale; the next call rescans it. The path is absolute or
   * relative to the root. Without a path, marks the whole workspace stale.
   */
  invalidate(path?: string | Uint8Array | URL | null): void
  /**
   * Makes an unsaved text take the place of the file at `path` in every call that begins afterwards, until
   * `clearBuffer`. Setting a buffer again replaces its text. The text is copied once, on the calling thread.
   *
   * The path is relative to the root, or absolute below it; links in it are resolved when the buffer is set
   * first. The file need not exist, nor its directories: calls see a regular file with the buffer's size and
   * the time of this call, to which ignore rules, globs and types apply by its path. Whatever happens on disk,
   * the buffer stays in its place.
   *
   * Bytes are UTF-8, or what `grep` would search undecoded: neither a UTF-16 byte order mark nor the option
   * `encoding` applies. Size limits and the detection of binary files do. `astEdit` computes changes of a
   * buffer in a dry run only; otherwise it rejects with `ERR_RANSACK_OPEN_BUFFER`. Ignore rules are those on
   * disk, also while an ignore file has a buffer. A symbolic link whose target exists only as a buffer stays
   * broken.
   *
   * Throws a `RansackOptionError` if the path is empty, leads outside the root or through a file or another
   * buffer, or is something else than a regular file; a `RansackError` with `ERR_RANSACK_CLOSED` after
   * `close`, and if the path cannot be resolved.
   *
   * ```js
   * workspace.setBuffer('src/new.js', 'unsaved()')
   * const { matches } = await workspace.grep({ pattern: 'unsaved' })
   * workspace.clearBuffer('src/new.js')
   * ```
   */
  setBuffer(path: string | Uint8Array | URL, text: string | Uint8Array): void
  /**
   * Removes the buffer of the file at `path`, so that later calls see the file on disk again. Without a path,
   * removes all buffers. A path without a buffer has no effect. The path may be the one by which the buffer was
   * set, even if it leads elsewhere by now. Throws `ERR_RANSACK_CLOSED` after `close`.
   */
  clearBuffer(path?: string | Uint8Array | URL | null): void
  /**
   * Stops the first scan and the watching. Calls that began before end normally, streams too if `next` was
   * called; later calls reject with `ERR_RANSACK_CLOSED`. Closing again does nothing.
   */
  close(): void
  /** Closes the workspace; `await using` calls it. */
  [Symbol.asyncDispose](): Promise<void>
  /** Closes the workspace; `using` calls it. */
  [Symbol.dispose](): void
}
