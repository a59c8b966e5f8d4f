import type { FileTypeName, Report, TreeOptions } from '../index.js'
import type { WorkspaceCallOptions } from './workspace.js'

/** Entry in a directory tree. Numbers of a directory are the sums of all files below it, listed or not. */
export interface TreeNode {
  /** Last component of the path; of a root, its whole path. Invalid UTF-8 becomes U+FFFD. */
  name: string
  /**
   * Path from the base that `pathsFrom` selects, with `/` as separator; of a root that is a directory, the root as
   * given, or its path relative to the workspace's root.
   */
  path: string
  /** Kind of the entry. A symbolic link is `'symlink'`, regardless of its target, unless links are followed. */
  kind: FileTypeName
  /** 0-based index of the root, in the order given. Absent if the call has one root and its workspace at most one folder. */
  root?: number
  /** Size in bytes. Absent unless `sizes` is set, and for links. */
  size?: number
  /**
   * Number of lines; a last line without a line end counts. Absent unless `lines` is set, and for links and files that
   * are not text or could not be read.
   */
  lines?: number
  /** Number of tokens. Absent unless `tokens` is set, and where `lines` is absent. */
  tokens?: number
  /** Number of definitions. Absent unless `symbols` is set, and for files in a language without outlines. */
  symbols?: number
  /** Number of files and links below a directory, listed or not. Absent for other entries. */
  files?: number
  /** Number of directories below a directory, listed or not. Absent for other entries. */
  dirs?: number
  /** Whether the entries of the directory are left out, because of `depth` or `maxTokens`. Absent if false. */
  collapsed?: boolean
  /** Entries of the directory, in byte order of their names. Absent for other entries, and if it is collapsed. */
  children?: TreeNode[]
  /** Raw bytes of `path`. Absent unless `bytes` is set. */
  pathBytes?: Uint8Array
}

/** Result of `tree`. */
export interface TreeResult {
  /** Trees of the roots. */
  roots: TreeNode[]
  /**
   * Text: one line for each node. The name of a directory ends in `/`; notes in parentheses follow: `link`, the counts
   * of a collapsed directory, and the numbers. Control characters in names become visible symbols.
   */
  text: string
  /** Number of tokens in `text`. Absent unless `maxTokens` is set. */
  tokens?: number
  /** Report on the call. Lists directories that cannot be read and files without numbers. */
  report: Report
}

/**
 * Returns the directory tree of the files in scope, as nodes and as text, on the library's threads.
 *
 * The rules of `glob`'s scope decide which entries are in the tree; hidden ones are included by default. Symbolic links
 * are listed, and followed only with `followSymlinks`. A directory that cannot be read is listed without entries, and
 * reported.
 *
 * With `maxTokens`, directories collapse to counts, such as `src/ (12 files, 3 directories)`: the deepest first, and on
 * one level those with the most text. The text never exceeds the limit, and the same tree gives the same text. If the
 * lines of the roots alone exceed it, the call rejects with a `RansackOptionError`.
 *
 * Without numbers, no file is opened. `sizes` adds a system call per file; lines, tokens and definitions read each file.
 *
 * ```js
 * const { text } = await tree({ path: 'src', lines: true, maxTokens: 500 })
 * ```
 */
export declare function tree(options: TreeOptions): Promise<TreeResult>

/** Options for `Workspace.tree`; `path` and `paths` are relative to the root of the workspace. */
export type WorkspaceTreeOptions = TreeOptions & WorkspaceCallOptions

declare module './workspace.js' {
  interface Workspace {
    /** Returns the directory tree of files in the workspace, like the function `tree`. */
    tree(options: WorkspaceTreeOptions): Promise<TreeResult>
  }
}
