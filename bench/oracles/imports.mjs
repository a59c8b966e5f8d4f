// Changes the imports of published files and checks the results with the compilers of Python and
// TypeScript:
//
//     node imports.mjs CORPORA [--language NAME]... [--most FILES] [--differences]
//
// CORPORA is the directory of corpus.sh. Of each file
//
// - organised imports are the same, bind the same names, and are not changed a second time;
// - an import that is added and removed again leaves the original bytes, for kinds of imports in turns;
// - all these additions together, and each removal, change no other import;
// - every comment is still there, unless it belongs to a removed import;
// - a file that compiles does so afterwards.
//
// The addon is that of `npm run build` or `build:debug` in napi/; RANSACK_BENCH_ADDON is another.
// Of languages other than these two the addon itself reads the imports of the results.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import ts from 'typescript'

import { load } from '../node/addon.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string', multiple: true },
    most: { type: 'string', default: 'Infinity' },
    differences: { type: 'boolean', default: false },
  },
})
const [root] = positionals
if (root === undefined) throw new Error('usage: imports.mjs CORPORA [--language NAME]... [--most FILES] [--differences]')
const ransack = await load(process.env.RANSACK_BENCH_ADDON ?? here('../../napi/index.js'))

const EXTENSIONS = {
  '.py': 'python', '.ts': 'typescript', '.mts': 'typescript', '.cts': 'typescript', '.tsx': 'tsx',
  '.js': 'javascript', '.mjs': 'javascript', '.cjs': 'javascript', '.jsx': 'javascript',
  '.rs': 'rust', '.go': 'go', '.java': 'java', '.c': 'c', '.h': 'c',
}
const MOST_BYTES = 300_000

// The imports to add, each with the name by which it is removed.
const name = (module, given, kind) => ({
  add: { module, ...(given && { names: [given] }), ...(kind && { kind }) },
  remove: { module, ...(given && { name: given.name ?? given }) },
})
const as = (from, alias) => ({ name: from, alias })
const ECMASCRIPT = [
  name('zz', 'added'), name('zz-alias', as('from', 'zzAlias')), name('zz-default', as('default', 'zzDefault')),
  name('zz-space', as('*', 'zzSpace')), name('zz-effect', undefined, 'sideEffect'), name('./zz.js', 'zzNear'),
  name('../zz.js', as('default', 'zzUp')), name('aa', 'zzFirst'),
]
const TYPESCRIPT = [
  ...ECMASCRIPT, name('zz-type', 'ZzType', 'typeOnly'), name('./zz-type', as('default', 'ZzNear'), 'typeOnly'),
]
const ADDED = {
  python: [
    name('zz'), name('zz.inner'), name('zz_alias', as('*', 'zz_a')), name('zz', 'added'), name('zz_b', as('x', 'zz_x')),
    name('zz_star', '*'), name('.zz', 'zz_near'), name('.', 'zz_here'), name('..zz', 'zz_up'), name('sys', 'zz_sys'), name('antigravity'),
    name('__future__', 'annotations'),
  ],
  javascript: ECMASCRIPT,
  typescript: TYPESCRIPT,
  tsx: TYPESCRIPT,
  rust: [
    name('zz', 'Added'), name('std::zz', 'added'), name('crate::zz', 'added'), name('zz_a', as('X', 'ZzX')), name('zz_star', '*'),
    name('super::zz', 'Up'),
  ],
  go: [name('zz'), name('zz.org/zz'), { add: { module: 'zz.org/a', names: [as('*', 'zzA')] }, remove: { module: 'zz.org/a' } }],
  java: [name('zz', 'Added'), name('java.zz', 'Added'), name('zz.Static', 'added', 'member'), name('zz.star', '*')],
  c: [name('zz.h', undefined, 'include'), name('zz.h', undefined, 'systemInclude'), name('aa/a.h', undefined, 'include')],
}

function* files(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else if (entry.isFile() && EXTENSIONS[extname(path)] && statSync(path).size <= MOST_BYTES) yield path
  }
}

