import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import { RansackError, RansackOptionError, Workspace, glob, grep, poolStats, setThreads, threads } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const COUNT = 300
const files = () => Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`d${i % 7}/f${i}.txt`, `common word_${i} ünï\n`]))
const NO_INDEX = { used: false, candidates: 0, alwaysScanned: 0 }

/** Directory for indexes, which is removed when the process exits. */
const store = tree({})
const place = () => mkdtempSync(join(store, 'index-'))

/** Opens a workspace with an index in memory that is ready. */
async function ready(root, options = {}) {
  const workspace = new Workspace(root, { index: 'memory', ...options })
  await workspace.ready()
  return workspace
}

for (const refresh of ['watch', 'stat', 'manual']) {
  test(`an index makes searches read few files: ${refresh}`, async () => {
    const root = tree({ ...files(), 'binary.dat': 'common\0\n' })
    // Times have a resolution of up to two seconds: those of younger files vouch for nothing.
    if (refresh !== 'watch') await sleep(2100)
    for (const options of [{ index: 'memory' }, { index: 'disk', indexPath: place() }]) {
      const workspace = await ready(root, { refresh, ...options })
      const { matches, report } = await workspace.grep({ pattern: 'word_77 ' })
      assert.deepEqual(matches, (await grep({ pattern: 'word_77 ', path: root })).matches)
      // The binary file is searched too: the index does not know its content.
      assert.deepEqual(report.index, { used: true, candidates: 2, alwaysScanned: 1 })
      assert.equal(report.filesSearched, COUNT)
      const every = await workspace.grep({ pattern: '.', maxCountPerFile: 1 })
      assert.equal(every.matches.length, COUNT)
      assert.equal(every.report.index.used, false)
      // Calls that search no content do not use it.
      assert.deepEqual((await workspace.glob({ pattern: '**' })).report.index, NO_INDEX)

      const stats = await workspace.indexStats()
      assert.equal(stats.mode, options.index)
      assert.equal(stats.isBuilding, false)
      assert.equal(stats.files, COUNT)
      assert.equal(stats.documents, COUNT)
      assert.ok(stats.bytes > 10 * COUNT && stats.words > COUNT && stats.postings >= stats.words)
      assert.ok(stats.segments > 0 && stats.residentBytes > 0)
      assert.equal(stats.diskBytes > 0, options.index === 'disk')
      assert.deepEqual(stats.alwaysScanned, { unindexed: 0, binary: 1, tooLarge: 0, undecodable: 0, unreadable: 0 })
      assert.deepEqual(stats.lastQuery, { candidates: 2, alwaysScanned: 1, falsePositives: 1 })
      assert.equal('fault' in stats, false)
      workspace.close()
    }
  })
}

test('changes are found before they are indexed', async () => {
  const root = tree(files())
  const workspace = await ready(root)
  writeFileSync(join(root, 'd1/new.txt'), 'word_77 again\n')
  writeFileSync(join(root, 'd0/f0.txt'), 'word_77 here\n')
  const { matches, report } = await workspace.grep({ pattern: 'word_77 ' })
  assert.deepEqual(matches.map(({ path }) => path), ['d0/f0.txt', 'd0/f77.txt', 'd1/new.txt'])
  assert.equal(report.index.used, true)
  assert.equal((await workspace.indexStats()).alwaysScanned.unindexed, 2)
  await workspace.ready()
  assert.equal((await workspace.indexStats()).alwaysScanned.unindexed, 0)
  workspace.close()
})

test('every report tells of the index', async () => {
  const root = tree(files())
  const plain = new Workspace(root)
  await plain.ready()
  const { mode, files: count, lastQuery } = await plain.indexStats()
  assert.deepEqual([mode, count, lastQuery.candidates], ['none', 0, 0])
  const stream = plain.grepStream({ pattern: 'word_77 ' })
  await stream.return()
  for (const report of [
    (await plain.grep({ pattern: 'word_77 ' })).report,
    (await plain.fuzzyFind({ query: 'f77' })).report,
    (await grep({ pattern: 'word_77 ', path: root })).report,
    (await glob({ pattern: '*', path: root })).report,
    await stream.report,
  ]) {
    assert.deepEqual(report.index, NO_INDEX)
  }
  plain.close()
  const indexed = await ready(root)
  const expected = { used: true, candidates: 1, alwaysScanned: 0 }
  assert.deepEqual(indexed.grepSync({ pattern: 'word_77 ' }).report.index, expected)
  const found = indexed.grepStream({ pattern: 'word_77 ' })
  for await (const batch of found) assert.equal(batch.length, 1)
  assert.deepEqual((await found.report).index, expected)
  indexed.close()
})

