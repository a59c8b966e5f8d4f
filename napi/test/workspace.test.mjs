import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import test from 'node:test'
import { Worker } from 'node:worker_threads'

import * as ransack from '../index.mjs'
import { Workspace, astEdit, astGrep, fuzzyFind, glob, grep, invalidateFsScanCache, setThreads, threads } from '../index.mjs'
import { ADDON, run, runLimited } from '../testing/run.mjs'
import { largeTree, tree } from '../testing/tree.mjs'
import { untimed } from '../testing/untimed.mjs'

const FILES = {
  'a.js': 'needle\n',
  'src/b.js': 'needle\nneedle\n',
  'src/deep/ünï.txt': 'a needle ä\n',
  'ignored/c.js': 'needle\n',
  '.ignore': 'ignored\n',
  'node_modules/m/i.js': 'needle\n',
}

/** Compares the paths of results with those of the same calls without the workspace. */
async function comparePaths(workspace, root, options) {
  const query = { pattern: 'needle', ...options }
  const absolute = await grep({ ...query, path: join(root, options.path ?? ''), pathsFrom: 'absolute' })
  const fromRoot = absolute.matches.map(({ path }) => relative(root, path))
  assert.deepEqual((await workspace.grep(query)).matches.map(({ path }) => path), fromRoot)
}

/** Compares calls through the workspace with the same calls without it. */
async function compare(workspace, root) {
  for (const scope of [
    {},
    { path: 'src' },
    { gitignore: false, hidden: true },
    { includeNodeModules: true },
    { glob: '*.js' },
    { path: 'ignored' },
  ]) {
    await comparePaths(workspace, root, scope)
    const options = { ...scope, pathsFrom: 'root' }
    const whole = { ...options, path: join(root, scope.path ?? '') }
    // A limited search reaches a different point in each call.
    const first = { pattern: 'needle', maxCount: 2 }
    const firstLines = await workspace.grep({ ...first, ...options })
    assert.deepEqual(firstLines.matches, (await grep({ ...first, ...whole })).matches)
    const lines = await workspace.grep({ pattern: 'needle', ...options })
    const expectedLines = await grep({ pattern: 'needle', ...whole })
    assert.deepEqual(lines.matches, expectedLines.matches)
    const paths = await workspace.glob({ pattern: '**', stat: true, ...options })
    const expectedPaths = await glob({ pattern: '**', stat: true, ...whole })
    assert.deepEqual(paths.matches, expectedPaths.matches)
    const code = await workspace.astGrep({ rule: { pattern: 'needle' }, ...options })
    const expectedCode = await astGrep({ rule: { pattern: 'needle' }, ...whole })
    assert.deepEqual(code.matches, expectedCode.matches)
    const edit = await workspace.astEdit({ rewrites: { needle: 'thread' }, ...options })
    const expectedEdit = await astEdit({ rewrites: { needle: 'thread' }, ...whole })
    assert.deepEqual(edit.changes, expectedEdit.changes)
    assert.equal(edit.preview, expectedEdit.preview)
    const fuzzy = await workspace.fuzzyFind({ query: 'js', ...options })
    const expectedFuzzy = await fuzzyFind({ query: 'js', ...whole })
    assert.deepEqual(fuzzy.matches, expectedFuzzy.matches)
    assert.equal(fuzzy.totalMatches, expectedFuzzy.totalMatches)
    const pairs = [
      [lines, expectedLines],
      [paths, expectedPaths],
      [code, expectedCode],
      [edit, expectedEdit],
    ]
    for (const [one, other] of pairs) {
      assert.deepEqual(untimed({ ...one.report, snapshot: 0 }), untimed({ ...other.report, snapshot: 0 }))
    }
  }
}

