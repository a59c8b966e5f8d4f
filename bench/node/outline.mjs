// Times the outline of one file, and one of its definitions:
//
//   node outline.mjs MODULE FILE NAME
//
// Prints a line `milliseconds name` per call: the first, which starts the worker threads, and those
// after it.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { load } from './addon.mjs'

const [modulePath, path, name] = process.argv.slice(2)
const CALLS = 15

const { outline, definition } = await load(modulePath)
const source = readFileSync(path)
const lang = path.slice(path.lastIndexOf('.') + 1)

async function time(title, call) {
  const begun = process.hrtime.bigint()
  await call()
  console.log(Number(process.hrtime.bigint() - begun) / 1e6, `${basename(path)}: ${title}`)
}

await time('Node, first outline', () => outline({ path }))
for (let n = 0; n < CALLS; n++) {
  await time('Node, outline', () => outline({ path }))
  await time('Node, outline of a text', () => outline({ source, lang }))
  await time('Node, definition', () => definition({ path, name }))
}
