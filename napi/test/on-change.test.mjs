// Notifications of changes in a watched workspace.

import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

import { RansackError, Workspace } from '../index.mjs'
import { run } from '../testing/run.mjs'
import { tree } from '../testing/tree.mjs'

/** Opens a workspace whose initial scan has ended. */
async function scanned(files) {
  const root = tree(files)
  const workspace = new Workspace(root)
  await workspace.refresh()
  return { root, workspace }
}

/** Listener with the function `next`, which resolves with the argument of the first call since the last `next`. */
function listener() {
  let calls = []
  let resolve
  const listen = (error) => {
    calls.push(error)
    resolve?.()
  }
  const next = async () => {
    // A listener does not keep the event loop alive.
    const alive = setInterval(() => {}, 60_000)
    if (calls.length === 0) await new Promise((done) => (resolve = done))
    clearInterval(alive)
    resolve = undefined
    const [first] = calls.splice(0)
    return first
  }
  return { listen, next, discard: () => (calls = []) }
}

test('every change is reported, writes to existing files included', { timeout: 60_000 }, async () => {
  const { root, workspace } = await scanned({ 'dir/file.txt': 'old' })
  const path = (name) => join(root, name)
  const { listen, next, discard } = listener()
  const stop = workspace.onChange(listen)
  const steps = [
    () => writeFileSync(path('dir/file.txt'), 'newer'),
    () => appendFileSync(path('dir/file.txt'), ' text'),
    () => writeFileSync(path('other.txt'), ''),
    () => renameSync(path('other.txt'), path('dir/other.txt')),
    () => rmSync(path('dir/other.txt')),
    () => mkdirSync(path('new/deep'), { recursive: true }),
    () => writeFileSync(path('new/deep/file.txt'), ''),
  ]
  for (const step of steps) {
    await workspace.refresh()
    await new Promise(setImmediate)
    discard()
    step()
    assert.equal(await next(), undefined)
  }
  stop()
  stop()
  workspace.close()
})

test('the listener learns from `changes` what changed', { timeout: 60_000 }, async () => {
  const { root, workspace } = await scanned({ 'a.txt': 'old', 'b.txt': 'old' })
  const before = await workspace.changes()
  const { listen, next } = listener()
  const stop = workspace.onChange(listen)
  writeFileSync(join(root, 'b.txt'), 'newer')
  await next()
  const { files } = await workspace.changes(before.next)
  assert.deepEqual(files, [{ path: 'b.txt', kind: 'modified' }])
  stop()
  workspace.close()
})

test('several listeners, each in its asynchronous context', { timeout: 60_000 }, async () => {
  const { root, workspace } = await scanned({ 'a.txt': 'old' })
  const storage = new AsyncLocalStorage()
  const listeners = ['first', 'second'].map((name) => {
    const { listen, next } = listener()
    storage.run(name, () => workspace.onChange(() => listen(storage.getStore())))
    return next
  })
  writeFileSync(join(root, 'a.txt'), 'newer')
  assert.deepEqual(await Promise.all(listeners.map((next) => next())), ['first', 'second'])
  workspace.close()
})

test('no call after the end', { timeout: 60_000 }, async () => {
  const { root, workspace } = await scanned({ 'a.txt': 'old' })
  const ended = listener()
  const stop = workspace.onChange(() => assert.fail('called after the end'))
  workspace.onChange(ended.listen)
  stop()
  writeFileSync(join(root, 'a.txt'), 'newer')
  await ended.next()
  await new Promise(setImmediate)
  const closed = listener()
  workspace.onChange(closed.listen)
  workspace.close()
  await new Promise(setImmediate)
  assert.throws(() => workspace.onChange(() => {}), { code: 'ERR_RANSACK_CLOSED' })
})

test('a workspace that is not watched says so', () => {
  const root = tree({ 'a.txt': '' })
  for (const refresh of ['walk', 'stat', 'manual']) {
    const workspace = new Workspace(root, { refresh })
    assert.throws(() => workspace.onChange(() => {}), (error) => {
      assert.ok(error instanceof RansackError)
      assert.equal(error.code, 'ERR_RANSACK_NOT_WATCHED')
      assert.match(error.message, new RegExp(`refresh mode is \`${refresh}\`; set \`refresh\``))
      assert.match(error.stack, /on-change\.test/)
      return true
    })
    workspace.close()
  }
  const workspace = new Workspace(root)
  for (const wrong of [undefined, null, 1, {}, 'x']) {
    assert.throws(() => workspace.onChange(wrong), { name: 'RansackOptionError', message: /`listener` must be a function/ })
  }
  workspace.close()
})

test('a listener does not keep the process alive', async () => {
  const { code, stdout, stderr } = await run('program.mjs', ['listens', tree({ 'a.txt': '' })])
  assert.equal(stderr, '')
  assert.equal(code, 0)
  assert.equal(stdout, 'listening\n')
})

test('an exception of a listener is uncaught', async () => {
  const { code, stderr } = await run('program.mjs', ['throws', tree({ 'a.txt': '' })])
  assert.notEqual(code, 0)
  assert.match(stderr, /error: from the listener/i)
})
