// Times a glob in a tree whose list of files is cached:
//
//   node workspace.mjs MODULE ransack|fff PATTERN CORPUS
//
// Prints a line `milliseconds name` per call: 20 calls, or as many as start in 5 seconds; and for
// ransack per keystroke in an open buffer of 1 MB.

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const [module, kind, pattern, corpus] = process.argv.slice(2)

const file = createRequire(import.meta.url).resolve(module)
const loaded = await import(pathToFileURL(file).href)

let workspace

/** Returns the function that finds paths. */
async function finder() {
  if (kind === 'ransack') {
    const { Workspace } = loaded.Workspace ? loaded : loaded.default
    workspace = new Workspace(corpus)
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
const text = 'x = call(1, 2);\n'.repeat(1e6 / 16)
for (let i = 0; workspace !== undefined && i < 20; i++) {
  const typed = `${text}${i}\n`
  const begun = process.hrtime.bigint()
  workspace.setBuffer('bench-buffer.txt', typed)
  console.log(`${Number(process.hrtime.bigint() - begun) / 1e6} keystroke in a buffer of 1 MB in Node`)
}
process.exit(0)