test('progress up to the end of the build', async () => {
  const root = tree(files())
  const workspace = await ready(root)
  // Nothing is left to build.
  await workspace.ready({ onProgress: () => assert.fail('no build is in flight') })
  writeFileSync(join(root, 'new.txt'), 'new word\n')
  const storage = new AsyncLocalStorage()
  const seen = []
  let isReturned = false
  const call = storage.run('here', () =>
    workspace.ready({
      onProgress(progress) {
        assert.ok(isReturned)
        assert.equal(storage.getStore(), 'here')
        seen.push(progress)
      },
    }),
  )
  isReturned = true
  assert.equal(await call, undefined)
  assert.deepEqual(seen.at(-1), { filesDone: 1, filesTotal: 1, bytesDone: 9 })
  workspace.close()
})

test('an exception of the callback rejects the promise, and the build goes on', async () => {
  const root = tree(files())
  const workspace = await ready(root)
  const fault = new Error('the fault')
  const callbacks = [
    () => {
      throw fault
    },
    async () => {
      throw fault
    },
  ]
  for (const [i, onProgress] of callbacks.entries()) {
    writeFileSync(join(root, `new${i}.txt`), 'new word\n')
    // The promise of the callback may be rejected only after the end.
    const settled = await workspace.ready({ onProgress }).then(() => undefined, (error) => error)
    if (i === 0 || settled !== undefined) assert.equal(settled, fault)
  }
  await workspace.ready()
  assert.equal((await workspace.indexStats()).files, COUNT + 2)
  workspace.close()
})

test('an abort and a timeout end the call, not the build', async () => {
  const root = tree(files())
  const workspace = new Workspace(root, { index: 'memory' })
  const aborted = { name: 'AbortError', code: 'ABORT_ERR', cause: 'enough' }
  await assert.rejects(workspace.ready({ signal: AbortSignal.abort('enough') }), aborted)
  const controller = new AbortController()
  const waiting = workspace.ready({ signal: controller.signal })
  controller.abort('enough')
  await assert.rejects(waiting, aborted)
  await assert.rejects(workspace.ready({ timeoutMs: 0 }), { name: 'RansackError', code: 'ERR_RANSACK_TIMEOUT' })
  await assert.rejects(workspace.indexStats({ signal: controller.signal }), aborted)
  await workspace.ready({ timeoutMs: 600_000, signal: new AbortController().signal })

  writeFileSync(join(root, 'new.txt'), 'new word\n')
  const during = new AbortController()
  let calls = 0
  const onProgress = () => {
    calls++
    during.abort('enough')
  }
  await assert.rejects(workspace.ready({ onProgress, signal: during.signal }), aborted)
  assert.equal(calls, 1)
  await workspace.ready()
  assert.equal((await workspace.indexStats()).files, COUNT + 1)
  workspace.close()
})

test('closing ends waits', async () => {
  const root = tree(files())
  const closed = { name: 'RansackError', code: 'ERR_RANSACK_CLOSED' }
  for (const index of ['none', 'memory', 'disk']) {
    const workspace = new Workspace(root, { index, indexPath: place() })
    const waits = [workspace.ready(), workspace.ready(), workspace.grep({ pattern: 'word_77 ' })]
    workspace.close()
    const [one, other, search] = await Promise.allSettled(waits)
    // The build may have ended before.
    for (const { reason } of [one, other]) assert.ok(reason === undefined || reason.code === closed.code, String(reason))
    assert.equal(search.value.matches.length, 1)
    await assert.rejects(workspace.ready(), closed)
    assert.equal((await workspace.indexStats()).files, 0)
  }
})

test('many waits and searches share one thread', async () => {
  const root = tree(files())
  const before = threads()
  setThreads(1)
  try {
    const workspace = new Workspace(root, { index: 'memory' })
    const waits = Array.from({ length: 50 }, () => workspace.ready())
    const searches = Array.from({ length: 20 }, (_, i) => workspace.grep({ pattern: `word_${i} ` }))
    await Promise.all(waits)
    for (const { matches } of await Promise.all(searches)) assert.equal(matches.length, 1)
    assert.equal(poolStats().blocked, 0)
    workspace.close()
  } finally {
    setThreads(before)
  }
})

