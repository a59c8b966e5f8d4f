import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { pathToFileURL } from 'node:url'

import { astEdit, astGrep, glob, globSync, grep, grepSync, hasMatch, search } from '../index.mjs'
import { tree } from '../testing/tree.mjs'
import { untimed } from '../testing/untimed.mjs'

const root = tree({ 'a/b.txt': 'one needle\n', 'c.txt': 'Needle 2\n' })

test('content that was not examined makes a call incomplete, whatever the option', async () => {
  const odd = tree({ 'a.txt': 'needle\n', 'bin.dat': Buffer.from('needle\0') })
  const complete = async (options) => (await grep({ pattern: 'needle', path: odd, ...options })).report.complete
  assert.equal(await complete({}), true)
  writeFileSync(join(odd, 'utf16.txt'), Buffer.from('straw\n', 'utf16le'))
  const { report } = await grep({ pattern: 'needle', path: odd })
  assert.equal(report.complete, false)
  assert.deepEqual(report.skipped.map(({ reason, first: [{ detail }] }) => [reason, detail]), [
    ['binary', undefined],
    ['undecodable', 'UTF-16LE text without a byte order mark'],
  ])
  assert.equal(await complete({ binary: true }), true)
  assert.equal(await complete({ binary: true, maxFileSize: 1 }), false)
  assert.equal(await complete({ glob: '*.txt' }), false)
  assert.equal(await complete({ glob: 'a.txt' }), true)
})

test('a scope that selects nothing', async () => {
  const nothing = async (options) => (await glob({ pattern: '*', path: root, ...options })).report.noFilesMatchedScope
  assert.equal(await nothing({}), false)
  assert.equal(await nothing({ glob: '*.nope' }), true)
  assert.equal(await nothing({ pattern: '*.nope' }), true)
  const empty = tree({})
  mkdirSync(join(empty, 'node_modules'))
  assert.equal((await glob({ pattern: '*', path: empty })).report.noFilesMatchedScope, true)
  assert.equal((await grep({ pattern: 'a', path: empty })).report.noFilesMatchedScope, true)
})

test('offsets in decoded files are those of their text, in both searches', async () => {
  const text = '// é\nfoo(1)\n'
  const marked = Buffer.from(`\ufeff${text}`, 'utf16le')
  const odd = tree({ 'plain.js': text, 'utf16.js': marked })
  const lines = (await grep({ pattern: 'foo', path: odd })).matches.map((match) => match.byteOffset)
  const nodes = (await astGrep({ pattern: 'foo($A)', path: odd })).matches.map((match) => match.byteStart)
  assert.deepEqual([lines, nodes], [[6, 6], [6, 6]])
})

test('a byte order mark is not part of the first line, in searches and edits', async () => {
  const marked = tree({ 'a.js': '\ufefffoo(1)\n' })
  const [line] = (await grep({ pattern: '^foo', path: marked })).matches
  const [node] = (await astGrep({ pattern: 'foo($A)', path: marked })).matches
  const [change] = (await astEdit({ rewrites: { 'foo($A)': 'bar($A)' }, path: marked, dryRun: true })).changes
  assert.deepEqual([line.line, line.lineNumber, line.byteOffset], ['foo(1)', 1, 3])
  for (const { startLine, startColumn, byteStart } of [node, change]) {
    assert.deepEqual([startLine, startColumn, byteStart], [1, 1, 3])
  }
})

test('in memory a byte order mark is the first character', () => {
  const [match] = search('\ufefffoo', { pattern: 'foo' }).matches
  assert.deepEqual([match.line, match.submatches[0].startColumn, match.submatches[0].start], ['\ufefffoo', 1, 3])
  assert.equal(hasMatch('\ufefffoo', '^foo'), false)
})

test('synchronous searches return the results of the others', async () => {
  const found = grepSync({ pattern: 'needle', path: root })
  assert.deepEqual(untimed(found), untimed(await grep({ pattern: 'needle', path: root })))
  assert.deepEqual(untimed(globSync({ pattern: '**', path: root })), untimed(await glob({ pattern: '**', path: root })))
  assert.throws(() => grepSync({ pattern: '(', path: root }), { code: 'ERR_RANSACK_INVALID_PATTERN' })
  assert.throws(() => globSync({ pattern: '*', path: 'none' }), { code: 'ERR_RANSACK_NOT_FOUND' })
  assert.throws(() => grepSync({ pattern: 'a', path: root, signal: AbortSignal.abort('x') }), { name: 'AbortError', cause: 'x' })
})

test('paths are strings, bytes or URLs', async () => {
  for (const path of [root, Buffer.from(root), new TextEncoder().encode(root), pathToFileURL(root)]) {
    assert.equal((await grep({ pattern: 'needle', path })).totalMatches, 1)
  }
  for (const path of [new URL('https://host/a'), new URL('file:///a%2Fb'), {}, new Uint16Array(1)]) {
    await assert.rejects(grep({ pattern: 'a', path }), { code: 'ERR_RANSACK_INVALID_OPTION', message: /`path`/ })
  }
})

test('null is the default of every option, and Infinity no limit', async () => {
  for (const none of [undefined, null, Infinity]) {
    const limits = { maxCount: none, maxCountPerFile: none, maxColumns: none, maxFileSize: none, timeoutMs: none, sizeLimit: none }
    assert.equal((await grep({ pattern: 'eedle', path: root, ...limits })).totalMatches, 2)
    assert.equal((await glob({ pattern: '**', path: root, maxResults: none })).totalMatches, 3)
    assert.equal(hasMatch('a', 'a', { timeoutMs: none }), true)
  }
  const many = tree({ 'a.js': 'foo(1)\n'.repeat(80) })
  const count = async (limit) => (await astGrep({ pattern: 'foo($A)', path: many, limit })).matches.length
  assert.deepEqual([await count(undefined), await count(null), await count(Infinity), await count(3)], [50, 50, 80, 3])
  const absent = { glob: null, type: null, encoding: null, mode: null, path: root, ignoreCase: null, patterns: null }
  assert.equal((await grep({ pattern: 'eedle', ...absent })).totalMatches, 2)
  await assert.rejects(grep({ pattern: null, path: root }), { code: 'ERR_RANSACK_INVALID_OPTION', message: /no pattern/ })
})
