import assert from 'node:assert/strict'
import test from 'node:test'

import {
  RansackOptionError,
  blockRangeAt,
  blockRangeAtAsync,
  checkSyntax,
  checkSyntaxAsync,
  enclosingBlockBoundaries,
  enclosingBlockBoundariesAsync,
  nodeChainAt,
  nodeChainAtAsync,
} from '../index.mjs'
import { codeRange } from '../testing/ranges.mjs'

const code = `fn a() {}

/// ä
fn b() {
    let x = "😀"; if y {
        1;
    }
}
`

/** Calls both forms of a function, whose results must be equal. */
const both = (now, later) => async (...args) => {
  const answer = now(...args)
  assert.deepEqual(await later(...args), answer)
  return answer
}

const block = both(blockRangeAt, blockRangeAtAsync)
const chain = both(nodeChainAt, nodeChainAtAsync)
const boundaries = both(enclosingBlockBoundaries, enclosingBlockBoundariesAsync)
const check = both(checkSyntax, checkSyntaxAsync)

test('the block that starts in a line', async () => {
  const node = await block({ code, lang: 'rust', line: 4 })
  const from = code.indexOf('fn b')
  assert.deepEqual(node, {
    kind: 'function_item',
    startLine: 4,
    endLine: 8,
    range: codeRange({
      byteStart: Buffer.byteLength(code.slice(0, from)),
      byteEnd: Buffer.byteLength(code) - 1,
      startLine: 4,
      startColumn: 1,
      endLine: 8,
      endColumn: 2,
    }),
  })
  assert.equal(await block({ code, lang: 'rust', line: 7 }), null)
  assert.equal(await block({ code, lang: 'rust', line: 0 }), null)
  assert.equal(await block({ code, lang: 'rust', line: 99 }), null)
  const bytes = new TextEncoder().encode(code)
  assert.deepEqual(await block({ code: bytes, path: 'src/a.rs', line: 4 }), node)
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  assert.deepEqual(await block({ code: shared, path: 'src/a.rs', line: 4 }), node)
})

test('the nodes that contain a line', async () => {
  const nodes = await chain({ code, path: 'a.rs', line: 6 })
  const kinds = nodes.map((n) => n.kind)
  assert.equal(kinds.at(-1), 'source_file')
  assert.ok(kinds.indexOf('if_expression') < kinds.indexOf('function_item'))
  const branch = nodes.find((n) => n.kind === 'if_expression')
  const line = '    let x = "😀"; if y {'
  assert.equal(branch.range.startColumn, line.indexOf('if') + 1)
  assert.deepEqual(await chain({ code, path: 'a.rs', line: 2 }), [])
})

test('the boundaries of blocks that cross the shown lines', async () => {
  const ask = (ranges, text = code) => boundaries({ code: text, lang: 'rust', ranges })
  assert.deepEqual(await ask([{ startLine: 4, endLine: 4 }]), [8])
  assert.deepEqual(await ask([{ startLine: 6, endLine: 8 }]), [4, 5])
  assert.deepEqual(await ask([]), [])
  assert.deepEqual(await ask([{ startLine: 9, endLine: 3 }]), [])
  assert.equal(await ask([{ startLine: 1, endLine: 1 }], 'fn ('), null)
})

test('syntax errors', async () => {
  assert.deepEqual(await check(code, 'rust'), [])
  const [fault, ...others] = await check('"ä"; x = (1;', 'js')
  assert.deepEqual(others, [])
  assert.deepEqual(fault, {
    missing: ')',
    range: codeRange({ byteStart: 12, byteEnd: 12, startLine: 1, startColumn: 12, endLine: 1, endColumn: 12 }),
  })
  const [error] = await check(new TextEncoder().encode('let = = 1'), 'js')
  assert.equal('missing' in error, false)
  assert.equal('message' in error, false)
  assert.deepEqual(await check('let a\nlet ä, a', 'js'), [
    {
      message: 'name is declared already',
      range: codeRange({ byteStart: 14, byteEnd: 15, startLine: 2, startColumn: 8, endLine: 2, endColumn: 9 }),
    },
  ])
})

test('a file of no known language', async () => {
  assert.equal(await block({ code, path: 'a.unheard', line: 1 }), null)
  // The text decides what a header is in.
  const header = (code) => block({ code, path: 'a.h', line: 1 })
  assert.equal((await header('class A {};\n')).kind, 'class_specifier')
  assert.equal((await header('@class A;\n')).kind, 'class_declaration')
  assert.equal(await chain({ code, path: 'a.unheard', line: 1 }), null)
  assert.equal(await boundaries({ code, path: 'a.unheard', ranges: [] }), null)
})

