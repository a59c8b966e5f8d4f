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
    assert.deepEqual(paths(await glob({ pattern: '*', paths: [path, path] })), ['a.txt', 'a.txt'])
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
