import assert from 'node:assert/strict'
import test from 'node:test'

import {
  RansackOptionError, astEdit, astGrep, countTokens, editDefinition, fuzzyFind, glob, grep, grepStream, outline, render, search,
  unifiedDiff,
} from '../index.mjs'
import { random } from '../testing/random.mjs'
import { tree } from '../testing/tree.mjs'

const root = tree({ 'a.js': 'f(1)\r\n// ä\nf(2)\n', 'sub/b.js': 'f(3)\n', 'c d.bin': 'f(\0\n' })
const find = (options) => grep({ pattern: 'f\\(', path: root, glob: '*.js', ...options })
const textOf = (result, options) => render(result, options).text

test('matches are grouped by file or flat', async () => {
  const found = await find()
  const end = '\nshown 3 of 3 matches\n'
  assert.deepEqual(render(found), { text: `a.js\n1:f(1)\n3:f(2)\n\nsub/b.js\n1:f(3)\n${end}`, shown: 3, total: 3 })
  assert.equal(textOf(found, { group: 'flat' }), `a.js:1:f(1)\na.js:3:f(2)\nsub/b.js:1:f(3)\n${end}`)
  assert.equal(textOf(found, { lineNumbers: false, group: null }), `a.js\nf(1)\nf(2)\n\nsub/b.js\nf(3)\n${end}`)
  assert.equal(textOf(found.matches.slice(2)), 'sub/b.js\n1:f(3)\n\nshown 1 of 1 match\n')
  assert.equal(textOf(await find({ context: 1, glob: 'a.js' })), 'a.js\n1:f(1)\n2-// ä\n3:f(2)\n\nshown 2 of 2 matches\n')
  const batches = []
  for await (const batch of grepStream({ pattern: 'ä', path: root, glob: '*.js' })) batches.push(...batch)
  assert.equal(textOf(new Set(batches)), 'a.js\n2:// ä\n\nshown 1 of 1 match\n')
})

test('every other result', async () => {
  assert.equal(textOf(await find({ mode: 'count' })), 'a.js:2\nsub/b.js:1\n\nshown 2 of 2 files\n')
  assert.equal(textOf(await find({ mode: 'filesWithMatches' })), 'a.js\nsub/b.js\n\nshown 2 of 2 files\n')
  assert.equal(textOf(await glob({ pattern: '{sub,*.js}', path: root })), 'a.js\nsub/\nsub/b.js\n\nshown 3 of 3 paths\n')
  assert.equal(textOf(await fuzzyFind({ query: 'bjs', path: root })), 'sub/b.js\n\nshown 1 of 1 path\n')
  assert.equal(textOf(search('ä\nb', { pattern: 'b' })), '2:b\n\nshown 1 of 1 match\n')
  const ast = await astGrep({ patterns: ['f($A)'], path: root })
  assert.equal(textOf(ast), 'a.js\n1:f(1)\n3:f(2)\n\nsub/b.js\n1:f(3)\n\nshown 3 of 3 matches\n')
  const definitions = await outline({ source: 'impl A {\n    fn f() {}\n}\n', lang: 'rust' })
  assert.equal(textOf(definitions), '1:impl A\n2:  fn f()\n\nshown 2 of 2 definitions\n')
  const edited = await astEdit({ rewrites: { 'f(3)': 'g(3)' }, path: root })
  const diff = '--- a/sub/b.js\n+++ b/sub/b.js\n@@ -1 +1 @@\n-f(3)\n+g(3)\n'
  assert.equal(edited.fileChanges[0].diff, diff)
  assert.equal(textOf(edited), `${diff}\nshown 1 of 1 hunk\n`)
  assert.equal(textOf(edited.fileChanges), `${diff}\nshown 1 of 1 hunk\n`)
  const stream = grepStream({ pattern: 'f\\(', path: root, glob: '*.js' })
  while (!(await stream.next()).done);
  assert.equal(textOf(await stream.report), '3 results in 2 of 2 files\n')
})

