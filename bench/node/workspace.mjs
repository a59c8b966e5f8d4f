// Times a glob in a tree whose list of files is cached:
//
//   node workspace.mjs MODULE ransack|fff PATTERN CORPUS
//
// Prints a line `milliseconds name` per call: 20 calls, or as many as start in 5 seconds.

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const [module, kind, pattern, corpus] = process.argv.slice(2)

const file = createRequire(import.meta.url).resolve(module)
const loaded = await import(pathToFileURL(file).href)

/** Returns the function that finds paths. */
async function finder() {
  if (kind === 'ransack') {
    const { Workspace } = loaded.Workspace ? loaded : loaded.default
    const workspace = new Workspace(corpus)
    return async () => (await workspace.glob({ pattern, hidden: true })).matches
  }
  const created = loaded.FileFinder.create({ basePath: corpus })
  if (!created.ok) throw new Error(created.error)
  await created.value.waitForScan(60_000)
  return () => {
    const found = created.value.glob(pattern, { pageSize: 1_000_000 })
    if (!found.ok) throw new Error(found.error)
    return found.value.items
  }
}

const find = await finder()
const expected = (await find()).length
const end = performance.now() + 5000
for (let i = 0; i < 20 && performance.now() < end; i++) {
  const begun = process.hrtime.bigint()
  const { length } = await find()
  const time = Number(process.hrtime.bigint() - begun) / 1e6
  if (length !== expected) throw new Error(`${length} paths, not ${expected}`)
  console.log(`${time} glob in Node: ${kind === 'fff' ? 'fff-node' : 'workspace'}`)
}
process.exit(0)
