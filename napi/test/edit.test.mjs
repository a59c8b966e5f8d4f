import assert from 'node:assert/strict'
import { linkSync, lstatSync, readFileSync, readdirSync, realpathSync, statSync, symlinkSync, writeFileSync, chmodSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { pathToFileURL } from 'node:url'

import { RansackOptionError, Workspace, astEdit, editDefinition, outline, setThreads, threads } from '../index.mjs'
import { positions } from '../testing/ranges.mjs'
import { tree } from '../testing/tree.mjs'

const FILES = {
  'a.js': '// ä\nvar a = 1; // one\r\nvar b = "\u{1F600}";\n',
  'sub/b.ts': '\ufeffvar c: number = 2',
  'c.c': 'int x = f(1);\n',
}

const fresh = (files = FILES) => {
  const root = tree(files)
  const read = (name) => readFileSync(join(root, name), 'utf8')
  return { root, read, edit: (rewrites, options) => astEdit({ rewrites, path: root, ...options }) }
}

test('a preview has every field and changes nothing', async () => {
  const { root, read, edit } = fresh()
  const { changes, report, preview, ...rest } = await edit({ 'var $A = $B': 'let $A = $B' }, { bytes: true })
  const [{ pathBytes, beforeBytes, afterBytes, ...first }, second] = changes
  assert.deepEqual(first, {
    path: 'a.js',
    before: 'var a = 1',
    after: 'let a = 1',
    byteStart: 6,
    byteEnd: 15,
    deletedLength: 9,
    startLine: 2,
    startColumn: 1,
    endLine: 2,
    endColumn: 10,
    range: positions({ startLine: 2, startColumn: 1, endLine: 2, endColumn: 10 }),
    language: 'javascript',
    rewrite: 0,
    pass: 0,
  })
  assert.equal(Buffer.from(pathBytes).toString(), 'a.js')
  assert.equal(Buffer.from(beforeBytes).toString(), first.before)
  assert.equal(Buffer.from(afterBytes).toString(), first.after)
  assert.equal(second.before, 'var b = "\u{1F600}"')
  assert.equal(second.endColumn, second.before.length + 1)
  const { fileChanges, workspaceEdit, ...counts } = rest
  assert.deepEqual(fileChanges.map(({ path, count }) => [path, count]), [['a.js', 2]])
  const [{ diff, diffBytes, uri, textEdits, hasBuffer }] = fileChanges
  assert.deepEqual([uri, hasBuffer], [pathToFileURL(join(root, 'a.js')).href, undefined])
  const range = (line) => ({ start: { line, character: 0 }, end: { line, character: 3 } })
  assert.deepEqual(textEdits, [{ range: range(1), newText: 'let' }, { range: range(2), newText: 'let' }])
  assert.deepEqual(workspaceEdit, { documentChanges: [{ textDocument: { uri, version: null }, edits: textEdits }] })
  const lines = ['@@ -1,3 +1,3 @@', ' // ä', '-var a = 1; // one\r', '-var b = "\u{1F600}";', '+let a = 1; // one\r', '+let b = "\u{1F600}";']
  assert.equal(diff, ['--- a/a.js', '+++ b/a.js', ...lines, ''].join('\n'))
  assert.equal(Buffer.from(diffBytes).toString(), diff)
  assert.deepEqual(counts, {
    totalReplacements: 2,
    filesTouched: 1,
    filesSearched: 3,
    applied: false,
    limitReached: false,
    edits: [{ status: 'applied' }],
    recovered: [],
    interrupted: [],
  })
  assert.equal(typeof preview, 'string')
  // The variable in the other file has a type, which the pattern does not name.
  assert.equal(report.complete, false)
  assert.deepEqual(report.skipped.map(({ reason, first }) => [reason, first[0].path]), [['lossyRewrite', 'sub/b.ts']])
  for (const [name, content] of Object.entries(FILES)) assert.equal(read(name), content)
  assert.deepEqual(readdirSync(root).sort(), ['a.js', 'c.c', 'sub'])
})

test('an apply changes the previewed bytes and no others', async () => {
  const { root, read, edit } = fresh()
  const { applied, totalReplacements, fileChanges } = await edit(
    { 'var $A = $B': 'let $A = $B', 'f($X)': 'g($X, $X)' },
    { dryRun: false },
  )
  assert.equal(applied, true)
  assert.equal(totalReplacements, 3)
  assert.deepEqual(fileChanges.map((f) => f.path), ['a.js', 'c.c'])
  assert.equal(read('a.js'), FILES['a.js'].replaceAll('var', 'let'))
  assert.equal(read('sub/b.ts'), FILES['sub/b.ts'])
  assert.equal(read('c.c'), 'int x = g(1, 1);\n')
  assert.deepEqual(readdirSync(root).sort(), ['a.js', 'c.c', 'sub'])
})

test('code inside markup, and declarations in every context', async () => {
  const files = {
    'A.java': 'class A { int a = 1; void f() { int b = 2; } }\n',
    'A.vue': '<p>f(0) ä</p>\r\n<script lang="ts">\r\nf(1 as T)\r\n</script>\r\n<style>p { top: 0 }</style>',
  }
  const { read, edit } = fresh(files)
  const { applied, changes } = await edit({ 'int $A = $B': 'long $A = $B', 'f($A)': 'g($A)' }, { dryRun: false })
  assert.equal(applied, true)
  assert.deepEqual(changes.map((c) => c.language), ['java', 'java', 'typescript'])
  assert.equal(read('A.java'), files['A.java'].replaceAll('int', 'long'))
  assert.equal(read('A.vue'), files['A.vue'].replace('f(1', 'g(1'))
})

test('deletions, moved code and escapes', async () => {
  const cases = [
    ['a.js', 'a();\r\n  debug(1);\r\nb();\r\n', 'debug($A)', '', 'a();\r\nb();\r\n'],
    ['a.js', 'a(); debug(1); // why\n', 'debug($A)', '', 'a();  // why\n'],
    ['a.py', 'if x:\n    f(1)\n    g()\n', 'f($A)', '', 'if x:\n    g()\n'],
    [
      'a.js',
      'if (x) {\n    g({\n      a: `\n    t\n`,\n    });\n}\n',
      'g($A);',
      'if (y) {\n  h($A);\n}',
      'if (x) {\n    if (y) {\n      h({\n        a: `\n    t\n`,\n      });\n    }\n}\n',
    ],
    ['a.js', '  f(1);\r\n', 'f($A);', 'g($A);\nh();', '  g(1);\r\n  h();\r\n'],
    ['a.js', 'f(1);\n', 'f($A)', '$A + \\$A + \\$$A', '1 + $A + $1;\n'],
    ['a.ts', 'class C { a = 1; }\n', '$A = $B', '$A = g($B)', 'class C { a = g(1); }\n'],
  ]
  for (const [name, before, pattern, replacement, after] of cases) {
    const { read, edit } = fresh({ [name]: before })
    await edit({ [pattern]: replacement }, { dryRun: false })
    assert.equal(read(name), after)
  }
})

test('rewrites in a list keep their order, unlike numeric keys', async () => {
  const { edit } = fresh({ 'a.js': 'f(2); 1' })
  const rewrites = [
    { pattern: 'f($A)', replacement: 'h' },
    { pattern: '1', replacement: 'one' },
  ]
  const { changes } = await edit(rewrites)
  assert.deepEqual(changes.map((c) => [c.rewrite, c.after]), [[0, 'h'], [1, 'one']])
})

test('a preview is accepted while nothing has changed', async () => {
  const { root, read, edit } = fresh()
  const rewrites = { 'var $A = $B': 'let $A = $B' }
  const { preview } = await edit(rewrites)
  writeFileSync(join(root, 'a.js'), FILES['a.js'].replace('1', '5'))
  const stale = { name: 'RansackError', code: 'ERR_RANSACK_STALE' }
  const changed = await edit(rewrites, { dryRun: false, preview }).catch((error) => error)
  assert.match(changed.message, /^the file has changed since the preview/)
  assert.deepEqual([changed.code, changed.path, changed.paths], [stale.code, changed.paths[0], [join(realpathSync(root), 'a.js')]])
  assert.match(read('a.js'), /var a = 5/)
  writeFileSync(join(root, 'a.js'), FILES['a.js'])
  const other = await edit({ 'var $A = $B': 'const $A = $B' }, { dryRun: false, preview }).catch((error) => error)
  assert.match(other.message, /^the changes differ from the preview/)
  assert.deepEqual([other.code, other.path, other.paths], [stale.code, undefined, undefined])
  for (const token of ['nonsense', preview.slice(1)]) {
    const unknown = await edit(rewrites, { dryRun: false, preview: token }).catch((error) => error)
    assert.match(unknown.message, /^unknown preview token: .*; pass `preview` of a dry run unchanged$/)
    assert.deepEqual([unknown.code, unknown.pattern], [stale.code, token])
  }
  assert.equal((await edit(rewrites, { dryRun: false, preview })).applied, true)
  await assert.rejects(edit(rewrites, { dryRun: false, preview }), stale)
})

test('every rewrite has a status, and its number in messages', async () => {
  const { edit } = fresh()
  const rewrites = [['var $A = $B', 'let $A = $B'], ['none($A)', 'x'], ['var b = $B', 'var b = $B']]
  const { edits, report } = await edit(rewrites)
  assert.deepEqual(edits, [{ status: 'applied' }, { status: 'unmatched' }, { status: 'unchanged' }])
  assert.equal('hints' in report, false)
  const messages = [
    [[...rewrites, ['f($A)', '$B']], /^`rewrites\[3\]`: unknown metavariable/],
    [[...rewrites, ['f($A)']], '`rewrites[3][1]` must be a string, not undefined'],
    [[...rewrites, { pattern: 'f($A)', replacement: 5 }], '`rewrites[3].replacement` must be a string, not the number 5'],
    [[...rewrites, 'f($A)'], '`rewrites[3]` must be a pair of strings or an object with `pattern` and `replacement`, not the string "f($A)"'],
    [{ 'f($A)': 5 }, '`rewrites["f($A)"]` must be a string, not the number 5'],
    [new Map([['f($A)', 'g($A)'], [5, 'x']]), '`rewrites[1]` must have a string as its first element, not the number 5'],
    [new Set([['f($A)', 'g($A)'], ['h']]), '`rewrites[1]` must be a pair of a string and a string; its length is 1'],
    [[rewrites[0], ['var a = $A', 'x']], /^`rewrites\[0\]` at line 2, column 1 overlaps `rewrites\[1\]` at line 2, column 1/],
  ]
  for (const [wrong, message] of messages) await assert.rejects(edit(wrong), { message })
})

test('a pattern without a match whose metavariables are in lower case has a hint', async () => {
  const { edit } = fresh()
  const { edits, report } = await edit({ 'var $a = $B': 'x' })
  assert.deepEqual(edits, [{ status: 'unmatched' }])
  assert.deepEqual(report.hints, ['`$a` is code: names of metavariables are upper-case letters, digits and `_`; write `var $A = $B`'])
})

test('messages name options of this package', async () => {
  const { root, edit } = fresh()
  const { preview } = await edit({ 'var $A = $B': 'x' })
  await assert.rejects(editDefinition({ path: join(root, 'a.none'), edits: [{ name: 'f', action: 'remove' }] }), /set `lang`/)
  await assert.rejects(edit({ a: 'b' }, { preview: preview + '0' }), /pass `preview` of a dry run/)
  const workspace = new Workspace(root)
  await assert.rejects(workspace.astEdit({ rewrites: { a: 'b' }, path: '..' }), /outside the workspace.*; list it in `allow` to allow it/)
  workspace.close()
  assert.throws(() => new Workspace(root, { refresh: 'walk', index: 'memory' }), /; set `refresh` to another mode/)
})

test('links, modes', { skip: process.platform === 'win32' }, async () => {
  const { root, read, edit } = fresh({ 'a.js': 'f(1)\n', 'outside.txt': 'f(2)\n' })
  symlinkSync('outside.txt', join(root, 'link.js'))
  linkSync(join(root, 'a.js'), join(root, 'twin.txt'))
  chmodSync(join(root, 'a.js'), 0o751)
  const { changes } = await edit({ 'f($A)': 'g($A)' }, { dryRun: false, followSymlinks: true })
  assert.equal(changes.length, 2)
  assert.equal(lstatSync(join(root, 'link.js')).isSymbolicLink(), true)
  assert.equal(read('outside.txt'), 'g(2)\n')
  assert.equal(read('twin.txt'), 'g(1)\n')
  assert.equal(statSync(join(root, 'a.js')).nlink, 2)
  assert.equal(statSync(join(root, 'a.js')).mode & 0o777, 0o751)
})

test('overlaps and syntax errors are refused', async () => {
  const { read, edit } = fresh({ 'a.js': 'f(g(1))\n', 'broken.js': 'let = = ;\nf(2)\n' })
  const overlap = { name: 'RansackError', code: 'ERR_RANSACK_OVERLAPPING_EDITS' }
  await assert.rejects(edit({ 'f($A)': 'h($A)', 'g($A)': 'i($A)' }, { dryRun: false, glob: 'a.js' }), overlap)
  const error = { name: 'RansackError', code: 'ERR_RANSACK_SYNTAX_ERROR' }
  await assert.rejects(edit({ 'f($A)': 'f($A' }, { dryRun: false, glob: 'a.js' }), error)
  assert.equal(read('a.js'), 'f(g(1))\n')
  const allowed = await edit({ 'f($A)': 'f($A' }, { dryRun: false, allowSyntaxErrors: true, glob: 'a.js' })
  assert.equal(allowed.applied, true)
  await assert.rejects(edit({ 'f($A)': 'h($A)' }, { failOnParseError: true, glob: 'broken.js' }), error)
  const { changes, parseErrors } = await edit({ 'f($A)': 'h($A)' }, { glob: 'broken.js' })
  assert.equal(changes.length, 1)
  assert.deepEqual(parseErrors, ['broken.js: syntax errors, the first in line 1'])
})

test('code that the pattern does not name is kept', async () => {
  const { root, read, edit } = fresh({ 'a.js': 'f(/* ä */ 1)\nf(2)\n', 'b.js': 'async function f() { return 1 }\n' })
  const rewrites = { 'f($A)': 'g($A)', 'function $F() { return $A }': 'const $F = () => $A' }
  const { changes, edits, report } = await edit(rewrites)
  assert.deepEqual(changes.map(({ before, lost }) => [before, lost]), [['f(2)', undefined]])
  assert.deepEqual(edits.map(({ status }) => status), ['applied', 'unchanged'])
  assert.equal(report.complete, false)
  const [{ reason, count, first }] = report.skipped
  assert.deepEqual([reason, count, first.map(({ path }) => path)], ['lossyRewrite', 2, ['a.js', 'b.js']])
  assert.match(first[0].detail, /^`rewrites\[0\]` would remove `\/\* ä \*\/` in line 1, column 3: .* let rewrites keep nothing$/)
  assert.match(first[1].detail, /^`rewrites\[1\]` would remove `async` in line 1, column 1: /)
  const all = await edit(rewrites, { keeps: 'nothing', bytes: true, dryRun: false })
  assert.equal(all.report.complete, true)
  assert.deepEqual(all.changes.map(({ lost }) => lost), [['/* ä */'], undefined, ['async']])
  assert.equal(Buffer.from(all.changes[0].lostBytes[0]).toString(), '/* ä */')
  assert.equal(Buffer.from(all.changes[1].afterBytes).toString(), 'g(2)')
  assert.equal(read('a.js') + read('b.js'), 'g(1)\ng(2)\nconst f = () => 1\n')
  const workspace = new Workspace(root)
  const same = await workspace.astEdit({ rewrites: { 'g($A)': 'h($A)' }, keeps: 'everything' })
  assert.equal(same.changes.length, 2)
  await workspace.close()
})

test('statements after the last one of a block are kept', async () => {
  const text = 'if a:\n    x = 1\n    log()\n'
  const { read, edit } = fresh({ 'a.py': text })
  const flat = { 'if $A:\n    x = $B': 'x = $A and $B' }
  const { changes, report } = await edit(flat, { dryRun: false })
  assert.deepEqual([changes, report.complete, read('a.py')], [[], false, text])
  assert.match(report.skipped[0].first[0].detail, /would remove `log\(\)` in line 3, column 5/)
  const forced = await edit(flat, { keeps: 'nothing', allowSyntaxErrors: true })
  assert.deepEqual(forced.changes[0].lost, ['log()'])
  const same = await edit({ 'if $A:\n    x = $B': 'if not $A:\n    x = $B' }, { dryRun: false })
  assert.equal(same.report.complete, true)
  assert.equal(read('a.py'), text.replace('if a', 'if not a'))
})

test('repeats and limits', async () => {
  const { read, edit } = fresh({ 'a.js': 'f(f(f(1)))\n', 'b.js': 'f(1)\n' })
  const rewrites = { 'f($A)': 'g($A)' }
  const limited = await edit(rewrites, { maxFiles: 1 })
  assert.deepEqual([limited.filesTouched, limited.limitReached], [1, true])
  const first = await edit(rewrites, { maxReplacements: 1 })
  assert.deepEqual([first.totalReplacements, first.limitReached], [1, true])
  const twice = await edit(rewrites, { repeat: 2, glob: 'a.js' })
  assert.equal(twice.fileChanges[0].unsettled, true)
  const all = await edit(rewrites, { repeat: 9, dryRun: false })
  assert.deepEqual(all.changes.map((c) => c.pass), [0, 1, 2, 0])
  assert.equal(all.fileChanges[0].unsettled, undefined)
  assert.equal(read('a.js'), 'g(g(g(1)))\n')
})

test('several roots', async () => {
  const [one, two] = [fresh({ 'a.js': 'f(1)' }), fresh({ 'b.js': 'f(2)' })]
  const { changes, fileChanges } = await astEdit({ rewrites: { 'f($A)': 'g' }, paths: [one.root, two.root] })
  assert.deepEqual(changes.map((c) => [c.root, c.path]), [[0, 'a.js'], [1, 'b.js']])
  assert.deepEqual(fileChanges.map((f) => f.root), [0, 1])
})

test('concurrent edits, with fewer threads than edits', async () => {
  const before = threads()
  setThreads(1)
  try {
    const trees = Array.from({ length: 12 }, () => fresh())
    await Promise.all(trees.map(({ edit }) => edit({ 'var $A = $B': 'let $A = $B' }, { dryRun: false })))
    for (const { read } of trees) assert.equal(read('a.js'), FILES['a.js'].replaceAll('var', 'let'))
  } finally {
    setThreads(before)
  }
})

test('bad input', async () => {
  const { root, edit } = fresh()
  const pattern = { name: 'RansackError', code: 'ERR_RANSACK_INVALID_PATTERN' }
  await assert.rejects(edit({ '(': 'a' }, { lang: 'js' }), pattern)
  await assert.rejects(edit({ '': 'a' }), pattern)
  await assert.rejects(edit({ 'f($A)': '$B' }), { ...pattern, pattern: '$B', offset: 0 })
  await assert.rejects(edit({}), RansackOptionError)
  await assert.rejects(edit({ a: 'b' }, { path: join(root, 'none') }), { code: 'ERR_RANSACK_NOT_FOUND' })
  const wrong = {
    rewrites: [undefined, null, 5, 'a', { a: 5 }, [{ pattern: 'a' }], [null], [{ pattern: 5, replacement: 'a' }]],
    selector: [5],
    strictness: ['loose'],
    lang: [5],
    dryRun: ['no'],
    preview: [5],
    repeat: [-1],
    maxReplacements: [0.5],
    maxFiles: ['1'],
    failOnParseError: [1],
    allowSyntaxErrors: [1],
    keeps: ['all', true],
    timePerFileMs: [NaN],
    maxFileSize: [-1],
    timeoutMs: [-1],
    signal: [5],
    bytes: [1],
    path: [5],
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const error = await astEdit({ rewrites: { a: 'b' }, path: root, [name]: value }).catch((e) => e)
      const label = `${name}: ${typeof value} ${String(value)}: ${error}`
      assert.ok(error instanceof RansackOptionError, label)
      assert.match(error.message, new RegExp(`\`${name}[\`[]`), label)
    }
  }
  for (const options of [undefined, null, 5]) await assert.rejects(astEdit(options), RansackOptionError)
})

