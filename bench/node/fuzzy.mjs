// Runs fuzzy path queries through a package, one after the other:
//
//   node fuzzy.mjs MODULE walk|workspace|fff CORPUS QUERIES.json COUNT
//
// Prints a line of JSON per query: the paths and the time in milliseconds. `walk` calls
// `fuzzyFind`, which walks the tree each time; `workspace` (a `Workspace`) and `fff` keep a
// list of files.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const [module, kind, corpus, queriesFile, count] = process.argv.slice(2)

async function load() {
  const file = createRequire(import.meta.url).resolve(module)
  const loaded = await import(pathToFileURL(file).href)
  return loaded.fuzzyFind || loaded.FileFinder ? loaded : loaded.default
}

/** Returns the function that returns the paths of a query. */
async function picker(loaded) {
  const maxResults = Number(count)
  const paths = ({ matches }) => matches.filter((m) => !m.isDirectory).map((m) => m.path)
  if (kind === 'walk') return async (query) => paths(await loaded.fuzzyFind({ query, path: corpus, maxResults }))
  if (kind === 'workspace') {
    const workspace = new loaded.Workspace(corpus)
    return async (query) => paths(await workspace.fuzzyFind({ query, maxResults }))
  }
  const created = loaded.FileFinder.create({ basePath: corpus })
  if (!created.ok) throw new Error(created.error)
  await created.value.waitForScan(60_000)
  return (query) => {
    const found = created.value.fileSearch(query, { pageSize: maxResults })
    if (!found.ok) throw new Error(found.error)
    return found.value.items.map((item) => item.relativePath)
  }
}

try {
  const pick = await picker(await load())
  await pick('warm')
  for (const query of JSON.parse(readFileSync(queriesFile, 'utf8'))) {
    const begun = process.hrtime.bigint()
    const best = await pick(query)
    const ms = Number(process.hrtime.bigint() - begun) / 1e6
    console.log(JSON.stringify({ best, ms }))
  }
  process.exit(0)
} catch (error) {
  console.error(String(error?.message ?? error).split('\n')[0])
  process.exit(1)
}
