import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { pathToFileURL } from 'node:url'

import { RansackOptionError, Workspace, definition, editDefinition } from '../index.mjs'
import { positions } from '../testing/ranges.mjs'
import { tree } from '../testing/tree.mjs'

const PYTHON = 'class A:\n    x = 1\n\n    def f(self):\n        return 1\n'

const fresh = (files = { 'a.py': PYTHON }) => {
  const root = tree(files)
  const path = join(root, 'a.py')
  return { root, path, read: (name = 'a.py') => readFileSync(join(root, name), 'utf8') }
}

const apply = (path, ...edits) => editDefinition({ path, edits, dryRun: false })

test('a preview has every field and changes nothing', async () => {
  const { path, read } = fresh()
  const edits = [{ name: 'A.f', action: 'replace', part: 'body', text: 'return 2' }]
  const { changes, fileChanges, preview, report, ...rest } = await editDefinition({ path, edits, bytes: true })
  const [{ pathBytes, beforeBytes, afterBytes, ...change }] = changes
  assert.deepEqual(change, {
    path,
    before: 'return 1',
    after: 'return 2',
    byteStart: PYTHON.indexOf('return'),
    byteEnd: PYTHON.length - 1,
    deletedLength: 8,
    startLine: 5,
    startColumn: 9,
    endLine: 5,
    endColumn: 17,
    range: positions({ startLine: 5, startColumn: 9, endLine: 5, endColumn: 17 }),
    language: 'python',
    rewrite: 0,
    pass: 0,
    root: 0,
  })
  assert.equal(Buffer.from(pathBytes).toString(), path)
  assert.equal(Buffer.from(afterBytes).toString(), 'return 2')
  assert.equal(beforeBytes.length, 8)
  assert.deepEqual(fileChanges.map(({ path, count, root }) => [path, count, root]), [[path, 1, 0]])
  assert.match(fileChanges[0].diff, /^-        return 1\n\+        return 2$/m)
  assert.equal(rest.applied, false)
  assert.equal(report.complete, true)
  assert.equal(read(), PYTHON)

  writeFileSync(path, PYTHON.replace('x = 1', 'x = 2'))
  await assert.rejects(editDefinition({ path, edits, dryRun: false, preview }), { code: 'ERR_RANSACK_STALE' })
  writeFileSync(path, PYTHON)
  assert.equal((await editDefinition({ path, edits, dryRun: false, preview })).applied, true)
  assert.equal(read(), PYTHON.replace('return 1', 'return 2'))
})

test('every action changes the file', async () => {
  const { path, read } = fresh()
  await apply(path, { name: 'A.x', action: 'replace', part: 'value', text: '3' })
  await apply(path, { name: 'A.f', action: 'replace', part: 'doc', text: 'One.' })
  await apply(path, { name: 'A.f', action: 'rename', text: 'g' })
  await apply(path, { name: 'A', action: 'insert', place: 'firstMember', text: 'y = 4' })
  await apply(path, { name: 'A.x', action: 'remove' })
  await apply(path, { name: 'A.g', action: 'move', place: 'lastMember' })
  await apply(path, { name: 'A', action: 'region', text: 'All', target: 'g' })
  const expected = '# region All\nclass A:\n    y = 4\n\n\ndef g(self):\n    """One."""\n    return 1\n# endregion\n'
  assert.equal(read(), expected)
  const { text } = await definition({ path, name: 'A.y', parts: ['value'] })
  assert.equal(text, '4')
})

test('imports change beside definitions, one after another', async () => {
  const { path, read } = fresh({ 'a.py': `import z\nimport y\n\n\n${PYTHON}` })
  await apply(
    path,
    { name: 'A.f', action: 'replace', part: 'body', text: 'return b' },
    { action: 'addImports', imports: [{ module: 'a', names: ['b', { name: 'c', alias: 'd' }] }, { module: 'x' }] },
    { action: 'organiseImports' },
    { action: 'removeImports', imports: [{ module: 'a', name: 'c' }, { module: 'z' }] },
  )
  assert.equal(read(), `import x\nimport y\nfrom a import b\n\n\n${PYTHON.replace('return 1', 'return b')}`)
  const added = { action: 'addImports', imports: new Set([{ module: 'os', kind: 'static' }]) }
  const { changes } = await apply(path, added)
  assert.deepEqual(changes.map(({ before, after, rewrite }) => [before, after, rewrite]), [['', 'import os\n\n', 0]])
})

