import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'

import { RansackOptionError, Workspace, grep, replace } from '../index.mjs'

let root
before(() => (root = mkdtempSync(join(tmpdir(), 'ransack-replace-'))))
after(() => rmSync(root, { recursive: true }))

const FILES = { 'a.txt': 'é 10px\r\n20px\r\n', 'b.txt': '30px 30PX', 'c.bin': '40px\0' }
beforeEach(() => {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text)
})
const read = (name) => readFileSync(join(root, name), 'utf8')

test('a preview shows changes, and its token applies them', async () => {
  const options = { pattern: '(\\d+)px', replacement: '${1}pt\n', path: root, ignoreCase: true }
  const preview = await replace(options)
  assert.equal(preview.applied, false)
  assert.equal(preview.totalReplacements, 4)
  assert.deepEqual([preview.filesTouched, preview.unchangedMatches, preview.limitReached], [2, 0, false])
  assert.deepEqual(preview.report.skipped.map(({ reason }) => reason), ['binary'])
  assert.deepEqual(preview.changes[0], {
    path: 'a.txt',
    before: '10px',
    after: '10pt\r\n',
    byteStart: 3,
    byteEnd: 7,
    startLine: 1,
    startColumn: 3,
    endLine: 1,
    endColumn: 7,
    range: { start: { line: 0, character: 2 }, end: { line: 0, character: 6 } },
    pattern: 0,
  })
  assert.deepEqual(preview.fileChanges.map(({ path, count }) => [path, count]), [['a.txt', 2], ['b.txt', 2]])
  assert.match(preview.fileChanges[1].diff, /^--- a\/b\.txt\n\+\+\+ b\/b\.txt\n@@ -1 \+1,2 @@\n-30px 30PX\n/)
  assert.equal(preview.workspaceEdit.documentChanges.length, 2)
  assert.equal(read('b.txt'), FILES['b.txt'])
  await assert.rejects(replace({ ...options, replacement: 'x', dryRun: false, preview: preview.preview }), { code: 'ERR_RANSACK_STALE' })
  const applied = await replace({ ...options, dryRun: false, preview: preview.preview })
  assert.equal(applied.applied, true)
  assert.equal(applied.workspaceEdit, undefined)
  assert.deepEqual(applied.changes, preview.changes)
  assert.equal(read('a.txt'), 'é 10pt\r\n\r\n20pt\r\n\r\n')
  assert.equal(read('b.txt'), '30pt\n 30pt\n')
})

test('a RegExp matches as in String.prototype.replace, and so do the groups of a string', async () => {
  const text = 'The year 2024-05, é😀 x_1; a1b22 "q" aab\n'
  const path = join(root, 'b.txt')
  const replaced = async (options) => {
    writeFileSync(path, text)
    await replace({ ...options, path, dryRun: false })
    return read('b.txt')
  }
  for (const [pattern, replacement] of [
    [/[a-z]+(\d)?/gi, '<$&>'],
    [/(a)|(b)/g, '$$'],
    [/é(.)/gu, '[$&]'],
    [/\d+$/g, '!'],
    [/q/g, ''],
    [/T/g, '$ $é'],
  ]) {
    assert.equal(await replaced({ pattern, replacement }), text.replace(pattern, replacement), `${pattern} ${replacement}`)
  }
  for (const [pattern, replacement] of [
    ['(\\d+)-(\\d+)', '$2/$1'],
    ['(?<year>\\d{4})-(?<month>\\d\\d)', '$<month>.$<year>'],
    ['(a)|(b)', '[$1$2]'],
    ['(?:x)_(\\d)', '$$$1'],
    ['"(.*?)"', "'$1'"],
  ]) {
    assert.equal(await replaced({ pattern, replacement }), text.replace(new RegExp(pattern, 'g'), replacement), pattern)
  }
  assert.equal(await replaced({ pattern: '(.)\\n', replacement: '$1;\n', multiline: true }), text.replace(/(.)\n/g, '$1;\n'))
  // Groups of a RegExp have no references.
  await assert.rejects(replaced({ pattern: /(a)/, replacement: '$1' }), { code: 'ERR_RANSACK_INVALID_PATTERN' })
})

test('matches are those of grep', async () => {
  for (const options of [
    { pattern: /\d+px/i },
    { patterns: ['10', 'p'], word: true },
    { pattern: 'PX', smartCase: true },
    { pattern: 'px\\n', multiline: true },
    { pattern: '0', exclude: '20' },
    { pattern: '0p', literal: true, glob: 'a*' },
  ]) {
    const { matches } = await grep({ ...options, path: root })
    const found = matches.flatMap(({ path, line, submatches }) =>
      submatches.map(({ startColumn: at, pattern }) => [path, line[at], pattern]))
    const { changes } = await replace({ ...options, replacement: '', path: root })
    assert.deepEqual(changes.map(({ path, before, pattern }) => [path, before[0], pattern]), found, JSON.stringify(options))
    assert.ok(options.word || changes.length > 0)
  }
})

