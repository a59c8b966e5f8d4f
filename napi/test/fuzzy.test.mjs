import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

import { FileType, RansackError, RansackOptionError, fuzzyFind, fuzzyMatch } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const root = tree({
  'kernel/sched/core.c': '',
  'fs/ext4/inode.c': '',
  'fs/ext4/inode-test.c': '',
  'fs/inode.c': '',
  '\u{1F980}/r\u{e9}sum\u{e9}.txt': '',
  '.hidden/inode.c': '',
  'ignored/inode.c': '',
  '.ignore': 'ignored\n',
})

const paths = async (query, options) => {
  const { matches } = await fuzzyFind({ query, path: root, ...options })
  return matches.map((m) => m.path)
}

test('a result has every field', async () => {
  const { report, matches, ...rest } = await fuzzyFind({ query: 'ext4inode', path: root, bytes: true })
  const [{ score, pathBytes, ...best }] = matches
  assert.deepEqual(best, {
    path: 'fs/ext4/inode.c',
    isDirectory: false,
    fileType: FileType.File,
    fileTypeName: 'file',
    positions: [3, 4, 5, 6, 8, 9, 10, 11, 12],
  })
  assert.equal(Buffer.from(pathBytes).toString(), best.path)
  assert.ok(score > matches[1].score)
  assert.deepEqual(rest, { totalMatches: 2, filesWithMatches: 2, filesSearched: rest.filesSearched, limitReached: false })
  assert.equal(report.complete, true)
  assert.equal(report.totalIsExact, true)
})

test('directories, links, scope', async () => {
  assert.deepEqual(await paths('kernel/sched/'), ['kernel/sched/', 'kernel/sched/core.c'])
  assert.deepEqual(await paths('kernel/sched/', { directories: false }), ['kernel/sched/core.c'])
  const { matches } = await fuzzyFind({ query: 'sched', path: root })
  assert.equal(matches[0].isDirectory, true)
  assert.ok(!(await paths('inode')).includes('.hidden/inode.c'))
  assert.ok((await paths('inode', { hidden: true })).includes('.hidden/inode.c'))
  assert.ok((await paths('inode', { gitignore: false })).includes('ignored/inode.c'))
  const linked = tree({ 'target.txt': '' })
  symlinkSync('target.txt', join(linked, 'link'))
  const find = (options) => fuzzyFind({ query: 'link', path: linked, ...options })
  assert.equal((await find()).totalMatches, 0)
  assert.equal((await find({ symlinks: true })).matches[0].fileType, FileType.Symlink)
})

test('positions are UTF-16 code units', async () => {
  const { matches } = await fuzzyFind({ query: 'resume', path: root })
  const { path, positions } = matches[0]
  assert.equal(positions.map((at) => path[at]).join('').normalize('NFC'), 'r\u{e9}sum\u{e9}')
  assert.equal(positions[0], 3)
  const strings = ['\u{1F980}\u{e9}x', 'e\u0301x']
  const found = fuzzyMatch('\u{e9}x', strings).matches.sort((a, b) => a.index - b.index)
  assert.deepEqual(found.map((m) => m.positions), [[2, 3], [0, 1, 2]])
  // A lone surrogate is one code unit, like U+FFFD.
  assert.deepEqual(fuzzyMatch('ab', ['a\ud800b']).matches[0].positions, [0, 2])
})

test('pages', async () => {
  const all = await paths('inode')
  assert.deepEqual(all, ['fs/inode.c', 'fs/ext4/inode.c', 'fs/ext4/inode-test.c'])
  const page = await fuzzyFind({ query: 'inode', path: root, maxResults: 1, offset: 1 })
  assert.deepEqual(page.matches.map((m) => m.path), all.slice(1, 2))
  assert.equal(page.totalMatches, 3)
  assert.equal(page.limitReached, true)
  assert.equal(page.report.nextOffset, 2)
  const list = fuzzyMatch('a', ['a', 'ab', 'b', 'abc'], { maxResults: 2 })
  assert.deepEqual(list.matches.map((m) => m.index), [0, 1])
  assert.equal(list.totalMatches, 3)
  assert.equal(list.limitReached, true)
})

test('signals', async () => {
  const strings = ['a/user.rs', 'b/user.rs', 'b/other.rs']
  const first = (options) => fuzzyMatch('user', strings, options).matches[0].index
  assert.equal(first(), 0)
  assert.equal(first({ recent: ['b/user.rs'] }), 1)
  assert.equal(first({ current: 'b/other.rs' }), 1)
  assert.equal(first({ recent: [Buffer.from('b/user.rs')] }), 1)
  assert.equal(first({ current: Buffer.from('b/other.rs') }), 1)
  assert.equal(first({ frecency: { 'b/user.rs': 3 } }), 1)
  assert.equal((await paths('', { recent: ['fs/ext4/inode.c'] }))[0], 'fs/ext4/inode.c')
})

