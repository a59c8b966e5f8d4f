// Measures the longest time for which each asynchronous call stalls the event loop.
//
//     node bench/node/loop.mjs [part of a row's name]
//
// Build the addon first. Prints one line per call: its duration, the longest gap between two turns of the
// loop, the number of gaps over 20 ms, the longest processor time of the thread in a gap (Linux), and the
// longest pause of the garbage collector, which is part of a gap. The thread shares the cores with the
// library's threads and with other programs: on a busy machine the processor time is what counts. Texts consist of the sources of this repository.

import { execFileSync } from 'node:child_process'
import {
  existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, readdirSync, rmSync, writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PerformanceObserver } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

import * as ransack from '../../napi/index.mjs'

const MB = 1e6
const repository = fileURLToPath(new URL('../../', import.meta.url))

/** Returns `length` bytes of the sources of a folder. */
function bytesOf(folder, ending, length) {
  const names = readdirSync(join(repository, folder), { recursive: true }).filter((name) => name.endsWith(ending))
  const sources = Buffer.concat(names.sort().map((name) => readFileSync(join(repository, folder, name))))
  const text = Buffer.alloc(length)
  for (let at = 0; at < length; at += sources.length) sources.copy(text, at)
  return text
}

const rust = (length) => bytesOf('core/src', '.rs', length)

// A string that the engine holds as one block, as one read from a file.
const string = (bytes) => bytes.latin1Slice(0, bytes.length)

/** A string of two bytes per unit, in one block. */
const wide = (length) => Buffer.from(`é漢${string(rust(length - 2))}`, 'utf16le').ucs2Slice()

/** A string that the engine holds as a tree of its parts. */
function joined(length) {
  const part = string(rust(100_000))
  let text = ''
  while (text.length < length) text += part
  return text
}

/** Makes a tree of `count` files with `lines` lines each. */
function tree(count, lines) {
  const root = mkdtempSync(join(tmpdir(), 'ransack-loop-'))
  process.on('exit', () => rmSync(root, { recursive: true }))
  const text = 'the.quick(brown, fox).jumps(over, a, lazy, dog), again; // and again; see below\n'.repeat(lines)
  for (let i = 0; i < count; i++) {
    const dir = join(root, `dir${i % 100}`)
    if (i < 100) mkdirSync(dir)
    writeFileSync(join(dir, `file${i}.js`), text)
  }
  return root
}

