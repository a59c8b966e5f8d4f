import assert from 'node:assert/strict'
import test from 'node:test'

import { RansackError, Workspace, glob, grep } from '../index.mjs'
import { LARGE_TREE_LINES, largeTree, tree } from '../testing/tree.mjs'

const large = largeTree()
const options = { pattern: 'needle', path: large }
const forever = () => new Promise(() => {})
const busy = (milliseconds) => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

/** Makes a call with longer and longer time limits, until its callback, which never settles, is called before. */
async function untilCalled(call) {
  for (let timeoutMs = 30; ; timeoutMs *= 2) {
    let calls = 0
    const outcome = await call(timeoutMs, () => {
      calls++
      return forever()
    }).catch((error) => error)
    if (calls > 0) return { outcome, calls }
  }
}

test('a time limit ends a call whose callback never settles', async () => {
  const failed = await untilCalled((timeoutMs, onMatch) => grep({ ...options, timeoutMs }, onMatch))
  const { outcome: error, calls } = failed
  assert.ok(error instanceof RansackError)
  assert.equal(error.code, 'ERR_RANSACK_TIMEOUT')
  assert.equal(error.message, 'timed out')
  assert.equal(calls, 1)
  const partial = (timeoutMs, onMatch) => glob({ pattern: '*', path: large, timeoutMs, onTimeout: 'partial' }, onMatch)
  const { report } = (await untilCalled(partial)).outcome
  assert.equal(report.stoppedBy, 'timeout')
  assert.equal(report.complete, false)
  assert.equal(report.nextOffset, 1)
})

test('a signal ends a call whose callback never settles', async () => {
  const controller = new AbortController()
  await assert.rejects(
    grep({ ...options, signal: controller.signal }, () => {
      setImmediate(() => controller.abort('enough'))
      return forever()
    }),
    { name: 'AbortError', cause: 'enough' },
  )
})

test('no callback runs after the deadline', async () => {
  for (const onTimeout of ['partial', 'fail']) {
    const start = performance.now()
    let calls = 0
    let late = 0
    const outcome = grep({ ...options, timeoutMs: 40, onTimeout }, () => {
      // Measured with a margin: the time limit began after `start`.
      if (performance.now() - start > 1000) late++
      calls++
      busy(0.02)
    })
    const found = await outcome.catch((error) => error)
    const after = calls
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(calls, after)
    assert.equal(late, 0)
    assert.ok(calls < LARGE_TREE_LINES)
    if (onTimeout === 'fail') {
      assert.equal(found.code, 'ERR_RANSACK_TIMEOUT')
    } else {
      assert.equal(found.report.stoppedBy, 'timeout')
      // The next page starts after the last callback.
      if (calls > 0) assert.equal(found.report.nextOffset, calls)
    }
  }
})

test('a pause does not deliver the next match', async () => {
  let running = 0
  let most = 0
  await grep({ ...options, maxCount: 300 }, async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
  })
  assert.equal(most, 1)
})

test('signals of the own making', async () => {
  const small = { pattern: 'needle', path: tree({ 'a.txt': 'needle\n' }) }
  const listeners = []
  const bare = { aborted: false, addEventListener: (_, listener) => listeners.push(listener) }
  assert.equal((await grep({ ...small, signal: bare })).totalMatches, 1)
  assert.equal((await glob({ pattern: '*', path: small.path, signal: bare })).totalMatches, 1)
  const throwing = { ...bare, removeEventListener: () => { throw new Error('no') } }
  assert.equal((await grep({ ...small, signal: throwing })).totalMatches, 1)
  const refusing = { aborted: false, addEventListener: () => { throw new Error('refused') } }
  await assert.rejects(grep({ ...small, signal: refusing }), { message: 'refused' })
  const reasonless = {
    ...bare,
    get reason() {
      throw new Error('no reason')
    },
  }
  const call = grep({ ...options, signal: reasonless })
  for (const listener of listeners) listener()
  await assert.rejects(call, { name: 'AbortError' })
})

