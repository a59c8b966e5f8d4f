// Undo journal: undo, redo, checkpoints, the list of edits, and ids of all edits.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

import { RansackOptionError, Workspace, astEdit, checkpoint, editDefinition, edits, redo, undo } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

/** Returns a tree with a journal next to it, and the options that both need. */
function place(files = { 'ä.js': 'f(1);\n', 'b.js': 'f(2);\n' }) {
  const parent = realpathSync(tree({}))
  const root = join(parent, 'tree')
  mkdirSync(root)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  const journal = { journalPath: join(parent, 'state'), session: 'one' }
  const read = (name) => readFileSync(join(root, name), 'utf8')
  const rewrite = (from, to, options) =>
    astEdit({ rewrites: { [from]: to }, path: root, dryRun: false, ...journal, ...options })
  return { root, journal, read, rewrite, options: { path: root, ...journal } }
}

test('an edit is undone and redone by its id', async () => {
  const { root, read, rewrite, options, journal } = place()
  const { id, applied } = await rewrite('f($A)', 'g($A)')
  assert.ok(applied)
  assert.match(id, /^[0-9a-f]{24}$/)
  const undone = await undo({ id, ...options })
  assert.deepEqual({ ...undone, edits: undone.edits.length }, { edits: 1, applied: true, buffers: [], recovered: [] })
  const [edit] = undone.edits
  assert.deepEqual([edit.id, edit.state, edit.operation, edit.root], [id, 'undone', 'astEdit', root])
  assert.deepEqual(edit.files, [
    { path: join(root, 'b.js'), action: 'rewritten' },
    { path: join(root, 'ä.js'), action: 'rewritten' },
  ])
  assert.deepEqual([read('ä.js'), read('b.js')], ['f(1);\n', 'f(2);\n'])
  await assert.rejects(undo({ id, ...options }), { code: 'ERR_RANSACK_STALE' })
  await redo({ ...journal, path: join(root, 'b.js') })
  assert.deepEqual([read('ä.js'), read('b.js')], ['g(1);\n', 'g(2);\n'])
  assert.equal(statSync(journal.journalPath).mode & 0o777, process.platform === 'win32' ? 0o666 : 0o700)
})

test('changes by others are listed and kept', async () => {
  const { root, read, rewrite, options } = place()
  await rewrite('f($A)', 'g($A)')
  writeFileSync(join(root, 'b.js'), 'foreign')
  await assert.rejects(undo(options), { code: 'ERR_RANSACK_STALE', paths: [join(root, 'b.js')] })
  assert.deepEqual([read('ä.js'), read('b.js')], ['g(1);\n', 'foreign'])
})

test('a checkpoint is returned to with one call', async () => {
  const { root, read, rewrite, options, journal } = place()
  await rewrite('f($A)', 'g($A)')
  const before = Date.now()
  const mark = await checkpoint({ name: 'start', ...options })
  assert.deepEqual({ ...mark, time: 0 }, { name: 'start', session: 'one', path: root, time: 0 })
  assert.ok(mark.time >= before - 1000 && mark.time <= Date.now() + 1000)
  await rewrite('g($A)', 'h($A)')
  const rename = [{ name: 'k', action: 'rename', text: 'l' }]
  writeFileSync(join(root, 'c.js'), 'function k() {}\n')
  const { id } = await editDefinition({ path: join(root, 'c.js'), edits: rename, dryRun: false, ...journal })
  const listed = await edits(options)
  assert.deepEqual(listed.edits.map(({ operation }) => operation), ['editDefinition', 'astEdit', 'astEdit'])
  assert.deepEqual(listed.edits.map(({ checkpoints }) => checkpoints), [['start'], ['start'], []])
  assert.deepEqual([listed.edits[0].id, listed.damaged, listed.checkpoints], [id, [], [mark]])
  assert.ok(listed.edits.every(({ bytes, time, session }) => bytes > 0 && time > 0 && session === 'one'))
  const undone = await undo({ checkpoint: 'start', ...options })
  assert.deepEqual(undone.edits.map((edit) => edit.id), listed.edits.slice(0, 2).map((edit) => edit.id))
  assert.deepEqual([read('ä.js'), read('c.js')], ['g(1);\n', 'function k() {}\n'])
  assert.deepEqual((await undo({ checkpoint: 'start', ...options })).applied, false)
  await assert.rejects(undo({ checkpoint: 'other', ...options }), { code: 'ERR_RANSACK_NOT_FOUND' })
})

