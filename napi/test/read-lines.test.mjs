import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { RansackOptionError, Workspace, edit, readLines, resolveLines, setSnapshotMemory, snapshotMemory } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const lines = (...texts) => texts.map((text) => `${text}\n`).join('')

test('lines are read with their number and a snapshot', async () => {
  const root = tree({ 'a.txt': 'one\ntwö\n💡\nfour' })
  const path = join(root, 'a.txt')
  const read = await readLines({ path, from: 2, to: 3 })
  assert.equal(read.text, 'twö\n💡\n')
  assert.deepEqual([read.from, read.to, read.totalLines, read.remaining, read.path], [2, 3, 4, 0, path])
  assert.match(read.snapshot, /^[0-9a-f]{32}$/)
  assert.ok(read.report.complete && read.next === undefined && read.tokens === undefined && !('range' in read))
  assert.equal((await readLines({ path, from: -1, numbered: true })).text, '4\tfour')
  assert.equal((await readLines({ path, from: 4, to: Infinity })).text, 'four')
  assert.match((await readLines({ path, to: 1, hashes: true })).text, /^1#[0-9a-f]{4}\tone\n$/)
  writeFileSync(path, Buffer.from([0x61, 0xff, 0x0a]))
  const raw = await readLines({ path, bytes: true })
  assert.equal(raw.text, 'a\ufffd\n')
  assert.deepEqual([...raw.textBytes], [0x61, 0xff, 0x0a])
  assert.equal((await readLines({ path, encoding: 'latin1' })).text, 'aÿ\n')
})

test('ranges of several files are read in one call', async () => {
  const root = tree({ 'a.txt': lines('one', 'two', 'three'), 'b/c.txt': lines('c'), binary: 'a\0b' })
  const ranges = [{ path: 'b/c.txt' }, { path: 'binary' }, { path: 'a.txt', from: 2 }, { path: 'a.txt', to: 1 }]
  const { ranges: read, report } = await readLines({ path: root, ranges })
  assert.deepEqual(read.map(({ range, path, text, totalLines }) => [range, path, text, totalLines]), [
    [0, 'b/c.txt', 'c\n', 1],
    [2, 'a.txt', 'two\nthree\n', 3],
    [3, 'a.txt', 'one\n', 3],
  ])
  assert.equal(report.skipped[0].reason, 'binary')
  const one = await readLines({ path: join(root, 'a.txt'), ranges: [{ from: 3 }] })
  assert.equal(one.ranges[0].text, 'three\n')
})

test('limits leave out whole lines and say where to go on', async () => {
  const path = join(tree({ 'a.txt': lines('one two three', 'four five', 'six') }), 'a.txt')
  const { tokens, report } = await readLines({ path, maxTokens: 100 })
  assert.ok(tokens > 3 && report.complete)
  const cut = await readLines({ path, maxTokens: tokens - 1, tokenEncoding: 'o200k_base' })
  assert.deepEqual([cut.text, cut.next, cut.remaining], [lines('one two three', 'four five'), 3, 1])
  assert.deepEqual([cut.report.complete, cut.report.stoppedBy], [false, 'limit'])
  assert.equal((await readLines({ path, maxBytes: 14 })).text, 'one two three\n')
  const error = await readLines({ path, maxBytes: 13 }).catch((error) => error)
  assert.ok(error instanceof RansackOptionError)
  assert.match(error.message, /the first line has 14 bytes, more than 13.*raise `maxBytes`/)
})

test('errors name the option, the range and the file', async () => {
  const root = tree({ 'a.txt': lines('one', 'two') })
  const path = join(root, 'a.txt')
  for (const [options, message] of [
    [{ path, from: 3 }, /^line 3 does not exist; the file has 2 lines: /],
    [{ path: root, ranges: [{ path, from: 2, to: 1 }] }, /^`ranges\[0\]`: lines 2 to 1: the last line is before the first/],
    [{ path, from: 0 }, /`from` must be a line number, or a negative number from the end, not the number 0/],
    [{ ranges: [{ from: 1 }] }, /`ranges\[0\].path` must be given, or `path` for the call/],
  ]) {
    const error = await readLines(options).catch((error) => error)
    assert.ok(error instanceof RansackOptionError, `${error}`)
    assert.match(error.message, message)
  }
  await assert.rejects(readLines({ path, tokenEncoding: 'none' }), { code: 'ERR_RANSACK_UNKNOWN_MODEL' })
  await assert.rejects(readLines({ path: join(root, 'b.txt') }), { code: 'ERR_RANSACK_NOT_FOUND' })
  await assert.rejects(readLines({ path, signal: AbortSignal.abort() }), { name: 'AbortError' })
})

test('lines of a snapshot are found and edited where they are now', async () => {
  const path = join(tree({ 'a.txt': lines('node one', 'two', 'three', '}', 'five') }), 'a.txt')
  const { snapshot } = await readLines({ path })
  writeFileSync(path, lines('}', 'node one', 'two', 'three', '}', 'FIVE'))
  assert.deepEqual(await resolveLines({ path, snapshot, from: 2, to: 3 }), {
    from: 3, to: 4, totalLines: 6, snapshot: (await readLines({ path })).snapshot,
  })
  assert.equal((await resolveLines({ path, snapshot, from: 3 })).to, 4)
  const stale = await resolveLines({ path, snapshot, from: 5 }).catch((error) => error)
  assert.equal(stale.code, 'ERR_RANSACK_STALE')
  assert.deepEqual(stale.passages.map(({ text }) => text), [lines('three', '}', 'FIVE')])
  const edits = [
    { from: 2, newText: '2', snapshot },
    { after: 3, newText: '3a', snapshot },
  ]
  const { applied } = await edit({ path, edits, dryRun: false })
  assert.ok(applied)
  assert.equal(readFileSync(path, 'utf8'), lines('}', 'node one', '2', 'three', '3a', '}', 'FIVE'))
  await assert.rejects(edit({ path, edits }), { code: 'ERR_RANSACK_STALE', message: /^`edits\[0\]`: line 2 of the snapshot has changed/ })
  const error = await edit({ path, edits: [{ oldText: 'three', newText: '', snapshot }] }).catch((error) => error)
  assert.match(error.message, /`edits\[0\].snapshot` cannot be combined with `oldText`/)
  const quoted = await edit({ path, edits: [{ after: 'three', newText: '', snapshot }] }).catch((error) => error)
  assert.match(quoted.message, /`edits\[0\].snapshot` belongs to line numbers/)
})

test('hashes check lines', async () => {
  const path = join(tree({ 'a.txt': lines('node hash', 'two') }), 'a.txt')
  const { text, snapshot } = await readLines({ path, hashes: true })
  const hashes = text.split('\n').slice(0, 2).map((line) => /#(.*)\t/.exec(line)[1])
  const given = (hashes) => ({ path, edits: [{ from: 1, to: 2, newText: 'x', snapshot, hashes }] })
  await edit(given(hashes))
  await assert.rejects(edit(given([...hashes].reverse())), { code: 'ERR_RANSACK_STALE' })
  await assert.rejects(resolveLines({ path, snapshot, from: 1, hashes: ['0000'] }), { code: 'ERR_RANSACK_STALE' })
  const copied = await edit({ path, edits: [{ from: 2, newText: text.split('\n')[1] }] }).catch((error) => error)
  assert.match(copied.message, /begin with line numbers/)
})

test('onlySeen refuses lines that no read has shown', async () => {
  const path = join(tree({ 'a.txt': lines('node seen', 'two', 'three') }), 'a.txt')
  const edits = [{ oldText: 'two', newText: '2' }]
  await assert.rejects(edit({ path, edits, onlySeen: true }), { code: 'ERR_RANSACK_STALE', message: /no read has shown line 2/ })
  await readLines({ path, from: 2, to: 2 })
  await edit({ path, edits, onlySeen: true })
})

test('a workspace reads open buffers', async () => {
  const root = tree({ 'a.txt': lines('on disk') })
  const workspace = new Workspace(root)
  workspace.setBuffer('a.txt', lines('buffer one', 'two'))
  const { snapshot, text, path } = await workspace.readLines({ path: 'a.txt', from: 2 })
  assert.deepEqual([text, path], ['two\n', 'a.txt'])
  workspace.setBuffer('a.txt', lines('zero', 'buffer one', 'two'))
  assert.equal((await workspace.resolveLines({ path: 'a.txt', snapshot, from: 2 })).from, 3)
  workspace.close()
})

test('the memory of snapshots is bounded', async () => {
  const path = join(tree({ 'a.txt': lines('node memory', 'two') }), 'a.txt')
  const { maxBytes } = snapshotMemory()
  const { snapshot } = await readLines({ path })
  assert.ok(snapshotMemory().count > 0 && snapshotMemory().bytes > 0)
  setSnapshotMemory(0)
  assert.deepEqual(snapshotMemory(), { count: 0, bytes: 0, maxBytes: 0 })
  assert.equal((await resolveLines({ path, snapshot, from: 1 })).from, 1)
  writeFileSync(path, lines('zero', 'node memory', 'two'))
  await assert.rejects(resolveLines({ path, snapshot, from: 1 }), { code: 'ERR_RANSACK_STALE', message: /not retained/ })
  setSnapshotMemory(maxBytes)
  assert.throws(() => setSnapshotMemory(-1), RansackOptionError)
})
