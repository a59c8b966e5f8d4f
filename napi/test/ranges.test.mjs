// Positions as editors and the Language Server Protocol count them: `range` of every result with a position.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

import {
  astEdit, astGrep, astMatch, blockRangeAt, checkSyntax, definition, exports as exportsOf, grep, imports, nodeChainAt, outline, search,
} from '../index.mjs'
import { positions, textIn } from '../testing/ranges.mjs'
import { tree } from '../testing/tree.mjs'

const TEXT = 'first é😀\nsecond 😀 needle, é needle\n\n  needle\n'
const root = tree({ 'a.txt': TEXT, 'b.js': "/* é😀 */ foo(1, '😀');\n\nfoo(\n  2,\n)\n" })

test('ranges of lines select the matches in the text', async () => {
  const { matches } = await grep({ pattern: 'needle|😀', path: root, glob: '*.txt' })
  const found = matches.flatMap(({ submatches }) => submatches.map(({ range }) => textIn(TEXT, range)))
  assert.deepEqual(found, ['😀', '😀', 'needle', 'needle', 'needle'])
  for (const { range, submatches, lineNumber } of matches) {
    assert.equal(range, submatches[0].range)
    assert.deepEqual([range.start.line, range.end.line], [lineNumber - 1, lineNumber - 1])
  }
  assert.deepEqual(matches[1].range, { start: { line: 1, character: 7 }, end: { line: 1, character: 9 } })
})

test('ranges of matches of several lines', () => {
  const found = (pattern, options) =>
    search(TEXT, { pattern, multiline: true, ...options }).matches.flatMap(({ submatches }) => submatches)
  for (const pattern of ['é(?s:.*)é', '\\n\\n +n', 'needle, é needle\\n', '(?s).+', 'needle$', '^', '\\S+\\n']) {
    const expected = [...TEXT.matchAll(new RegExp(pattern.replace('(?s).+', '[^]+').replace('(?s:.*)', '[^]*'), 'gm'))].map(([text]) => text)
    const texts = found(pattern).map(({ range }) => textIn(TEXT, range))
    assert.deepEqual(texts.filter(Boolean), expected.filter(Boolean), pattern)
  }
  // A match that includes its line end ends at the start of the next line.
  const [{ range, endsLine }] = found('😀\\n')
  assert.deepEqual([endsLine, range], [true, { start: { line: 0, character: 7 }, end: { line: 1, character: 0 } }])
})

test('ranges in clipped lines count from the start of the line', async () => {
  const line = `${'é😀'.repeat(200)}needle${'b'.repeat(500)}`
  const text = `x\n${line}\n`
  const [clipped] = search(text, { pattern: 'needle', maxColumns: 20 }).matches
  assert.equal(clipped.truncated, true)
  assert.equal(textIn(text, clipped.range), 'needle')
  const [whole] = search(text, { pattern: 'needle' }).matches
  assert.deepEqual(whole.range, clipped.range)
  // Of a match of several lines, the window shows the start.
  const [several] = search(`é😀 needle\n${'b'.repeat(50)}`, { pattern: 'needle\\nb+', multiline: true, maxColumns: 10 }).matches
  assert.deepEqual(several.range, { start: { line: 0, character: 4 }, end: { line: 1, character: 3 } })
  const [inverted] = search(text, { pattern: 'x', invert: true, maxColumns: 20 }).matches
  assert.deepEqual(inverted.range, { start: { line: 1, character: 0 }, end: { line: 1, character: inverted.line.length } })
})

test('a line without submatches has the range of the line, a file has none', () => {
  const [first] = search(TEXT, { pattern: 'needle', invert: true }).matches
  assert.deepEqual(first.range, { start: { line: 0, character: 0 }, end: { line: 0, character: 9 } })
  for (const mode of ['count', 'filesWithMatches']) assert.equal('range' in search(TEXT, { pattern: 'needle', mode }).matches[0], false)
})

test('ranges of code are the same as its lines and columns', async () => {
  const source = readFileSync(join(root, 'b.js'), 'utf8')
  const same = (each) => {
    assert.deepEqual({ start: each.start, end: each.end }, positions(each))
    return textIn(source, each)
  }
  const { matches } = await astGrep({ pattern: 'foo($$$A)', path: root, includeMeta: true })
  assert.deepEqual(matches.map(({ range }) => textIn(source, range)), ["foo(1, '😀')", 'foo(\n  2,\n)'])
  for (const match of matches) assert.deepEqual(match.range, positions(match))
  assert.equal(same(matches[0].metaVariableRanges.A), "1, '😀'")
  const { changes } = await astEdit({ rewrites: { 'foo($A, $B)': 'foo($A)' }, path: root })
  assert.deepEqual(changes.map(({ range, before }) => textIn(source, range) === before), [true])
  assert.equal((await astMatch({ source, lang: 'js', pattern: 'foo(2)' })).matches[0].range.end.line, 4)
  assert.equal(same(blockRangeAt({ code: source, lang: 'js', line: 3 }).range), 'foo(\n  2,\n)')
  for (const { range } of nodeChainAt({ code: source, lang: 'js', line: 4 })) same(range)

  const other = "/* 😀 */ import { a as b } from 'é'\nexport class C {\n  f() {}\n}\n"
  const check = (each, text) => {
    assert.deepEqual({ start: each.start, end: each.end }, positions(each))
    assert.equal(textIn(other, each), text)
  }
  const [{ range, nameRange, children }] = (await outline({ source: other, lang: 'js' })).items
  check(nameRange, 'C')
  check(range, 'export class C {\n  f() {}\n}')
  check(children[0].bodyRange, '{}')
  check((await definition({ source: other, lang: 'js', name: 'f' })).range, 'f() {}')
  const [imported] = (await imports({ source: other, lang: 'js' })).items
  check(imported.range, "import { a as b } from 'é'")
  check(imported.names[0].range, 'a as b')
  assert.equal(textIn(other, (await exportsOf({ source: other, lang: 'js' })).items[0].range).includes('class C'), true)
  const [fault] = checkSyntax('"ä"; x = (1;', 'js')
  assert.deepEqual([fault.range.start, fault.range.end], [{ line: 0, character: 11 }, { line: 0, character: 11 }])
})
