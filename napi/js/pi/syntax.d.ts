/** Source text of a call about a syntax tree. */
interface SourceOptions {
  /** Source text. */
  code: string
  /** Name, alias or file name extension of the language; takes precedence over `path`. */
  lang?: string
  /** Path whose file name determines the language. */
  path?: string
}

/** Options for `blockRangeAt` and `nodeChainAt`. */
export interface BlockRangeOptions extends SourceOptions {
  /** 1-based line number. */
  line: number
}

/** Inclusive range of lines. */
export interface LineRange {
  /** 1-based number of the first line. */
  startLine: number
  /** 1-based number of the last line. */
  endLine: number
}

/** Lines of a block. */
export interface BlockRange extends LineRange {}

/** Lines and kind of a syntax node. */
export interface NodeSpan extends LineRange {
  /** Node kind, as named by the grammar. */
  kind: string
}

/** Options for `enclosingBlockBoundaries`. */
export interface EnclosingBoundaryOptions extends SourceOptions {
  /** Line ranges that are shown. */
  ranges: LineRange[]
}

/** Returns the lines of the outermost node that starts on a line, or null if there is none or the language is unknown. */
export declare function blockRangeAt(options: BlockRangeOptions): BlockRange | null
/**
 * Returns the nodes that contain the first character of a line, from the innermost to the outermost below the root, or
 * null if there are none or the language is unknown.
 */
export declare function nodeChainAt(options: BlockRangeOptions): NodeSpan[] | null
/** Returns the boundary lines of partly shown blocks, or null if the text has syntax errors or the language is unknown. */
export declare function enclosingBlockBoundaries(options: EnclosingBoundaryOptions): number[] | null

/** Options for `summarizeCode`. */
export interface SummaryOptions extends SourceOptions {
  /** Minimum number of lines of a body that is elided. Default: 4. */
  minBodyLines?: number
  /** Without effect: comments are not elided. */
  minCommentLines?: number
  /** Number of visible lines up to which elided bodies are opened, outer ones first. Default: 0. */
  unfoldUntilLines?: number
  /** Maximum number of visible lines that opening a body may lead to. Default: twice `unfoldUntilLines`. */
  unfoldLimitLines?: number
}

/** Lines of a summary. */
export interface SummarySegment extends LineRange {
  /** `'kept'` or `'elided'`. */
  kind: string
  /** Text of kept lines. Absent for elided lines. */
  text?: string
}

/** Summary of source text. */
export interface SummaryResult {
  /** Name of the language. Absent if the text was not parsed. */
  language?: string
  /** Whether the text was parsed without syntax errors. */
  parsed: boolean
  /** Whether any lines are elided. */
  elided: boolean
  /** Number of lines. */
  totalLines: number
  /** Segments in order. */
  segments: SummarySegment[]
}

/** Returns the lines of source text with the bodies of its definitions elided. */
export declare function summarizeCode(options: SummaryOptions): SummaryResult

export {}
