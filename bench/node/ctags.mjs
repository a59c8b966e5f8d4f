// Lists the names that universal-ctags finds and ransack does not:
//
//   node bench/node/ctags.mjs DIRECTORY LANGUAGE [MOST]
//
// Build the addon first. Reads the files of the language by their extensions, in path order, and
// prints a table by kind. Names are apart that an outline leaves out by design: definitions in
// bodies of functions, calls of macros that ctags reads as functions, and instantiations of
// templates. The others follow, one per line. Fails if more than MOST percent of the types are
// missing (default 1), or ctags does not run.

import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { outline } from '../../napi/index.mjs'

const [directory, language, most = '1'] = process.argv.slice(2)
const LANGUAGES = {
  c: { name: 'C', extensions: /\.[ch]$/ },
  cpp: { name: 'C++', extensions: /\.(cc|cpp|cxx|h|hh|hpp|hxx|inc|ipp)$/ },
}
const TYPES = new Set(['class', 'struct', 'union', 'enum'])
const BODIES = new Set(['function', 'method', 'constructor', 'test'])

const known = LANGUAGES[language]
if (!directory || !known) {
  console.error('usage: ctags.mjs DIRECTORY c|cpp [MOST]')
  process.exit(2)
}

const files = readdirSync(directory, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && known.extensions.test(entry.name))
  .map(entry => join(entry.parentPath, entry.name))
  .sort()

const run = spawnSync(
  process.env.RANSACK_BENCH_CTAGS ?? 'ctags',
  ['--output-format=json', `--language-force=${known.name}`, `--kinds-${known.name}=+p`, '--fields=+nK', '-f', '-', '-L', '-'],
  { input: files.join('\n'), encoding: 'utf8', maxBuffer: 1 << 30 },
)
if (run.error || run.status !== 0) throw run.error ?? new Error(`ctags: ${run.stderr}`)
const tags = new Map(files.map(path => [path, []]))
for (const line of run.stdout.split('\n').filter(Boolean)) {
  const tag = JSON.parse(line)
  tags.get(tag.path).push(tag)
}

/** Adds the names of definitions to `names`, and the lines of functions to `bodies`. */
function collect(items, names, bodies) {
  for (const item of items) {
    for (const name of [item.name, item.qualifiedName]) names.add(plain(name))
    for (const name of item.name.split('::')) names.add(plain(name))
    if (BODIES.has(item.kind) && item.bodyRange) bodies.push(item.bodyRange)
    collect(item.children, names, bodies)
  }
}

/** Returns a name without white space and template arguments. */
function plain(name) {
  const text = name.replace(/\s/g, '')
  return text.startsWith('operator') ? text : text.replace(/<.*/s, '')
}

function isMacroCall(name, line) {
  return /^[A-Z][A-Z0-9_]+$/.test(name) && new RegExp(`\\b${name}\\s*\\(`).test(line)
}

const counts = new Map()
const missing = []
for (const path of files) {
  const source = readFileSync(path)
  const lines = source.toString('latin1').split('\n')
  const { items } = await outline({ source, lang: language })
  const names = new Set()
  const bodies = []
  collect(items, names, bodies)
  const isLocal = line => bodies.some(body => body.startLine < line && line <= body.endLine)
  for (const tag of tags.get(path)) {
    if (tag.name.startsWith('__anon')) continue
    const count = counts.get(tag.kind) ?? {}
    counts.set(tag.kind, count)
    const found = names.has(plain(tag.name)) || names.has(plain(tag.name.split('::').at(-1)))
    const line = lines[tag.line - 1]
    const why =
      found ? 'found'
      : isLocal(tag.line) ? 'local'
      : /^\s*(extern\s+)?template\s+[^<\s]/.test(line) ? 'instantiation'
      : isMacroCall(tag.name, line) ? 'macro call'
      : 'missing'
    count[why] = (count[why] ?? 0) + 1
    if (why === 'missing') missing.push(`${path}:${tag.line}: ${tag.kind} ${tag.name}`)
  }
}

const table = {}
const types = { tags: 0, missing: 0 }
for (const [kind, count] of counts) {
  const sum = Object.values(count).reduce((a, b) => a + b, 0)
  table[kind] = { tags: sum, ...count }
  if (!TYPES.has(kind)) continue
  types.tags += sum - (count.local ?? 0)
  types.missing += count.missing ?? 0
}
console.log(`${files.length} files`)
console.table(table)
const share = (100 * types.missing) / Math.max(types.tags, 1)
console.log(`types outside functions: ${types.missing} of ${types.tags} missing, ${share.toFixed(2)} %`)
for (const line of missing) console.log(line)
if (share > Number(most)) process.exit(1)
