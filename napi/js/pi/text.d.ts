/** Replacement for the removed part of a text. */
export declare const Ellipsis: {
  /** `…`. */
  readonly Unicode: 0
  /** `...`. */
  readonly Ascii: 1
  /** No text. */
  readonly Omit: 2
}
/** Replacement for the removed part of a text. */
export type Ellipsis = (typeof Ellipsis)[keyof typeof Ellipsis]

/** Part of a line. */
export interface SliceResult {
  /** Text of the part. */
  text: string
  /** Width of the part in cells. */
  width: number
}

/** Parts of a line on either side of a box. */
export interface ExtractSegmentsResult {
  /** Text before the box. */
  before: string
  /** Width of the text before the box in cells. */
  beforeWidth: number
  /** Text after the box. */
  after: string
  /** Width of the text after the box in cells. */
  afterWidth: number
}

/**
 * Returns the width of text in cells. In all functions on terminal text, every tab is `tabWidth` cells wide, 1 to 16,
 * wherever it stands.
 */
export declare function visibleWidth(text: string, tabWidth: number): number
/** Truncates text to a width. */
export declare function truncateToWidth(
  text: string, maxWidth: number, ellipsisKind: Ellipsis | null | undefined, pad: boolean | null | undefined, tabWidth: number,
): string
/** Returns a range of columns of a line. */
export declare function sliceWithWidth(
  line: string, startCol: number, length: number, strict: boolean | null | undefined, tabWidth: number,
): SliceResult
/** Wraps text to lines of a width. */
export declare function wrapTextWithAnsi(text: string, width: number, tabWidth: number): string[]
/** Returns the parts of a line on either side of a box. */
export declare function extractSegments(
  line: string, beforeEnd: number, afterStart: number, afterLen: number, strictAfter: boolean, tabWidth: number,
): ExtractSegmentsResult
