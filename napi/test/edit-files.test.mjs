import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { RansackError, RansackOptionError, Workspace, edit, outline, undo } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const FILES = { 'a.txt': 'one\r\ntwo\r\nx x\r\né\r\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'sub/d.txt': 'd' }

const fresh = (files = FILES) => {
  const root = tree(files)
  const read = (name) => readFileSync(join(root, name), 'utf8')
  const uri = (name) => pathToFileURL(join(root, name)).href
  const run = (edits, options) => edit({ path: root, edits, ...options })
  return { root, read, uri, run, apply: (edits, options) => run(edits, { dryRun: false, ...options }) }
}

const errorOf = (promise) => promise.then(() => assert.fail('no error'), (error) => error)

test('every form of an edit is made, all in one call', async () => {
  const { root, read, run, apply, uri } = fresh()
  const edits = [
    { path: 'a.txt', oldText: 'one', newText: '1\n1b' },
    { path: 'a.txt', from: 2, newText: '2' },
    { path: 'a.txt', oldText: 'x', newText: 'y', all: true },
    { path: 'a.txt', after: 'é', newText: 'ü' },
    { path: 'a.txt', before: 4, newText: 'before é' },
    { path: 'a.txt', at: 'start', newText: 'top' },
    { path: 'a.txt', at: 'end', newText: 'end\n' },
    { path: 'b.txt', delete: true },
    { path: 'c.txt', renameTo: 'new/c.txt' },
    { path: 'sub/d.txt', oldText: 'd', newText: 'D', expectedCount: 1 },
    { path: 'sub/d.txt', renameTo: 'e.txt' },
    { path: 'run.sh', create: '#!/bin/sh\n', executable: true },
  ]
  const preview = await run(edits)
  assert.equal(preview.applied, false)
  assert.equal(read('a.txt'), FILES['a.txt'])
  assert.deepEqual(
    preview.fileChanges.map(({ path, kind, newPath, count }) => [path, kind, newPath, count]),
    [
      ['a.txt', 'modify', undefined, 8],
      ['sub/d.txt', 'rename', 'e.txt', 1],
      ['b.txt', 'delete', undefined, 1],
      ['c.txt', 'rename', 'new/c.txt', 1],
      ['run.sh', 'create', undefined, 1],
    ],
  )
  assert.deepEqual(preview.edits[2], { status: 'applied', level: 'exact', lines: [{ startLine: 3, endLine: 3 }, { startLine: 3, endLine: 3 }] })
  assert.deepEqual(preview.edits[7], { status: 'applied', level: 'exact', lines: [] })
  assert.deepEqual(preview.workspaceEdit.documentChanges, [
    { textDocument: { uri: uri('a.txt'), version: null }, edits: preview.fileChanges[0].textEdits },
    { textDocument: { uri: uri('sub/d.txt'), version: null }, edits: preview.fileChanges[1].textEdits },
    { kind: 'delete', uri: uri('b.txt') },
    { kind: 'rename', oldUri: uri('sub/d.txt'), newUri: uri('e.txt') },
    { kind: 'rename', oldUri: uri('c.txt'), newUri: uri('new/c.txt') },
    { kind: 'create', uri: uri('run.sh') },
    {
      textDocument: { uri: uri('run.sh'), version: null },
      edits: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: '#!/bin/sh\n' }],
    },
  ])
  const { applied, report, ...rest } = await apply(edits, { preview: preview.preview })
  assert.ok(applied && report.complete && !('workspaceEdit' in rest))
  assert.deepEqual([rest.recovered, rest.interrupted, rest.filesTouched], [[], [], 5])
  assert.equal(read('a.txt'), 'top\r\n1\r\n1b\r\n2\r\ny y\r\nbefore é\r\néü\r\nend\r\n')
  assert.deepEqual([read('new/c.txt'), read('e.txt')], ['c\n', 'D'])
  assert.ok(!existsSync(join(root, 'b.txt')) && !existsSync(join(root, 'c.txt')))
  if (process.platform !== 'win32') assert.equal(statSync(join(root, 'run.sh')).mode & 0o100, 0o100)
  const error = await errorOf(apply(edits, { preview: preview.preview }))
  assert.ok(error instanceof RansackError)
})

