// Open buffers of a workspace: unsaved texts that replace files.

import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { afterEach } from 'node:test'
import { pathToFileURL } from 'node:url'

import { Workspace } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const FILES = { 'a.js': 'needle()\n', 'src/b.js': 'needle()\nneedle()\n', 'ignored/c.js': 'needle()\n', '.ignore': 'ignored\n' }

const opened = []

/** Opens a workspace, which is closed after the test. */
function open(root, options) {
  const workspace = new Workspace(root, options)
  opened.push(workspace)
  return workspace
}

afterEach(() => {
  for (const workspace of opened.splice(0)) workspace.close()
})

/** Lines that match as `path:line:text`. */
async function lines(workspace, options = {}) {
  const { matches } = await workspace.grep({ pattern: 'needle', ...options })
  return matches.map(({ path, lineNumber, line }) => `${path}:${lineNumber}:${line}`)
}

for (const refresh of ['walk', 'watch', 'stat', 'manual']) {
  test(`every operation sees the buffers: ${refresh}`, async () => {
    const root = tree(FILES)
    const workspace = open(root, { refresh })
    assert.equal(workspace.setBuffer('src/b.js', 'ünsaved\nneedle("é")\n'), undefined)
    workspace.setBuffer(pathToFileURL(join(root, 'new/deep/d.js')), new TextEncoder().encode('needle(4)\n'))
    const expected = ['a.js:1:needle()', 'new/deep/d.js:1:needle(4)', 'src/b.js:2:needle("é")']
    assert.deepEqual(await lines(workspace), expected)
    for (const path of ['new', 'new/deep/d.js']) {
      assert.deepEqual(await lines(workspace, { path }), ['new/deep/d.js:1:needle(4)'])
    }
    assert.deepEqual(await lines(workspace, { path: 'new', pathsFrom: 'root' }), ['deep/d.js:1:needle(4)'])
    assert.deepEqual(await lines(workspace, { wait: false }), expected)
    const stream = []
    for await (const batch of workspace.grepStream({ pattern: 'needle' })) stream.push(...batch)
    assert.equal(stream.length, 3)
    const globbed = await workspace.glob({ pattern: '{new/**,src/*}', stat: true })
    assert.deepEqual(
      globbed.matches.map(({ path, size }) => [path, size]),
      [['new/deep', undefined], ['new/deep/d.js', 10], ['src/b.js', 22]],
    )
    const fuzzy = await workspace.fuzzyFind({ query: 'deep/d' })
    assert.deepEqual(fuzzy.matches.map(({ path }) => path), ['new/deep/d.js'])
    const code = await workspace.astGrep({ patterns: ['needle($A)'] })
    assert.deepEqual(code.matches.map(({ path, text }) => [path, text]), [
      ['new/deep/d.js', 'needle(4)'],
      ['src/b.js', 'needle("é")'],
    ])
    rmSync(join(root, 'src'), { recursive: true })
    workspace.invalidate()
    assert.deepEqual(await lines(workspace), expected)
    workspace.clearBuffer('src/b.js')
    assert.deepEqual(await lines(workspace), expected.slice(0, 2))
    workspace.clearBuffer()
    assert.deepEqual(await lines(workspace), expected.slice(0, 1))
  })
}

test('a call sees the buffers of its beginning', async () => {
  const workspace = open(tree(FILES))
  const long = 'needle\n'.repeat(200_000)
  workspace.setBuffer('long', long)
  const call = lines(workspace, { path: 'long' })
  workspace.setBuffer('long', 'needle')
  assert.equal((await call).length, 200_000)
  assert.deepEqual(await lines(workspace, { path: 'long' }), ['long:1:needle'])
})

test('the text is copied', async () => {
  const workspace = open(tree(FILES))
  const shared = new Uint8Array(new SharedArrayBuffer(6))
  for (const bytes of [shared, Buffer.alloc(6)]) {
    bytes.set(Buffer.from('needle'))
    workspace.setBuffer('copied', bytes)
    bytes.fill(0)
    assert.deepEqual(await lines(workspace, { path: 'copied' }), ['copied:1:needle'])
  }
  workspace.setBuffer('copied', 'needle \ud800')
  assert.deepEqual(await lines(workspace, { path: 'copied' }), ['copied:1:needle \ufffd'])
  workspace.setBuffer('copied', '')
  assert.deepEqual(await lines(workspace, { path: 'copied' }), [])
})

