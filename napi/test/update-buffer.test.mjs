// Changes to open buffers, and their highlighting and syntax, whose trees a workspace keeps.

import assert from 'node:assert/strict'
import test, { afterEach } from 'node:test'

import { Workspace, blockRangeAt, checkSyntax, highlight, nodeChainAt } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const opened = []

/** Opens a workspace on an empty directory, which is closed after the test. */
function open() {
  const workspace = new Workspace(tree({}))
  opened.push(workspace)
  return workspace
}

afterEach(() => {
  for (const workspace of opened.splice(0)) workspace.close()
})

const at = (line, character) => ({ line, character })
const change = (start, end, text) => ({ range: { start: at(...start), end: at(...end) }, text })
const invalid = { name: 'RansackOptionError', code: 'ERR_RANSACK_INVALID_OPTION' }

test('changes as in LSP', async () => {
  const workspace = open()
  const lines = async () => (await workspace.grep({ pattern: '^', path: 'a.txt' })).matches.map(({ line }) => line)
  workspace.setBuffer('a.txt', 'é😀\nb\n')
  assert.equal(workspace.updateBuffer('a.txt', [change([0, 3], [0, 3], 'c')], 1), undefined)
  assert.deepEqual(await lines(), ['é😀c', 'b'])
  const changes = new Set([change([0, 0], [1, 0], ''), change([0, 1], [0, 9], Buffer.from('!'))])
  workspace.updateBuffer('a.txt', changes, 5)
  assert.deepEqual(await lines(), ['b!'])
  // `rangeLength` is deprecated, but clients send it.
  workspace.updateBuffer('a.txt', [{ ...change([0, 0], [0, 1], 'x'), rangeLength: 1 }, { text: 'new\n' }], 6)
  assert.deepEqual(await lines(), ['new'])
  workspace.updateBuffer('a.txt', [{ range: null, text: '' }], 7)
  assert.deepEqual(await lines(), [])
})

test('a change that does not fit changes nothing', async () => {
  const workspace = open()
  workspace.setBuffer('a.js', 'f()\n😀')
  workspace.updateBuffer('a.js', [], 3)
  const first = change([0, 0], [0, 0], 'x')
  for (const [changes, version, message] of [
    [[first], 3, /version 3 is not newer than version 3/],
    [[first, change([2, 0], [2, 0], '')], 4, /change 1: line 2 does not exist/],
    [[first, change([1, 1], [1, 1], '')], 4, /change 1: position 1:1 is inside a surrogate pair/],
    [[first, change([0, 2], [0, 1], '')], 4, /change 1: the range ends at 0:1, before its start at 0:2/],
    [[first, { range: { start: at(0, 0) }, text: '' }], 4, /`changes\[1\]\.range\.end` must be given/],
    [[first, { range: { start: at(0, -1), end: at(0, 0) }, text: '' }], 4, /`changes\[1\]\.range\.start\.character`/],
    [[{}], 4, /`changes\[0\]\.text` must be given/],
    [['x'], 4, /`changes\[0\]` must be an object with `text`/],
    [first, 4, /`changes` must be an array/],
    [[first], 1.5, /`version` must be a whole number/],
    [[first], 2 ** 31, /`version` must be a whole number/],
    [[first], undefined, /`version` must be a whole number/],
  ]) {
    assert.throws(() => workspace.updateBuffer('a.js', changes, version), { ...invalid, message }, String(message))
  }
  const { matches } = await workspace.grep({ pattern: '^', path: 'a.js' })
  assert.deepEqual(matches.map(({ line }) => line), ['f()', '😀'])
  assert.throws(() => workspace.updateBuffer('b.js', [first], 4), { ...invalid, message: /no buffer is open/ })
  workspace.close()
  assert.throws(() => workspace.updateBuffer('a.js', [first], 4), { code: 'ERR_RANSACK_CLOSED' })
})

const SOURCE = '// é\nfunction f(a) {\n  return css`.b { color: red }` + a\n}\n\nconst 😀 = f(1)\n'

/** Opens a workspace with a buffer that a change completes to `SOURCE`. */
function edited(name) {
  const workspace = open()
  workspace.setBuffer(name, SOURCE.replace('color: red', 'color'))
  return [workspace, () => workspace.updateBuffer(name, [change([2, 23], [2, 23], ': red')], 1)]
}

