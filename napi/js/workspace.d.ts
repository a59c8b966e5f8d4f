import type {
  BufferChange,
  CallOptions,
  IndexProgress,
  IndexStats,
  SnapshotInfo,
  TableSize,
  Changes,
  WorkspaceOptions,
} from '../index.js'
import type { RansackError } from './error.js'

declare global {
  /** Declarations copied from the newest TypeScript library, for users who compile with an older version. */
  interface SymbolConstructor {
    /** Name of the method called by `await using`. */
    readonly asyncDispose: unique symbol
    /** Name of the method called by `using`. */
    readonly dispose: unique symbol
  }
}

/** Additional options for every call on a `Workspace`. */
export interface WorkspaceCallOptions {
  /**
   * Whether the call waits for the initial scan to finish. If false and the scan is still running, the call sees only
   * the files listed so far, and `report.complete` is false. Default: true.
   */
  wait?: boolean | null | undefined
}

/** Options for `Workspace.ready`. */
export interface ReadyOptions extends CallOptions {
  /**
   * Callback that receives the progress of the index build, at most every 50 ms and once more when the build ends. Not
   * called if there is nothing to build. If the callback throws, or returns a promise that rejects, the promise
   * returned by `ready` rejects. Default: none.
   */
  onProgress?: ((progress: IndexProgress) => void) | null | undefined
}

/**
 * Cached, watched directory: keeps a list of all files, so that calls need not walk the tree.
 *
 * Every call returns the same results as without a workspace. Unless `refresh` is `'manual'`, a call sees every change
 * made before it began; `report.snapshot` says how the file list was brought up to date. A watched workspace has one
 * thread, which does not keep the process alive. Close a workspace with `close` or `await using`.
 *
 * ```js
 * await using workspace = new Workspace('.')
 * const { matches } = await workspace.fuzzyFind({ query: 'readme' })
 * ```
 */
