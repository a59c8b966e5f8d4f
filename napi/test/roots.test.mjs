// Roots given as bytes and URLs, and files tracked by Git.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'

import { Workspace, fuzzyFind, glob, grep, invalidateFsScanCache } from '../index.mjs'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'ransack-roots-')))
after(() => rmSync(root, { recursive: true }))
mkdirSync(join(root, 'plain dir'))
writeFileSync(join(root, 'plain dir/a.txt'), 'needle\n')

const paths = ({ matches }) => matches.map((match) => match.path)

test('a URL or bytes name the same root as a string', async () => {
  const dir = join(root, 'plain dir')
  for (const path of [dir, Buffer.from(dir), new TextEncoder().encode(dir), pathToFileURL(dir)]) {
    assert.deepEqual(paths(await glob({ pattern: '*', path })), ['a.txt'])
    assert.deepEqual(paths(await glob({ pattern: '*', paths: [path, path] })), ['a.txt'])
    assert.deepEqual(paths(await grep({ pattern: 'needle', path, cache: true })), ['a.txt'])
    const workspace = new Workspace(path)
    assert.equal(workspace.root, dir)
    workspace.invalidate(path)
    assert.deepEqual(paths(await workspace.glob({ pattern: '*' })), ['a.txt'])
    workspace.close()
    invalidateFsScanCache(path)
  }
})

test('a root that is not UTF-8', { skip: process.platform !== 'linux' }, async () => {
  const dir = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xe4])])
  mkdirSync(dir)
  writeFileSync(Buffer.concat([dir, Buffer.from('/b.txt')]), 'needle\n')
  const url = new URL(`${pathToFileURL(root)}/%FF%E4`)
  for (const path of [dir, url]) {
    assert.deepEqual(paths(await glob({ pattern: '*', path })), ['b.txt'])
    assert.deepEqual(paths(await grep({ pattern: 'needle', path })), ['b.txt'])
    assert.deepEqual(paths(await fuzzyFind({ query: 'b', path, cache: true })), ['b.txt'])
    const workspace = new Workspace(path)
    assert.deepEqual(paths(await workspace.grep({ pattern: 'needle' })), ['b.txt'])
    workspace.close()
  }
})

test('what is no path', async () => {
  const wrong = [5, {}, [], new URL('https://h/a'), new URL('file:///a%2Fb'), new Date(), { href: 5 }]
  for (const path of wrong) {
    await assert.rejects(async () => glob({ pattern: '*', path }), {
      name: 'RansackOptionError',
      code: 'ERR_RANSACK_INVALID_OPTION',
    })
    assert.throws(() => new Workspace(path), { name: 'RansackOptionError' })
  }
})

test('descriptors are released at once', { skip: process.platform !== 'linux' }, async () => {
  const open = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(root)
      } catch {
        return false
      }
    })
  for (let i = 0; i < 100; i++) {
    await glob({ pattern: '**', path: root, cache: true })
    invalidateFsScanCache(root)
    assert.deepEqual(open(), [], `call ${i}`)
  }
  const workspace = new Workspace(root)
  await workspace.glob({ pattern: '**' })
  workspace.close()
  assert.deepEqual(open(), [])
})

test('tracked files that are ignored', async () => {
  const dir = join(root, 'repository')
  mkdirSync(join(dir, 'out'), { recursive: true })
  for (const name of ['.gitignore', 'out/a', 'out/b', 'c']) writeFileSync(join(dir, name), 'out\n')
  const git = (...args) => execFileSync('git', args, { cwd: dir })
  git('init', '-q')
  git('add', '-f', 'out/a')
  const all = async (options) => paths(await grep({ pattern: 'out', path: dir, hidden: false, ...options }))
  assert.deepEqual(await all(), ['c'])
  assert.deepEqual(await all({ tracked: true }), ['c', 'out/a'])
  const workspace = new Workspace(dir)
  assert.deepEqual(paths(await workspace.grep({ pattern: 'out', hidden: false, tracked: true })), ['c', 'out/a'])
  workspace.close()
  await assert.rejects(all({ tracked: 1 }), { name: 'RansackOptionError', message: /`tracked`/ })
})

test('paths begin at the root, at the workspace, or are absolute', async () => {
  const dir = join(root, 'base')
  mkdirSync(join(dir, 'ä/b'), { recursive: true })
  for (const name of ['c.txt', 'ä/d.txt', 'ä/b/e.txt']) writeFileSync(join(dir, name), 'needle\n')
  const of = async (options) => paths(await grep({ pattern: 'needle', ...options }))
  const file = join(dir, 'ä/d.txt')
  assert.deepEqual(await of({ path: file }), [file])
  assert.deepEqual(await of({ path: join(dir, 'ä'), pathsFrom: 'absolute' }), [join(dir, 'ä/b/e.txt'), file])
  assert.deepEqual(await of({ path: join(dir, 'ä/*.txt') }), [file])
  // Each file once, and a missing root is reported.
  const { matches, report } = await grep({ pattern: 'needle', paths: [join(dir, 'ä'), dir, file, join(dir, 'none')] })
  assert.deepEqual(matches.map(({ root, path }) => [root, path]), [[0, 'b/e.txt'], [0, 'd.txt'], [1, 'c.txt']])
  assert.deepEqual(report.skipped.map(({ reason, first }) => [reason, first[0].path]), [['unreadable', join(dir, 'none')]])
  assert.equal(report.complete, false)
  const workspace = new Workspace(dir)
  assert.deepEqual(paths(await workspace.grep({ pattern: 'needle', path: 'ä' })), ['ä/b/e.txt', 'ä/d.txt'])
  assert.deepEqual(paths(await workspace.grep({ pattern: 'needle', path: 'ä', pathsFrom: 'root' })), ['b/e.txt', 'd.txt'])
  const { matches: [best] } = await workspace.fuzzyFind({ query: 'e', path: 'ä/b' })
  assert.deepEqual([best.path, best.positions], ['ä/b/e.txt', [4]])
  workspace.close()
  await assert.rejects(grep({ pattern: 'x', path: dir, pathsFrom: 'workspace' }), { name: 'RansackOptionError' })
  await assert.rejects(async () => grep({ pattern: 'x', path: dir, pathsFrom: 'here' }), { name: 'RansackOptionError' })
})

test('a page begins after the cursor of the one before', async () => {
  const dir = join(root, 'pages')
  mkdirSync(dir)
  for (const name of ['a', 'b', 'ü']) writeFileSync(join(dir, name), 'needle\n'.repeat(3))
  const whole = await grep({ pattern: 'needle', path: dir })
  assert.equal(whole.report.next, undefined)
  const places = ({ matches }) => matches.map(({ path, lineNumber }) => `${path}:${lineNumber}`)
  const all = []
  for (let after; ;) {
    const page = await grep({ pattern: 'needle', path: dir, maxCount: 2, after })
    all.push(...places(page))
    after = page.report.next
    if (after === undefined) break
  }
  assert.deepEqual(all, places(whole))
  // A callback that stops.
  let seen = 0
  const { report } = await grep({ pattern: 'needle', path: dir }, () => ++seen < 4)
  const rest = await grep({ pattern: 'needle', path: dir, after: report.next })
  assert.deepEqual(places(rest), places(whole).slice(4))
  await assert.rejects(grep({ pattern: 'needle', path: dir, after: 'nonsense' }), { name: 'RansackOptionError' })
})