test('bad input', async () => {
  const fails = async (now, later, args, message) => {
    const error = { name: 'RansackOptionError', code: 'ERR_RANSACK_INVALID_OPTION', message }
    assert.throws(() => now(...args), error)
    await assert.rejects(later(...args), error)
  }
  for (const pair of [[blockRangeAt, blockRangeAtAsync], [nodeChainAt, nodeChainAtAsync]]) {
    await fails(...pair, [], /options/)
    await fails(...pair, [null], /options/)
    await fails(...pair, [{ code, line: 1 }], /`lang` or `path`/)
    await fails(...pair, [{ code, lang: 'klingon', line: 1 }], /klingon/)
    await fails(...pair, [{ code, lang: 5, line: 1 }], /`lang`/)
    await fails(...pair, [{ lang: 'js', line: 1 }], /`code`/)
    await fails(...pair, [{ code: 5, lang: 'js', line: 1 }], /`code`/)
    for (const line of [undefined, '1', -1, 1.5, NaN]) await fails(...pair, [{ code, lang: 'js', line }], /`line`/)
    await fails(...pair, [{ code, lang: 'js', line: 1, timeoutMs: -1 }], /`timeoutMs`/)
  }
  const shown = [enclosingBlockBoundaries, enclosingBlockBoundariesAsync]
  await fails(...shown, [{ code, lang: 'js' }], /`ranges`/)
  await fails(...shown, [{ code, lang: 'js', ranges: 5 }], /`ranges`/)
  await fails(...shown, [{ code, lang: 'js', ranges: [{ startLine: -1, endLine: 1 }] }], /^`ranges\[0\].startLine` must be a whole number/)
  await fails(...shown, [{ code, lang: 'js', ranges: [{ startLine: 1 }] }], /^`ranges\[0\].endLine` must be given/)
  const syntax = [checkSyntax, checkSyntaxAsync]
  await fails(...syntax, [5, 'js'], /`source`/)
  await fails(...syntax, ['a'], /`lang`/)
  await fails(...syntax, ['a', 'klingon'], /klingon/)
  await fails(...syntax, ['a', 'js', 1], /options/)
  await fails(...syntax, ['a', 'js', { timeoutMs: 'x' }], /`timeoutMs`/)
  await assert.rejects(checkSyntaxAsync('a', 'js', { signal: 5 }), RansackOptionError)
})

test('aborts and timeouts', async () => {
  const hostile = '('.repeat(3_000_000)
  const timeout = { name: 'RansackError', code: 'ERR_RANSACK_TIMEOUT' }
  const source = { code: hostile, lang: 'c' }
  const options = { ...source, line: 1 }
  const shown = { ...source, ranges: [] }
  for (const ask of [blockRangeAt, nodeChainAt]) assert.throws(() => ask({ ...options, timeoutMs: 5 }), timeout)
  assert.throws(() => enclosingBlockBoundaries({ ...shown, timeoutMs: 5 }), timeout)
  assert.throws(() => checkSyntax(hostile, 'c', { timeoutMs: 5 }), timeout)
  const controller = new AbortController()
  const { signal } = controller
  const calls = [
    blockRangeAtAsync({ ...options, signal }),
    nodeChainAtAsync({ ...options, signal }),
    enclosingBlockBoundariesAsync({ ...shown, signal }),
    checkSyntaxAsync(hostile, 'c', { signal }),
  ]
  setTimeout(() => controller.abort('enough'), 5)
  for (const { reason } of await Promise.allSettled(calls)) {
    assert.equal(reason.name, 'AbortError')
    assert.equal(reason.cause, 'enough')
  }
  await assert.rejects(checkSyntaxAsync(hostile, 'c', { signal }), { cause: 'enough' })
  await assert.rejects(blockRangeAtAsync({ ...options, timeoutMs: 5 }), timeout)
})

test('paths are strings, bytes and URLs', async () => {
  const expected = await block({ code, lang: 'rust', line: 4 })
  const paths = ['a.rs', Buffer.from('src/a.rs'), new TextEncoder().encode('/\xff/a.rs'), new URL('file:///src/a%20b.rs')]
  for (const path of paths) {
    assert.deepEqual(await block({ code, path, line: 4 }), expected)
    assert.equal((await chain({ code, path, line: 4 })).at(-1).kind, 'source_file')
    assert.deepEqual(await boundaries({ code, path, ranges: [{ startLine: 4, endLine: 4 }] }), [8])
  }
  assert.equal(await block({ code, path: Buffer.from([0xff]), line: 4 }), null)
  for (const path of [1, {}, new URL('https://example.com/a.rs'), new ArrayBuffer(1)]) {
    assert.throws(() => blockRangeAt({ code, path, line: 1 }), { code: 'ERR_RANSACK_INVALID_OPTION', message: /`path`/ })
    await assert.rejects(nodeChainAtAsync({ code, path, line: 1 }), { code: 'ERR_RANSACK_INVALID_OPTION', message: /`path`/ })
  }
})

test('long results', async () => {
  const nested = `${'['.repeat(3000)}\n1\n${']'.repeat(3000)}`
  assert.equal((await chain({ code: nested, lang: 'json', line: 2 })).length, 3002)
  const broken = 'let = ;\n'.repeat(3000)
  const found = await check(broken, 'js')
  assert.ok(found.length >= 3000 && found.length < 10_000, String(found.length))
})