for (const refresh of ['walk', 'watch', 'stat']) {
  test(`the same results after every change: ${refresh}`, async () => {
    const root = tree(FILES)
    const workspace = new Workspace(root, { refresh })
    await compare(workspace, root)
    writeFileSync(join(root, 'src/new.js'), 'needle\n')
    await compare(workspace, root)
    renameSync(join(root, 'src/deep'), join(root, 'shallow'))
    writeFileSync(join(root, 'shallow/after.js'), 'needle\n')
    await compare(workspace, root)
    writeFileSync(join(root, '.ignore'), 'src\n')
    await compare(workspace, root)
    rmSync(join(root, 'shallow'), { recursive: true })
    symlinkSync('src', join(root, 'link'))
    await compare(workspace, root)
    const { mode, fallback } = (await workspace.glob({ pattern: '*' })).report.snapshot
    assert.ok(mode === refresh || fallback !== undefined, mode)
    workspace.close()
  })
}

test('manual refresh', async () => {
  const root = tree(FILES)
  const workspace = new Workspace(root, { refresh: 'manual' })
  const count = async () => (await workspace.glob({ pattern: 'new*' })).matches.length
  assert.equal(await count(), 0)
  writeFileSync(join(root, 'src/new.js'), '')
  assert.equal(await count(), 0)
  workspace.invalidate('src')
  assert.equal(await count(), 1)
  writeFileSync(join(root, 'src/new2.js'), '')
  assert.deepEqual(await workspace.refresh(), { mode: 'manual' })
  assert.equal(await count(), 2)
  writeFileSync(join(root, 'new3.js'), '')
  workspace.invalidate()
  assert.equal(await count(), 3)
})

test('refreshes and searches share one thread', async () => {
  const root = tree(FILES)
  const before = threads()
  setThreads(1)
  try {
    const workspace = new Workspace(root)
    const search = () => workspace.glob({ pattern: '**', })
    const [first, { matches }] = await Promise.all([workspace.refresh(), search(), workspace.refresh(), search()])
    assert.ok(['watch', 'stat'].includes(first.mode), first.mode)
    assert.equal(matches.length, (await glob({ pattern: '**', path: root })).matches.length)
    workspace.close()
  } finally {
    setThreads(before)
  }
})

test('code is replaced', async () => {
  const root = tree(FILES)
  const workspace = new Workspace(root)
  const options = { rewrites: { needle: 'thread' }, path: 'src' }
  const { preview, changes } = await workspace.astEdit(options)
  assert.deepEqual(changes.map(({ path }) => path), ['src/b.js', 'src/b.js'])
  const { applied } = await workspace.astEdit({ ...options, preview, dryRun: false })
  assert.equal(applied, true)
  assert.equal(readFileSync(join(root, 'src/b.js'), 'utf8'), 'thread\nthread\n')
  await assert.rejects(workspace.astEdit({ ...options, preview }), { code: 'ERR_RANSACK_STALE' })
  await assert.rejects(workspace.astEdit({}), { code: 'ERR_RANSACK_INVALID_OPTION' })
  await assert.rejects(workspace.astEdit({ ...options, signal: AbortSignal.abort() }), { code: 'ABORT_ERR' })
  await compare(workspace, root)
})

test('each keystroke returns the results of a separate search', async () => {
  const root = tree({ ...FILES, 'src/deep/indoe.js': '', 'core/inode_core.c': '', 'ünï/ino.txt': '' })
  const workspace = new Workspace(root)
  for (const word of ['inodec', 'deep/ün', 'indoe js']) {
    for (let end = 0; end <= word.length; end++) {
      const query = word.slice(0, end)
      const here = await workspace.fuzzyFind({ query, maxResults: 2 })
      const there = await fuzzyFind({ query, maxResults: 2, path: root })
      assert.deepEqual(here.matches, there.matches, query)
      assert.equal(here.totalMatches, there.totalMatches, query)
      // A change between two keystrokes is seen.
      if (end === 3) writeFileSync(join(root, `src/${word.replace('/', '')}.js`), '')
    }
  }
})

