// Lists the paths that match a glob pattern, newest first: node glob.mjs <pattern> [root]

import { FileType, glob } from '../../napi/index.mjs'

const [pattern, path = '.'] = process.argv.slice(2)

const { matches, totalMatches, report } = await glob({ pattern, path, sortByMtime: true, timeoutMs: 10_000 })

for (const { path, fileType, mtime } of matches) {
  console.log(`${new Date(mtime).toISOString()} ${path}${fileType === FileType.Dir ? '/' : ''}`)
}
console.log(`${totalMatches} paths`)
for (const { reason, count } of report.skipped) console.error(`skipped, ${reason}: ${count}`)