// Comments in the lines that differ: lines of imports have no other strings than those of modules.
const COMMENTS = {
  python: /#[^\n]*/g,
  other: /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[^]*?\*\//g,
}
function comments(text, language) {
  const found = text.match(COMMENTS[language] ?? COMMENTS.other) ?? []
  return found.filter((comment) => /^[#/]/.test(comment)).map((comment) => comment.trimEnd()).sort()
}

/** Returns the lines that differ between two texts, of each text. */
function differing(before, after) {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return [a, b].map((lines) => lines.slice(start, lines.length - end).join('\n'))
}

/** Returns the comments of `before` that are not in `after`. */
function lostComments(before, after, language) {
  const [old, now] = differing(before, after).map((text) => comments(text, language))
  for (const comment of now) {
    const at = old.indexOf(comment)
    if (at >= 0) old.splice(at, 1)
  }
  return old
}

/** Reads imports by the module `ast` of Python. */
function pythonReader() {
  const child = spawn('python3', [here('imports.py')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    read: async (texts) => {
      child.stdin.write(`${JSON.stringify(texts.map((text) => text.toString('base64')))}\n`)
      return JSON.parse((await lines.next()).value)
    },
    close: () => child.stdin.end(),
  }
}

const KINDS = { typescript: ts.ScriptKind.TS, tsx: ts.ScriptKind.TSX, javascript: ts.ScriptKind.JSX }

/** Reads imports by the parser of TypeScript; null if the text does not parse. */
function readTypeScript(text, language) {
  const tree = ts.createSourceFile('text', text.toString(), ts.ScriptTarget.Latest, false, KINDS[language])
  if (tree.parseDiagnostics.length > 0) return null
  const imports = new Set()
  const bindings = {}
  const textOf = (node) => node.getText(tree).replace(/^['"]|['"]$/g, '')
  const add = (node, module, from, isType) => {
    const key = `${isType ? 'type ' : ''}${module} ${from} ${textOf(node)}`
    imports.add(key)
    const bound = textOf(node)
    // Two imports of one name are an error.
    const others = bindings[bound]?.[0] ?? key
    bindings[bound] = [others === key ? key : `${others}; ${key}`, []]
  }
  for (const node of tree.statements) {
    if (ts.isImportEqualsDeclaration(node)) imports.add(node.getText(tree))
    if (!ts.isImportDeclaration(node)) continue
    const module = textOf(node.moduleSpecifier)
    const clause = node.importClause
    if (clause === undefined || clause.namedBindings?.elements?.length === 0) imports.add(`${module} for effects`)
    if (clause?.name) add(clause.name, module, 'default', clause.isTypeOnly)
    const bindings = clause?.namedBindings
    if (bindings && ts.isNamespaceImport(bindings)) add(bindings.name, module, '*', clause.isTypeOnly)
    for (const element of bindings?.elements ?? []) {
      add(element.name, module, textOf(element.propertyName ?? element.name), clause.isTypeOnly || element.isTypeOnly)
    }
  }
  return { imports: [...imports].sort(), bindings }
}

/** Reads imports by the addon itself; null if the text has syntax errors. */
async function readOther(text, lang) {
  const { items, syntaxErrors } = await ransack.imports({ source: text, lang })
  if (syntaxErrors > 0) return null
  const keys = items.flatMap(({ module, kind, names }) => {
    const head = `${kind === 'wildcard' ? 'static' : kind} ${module}`
    return names.length === 0 ? [head] : names.map((own) => `${head} ${own.name} ${own.alias ?? ''}`)
  })
  return { imports: [...new Set(keys)].sort(), bindings: {} }
}

function readerOf(language) {
  if (language === 'python') return pythonReader()
  const read = KINDS[language] === undefined ? readOther : readTypeScript
  return { read: (texts) => Promise.all(texts.map((text) => read(text, language))), close: () => {} }
}

const COLUMNS = ['files', 'compile', 'trials', 'not compiling', 'imports', 'comments', 'bindings', 'not idempotent', 'inexact', 'errors']

/** Requests that put another name into an existing statement of the text. */
function extended(items, language) {
  if (!['python', 'javascript', 'typescript', 'tsx', 'rust', 'java'].includes(language)) return []
  const plain = items.filter(({ kind, names }) => kind === 'static' && names.length > 0 && !names.some((own) => own.name === '*'))
  const chosen = [plain[0], plain[plain.length >> 1], plain.at(-1)].map((item) => item?.module)
  return [...new Set(chosen)].filter((module) => module !== undefined && module !== '__future__').map((module) => name(module, 'zzAdded'))
}

async function check(path, number, language, reader, counts) {
  const source = readFileSync(path)
  const lang = language
  const fault = (column, what, detail = '') => {
    counts[column]++
    if (values.differences) console.log(`${column}: ${relative(root, path)}: ${what} ${detail}`)
  }
  const attempt = async (what, call) => {
    counts.trials++
    try {
      return await call()
    } catch (error) {
      if (error.code !== 'ERR_RANSACK_UNKNOWN_NAME' || what.startsWith('back')) fault('errors', what, error.message)
      return undefined
    }
  }
  const bytes = (changed) => changed && Buffer.from(changed.text)
  // Each with the imports that may come and go.
  const results = []
  const organised = bytes(await attempt('organise', () => ransack.organiseImports({ source, lang, fileName: path })))
  if (organised) {
    results.push({ what: 'organise', text: organised, keeps: true })
    const again = bytes(await attempt('organise again', () => ransack.organiseImports({ source: organised, lang, fileName: path })))
    if (again && !again.equals(organised)) fault('not idempotent', 'organise')
  }
  const { items } = await ransack.imports({ source, lang })
  // A third of the kinds, in turns.
  const own = ADDED[language].filter((_, kind) => (kind + number) % 3 === 0)
  const added = [...own, ...extended(items, language)]
  const applied = []
  for (const { add, remove } of added) {
    const what = JSON.stringify(add)
    const result = await attempt(what, () => ransack.addImports({ source, lang, imports: [add] }))
    if (result === undefined || result.statuses[0] === 'unchanged') continue
    applied.push({ add, remove })
    const back = bytes(await attempt(`back ${what}`, () => ransack.removeImports({ source: Buffer.from(result.text), lang, imports: [remove] })))
    if (back && !back.equals(source)) fault('inexact', what)
    if (add.module === '__future__') results.push({ what, text: bytes(result), count: 1 })
  }
  const all = bytes(await attempt('add all', () => ransack.addImports({ source, lang, imports: applied.map(({ add }) => add) })))
  if (all) results.push({ what: 'add all', text: all, count: applied.length })
  const modules = [...new Set(items.filter(({ kind }) => kind !== 'dynamic').map(({ module }) => module))]
  const removed = []
  for (const module of new Set([modules[0], modules[modules.length >> 1], modules.at(-1)])) {
    if (module === undefined) continue
    const result = bytes(await attempt(`remove ${module}`, () => ransack.removeImports({ source, lang, imports: [{ module }] })))
    if (result === undefined) continue
    removed.push(module)
    if (removed.length === 1) results.push({ what: `remove ${module}`, text: result, removed: true })
  }
  const none = bytes(await attempt('remove several', () => ransack.removeImports({ source, lang, imports: removed.map((module) => ({ module })) })))
  if (none) results.push({ what: 'remove several', text: none, removed: true })
  const texts = [source, ...results.map(({ text }) => text)]
  const [before, ...afters] = await reader.read(texts)
  counts.compile += Number(before !== null)
  const imported = new Set(before?.imports)
  for (const [index, { what, text, keeps, count, removed: isRemoval }] of results.entries()) {
    if (!isRemoval) {
      const lost = lostComments(source.toString('latin1'), text.toString('latin1'), language)
      if (lost.length > 0) fault('comments', what, JSON.stringify(lost))
    }
    if (before === null) continue
    const after = afters[index]
    if (after === null) {
      fault('not compiling', what)
      continue
    }
    const now = new Set(after.imports)
    const lost = isRemoval ? [] : [...imported].filter((key) => !now.has(key))
    const gained = [...now].filter((key) => !imported.has(key))
    if (lost.length > 0 || gained.length !== (count ?? 0)) fault('imports', what, `lost ${lost}; gained ${gained}`)
    // Wildcards that are added may bind any name.
    const binding = ([key, wildcards] = []) => (keeps ? `${key} ${wildcards}` : key)
    const differs = (bound) => binding(before.bindings[bound]) !== binding(after.bindings[bound])
    if (!isRemoval) {
      const bound = Object.keys(before.bindings).filter(differs)
      if (bound.length > 0) fault('bindings', what, bound)
    }
  }
}

const languages = values.language ?? Object.keys(ADDED)
const all = [...files(root)]
const rows = []
for (const language of languages) {
  const own = all.filter((path) => EXTENSIONS[extname(path)] === language)
  const step = Math.max(1, Math.ceil(own.length / Number(values.most)))
  const chosen = own.filter((_, index) => index % step === 0)
  if (chosen.length === 0) continue
  const counts = Object.fromEntries(COLUMNS.map((column) => [column, 0]))
  // Several files at a time, so that the compiler and the addon both work.
  const rest = chosen[Symbol.iterator]()
  await Promise.all(Array.from({ length: 3 }, async () => {
    const reader = readerOf(language)
    for (const path of rest) await check(path, counts.files++, language, reader, counts)
    reader.close()
  }))
  rows.push([language, ...COLUMNS.map((column) => counts[column])])
}
console.log(`| imports | ${COLUMNS.join(' | ')} |`)
console.log(`| --- |${' ---: |'.repeat(COLUMNS.length)}`)
for (const row of rows) console.log(`| ${row.join(' | ')} |`)
