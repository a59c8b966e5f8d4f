import assert from 'node:assert/strict'
import { chmodSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

import { RansackError, RansackOptionError, grep, setThreads } from '../index.mjs'
import { run } from '../testing/run.mjs'
import { tree } from '../testing/tree.mjs'

const root = tree({ 'a.txt': 'needle\n' })

const fails = (options, fields) =>
  assert.rejects(grep(options), (error) => {
    assert.ok(error instanceof (fields.code === 'ERR_RANSACK_INVALID_OPTION' ? RansackOptionError : RansackError))
    for (const [name, value] of Object.entries(fields)) {
      if (value instanceof RegExp) assert.match(error[name], value)
      else assert.equal(error[name], value, name)
    }
    return true
  })

test('an invalid pattern reports its offset', async () => {
  await fails(
    { pattern: 'ä(b', path: root },
    { name: 'RansackError', code: 'ERR_RANSACK_INVALID_PATTERN', pattern: 'ä(b', offset: 2, message: /unclosed/ },
  )
  await fails({ pattern: '', path: root }, { code: 'ERR_RANSACK_INVALID_PATTERN', message: /empty/ })
  await fails({ pattern: 'a\nb', path: root }, { code: 'ERR_RANSACK_INVALID_PATTERN', message: /multiline/ })
  await fails({ patterns: ['a', '['], path: root }, { code: 'ERR_RANSACK_INVALID_PATTERN', pattern: '[' })
})

test('a root that cannot be searched', async () => {
  const path = join(root, 'none')
  await fails({ pattern: 'a', path }, { code: 'ERR_RANSACK_NOT_FOUND', path, message: /none/ })
  await fails({ pattern: 'a', paths: [path, path] }, { code: 'ERR_RANSACK_NOT_FOUND', path })
  const { report } = await grep({ pattern: 'a', paths: [root, path] })
  assert.deepEqual(report.skipped.map(({ reason, first }) => [reason, first[0].path, first[0].root]), [['unreadable', path, 1]])
  assert.equal(report.complete, false)
  await fails({ pattern: 'a', path: '' }, { code: 'ERR_RANSACK_INVALID_OPTION', message: /empty/ })
  await fails({ pattern: 'a', path: 'a\0b' }, { code: 'ERR_RANSACK_INVALID_OPTION', message: /NUL/ })
  // Operating system error without its own code.
  const loop = join(tree({}), 'loop')
  symlinkSync('loop', loop)
  await fails({ pattern: 'a', path: loop }, { code: 'ERR_RANSACK_IO', path: loop })
})

test('invalid globs, unknown types and encodings', async () => {
  await fails({ pattern: 'a', path: root, glob: 'a\0' }, { code: 'ERR_RANSACK_INVALID_GLOB', pattern: 'a\0' })
  await fails({ pattern: 'a', path: root, glob: ['*.js', ''] }, { code: 'ERR_RANSACK_INVALID_GLOB', message: /empty/ })
  await fails({ pattern: 'a', path: root, type: 'nope' }, { code: 'ERR_RANSACK_UNKNOWN_TYPE', pattern: 'nope' })
  await fails({ pattern: 'a', path: root, typeNot: 'nope' }, { code: 'ERR_RANSACK_UNKNOWN_TYPE' })
  await fails({ pattern: 'a', path: root, encoding: 'nope' }, { code: 'ERR_RANSACK_INVALID_OPTION', pattern: 'nope' })
  await fails({ path: root }, { code: 'ERR_RANSACK_INVALID_OPTION', message: /pattern/ })
})

test('only an object can be options, and only a function a callback', async () => {
  for (const options of [undefined, null, 5, 'needle']) {
    await fails(options, { name: 'RansackOptionError', code: 'ERR_RANSACK_INVALID_OPTION' })
  }
  await assert.rejects(grep({ pattern: 'a', path: root }, 5), { code: 'ERR_RANSACK_INVALID_OPTION' })
})

test('messages say what an option must be', async () => {
  const messages = {
    glob: '`glob` must be a string or an array of strings, not the number 5',
    paths: '`paths` must be an array of strings, Uint8Arrays and `file:` URLs, not the number 5',
  }
  for (const [name, message] of Object.entries(messages)) {
    await fails({ pattern: 'a', path: root, [name]: 5 }, { code: 'ERR_RANSACK_INVALID_OPTION', message })
  }
})

test('undefined is the same as an absent option', async () => {
  const options = { pattern: 'needle', path: root, glob: undefined, maxCount: undefined, signal: undefined }
  assert.equal((await grep(options, undefined)).totalMatches, 1)
})

test("an exception of the caller's getter is passed on", async () => {
  const fault = new Error('the fault')
  const options = {
    pattern: 'a',
    get path() {
      throw fault
    },
  }
  await assert.rejects(grep(options), (error) => error === fault)
})

test('a root without files reports that nothing was searched', async () => {
  const { matches, filesSearched, report } = await grep({ pattern: 'a', path: tree({}) })
  assert.deepEqual(matches, [])
  assert.equal(report.noFilesMatchedScope, true)
  assert.equal(filesSearched, 0)
  const filtered = await grep({ pattern: 'needle', path: root, glob: '*.nope' })
  assert.equal(filtered.report.noFilesMatchedScope, true)
})

// The superuser may read everything, so these tests run as another user in that case.
const isRoot = process.getuid?.() === 0
const somebody = isRoot ? { uid: 65534, gid: 65534 } : {}
const noModes = process.platform === 'win32'

test('unreadable files are reported', { skip: noModes }, async () => {
  const odd = tree({ 'a.txt': 'needle\n', 'dir/b.txt': 'needle\n', 'file.txt': 'needle\n' })
  chmodSync(odd, 0o755)
  chmodSync(join(odd, 'dir'), 0)
  chmodSync(join(odd, 'file.txt'), 0)
  const { stdout, stderr } = await run('program.mjs', ['reports', odd], somebody)
  assert.equal(stderr, '')
  const { report, totalMatches } = JSON.parse(stdout)
  assert.equal(report.complete, false)
  assert.equal(totalMatches, 1)
  assert.equal(report.skipped.length, 1)
  const [{ reason, count, first }] = report.skipped
  assert.equal(reason, 'unreadable')
  assert.equal(count, 2)
  assert.deepEqual(first.map((f) => f.path), ['dir', 'file.txt'])
  assert.match(first[0].detail, /denied/)
  const failed = await run('program.mjs', ['fails', join(odd, 'dir')], somebody)
  assert.deepEqual(JSON.parse(failed.stdout), {
    code: 'ERR_RANSACK_PERMISSION_DENIED',
    path: join(odd, 'dir'),
  })
})

test('setThreads accepts only whole numbers', () => {
  for (const value of [-1, 1.5, NaN, '2', undefined]) {
    assert.throws(() => setThreads(value), { code: 'ERR_RANSACK_INVALID_OPTION' })
  }
})