test('streams, callbacks and signals work as without a workspace', async () => {
  const root = tree(FILES)
  const workspace = new Workspace(root)
  const seen = []
  await workspace.grep({ pattern: 'needle' }, ({ path }) => seen.push(path))
  const streamed = []
  for await (const batch of workspace.grepStream({ pattern: 'needle' })) {
    streamed.push(...batch.map(({ path }) => path))
  }
  assert.deepEqual(seen, ['a.js', 'src/b.js', 'src/b.js', 'src/deep/ünï.txt'])
  assert.deepEqual(streamed, seen)
  const paths = []
  for await (const batch of workspace.globStream({ pattern: '*.js' })) paths.push(...batch)
  assert.equal(paths.length, 2)
  const signal = AbortSignal.abort('enough')
  await assert.rejects(workspace.glob({ pattern: '*', signal }), { code: 'ABORT_ERR', cause: 'enough' })
  await assert.rejects(workspace.refresh({ signal }), { code: 'ABORT_ERR' })
  await compare(workspace, root)
})

test('calls need not wait for the first scan', async () => {
  const root = largeTree()
  const workspace = new Workspace(root)
  const early = await workspace.glob({ pattern: '**', wait: false })
  const { matches, report } = await workspace.glob({ pattern: '**' })
  assert.ok(report.complete)
  if (early.report.complete) assert.deepEqual(early.matches, matches)
  else assert.ok(early.matches.length <= matches.length)
  assert.ok(workspace.tableSize.entries >= matches.length)
})

test('two workspaces on one root', async () => {
  const root = tree(FILES)
  const one = new Workspace(root)
  const other = new Workspace(root)
  await compare(one, root)
  writeFileSync(join(root, 'src/new.js'), 'needle\n')
  await compare(other, root)
  one.close()
  writeFileSync(join(root, 'src/newer.js'), 'needle\n')
  await compare(other, root)
})

test('calls of a closed workspace reject', async () => {
  const root = tree(FILES)
  const workspace = new Workspace(root)
  assert.equal(basename(workspace.root), basename(root))
  await workspace[Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]()
  workspace.close()
  const closed = { name: 'RansackError', code: 'ERR_RANSACK_CLOSED', message: /workspace is closed/ }
  await assert.rejects(workspace.grep({ pattern: 'needle' }), closed)
  await assert.rejects(workspace.globStream({ pattern: '*' }).next(), closed)
  await assert.rejects(workspace.refresh(), closed)
  await assert.rejects(workspace.fuzzyFind({ query: 'a' }), closed)
  await assert.rejects(workspace.astGrep({ patterns: ['a'] }), closed)
  await assert.rejects(workspace.astEdit({ rewrites: { a: 'b' } }), closed)
  workspace.invalidate()
})

const whole = async (stream) => {
  const matches = []
  for await (const batch of stream) matches.push(...batch)
  return { matches, report: await stream.report }
}

