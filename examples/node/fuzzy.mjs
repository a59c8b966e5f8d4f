// Lists the paths that match a fuzzy query, best first: node fuzzy.mjs <query> [root]

import { fuzzyFind } from '../../napi/index.mjs'

const [query, path = '.'] = process.argv.slice(2)

const { matches, totalMatches } = await fuzzyFind({ query, path, limit: 20, timeoutMs: 10_000 })

for (const { path, positions, score } of matches) {
  const found = new Set(positions)
  const marked = Array.from({ length: path.length }, (_, at) => (found.has(at) ? `\x1b[1m${path[at]}\x1b[22m` : path[at]))
  console.log(`${String(score).padStart(5)} ${marked.join('')}`)
}
if (totalMatches > matches.length) console.log(`... of ${totalMatches}`)