test('lines of a buffer have the same spans as in the whole text', async () => {
  const [workspace, edit] = edited('a.js')
  await workspace.highlightBuffer('a.js')
  edit()
  const all = [...highlight(SOURCE, 'js', { output: 'spans' }).spans]
  const ends = [...SOURCE.matchAll(/\n/g)].map(({ index }) => index + 1)
  for (const engine of [undefined, 'syntect', 'plain']) {
    const whole = engine === undefined ? all : [...highlight(SOURCE, 'js', { output: 'spans', engine }).spans]
    for (let startLine = 1; startLine <= 7; startLine++) {
      for (const endLine of [startLine, startLine + 1, Infinity]) {
        const options = { output: 'spans', engine, lines: { startLine, endLine } }
        const { spans, report } = await workspace.highlightBuffer('a.js', options)
        const [start, end] = [ends[startLine - 2] ?? (startLine === 1 ? 0 : SOURCE.length), ends[endLine - 1] ?? SOURCE.length]
        assert.deepEqual([...spans], whole.filter((span) => span.start >= start && span.end <= end), `${engine} ${startLine} ${endLine}`)
        assert.deepEqual([...highlight(SOURCE, 'js', options).spans], [...spans])
        assert.equal(report.complete, true)
      }
    }
  }
  const html = highlight(SOURCE, 'js', { output: 'html' }).output.split('\n')
  const { output } = await workspace.highlightBuffer('a.js', { output: 'html', lines: { startLine: 2, endLine: 3 } })
  assert.equal(output, `${html[1]}\n${html[2]}\n`)
  const named = await workspace.highlightBuffer('a.js', { output: 'spans', lang: 'plaintext' })
  assert.equal(named.spans.length, 0)
})

test('syntax of a buffer', async () => {
  const [workspace, edit] = edited('a.js')
  for (const isEdited of [false, true]) {
    if (isEdited) edit()
    const code = isEdited ? SOURCE : SOURCE.replace('color: red', 'color')
    for (let line = 1; line <= 8; line++) {
      const options = { code, lang: 'js', line }
      assert.deepEqual(await workspace.blockRangeInBuffer('a.js', line), blockRangeAt(options))
      assert.deepEqual(await workspace.nodeChainInBuffer('a.js', line, { lang: 'js' }), nodeChainAt(options))
    }
    assert.deepEqual(await workspace.checkSyntaxInBuffer('a.js'), checkSyntax(code, 'js'))
  }
  workspace.updateBuffer('a.js', [{ text: 'let a = ;\n' }], 2)
  assert.equal((await workspace.checkSyntaxInBuffer('a.js')).length, 1)
})

test('calls for a buffer that cannot be made', async () => {
  const workspace = open()
  workspace.setBuffer('a.js', 'f()')
  workspace.setBuffer('a', 'f()')
  // At once, since a promise that rejects before the test handles it is an error.
  const allReject = (promises, expected) => Promise.all(promises.map((promise) => assert.rejects(promise, expected)))
  const calls = (path, options) => [
    workspace.highlightBuffer(path, options),
    workspace.blockRangeInBuffer(path, 1, options),
    workspace.nodeChainInBuffer(path, 1, options),
    workspace.checkSyntaxInBuffer(path, options),
  ]
  await allReject(calls('b.js'), { ...invalid, message: /no buffer is open/ })
  await allReject(calls(1), { ...invalid, message: /`path` must be/ })
  await allReject(calls('a.js', { line: 1 }), { ...invalid, message: /unknown option/ })
  await allReject(calls('a.js', { signal: AbortSignal.abort() }), { name: 'AbortError' })
  await allReject(calls('a').slice(1), { ...invalid, message: /no language/ })
  await assert.rejects(workspace.blockRangeInBuffer('a.js', -1), { ...invalid, message: /`line` must be/ })
  for (const [startLine, endLine] of [[0, 1], [3, 2]]) {
    const lines = { startLine, endLine }
    await assert.rejects(workspace.highlightBuffer('a.js', { lines }), { ...invalid, message: /invalid range of lines/ })
    assert.throws(() => highlight('f()', 'js', { lines }), { ...invalid, message: /invalid range of lines/ })
  }
  workspace.close()
  await allReject(calls('a.js'), { code: 'ERR_RANSACK_CLOSED' })
})