test('a budget cuts between items and names the next page', async () => {
  const found = await find()
  const whole = render(found, { maxTokens: 1000, group: 'flat' })
  assert.equal(whole.tokens, countTokens(whole.text))
  const cut = render(found, { maxTokens: whole.tokens - 1, group: 'flat', encoding: 'o200k_base' })
  assert.ok(cut.shown < 3 && cut.shown > 0 && cut.total === 3)
  assert.equal(cut.nextOffset, cut.shown)
  assert.equal(cut.tokens, countTokens(cut.text))
  assert.ok(cut.tokens < whole.tokens)
  assert.ok(cut.text.endsWith(`\nshown ${cut.shown} of 3 matches; next offset ${cut.shown}\n`))
  const page = await find({ maxCount: 2 })
  const { next } = page.report
  const first = render(page, { maxTokens: Infinity })
  assert.ok(first.text.endsWith(`\nshown 2 of at least 3 matches; next cursor ${next}\n`), first.text)
  assert.equal(first.nextOffset, 2)
  assert.ok(textOf(await find({ after: next }), { offset: 2 }).endsWith('from offset 2\n'))
  // The cursor is after items that do not fit.
  assert.match(textOf(page, { maxTokens: render(page, { maxTokens: 1000 }).tokens - 1 }), /; next offset 1\n$/)
  assert.throws(() => render(found, { maxTokens: 1 }), { code: 'ERR_RANSACK_INVALID_OPTION' })
})