test('the call may name the file, by its bytes or URL too, and a content id', async () => {
  const { root, read, apply } = fresh({ 'a.py': 'def f(): pass\n' })
  const path = join(root, 'a.py')
  const { version } = await outline({ path })
  const edits = [{ oldText: 'f', newText: 'g', expectedCount: 3, ifVersion: version }]
  const wrong = await errorOf(apply(edits, { path }))
  assert.equal(wrong.code, 'ERR_RANSACK_AMBIGUOUS_TEXT')
  await apply([{ before: 'f()', newText: 'g', ifVersion: version }], { path: pathToFileURL(path) })
  assert.equal(read('a.py'), 'def gf(): pass\n')
  const stale = await errorOf(apply([{ at: 'end', newText: 'x', ifVersion: version }], { path: Buffer.from(path) }))
  assert.deepEqual([stale.code, stale.paths], ['ERR_RANSACK_STALE', [path]])
  await edit({ edits: [{ path, oldText: 'gf', newText: 'h' }], dryRun: false })
  assert.equal(read('a.py'), 'def h(): pass\n')
})

test('an edit that changes nothing says so, and a tolerant one how it was found', async () => {
  const { run, apply, read } = fresh({ 'a.txt': 'one “two”\n  three  \n  four\n' })
  const { edits, fileChanges } = await run(
    [
      { path: 'a.txt', oldText: 'one', newText: 'one' },
      { path: 'a.txt', oldText: '"two"\n', newText: '"2"\n' },
      { path: 'a.txt', oldText: 'three\nfour\n', newText: 'three\n4\n' },
    ],
    { tolerant: true },
  )
  assert.deepEqual(edits.map(({ status, level }) => [status, level]), [
    ['unchanged', 'exact'], ['applied', 'typography'], ['applied', 'indentation'],
  ])
  assert.equal(fileChanges[0].count, 2)
  const { applied, fileChanges: none, workspaceEdit } = await apply([{ path: 'a.txt', oldText: 'one', newText: 'one' }])
  assert.deepEqual([applied, none, workspaceEdit], [true, [], undefined])
  assert.equal(read('a.txt'), 'one “two”\n  three  \n  four\n')
})

test('errors name the edit, and the passages that it may have meant', async () => {
  const { root, run } = fresh({ 'a.txt': 'f("a")\nx\nx\nThe café is closed\n' })
  const failing = (...edits) => errorOf(run(edits))
  const unknown = await failing({ path: 'a.txt', oldText: 'x', newText: 'y', all: true }, { path: 'a.txt', oldText: "f('a')", newText: '' })
  assert.ok(unknown instanceof RansackError)
  assert.equal(unknown.code, 'ERR_RANSACK_UNKNOWN_TEXT')
  assert.match(unknown.message, /^`edits\[1\]`: the text to find does not occur; most similar: line 1, different in quotes/)
  assert.equal(unknown.path, join(root, 'a.txt'))
  assert.deepEqual(unknown.passages, [{ startLine: 1, endLine: 1, text: 'f("a")\n', differences: ['quotes'] }])
  const forms = await failing({ path: 'a.txt', after: 'the cafe\u0301 is closed', newText: '' })
  assert.deepEqual(forms.passages[0].differences, ['unicodeForm', 'case'])
  const ambiguous = await failing({ path: 'a.txt', oldText: 'x', newText: 'y' })
  assert.equal(ambiguous.code, 'ERR_RANSACK_AMBIGUOUS_TEXT')
  assert.deepEqual(ambiguous.passages.map(({ startLine, differences }) => [startLine, differences]), [[2, []], [3, []]])
  const overlap = await failing({ path: 'a.txt', from: 1, to: 2, newText: '' }, { path: 'a.txt', from: 2, newText: '' })
  assert.equal(overlap.code, 'ERR_RANSACK_OVERLAPPING_EDITS')
  assert.ok(!('passages' in overlap))
  const copied = await failing({ path: 'a.txt', from: 1, to: 2, newText: '1\tf("b")\n2\tx\n' })
  assert.match(copied.message, /^`edits\[0\]`: the lines of the new text begin with line numbers/)
})

