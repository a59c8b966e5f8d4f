// Options of every operation over files: depth, case of globs, further ignore files, nested repositories; and the count
// of ignored entries.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { Workspace, astGrep, fuzzyFind, glob, globSync, grep } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const root = tree({
  'top.js': 'x',
  'ÄRGER.JS': 'x',
  'one/a.js': 'x',
  'one/two/b.js': 'x',
  'one/.ignore': '!a.js\n',
  '.geminiignore': 'a.js\n/nested/\n',
  '.aiderignore': '!a.js\ntop.js\n',
  'nested/.git/HEAD': '',
  'nested/c.js': 'x',
  'tree/.git': 'gitdir: nowhere\n',
  'tree/d.js': 'x',
})
const workspace = new Workspace(root)

/** Paths of the JavaScript files in scope, which are the same for every operation, in a workspace and without one. */
async function files(options) {
  const sorted = ({ matches }) => matches.map((match) => match.path).sort()
  const there = { type: 'js', ...options }
  const here = { path: root, ...there }
  const found = sorted(await grep({ pattern: 'x', ...here }))
  const others = [
    grep({ pattern: 'x', cache: true, ...here }),
    glob({ pattern: '**', ...here }),
    fuzzyFind({ query: '', ...here }),
    astGrep({ pattern: 'x', ...here }),
    workspace.grep({ pattern: 'x', ...there }),
    workspace.glob({ pattern: '**', ...there }),
    workspace.fuzzyFind({ query: '', ...there }),
  ]
  for (const other of await Promise.all(others)) assert.deepEqual(sorted(other), found)
  return found
}

test('a maximum depth', async () => {
  // The name of a type is case-sensitive, so `ÄRGER.JS` has none.
  const all = ['nested/c.js', 'one/a.js', 'one/two/b.js', 'top.js', 'tree/d.js']
  assert.deepEqual(await files({}), all)
  assert.deepEqual(await files({ maxDepth: Infinity }), all)
  assert.deepEqual(await files({ maxDepth: 2 }), all.filter((path) => path !== 'one/two/b.js'))
  assert.deepEqual(await files({ maxDepth: 1 }), ['top.js'])
  assert.deepEqual(await files({ maxDepth: 0 }), [])
  assert.equal((await grep({ pattern: 'x', path: join(root, 'top.js'), maxDepth: 0 })).totalMatches, 1)
  for (const maxDepth of [-1, 1.5, '1', NaN]) {
    await assert.rejects(grep({ pattern: 'x', path: root, maxDepth }), { name: 'RansackOptionError', message: /`maxDepth`/ })
  }
  await assert.rejects(grep({ pattern: 'x', path: root, depth: 1 }), { message: /did you mean `maxDepth`/ })
})

test('globs ignore case, beyond ASCII', async () => {
  const paths = ({ matches }) => matches.map((match) => match.path)
  assert.deepEqual(paths(await glob({ pattern: 'ä*.js', path: root })), [])
  assert.deepEqual(paths(await glob({ pattern: 'ä*.js', path: root, ignoreCase: true })), ['ÄRGER.JS'])
  assert.deepEqual(paths(globSync({ pattern: 'ONE/*', path: root, ignoreCase: true })), ['one/a.js', 'one/two'])
  assert.deepEqual(paths(await grep({ pattern: 'x', path: root, glob: '[ä]rger.*' })), [])
  assert.deepEqual(paths(await grep({ pattern: 'x', path: root, glob: '[ä]rger.*', globIgnoreCase: true })), ['ÄRGER.JS'])
  assert.deepEqual(paths(await workspace.grep({ pattern: 'x', glob: 'ärger.js', globIgnoreCase: true })), ['ÄRGER.JS'])
  await assert.rejects(glob({ pattern: '*', path: root, ignoreCase: 1 }), { message: /`ignoreCase` must be a boolean/ })
})

test('further ignore files, and the number of ignored entries', async () => {
  const one = { ignoreFiles: '.geminiignore' }
  assert.deepEqual(await files(one), ['one/two/b.js', 'top.js', 'tree/d.js'])
  const both = { ignoreFiles: ['.geminiignore', '.aiderignore'], gitignore: false }
  assert.deepEqual(await files(both), ['one/a.js', 'one/two/b.js', 'tree/d.js'])
  for (const call of [(options) => grep({ path: root, ...options }), (options) => workspace.grep(options)]) {
    assert.equal((await call({ pattern: 'x', ...one })).report.ignored, 2)
    assert.equal((await call({ pattern: 'x' })).report.ignored, 0)
  }
  assert.equal((await workspace.grep({ pattern: 'x', ...one })).report.snapshot.mode, 'walk')
  for (const name of ['', 'a/b', '..', 'a\0']) {
    const refused = { name: 'RansackOptionError', message: /`ignoreFiles\[1\]`/ }
    await assert.rejects(glob({ pattern: '*', path: root, ignoreFiles: ['.a', name] }), refused)
  }
  await assert.rejects(grep({ pattern: 'x', path: root, ignoreFiles: 5 }), { message: /`ignoreFiles`/ })
})

test('nested repositories are left out on request', async () => {
  const nestedRepositories = false
  assert.deepEqual(await files({ nestedRepositories }), ['one/a.js', 'one/two/b.js', 'top.js'])
  const first = [
    { path: 'nested', root: 0 },
    { path: 'tree', root: 0 },
  ]
  for (const { report } of [
    await grep({ pattern: 'x', path: root, nestedRepositories }),
    await workspace.grep({ pattern: 'x', nestedRepositories }),
    await workspace.fuzzyFind({ query: 'x', nestedRepositories }),
  ]) {
    assert.equal(report.complete, true)
    assert.deepEqual(report.skipped, [{ reason: 'nestedRepository', count: 2, first }])
  }
  const inside = await glob({ pattern: '*', path: join(root, 'nested'), nestedRepositories })
  assert.deepEqual(inside.matches.map((match) => match.path), ['c.js'])
})
