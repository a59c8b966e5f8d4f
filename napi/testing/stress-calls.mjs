// Calls of the stress program, each with a tree or texts whose answers are known.

import { createHash } from 'node:crypto'
import { join } from 'node:path'

import * as ransack from '../index.mjs'
import { random } from './random.mjs'

// A machine under load must not change an answer.
const PATIENT = { timePerFileMs: Infinity }

const FILES = 12

/** Functions of each file of code. */
const FUNCTIONS = 8

const code = (i) => {
  const part = (n) => `
/** Area ${n} of a shape; the needle of file ${i}. */
export function area${n}(width, height) {
  console.log('needle', width * height, ${i})
  return width * height + ${n}
}
`
  return `import { helper } from './helper${i}.js'\n${Array.from({ length: FUNCTIONS }, (_, n) => part(n)).join('')}`
}

const prose = (i) => `${`a line without the word, of file ${i}\n`.repeat(30)}a needle in a line\n`.repeat(10)

const nameOf = (i) => `src/dir${i % 6}/file${String(i).padStart(2, '0')}.${i % 2 === 0 ? 'js' : 'txt'}`

/** Files of the tree, from path to content. */
export const TREE = Object.fromEntries(
  Array.from({ length: FILES }, (_, i) => [nameOf(i), i % 2 === 0 ? code(i) : prose(i)]),
)
const PATHS = Object.keys(TREE).sort()
const JS_PATHS = PATHS.filter((path) => path.endsWith('.js'))
const SOURCE = code(0)
const LONG = code(1).repeat(3)
const WORDS = Array.from({ length: 500 }, (_, i) => `word${i % 97}/part${i}.js`)

/** Returns the lines of a text that match, as `search` numbers them. */
const linesOf = (text, pattern) =>
  text.split('\n').flatMap((line, at) => (pattern.test(line) ? [{ lineNumber: at + 1, line }] : []))

const position = ({ path, lineNumber, line }) => ({ path, lineNumber, line })
const needles = PATHS.flatMap((path) => linesOf(TREE[path], /needle/).map((line) => ({ path, ...line })))

async function read(stream) {
  const items = []
  for await (const batch of stream) items.push(...batch)
  return items
}

/** Takes the first batch and drops the stream without closing it. */
async function drop(stream) {
  const { value } = await stream.next()
  return value.length > 0
}

async function inNewWorkspace(root, use) {
  const workspace = new ransack.Workspace(root)
  try {
    return await use(workspace)
  } finally {
    workspace.close()
  }
}

const without = (names) => (result) => Object.fromEntries(Object.entries(result).filter(([name]) => !names.includes(name)))
const plain = without(['report', 'preview'])

const rename = (root) => ({
  path: join(root, JS_PATHS[0]),
  edits: [
    { name: 'area7', action: 'rename', text: 'surface' },
    { action: 'addImports', imports: [{ module: './more.js', names: ['more'] }] },
  ],
})

/**
 * Calls by name. Each gets the options `signal` and `timeoutMs`, the root of the tree, an open workspace
 * of it and a number of the caller, and resolves with a value that is the same for all callers.
 */