test('terminals get colours and links', async () => {
  const found = await grep({ pattern: 'ä', path: root, glob: '*.js' })
  const links = 'file:///d/'
  assert.equal(
    textOf(found, { color: true, links }),
    '\x1b]8;;file:///d/a.js\x1b\\\x1b[35ma.js\x1b[39m\x1b]8;;\x1b\\\n\x1b[32m2\x1b[39m:// \x1b[1;31mä\x1b[22;39m\n\n' +
      '\x1b[2mshown 1 of 1 match\x1b[22m\n',
  )
  const emoji = search('\u{1F600}ab', { pattern: 'a' })
  assert.match(textOf(emoji, { color: true }), /\u{1F600}\x1b\[1;31ma\x1b\[22;39mb\n/u)
  assert.equal(textOf({ path: 'a\x1b[1m', lineNumber: 1, line: '\x07' }, { links }).match(/[\x07]/), null)
})

test('an incomplete call says what is missing', async () => {
  const large = await find({ maxFileSize: 10 })
  assert.match(textOf(large), /\nincomplete: 1 file too large \(a\.js\)\nshown 1 of 1 match\n$/)
  const none = await grep({ pattern: 'f', path: root, glob: '*.rs' })
  assert.match(textOf(none), /^no results\nhint: /)
})

test('invalid input', async () => {
  const found = await find()
  for (const result of [undefined, null, 'a', 1, {}, [1], { matches: [{}] }, [{ startLine: 1 }], found.report]) {
    assert.throws(() => render(result), RansackOptionError)
  }
  assert.throws(() => render([{}]), { message: /^`result\[0\]` must be a result of a search/ })
  assert.throws(() => render(found, { encoding: 'none' }), { code: 'ERR_RANSACK_UNKNOWN_MODEL' })
  assert.throws(() => render(found, { encoding: 1 }), { message: /^`encoding` must be a string/ })
  assert.throws(() => render(found, { group: 'no' }), { message: /^`group` must be 'file' or 'flat'/ })
  assert.throws(() => render(found, { maxToken: 1 }), { message: /did you mean `maxTokens`/ })
})

test('a diff of an edit by name', async () => {
  const path = `${tree({ 'm.py': 'def f():\r\n    return 1' })}/m.py`
  const edits = [{ name: 'f', action: 'replace', part: 'body', text: 'return 2' }]
  const { fileChanges } = await editDefinition({ path, edits })
  const none = '\\ No newline at end of file\n'
  const name = path.replace(/^\/+/, '')
  const hunk = `@@ -1,2 +1,2 @@\n def f():\r\n-    return 1\n${none}+    return 2\n${none}`
  assert.equal(fileChanges[0].diff, `--- a/${name}\n+++ b/${name}\n${hunk}`)
})

test('unifiedDiff compares texts and bytes', () => {
  assert.equal(unifiedDiff('a\nb\n', 'a\nä'), '--- a/text\n+++ b/text\n@@ -1,2 +1,2 @@\n a\n-b\n+ä\n\\ No newline at end of file\n')
  assert.equal(unifiedDiff('a', 'a'), '')
  assert.equal(unifiedDiff('1\n2\n', '1\n3\n', { path: 'd/a b', context: 0 }), '--- a/d/a b\t\n+++ b/d/a b\t\n@@ -2 +2 @@\n-2\n+3\n')
  const bytes = unifiedDiff(Uint8Array.of(0xff, 10), 'a\n', { context: Infinity })
  assert.ok(bytes instanceof Uint8Array)
  assert.ok(Buffer.from(bytes).includes(Uint8Array.of(0x2d, 0xff, 10, 0x2b, 0x61, 10)))
  assert.throws(() => unifiedDiff('a', 1), { message: /^`newText` must be/ })
  assert.throws(() => unifiedDiff('a', 'b', { context: -1 }), { code: 'ERR_RANSACK_INVALID_OPTION' })
})

test('unifiedDiff returns changed words', () => {
  const [old, now] = ['same\n😀 é = f(x)\r\n', 'same\n😀 è = f(x, y)\r\n']
  const { diff, words } = unifiedDiff(old, now, { words: true, context: 0 })
  assert.equal(diff, unifiedDiff(old, now, { context: 0 }))
  assert.deepEqual(words, [
    { oldStart: 8, oldEnd: 9, newStart: 8, newEnd: 9 },
    { oldStart: 15, oldEnd: 15, newStart: 15, newEnd: 18 },
  ])
  assert.equal(now.slice(15, 18), ', y')
  // Each text has its own unit: bytes for a byte array, UTF-16 code units for a string.
  const { words: mixed, diff: bytes } = unifiedDiff(new TextEncoder().encode(old), now, { words: true })
  assert.deepEqual(mixed, [
    { oldStart: 10, oldEnd: 12, newStart: 8, newEnd: 9 },
    { oldStart: 18, oldEnd: 18, newStart: 15, newEnd: 18 },
  ])
  assert.ok(bytes instanceof Uint8Array)
  assert.deepEqual(unifiedDiff('a', 'a', { words: true }), { diff: '', words: [] })
  assert.equal(unifiedDiff('a', 'a', { words: false }), '')
  assert.equal(unifiedDiff('\ud800', '\ud800', { words: true }).words.length, 0)
  assert.throws(() => unifiedDiff('a', 'b', { words: 1 }), { code: 'ERR_RANSACK_INVALID_OPTION', message: /^`words` must be a boolean/ })
  assert.throws(() => unifiedDiff('a', 'b', { word: true }), /did you mean `words`/)
})

test('changed words make the new text', () => {
  const pieces = ['a', 'b ', 'f(x)', '\t', '\n', '\r\n', '\r', 'é', '😀', '😁', '\ufeff', '世界']
  const below = random(7)
  const text = () => Array.from({ length: below(24) }, () => pieces[below(pieces.length)]).join('')
  for (let n = 0; n < 500; n++) {
    const [old, now] = [text(), text()]
    let built = ''
    let next = 0
    for (const part of unifiedDiff(old, now, { words: true }).words) {
      built += old.slice(next, part.oldStart)
      assert.equal(built.length, part.newStart)
      built += now.slice(part.newStart, part.newEnd)
      next = part.oldEnd
    }
    assert.equal(built + old.slice(next), now)
  }
})
