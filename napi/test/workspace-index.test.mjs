import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
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
  const workspace = new Workspace(root, { index: 'memory', allowOutside: true, ...options })
  await workspace.ready()
  return workspace
}

/**
 * Waits until a write would change the metadata of every file: times have a resolution of up to two seconds,
 * and without a watch, files are compared by them.
 */
async function settle(root) {
  const changed = readdirSync(root, { recursive: true }).map((name) => statSync(join(root, name)).ctimeMs)
  const settled = Math.max(...changed) + 2100
  while (Date.now() < settled) await delay(settled - Date.now())
}

for (const refresh of ['watch', 'stat', 'manual']) {
  test(`an index makes searches read few files: ${refresh}`, async () => {
    const root = tree({ ...files(), 'binary.dat': 'common\0\n' })
    if (refresh !== 'watch') await settle(root)
    for (const options of [{ index: 'memory' }, { index: 'disk', indexPath: place() }]) {
      const workspace = await ready(root, { refresh, ...options })
      const { matches, filesSearched, report } = await workspace.grep({ pattern: 'word_77 ' })
      assert.deepEqual(matches, (await grep({ pattern: 'word_77 ', path: root })).matches)
      // The binary file is searched too: the index does not know its content.
      assert.deepEqual(report.index, { used: true, candidates: 2, alwaysScanned: 1 })
      assert.equal(filesSearched, COUNT)
      const every = await workspace.grep({ pattern: '.', maxCountPerFile: 1 })
      assert.equal(every.matches.length, COUNT)
      assert.equal(every.report.index.used, false)
      // Calls that do not search content do not use the index.
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

for (const refresh of ['watch', 'stat', 'manual']) {
  test(`changes are found before they are indexed: ${refresh}`, async () => {
    const root = tree(files())
    if (refresh !== 'watch') await settle(root)
    const workspace = await ready(root, { refresh })
    const before = await workspace.indexStats()
    assert.deepEqual([before.files, before.documents, before.alwaysScanned.unindexed], [COUNT, COUNT, 0])
    writeFileSync(join(root, 'd1/new.txt'), 'word_77 again\n')
    writeFileSync(join(root, 'd0/f0.txt'), 'word_77 here\n')
    if (refresh === 'manual') await workspace.refresh()
    const { matches, report } = await workspace.grep({ pattern: 'word_77 ' })
    assert.deepEqual(matches.map(({ path }) => path), ['d0/f0.txt', 'd0/f77.txt', 'd1/new.txt'])
    assert.equal(report.index.used, true)
    assert.equal((await workspace.grep({ pattern: 'word_0 ' })).matches.length, 0)
    if (refresh !== 'watch') await settle(root)
    await workspace.ready()
    const after = await workspace.indexStats()
    assert.deepEqual([after.files, after.alwaysScanned.unindexed, after.isBuilding], [COUNT + 1, 0, false])
    assert.equal((await workspace.grep({ pattern: 'word_77 ' })).report.index.candidates, 3)
    workspace.close()
  })
}

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

test('progress never decreases', async () => {
  const root = tree({})
  const workspace = await ready(root)
  let size = 0
  for (let i = 0; i < COUNT; i++) {
    const content = Array.from({ length: 1000 }, (_, k) => `w${i}_${k}`).join('\n')
    size += content.length
    writeFileSync(join(root, `f${i}.txt`), content)
  }
  const seen = []
  await workspace.ready({ onProgress: (progress) => seen.push(progress) })
  assert.deepEqual(seen.at(-1), { filesDone: COUNT, filesTotal: COUNT, bytesDone: size })
  for (const [i, { filesDone, filesTotal, bytesDone }] of seen.entries()) {
    assert.equal(filesTotal, COUNT)
    if (i === 0) continue
    assert.ok(filesDone >= seen[i - 1].filesDone && bytesDone >= seen[i - 1].bytesDone, JSON.stringify(seen))
  }
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
    // The build may already have ended.
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

/** Exports the index of a tree of `files()` and returns the file. */
async function exported() {
  const file = join(place(), 'exported')
  const workspace = await ready(tree(files()))
  assert.equal(await workspace.exportIndex(file), undefined)
  workspace.close()
  return file
}

test('an exported index serves other workspaces', async () => {
  const file = await exported()
  const bytes = readFileSync(file)
  const targets = [
    [{ index: 'memory' }, file],
    [{ index: 'memory', refresh: 'stat' }, Buffer.from(file)],
    [{ index: 'disk', indexPath: place() }, pathToFileURL(file)],
  ]
  for (const [options, path] of targets) {
    const root = tree({})
    const workspace = await ready(root, options)
    assert.equal((await workspace.indexStats()).documents, 0)
    assert.equal(await workspace.importIndex(path), undefined)
    await workspace.ready()
    const before = await workspace.indexStats()
    assert.deepEqual([before.documents, before.files, before.diskBytes > 0], [COUNT, 0, options.index === 'disk'])
    for (const [name, text] of Object.entries(files())) {
      mkdirSync(join(root, name, '..'), { recursive: true })
      writeFileSync(join(root, name), text)
    }
    if (options.refresh === 'stat') await settle(root)
    await workspace.ready()
    // No document was added: the file already contained all of them.
    const after = await workspace.indexStats()
    assert.deepEqual([after.documents, after.files, after.segments], [COUNT, COUNT, 1])
    const { matches, report } = await workspace.grep({ pattern: 'word_77 ' })
    assert.deepEqual(matches, (await grep({ pattern: 'word_77 ', path: root })).matches)
    assert.equal(matches.length, 1)
    assert.deepEqual(report.index, { used: true, candidates: 1, alwaysScanned: 0 })
    // The importing workspace exports it again, replacing the old file.
    await workspace.exportIndex(path)
    workspace.close()
  }
  assert.equal(readFileSync(file).length, bytes.length)
  assert.deepEqual(readdirSync(join(file, '..')), ['exported'])
})

test('a damaged file is refused and changes nothing', async () => {
  const file = await exported()
  const bytes = readFileSync(file)
  const workspace = await ready(tree({ 'a.txt': 'needle\n', 'b.txt': 'other\n' }))
  const refused = { name: 'RansackError', code: 'ERR_RANSACK_IO', message: /index/, path: file }
  const damaged = [Buffer.alloc(0), Buffer.from('not an index'), bytes.subarray(0, bytes.length >> 1), bytes.subarray(0, -1)]
  for (let at = 0; at < bytes.length; at += bytes.length >> 4) {
    const copy = Buffer.from(bytes)
    copy[at] ^= 1
    damaged.push(copy)
  }
  for (const content of damaged) {
    writeFileSync(file, content)
    await assert.rejects(workspace.importIndex(file), refused)
  }
  assert.equal((await workspace.indexStats()).documents, 2)
  assert.equal((await workspace.grep({ pattern: 'needle' })).report.index.candidates, 1)
  writeFileSync(file, bytes)
  await workspace.importIndex(file)
  await workspace.ready()
  workspace.close()
})

test('exports and imports that fail', async () => {
  const file = await exported()
  const dir = tree({ 'a.txt': 'a\n' })
  const workspace = await ready(dir)
  const failed = { name: 'RansackError', code: 'ERR_RANSACK_IO' }
  await assert.rejects(workspace.importIndex(join(dir, 'none')), { ...failed, path: join(dir, 'none') })
  for (const method of ['exportIndex', 'importIndex']) {
    await assert.rejects(workspace[method](join(dir, 'none/below')), failed)
    await assert.rejects(workspace[method](dir), failed)
    await assert.rejects(workspace[method](''), { name: 'RansackOptionError', message: /empty/ })
    await assert.rejects(workspace[method]('a\0b'), { name: 'RansackOptionError', message: /NUL/ })
    await assert.rejects(workspace[method](file, { signal: AbortSignal.abort('enough') }), { code: 'ABORT_ERR', cause: 'enough' })
    const controller = new AbortController()
    const call = workspace[method](file, { signal: controller.signal })
    controller.abort('enough')
    await assert.rejects(call, { code: 'ABORT_ERR', cause: 'enough' })
    await assert.rejects(workspace[method](file, { timeoutMs: 0 }), { code: 'ERR_RANSACK_TIMEOUT' })
    for (const path of [undefined, null, 1, {}, [], new URL('https://h/p')]) {
      await assert.rejects(workspace[method](path), { name: 'RansackOptionError', message: /`path`/ })
    }
    await assert.rejects(workspace[method](file, 1), RansackOptionError)
    await assert.rejects(Workspace.prototype[method].call({}, file), RansackOptionError)
  }
  // A failed export leaves nothing behind.
  assert.deepEqual(readdirSync(dir), ['a.txt'])
  workspace.close()
  const plain = new Workspace(dir)
  for (const method of ['exportIndex', 'importIndex']) {
    await assert.rejects(workspace[method](file), { code: 'ERR_RANSACK_CLOSED' })
    await assert.rejects(plain[method](file), { name: 'RansackOptionError', message: /no content index/ })
  }
  plain.close()
})

for (const refresh of ['watch', 'stat', 'manual']) {
  test(`open buffers are searched in place of their files: ${refresh}`, async () => {
    const root = tree(files())
    if (refresh !== 'watch') await settle(root)
    const workspace = await ready(root, { refresh })
    const paths = async (pattern) => (await workspace.grep({ pattern })).matches.map(({ path }) => path)
    workspace.setBuffer('d0/f77.txt', 'unsaved text\n')
    workspace.setBuffer('new/file.txt', 'unsaved and new\n')
    assert.deepEqual(await paths('unsaved'), ['d0/f77.txt', 'new/file.txt'])
    assert.deepEqual(await paths('word_77 '), [])
    const { report } = await workspace.grep({ pattern: 'word_78 ' })
    assert.deepEqual(report.index, { used: true, candidates: 3, alwaysScanned: 2 })
    workspace.setBuffer('d0/f77.txt', 'word_78 twice\n')
    assert.deepEqual(await paths('unsaved'), ['new/file.txt'])
    assert.deepEqual(await paths('word_78 '), ['d0/f77.txt', 'd1/f78.txt'])
    workspace.clearBuffer()
    assert.deepEqual(await paths('unsaved'), [])
    assert.deepEqual(await paths('word_77 '), ['d0/f77.txt'])
    workspace.close()
  })
}

test('invalid options', async () => {
  const root = tree({ 'a.txt': 'a\n' })
  const invalid = (message) => ({ name: 'RansackOptionError', code: 'ERR_RANSACK_INVALID_OPTION', message })
  for (const index of ['walk', 'file', '', true, 1, {}]) {
    assert.throws(() => new Workspace(root, { index }), invalid(/`index` must be 'none', 'memory' or 'disk'/))
  }
  for (const indexPath of [1, true, {}, 'https://h/p'].map((value) => (value === 'https://h/p' ? new URL(value) : value))) {
    assert.throws(() => new Workspace(root, { index: 'disk', indexPath }), invalid(/`indexPath`/))
  }
  for (const index of ['memory', 'disk']) {
    assert.throws(() => new Workspace(root, { index, refresh: 'walk', indexPath: place() }), invalid(/index/))
  }
  const inFile = () => new Workspace(root, { index: 'disk', indexPath: join(root, 'a.txt') })
  assert.throws(inFile, (error) => error instanceof RansackError && error.code === 'ERR_RANSACK_IO')
  for (const indexPath of ['a\0b', new TextEncoder().encode('a\0b')]) {
    assert.throws(() => new Workspace(root, { index: 'disk', indexPath }), { name: 'RansackOptionError', message: /NUL/ })
  }
  // An unused directory is neither opened nor created.
  for (const index of [undefined, null, 'none', 'memory']) {
    for (const indexPath of [join(root, 'a.txt'), join(root, 'unused')]) new Workspace(root, { index, indexPath }).close()
  }
  assert.deepEqual(readdirSync(root), ['a.txt'])
  const workspace = new Workspace(root)
  for (const onProgress of [1, 'x', {}]) {
    await assert.rejects(workspace.ready({ onProgress }), invalid(/`onProgress` must be a function/))
  }
  await workspace.ready({ onProgress: null })
  for (const given of [1, [], { progress: () => {} }]) await assert.rejects(workspace.ready(given), RansackOptionError)
  await assert.rejects(Workspace.prototype.ready.call({}), RansackOptionError)
  await assert.rejects(Workspace.prototype.indexStats.call({}), RansackOptionError)
  workspace.close()
})
