// Measures the time from `abort()` to the rejection of each asynchronous call, with the turns of the event loop
// that it takes.
//
//     node bench/node/abort.mjs DIR [part of a row's name]
//
// Build the addon first. DIR is a large tree. Calls that end before they are aborted do not count. A row during
// which the host of a virtual machine took away more than 1 % of the time is measured up to three times, and the
// time with the least of that counts.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as ransack from '../../napi/index.mjs'

const TRIALS = 200
const MAX_STOLEN = 0.01
const [root, part = ''] = process.argv.slice(2)
const PATTERN = '[a-z]+[0-9]{9}\\w*_[a-z]+[0-9]{9}'

const dir = mkdtempSync(join(tmpdir(), 'ransack-abort-'))
process.on('exit', () => rmSync(dir, { recursive: true }))

/** Returns a function that makes the file when it is called first, and returns its path. */
const file = (name, text) => {
  let path
  return () => {
    if (path === undefined) writeFileSync((path = join(dir, name)), text())
    return path
  }
}
const parentheses = `${'('.repeat(300_000)}x${')'.repeat(300_000)}`
const makeLine = file('line.txt', () => Buffer.alloc(200_000_000, 'a'))
const makeParentheses = file('nested.c', () => parentheses)
const kotlin = 'a<'.repeat(200_000)
const script = 'a.b(function(c){return c+1}),'.repeat(180_000)
const text = Buffer.alloc(50_000_000, 'The quick brown fox (of 1984) jumps over a lazy dog; see below.\n')
// Made once: freeing it is work of the caller.
const partOfText = text.latin1Slice(0, 5_000_000)
const texts = Array(500_000).fill('a text of a list')
const imports = Array.from({ length: 100_000 }, (_, n) => `from package${(n * 7919) % 100_000} import name${n}\n`).join('')

const drain = async (stream) => {
  for await (const _ of stream);
}
const opened = (options, use) => async (call) => {
  const workspace = new ransack.Workspace(root, options)
  try {
    return await use(workspace, call)
  } finally {
    // Not part of the time of a rejection, which `finally` would delay.
    setImmediate(() => workspace.close())
  }
}
const ofCode = (name, source, lang) => ({
  [`astMatch: ${name}`]: (o) => ransack.astMatch({ source, lang, pattern: '$A % $A', ...o }),
  [`outline: ${name}`]: (o) => ransack.outline({ source, lang, ...o }),
  [`definition: ${name}`]: (o) => ransack.definition({ source, lang, name: 'absent', ...o }),
  [`skeleton: ${name}`]: (o) => ransack.skeleton({ source, lang, ...o }),
  [`checkSyntaxAsync: ${name}`]: (o) => ransack.checkSyntaxAsync(source, lang, o),
  [`nodeChainAtAsync: ${name}`]: (o) => ransack.nodeChainAtAsync({ code: source, lang, line: 1, ...o }),
  [`highlightAsync: ${name}`]: (o) => ransack.highlightAsync(source, lang, { timeLimitMs: Infinity, ...o }),
})

