import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import test from 'node:test'

import { Workspace, astGrep, globStream, grep, grepStream, highlightAsync } from '../index.mjs'
import { collectUntil } from '../testing/garbage.mjs'
import { largeTree, tree } from '../testing/tree.mjs'

const storage = new AsyncLocalStorage()
const large = largeTree()

test('a call keeps no context alive after its end', async () => {
  // The first call of a thread creates what all calls share, which must not belong to it.
  const kept = await (async () => {
    const store = { size: 1 }
    await storage.run(store, () => grep({ pattern: 'needle', path: large, maxCount: 1 }, () => {}))
    return new WeakRef(store)
  })()
  assert.ok(await collectUntil(() => kept.deref() === undefined))
})

test('callbacks run in the asynchronous context of their call', async () => {
  const seen = { a: new Set(), b: new Set(), c: new Set(), d: new Set() }
  const call = (name) =>
    storage.run(name, async () => {
      await grep({ pattern: 'needle', path: large, maxCount: 3000 }, () => {
        seen[name].add(storage.getStore())
      })
      return storage.getStore()
    })
  assert.deepEqual(await Promise.all(Object.keys(seen).map(call)), Object.keys(seen))
  for (const [name, stores] of Object.entries(seen)) assert.deepEqual([...stores], [name])
})

test('callbacks that return promises keep the context after each', async () => {
  const stores = []
  const call = (name) =>
    storage.run(name, () =>
      grep({ pattern: 'needle', path: large, maxCount: 20 }, async () => {
        stores.push([name, storage.getStore()])
        await new Promise((resolve) => setImmediate(resolve))
        stores.push([name, storage.getStore()])
      }),
    )
  await Promise.all(['a', 'b', 'c', 'd'].map(call))
  assert.equal(stores.length, 160)
  for (const [name, store] of stores) assert.equal(store, name)
})

test('promises and streams continue in the context of who waits', async () => {
  const small = tree({ 'a.js': 'foo(1)\n' })
  const workspace = new Workspace(small)
  const works = [
    () => astGrep({ pattern: 'foo($A)', path: small }),
    () => highlightAsync('let a', 'rust'),
    () => workspace.refresh(),
    () => workspace.glob({ pattern: '*' }),
  ]
  const after = (name, work) => storage.run(name, () => work().then(() => storage.getStore()))
  const names = works.map((_, i) => `promise ${i}`)
  assert.deepEqual(await Promise.all(works.map((work, i) => after(names[i], work))), names)
  workspace.close()
  const loop = (name, stream) =>
    storage.run(name, async () => {
      const stores = new Set()
      for await (const _ of stream()) stores.add(storage.getStore())
      return [...stores, storage.getStore()]
    })
  const streams = [
    () => grepStream({ pattern: 'needle', path: large }),
    () => grepStream({ pattern: 'line', path: large }),
    () => globStream({ pattern: '*', path: large }),
  ]
  const found = await Promise.all(streams.map((stream, i) => loop(i, stream)))
  assert.deepEqual(found, [[0, 0], [1, 1], [2, 2]])
})