test('fields that do not belong together are an error that names them', async () => {
  const { run } = fresh()
  const names = '`oldText`, `from`, `before`, `after`, `at`, `create`, `delete`, `renameTo`'
  for (const [given, message] of [
    [{}, `\`edits[0]\` must have one of ${names}`],
    [{ newText: 'a' }, `\`edits[0]\` must have one of ${names}`],
    [{ oldText: 'a', from: 1, newText: '' }, '`edits[0].from` cannot be combined with `oldText`'],
    [{ oldText: 'a' }, '`edits[0].newText` must be given with `oldText`'],
    [{ to: 1, oldText: 'a', newText: '' }, '`edits[0].to` cannot be combined with `oldText`'],
    [{ delete: true, newText: '' }, '`edits[0].newText` cannot be combined with `delete`'],
    [{ delete: false }, '`edits[0].delete` must be true, not false'],
    [{ create: '', renameTo: 'b' }, '`edits[0].renameTo` cannot be combined with `create`'],
    [{ oldText: 'a', newText: '', executable: true }, '`edits[0].executable` cannot be combined with `oldText`'],
    [{ oldText: 'a', newText: '', all: true, expectedCount: 2 }, '`edits[0].expectedCount` cannot be combined with `all`'],
    [{ at: 'middle', newText: '' }, "`edits[0].at` must be 'start' or 'end', not the string"],
    [{ before: 1.5, newText: '' }, '`edits[0].before` must be a line number or a quoted text, not the number 1.5'],
    [{ oldtext: 'a', newText: '' }, 'unknown option `oldtext`; did you mean `oldText`?'],
    [{ oldText: 'a', newText: '', ifVersion: 'x' }, '`edits[0].ifVersion` must be a content id'],
  ]) {
    const error = await errorOf(run([{ path: 'a.txt', ...given }]))
    assert.ok(error instanceof RansackOptionError, `${error}`)
    assert.ok(error.message.includes(message), `${error.message}\n${message}`)
  }
  const without = await errorOf(edit({ edits: [{ delete: true }] }))
  assert.equal(without.message, '`edits[0].path` must be given, or `path` for the call')
  assert.match((await errorOf(edit({}))).message, /^`edits` must be given: an array of objects/)
  assert.match((await errorOf(edit({ edits: [], path: 'x' }))).message, /^there are no edits/)
})

test('a workspace takes paths from its root, keeps buffers and lets nothing out', async () => {
  const { root, read, uri } = fresh()
  const workspace = new Workspace(root)
  try {
    workspace.setBuffer('a.txt', 'unsaved one\n')
    const edits = [{ path: 'a.txt', oldText: 'one', newText: '1' }, { path: 'sub/d.txt', renameTo: 'sub/e.txt' }]
    const outcome = await workspace.edit({ edits, dryRun: false })
    assert.deepEqual([outcome.applied, outcome.fileChanges[0].hasBuffer], [false, true])
    assert.deepEqual(outcome.workspaceEdit.documentChanges[1], { kind: 'rename', oldUri: uri('sub/d.txt'), newUri: uri('sub/e.txt') })
    assert.equal(read('sub/d.txt'), 'd')
    workspace.clearBuffer('a.txt')
    const { fileChanges } = await workspace.edit({ path: 'sub', edits: [{ path: 'd.txt', at: 'end', newText: '!' }], dryRun: false })
    assert.equal(fileChanges[0].path, 'sub/d.txt')
    for (const renameTo of ['../out.txt', join(dirname(root), 'out.txt')]) {
      const error = await errorOf(workspace.edit({ edits: [{ path: 'b.txt', renameTo }], dryRun: false }))
      assert.match(error.message, /outside the workspace.*`allow`/)
    }
    assert.ok(existsSync(join(root, 'b.txt')))
  } finally {
    workspace.close()
  }
})

/** Makes the changes of a `WorkspaceEdit`, as an editor does. */
function makeAsEditor({ documentChanges }) {
  for (const { kind, uri, oldUri, newUri, textDocument, edits } of documentChanges) {
    if (kind === 'create') {
      const path = fileURLToPath(uri)
      assert.ok(!existsSync(path), path)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, '')
    } else if (kind === 'delete') {
      rmSync(fileURLToPath(uri))
    } else if (kind === 'rename') {
      const path = fileURLToPath(newUri)
      assert.ok(!existsSync(path), path)
      mkdirSync(dirname(path), { recursive: true })
      renameSync(fileURLToPath(oldUri), path)
    } else {
      const path = fileURLToPath(textDocument.uri)
      const lines = readFileSync(path, 'utf8').split(/(?<=\n)/)
      const offset = ({ line, character }) => lines.slice(0, line).join('').length + character
      const text = edits.reduceRight(
        (text, { range, newText }) => text.slice(0, offset(range.start)) + newText + text.slice(offset(range.end)),
        lines.join(''),
      )
      writeFileSync(path, text)
    }
  }
}

test('an editor that makes the changes has the files that would be written', async () => {
  const files = { a: 'a\n', b: 'b\n', c: 'c\n', d: 'd\n', e: 'e\n' }
  const edits = [
    // A cycle, a chain that ends at a deleted file, and a creation at a path that becomes free.
    { path: 'a', renameTo: 'b' },
    { path: 'b', renameTo: 'a' },
    { path: 'b', oldText: 'b', newText: 'é\nb' },
    { path: 'c', renameTo: 'd' },
    { path: 'd', renameTo: 'e' },
    { path: 'e', delete: true },
    { path: 'c', at: 'end', newText: 'c2' },
    { path: 'new/f', create: 'f\n' },
    { path: 'new/empty', create: '' },
  ]
  const written = fresh(files)
  await written.apply(edits)
  const edited = fresh(files)
  makeAsEditor((await edited.run(edits)).workspaceEdit)
  const names = ['a', 'b', 'd', 'e', 'new/f', 'new/empty']
  assert.deepEqual(names.map(edited.read), ['é\nb\n', 'a\n', 'c\nc2\n', 'd\n', 'f\n', ''])
  assert.deepEqual(names.map(written.read), names.map(edited.read))
})

