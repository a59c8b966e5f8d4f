import assert from 'node:assert/strict'
import { once } from 'node:events'
import test from 'node:test'
import { Worker } from 'node:worker_threads'

import { grep } from '../index.mjs'
import { ADDON } from '../testing/run.mjs'
import { LARGE_TREE_LINES, largeTree } from '../testing/tree.mjs'

const root = largeTree()

const source = (body) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, workerData } from 'node:worker_threads'
      import { grep } from ${JSON.stringify(ADDON)}
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
