import type { CallOptions, IndexProgress, IndexStats, SnapshotInfo, TableSize, WorkspaceOptions } from '../index.js'

declare global {
  /** Copied from the newest TypeScript library, for users who compile with an older one. */
  interface SymbolConstructor {
    /** Name of the method called by `await using`. */
    readonly asyncDispose: unique symbol
    /** Name of the method called by `using`. */
    readonly dispose: unique symbol
  }
}

/** Additional options of every call of a `Workspace`. */
export interface WorkspaceCallOptions {
  /**
   * Whether the call waits for the first scan to finish. If false, the call sees the files listed so far, and
   * `report.complete` is false. Default: true.
   */
  wait?: boolean | undefined
}

/** Options of `Workspace.ready`. */
export interface ReadyOptions extends CallOptions {
  /**
   * Called with the progress of the build, at most every 50 ms, and finally at its end. Not called if there is
   * nothing to build. An exception, or the rejection of a returned promise, rejects the promise of the call.
   * Default: none.
   */
  onProgress?: ((progress: IndexProgress) => void) | null | undefined
}

/**
 * Cached, watched directory: keeps the list of files, so that calls need not walk the tree.
 *
 * Every call returns the same results as without a workspace, and sees every change made before it began, unless
 * `refresh` is `'manual'`; `report.snapshot` describes the method used. A watched workspace has one thread, which
 * does not keep the process alive. Close it with `close` or `await using`.
 *
 * ```js
 * await using workspace = new Workspace('.')
 * const { matches } = await workspace.fuzzyFind({ query: 'readme' })
 * ```
 */
export declare class Workspace {
  /**
   * Opens a workspace and starts its first scan, which calls wait for. Throws a `RansackError` if `root` is not a
   * directory or cannot be opened.
   */
  constructor(root: string | Uint8Array | URL, options?: WorkspaceOptions)
  /** Absolute path of the root. */
  readonly root: string
  /** Current size of the list of files. */
  readonly tableSize: TableSize
  /**
   * Brings the list of files up to date now, like the next call would; with `refresh: 'manual'`, by comparing
   * change times. Resolves with the origin of the list; its `mode` is `'walk'` if `close` drops the list in the
   * meantime. Rejects with `ERR_RANSACK_CLOSED` after `close`, with `ERR_RANSACK_TIMEOUT`, and with an
   * `AbortError`.
   */
  refresh(options?: CallOptions): Promise<SnapshotInfo>
  /**
   * Resolves when the content index covers every file of the list; at once without an index. Files that change
   * meanwhile are searched without the index. Unless `refresh` is `'watch'`, so are files that changed less than
   * two seconds before they were indexed, since their times may not show a later change. Rejects if the index
   * cannot be built, with `ERR_RANSACK_CLOSED` after `close`, and with `ERR_RANSACK_TIMEOUT` or an `AbortError`,
   * after which the build continues.
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
   * Size and state of the content index; zeros without an index and after `close`. Counted on another thread in
   * O(files), since a search that refreshes the list of files can hold the index lock. Rejects with
   * `ERR_RANSACK_TIMEOUT` or an `AbortError`.
   *
   * ```js
   * const { files, diskBytes, alwaysScanned } = await workspace.indexStats()
   * console.log(files, diskBytes, alwaysScanned.unindexed)
   * ```
   */
  indexStats(options?: CallOptions): Promise<IndexStats>
  /**
   * Writes the content index to the file `path`, for `importIndex` in another workspace or on another machine. The
   * file contains the words of the texts, but no paths. Files that are not indexed yet are not included; see
   * `ready`.
   *
   * The path is absolute or relative to the current directory. Another thread writes the index to a new file in
   * the same directory, which replaces an existing file at the end. Time and size are proportional to the index,
   * which is about a tenth of the size of the text.
   *
   * Rejects with a `RansackOptionError` without an index, or if the path is empty or contains a NUL byte; with
   * `ERR_RANSACK_CLOSED` after `close`; with `ERR_RANSACK_IO` if the file cannot be written or the index on disk
   * is damaged (it is rebuilt); and with `ERR_RANSACK_TIMEOUT` or an `AbortError`.
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
   * Imports a file written by `exportIndex`. Files with the same content are not indexed again. They are compared
   * in the background, by blob id if Git knows them and otherwise by reading them; see `ready`. The call checks
   * that the file is intact, not that its content is correct: an index from an untrusted source can hide matches.
   *
   * The path is absolute or relative to the current directory. The file is copied to memory or to the index on
   * disk, in time proportional to its size, and is not needed afterwards.
   *
   * Rejects with a `RansackOptionError` without an index, or if the path is empty or contains a NUL byte; with
   * `ERR_RANSACK_CLOSED` after `close`; with `ERR_RANSACK_IO` if the file cannot be read, is damaged or has
   * another version; and with `ERR_RANSACK_TIMEOUT` or an `AbortError`.
   */
  importIndex(path: string | Uint8Array | URL, options?: CallOptions): Promise<void>
  /**
   * Marks `path` and everything below it stale; the next call rescans it. The path is absolute or
   * relative to the root. Without a path, marks the whole workspace stale.
   */
  invalidate(path?: string | Uint8Array | URL | null): void
  /**
   * Replaces the file at `path` with an unsaved text in every call that begins afterwards, until `clearBuffer`.
   * Setting a buffer again replaces its text. The text is copied once, on the calling thread.
   *
   * The path is relative to the root, or absolute below it; links in it are resolved when the buffer is first set.
   * The file and its directories need not exist: calls see a regular file with the buffer's size and the time of
   * this call, subject to ignore rules, globs and types by its path. Changes on disk do not affect the buffer.
   *
   * Bytes are treated as UTF-8, or as text that `grep` would search undecoded: neither a UTF-16 byte order mark
   * nor the option `encoding` applies. Size limits and binary detection do. `astEdit` computes changes of a buffer
   * in a dry run only; otherwise it rejects with `ERR_RANSACK_OPEN_BUFFER`. Ignore rules are read from disk, even
   * if an ignore file has a buffer. A symbolic link whose target exists only as a buffer stays broken.
   *
   * Throws a `RansackOptionError` if the path is empty, leads outside the root or through a file or another
   * buffer, or names something other than a regular file; throws a `RansackError` with `ERR_RANSACK_CLOSED` after
   * `close`, or if the path cannot be resolved.
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
   * removes all buffers. A path without a buffer has no effect. The path may be the one with which the buffer was
   * set, even if it now leads elsewhere. Throws `ERR_RANSACK_CLOSED` after `close`.
   */
  clearBuffer(path?: string | Uint8Array | URL | null): void
  /**
   * Stops the first scan and the watching. Calls that began earlier end normally, including streams whose `next`
   * was called; later calls reject with `ERR_RANSACK_CLOSED`. Closing again has no effect.
   */
  close(): void
  /** Closes the workspace; called by `await using`. */
  [Symbol.asyncDispose](): Promise<void>
  /** Closes the workspace; called by `using`. */
  [Symbol.dispose](): void
}