test('edits return the changes of buffers and write none', async () => {
  const root = tree(FILES)
  const workspace = open(root)
  workspace.setBuffer('src/b.js', 'é; needle(1)\n')
  workspace.setBuffer('new.js', '')
  workspace.updateBuffer('new.js', [{ text: 'needle(2)\n' }], 7)
  const options = { rewrites: { 'needle($A)': 'thread($A)' } }
  const { changes, applied } = await workspace.astEdit(options)
  assert.equal(applied, false)
  assert.deepEqual(
    changes.map(({ path, after, startColumn }) => [path, after, startColumn]),
    [['new.js', 'thread(2)', 1], ['src/b.js', 'thread(1)', 4]],
  )
  const outcome = await workspace.astEdit({ ...options, dryRun: false })
  assert.equal(outcome.applied, false)
  const edit = (line, start, end) => ({ range: { start: { line, character: start }, end: { line, character: end } }, newText: 'thread' })
  assert.deepEqual(outcome.workspaceEdit, {
    documentChanges: [
      { textDocument: { uri: pathToFileURL(join(root, 'new.js')).href, version: 7 }, edits: [edit(0, 0, 6)] },
      { textDocument: { uri: pathToFileURL(join(root, 'src/b.js')).href, version: null }, edits: [edit(0, 3, 9)] },
    ],
  })
  assert.deepEqual(outcome.fileChanges.map(({ hasBuffer }) => hasBuffer), [true, true])
  assert.deepEqual(outcome.fileChanges.map(({ bufferVersion }) => bufferVersion), [7, undefined])
  assert.equal(readFileSync(join(root, 'src/b.js'), 'utf8'), FILES['src/b.js'])
  assert.ok(!existsSync(join(root, 'new.js')))
  workspace.clearBuffer()
  writeFileSync(join(root, 'src/b.js'), 'needle(1)\n')
  assert.equal((await workspace.astEdit({ ...options, dryRun: false })).applied, true)
})

/** Applies edits as an editor does: from the last to the first, on a text whose positions are in UTF-16. */
function applied(text, edits) {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length)
  const offset = ({ line, character }) => starts[line] + character
  return edits.reduceRight((text, { range, newText }) => {
    return text.slice(0, offset(range.start)) + newText + text.slice(offset(range.end))
  }, text)
}

test('an editor that applies the edits has the texts that would be written', async () => {
  const texts = {
    'a.js': 'needle(1)\r\n/* 😀 */ needle("é", needle(2));\r\n',
    'b.js': 'let x = 1; /* 😀 */ let y = 1\nz = [\n  needle(2), needle(3),\n  needle(\n    4,\n  ),\n]',
    'c.js': '"é😀"; needle(`\r\n`)\n\nneedle()\n',
  }
  const root = tree(texts)
  const workspace = open(root)
  for (const [path, text] of Object.entries(texts)) workspace.setBuffer(path, text)
  const rewrites = { 'needle($$$A)': 'longer.thread($$$A, "😁")', 'let $A = 1': 'const $A = 1' }
  const options = { rewrites, dryRun: false, allowSyntaxErrors: true, repeat: 2, limit: 20 }
  const { workspaceEdit, ...outcome } = await workspace.astEdit(options)
  assert.equal(outcome.applied, false)
  workspace.clearBuffer()
  const written = await workspace.astEdit(options)
  assert.deepEqual([written.applied, 'workspaceEdit' in written, written.fileChanges[0].textEdits], [true, false, []])
  assert.equal(workspaceEdit.documentChanges.length, 3)
  for (const { textDocument, edits } of workspaceEdit.documentChanges) {
    const file = new URL(textDocument.uri)
    const name = file.pathname.split('/').pop()
    assert.equal(applied(texts[name], edits), readFileSync(file, 'utf8'))
  }
})

test('bad input', async () => {
  const workspace = open(tree(FILES))
  const invalid = { name: 'RansackOptionError', code: 'ERR_RANSACK_INVALID_OPTION' }
  for (const path of ['', '.', 'src', 'new/', '../x', '/', 'a.js/x', 'a\0b', 1, null, undefined, {}, new URL('https://x/y')]) {
    assert.throws(() => workspace.setBuffer(path, 'x'), invalid, String(path))
  }
  for (const text of [1, null, undefined, {}, [], new Uint16Array(1), new ArrayBuffer(1)]) {
    assert.throws(() => workspace.setBuffer('x', text), { ...invalid, message: /`text`/ }, String(text))
  }
  workspace.setBuffer('dir/file', 'x')
  assert.throws(() => workspace.setBuffer('dir', 'x'), { ...invalid, message: /other buffers/ })
  assert.throws(() => workspace.setBuffer('dir/file/x', 'x'), { ...invalid, message: /another buffer/ })
  for (const path of ['', 1, {}]) assert.throws(() => workspace.clearBuffer(path), invalid, String(path))
  for (const path of ['none', 'src', '../x']) workspace.clearBuffer(path)
  assert.equal((await workspace.glob({ pattern: 'dir/*' })).matches.length, 1)
  workspace.clearBuffer(null)
  assert.equal((await workspace.glob({ pattern: 'dir/*' })).matches.length, 0)
  assert.throws(() => Workspace.prototype.setBuffer.call({}, 'x', 'x'), TypeError)
  workspace.close()
  const closed = { name: 'RansackError', code: 'ERR_RANSACK_CLOSED' }
  assert.throws(() => workspace.setBuffer('x', 'x'), closed)
  assert.throws(() => workspace.clearBuffer(), closed)
})