test('edits of several files are applied to all or to none', async () => {
  const { root, path, read } = fresh({ 'a.py': PYTHON, 'b.py': 'class B:\n\tpass\n' })
  const other = join(root, 'b.py')
  const moves = (target) => [
    { name: 'A.f', action: 'move', place: 'lastMember', target, targetPath: pathToFileURL(other) },
    { path: Buffer.from(other), name: 'B', action: 'rename', text: 'C' },
  ]
  await assert.rejects(apply(path, ...moves('D')), { code: 'ERR_RANSACK_UNKNOWN_NAME' })
  assert.equal(read(), PYTHON)
  const { changes } = await apply(path, ...moves('B'))
  assert.deepEqual(changes.map(({ root, rewrite }) => [root, rewrite]), [[0, 0], [1, 1], [1, 0]])
  assert.equal(read(), 'class A:\n    x = 1\n')
  assert.equal(read('b.py'), 'class C:\n\tdef f(self):\n\t\treturn 1\n')
})

test('a workspace edits files below its root, and returns the edits of buffers', async () => {
  const { root, read } = fresh()
  const workspace = new Workspace(root)
  const edits = [{ name: 'A.f', action: 'rename', text: 'g' }]
  const { applied, changes } = await workspace.editDefinition({ path: 'a.py', edits, dryRun: false })
  assert.deepEqual([applied, changes[0].path], [true, 'a.py'])
  assert.equal(read(), PYTHON.replace('def f', 'def g'))
  await workspace.setBuffer('a.py', 'def h(): pass\n')
  const renamed = [{ name: 'h', action: 'rename', text: 'i' }]
  assert.equal((await workspace.editDefinition({ path: 'a.py', edits: renamed })).changes[0].before, 'h')
  const { applied: isWritten, workspaceEdit } = await workspace.editDefinition({ path: 'a.py', edits: renamed, dryRun: false })
  assert.equal(isWritten, false)
  assert.deepEqual(workspaceEdit.documentChanges[0].edits[0].newText, 'i')
  workspace.close()
  await assert.rejects(workspace.editDefinition({ path: 'a.py', edits }), { code: 'ERR_RANSACK_CLOSED' })
})