test('an abort inside an option getter counts', async () => {
  const controller = new AbortController()
  const aborting = {
    signal: controller.signal,
    pattern: 'needle',
    get path() {
      controller.abort('meanwhile')
      return large
    },
  }
  await assert.rejects(grep(aborting), { name: 'AbortError', cause: 'meanwhile' })
})

test('closing a workspace lets calls under way end', async () => {
  const root = tree({ 'a.js': 'foo(1)\n', 'b/c.js': 'foo(2)\n' })
  for (const refresh of ['watch', 'stat', 'manual', 'walk']) {
    for (const ready of [false, true]) {
      const workspace = new Workspace(root, { refresh })
      if (ready) await workspace.glob({ pattern: '*' })
      const calls = [
        workspace.grep({ pattern: 'foo' }),
        workspace.glob({ pattern: '*.js' }),
        workspace.fuzzyFind({ query: 'c.js', directories: false }),
        workspace.astGrep({ pattern: 'foo($A)' }),
        workspace.astEdit({ rewrites: { 'foo($A)': 'bar($A)' } }),
        workspace.grep({ pattern: 'foo', wait: false }),
      ]
      workspace.close()
      const settled = await Promise.allSettled(calls)
      assert.deepEqual(settled.map(({ status, reason }) => reason?.message ?? status), calls.map(() => 'fulfilled'))
      const [grepped, globbed, fuzzy, ast, edited] = settled.map(({ value }) => value)
      assert.deepEqual(
        [grepped.totalMatches, globbed.totalMatches, fuzzy.totalMatches, ast.totalMatches, edited.totalReplacements],
        [2, 2, 1, 2, 2],
      )
      await assert.rejects(workspace.grep({ pattern: 'foo' }), { code: 'ERR_RANSACK_CLOSED' })
      await assert.rejects(workspace.astEdit({ rewrites: {} }), { code: /^ERR_RANSACK_/ })
    }
  }
})

test('a path outside a workspace is an error unless allowed', async () => {
  const outside = tree({ 'secret.txt': 'foo\n' })
  const root = tree({ 'a.txt': 'foo\n', 'b/c.txt': 'foo\n' })
  const workspace = new Workspace(root)
  for (const path of [outside, '..', 'b/../..', `${root}/../`]) {
    for (const call of [
      () => workspace.grep({ pattern: 'foo', path }),
      () => workspace.glob({ pattern: '*', path }),
      () => workspace.fuzzyFind({ query: 'a', paths: ['b', path] }),
      () => workspace.astEdit({ rewrites: { foo: 'bar' }, path, lang: 'js' }),
      () => workspace.grepStream({ pattern: 'foo', path }).next(),
    ]) {
      await assert.rejects(call, { name: 'RansackOptionError', code: 'ERR_RANSACK_INVALID_OPTION', message: /outside the workspace/ })
    }
  }
  for (const [path, count] of [['b', 1], ['b/..', 2], [root, 2], ['.', 2]]) {
    assert.equal((await workspace.grep({ pattern: 'foo', path })).totalMatches, count)
  }
  await assert.rejects(workspace.grep({ pattern: 'foo', path: 'none' }), { code: 'ERR_RANSACK_NOT_FOUND' })
  workspace.close()
  const open = new Workspace(root, { allowOutside: true })
  assert.equal((await open.grep({ pattern: 'foo', path: outside })).totalMatches, 1)
  open.close()
})

test('a callback that ends the call between long lines leaves the others to the next page', async () => {
  const root = tree({ 'a.txt': `${'x'.repeat(300_000)}needle\n`.repeat(10) })
  for (const count of [1, 2, 3, 5]) {
    let seen = 0
    const { report } = await grep({ pattern: 'needle', path: root }, () => ++seen < count)
    assert.equal(report.nextOffset, count)
    const page = await grep({ pattern: 'needle', path: root, offset: report.nextOffset })
    assert.equal(page.matches[0].lineNumber, count + 1)
    assert.equal(page.matches.length, 10 - count)
  }
})
