import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

import { FileType, RansackError, RansackOptionError, escapeGlob, glob, globStream } from '../index.mjs'
import { tree } from '../testing/tree.mjs'
import { ofStream, untimed } from '../testing/untimed.mjs'

const root = tree({
  'a.txt': 'one',
  'b/c.js': 'three',
  'b/d/e.ts': '',
  'b/d/f.js': '',
  '[id]/page.tsx': '',
  '.hidden/g.js': '',
  'node_modules/m/index.js': '',
  'ignored.log': '',
  '.ignore': '*.log\n',
})

const MANY = 4000
const many = tree(
  Object.fromEntries(
    Array.from({ length: MANY }, (_, i) => [`dir${i % 8}/file${String(i).padStart(4, '0')}.txt`, '']),
  ),
)
const all = { pattern: '*.txt', path: many }

const paths = async (pattern, options) => {
  const { matches } = await glob({ pattern, path: root, ...options })
  return matches.map((m) => m.path)
}

const ticks = () => new Promise(setImmediate)

test('a result has every field', async () => {
  const { report, ...rest } = await glob({ pattern: 'b/**', path: root })
  assert.deepEqual(rest, {
    matches: [
      { path: 'b/c.js', fileType: FileType.File, fileTypeName: 'file' },
      { path: 'b/d', fileType: FileType.Dir, fileTypeName: 'dir' },
      { path: 'b/d/e.ts', fileType: FileType.File, fileTypeName: 'file' },
      { path: 'b/d/f.js', fileType: FileType.File, fileTypeName: 'file' },
    ],
    totalMatches: 4,
    filesWithMatches: 3,
    filesSearched: rest.filesSearched,
    limitReached: false,
  })
  assert.equal(report.complete, true)
  assert.equal(report.totalIsExact, true)
  assert.equal('filesWithMatches' in report, false)
  assert.deepEqual(FileType, { File: 1, Dir: 2, Symlink: 3 })
})

test('the syntax of patterns', async () => {
  const js = ['b/c.js', 'b/d/f.js']
  assert.deepEqual(await paths('*.js'), js)
  assert.deepEqual(await paths('*.js', { recursive: false }), [])
  assert.deepEqual(await paths('*.txt', { recursive: false }), ['a.txt'])
  assert.deepEqual(await paths('b/*.js'), ['b/c.js'])
  assert.deepEqual(await paths('**/d/?.[jt]s'), ['b/d/e.ts', 'b/d/f.js'])
  assert.deepEqual(await paths('*.{ts,t{xt,sx}}'), ['[id]/page.tsx', 'a.txt', 'b/d/e.ts'])
  assert.deepEqual(await paths('*.{ts,txt'), ['a.txt', 'b/d/e.ts'])
  assert.deepEqual(await paths('d/'), ['b/d'])
  assert.deepEqual(await paths('*.js', { patterns: ['!f.*', '*.ts'] }), ['b/c.js', 'b/d/e.ts'])
  assert.deepEqual(await paths('[id]/*'), [])
  assert.deepEqual(await paths('[id]/page.tsx', { literal: true }), ['[id]/page.tsx'])
  assert.equal(escapeGlob('[id]/page.tsx'), '\\[id\\]/page.tsx')
  assert.deepEqual(await paths(escapeGlob('[id]/page.tsx')), ['[id]/page.tsx'])
})

test('the scope options apply', async () => {
  const js = ['b/c.js', 'b/d/f.js']
  assert.deepEqual(await paths('*.js', { hidden: true }), ['.hidden/g.js', ...js])
  assert.deepEqual(await paths('.hidden/*'), ['.hidden/g.js'])
  assert.deepEqual(await paths('*.log'), [])
  assert.deepEqual(await paths('*.log', { gitignore: false }), ['ignored.log'])
  assert.deepEqual(await paths('*.js', { includeNodeModules: true }), [...js, 'node_modules/m/index.js'])
  assert.deepEqual(await paths('node_modules/**/*.js'), ['node_modules/m/index.js'])
  assert.deepEqual(await paths('*.js', { glob: '!f.js' }), ['b/c.js'])
  assert.deepEqual(await paths('b/**', { type: 'ts', fileType: 'file' }), ['b/d/e.ts'])
  assert.deepEqual(await paths('b/**', { typeNot: ['ts'], fileType: 'file' }), js)
  const { report } = await glob({ pattern: '*.js', path: root })
  assert.deepEqual(report.skipped, [
    { reason: 'nodeModules', count: 1, first: [{ path: 'node_modules', root: 0 }] },
  ])
})

test('several roots are numbered, and each path is found once', async () => {
  const { matches } = await glob({ pattern: '*.js', path: join(root, 'b/d'), paths: [join(root, 'b')] })
  assert.deepEqual(
    matches.map((m) => [m.root, m.path]),
    [
      [0, 'f.js'],
      [1, 'c.js'],
    ],
  )
})

