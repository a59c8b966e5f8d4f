// Times searches with a content index:
//
//   node index.mjs MODULE ransack|fff CORPUS STORE (PATTERN LINES)...
//
// Prints a line `milliseconds name` per call, after a first one. LINES is the expected number of
// matching lines: an error if ransack finds another number, a part of the name for fff.

import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const [module, kind, corpus, store, ...rest] = process.argv.slice(2)
const CALLS = 20

const file = createRequire(import.meta.url).resolve(module)
const loaded = await import(pathToFileURL(file).href)

/** Returns the function that finds the lines with a pattern, once the index is built. */
async function finder() {
  if (kind === 'ransack') {
    const { Workspace } = loaded.Workspace ? loaded : loaded.default
    const workspace = new Workspace(corpus, { index: 'disk', indexPath: store })
    await workspace.ready()
    return async (pattern) => (await workspace.grep({ pattern })).matches
  }
  const begun = performance.now()
  const created = loaded.FileFinder.create({ basePath: corpus })
  if (!created.ok) throw new Error(created.error)
  await created.value.waitForScan(60_000)
  while (!created.value.getScanProgress().value.isWarmupComplete) {
    await new Promise((wake) => setTimeout(wake, 10))
  }
  console.log(`${performance.now() - begun} build: fff-node`)
  const all = { pageSize: 1e6, maxMatchesPerFile: 1e6, maxFileSize: 1e9, smartCase: false }
  return (pattern) => {
    const mode = /[\\[]/.test(pattern) ? 'regex' : 'plain'
    const found = created.value.grep(pattern, { ...all, mode })
    if (!found.ok) throw new Error(found.error)
    return found.value.items
  }
}

const find = await finder()
for (let i = 0; i < rest.length; i += 2) {
  const [pattern, expected] = [rest[i], Number(rest[i + 1])]
  const { length } = await find(pattern)
  if (kind === 'ransack' && length !== expected) {
    throw new Error(`${pattern}: ${length} lines, not ${expected}`)
  }
  const name = kind === 'fff' ? `fff-node, ${length} of ${expected} lines` : 'ransack in Node, index'
  for (let call = 0; call < CALLS; call++) {
    const begun = process.hrtime.bigint()
    await find(pattern)
    console.log(`${Number(process.hrtime.bigint() - begun) / 1e6} grep ${pattern}: ${name}`)
  }
}
process.exit(0)