test('bad input is an error that names it', async () => {
  const { root, path, read } = fresh()
  const wrong = [
    [undefined, /options/],
    [{}, /`edits` must be given/],
    [{ edits: [] }, /no edits/],
    [{ edits: {} }, /`edits` must be an array/],
    [{ edits: [1] }, /^`edits\[0\]` must be an object with `action`, not the number 1/],
    [{ edits: [{ name: 'A' }] }, /^`edits\[0\].action` must be given/],
    [{ edits: [{ action: 'remove' }] }, /^`edits\[0\].name` must be given for the action 'remove'/],
    [{ edits: [{ name: 'A', action: 'organiseImports' }] }, /^`edits\[0\]`: the action 'organiseImports' takes no `name`$/],
    [{ edits: [{ action: 'addImports' }] }, /`edits\[0\].imports` must be given/],
    [{ edits: [{ action: 'addImports', imports: ['a'] }] }, /^`edits\[0\].imports\[0\]` must be an object with `module`/],
    [{ edits: [{ action: 'addImports', imports: [{}] }] }, /^`edits\[0\].imports\[0\].module` must be given/],
    [{ edits: [{ action: 'addImports', imports: [{ module: 'a', name: 'b' }] }] }, /unknown option `name`/],
    [{ edits: [{ action: 'addImports', imports: [{ module: 'a', names: [1] }] }] }, /^`edits\[0\].imports\[0\].names\[0\]` must be a string/],
    [{ edits: [{ action: 'addImports', imports: [{ module: 'a', kind: 'all' }] }] }, /^`edits\[0\].imports\[0\].kind` must be 'static'/],
    [{ edits: [{ action: 'addImports', imports: [{ module: 'a', kind: 'member' }] }] }, /^`edits\[0\].imports\[0\]`: python has no such import/],
    [{ edits: [{ action: 'addImports', imports: [{ module: 'a b' }] }] }, /not a valid import statement of python/],
    [{ edits: [{ action: 'removeImports', imports: [{ module: 'a', names: ['b'] }] }] }, /unknown option `names`/],
    [{ edits: [{ name: 'A', action: 'remove', imports: [{ module: 'a' }] }] }, /^`edits\[0\]`: the action 'remove' takes no `imports`$/],
    [{ edits: [{ name: 'A', action: 'delete' }] }, /'remove'/],
    [{ edits: [{ name: 'A', action: 'remove', text: '' }] }, /^`edits\[0\]`: the action 'remove' takes no `text`$/],
    [{ edits: [{ name: 'A', action: 'rename' }] }, /`edits\[0\].text` must be given for the action 'rename'/],
    [{ edits: [{ name: 'A', action: 'insert', text: 'x' }] }, /^`edits\[0\].place` must be given/],
    [{ edits: [{ name: 'A', action: 'insert', place: 'in', text: 'x' }] }, /'lastMember'/],
    [{ edits: [{ name: 'A', action: 'replace', part: 'name', text: 'x' }] }, /'signature'/],
    [{ edits: [{ name: 'A', action: 'remove', pat: 'x' }] }, /`path`/],
    [{ edits: [{ name: '', action: 'remove' }] }, /^`edits\[0\]`: the name of a definition is empty/],
    [{ edits: [{ name: 'A.f', action: 'replace', part: 'value', text: '1' }] }, /no value/],
    [{ edits: [{ name: 'A.f', action: 'rename', text: 'a b' }] }, /must be a single identifier/],
    [{ path: undefined, edits: [{ name: 'A', action: 'remove' }] }, /^`edits\[0\].path` must be given, or `path` for the call/],
    [{ path: root, edits: [{ name: 'A', action: 'remove' }] }, /^`edits\[0\]`: no language with an outline for this file name: .*; set `lang`$/],
    [{ path: root, lang: 'py', edits: [{ name: 'A', action: 'remove' }] }, /directory/],
  ]
  for (const [options, message] of wrong) {
    const call = editDefinition(options && { path, ...options })
    await assert.rejects(call, (error) => error instanceof RansackOptionError && message.test(error.message), message.source)
  }
  const failing = [
    [{ name: 'A.g', action: 'remove' }, 'ERR_RANSACK_UNKNOWN_NAME'],
    [{ name: 'A.f#2', action: 'remove' }, 'ERR_RANSACK_UNKNOWN_NAME'],
    [{ action: 'removeImports', imports: [{ module: 'os' }] }, 'ERR_RANSACK_UNKNOWN_NAME'],
    [{ name: 'A.f', action: 'rename', text: '1' }, 'ERR_RANSACK_SYNTAX_ERROR'],
    [{ path: join(root, 'b.py'), name: 'A', action: 'remove' }, 'ERR_RANSACK_NOT_FOUND'],
  ]
  for (const [edit, code] of failing) await assert.rejects(apply(path, edit), { code })
  const overlapping = apply(path, { name: 'A', action: 'remove' }, { name: 'A.f', action: 'remove' })
  await assert.rejects(overlapping, { code: 'ERR_RANSACK_OVERLAPPING_EDITS' })
  assert.equal(read(), PYTHON)
})

test('a signal and a timeout end a call before it writes', async () => {
  const { path, read } = fresh()
  const options = { path, edits: [{ name: 'A', action: 'remove' }], dryRun: false }
  await assert.rejects(editDefinition({ ...options, signal: AbortSignal.abort() }), { name: 'AbortError' })
  await assert.rejects(editDefinition({ ...options, timeoutMs: 0 }), { code: 'ERR_RANSACK_TIMEOUT' })
  assert.equal(read(), PYTHON)
})

test('every edit has a status, and a body keeps its docstring', async () => {
  const root = tree({ 'a.py': 'import os\n\n\ndef f():\n    """Doc."""\n    return 1\n' })
  const path = join(root, 'a.py')
  const edits = [
    { name: 'f', action: 'replace', part: 'body', text: 'return 2' },
    { action: 'addImports', imports: [{ module: 'os' }, { module: 'sys' }] },
    { name: 'f', action: 'rename', text: 'f' },
  ]
  const first = await editDefinition({ path, edits, dryRun: false })
  assert.deepEqual(first.edits, [
    { status: 'applied' },
    { status: 'applied', imports: ['unchanged', 'applied'] },
    { status: 'unchanged' },
  ])
  assert.equal(readFileSync(path, 'utf8'), 'import os\nimport sys\n\n\ndef f():\n    """Doc."""\n    return 2\n')
  const again = await editDefinition({ path, edits, dryRun: false })
  assert.deepEqual(again.edits.map(({ status }) => status), ['unchanged', 'unchanged', 'unchanged'])
  assert.deepEqual(again.edits[1].imports, ['unchanged', 'unchanged'])
})