for (const refresh of ['walk', 'watch', 'stat', 'manual']) {
  test(`calls under way end normally when the workspace is closed: ${refresh}`, async () => {
    const root = tree(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`dir${i % 9}/file${i}.js`, 'needle(1)\n'.repeat(9)])))
    const edit = { rewrites: { needle: 'thread' } }
    const calls = {
      grep: (files, scope) => files.grep({ pattern: 'needle', ...scope }),
      glob: (files, scope) => files.glob({ pattern: '**', ...scope }),
      fuzzyFind: (files, scope) => files.fuzzyFind({ query: 'file', ...scope }),
      astGrep: (files, scope) => files.astGrep({ pattern: 'needle', limit: Infinity, ...scope }),
      astEdit: (files, scope) => files.astEdit({ ...edit, ...scope }),
      grepStream: (files, scope) => whole(files.grepStream({ pattern: 'needle', ...scope })),
      globStream: (files, scope) => whole(files.globStream({ pattern: '**', ...scope })),
      outlineStream: (files, scope) => whole(files.outlineStream({ ...scope })),
      skeletonStream: (files, scope) => whole(files.skeletonStream({ ...scope })),
    }
    const expected = {}
    for (const [name, call] of Object.entries(calls)) expected[name] = await call(ransack, { path: root })
    for (const isScanned of [false, true]) {
      const workspace = new Workspace(root, { refresh })
      if (isScanned) await workspace.glob({ pattern: '*' })
      const under_way = Object.entries(calls).map(async ([name, call]) => [name, await call(workspace, {})])
      const refreshes = [workspace.refresh(), workspace.refresh()]
      const hasty = workspace.grep({ pattern: 'needle', wait: false })
      let seen = 0
      const callback = workspace.grep({ pattern: 'needle' }, () => {
        if (seen++ === 10) workspace.close()
      })
      workspace.close()
      for (const [name, found] of await Promise.all(under_way)) {
        assert.deepEqual(found.matches, expected[name].matches, name)
        assert.deepEqual(found.changes, expected[name].changes, name)
        assert.ok(found.report.complete, name)
      }
      assert.ok((await hasty).matches.length <= expected.grep.matches.length)
      for (const { mode } of await Promise.all(refreshes)) assert.ok(mode === 'walk' || mode === refresh, mode)
      await callback
      assert.equal(seen, expected.grep.matches.length)
      for (const call of Object.values(calls)) await assert.rejects(call(workspace, {}), { code: 'ERR_RANSACK_CLOSED' })
      await assert.rejects(workspace.refresh(), { code: 'ERR_RANSACK_CLOSED' })
    }
  })
}

test('roots that cannot be opened, and invalid options', async () => {
  const root = tree(FILES)
  assert.throws(() => new Workspace(join(root, 'nowhere')), { code: 'ERR_RANSACK_NOT_FOUND' })
  const wrong = { code: 'ERR_RANSACK_INVALID_OPTION' }
  for (const args of [[join(root, 'a.js')], [''], [], [1], [root, { refresh: 'no' }]]) {
    assert.throws(() => new Workspace(...args), wrong, String(args))
  }
  const workspace = new Workspace(root)
  await assert.rejects(workspace.grep({ pattern: 'a', wait: 1 }), wrong)
  await assert.rejects(workspace.grep(), wrong)
  await assert.rejects(workspace.glob({ pattern: 1 }), wrong)
  assert.throws(() => workspace.invalidate(1), wrong)
  await assert.rejects(workspace.glob({ pattern: '*', path: 'nowhere' }), { code: 'ERR_RANSACK_NOT_FOUND' })
})

test('the root can disappear and return', async () => {
  const root = join(tree(FILES), 'src')
  const workspace = new Workspace(root)
  assert.equal((await workspace.glob({ pattern: '*.js' })).matches.length, 1)
  renameSync(root, `${root}2`)
  await assert.rejects(workspace.glob({ pattern: '*' }), { code: 'ERR_RANSACK_NOT_FOUND' })
  mkdirSync(root)
  writeFileSync(join(root, 'other.js'), '')
  const { matches } = await workspace.glob({ pattern: '*' })
  assert.deepEqual(matches.map(({ path }) => path), ['other.js'])
})

test('the cache option keeps the list of files, which is never stale', async () => {
  const root = tree(FILES)
  for (const path of [root, join(root, 'a.js')]) {
    const plain = await grep({ pattern: 'needle', path })
    for (let i = 0; i < 2; i++) {
      const cached = await grep({ pattern: 'needle', path, cache: true })
      assert.deepEqual(cached.matches, plain.matches)
    }
  }
  const find = () => glob({ pattern: 'new*', path: root, cache: true })
  const before = await find()
  assert.equal(before.report.snapshot.mode, 'stat')
  writeFileSync(join(root, 'src/new.js'), '')
  assert.equal((await find()).matches.length, 1)
  invalidateFsScanCache(dirname(root))
  assert.equal((await find()).report.snapshot.rescan, 'first')
  assert.equal((await find()).report.snapshot.rescan, undefined)
  invalidateFsScanCache()
  assert.equal((await find()).report.snapshot.rescan, 'first')
  assert.throws(() => invalidateFsScanCache(1), { code: 'ERR_RANSACK_INVALID_OPTION' })
  const options = { query: 'new', path: root }
  const fuzzy = await fuzzyFind({ ...options, cache: true })
  assert.deepEqual(fuzzy.matches, (await fuzzyFind(options)).matches)
  assert.equal(fuzzy.report.snapshot.mode, 'stat')
  const missing = { pattern: '*', path: join(root, 'nowhere'), cache: true }
  await assert.rejects(glob(missing), { code: 'ERR_RANSACK_NOT_FOUND' })
})