test('case, limits and equal matches', async () => {
  writeFileSync(join(root, 'b.txt'), 'foo Foo FOO foo-Bar bar')
  const path = join(root, 'b.txt')
  const options = { pattern: 'foo', replacement: 'bar', ignoreCase: true, preserveCase: true, path }
  assert.deepEqual((await replace(options)).changes.map(({ after }) => after), ['bar', 'Bar', 'BAR', 'bar'])
  for (const [limits, count, limitReached] of [
    [{ limit: 2 }, 2, true],
    [{ maxReplacements: 4 }, 4, false],
    [{ maxReplacementsPerFile: 3 }, 3, true],
    [{ maxFiles: 0 }, 0, true],
    [{ limit: Infinity, maxFiles: null }, 4, false],
  ]) {
    const result = await replace({ ...options, ...limits })
    assert.deepEqual([result.totalReplacements, result.limitReached], [count, limitReached], JSON.stringify(limits))
    assert.equal(result.unchangedMatches, limitReached ? undefined : 0)
  }
  const same = await replace({ pattern: 'bar|FOO', replacement: 'bar', path, dryRun: false })
  assert.deepEqual([same.totalReplacements, same.unchangedMatches], [1, 1])
  const { matches: [{ version }] } = await grep({ pattern: 'foo', path, versions: true })
  await replace({ ...options, ifVersions: { [path]: version } })
  await assert.rejects(replace({ ...options, ifVersions: [[path, '0'.repeat(32)]] }), { code: 'ERR_RANSACK_STALE' })
})

test('bytes, encodings and roots', async () => {
  const path = join(root, 'b.txt')
  writeFileSync(path, Buffer.from([0xff, 0x78, 0xe9]))
  const { changes: [change] } = await replace({ pattern: '(?-u:\\xff)x', replacement: 'é', path, bytes: true })
  assert.deepEqual([change.before, change.after], ['\ufffdx', 'é'])
  assert.deepEqual([...change.beforeBytes], [0xff, 0x78])
  await replace({ pattern: 'é', replacement: 'ü', path, encoding: 'latin1', dryRun: false })
  assert.deepEqual([...readFileSync(path)], [0xff, 0x78, 0xfc])
  writeFileSync(path, '00')
  const two = await replace({ pattern: '0', replacement: '1', paths: [join(root, 'a.txt'), root] })
  assert.deepEqual(two.changes.map((each) => each.root), [0, 0, 1, 1])
})

test('invalid options are refused before anything is read', async () => {
  const path = join(root, 'missing')
  await assert.rejects(replace({ pattern: '(a)', replacement: '$2', path }), (error) => {
    assert.equal(error.code, 'ERR_RANSACK_INVALID_PATTERN')
    assert.match(error.message, /unknown group `\$2`: the pattern has 1 group; write `\$\$`/)
    assert.deepEqual([error.pattern, error.offset], ['$2', 0])
    return true
  })
  await assert.rejects(replace({ pattern: 'a', replacement: 'b', path }), { code: 'ERR_RANSACK_NOT_FOUND' })
  await assert.rejects(replace({ pattern: 'a', path: root }), RansackOptionError)
  await assert.rejects(replace({ replacement: 'a', path: root }), RansackOptionError)
  await assert.rejects(replace({ pattern: 'a', replacement: /b/, path: root }), RansackOptionError)
  await assert.rejects(replace({ pattern: 'a', replacement: 'b', path: root, invert: true }), RansackOptionError)
  await assert.rejects(replace({ pattern: 'a', replacement: 'b', path: root, limit: 1, maxReplacements: 1 }), RansackOptionError)
  await assert.rejects(replace({ pattern: 'a', replacement: 'b', path: root, signal: AbortSignal.abort() }), { name: 'AbortError' })
})

test('a workspace with an open buffer returns edits', async () => {
  const workspace = new Workspace(root)
  try {
    workspace.setBuffer('a.txt', '50px\n')
    const options = { pattern: 'px', replacement: 'pt', dryRun: false }
    const result = await workspace.replace(options)
    assert.equal(result.applied, false)
    assert.equal(result.fileChanges[0].hasBuffer, true)
    assert.deepEqual(result.workspaceEdit.documentChanges[0].edits, [
      { range: { start: { line: 0, character: 3 }, end: { line: 0, character: 4 } }, newText: 't' },
    ])
    assert.equal(read('b.txt'), FILES['b.txt'])
    workspace.clearBuffer('a.txt')
    assert.equal((await workspace.replace(options)).applied, true)
    assert.equal(read('b.txt'), '30pt 30PX')
  } finally {
    workspace.close()
  }
})
