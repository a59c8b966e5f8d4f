import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import test from 'node:test'
import { Worker } from 'node:worker_threads'

import { grep } from '../index.mjs'
import { ADDON } from '../testing/run.mjs'
import { LARGE_TREE_LINES, largeTree, tree } from '../testing/tree.mjs'

const root = largeTree()

const source = (body) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, workerData } from 'node:worker_threads'
      import { Workspace, grep, grepStream } from ${JSON.stringify(ADDON)}
      ${body}
    `)}`,
  )

test('several workers search at the same time', async () => {
  const body = `
    const { totalMatches } = await grep({ pattern: 'needle', path: workerData })
    parentPort.postMessage(totalMatches)`
  const counts = Array.from({ length: 4 }, async () => {
    const worker = new Worker(source(body), { workerData: root })
    const exit = once(worker, 'exit')
    const [count] = await once(worker, 'message')
    await exit
    return count
  })
  for (const count of await Promise.all(counts)) assert.equal(count, LARGE_TREE_LINES)
})

test('a worker that is terminated during a search', async () => {
  const body = `
    let told = false
    const each = () => {
      if (!told) parentPort.postMessage('searching')
      told = true
    }
    for (;;) await Promise.all([1, 2, 3].map(() => grep({ pattern: 'needle', path: workerData }, each)))`
  for (let i = 0; i < 5; i++) {
    const worker = new Worker(source(body), { workerData: root })
    await once(worker, 'message')
    await worker.terminate()
  }
  const { totalMatches } = await grep({ pattern: 'needle', path: root, mode: 'count' })
  assert.equal(totalMatches, LARGE_TREE_LINES)
})

test('a worker that is terminated leaves nothing open', { skip: process.platform !== 'linux' && 'counts descriptors' }, async () => {
  const text = `${'x'.repeat(200)}\n`.repeat(100)
  const files = tree(Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`${i % 30}/a/${i}.txt`, text])))
  // More results than are buffered for a consumer, so the search pauses in the middle of directories.
  const body = `
    const stream = grepStream({ pattern: 'x', path: workerData, batchSize: 1 })
    await stream.next()
    const workspace = new Workspace(workerData, { refresh: 'watch' })
    await workspace.glob({ pattern: '*' })
    parentPort.postMessage('searching')
    setInterval(() => [stream, workspace], 1000)`
  const descriptors = () => readdirSync('/proc/self/fd').length
  const before = descriptors()
  for (let i = 0; i < 10; i++) {
    const worker = new Worker(source(body), { workerData: files })
    await once(worker, 'message')
    await worker.terminate()
  }
  const deadline = Date.now() + 60_000
  while (descriptors() > before) {
    assert.ok(Date.now() < deadline, `${descriptors()} descriptors, ${before} before`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
})