test('an index on disk serves later workspaces', async () => {
  const root = tree(files())
  const indexPath = pathToFileURL(join(place(), 'below'))
  const first = await ready(root, { index: 'disk', indexPath })
  const { diskBytes } = await first.indexStats()
  first.close()
  const later = await ready(root, { index: 'disk', indexPath })
  assert.deepEqual((await later.grep({ pattern: 'word_77 ' })).report.index, { used: true, candidates: 1, alwaysScanned: 0 })
  assert.equal((await later.indexStats()).diskBytes, diskBytes)
  later.close()
})

test('an exported index can be imported', async () => {
  const root = tree(files())
  const file = join(place(), 'exported')
  const workspace = await ready(root)
  assert.equal(await workspace.exportIndex(file), undefined)
  workspace.close()

  const other = new Workspace(tree(files()), { index: 'disk', indexPath: place() })
  assert.equal(await other.importIndex(Buffer.from(file)), undefined)
  await other.ready()
  assert.equal((await other.grep({ pattern: 'word_77 ' })).report.index.candidates, 1)
  const failed = { name: 'RansackError', code: 'ERR_RANSACK_IO' }
  await assert.rejects(other.importIndex(join(root, 'none')), failed)
  await assert.rejects(other.importIndex(join(root, 'd0/f0.txt')), failed)
  await assert.rejects(other.exportIndex(join(root, 'none/below')), failed)
  for (const method of ['exportIndex', 'importIndex']) {
    await assert.rejects(other[method](file, { signal: AbortSignal.abort() }), { code: 'ABORT_ERR' })
    await assert.rejects(other[method](file, { timeoutMs: 0 }), { code: 'ERR_RANSACK_TIMEOUT' })
    await assert.rejects(other[method](), RansackOptionError)
    await assert.rejects(other[method](1), RansackOptionError)
    await assert.rejects(other[method](file, null), RansackOptionError)
  }
  other.close()
  await assert.rejects(other.exportIndex(file), { code: 'ERR_RANSACK_CLOSED' })
  await assert.rejects(other.importIndex(file), { code: 'ERR_RANSACK_CLOSED' })
  const plain = new Workspace(root)
  await assert.rejects(plain.exportIndex(file), RansackOptionError)
  await assert.rejects(plain.importIndex(file), RansackOptionError)
  plain.close()
})

test('invalid options', async () => {
  const root = tree({ 'a.txt': 'a\n' })
  const invalid = (message) => ({ name: 'RansackOptionError', code: 'ERR_RANSACK_INVALID_OPTION', message })
  for (const index of ['file', '', true, 1, {}]) {
    assert.throws(() => new Workspace(root, { index }), invalid(/`index` must be 'none', 'memory' or 'disk'/))
  }
  for (const indexPath of [1, true, null, {}, 'https://h/p'].map((value) => (value === 'https://h/p' ? new URL(value) : value))) {
    assert.throws(() => new Workspace(root, { index: 'disk', indexPath }), invalid(/`indexPath`/))
  }
  for (const index of ['memory', 'disk']) {
    assert.throws(() => new Workspace(root, { index, refresh: 'walk', indexPath: place() }), invalid(/index/))
  }
  const inFile = () => new Workspace(root, { index: 'disk', indexPath: join(root, 'a.txt') })
  assert.throws(inFile, (error) => error instanceof RansackError && /^ERR_RANSACK_(IO|NOT_FOUND)$/.test(error.code))
  // An unused directory is not created.
  new Workspace(root, { index: null, indexPath: join(root, 'a.txt') }).close()
  const workspace = new Workspace(root)
  for (const onProgress of [1, 'x', {}]) {
    await assert.rejects(workspace.ready({ onProgress }), invalid(/`onProgress` must be a function/))
  }
  await workspace.ready({ onProgress: null })
  for (const given of [null, 1, [], { progress: () => {} }]) await assert.rejects(workspace.ready(given), RansackOptionError)
  await assert.rejects(Workspace.prototype.ready.call({}), RansackOptionError)
  await assert.rejects(Workspace.prototype.indexStats.call({}), RansackOptionError)
  workspace.close()
})