test('kinds, by name and by number', async () => {
  const odd = tree({ 'dir/file': 'four' })
  symlinkSync('dir', join(odd, 'to-dir'))
  symlinkSync('dir/file', join(odd, 'to-file'))
  symlinkSync('nowhere', join(odd, 'to-nothing'))
  const kinds = {
    file: [FileType.File, ['dir/file', 'to-file']],
    dir: [FileType.Dir, ['dir', 'to-dir']],
    symlink: [FileType.Symlink, ['to-dir', 'to-file', 'to-nothing']],
  }
  for (const [name, [number, expected]] of Object.entries(kinds)) {
    assert.deepEqual(await paths('*', { path: odd, fileType: name }), expected)
    assert.deepEqual(await paths('*', { path: odd, fileType: number }), expected)
  }
  const { matches } = await glob({ pattern: '*', path: odd, stat: true })
  const seen = matches.map((m) => [m.path, m.fileType, m.size])
  assert.deepEqual(seen, [
    ['dir', 2, undefined],
    ['dir/file', 1, 4],
    ['to-dir', 3, undefined],
    ['to-file', 3, 4],
    ['to-nothing', 3, undefined],
  ])
  for (const { mtime } of matches) assert.ok(Math.abs(Date.now() - mtime) < 60_000, `${mtime}`)
  const followed = await paths('*', { path: odd, fileType: 'file', followSymlinks: true })
  assert.deepEqual(followed, ['dir/file', 'to-dir/file', 'to-file'])
})

test('newest first, in pages', async () => {
  const dated = tree({ 'old.txt': '', 'new.txt': 'ab', 'sub/middle.txt': 'c', 'sub/also-new.txt': '' })
  const times = { 'old.txt': -5e3, 'new.txt': 3e9, 'sub/middle.txt': 2e9, 'sub/also-new.txt': 3e9 }
  for (const [path, time] of Object.entries(times)) {
    utimesSync(join(dated, path), new Date(time), new Date(time))
  }
  const options = { pattern: '*.txt', path: dated, sortByMtime: true }
  const whole = await glob(options)
  assert.deepEqual(whole.matches, [
    { path: 'new.txt', fileType: 1, fileTypeName: 'file', mtime: 3e9, size: 2 },
    { path: 'sub/also-new.txt', fileType: 1, fileTypeName: 'file', mtime: 3e9, size: 0 },
    { path: 'sub/middle.txt', fileType: 1, fileTypeName: 'file', mtime: 2e9, size: 1 },
    { path: 'old.txt', fileType: 1, fileTypeName: 'file', mtime: -5000, size: 0 },
  ])
  assert.equal(whole.limitReached, false)
  const matches = []
  for (let offset = 0; offset !== undefined; ) {
    const page = await glob({ ...options, maxResults: 3, offset })
    assert.equal(page.limitReached, page.report.nextOffset !== undefined)
    matches.push(...page.matches)
    offset = page.report.nextOffset
  }
  assert.deepEqual(matches, whole.matches)
})

test('pages in path order', async () => {
  const page = await glob({ ...all, maxResults: 10 })
  assert.equal(page.limitReached, true)
  assert.equal(page.report.stoppedBy, 'limit')
  assert.equal(page.report.complete, false)
  assert.equal(page.report.nextOffset, 10)
  const rest = await glob({ ...all, offset: page.report.nextOffset })
  assert.equal(rest.matches.length, MANY - 10)
  assert.equal(rest.limitReached, false)
  assert.ok(page.matches.at(-1).path < rest.matches[0].path)
})

test('onMatch receives every match in order and can end the search', async () => {
  let last = ''
  let count = 0
  const result = await glob(all, ({ path }) => {
    assert.ok(path > last, `${path} after ${last}`)
    last = path
    count++
  })
  assert.equal(count, MANY)
  assert.equal(result.totalMatches, MANY)
  assert.deepEqual(result.matches, [])
  count = 0
  const stopped = await glob(all, async () => ++count < 10)
  assert.equal(count, 10)
  assert.equal(stopped.report.stoppedBy, 'callback')
  assert.equal(stopped.report.nextOffset, 10)
  const fault = new Error('the fault')
  count = 0
  const throwing = glob(all, () => {
    count++
    throw fault
  })
  await assert.rejects(throwing, (error) => error === fault)
  assert.equal(count, 1)
})

test('a stream returns the matches of glob', async () => {
  const stream = globStream({ ...all, stat: true })
  const matches = []
  for await (const batch of stream) matches.push(...batch)
  const whole = await glob({ ...all, stat: true })
  assert.deepEqual(matches, whole.matches)
  assert.deepEqual(untimed(await stream.report), ofStream(whole))
})