export const CALLS = {
  grep: async (o, { root }) => (await ransack.grep({ pattern: 'needle', path: root, ...o })).matches.map(position),
  'grep with a callback': async (o, { root }) => {
    const lines = []
    await ransack.grep({ pattern: 'needle', path: root, ...o }, (match) => void lines.push(position(match)))
    return lines
  },
  'grep, count': async (o, { root }) => (await ransack.grep({ pattern: /area\d+\(/, path: root, mode: 'count', ...o })).totalMatches,
  'grep, a limit': async (o, { root }) => (await ransack.grep({ pattern: 'needle', path: root, maxCount: 10, ...o })).matches.map(position),
  'grep, cached': async (o, { root }) => (await ransack.grep({ pattern: 'needle', path: root, cache: true, ...o })).matches.map(position),
  'grep, an error': (o, { root }) => ransack.grep({ pattern: '(', path: root, ...o }).catch((error) => codeOf(error, 'ERR_RANSACK_INVALID_PATTERN')),
  grepStream: async (o, { root }) => (await read(ransack.grepStream({ pattern: 'needle', path: root, ...o }))).map(position),
  'grepStream, dropped': (o, { root }) => drop(ransack.grepStream({ pattern: '.', path: root, ...o })),
  glob: async (o, { root }) => (await ransack.glob({ pattern: '**/*.js', path: root, ...o })).matches.map(({ path }) => path),
  globStream: async (o, { root }) => (await read(ransack.globStream({ pattern: '**/*.js', path: root, ...o }))).map(({ path }) => path),
  'globStream, dropped': (o, { root }) => drop(ransack.globStream({ pattern: '**', path: root, ...o })),
  fuzzyFind: async (o, { root }) => (await ransack.fuzzyFind({ query: 'dir3file', path: root, ...o })).matches,
  fuzzyMatch: (o) => ransack.fuzzyMatch('part1', WORDS, timeOnly(o)).matches.slice(0, 20),
  search: (o) => ransack.search(LONG, { pattern: 'needle', ...timeOnly(o) }).matches.map(({ lineNumber, line }) => ({ lineNumber, line })),
  hasMatch: (o) => ransack.hasMatch(LONG, 'no such text', timeOnly(o)),
  astGrep: async (o, { root }) => (await ransack.astGrep({ pattern: 'console.log($$$A)', path: root, ...PATIENT, limit: Infinity, ...o })).matches.map(({ path, startLine }) => ({ path, startLine })),
  'astGrepStream, dropped': (o, { root }) => drop(ransack.astGrepStream({ pattern: 'console.log($$$A)', path: root, ...PATIENT, ...o })),
  astMatch: async (o) => (await ransack.astMatch({ source: LONG, lang: 'js', pattern: 'console.log($$$A)', limit: Infinity, ...o })).matches.map(({ startLine }) => startLine),
  'astEdit, a dry run': async (o, { root }) => plain(await ransack.astEdit({ rewrites: { 'console.log($$$A)': 'log($$$A)' }, path: root, ...PATIENT, ...o })),
  'editDefinition, a dry run': async (o, { root }) => plain(await ransack.editDefinition({ ...rename(root), ...PATIENT, ...o })),
  interruptedEdits: async (o, { root }) => plain(await ransack.interruptedEdits({ path: root, ...o })),
  outline: async (o, { root }) => (await ransack.outline({ path: join(root, JS_PATHS[0]), ...PATIENT, ...o })).items.map(({ name }) => name),
  outlineStream: async (o, { root }) => (await read(ransack.outlineStream({ path: root, ...PATIENT, ...o }))).map(({ path, items }) => ({ path, count: items.length })),
  'outlineStream, dropped': (o, { root }) => drop(ransack.outlineStream({ path: root, ...PATIENT, ...o })),
  definition: async (o, { root }) => (await ransack.definition({ path: join(root, JS_PATHS[0]), ...PATIENT, name: 'area7', parts: ['signature'], ...o })).text,
  skeleton: async (o) => plain(await ransack.skeleton({ source: SOURCE, lang: 'js', ...o })),
  imports: async (o) => plain(await ransack.imports({ source: SOURCE, lang: 'js', ...o })),
  organiseImports: (o) => ransack.organiseImports({ source: SOURCE, lang: 'js', ...o }),
  skeletonStream: async (o, { root }) => (await read(ransack.skeletonStream({ path: root, ...PATIENT, ...o }))).map(({ path, elided }) => ({ path, elided })),
  'importsStream, dropped': (o, { root }) => drop(ransack.importsStream({ path: root, ...PATIENT, ...o })),
  checkSyntaxAsync: (o) => ransack.checkSyntaxAsync(SOURCE, 'js', o),
  explainPatternAsync: (o) => ransack.explainPatternAsync('if ($A)', 'c', o),
  blockRangeAtAsync: (o) => ransack.blockRangeAtAsync({ code: SOURCE, lang: 'js', line: 5, ...o }),
  highlightAsync: async (o) => (await ransack.highlightAsync(SOURCE, 'js', { output: 'html', timeLimitMs: Infinity, ...o })).output,
  'highlightAsync, spans': async (o) => (await ransack.highlightAsync(SOURCE, 'js', { output: 'spans', timeLimitMs: Infinity, ...o })).spans.length,
  highlightCode: () => ransack.highlightCode(SOURCE.slice(0, 600), 'js'),
  countTokens: () => ransack.countTokens(SOURCE),
  countTokensAsync: (o) => ransack.countTokensAsync(LONG, o),
  encodeAsync: async (o) => ransack.decode(await ransack.encodeAsync(LONG, o)),
  wrapTextWithAnsi: () => ransack.wrapTextWithAnsi(`\u001b[1m${SOURCE}\u001b[0m`, 40).length,
  'Workspace.grep': async (o, { workspace }) => (await workspace.grep({ pattern: 'needle', ...o })).matches.map(position),
  'Workspace.glob': async (o, { workspace }) => (await workspace.glob({ pattern: '**/*.js', ...o })).matches.map(({ path }) => path),
  'Workspace.fuzzyFind': async (o, { workspace }) => (await workspace.fuzzyFind({ query: 'dir3file', ...o })).matches,
  'Workspace.astGrep': async (o, { workspace }) => (await workspace.astGrep({ pattern: 'console.log($$$A)', ...PATIENT, limit: Infinity, ...o })).matches.length,
  'Workspace.ready': (o, { workspace }) => workspace.ready(o).then(() => true),
  'Workspace.grepStream, dropped': (o, { workspace }) => drop(workspace.grepStream({ pattern: '.', ...o })),
  'Workspace, a buffer': async (o, { workspace, caller }) => {
    // Outside `src`, so that other calls do not see it, but for the globs of a text of another kind.
    const path = `buffers/${caller}.md`
    workspace.setBuffer(path, 'unsaved\n'.repeat(100))
    try {
      return (await workspace.grep({ pattern: 'unsaved', path, ...o })).matches.length
    } finally {
      workspace.clearBuffer(path)
    }
  },
  'Workspace, opened and closed': (o, { root }) =>
    inNewWorkspace(root, async (workspace) => (await workspace.glob({ pattern: '**/*.js', ...o })).matches.map(({ path }) => path)),
  'Workspace, not closed': async (o, { root }) => (await new ransack.Workspace(root).glob({ pattern: '*.js', ...o })).matches.length,
}

/** Options of a synchronous call. */
function timeOnly({ timeoutMs }) {
  return timeoutMs === undefined ? {} : { timeoutMs }
}

function codeOf(error, expected) {
  if (error.code !== expected) throw error
  return error.code
}

/** Answers that follow from the texts, without the library. */
const KNOWN = {
  grep: needles,
  'grep, count': JS_PATHS.reduce((count, path) => count + linesOf(TREE[path], /area\d+\(/).length, 0),
  'grep, a limit': needles.slice(0, 10),
  glob: JS_PATHS,
  search: linesOf(LONG, /needle/),
  hasMatch: false,
  astGrep: JS_PATHS.flatMap((path) => linesOf(TREE[path], /console\.log/).map(({ lineNumber }) => ({ path, startLine: lineNumber }))),
  astMatch: linesOf(LONG, /console\.log/).map(({ lineNumber }) => lineNumber),
  outline: Array.from({ length: FUNCTIONS }, (_, n) => `area${n}`),
  outlineStream: JS_PATHS.map((path) => ({ path, count: FUNCTIONS })),
  definition: 'export function area7(width, height)',
  checkSyntaxAsync: [],
  encodeAsync: LONG,
  'Workspace.astGrep': FUNCTIONS * JS_PATHS.length,
  'Workspace.ready': true,
  'Workspace, a buffer': 100,
  'Workspace, not closed': JS_PATHS.length,
}
for (const name of ['grep with a callback', 'grep, cached', 'grepStream', 'Workspace.grep']) KNOWN[name] = KNOWN.grep
for (const name of ['globStream', 'Workspace.glob', 'Workspace, opened and closed']) KNOWN[name] = KNOWN.glob
for (const name of Object.keys(CALLS).filter((name) => name.endsWith('dropped'))) KNOWN[name] = true

const digest = (value) => createHash('sha1').update(JSON.stringify(value)).digest('base64')

/** Returns the digest of the answer of each call, which is compared with the known one, if there is one. */
export async function answers(context) {
  const expected = {}
  for (const [name, call] of Object.entries(CALLS)) {
    const [first, second] = [digest(await call({}, context)), digest(await call({}, context))]
    if (first !== second) throw new Error(`${name}: two answers`)
    if (name in KNOWN && first !== digest(KNOWN[name])) throw new Error(`${name}: not the known answer`)
    expected[name] = first
  }
  return expected
}

/** Aborts a call at once, in the next turn, or after some milliseconds. */
function abortLater(controller, draw) {
  const abort = () => controller.abort('enough')
  const when = draw(3)
  if (when === 0) abort()
  else if (when === 1) setImmediate(abort)
  else setTimeout(abort, draw(6))
}

/** Makes one drawn call. Returns how it ended: `fulfilled`, `aborted` or `timedOut`. */
async function one(draw, context, expected) {
  const names = Object.keys(CALLS)
  const name = names[draw(names.length)]
  const fate = draw(10)
  const controller = fate < 3 ? new AbortController() : undefined
  const options = controller ? { signal: controller.signal } : fate === 3 ? { timeoutMs: draw(5) } : {}
  try {
    const call = CALLS[name](options, context)
    if (controller) abortLater(controller, draw)
    const answer = digest(await call)
    if (answer !== expected[name]) throw new Error('another answer')
    return 'fulfilled'
  } catch (error) {
    if (controller?.signal.aborted && error.name === 'AbortError' && error.cause === 'enough') return 'aborted'
    if (options.timeoutMs !== undefined && error.code === 'ERR_RANSACK_TIMEOUT') return 'timedOut'
    throw new Error(`${name}: ${error.stack}`)
  }
}

/** Number of calls in flight. */
const LANES = 8

/** Makes `count` calls, and calls `settled` after each. */
export async function makeCalls({ root, count, seed, expected }, settled) {
  const draw = random(seed)
  const workspace = new ransack.Workspace(root, { index: 'memory' })
  let begun = 0
  const lane = async (caller) => {
    while (begun++ < count) settled(await one(draw, { root, workspace, caller }, expected))
  }
  await Promise.all(Array.from({ length: LANES }, (_, caller) => lane(caller)))
  // Others are left to the garbage collector.
  if (draw(2) === 0) workspace.close()
}