test('a location at the end of the query is returned, not ranked', async () => {
  const located = async (query, options) => {
    const { matches } = await fuzzyFind({ query, path: root, ...options })
    return matches.slice(0, 1).map(({ path, line, column }) => ({ path, line, column }))
  }
  const path = '\u{1F980}/r\u{e9}sum\u{e9}.txt'
  assert.deepEqual(await located('r\u{e9}sum\u{e9}.txt:12:5'), [{ path, line: 12, column: 5 }])
  assert.deepEqual(await located('R\u{e9}sum\u{e9}.txt(12,5)'), [{ path, line: 12, column: 5 }])
  assert.deepEqual(await located('r\u{e9}sum\u{e9}#L0'), [{ path, line: 0, column: undefined }])
  const [plain] = (await fuzzyFind({ query: 'r\u{e9}sum\u{e9}', path: root })).matches
  assert.equal('line' in plain || 'column' in plain, false)
  assert.deepEqual(await located('r\u{e9}sum\u{e9}:x'), [])
  assert.deepEqual(await located('r\u{e9}sum\u{e9}:12', { location: false }), [])
  await assert.rejects(located('a', { location: 1 }), /`location` must be a boolean/)
})

test('several roots', async () => {
  const other = tree({ inode: '' })
  const { matches } = await fuzzyFind({ query: 'inode', paths: [root, other] })
  assert.deepEqual([matches[0].path, matches[0].root, matches[1].root], ['inode', 1, 0])
})

test('empty queries match all paths, recent and shallow ones first', async () => {
  for (const query of ['', ' \t', '\u0001', '\n\u0007']) {
    const all = await paths(query)
    assert.equal(all.length, (await paths('')).length, JSON.stringify(query))
    assert.ok(all.indexOf('fs/inode.c') < all.indexOf('fs/ext4/inode.c'))
  }
  assert.deepEqual((await paths('', { recent: ['fs/ext4/inode.c'] })).slice(0, 1), ['fs/ext4/inode.c'])
  assert.deepEqual((await paths('ext4\u0001inode.c')).slice(0, 1), ['fs/ext4/inode.c'])
})

test('bad input rejects or throws', async () => {
  const long = 'x'.repeat(10241)
  const rejects = (options, error) => assert.rejects(fuzzyFind(options), error)
  await rejects({ query: long, path: root }, RansackOptionError)
  await rejects({ path: root }, RansackOptionError)
  await rejects({ query: 5, path: root }, RansackOptionError)
  await rejects({ query: 'a', path: root, frecency: { a: 'b' } }, RansackOptionError)
  await rejects({ query: 'a', path: root, maxResults: -1 }, RansackOptionError)
  await rejects(undefined, RansackOptionError)
  await rejects({ query: 'a', path: join(root, 'nowhere') }, (error) => {
    assert.ok(error instanceof RansackError)
    return error.code === 'ERR_RANSACK_NOT_FOUND'
  })
  const file = { code: 'ERR_RANSACK_INVALID_OPTION', message: /not a directory/ }
  await rejects({ query: 'inode', path: join(root, 'fs/inode.c') }, file)
  await rejects({ query: 'a', path: root, timeoutMs: 0 }, { code: 'ERR_RANSACK_TIMEOUT' })
  await rejects({ query: 'a', path: root, signal: AbortSignal.abort() }, { code: 'ABORT_ERR' })
  assert.throws(() => fuzzyMatch(long, []), RansackOptionError)
  assert.throws(() => fuzzyMatch('a', 'a'), RansackOptionError)
  assert.throws(() => fuzzyMatch('a', [5]), RansackOptionError)
  assert.throws(() => fuzzyMatch(undefined, []), RansackOptionError)
  assert.throws(() => fuzzyMatch('a', ['a'], { timeoutMs: 0 }), { code: 'ERR_RANSACK_TIMEOUT' })
  assert.deepEqual(fuzzyMatch('a', []).matches, [])
})

test('an abort in the middle rejects', async () => {
  const controller = new AbortController()
  const call = fuzzyFind({ query: 'a', path: root, signal: controller.signal })
  controller.abort(new Error('enough'))
  await assert.rejects(call, (error) => error.code === 'ABORT_ERR' && error.cause.message === 'enough')
})

test('typos are those of the documentation', () => {
  const found = (query, text) => fuzzyMatch(query, [text, `dir/${text}`]).totalMatches
  for (const query of ['kernal', 'kenrel', 'krenel.c', 'kerneel', 'kernelx', 'kernl', 'krnl']) assert.equal(found(query, 'kernel.c'), 2, query)
  for (const query of ['xernel', 'krnx', 'keral']) assert.equal(found(query, 'kernel.c'), 0, query)
  for (const [query, count] of [['abxd', 2], ['bacd', 2], ['abdc', 2], ['xbcd', 0], ['abx', 0]]) assert.equal(found(query, 'abcd'), count, query)
  assert.equal(found('abc2', 'abc1'), 0)
  for (const [query, text] of [['Makefiles', 'Makefile'], ['main.rsx', 'main.rs']]) assert.equal(found(query, text), 2)
})