test('paths of one batch are separate, whatever characters they contain', async () => {
  const names = ['a.txt', 'a long name of ASCII.txt', 'ü.txt', '😀 and more.txt', 'z.txt']
  const files = Array.from({ length: 3000 }, (_, i) => `${i % 7}/${i} ${names[i % names.length]}`)
  const mixed = tree(Object.fromEntries(files.map((path) => [path, ''])))
  const { matches } = await glob({ pattern: '*.txt', path: mixed, bytes: true })
  assert.deepEqual(matches.map((m) => m.path).sort(), files.sort())
  for (const { path, pathBytes } of matches) assert.equal(Buffer.from(pathBytes).toString(), path)
})

test('leaving the loop ends the stream', async () => {
  const stream = globStream(all)
  let count = 0
  for await (const batch of stream) {
    count += batch.length
    break
  }
  const report = await stream.report
  assert.ok(count > 0 && count < MANY, `${count}`)
  assert.equal(report.stoppedBy, 'callback')
  assert.equal(report.complete, false)
  assert.equal(report.nextOffset, count)
  assert.deepEqual(await stream.next(), { value: undefined, done: true })
})

const isAbort = (reason) => (error) => {
  assert.equal(error.name, 'AbortError')
  assert.equal(error.code, 'ABORT_ERR')
  assert.equal(error.cause, reason)
  return true
}

test('a signal that has already fired prevents all work', async () => {
  const reason = new Error('before')
  const signal = AbortSignal.abort(reason)
  const options = { pattern: '', path: join(root, 'none'), signal }
  await assert.rejects(glob(options), isAbort(reason))
  await assert.rejects(globStream(options).next(), isAbort(reason))
})

test('an abort during a search', async () => {
  const controller = new AbortController()
  let calls = 0
  const promise = glob({ ...all, signal: controller.signal }, () => {
    if (++calls === 100) controller.abort('enough')
  })
  await assert.rejects(promise, isAbort('enough'))
  await ticks()
  assert.equal(calls, 100)
  const other = new AbortController()
  const loop = async () => {
    for await (const _ of globStream({ ...all, signal: other.signal })) other.abort('too')
  }
  await assert.rejects(loop(), isAbort('too'))
})

test('a timeout fails, or returns partial results', async () => {
  await assert.rejects(glob({ ...all, timeoutMs: 0 }), { name: 'RansackError', code: 'ERR_RANSACK_TIMEOUT' })
  const { matches, report } = await glob({ ...all, timeoutMs: 0, onTimeout: 'partial' })
  assert.deepEqual(matches, [])
  assert.equal(report.stoppedBy, 'timeout')
  assert.equal(report.complete, false)
})

const fails = (options, fields) =>
  assert.rejects(glob(options), (error) => {
    assert.ok(error instanceof (fields.code === 'ERR_RANSACK_INVALID_OPTION' ? RansackOptionError : RansackError))
    for (const [name, value] of Object.entries(fields)) {
      if (value instanceof RegExp) assert.match(error[name], value)
      else assert.equal(error[name], value, name)
    }
    return true
  })

test('invalid patterns', async () => {
  const code = 'ERR_RANSACK_INVALID_GLOB'
  await fails({ pattern: '', path: root }, { code, pattern: '', message: /empty/ })
  await fails({ patterns: ['a', 'b\0'], path: root }, { code, pattern: 'b\0', message: /NUL/ })
  const huge = '{a,b}'.repeat(20)
  await fails({ pattern: huge, path: root }, { code, pattern: huge })
  await fails({ pattern: 'a', glob: '', path: root }, { code })
  await fails({ pattern: 'a', type: 'nope', path: root }, { code: 'ERR_RANSACK_UNKNOWN_TYPE', pattern: 'nope' })
  await fails({ path: root }, { code: 'ERR_RANSACK_INVALID_OPTION', message: /pattern/ })
  await fails({ patterns: [], path: root }, { code: 'ERR_RANSACK_INVALID_OPTION', message: /pattern/ })
})

test('a pattern with braces is the union of its expansions', async () => {
  const js = await paths('*.js')
  assert.deepEqual(await paths('{*.js,}'), js)
  assert.deepEqual(await paths('**', { glob: '{*.js,}', fileType: 'file' }), js)
  assert.deepEqual(await paths('{b/d/,a.txt}'), ['a.txt', 'b/d'])
  assert.deepEqual(await paths('*', { glob: '{b/d/,a.txt}', fileType: 'file' }), ['a.txt', 'b/d/e.ts', 'b/d/f.js'])
  assert.deepEqual(await paths('{}'), [])
  assert.deepEqual(await paths('*', { glob: '!{b/,[[]id]/}', fileType: 'file' }), ['a.txt'])
})

