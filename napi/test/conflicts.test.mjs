// Conflicts in files.

import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'

import { Workspace, conflicts, conflictsStream } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const path = tree({
  'a.md': 'Title\n=======\n',
  'b.js': 'é\n<<<<<<< HEAD\n1\n||||||| base\n=======\n2\n3\n>>>>>>> topic\n<<<<<<< left\n',
})

const SIDES = [
  { label: 'HEAD', startLine: 3, lineCount: 1, byteStart: 16, text: '1\n' },
  { label: 'base', startLine: 5, lineCount: 0, byteStart: 31, text: '' },
  { label: 'topic', startLine: 6, lineCount: 2, byteStart: 39, text: '2\n3\n' },
]
const [ours, base, theirs] = SIDES
const FOUND = [
  { path: 'b.js', startLine: 2, endLine: 8, byteStart: 3, byteEnd: 57, complete: true, ours, base, theirs },
  {
    path: 'b.js',
    startLine: 9,
    endLine: 9,
    byteStart: 57,
    byteEnd: 70,
    complete: false,
    ours: { label: 'left', startLine: 10, lineCount: 0, byteStart: 70, text: '' },
  },
]

test('conflicts have both sides and the base', async () => {
  const result = await conflicts({ path })
  assert.deepEqual(result.conflicts, FOUND)
  assert.equal(result.totalMatches, 2)
  assert.ok(result.report.complete && !result.limitReached)
  const limited = await conflicts({ path, limit: 1 })
  assert.deepEqual([limited.conflicts.length, limited.limitReached], [1, true])
  const seen = []
  await conflicts({ path }, (error, conflict) => seen.push(conflict))
  assert.equal(seen.length, 2)
})

test('raw bytes, streams and workspaces', async () => {
  const [{ ours, theirs, pathBytes }] = (await conflicts({ path, bytes: true })).conflicts
  assert.deepEqual(
    [pathBytes, ours.labelBytes, ours.textBytes, theirs.labelBytes].map((bytes) => Buffer.from(bytes).toString()),
    ['b.js', 'HEAD', '1\n', 'topic'],
  )
  const streamed = []
  for await (const batch of conflictsStream({ path })) streamed.push(...batch)
  assert.deepEqual(streamed, FOUND)
  const workspace = new Workspace(path)
  workspace.setBuffer('a.md', '<<<<<<< a\n=======\n>>>>>>> b\n')
  assert.deepEqual((await workspace.conflicts({})).conflicts.map(({ path }) => path), ['a.md', 'b.js', 'b.js'])
  workspace.close()
})

test('invalid input is refused', async () => {
  await assert.rejects(conflicts({ path: join(path, 'none') }), { code: 'ERR_RANSACK_NOT_FOUND' })
  await assert.rejects(conflicts({ path, encoding: 'none' }), { code: 'ERR_RANSACK_INVALID_OPTION' })
})