test('an edit keeps what it does not name', async () => {
  const remove = (name) => ({ name, action: 'remove' })
  const replace = (name, part, text) => ({ name, action: 'replace', part, text })
  const table = [
    ['a.py', '# mypy: ignore-errors\nx = 1\ny = 2\n', remove('x'), '# mypy: ignore-errors\ny = 2\n'],
    ['a.py', 'if a:\n    x = 1\n', remove('x'), 'if a:\n    pass\n'],
    ['a.py', 'x = y = 1\n', remove('x'), 'y = 1\n'],
    ['a.rb', 'foo(1, B = 1)\nbar\n', remove('B'), 'foo(1)\nbar\n'],
    ['a.ts', '/** Old. */\n// A note.\nfunction f() {}\n', replace('f', 'doc', 'New.'), '/** New. */\n// A note.\nfunction f() {}\n'],
    ['a.js', 'const f = () => [1, 2]\n', replace('f', 'body', '3'), 'const f = () => 3\n'],
    ['a.kt', 'fun f() { g() }\n', replace('f', 'body', '= 2'), 'fun f() = 2\n'],
    ['a.ts', 'function f(a: 1): void;\nfunction f(a: any) {}\n', { name: 'f', action: 'rename', text: 'g' }, 'function g(a: 1): void;\nfunction g(a: any) {}\n'],
  ]
  for (const [name, source, edit, expected] of table) {
    const { root, read } = fresh({ [name]: source })
    await apply(join(root, name), edit)
    assert.equal(read(name), expected)
  }
})

test('an edit that would damage other code is refused', async () => {
  const moved = (name) => ({ name, action: 'move', place: 'lastMember', target: '' })
  const table = [
    ['a.js', 'const f = () => g()\n', { name: 'f', action: 'insert', place: 'firstMember', text: 'x()' }, /replace the body/],
    ['a.js', 'class A {\n  x\n}\n', moved('A.x'), /cannot stand among statements/],
    ['a.js', 'var a = 1, b = 2\n', moved('b'), /replace the code of all/],
    ['a.py', 'x = y = 1\n', { name: 'x', action: 'replace', part: 'value', text: '2' }, /replace the code of all/],
    ['a.hs', 'f 1 = 2\nf x = 3\n', { name: 'f', action: 'replace', part: 'body', text: '4' }, /other clauses/],
  ]
  for (const [name, source, edit, message] of table) {
    const { root, read } = fresh({ [name]: source })
    await assert.rejects(apply(join(root, name), edit), message)
    assert.equal(read(name), source)
  }
  const source = 'declare const a: {\n  b: import(c).D<{\n    e: 1;\n  }>;\n};\n'
  const { root, read } = fresh({ 'a.ts': source })
  const call = { path: join(root, 'a.ts'), edits: [{ name: 'a', action: 'remove' }], dryRun: false }
  await assert.rejects(editDefinition(call), { code: 'ERR_RANSACK_SYNTAX_ERROR', message: /may belong to it/ })
  assert.equal(read('a.ts'), source)
  assert.equal((await editDefinition({ ...call, allowSyntaxErrors: true })).applied, true)
})

test('an edit changes only the text that was read', async () => {
  const { root, path, read } = fresh({ 'a.py': PYTHON, 'b.py': PYTHON })
  const { version } = await definition({ path, name: 'A.f' })
  const edit = { name: 'A.f', action: 'replace', part: 'body', text: 'return 2', ifVersion: version }
  assert.equal((await apply(path, edit)).applied, true)
  const stale = { code: 'ERR_RANSACK_STALE', path, paths: [path] }
  const other = { ...edit, path: join(root, 'b.py') }
  await assert.rejects(apply(path, other, { ...edit, text: 'return 3' }), stale)
  assert.equal(read('b.py'), PYTHON)
  assert.match(read(), /return 2/)
  for (const ifVersion of ['x', 1, version.toUpperCase() + 'X']) {
    await assert.rejects(apply(path, { ...edit, ifVersion }), RansackOptionError)
  }
  assert.equal((await apply(path, { ...other, ifVersion: null })).applied, true)
})
