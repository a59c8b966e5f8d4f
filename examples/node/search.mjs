// Searches standard input: node search.mjs <pattern> < file

import { buffer } from 'node:stream/consumers'

import { hasMatch, search } from '../../napi/index.mjs'

const [pattern] = process.argv.slice(2)

// Bytes or a string: no file is touched, and the answer is there at once.
const text = await buffer(process.stdin)

const { matches, matchCount, error } = search(text, { pattern, smartCase: true })
if (error !== undefined) {
  console.error(error)
  process.exit(2)
}
for (const { lineNumber, line, submatches } of matches) {
  const found = submatches.map(({ startColumn, endColumn }) => line.slice(startColumn, endColumn))
  console.log(`${lineNumber}: ${found.join(', ')}`)
}
console.log(`${matchCount} lines`)

// Where only yes or no is wanted, which ends at the first match.
if (hasMatch(text, '\\r\\n', false, true)) console.log('Windows line ends')
