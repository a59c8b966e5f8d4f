// Highlights a file through an addon and prints how long the first call took,
// in milliseconds, or how fast the later ones are, in megabytes a second.
//
//   node highlight.mjs MODULE FILE LANGUAGE first|warm

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const [modulePath, path, language, what] = process.argv.slice(2)
const loaded = await import(pathToFileURL(createRequire(import.meta.url).resolve(modulePath)).href)
const { highlightCode } = loaded.highlightCode ? loaded : loaded.default
const code = readFileSync(path, 'utf8')
const names = ['comment', 'keyword', 'function', 'variable', 'string', 'number', 'type', 'operator', 'punctuation', 'inserted', 'deleted']
const colors = Object.fromEntries(names.map((name, n) => [name, `\x1b[38;2;${100 + n};150;200m`]))

const time = () => {
  const begun = process.hrtime.bigint()
  highlightCode(code, language, colors)
  return Number(process.hrtime.bigint() - begun) / 1e6
}
const first = time()
if (what === 'first') {
  console.log(first)
} else {
  const warm = [time(), time(), time()].sort((a, b) => a - b)[1]
  console.log(Buffer.byteLength(code) / 1e3 / warm)
}