export declare class Workspace {
  /**
   * Opens a workspace and starts its initial scan. By default, calls wait for the scan to finish. Throws a
   * `RansackError` if `root` is not a directory or cannot be opened.
   */
  constructor(root: string | Uint8Array | UrlLike, options?: WorkspaceOptions | null)
  /** Absolute path of the workspace's root. */
  readonly root: string
  /** Current size of the workspace's file list. */
  readonly tableSize: TableSize
  /**
   * Returns the absolute path, with symbolic links resolved, of the file or directory that a call uses for `path`, so
   * that functions of Node can open it within the bounds of the workspace. The path is absolute or relative to the
   * root; it need not exist, nor need its last directories. Synchronous; takes a few system calls. The result holds
   * until the tree changes. Bytes that are not UTF-8 become U+FFFD.
   *
   * Throws a `RansackOptionError` if the path is empty, contains a NUL byte, is a broken symbolic link, or leads
   * outside the root and is not allowed, or is denied; `ERR_RANSACK_NOT_FOUND` if it leads through a file; and
   * `ERR_RANSACK_CLOSED` after `close`.
   *
   * ```js
   * const text = await readFile(workspace.resolve('src/app.ts'), 'utf8')
   * ```
   */
  resolve(path: string | Uint8Array | UrlLike): string
  /**
   * Resolves with the files and symbolic links below the root that were created, modified or deleted since an earlier
   * call resolved with `since` as `next`. Without `since`, with no files, only with a token. Every change between the
   * two calls is reported; a file that was changed and changed back may be. Works with every value of `refresh`, and
   * any number of callers may keep tokens.
   *
   * Ignore rules apply and hidden files are in scope; if an ignore rule changes, the files that it excludes count as
   * deleted. An open buffer replaces its file, so that setting or clearing it is a change. If a file or directory cannot
   * be examined, the report says so, and no file in it counts as deleted until a later call can examine it.
   *
   * Examines the metadata of every file, and reads the files that were modified in the two seconds before this call or
   * the previous one. Keeps about 200 bytes per file until the workspace is closed.
   *
   * Rejects with a `RansackOptionError` if `since` is not a token of this workspace, as after it was opened again, or if
   * more than 65,536 files were deleted since; the caller then has to assume that every file changed. Also rejects with
   * `ERR_RANSACK_CLOSED` after `close`, with `ERR_RANSACK_TIMEOUT`, or with an `AbortError`; a later call with the same
   * `since` misses nothing.
   *
   * ```js
   * const before = await workspace.changes()
   * await runTurn()
   * const { files, next } = await workspace.changes(before.next)
   * for (const { path, kind } of files) console.log(kind, path)
   * ```
   */
  changes(since?: string | null, options?: CallOptions | null): Promise<Changes>
  /**
   * Calls `listener` whenever something may have changed below the root, until the returned function is called or the
   * workspace is closed. Use `changes` to learn which files changed. Does not keep the process alive; keeps the workspace
   * open.
   *
   * Reports everything that `changes` would find on disk, writes to existing files included, even if no call uses the
   * workspace in between. Changes within 10 ms are reported together, and so are those while the thread is busy. A call of
   * `listener` may also follow a change without effect, such as a write to an ignored file in a directory that is not
   * ignored, or the end of a scan of the whole tree. Open buffers are not reported. A mount below the root is reported
   * when the next call notices it. An exception of `listener` is an uncaught exception.
   *
   * The first listener adds the report of writes to the watch of each directory: one system call per directory, on this
   * thread. Until the last listener ends, each write wakes the workspace's thread, and a refresh of the file list follows
   * on the pool, at most every 10 ms.
   *
   * Throws `ERR_RANSACK_NOT_WATCHED` if `refresh` is not `'watch'`, or the workspace cannot be watched: on platforms other
   * than Linux, on a file system that does not report all changes, or at the limit of watches. If that turns out later,
   * `listener` is called with this error, for the last time. Throws `ERR_RANSACK_CLOSED` after `close`.
   *
   * ```js
   * let { next } = await workspace.changes()
   * const stop = workspace.onChange(async (error) => {
   *   if (error) return console.error(error.message)
   *   const changes = await workspace.changes(next, { latest: 'changes' })
   *   next = changes.next
   *   for (const { path, kind } of changes.files) console.log(kind, path)
   * })
   * await runTurn()
   * stop()
   * ```
   */
  onChange(listener: (error?: RansackError) => void): () => void
  /**
   * Brings the file list up to date now, as the next call would otherwise do. With `refresh: 'manual'`, compares change
   * times. Resolves with the origin of the file list; the origin's `mode` is `'walk'` if `close` drops the list in the
   * meantime. Rejects with `ERR_RANSACK_CLOSED` after `close`, with `ERR_RANSACK_TIMEOUT`, or with an `AbortError`.
   */
  refresh(options?: CallOptions | null): Promise<SnapshotInfo>
  /**
   * Resolves when the content index covers every file in the file list, or immediately if the workspace has no index.
   * Files that change in the meantime are searched without the index. Unless `refresh` is `'watch'`, files that changed
   * less than two seconds before they were indexed are also searched without the index, since their change times may
   * not show a later change. Rejects if the index cannot be built, and with `ERR_RANSACK_CLOSED` after `close`. Also
   * rejects with `ERR_RANSACK_TIMEOUT` or an `AbortError`, in which case the build continues.
   *
   * ```js
   * const workspace = new Workspace('.', { index: 'disk' })
   * await workspace.ready({ onProgress: ({ filesDone, filesTotal }) => console.log(filesDone, filesTotal) })
   * const { report } = await workspace.grep({ pattern: 'needle' })
   * console.log(report.index.candidates)
   * ```
   */
  ready(options?: ReadyOptions | null): Promise<void>
  /**
   * Returns the size and state of the content index. All numbers are zero if there is no index, or after `close`.
   * Counts on another thread, since a search that refreshes the file list can hold the index lock. Takes time linear in
   * the number of files. Rejects with `ERR_RANSACK_TIMEOUT` or an `AbortError`.
   *
   * ```js
   * const { files, diskBytes, alwaysScanned } = await workspace.indexStats()
   * console.log(files, diskBytes, alwaysScanned.unindexed)
   * ```
   */
  indexStats(options?: CallOptions | null): Promise<IndexStats>
  /**
   * Writes the content index to the file `path`, so that another workspace or another machine can import it with
   * `importIndex`. The file contains the words in the indexed texts, but no paths. Files that are not indexed yet are
   * not included; see `ready`.
   *
   * The path is absolute or relative to the root of the workspace. Another thread writes the index to a new file in the
   * same directory. Once complete, the new file replaces any existing file at `path`. Time and file size are
   * proportional to the size of the index, which is about a tenth of the size of the indexed text.
   *
   * Rejects with a `RansackOptionError` if the workspace has no index, or if the path is empty, contains a NUL byte, is
   * denied or leads outside the workspace;
   * with `ERR_RANSACK_CLOSED` after `close`; with `ERR_RANSACK_IO` if the file cannot be written, or if the index on
   * disk is damaged (it is then rebuilt); and with `ERR_RANSACK_TIMEOUT` or an `AbortError`.
   *
   * ```js
   * await workspace.ready()
   * await workspace.exportIndex('project.index')
   * // On another machine:
   * await workspace.importIndex('project.index')
   * await workspace.ready()
   * ```
   */
  exportIndex(path: string | Uint8Array | UrlLike, options?: CallOptions | null): Promise<void>
  /**
   * Imports a content index from a file written by `exportIndex`. Workspace files whose content is in the imported
   * index are not indexed again. They are identified in the background, by blob id if Git knows the file and otherwise
   * by reading the file; see `ready`. The call checks that the imported file is intact, not that its content is
   * correct: an index from an untrusted source can hide matches.
   *
   * The path is absolute or relative to the root of the workspace. The file is copied to memory or to the index on disk,
   * which takes time proportional to the file's size. The file is not needed afterwards.
   *
   * Rejects with a `RansackOptionError` if the workspace has no index, or if the path is empty, contains a NUL byte, is
   * denied or leads outside the workspace;
   * with `ERR_RANSACK_CLOSED` after `close`; with `ERR_RANSACK_IO` if the file cannot be read, is damaged or has a
   * different format version; and with `ERR_RANSACK_TIMEOUT` or an `AbortError`.
   */
  importIndex(path: string | Uint8Array | UrlLike, options?: CallOptions | null): Promise<void>
  /**
   * Marks `path` and everything below it stale; the next call rescans it. The path is absolute or
   * relative to the root. Without a path, marks the whole workspace stale.
   */
  invalidate(path?: string | Uint8Array | UrlLike | null): void
  /**
   * Sets an open buffer: every call that begins afterwards sees `text` in place of the content of the file at `path`,
   * until `clearBuffer` is called. Setting a buffer again replaces its text. The text is copied once, on the calling
   * thread.
   *
   * The path is either relative to the root or an absolute path below the root. Symbolic links in the path are resolved
   * when the buffer is first set. The file and its directories need not exist: calls see a regular file with the
   * buffer's size and with the time of the call to `setBuffer` as its modification time. Ignore rules, globs and types
   * apply to the buffer's path. Changes on disk do not affect the buffer.
   *
   * A byte array is read as UTF-8, with invalid bytes preserved; a UTF-16 byte order mark and the `encoding` option
   * have no effect. Size limits and binary detection still apply. `astEdit` and `editDefinition` never write a file that
   * has a buffer; they return the changes for the editor to apply. Ignore rules are read from disk, even if an ignore file
   * has a buffer. A symbolic link whose target exists only as a buffer stays broken.
   *
   * Throws a `RansackOptionError` if the path is empty, denied, leads outside the root, passes through a file or another
   * buffer, or names something other than a regular file. Throws a `RansackError` if the path cannot be resolved, and
   * with the code `ERR_RANSACK_CLOSED` after `close`.
   *
   * ```js
   * workspace.setBuffer('src/new.js', 'unsaved()')
   * const { matches } = await workspace.grep({ pattern: 'unsaved' })
   * workspace.clearBuffer('src/new.js')
   * ```
   */
  setBuffer(path: string | Uint8Array | UrlLike, text: string | Uint8Array): void
  /**
   * Applies changes to the text of an open buffer, all or none: the `contentChanges` of `textDocument/didChange` in
   * the Language Server Protocol. Each change applies to the result of the previous one; a change without a range
   * replaces the whole text. Without changes, only the version changes.
   *
   * `version` is the version of the document after the changes. It must be greater than the version of the last
   * update. A buffer that `setBuffer` has set since accepts any version.
   *
   * The syntax trees of an open buffer are kept: after an update, calls for this file, such as `outline` and
   * `highlightBuffer`, parse only the changed part of the text in C, C++, C#, CSS, Go, HTML, Java, JavaScript, JSON,
   * Python, Rust and TypeScript. In other languages, where such a parse has given other trees, they parse the whole
   * text. While a text has syntax errors, the extent of the errors, and so the results near them, may depend on the changes that led to it. Synchronous; takes time linear in
   * the text for each change, about 0.1 ms per MB.
   *
   * Throws a `RansackOptionError` if no buffer is open at the path, if the version is not newer, or if a position is on
   * a line that does not exist or inside a surrogate pair; the buffer is then unchanged. Throws `ERR_RANSACK_CLOSED`
   * after `close`.
   *
   * ```js
   * workspace.setBuffer('src/new.js', 'let a')
   * const range = { start: { line: 0, character: 5 }, end: { line: 0, character: 5 } }
   * workspace.updateBuffer('src/new.js', [{ range, text: ' = 1' }], 2)
   * const { spans } = await workspace.highlightBuffer('src/new.js', { output: 'spans' })
   * ```
   */
  updateBuffer(path: string | Uint8Array | UrlLike, changes: Iterable<BufferChange>, version: number): void
  /**
   * Removes the buffer for the file at `path`, so that later calls see the file on disk again. Without a path, removes
   * all buffers. If the path has no buffer, the call has no effect. The path with which the buffer was set still
   * works, even if that path now resolves to another file. Throws `ERR_RANSACK_CLOSED` after `close`.
   */
  clearBuffer(path?: string | Uint8Array | UrlLike | null): void
  /**
   * Stops the initial scan and the file watcher. Calls that began earlier end normally, including streams whose `next`
   * has been called; later calls reject with `ERR_RANSACK_CLOSED`. Closing a workspace again has no effect.
   */
  close(): void
  /** Closes the workspace. Called by `await using`. */
  [Symbol.asyncDispose](): Promise<void>
  /** Closes the workspace. Called by `using`. */
  [Symbol.dispose](): void
}
