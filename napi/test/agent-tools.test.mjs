// The tools of the example for coding agents, each called once, and their lengths.

import assert from 'node:assert/strict'
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'

import * as tools from '../../examples/node/agent-tools.mjs'
import { Workspace } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const root = tree({
  'src/a.js': '/** Adds. */\nexport function add(a, b) {\n  return a + b\n}\n',
  'src/b.js': 'import { add } from "./a.js"\nexport const twice = (x) => add(x, x)\n',
  'notes.txt': 'add (1\nadd (2 // TODO\n',
  'Readme.MD': 'add\n',
  '.aiderignore': 'Readme.MD\n',
})
const workspace = new Workspace(root, { preset: 'agent' })
after(() => workspace.close())
const paths = ({ matches }) => matches.map(({ path }) => path)
const lines = ({ matches }) => matches.map(({ path, lineNumber }) => `${path}:${lineNumber}`)

test('searching lines', async () => {
  const js = { pattern: 'add', include: '*.js' }
  assert.deepEqual(lines(await tools.search(workspace, { ...js, maxCountPerFile: 1 })), ['src/a.js:2', 'src/b.js:1'])
  assert.deepEqual((await tools.search(workspace, { ...js, mode: 'count' })).matches.map((file) => file.matchCount), [1, 2])
  assert.equal((await tools.search(workspace, { ...js, context: 1 })).matches[0].contextAfter.length, 1)
  utimesSync(join(root, 'notes.txt'), 2_000_000_000, 2_000_000_000)
  assert.equal(lines(await tools.searchNewest(workspace, 'add'))[0], 'notes.txt:1')
  assert.ok(!lines(await tools.searchWithout(workspace, 'add', 'TODO')).includes('notes.txt:2'))
  assert.deepEqual(lines(await tools.searchAny(workspace, 'add (')), ['notes.txt:1', 'notes.txt:2'])
  assert.ok(!paths(await tools.searchUnignored(workspace, 'add')).includes('Readme.MD'))
  const all = lines(await tools.search(workspace, { pattern: 'add' }))
  const first = await tools.searchPage(workspace, 'add', { limit: 2 })
  const second = await tools.searchPage(workspace, 'add', { limit: 100, after: first.next })
  assert.deepEqual([...lines(first), ...lines(second)], all)
})

test('finding files', async () => {
  assert.equal(paths(await tools.newest(workspace, '**/*.*'))[0], 'notes.txt')
  assert.deepEqual(paths(await tools.findIgnoringCase(workspace, 'README.*')), ['Readme.MD'])
  assert.deepEqual(paths(await tools.list(workspace, '.', { ignore: ['*.MD'] })), ['notes.txt', 'src'])
  assert.equal(paths(await tools.mention(workspace, 'srca'))[0], 'src/a.js')
})

test('reading and changing code', async () => {
  const [found] = (await tools.searchNamed(workspace, 'return a')).matches
  assert.equal((await tools.readBlock(workspace, found)).text.trimEnd().split('\n').at(-1), '}')
  assert.deepEqual(await tools.definedNames(workspace, 'src'), [
    { file: 'src/a.js', names: ['add'] },
    { file: 'src/b.js', names: ['twice'] },
  ])
  assert.match(await tools.map(workspace, 'src', 200), /function add\(a, b\)/)
  assert.equal((await tools.findCode(workspace, 'add($A, $B)')).matches[0].metaVariables.A, 'x')
  assert.equal((await tools.syntaxErrors('let a = ;', 'js')).length, 1)
  const start = await tools.changesSince(workspace)
  const { diff, preview } = await tools.proposeEdit(workspace, [
    { path: 'src/a.js', name: 'add', action: 'replace', part: 'doc', text: '/** Sums. */' },
  ])
  assert.match(diff, /^\+\/\*\* Sums/m)
  assert.equal(typeof preview, 'string')
  const edited = { path: found.path, name: found.enclosing, version: found.version }
  await tools.editUnchanged(workspace, edited, '{\n  return b + a\n}')
  assert.match(readFileSync(join(root, 'src/a.js'), 'utf8'), /return b \+ a/)
  await assert.rejects(tools.editUnchanged(workspace, edited, '{}'), { code: 'ERR_RANSACK_STALE' })
  await tools.edit(workspace, [{ path: 'src/b.js', name: 'twice', action: 'rename', text: 'double' }])
  await tools.rewriteCode(workspace, { 'add($A, $A)': 'add($A, 2 * $A)' })
  writeFileSync(join(root, 'new.txt'), 'x')
  const { files } = await tools.changesSince(workspace, start.next)
  assert.deepEqual(files.map(({ path, kind }) => `${kind} ${path}`), ['created new.txt', 'modified src/a.js', 'modified src/b.js'])
})

test('tokens', () => {
  assert.ok(tools.tokens('hello world', 'gpt-4o') > 0)
  assert.equal(tools.cut('one\ntwo\nthree\nfour\nfive\n', 8, 'gpt-4o'), 'one\ntwo\n[cut]\n')
  assert.equal(tools.split('one two three', 2, 'gpt-4o').map(({ text }) => text).join(''), 'one two three')
})

test('each tool has less than ten lines', () => {
  const source = readFileSync(new URL('../../examples/node/agent-tools.mjs', import.meta.url), 'utf8')
  const parts = source.split(/\n(?=\/\*\* )/).slice(1)
  assert.ok(parts.length >= 20, `${parts.length}`)
  for (const part of parts) assert.ok(part.trimEnd().split('\n').length <= 10, part)
})