test('bytes are those of the files', async () => {
  const { root, run } = fresh({})
  writeFileSync(join(root, 'a.txt'), Buffer.from('é \xFF\n', 'latin1'))
  const { fileChanges } = await run([{ path: 'a.txt', renameTo: 'ü.txt' }, { path: 'a.txt', at: 'end', newText: 'x' }], { bytes: true })
  const [{ pathBytes, newPathBytes, diffBytes }] = fileChanges
  assert.deepEqual([Buffer.from(pathBytes).toString(), Buffer.from(newPathBytes).toString()], ['a.txt', 'ü.txt'])
  assert.ok(Buffer.from(diffBytes).includes(Buffer.from('é \xFF\n', 'latin1')))
})

test('edits of one file by several processes lose nothing', async () => {
  const { root, read } = fresh({ 'a.txt': '' })
  const [processes, lines] = [3, 8]
  const module = new URL('../index.mjs', import.meta.url).href
  const writer = `
    import { edit } from ${JSON.stringify(module)}
    const [path, name] = process.argv.slice(1)
    for (let i = 0; i < ${lines}; i++) {
      await edit({ path, edits: [{ at: 'end', newText: name + '.' + i }], dryRun: false, waitMs: Infinity })
    }
  `
  const ended = Array.from({ length: processes }, (_, name) => {
    const args = ['--input-type=module', '-e', writer, join(root, 'a.txt'), String(name)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] })
    return new Promise((resolve) => child.once('exit', resolve))
  })
  assert.deepEqual(await Promise.all(ended), Array(processes).fill(0))
  const expected = Array.from({ length: processes * lines }, (_, i) => `${Math.floor(i / lines)}.${i % lines}`)
  assert.deepEqual(read('a.txt').trimEnd().split('\n').sort(), expected.sort())
})

test('a call that is aborted before it begins writes nothing', async () => {
  const { read, apply } = fresh()
  const error = await errorOf(apply([{ path: 'b.txt', oldText: 'b', newText: 'B' }], { signal: AbortSignal.abort() }))
  assert.equal(error.code, 'ABORT_ERR')
  assert.equal(read('b.txt'), 'b\n')
})

test('hard links of one file are edited, deleted and renamed in one call', async () => {
  const linked = () => {
    const files = fresh()
    for (const name of ['b2.txt', 'b3.txt']) linkSync(join(files.root, 'b.txt'), join(files.root, name))
    return files
  }
  const exists = (root) => ['b.txt', 'b2.txt', 'b3.txt', 'z.txt'].filter((name) => existsSync(join(root, name)))
  for (const [edits, left] of [
    [[{ path: 'b.txt', delete: true }, { path: 'b2.txt', delete: true }], ['b3.txt']],
    [[{ path: 'b.txt', delete: true }, { path: 'b2.txt', delete: true }, { path: 'b3.txt', delete: true }], []],
    [[{ path: 'b.txt', delete: true }, { path: 'b2.txt', renameTo: 'z.txt' }], ['b3.txt', 'z.txt']],
  ]) {
    const { root, read, apply } = linked()
    const { id } = await apply(edits)
    assert.deepEqual(exists(root), left)
    for (const name of left) assert.equal(read(name), 'b\n')
    await undo({ id, path: root })
    assert.deepEqual(exists(root), ['b.txt', 'b2.txt', 'b3.txt'])
    for (const name of exists(root)) assert.equal(read(name), 'b\n')
  }
  const { root, read, apply } = linked()
  const edited = (newText) => ({ oldText: 'b', newText })
  await apply([{ path: 'b.txt', ...edited('c') }, { path: 'b2.txt', ...edited('c') }])
  assert.deepEqual([read('b3.txt'), statSync(join(root, 'b.txt')).nlink], ['c\n', 3])
  const different = apply([{ path: 'b.txt', oldText: 'c', newText: 'd' }, { path: 'b2.txt', oldText: 'c', newText: 'e' }])
  assert.equal((await errorOf(different)).code, 'ERR_RANSACK_OVERLAPPING_EDITS')
  assert.equal(read('b.txt'), 'c\n')
})
