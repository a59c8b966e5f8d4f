import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'

import { RansackOptionError, Workspace, grep, replace } from '../index.mjs'
import { random } from '../testing/random.mjs'

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
  for (const [pattern, replacement] of [
    [/(\d+)-(\d+)/g, '$2/$1'],
    [/(?<year>\d{4})-(?<month>\d\d)/g, '$<month>.$<year> $1 $&'],
    [/(?<é>é)(.)/gu, '$2$<é>'],
    [/(?<\u{79}>\d\d)(\d\d)/gu, '$2$<y>'],
    [/(?<a$>\d\d)(\d\d)/g, '$2$1'],
    [/(a)|(b)/g, '[$1$2]'],
    [/(?:x)_(\d)/g, '$$$1'],
    [/"(.*?)"/g, "'$1'"],
    [/([A-Z])(HE)/gi, '$2$1'],
    [/(?:([a-z])(\d+))+/g, '$1$2'],
    [/((a)|b)+/g, '<$1>'],
    [/(a){0}(b)/g, '<$1$2>'],
    [/(?:(a)|(q))?b|(22)?_/g, '<$1$2$3>'],
    [/\b(\w)(\w*)/g, '$2$1'],
  ]) {
    assert.equal(await replaced({ pattern, replacement }), text.replace(pattern, replacement), `${pattern} ${replacement}`)
  }
  const both = { patterns: [/(?<w>a)(b)?/, '(?P<x>0)(?<w>5)'], replacement: '<$<w>>' }
  assert.equal(await replaced(both), text.replace(/(a)b?/g, '<$1>').replace('05', '<5>'))
  await assert.rejects(replaced({ pattern: /(a)/, replacement: '$2' }), (error) => {
    assert.equal(error.code, 'ERR_RANSACK_INVALID_PATTERN')
    assert.match(error.message, /unknown group `\$2`: the pattern has 1 group; write/)
    return true
  })
  await assert.rejects(replaced({ pattern: /(?<n>a)/, replacement: '${m}' }), /has 1 group \(`n`\)/)
})

test('a reference that JavaScript would fill differently is refused', async () => {
  const path = join(root, 'missing')
  for (const [pattern, replacement, message] of [
    [/(?:(a)|b)+/, '$1', /`pattern` cannot be the regular expression .*: the reference `\$1` is not supported: the group may take no part in the last repetition of the part around it, at offset 3$/],
    [/(?:(a)?b)*/, '$<1>', /may take no part/],
    [/x(a*)*/, '${1}', /the group is in a repetition of a part that may match nothing, at offset 1$/],
    [/(?:()|a)*(b)/, '$2', /the reference `\$2` is not supported with a group that matches nothing in a repetition, at offset 0$/],
    [/(?<a$>b)/, '$<a$>', /the name must consist of letters, digits and `_`; use the number/],
  ]) {
    await assert.rejects(replace({ pattern, replacement, path }), (error) => {
      assert.equal(error.code, 'ERR_RANSACK_INVALID_OPTION')
      assert.match(error.message, message)
      return true
    })
    // Without a reference, such a group is accepted.
    await assert.rejects(replace({ pattern, replacement: '$&$$1', path }), { code: 'ERR_RANSACK_NOT_FOUND' })
  }
  // Engines that know duplicate names accept the expression.
  let twice
  try {
    twice = new RegExp('(?<n>a)|(?<n>b)')
  } catch {
    return
  }
  await assert.rejects(replace({ pattern: twice, replacement: '$<n>', path }), /several groups have the name/)
})

test('groups of random expressions are those of JavaScript', async () => {
  const below = random(11)
  const pick = (items) => items[below(items.length)]
  const QUANTIFIERS = ['', '', '', '', '*', '+', '?', '{0,2}', '{2}', '*?', '+?', '??', '{1,2}?', '{0}']
  const sequence = (depth) => Array.from({ length: 1 + below(3) }, () => term(depth)).join('')
  const term = (depth) => {
    const kind = depth === 0 ? 0 : below(3)
    if (kind === 0) return pick(['a', 'b', 'c', '.', '[ab]', 'é']) + pick(QUANTIFIERS)
    const inside = Array.from({ length: 1 + below(2) }, () => (below(8) === 0 ? '' : sequence(depth - 1))).join('|')
    return `${kind === 1 ? '(' : '(?:'}${inside})${pick(QUANTIFIERS)}`
  }
  const lines = Array.from({ length: 20 }, () => Array.from({ length: below(9) }, () => pick(['a', 'b', 'c', 'é'])).join(''))
  const path = join(root, 'b.txt')
  writeFileSync(path, lines.join('\n') + '\n')
  let [accepted, captured] = [0, 0]
  for (let n = 0; n < 400; n++) {
    const pattern = new RegExp(`${sequence(2)}(${sequence(1)})`, 'g')
    const groups = new RegExp(`${pattern.source}|`).exec('').length - 1
    const numbers = Array.from({ length: groups }, (_, i) => i + 1)
    const replacement = `<${numbers.map((number) => `$${number}`).join(',')}>`
    let changes
    try {
      ;({ changes } = await replace({ pattern, replacement, path, limit: Infinity }))
    } catch (error) {
      assert.equal(error.code, 'ERR_RANSACK_INVALID_OPTION', error.message)
      continue
    }
    accepted++
    const wanted = lines.flatMap((line, i) => {
      const all = Array.from(line.matchAll(pattern))
      // The replacement lists no empty match directly after another match.
      const listed = all.filter((found, at) => found[0] !== '' || at === 0 || all[at - 1].index + all[at - 1][0].length !== found.index)
      return listed.map((found) => [i + 1, found.index + 1, `<${numbers.map((number) => found[number] ?? '').join(',')}>`])
    })
    captured += wanted.filter(([, , after]) => /\w/.test(after)).length
    assert.deepEqual(changes.map(({ startLine, startColumn, after }) => [startLine, startColumn, after]), wanted, String(pattern))
  }
  assert.ok(accepted > 150 && captured > 1000, `${accepted} accepted, ${captured} captured`)
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