/** Calls by name; each gets the option `signal`. */
const rows = {
  'grep: the tree': (o) => ransack.grep({ pattern: PATTERN, ignoreCase: true, path: root, ...o }),
  'grep with a callback: the tree, every line': (o) => ransack.grep({ pattern: 'e', path: root, ...o }, () => {}),
  'grep: the tree, every line': (o) => ransack.grep({ pattern: 'e', path: root, ...o }),
  'grepStream: the tree, every line': (o) => drain(ransack.grepStream({ pattern: 'e', path: root, ...o })),
  'grep: one line of 200 MB': (o) => ransack.grep({ pattern: PATTERN, ignoreCase: true, path: makeLine(), ...o }),
  'glob: the tree': (o) => ransack.glob({ pattern: '**/*.none', path: root, ...o }),
  'fuzzyFind: the tree': (o) => ransack.fuzzyFind({ query: 'main', path: root, ...o }),
  'astGrep: the tree': (o) => ransack.astGrep({ pattern: '$A % $A', path: root, ...o }),
  'astGrep: 300,000 nested parentheses': (o) => ransack.astGrep({ pattern: '$A % $A', path: makeParentheses(), ...o }),
  'astEdit: the tree': (o) => ransack.astEdit({ rewrites: { 'f($A)': 'g($A)' }, path: root, lang: 'c', ...o }),
  'editDefinition: 300,000 nested parentheses': (o) =>
    ransack.editDefinition({ path: makeParentheses(), edits: [{ name: 'absent', action: 'remove' }], ...o }),
  'outlineStream: the tree': (o) => drain(ransack.outlineStream({ path: root, ...o })),
  'skeletonStream: the tree': (o) => drain(ransack.skeletonStream({ path: root, ...o })),
  'importsStream: the tree': (o) => drain(ransack.importsStream({ path: root, ...o })),
  'interruptedEdits: the tree': (o) => ransack.interruptedEdits({ path: root, ...o }),
  'recoverEdits: the tree': (o) => ransack.recoverEdits({ path: root, ...o }),
  'Workspace.glob, first: the tree': opened({}, (workspace, o) => workspace.glob({ pattern: '**/*.none', ...o })),
  'Workspace.refresh, first: the tree': opened({}, (workspace, o) => workspace.refresh(o)),
  'Workspace.ready: the tree': opened({ index: 'memory' }, (workspace, o) => workspace.ready(o)),
  ...ofCode('300,000 nested parentheses', parentheses, 'c'),
  ...ofCode('200,000 times `a<` in Kotlin', kotlin, 'kotlin'),
  ...ofCode('JavaScript on one line of 5 MB', script, 'js'),
  'explainPatternAsync: 30,000 calls': (o) => ransack.explainPatternAsync(`${'f('.repeat(30_000)}${')'.repeat(30_000)}`, 'js', o),
  'imports: 100,000 of Python': (o) => ransack.imports({ source: imports, lang: 'python', ...o }),
  'organiseImports: 100,000 of Python': (o) => ransack.organiseImports({ source: imports, lang: 'python', ...o }),
  'countTokensAsync: 50 MB': (o) => ransack.countTokensAsync(text, o),
  'encodeAsync: 50 MB': (o) => ransack.encodeAsync(text, o),
  'splitByTokensAsync: 5 MB': (o) => ransack.splitByTokensAsync(partOfText, 100, 10, o),
  'countTokensEachAsync: 500,000 texts': (o) => ransack.countTokensEachAsync(texts, o),
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function latencies(call) {
  const times = []
  for (let trial = 0; trial < TRIALS; trial++) {
    const controller = new AbortController()
    let rejected
    const settled = call({ signal: controller.signal }).then(
      () => {},
      (error) => {
        rejected = performance.now()
        if (error.name !== 'AbortError') throw error
      },
    )
    await sleep(2 + (trial % 50))
    const asked = performance.now()
    controller.abort()
    await settled
    if (rejected !== undefined) times.push(rejected - asked)
    await sleep(1)
  }
  return times.sort((a, b) => a - b)
}

/** Ticks of all processors, and those that the host took, since the machine was started (`proc_stat(5)`). */
const machineTime = () => {
  if (!existsSync('/proc/stat')) return { total: 0, stolen: 0 }
  const ticks = readFileSync('/proc/stat', 'latin1').split('\n')[0].split(/ +/).slice(1, 9).map(Number)
  return { total: ticks.reduce((sum, part) => sum + part), stolen: ticks[7] }
}

async function calmLatencies(call) {
  let best = { share: Infinity }
  for (let attempt = 0; attempt < 3 && best.share > MAX_STOLEN; attempt++) {
    const begun = machineTime()
    const times = await latencies(call)
    const ended = machineTime()
    const share = (ended.stolen - begun.stolen) / Math.max(1, ended.total - begun.total)
    if (share < best.share) best = { share, times }
  }
  return best
}

console.log(`${'abort to rejection'.padEnd(60)}  trials    p50 ms    p99 ms    max ms  stolen %`)
for (const [name, call] of Object.entries(rows)) {
  if (!name.includes(part)) continue
  // The first call loads what later ones have.
  const controller = new AbortController()
  const first = call({ signal: controller.signal }).catch(() => {})
  await sleep(200)
  controller.abort()
  await first
  const { times, share } = await calmLatencies(call)
  const at = (percent) => times[Math.min(times.length - 1, Math.floor((times.length * percent) / 100))]?.toFixed(2) ?? '-'
  const cells = [times.length, at(50), at(99), at(100), (share * 100).toFixed(1)]
  console.log(name.padEnd(60) + cells.map((cell) => String(cell).padStart(10)).join(''))
}
