import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import test from 'node:test'

import { glob, grep, grepStream } from '../index.mjs'
import { collect } from '../testing/garbage.mjs'
import { run } from '../testing/run.mjs'
import { tree } from '../testing/tree.mjs'

const root = tree({ 'a.txt': 'a needle in a line\n'.repeat(50), 'b.txt': 'needle\n' })
const options = { pattern: 'needle', path: root }

/** Makes one call of each kind and outcome. */
async function round(signal) {
  const stream = grepStream({ ...options, signal })
  await stream.next()
  await stream.return()
  const controller = new AbortController()
  const ends = [
    grep({ ...options, signal }),
    grep({ ...options, signal }, () => false),
    glob({ pattern: '*', path: root, timeoutMs: 60_000 }),
    grep({ ...options, pattern: '(' }),
    grep({ ...options, maxCount: -1 }),
    grep(options, () => {
      throw new Error('the fault')
    }),
    grep({ ...options, signal: controller.signal }),
  ]
  controller.abort()
  const settled = await Promise.allSettled(ends)
  assert.equal(settled.filter((end) => end.status === 'fulfilled').length, 3)
}

test('memory and threads stay bounded', { timeout: 120_000 }, async () => {
  const { signal } = new AbortController()
  const rounds = async (count) => {
    for (let i = 0; i < count; i++) await round(signal)
    collect()
    // V8 keeps up to 100 MB for new objects after it has used them.
    const { rss, heapTotal, heapUsed } = process.memoryUsage()
    return rss - heapTotal + heapUsed
  }
  const status = '/proc/self/status'
  const threads = () =>
    existsSync(status) ? Number(/^Threads:\s*(\d+)/m.exec(readFileSync(status, 'utf8'))[1]) : 0
  const before = await rounds(500)
  const threadsBefore = threads()
  const after = await rounds(2500)
  // 22,500 calls: a kilobyte lost in each would be 22 MiB.
  const grown = (after - before) / 2 ** 20
  assert.ok(grown < 40, `${grown.toFixed(1)} MiB more`)
  assert.ok(threads() <= threadsBefore + 2, `${threadsBefore} threads became ${threads()}`)
})

test('a loop without a pause does not keep the results of its calls', { timeout: 600_000 }, async () => {
  // 500 results of a megabyte or more.
  for (const call of ['encode', 'decodeToBytes', 'highlight', 'spans']) {
    const { stdout, stderr } = await run('program.mjs', ['loops', call, '500'], { timeout: 100_000 })
    assert.equal(stderr, '')
    assert.ok(Number(stdout) < 300, `${call}: ${stdout.trim()} MiB more`)
  }
})