test('aborts and timeouts leave files unchanged, or the call reports the change', async () => {
  const { read, edit } = fresh()
  const rewrites = { 'var $A = $B': 'let $A = $B' }
  const reason = new Error('before')
  const aborted = { name: 'AbortError', code: 'ABORT_ERR', cause: reason }
  await assert.rejects(edit(rewrites, { dryRun: false, signal: AbortSignal.abort(reason) }), aborted)
  await assert.rejects(edit(rewrites, { dryRun: false, timeoutMs: 0 }), { code: 'ERR_RANSACK_TIMEOUT' })
  assert.equal(read('a.js'), FILES['a.js'])

  // Nested so deeply that parsing takes long.
  const hard = tree({ 'a.c': `${'('.repeat(3_000_000)}f(1)` })
  const controller = new AbortController()
  const { signal } = controller
  const slow = [true, false].map((dryRun) =>
    astEdit({ rewrites: { 'f($A)': 'g' }, path: hard, timePerFileMs: 600_000, dryRun, signal }),
  )
  setTimeout(() => controller.abort(reason), 5)
  for (const { reason: error } of await Promise.allSettled(slow)) {
    assert.equal(error.name, 'AbortError')
    assert.equal(error.cause, reason)
  }

  // Regardless of when the signal fires, the result agrees with the disk.
  for (let turns = 0; turns < 20; turns++) {
    const { read, edit } = fresh()
    const each = new AbortController()
    const call = edit(rewrites, { dryRun: false, signal: each.signal }).then((r) => r.applied, (e) => e)
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
    each.abort(reason)
    const answer = await call
    assert.ok(answer === true || answer.cause === reason, String(answer))
    assert.equal(read('a.js').includes('let'), answer === true)
  }
})

