// Searches a tree, with the output format of `rg --column`: node grep.mjs <pattern> [root]

import { grep } from '../../napi/index.mjs'

const [pattern, path = '.'] = process.argv.slice(2)

const { filesSearched, filesWithMatches, totalMatches, report } = await grep({ pattern, path, timeoutMs: 10_000 }, (match) => {
  const column = (match.submatches[0]?.startColumn ?? 0) + 1
  console.log(`${match.path}:${match.lineNumber}:${column}: ${match.line}`)
})

console.log(`${totalMatches} matches in ${filesWithMatches} of ${filesSearched} files`)
for (const { reason, count } of report.skipped) console.error(`skipped, ${reason}: ${count}`)