test('a workspace without watches uses stat', { skip: process.platform !== 'linux' }, async (t) => {
  const few = tree({ 'a/b/c.txt': '', 'd/e.txt': '' })
  const ran = await runLimited('echo 2 > /proc/sys/user/max_inotify_watches', 'program.mjs', ['falls', few])
  if (ran === undefined) return t.skip('limits cannot be set here')
  assert.equal(ran.stderr, '')
  assert.equal(ran.code, 0)
  const calls = ran.stdout.trim().split('\n').map((line) => JSON.parse(line))
  assert.deepEqual(calls.map((call) => call.found), [1, 2, 3])
  for (const { mode, fallback } of calls.slice(1)) assert.deepEqual({ mode, fallback }, { mode: 'stat', fallback: 'limit' })
})

test('a process exits with an open workspace', async () => {
  const { code, stdout } = await run('program.mjs', ['watches', tree(FILES)])
  assert.equal(code, 0)
  assert.equal(stdout, '2\n')
})

test('a worker can be terminated with an open workspace', async () => {
  const root = tree(FILES)
  const source = `
    const { parentPort } = require('node:worker_threads')
    import(${JSON.stringify(ADDON)}).then(async ({ Workspace }) => {
      globalThis.workspace = new Workspace(${JSON.stringify(root)})
      parentPort.postMessage((await workspace.glob({ pattern: '*.js' })).matches.length)
      for (;;) await workspace.grep({ pattern: 'needle' })
    })`
  for (let i = 0; i < 3; i++) {
    const worker = new Worker(source, { eval: true })
    const count = await new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    assert.equal(count, 2)
    await worker.terminate()
  }
})

test('a followed link out of a workspace is skipped and reported', { skip: process.platform === 'win32' }, async () => {
  const other = tree({ 'b.js': 'f(1);\n' })
  const root = tree({ 'a.js': 'f(1);\n' })
  symlinkSync(join(other, 'b.js'), join(root, 'b.js'))
  const workspace = new Workspace(root)
  const scope = { followSymlinks: true }
  const { matches, report } = await workspace.grep({ pattern: 'f', ...scope })
  assert.deepEqual(matches.map(({ path }) => path), ['a.js'])
  assert.deepEqual(report.skipped.map(({ reason, first }) => [reason, first[0].path]), [['outside', 'b.js']])
  assert.equal(report.complete, true)
  const edit = await workspace.astEdit({ rewrites: { 'f($A)': 'g($A)' }, dryRun: false, ...scope })
  assert.equal(edit.totalReplacements, 1)
  assert.equal(readFileSync(join(other, 'b.js'), 'utf8'), 'f(1);\n')
  workspace.close()
  const open = new Workspace(root, { allowOutside: true })
  assert.equal((await open.grep({ pattern: 'f', ...scope })).matches.length, 1)
  open.close()
})

