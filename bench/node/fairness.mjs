// Measures calls that share the pool: equal searches at once, a short call beside long ones, and an
// index that is built for a caller on a busy machine.
//
//     node bench/node/fairness.mjs [directory]
//
// Build the addon first. The directory is searched, and indexed in memory; default: this checkout.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { grep, Workspace } from '../../napi/index.mjs'

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))
const now = () => performance.now()
const ms = time => `${time.toFixed(0)} ms`
const median = times => times.toSorted((a, b) => a - b)[times.length >> 1]

async function timed(call) {
  const begun = now()
  const result = await call()
  return { time: now() - begun, result }
}

/** Searches that read every file, `paths` times. */
const search = (paths, options) => () =>
  grep({ pattern: '[a-q][^u-z]{13}x', paths: Array(paths).fill(root), mode: 'count', ...options })

async function equalSearches(paths) {
  const alone = median((await inTurn(5, search(paths))).map(({ time }) => time))
  const begun = now()
  const ends = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { report } = await search(paths)()
      return { end: now() - begun, waited: report.waitedMs }
    }),
  )
  const sorted = ends.map(({ end }) => end).toSorted((a, b) => a - b)
  console.log(
    `20 searches of ${ms(alone)}: first ${ms(sorted[0])}, last ${ms(sorted[19])}, ` +
      `${(sorted[19] / (20 * alone)).toFixed(2)}x one after the other; ` +
      `waited ${ms(Math.max(...ends.map(({ waited }) => waited)))} at most`,
  )
  return alone
}

async function inTurn(count, call) {
  const results = []
  for (let i = 0; i < count; i++) results.push(await timed(call))
  return results
}

async function beside(paths) {
  const short = () => grep({ pattern: 'fairness', path: fileURLToPath(import.meta.url) })
  const alone = median((await inTurn(21, short)).map(({ time }) => time))
  const controller = new AbortController()
  const long = Array.from({ length: 20 }, () => search(paths, { signal: controller.signal })().catch(() => {}))
  const times = (await inTurn(21, short)).map(({ time }) => time)
  controller.abort()
  await Promise.all(long)
  console.log(`a search of one file, ${alone.toFixed(2)} ms alone: ${median(times).toFixed(2)} ms beside 20 long ones`)
}

async function withLimit(paths, timeoutMs) {
  const calls = Array.from({ length: 20 }, () => search(paths, { timeoutMs })().then(() => 1, () => 0))
  const done = (await Promise.all(calls)).reduce((a, b) => a + b)
  console.log(`20 searches at once with a limit of ${ms(timeoutMs)}: ${done} complete`)
}

async function ready() {
  const { time, result } = await timed(async () => {
    const workspace = new Workspace(root, { index: 'memory' })
    await workspace.ready()
    return workspace
  })
  result.close()
  return time
}

const busy = count => {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);']))
  return () => loops.forEach(loop => loop.kill('SIGKILL'))
}

// As many times as make a search of 64 ms, and of 1.2 s.
const one = median((await inTurn(5, search(1))).map(({ time }) => time))
const times = time => Math.max(1, Math.round(time / one))
await equalSearches(times(64))
await beside(times(1200))
const long = await timed(search(times(1200)))
await withLimit(times(1200), Math.round((20 / 1.2) * long.time))
const alone = median([await ready(), await ready(), await ready()])
const stop = busy(4)
const loaded = median([await ready(), await ready(), await ready()])
stop()
const nice = readFileSync('/proc/self/stat', 'utf8').split(' ')[18]
console.log(
  `ready: ${ms(alone)} alone, ${ms(loaded)} beside four busy loops, ${(loaded / alone).toFixed(1)}x ` +
    `(nice ${nice}, user ${process.getuid()})`,
)
