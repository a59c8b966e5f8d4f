// Finds the paths that match glob patterns, one per line of standard input, in a cached
// directory: node workspace.mjs DIR

import { createInterface } from 'node:readline'
import { Workspace } from '../../napi/index.mjs'

const workspace = new Workspace(process.argv[2] ?? '.')
for await (const pattern of createInterface({ input: process.stdin })) {
  try {
    const { matches, report } = await workspace.glob({ pattern })
    for (const { path } of matches) console.log(path)
    console.log(`${matches.length} paths (${report.snapshot.mode})`)
  } catch (error) {
    console.error(error.message)
  }
}
workspace.close()
