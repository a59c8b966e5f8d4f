// Calls functions with much text or many results and prints, as JSON, the most that one call of native code
// took and returned, by its name: code units of strings and bytes of arrays, and elements of arrays. What
// native code lends, typed arrays among results, does not count. The argument is the number of lines of the text.

import { createRequire } from 'node:module'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ADDON_FILE } from './addon.mjs'
import { tree } from './tree.mjs'

const require = createRequire(import.meta.url)
const native = require(ADDON_FILE)
const most = {}

function weigh(value, isResult) {
  if (typeof value === 'string') return { units: value.length, items: 1 }
  if (ArrayBuffer.isView(value)) return { units: isResult ? 0 : value.byteLength, items: 1 }
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : []
  const weights = parts.map((part) => weigh(part, isResult))
  const units = weights.reduce((sum, weight) => sum + weight.units, 0)
  return { units, items: Math.max(1, parts.length, ...weights.map((weight) => weight.items)) }
}

function note(name, value, isResult) {
  const { units, items } = weigh(value, isResult)
  const before = most[name] ?? { units: 0, items: 0 }
  most[name] = { units: Math.max(before.units, units), items: Math.max(before.items, items) }
}

const watched = (name, call) =>
  function (...args) {
    note(name, args, false)
    const result = call(...args)
    note(name, result, true)
    return result
  }

require.cache[ADDON_FILE].exports = Object.fromEntries(
  Object.entries(native).map(([name, value]) => [name, typeof value === 'function' ? watched(name, value) : value]),
)
const ransack = require('../index.js')

const code = 'let name = call(1, "é") // words of a comment\n'
const long = code.repeat(Number(process.argv[2]))
const bytes = Buffer.from(long)
const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
shared.set(bytes)
const many = Array.from({ length: 20_000 }, (_, i) => `text ${i}`)
const root = tree({ 'a.js': code.repeat(1000), 'b.txt': `${'é'.repeat(200_000)}needle\n`.repeat(10) })
for (let i = 0; i < 3000; i++) writeFileSync(join(root, `file${i}.js`), 'call(1)\n')

for (const text of [long, bytes, shared]) {
  await ransack.encodeAsync(text)
  await ransack.tokenOffsetsAsync(text)
  await ransack.countTokensAsync([text, 'a'])
  await ransack.countUpToAsync(text, 10)
  await ransack.highlightAsync(text, 'js')
  await ransack.highlightAsync(text, 'js', { output: 'html' })
  await ransack.highlightAsync(text, 'js', { output: 'spans' })
  await ransack.astMatch({ source: text, lang: 'js', pattern: 'call($$$A)', limit: Infinity, includeMeta: true })
  await ransack.checkSyntaxAsync(text, 'json')
  await ransack.organiseImports({ source: text, lang: 'js' })
  await ransack.blockRangeAtAsync({ code: text, lang: 'js', line: 3 })
  await ransack.nodeChainAtAsync({ code: text, path: 'a.js', line: 3 })
  await ransack.enclosingBlockBoundariesAsync({ code: text, lang: 'js', ranges: [{ startLine: 3, endLine: 3 }] })
}
// More definitions than a batch has, at the top, in a class, and in one file of a stream.
const functions = 'function name(a) { return a }\n'.repeat(5000)
const methods = `class A {\n${'  name(a) { return a }\n'.repeat(5000)}}\n`
const structures = tree({ 'a.js': functions, 'b.js': methods, 'c/d.js': methods, 'e.js': 'function e() {}\n' })
for (const source of [functions, methods]) await ransack.outline({ source, lang: 'js' })
await ransack.outline({ path: join(structures, 'b.js') })
const modules = "import { a, b as c } from 'm'\nexport { a as d }\n".repeat(5000)
await ransack.imports({ source: modules, lang: 'js' })
await ransack.exports({ source: modules, lang: 'js' })
await ransack.definition({ source: methods, lang: 'js', name: 'A', parts: ['signature'] })
for await (const _ of ransack.outlineStream({ path: structures }));
for await (const _ of ransack.importsStream({ path: tree({ 'a.js': modules, 'b.js': modules }) }));
await ransack.truncateToTokensAsync(long, 1000)
await ransack.splitByTokensAsync(long, 3)
await ransack.countTokensAsync(many)
await ransack.countTokensEachAsync(new Set(many))
await ransack.grep({ pattern: 'e', path: root, maxColumns: Infinity })
await ransack.glob({ pattern: '*', path: root })
await ransack.fuzzyFind({ query: 'file', path: root, maxResults: Infinity })
await ransack.astGrep({ pattern: 'call($A)', path: root, limit: Infinity })
await ransack.astEdit({ rewrites: { 'call($A)': 'other($A)' }, path: root })
for await (const _ of ransack.grepStream({ pattern: '1', path: root, batchSize: 65_536 }));
console.log(JSON.stringify(most))
