// Measures how long a search with very many matches blocks the event loop, and how much
// memory it takes.
//
//     node bench/node/stall.mjs [matches | directory]
//
// Build the addon first. Prints one line per way to receive the matches.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

import { grep, grepStream } from '../../napi/index.mjs'

const ways = {
  async 'grep, onMatch'(options) {
    let count = 0
    await grep(options, () => {
      count++
    })
    return count
  },
  async 'grepStream'(options) {
    let count = 0
    for await (const batch of grepStream(options)) count += batch.length
    return count
  },
  async 'grep, collected'(options) {
    return (await grep(options)).matches.length
  },
}

function makeTree(root, matches) {
  const line = 'the quick brown fox jumps over a lazy dog, again and again; see below\n'
  const perFile = 2000
  for (let file = 0; file * perFile < matches; file++) {
    const dir = join(root, `dir${file % 20}`)
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, `file${file}.txt`), line.repeat(Math.min(perFile, matches - file * perFile)))
  }
}

async function measure(way, root) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  // Warm-up, as in a long-lived host.
  await ways[way]({ pattern: 'quick', path: root, maxCount: 1000 })
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 5)
  delay.enable()
  const begun = performance.now()
  const count = await ways[way]({ pattern: 'e', path: root })
  const took = performance.now() - begun
  delay.disable()
  clearInterval(timer)
  console.log(
    `${way.padEnd(18)}${String(count).padStart(10)}${took.toFixed(0).padStart(8)}` +
      `${(delay.percentile(99) / 1e6).toFixed(1).padStart(10)}${(delay.max / 1e6).toFixed(1).padStart(10)}` +
      `${(peak / 2 ** 20).toFixed(0).padStart(10)}`,
  )
}

if (process.argv[2] === '--one') {
  await measure(process.argv[3], process.argv[4])
} else {
  const what = process.argv[2] ?? '1000000'
  const isCount = /^\d+$/.test(what)
  const root = isCount ? mkdtempSync(join(tmpdir(), 'ransack-stall-')) : what
  try {
    if (isCount) makeTree(root, Number(what))
    console.log('way                  matches      ms  p99 ms*   max ms*  peak MiB   (* event-loop delay)')
    for (const way of Object.keys(ways)) {
      // One process per way, so that none inherits a heap.
      const self = fileURLToPath(import.meta.url)
      execFileSync(process.execPath, [self, '--one', way, root], { stdio: 'inherit' })
    }
  } finally {
    if (isCount) rmSync(root, { recursive: true })
  }
}
