// Ranges as results have them.

/** Returns the range that editors use, given 1-based lines and columns. */
export const positions = ({ startLine, startColumn, endLine, endColumn }) => ({
  start: { line: startLine - 1, character: startColumn - 1 },
  end: { line: endLine - 1, character: endColumn - 1 },
})

/** Returns a range within a line, by its 0-based number. */
export const inLine = (line, from, to) => ({ start: { line, character: from }, end: { line, character: to } })

/** Returns a range of code as results have it. */
export const codeRange = (range) => ({ ...range, ...positions(range) })

/** Returns the text of a range in a text whose lines end with LF. */
export function textIn(text, { start, end }) {
  const lines = text.split('\n')
  const offset = ({ line, character }) => lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, character)
  return text.slice(offset(start), offset(end))
}