test('patterns that name the root, leave it, or are absolute', async () => {
  const code = 'ERR_RANSACK_INVALID_GLOB'
  for (const pattern of ['.', './', 'b/..', root]) await fails({ pattern, path: root }, { code, pattern, message: /`\*\*`/ })
  await fails({ pattern: '*', glob: '../x', path: root }, { code, pattern: '../x', message: /leaves its root/ })
  assert.deepEqual(await paths('b/../a.txt'), ['a.txt'])
  assert.deepEqual(await paths(`${root}/b/*.js`), ['b/c.js'])
  assert.deepEqual(await paths('*', { glob: `${root}/b/d/` }), ['b/d', 'b/d/e.ts', 'b/d/f.js'])
})

test('notations of other tools are errors that say what to write', async () => {
  const code = 'ERR_RANSACK_INVALID_GLOB'
  const rows = [['b/@(c|d).js', '{c,d}', 2], ['f{1..3}', '{1,2,3}', 1], ['*.js,*.ts', '{*.js,*.ts}', 0], ['!(a)', '\\(', 0]]
  for (const [pattern, instead, offset] of rows) {
    const error = await glob({ pattern, path: root }).catch((error) => error)
    assert.deepEqual([error.code, error.pattern, error.offset], [code, pattern, offset])
    assert.ok(error.message.includes(`\`${instead}\``), error.message)
    await fails({ pattern: '*', glob: pattern, path: root }, { code, pattern })
  }
})

test('roots that cannot be listed', async () => {
  const file = join(root, 'a.txt')
  await fails({ pattern: '*', path: file }, { code: 'ERR_RANSACK_INVALID_OPTION', path: file, message: /not a directory/ })
  const none = join(root, 'none')
  await fails({ pattern: '*', path: none }, { code: 'ERR_RANSACK_NOT_FOUND', path: none })
  await fails({ pattern: '*', paths: [none, none] }, { code: 'ERR_RANSACK_NOT_FOUND', path: none })
  const { report } = await glob({ pattern: '*', paths: [root, none] })
  const unreadable = report.skipped.find(({ reason }) => reason === 'unreadable')
  assert.deepEqual([report.complete, unreadable.count, unreadable.first[0].path], [false, 1, none])
  await fails({ pattern: '*', path: '' }, { code: 'ERR_RANSACK_INVALID_OPTION', message: /empty/ })
})

test('kinds that are none', async () => {
  for (const fileType of [0, 4, 1.5, NaN, 'files', '1', true, {}]) {
    await fails({ pattern: '*', path: root, fileType }, { code: 'ERR_RANSACK_INVALID_OPTION', message: /`fileType`/ })
  }
})

test('only an object can be options, and only a function a callback', async () => {
  for (const [options, message] of [[undefined, /pattern/], [null, /pattern/], ['*', /options/]]) {
    await fails(options, { code: 'ERR_RANSACK_INVALID_OPTION', message })
    await assert.rejects(globStream(options).next(), { code: 'ERR_RANSACK_INVALID_OPTION' })
  }
  await assert.rejects(glob({ pattern: '*', path: root }, 5), { code: 'ERR_RANSACK_INVALID_OPTION' })
  assert.throws(() => escapeGlob(5), { code: 'ERR_RANSACK_INVALID_OPTION' })
})

test('names beyond ASCII', async () => {
  const wide = tree({ 'ü/😀.txt': '' })
  const { matches } = await glob({ pattern: 'ü/?.txt', path: wide, bytes: true })
  assert.deepEqual(matches.map((m) => m.path), ['ü/😀.txt'])
  assert.deepEqual(Buffer.from(matches[0].pathBytes), Buffer.from('ü/😀.txt'))
})

test('names that are not UTF-8', { skip: process.platform !== 'linux' }, async () => {
  const odd = tree({ 'plain.txt': '' })
  const dir = Buffer.concat([Buffer.from(`${odd}/d`), Buffer.from([0xfe])])
  mkdirSync(dir)
  writeFileSync(Buffer.concat([dir, Buffer.from('/n'), Buffer.from([0xff]), Buffer.from('.txt')]), '')
  const { matches } = await glob({ pattern: '**/?*.txt', path: odd, bytes: true })
  assert.deepEqual(matches.map((m) => m.path), ['d\ufffd/n\ufffd.txt', 'plain.txt'])
  assert.deepEqual([...matches[0].pathBytes], [0x64, 0xfe, 0x2f, 0x6e, 0xff, 0x2e, 0x74, 0x78, 0x74])
  const without = await glob({ pattern: '*.txt', path: odd })
  assert.equal('pathBytes' in without.matches[0], false)
})

test('many concurrent calls', async () => {
  const results = await Promise.all(Array.from({ length: 50 }, () => glob({ pattern: '*.js', path: root })))
  for (const { matches } of results) assert.equal(matches.length, 2)
})
