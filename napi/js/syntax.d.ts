import type {
  BlockRangeOptions,
  CheckSyntaxOptions,
  EnclosingBoundaryOptions,
  SyntaxDiagnostic,
  SyntaxNode,
} from '../index.js'

/**
 * The outermost node that begins in a line, with all of its lines: the function, statement, element or
 * entry that one means by pointing there. Null if none begins there, as in a line of closing brackets,
 * and if `path` names a file in no language that is known.
 *
 * It parses the text at once: of a long one that takes long, which the asynchronous form does on a
 * thread of its own.
 */
export declare function blockRangeAt(options: BlockRangeOptions): SyntaxNode | null
export declare function blockRangeAtAsync(options: BlockRangeOptions): Promise<SyntaxNode | null>

/**
 * The named nodes that hold the first character of a line which is no blank, from the innermost to the
 * whole text; none for a blank line. Null if `path` names a file in no language that is known.
 */
export declare function nodeChainAt(options: BlockRangeOptions): SyntaxNode[] | null
export declare function nodeChainAtAsync(options: BlockRangeOptions): Promise<SyntaxNode[] | null>

/**
 * The lines, outside those shown, in which something begins that ends in a line shown, or ends that
 * begins in one: what one would show beside them to tell where they are. In order, each once. Null if
 * the text has syntax errors, and if `path` names a file in no language that is known.
 */
export declare function enclosingBlockBoundaries(options: EnclosingBoundaryOptions): number[] | null
export declare function enclosingBlockBoundariesAsync(options: EnclosingBoundaryOptions): Promise<number[] | null>

/**
 * Where a text breaks the syntax of its language, in order; empty if it does not. Of errors within
 * errors only the outer ones are given.
 */
export declare function checkSyntax(
  source: string | Uint8Array,
  lang: string,
  options?: CheckSyntaxOptions,
): SyntaxDiagnostic[]
export declare function checkSyntaxAsync(
  source: string | Uint8Array,
  lang: string,
  options?: CheckSyntaxOptions,
): Promise<SyntaxDiagnostic[]>