test('an unknown metavariable is named in part', async () => {
  const root = tree({ 'a.js': 'foo(1)\n' })
  const fault = await astEdit({ rewrites: { 'foo($A)': `$${'B'.repeat(1_000_000)}` }, path: root }).catch((error) => error)
  assert.equal(fault.code, 'ERR_RANSACK_INVALID_PATTERN')
  assert.match(fault.message, /^`rewrites\[0\]`: unknown metavariable `\$B+/)
  assert.ok(fault.message.length < 400, String(fault.message.length))
})

test('rewrites change only the texts that were read', async () => {
  const { root, read, edit } = fresh({ 'a.js': 'f(1)\n', 'b.js': 'f(1)\n' })
  const path = join(root, 'a.js')
  const { version } = await outline({ path })
  const rewrites = { 'f($A)': 'g($A)' }
  writeFileSync(path, 'f(2)\n')
  const stale = { code: 'ERR_RANSACK_STALE', path, paths: [path] }
  await assert.rejects(edit(rewrites, { ifVersions: { [path]: version }, dryRun: false }), stale)
  await assert.rejects(edit(rewrites, { ifVersions: new Map([[path, version]]), dryRun: false }), stale)
  assert.equal(read('b.js'), 'f(1)\n')
  const other = join(root, 'b.js')
  const applied = await edit(rewrites, { ifVersions: { [other]: version }, dryRun: false })
  assert.equal(applied.totalReplacements, 2)
  for (const ifVersions of [[path], { [path]: 'x' }, 'x']) {
    await assert.rejects(edit(rewrites, { ifVersions }), RansackOptionError)
  }
})
