// Searches standard input: node search.mjs <pattern> < file

import { buffer } from 'node:stream/consumers'

import { hasMatch, search } from '../../napi/index.mjs'

const [pattern] = process.argv.slice(2)

// Synchronous search in memory, in a string or bytes.
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

// `hasMatch` stops at the first match.
if (hasMatch(text, '\\r\\n', false, true)) console.log('Windows line ends')
