import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'

import { grep } from '../index.mjs'
import { largeTree } from '../testing/tree.mjs'

const root = largeTree()
const options = { pattern: 'needle', path: root }

const isAbort = (reason) => (error) => {
  assert.ok(error instanceof Error)
  assert.equal(error.name, 'AbortError')
  assert.equal(error.code, 'ABORT_ERR')
  assert.equal(error.cause, reason)
  return true
}

test('a signal that has already fired prevents all work', async () => {
  const reason = new Error('before')
  const signal = AbortSignal.abort(reason)
  // A missing root would be reported if the call did any work.
  await assert.rejects(grep({ pattern: 'a', path: join(root, 'none'), signal }), isAbort(reason))
})

test('an abort during a search settles at once', async () => {
  const controller = new AbortController()
  let seen = 0
  let calls = 0
  const promise = grep({ ...options, signal: controller.signal }, () => {
    calls++
    if (++seen === 100) controller.abort('enough')
  })
  await assert.rejects(promise, isAbort('enough'))
  assert.equal(calls, 100)
  await new Promise(setImmediate)
  assert.equal(calls, 100)
})

test('an abort right after the call', async () => {
  const controller = new AbortController()
  const promise = grep({ ...options, signal: controller.signal })
  controller.abort()
  // In this case, `reason` is the platform's own error.
  await assert.rejects(promise, isAbort(controller.signal.reason))
  // Even for a search that takes no time.
  for (let i = 0; i < 50; i++) {
    const each = new AbortController()
    const quick = grep({ pattern: 'needle', path: root, maxCount: 0, signal: each.signal })
    each.abort()
    await assert.rejects(quick, { name: 'AbortError' })
  }
})

test('many calls share one signal, and later calls observe it', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const done = await grep({ ...options, signal, maxCount: 1 })
  assert.equal(done.matches.length, 1)
  const calls = Array.from({ length: 50 }, () => grep({ ...options, signal }))
  controller.abort('all')
  for (const call of await Promise.allSettled(calls)) isAbort('all')(call.reason)
  await assert.rejects(grep({ ...options, signal }), isAbort('all'))
})

test("the caller's onabort and listeners stay", async () => {
  const controller = new AbortController()
  const { signal } = controller
  let calls = 0
  const onabort = () => calls++
  signal.onabort = onabort
  signal.addEventListener('abort', () => calls++)
  const promise = grep({ ...options, signal })
  assert.equal(signal.onabort, onabort)
  controller.abort()
  await assert.rejects(promise, { name: 'AbortError' })
  assert.equal(signal.onabort, onabort)
  assert.equal(calls, 2)
})

test('no listener remains', async () => {
  const { signal } = new AbortController()
  let listeners = 0
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (...args) => {
    listeners++
    return add(...args)
  }
  signal.removeEventListener = (...args) => {
    listeners--
    return remove(...args)
  }
  const calls = [
    grep({ ...options, signal, maxCount: 1 }),
    grep({ ...options, signal, path: join(root, 'none') }).catch(() => {}),
    grep({ ...options, signal, pattern: '(' }).catch(() => {}),
    grep({ ...options, signal }, () => false),
  ]
  assert.ok(listeners > 0)
  await Promise.all(calls)
  assert.equal(listeners, 0)
})

test('an abort after the end changes nothing', async () => {
  const controller = new AbortController()
  const result = await grep({ ...options, signal: controller.signal, maxCount: 1 })
  controller.abort()
  assert.equal(result.matches.length, 1)
})

test("a platform's timeout signal", async () => {
  const signal = AbortSignal.timeout(1)
  // Never ends by itself: every match returns a promise.
  const promise = grep({ ...options, signal }, () => new Promise(setImmediate))
  await assert.rejects(promise, (error) => isAbort(signal.reason)(error))
  assert.equal(signal.reason.name, 'TimeoutError')
})

test('a timeout is not an abort', async () => {
  await assert.rejects(grep({ ...options, timeoutMs: 0 }), { code: 'ERR_RANSACK_TIMEOUT' })
  const slow = grep({ ...options, timeoutMs: 1 }, () => new Promise(setImmediate))
  await assert.rejects(slow, { name: 'RansackError', code: 'ERR_RANSACK_TIMEOUT' })
  const fast = await grep({ ...options, timeoutMs: 600_000, maxCount: 1 })
  assert.equal(fast.matches.length, 1)
})

test('a timeout can return partial results', async () => {
  const partial = { ...options, onTimeout: 'partial' }
  const { matches, report } = await grep({ ...partial, timeoutMs: 0 })
  assert.deepEqual(matches, [])
  assert.equal(report.stoppedBy, 'timeout')
  assert.equal(report.complete, false)
  let count = 0
  const some = await grep({ ...partial, timeoutMs: 1000 }, () => {
    // Keeps the first result until the timeout.
    if (count++ > 0) return undefined
    const end = performance.now() + 1001
    while (performance.now() < end);
    return undefined
  })
  assert.equal(some.report.stoppedBy, 'timeout')
  assert.ok(count > 0)
})
