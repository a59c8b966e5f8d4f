// Lists code that matches a syntax pattern, with its metavariables:
// node ast.mjs <pattern> [root]

import { astGrep } from '../../napi/index.mjs'

const [pattern, path = '.'] = process.argv.slice(2)

const { matches, totalMatches, report } = await astGrep({ pattern, path, includeMeta: true, timeoutMs: 60_000 })

for (const { path, startLine, startColumn, text, metaVariables } of matches) {
  console.log(`${path}:${startLine}:${startColumn}: ${text.split('\n', 1)[0]}`)
  for (const [name, code] of Object.entries(metaVariables)) console.log(`  ${name} = ${code}`)
}
if (report.nextOffset !== undefined) console.log(`... of ${totalMatches} or more`)
for (const { reason, count } of report.skipped) console.error(`${reason}: ${count} files`)
