import type { BlockRangeOptions, BufferSyntaxOptions, CheckSyntaxOptions, EnclosingBoundaryOptions, UrlLike } from '../index.js'
import type { CodeRange } from '../index.js'

/** Node of a syntax tree. */
export interface SyntaxNode {
  /** Node kind, as named by the grammar. */
  kind: string
  /** 1-based number of the node's first line. */
  startLine: number
  /** 1-based line number of the node's last character that is not a line ending. */
  endLine: number
  /** Range of the node in the text. */
  range: CodeRange
}

/** Syntax error in source text. */
export interface SyntaxDiagnostic {
  /** Kind of the missing node, as named by the grammar. Absent if the error is not a missing node. */
  missing?: string
  /**
   * Description of an error that the grammar accepts but the language rejects, such as `` `return` outside of a
   * function``. Absent for a grammar error.
   */
  message?: string
  /** Range of the error in the text; empty for a missing node. */
  range: CodeRange
}

/**
 * Returns the outermost syntax node that starts on a line: the function, statement, element or entry that a user means
 * when pointing at the line. Returns null if no node starts on the line, for example on a line of closing brackets, or
 * if `path` has no known language.
 *
 * Synchronous: parses the whole text on the calling thread. Use `blockRangeAtAsync` for long text.
 *
 * ```js
 * blockRangeAt({ code: 'function f() {\n  g()\n}\n', lang: 'js', line: 1 }).endLine // 3
 * ```
 */
export declare function blockRangeAt(options: BlockRangeOptions): SyntaxNode | null
/**
 * Returns the outermost syntax node that starts on a line, like `blockRangeAt`, on one of the library's threads. Text
 * of more than 256 KiB is copied in parts while other events are processed. If the text is a byte array, its contents
 * must not change before the promise settles.
 *
 * ```js
 * const node = await blockRangeAtAsync({ code, path: 'src/main.rs', line: 10, timeoutMs: 100 })
 * ```
 */
export declare function blockRangeAtAsync(options: BlockRangeOptions): Promise<SyntaxNode | null>

/**
 * Returns the named syntax nodes that contain the first non-blank character of a line, from the innermost node to
 * the whole text. The list is empty for a blank line. Returns null if `path` has no known language. Synchronous:
 * parses the whole text on the calling thread.
 *
 * ```js
 * nodeChainAt({ code: 'f(1)\n', lang: 'js', line: 1 }).map((node) => node.kind)
 * ```
 */
export declare function nodeChainAt(options: BlockRangeOptions): SyntaxNode[] | null
/**
 * Returns the named syntax nodes that contain the first non-blank character of a line, like `nodeChainAt`, on one of
 * the library's threads.
 *
 * ```js
 * const chain = await nodeChainAtAsync({ code, lang: 'python', line: 42 })
 * ```
 */
export declare function nodeChainAtAsync(options: BlockRangeOptions): Promise<SyntaxNode[] | null>

/**
 * Returns the boundary lines of blocks that are only partly shown, as additional lines to show for orientation. A line
 * outside the shown ranges is returned if a block starts on it and ends on a shown line, or ends on it and starts on a
 * shown line. The line numbers are 1-based, ascending and without duplicates. Returns null if the text has syntax
 * errors, or if `path` has no known language. Synchronous: parses the whole text on the calling thread.
 *
 * ```js
 * enclosingBlockBoundaries({ code: 'function f() {\n  g()\n}\n', lang: 'js', ranges: [{ startLine: 3, endLine: 3 }] }) // [1]
 * ```
 */
export declare function enclosingBlockBoundaries(options: EnclosingBoundaryOptions): number[] | null
/**
 * Returns the boundary lines of blocks that are only partly shown, like `enclosingBlockBoundaries`, on one of the
 * library's threads.
 *
 * ```js
 * const lines = await enclosingBlockBoundariesAsync({ code, lang: 'go', ranges: [{ startLine: 40, endLine: 60 }] })
 * ```
 */
export declare function enclosingBlockBoundariesAsync(options: EnclosingBoundaryOptions): Promise<number[] | null>

/**
 * Returns the syntax errors in `source`, sorted by position. If errors are nested, only the outermost is returned.
 * JavaScript, TypeScript, Python, Bash, Ruby and TOML are also checked for errors that their grammars accept but their
 * official parsers reject, such as duplicate declarations or inconsistent indentation. Macros are not expanded: a text
 * in which macros stand for syntax can have errors that `syntaxErrors` of its outline does not count. Synchronous: parses
 * the whole text on the calling thread. Throws a `RansackOptionError` if the language is unknown.
 *
 * ```js
 * checkSyntax('let a = ;', 'js').length // 1
 * ```
 */
export declare function checkSyntax(
  source: string | Uint8Array,
  lang: string,
  options?: CheckSyntaxOptions | null,
): SyntaxDiagnostic[]
/**
 * Returns the syntax errors in `source`, like `checkSyntax`, on one of the library's threads.
 *
 * ```js
 * const diagnostics = await checkSyntaxAsync(source, 'ts', { signal })
 * ```
 */
export declare function checkSyntaxAsync(
  source: string | Uint8Array,
  lang: string,
  options?: CheckSyntaxOptions | null,
): Promise<SyntaxDiagnostic[]>

declare module './workspace.js' {
  interface Workspace {
    /**
     * Returns the outermost syntax node that starts on a line of an open buffer, like `blockRangeAt`, on one of the
     * library's threads. The workspace keeps the syntax tree of the buffer: after `updateBuffer`, a call parses only
     * the changed part of the text, in the languages that `updateBuffer` lists. While a text has syntax errors, the extent of the errors may depend on the changes
     * that led to the text.
     *
     * Rejects with a `RansackOptionError` if no buffer is open at the path, or if the language is unknown or cannot be
     * detected from the file name and the text; with `ERR_RANSACK_CLOSED` after `close`; and with `ERR_RANSACK_TIMEOUT` or an
     * `AbortError`.
     *
     * ```js
     * const block = await workspace.blockRangeInBuffer('src/main.rs', 10)
     * ```
     */
    blockRangeInBuffer(
      path: string | Uint8Array | UrlLike, line: number, options?: BufferSyntaxOptions | null,
    ): Promise<SyntaxNode | null>
    /**
     * Returns the named syntax nodes that contain the first non-blank character of a line of an open buffer, like
     * `nodeChainAt`. The syntax tree and the errors are the same as for `blockRangeInBuffer`.
     *
     * ```js
     * const chain = await workspace.nodeChainInBuffer('src/main.rs', 42)
     * ```
     */
    nodeChainInBuffer(
      path: string | Uint8Array | UrlLike, line: number, options?: BufferSyntaxOptions | null,
    ): Promise<SyntaxNode[]>
    /**
     * Returns the syntax errors of an open buffer, like `checkSyntax`. The syntax tree and the errors are the same as
     * for `blockRangeInBuffer`.
     *
     * ```js
     * const diagnostics = await workspace.checkSyntaxInBuffer('src/main.rs')
     * ```
     */
    checkSyntaxInBuffer(
      path: string | Uint8Array | UrlLike, options?: BufferSyntaxOptions | null,
    ): Promise<SyntaxDiagnostic[]>
  }
}