test('sessions undo only their own edits', async () => {
  const { rewrite, options, read } = place()
  await rewrite('f(1)', 'g(1)')
  await rewrite('f(2)', 'g(2)', { session: 'two' })
  await undo(options)
  assert.deepEqual([read('ä.js'), read('b.js')], ['f(1);\n', 'g(2);\n'])
  await assert.rejects(undo(options), { code: 'ERR_RANSACK_NOT_FOUND' })
})

test('an edit without a journal is applied and has no id', async () => {
  const { root, rewrite, journal } = place()
  const dry = await rewrite('f($A)', 'g($A)', { dryRun: true })
  assert.ok(!('id' in dry) && !existsSync(journal.journalPath))
  const off = await rewrite('f($A)', 'g($A)', { recordEdits: false })
  assert.deepEqual([off.applied, off.id, off.report.hints ?? []], [true, undefined, []])
  const failed = await rewrite('g($A)', 'f($A)', { journalPath: join(root, 'b.js') })
  assert.deepEqual([failed.applied, failed.id], [true, undefined])
  assert.match(failed.report.hints[0], /^the edit cannot be undone: cannot use the undo journal/)
  const large = await rewrite('f($A)', 'g($A)', { journalMaxBytes: 10 })
  assert.match(large.report.hints[0], /maximum of 10 bytes/)
})

test('a file with an open buffer is not undone', async (t) => {
  const { root, read, journal } = place()
  const workspace = new Workspace(root)
  t.after(() => workspace.close())
  const rewrites = { 'f($A)': 'g($A)' }
  const { id } = await workspace.astEdit({ rewrites, dryRun: false, ...journal })
  workspace.setBuffer('b.js', 'edited')
  const refused = await workspace.undo({ id, ...journal })
  assert.deepEqual([refused.applied, refused.buffers, refused.edits], [false, [join(root, 'b.js')], []])
  assert.equal(read('ä.js'), 'g(1);\n')
  workspace.clearBuffer('b.js')
  assert.ok((await workspace.undo({ path: 'b.js', ...journal })).applied)
  assert.equal(read('b.js'), 'f(2);\n')
  assert.ok((await workspace.redo({ ...journal })).applied)
  await workspace.checkpoint({ name: 'x', path: 'b.js', ...journal })
  const { edits: listed, checkpoints } = await workspace.edits({ ...journal, bytes: true })
  assert.deepEqual([listed[0].id, listed[0].root, checkpoints[0].path], [id, root, join(root, 'b.js')])
  assert.deepEqual(Buffer.from(listed[0].files[1].pathBytes).toString(), join(root, 'ä.js'))
})

test('wrong options are refused', async () => {
  const { options } = place()
  await assert.rejects(undo({ id: 'a', checkpoint: 'b', ...options }), RansackOptionError)
  await assert.rejects(undo({ ...options, session: '' }), RansackOptionError)
  await assert.rejects(checkpoint({ ...options }), RansackOptionError)
  await assert.rejects(checkpoint({ name: '', ...options }), RansackOptionError)
  await assert.rejects(undo({ id: '../../x', ...options }), { code: 'ERR_RANSACK_NOT_FOUND' })
  await assert.rejects(undo({ ...options, signal: AbortSignal.abort() }), { name: 'AbortError' })
})