test('a workspace lists the files that changed since an earlier call', async () => {
  const place = tree({ 'a.txt': 'x', 'b.txt': 'x', '.ignore': 'c.txt\n' })
  const workspace = new Workspace(place)
  const { files, next, report } = await workspace.changes()
  assert.deepEqual(files, [])
  assert.equal(report.complete, true)
  assert.ok(!('totalMatches' in report))
  for (const name of ['a.txt', 'c.txt', 'd.txt']) writeFileSync(join(place, name), 'y')
  rmSync(join(place, 'b.txt'))
  const changed = await workspace.changes(next, { timeoutMs: 60_000 })
  assert.deepEqual(changed.files, [
    { path: 'a.txt', kind: 'modified' },
    { path: 'b.txt', kind: 'deleted' },
    { path: 'd.txt', kind: 'created' },
  ])
  assert.deepEqual((await workspace.changes(changed.next)).files, [])
  assert.equal((await workspace.changes(next)).files.length, 3)
  assert.deepEqual((await workspace.changes(null)).files, [])
  const invalid = { code: 'ERR_RANSACK_INVALID_OPTION' }
  await assert.rejects(workspace.changes('x'), invalid)
  await assert.rejects(workspace.changes(5), invalid)
  await assert.rejects(workspace.changes(next, { since: 'x' }), invalid)
  await assert.rejects(workspace.changes(next, { signal: AbortSignal.abort() }), { name: 'AbortError' })
  await assert.rejects(workspace.changes(next, { timeoutMs: 0 }), { code: 'ERR_RANSACK_TIMEOUT' })
  workspace.close()
  await assert.rejects(workspace.changes(next), { code: 'ERR_RANSACK_CLOSED' })
})

test('a workspace has default limits for searches', async () => {
  const line = `needle${' '.repeat(600)}\n`
  const place = tree(Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`f${i}.txt`, line])))
  const query = { pattern: 'needle' }
  const workspace = new Workspace(place, { preset: ransack.Preset.Agent })
  const { matches, limitReached } = await workspace.grep(query)
  assert.deepEqual([matches.length, limitReached, matches[0].clip.lineLength], [100, true, 606])
  const all = await workspace.grep({ ...query, limit: Infinity, maxColumns: Infinity, timeoutMs: Infinity })
  assert.deepEqual([all.matches.length, all.matches[0].line.length], [120, 606])
  assert.equal((await workspace.grep({ ...query, maxCount: Infinity })).matches.length, 120)
  assert.equal((await workspace.glob({ pattern: '*.txt' })).matches.length, 100)
  assert.equal((await workspace.glob({ pattern: '*.txt', maxResults: Infinity })).matches.length, 120)
  workspace.close()
  const own = new Workspace(place, { preset: 'agent', defaultLimit: 3, defaultMaxColumns: Infinity, defaultTimeLimitMs: 0 })
  const none = await own.grep(query)
  assert.deepEqual([none.report.stoppedBy, none.report.complete], ['timeout', false])
  for (const timeoutMs of [60_000, Infinity]) {
    const three = await own.grep({ ...query, timeoutMs })
    assert.deepEqual([three.matches.length, three.matches[0].line.length], [3, 606])
  }
  own.close()
  const invalid = { code: 'ERR_RANSACK_INVALID_OPTION' }
  assert.throws(() => new Workspace(place, { preset: 'editor' }), invalid)
  assert.throws(() => new Workspace(place, { defaultLimit: -1 }), invalid)
})

test('a workspace may consist of several folders', async () => {
  const place = tree({ 'one/a.txt': 'x', 'two/deep/b.txt': 'x', 'other/c.txt': 'x' })
  const workspace = new Workspace(place, { folders: [join(place, 'two/deep'), 'one'] })
  const found = async (options) => (await workspace.grep({ pattern: 'x', ...options })).matches.map(({ root, path }) => [root, path])
  assert.deepEqual(await found(), [[0, 'two/deep/b.txt'], [1, 'one/a.txt']])
  assert.deepEqual(await found({ path: 'two' }), [[0, 'two/deep/b.txt']])
  await assert.rejects(found({ path: 'other' }), { code: 'ERR_RANSACK_INVALID_OPTION' })
  assert.throws(() => workspace.resolve('other/c.txt'), { code: 'ERR_RANSACK_INVALID_OPTION' })
  workspace.close()
  assert.throws(() => new Workspace(place, { folders: ['none'] }), { code: 'ERR_RANSACK_NOT_FOUND' })
  assert.throws(() => new Workspace(place, { folders: 'one' }), { code: 'ERR_RANSACK_INVALID_OPTION' })
})
