// The option `latest`: a new call aborts the one in progress with the same key.

import assert from 'node:assert/strict'
import test from 'node:test'

import { Workspace, countTokensAsync, fuzzyFind, grep, grepStream, highlightAsync, outline } from '../index.mjs'
import { largeTree } from '../testing/tree.mjs'

const root = largeTree()
const options = { pattern: 'needle', path: root }

const isSuperseded = (error) => {
  assert.equal(error.name, 'AbortError')
  assert.equal(error.code, 'ABORT_ERR')
  assert.match(error.cause.message, /a later call has the same `latest`/)
  return true
}

test('of the calls with one key, only the latest goes on', async () => {
  for (const latest of ['text', 1, NaN, Symbol('key'), {}, () => {}, false, '', 0n]) {
    const calls = Array.from({ length: 5 }, () => grep({ ...options, latest }))
    const last = calls.pop()
    await Promise.all(calls.map((call) => assert.rejects(call, isSuperseded)))
    assert.equal((await last).totalMatches, 120_000)
  }
})

test('calls with other keys, without a key or that have ended go on', async () => {
  const [one, two, none, absent] = [{ latest: {} }, { latest: {} }, { latest: null }, { latest: undefined }]
  const all = [one, two, none, absent, {}].map((more) => grep({ ...options, limit: 3, ...more }))
  for (const { matches } of await Promise.all(all)) assert.equal(matches.length, 3)
  const ended = await grep({ ...options, limit: 1, latest: 'ended' })
  await grep({ ...options, limit: 1, latest: 'ended' })
  assert.equal(ended.matches.length, 1)
})

test('calls of all kinds share a key', async () => {
  const latest = {}
  const workspace = new Workspace(root)
  const text = 'let x = 1\n'.repeat(100_000)
  const calls = [
    () => grep({ ...options, latest }),
    () => fuzzyFind({ query: 'file', path: root, latest }),
    // Copied in several turns of the event loop before they start.
    () => highlightAsync(text, 'js', { latest }),
    () => countTokensAsync(text, { latest }),
    () => outline({ source: text, lang: 'js', latest }),
    () => workspace.grep({ pattern: 'needle', latest }),
    () => workspace.changes(null, { latest }),
    () => grepStream({ ...options, latest }).next(),
  ]
  const settled = await Promise.allSettled(calls.map((call) => call()))
  const last = settled.pop()
  for (const { reason } of settled) assert.ok(isSuperseded(reason))
  assert.equal(last.value.done, false)
  workspace.close()
})

test('a stream is aborted between its batches', async () => {
  const stream = grepStream({ ...options, latest: 'stream' })
  assert.equal((await stream.next()).done, false)
  await grep({ ...options, limit: 1, latest: 'stream' })
  await assert.rejects(async () => {
    for await (const _ of stream);
  }, isSuperseded)
  await assert.rejects(stream.report, isSuperseded)
})

test('a signal still aborts a call with a key', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const first = grep({ ...options, signal, latest: 'signal' })
  const second = grep({ ...options, signal, latest: 'signal' })
  await assert.rejects(first, isSuperseded)
  controller.abort('enough')
  await assert.rejects(second, (error) => error.name === 'AbortError' && error.cause === 'enough')
  await assert.rejects(grep({ ...options, signal, latest: 'signal' }), { name: 'AbortError' })
})

test('a call with wrong options aborts none', async () => {
  const first = grep({ ...options, latest: 'wrong' })
  await assert.rejects(grep({ ...options, latest: 'wrong', nonsense: 1 }), { name: 'RansackOptionError' })
  assert.equal((await first).totalMatches, 120_000)
})
