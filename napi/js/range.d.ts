/** Position in a text, as in editors and in the Language Server Protocol. */
export interface Position {
  /** 0-based number of the line. */
  line: number
  /** 0-based number of the character in the line, in UTF-16 code units. */
  character: number
}

/** Range of a text, as in editors and in the Language Server Protocol. */
export interface Range {
  /** Position of the first character. */
  start: Position
  /** Position after the last character. */
  end: Position
}

/** Range of code, with byte offsets, with 1-based lines and columns, and with positions as in editors. */
export interface CodeRange extends AstRange, Range {}