/** Rows: a function that makes the input of a call, and the call. */
const rows = {
  'encodeAsync, string of 50 MB': [() => string(rust(50 * MB)), (text) => ransack.encodeAsync(text)],
  'encodeAsync, joined string of 50 MB': [() => joined(50 * MB), (text) => ransack.encodeAsync(text)],
  'encodeAsync, wide string of 50 M units': [() => wide(50 * MB), (text) => ransack.encodeAsync(text)],
  'encodeAsync, 50 MB of bytes': [() => rust(50 * MB), (text) => ransack.encodeAsync(text)],
  'tokenOffsetsAsync, 20 MB': [() => string(rust(20 * MB)), (text) => ransack.tokenOffsetsAsync(text)],
  'splitByTokensAsync, 20 MB in chunks of 8': [() => string(rust(20 * MB)), (text) => ransack.splitByTokensAsync(text, 8)],
  'countTokensEachAsync, 500,000 strings': [
    () => Array.from({ length: 500_000 }, (_, i) => `text number ${i} of the list`),
    (texts) => ransack.countTokensEachAsync(texts),
  ],
  'countTokensAsync, Set of 500,000 strings': [
    () => new Set(Array.from({ length: 500_000 }, (_, i) => `text number ${i} of the list`)),
    (texts) => ransack.countTokensAsync(texts),
  ],
  'highlightAsync, 5 MB, spans': [() => string(rust(5 * MB)), (code) => highlighted(code, 'spans')],
  'highlightAsync, 5 MB, ansi': [() => string(rust(5 * MB)), (code) => highlighted(code, 'ansi')],
  'highlightAsync, 5 MB of bytes, html': [() => rust(5 * MB), (code) => highlighted(code, 'html')],
  'astMatch, 5 MB': [
    () => string(rust(5 * MB)),
    (source) => ransack.astMatch({ source, lang: 'rust', pattern: '$A($$$B)', limit: Infinity }),
  ],
  'checkSyntaxAsync, 5 MB of another language': [() => string(rust(5 * MB)), (code) => ransack.checkSyntaxAsync(code, 'json')],
  'nodeChainAtAsync, 100,000 levels': [
    () => `${'['.repeat(100_000)}\n1\n${']'.repeat(100_000)}`,
    (code) => ransack.nodeChainAtAsync({ code, lang: 'json', line: 2 }),
  ],
  'grep, 1,000,000 matches': [() => tree(500, 2000), (path) => ransack.grep({ pattern: 'quick', path })],
  'grep with onMatch, 1,000,000 matches': [() => tree(500, 2000), (path) => ransack.grep({ pattern: 'quick', path }, () => {})],
  'grepStream, 1,000,000 matches': [() => tree(500, 2000), (path) => read(ransack.grepStream({ pattern: 'quick', path }))],
  'grepStream, 1,000,000 matches, batches of 65,536': [
    () => tree(500, 2000),
    (path) => read(ransack.grepStream({ pattern: 'quick', path, batchSize: 65_536 })),
  ],
  'grep, 200 lines of 500 kB': [
    () => {
      const root = tree(0, 0)
      writeFileSync(join(root, 'long.txt'), `${'é'.repeat(250_000)}needle\n`.repeat(200))
      return root
    },
    (path) => ransack.grep({ pattern: 'needle', path, maxColumns: Infinity }),
  ],
  'glob, 50,000 files': [() => tree(50_000, 1), (path) => ransack.glob({ pattern: '**', path })],
  'fuzzyFind, 50,000 files': [() => tree(50_000, 1), (path) => ransack.fuzzyFind({ query: 'file', path, maxResults: Infinity })],
  'astGrep, 200,000 matches': [
    () => tree(200, 1000),
    (path) => ransack.astGrep({ pattern: 'jumps($$$A)', path, limit: Infinity, includeMeta: true }),
  ],
  'astEdit, 50,000 files': [() => tree(50_000, 1), (path) => ransack.astEdit({ rewrites: { 'quick($$$A)': 'slow($$$A)' }, path })],
}

const highlighted = (code, output) => ransack.highlightAsync(code, 'rust', { output, timeLimitMs: Infinity })

async function read(stream) {
  for await (const _ of stream);
}

async function measure(name) {
  const [make, call] = rows[name]
  const input = make()
  let pause = 0
  const pauses = (entries) => {
    for (const { duration } of entries) pause = Math.max(pause, duration)
  }
  const observer = new PerformanceObserver((list) => pauses(list.getEntries()))
  await settled()
  observer.observe({ entryTypes: ['gc'] })
  // Nothing is allocated per turn, of which there are millions.
  const gaps = { longest: 0, long: 0, busiest: 0 }
  let last = performance.now()
  let busy = busyTime()
  let running = true
  const turn = () => {
    const now = performance.now()
    gaps.longest = Math.max(gaps.longest, now - last)
    if (now - last > 20) gaps.long++
    last = now
    const used = busyTime()
    gaps.busiest = Math.max(gaps.busiest, used - busy)
    busy = used
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  const begun = performance.now()
  const result = await call(input)
  const took = performance.now() - begun
  running = false
  await settled()
  pauses(observer.takeRecords())
  const cells = [took.toFixed(0), gaps.longest.toFixed(1), String(gaps.long), gaps.busiest.toFixed(1), pause.toFixed(1)]
  console.log(name.padEnd(52) + cells.map((cell) => cell.padStart(10)).join(''))
  return result
}

const schedule = existsSync('/proc/thread-self/schedstat') ? openSync(`/proc/self/task/${process.pid}/schedstat`) : undefined
const buffer = Buffer.alloc(64)

/** Returns the processor time of this thread in milliseconds. */
function busyTime() {
  if (schedule === undefined) return NaN
  const length = readSync(schedule, buffer, 0, buffer.length, 0)
  return parseInt(buffer.latin1Slice(0, length), 10) / 1e6
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 100))

if (process.argv[2] === '--one') {
  await measure(process.argv[3])
} else {
  console.log(`${'call'.padEnd(52)}        ms    gap ms   > 20 ms    cpu ms  pause ms`)
  for (const name of Object.keys(rows)) {
    if (!name.includes(process.argv[2] ?? '')) continue
    // One process per call, so that none inherits a heap.
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--one', name], { stdio: 'inherit' })
  }
}
