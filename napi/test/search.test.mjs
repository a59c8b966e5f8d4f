import assert from 'node:assert/strict'
import test from 'node:test'

import { hasMatch, search } from '../index.mjs'
import { inLine } from '../testing/ranges.mjs'

test('text and bytes have the same results', () => {
  const text = 'one\ntwo ä needle\nthree\n'
  const RANGE = inLine(1, 6, 12)
  const expected = {
    matches: [
      {
        path: '',
        lineNumber: 2,
        line: 'two ä needle',
        byteOffset: 4,
        submatches: [{ start: 7, end: 13, startColumn: 6, endColumn: 12, pattern: 0, range: RANGE }],
        range: RANGE,
      },
    ],
    matchCount: 1,
    limitReached: false,
  }
  for (const content of [text, new TextEncoder().encode(text), Buffer.from(text)]) {
    const { report, ...rest } = search(content, { pattern: 'needle' })
    assert.deepEqual(rest, expected)
    assert.equal(report.complete, true)
  }
  const shared = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(text)))
  shared.set(Buffer.from(text))
  assert.equal(search(shared, { pattern: 'needle' }).matchCount, 1)
  // A view sees only its own part.
  assert.equal(search(Buffer.from(text).subarray(0, 10), { pattern: 'needle' }).matchCount, 0)
})

test('the options of grep that apply in memory', () => {
  const text = 'a1\na2\nB3\na4\n'
  const lines = (options) => search(text, options).matches.map((m) => m.lineNumber)
  assert.deepEqual(lines({ pattern: 'b', ignoreCase: true }), [3])
  assert.deepEqual(lines({ patterns: ['2', '4'] }), [2, 4])
  assert.deepEqual(lines({ pattern: 'a', maxCount: 1, offset: 1 }), [2])
  assert.deepEqual(lines({ pattern: 'a', invert: true }), [3])
  assert.equal(search(text, { pattern: 'a', maxCount: 1 }).limitReached, true)
  const [match] = search(text, { pattern: 'B', context: 1, bytes: true }).matches
  assert.deepEqual(match.contextBefore.map((l) => l.line), ['a2'])
  assert.deepEqual(match.contextAfter.map((l) => l.line), ['a4'])
  assert.deepEqual([...match.lineBytes], [66, 51])
  const count = search(text, { pattern: 'a', mode: 'count' })
  assert.equal(count.matches[0].matchCount, 3)
  const [clipped] = search(`${'x'.repeat(100)}needle`, { pattern: 'needle', maxColumns: 10 }).matches
  assert.equal(clipped.truncated, true)
})

test('lines that match an excluded pattern are no results', () => {
  const text = 'hit 1\nhit ÄSKIP 2\nother\nhit 3\n'
  const lines = (options) => search(text, options).matches.map((m) => m.lineNumber)
  assert.deepEqual(lines({ pattern: 'hit', exclude: 'SKIP' }), [1, 4])
  assert.deepEqual(lines({ pattern: 'hit', exclude: ['1', 'äskip'], ignoreCase: true }), [4])
  assert.deepEqual(lines({ pattern: /hit/, exclude: new Set([/äskip/i, '3$']) }), [1])
  assert.deepEqual(lines({ pattern: '1', exclude: 'SKIP', invert: true }), [3, 4])
  assert.deepEqual(lines({ pattern: 'hit', exclude: '[', literal: true }), [1, 2, 4])
  assert.deepEqual(lines({ pattern: 'hit .\\n', exclude: '3', multiline: true }), [1])
  const [match] = search(text, { pattern: 'hit', exclude: 'SKIP', contextAfter: 1 }).matches
  assert.deepEqual(match.contextAfter.map((l) => l.line), ['hit ÄSKIP 2'])
  assert.match(search(text, { pattern: 'a', exclude: 'b(' }).error, /`exclude\[0\]`.*unclosed group/)
  assert.match(search(text, { pattern: 'a', exclude: '' }).error, /`exclude\[0\]`.*empty/)
  assert.throws(() => search(text, { pattern: 'a', exclude: 1 }), /`exclude` must be a string or a RegExp or an array/)
})

test('look-around and back-references on request', () => {
  const text = 'äfoo bar\nfoobar\nthe the end\n'
  const lines = (pattern, options) => search(text, { pattern, backtracking: true, ...options }).matches.map((m) => m.lineNumber)
  assert.deepEqual(lines('foo(?! bar)'), [2])
  assert.deepEqual(lines('(?<=ä)foo'), [1])
  assert.deepEqual(lines('\\b(\\w+) \\1\\b'), [3])
  assert.deepEqual(lines('o', { exclude: '(?<=ä)foo' }), [2])
  const [match] = search(text, { pattern: '(?<=ä)foo', backtracking: true }).matches
  assert.deepEqual(match.submatches, [{ start: 2, end: 5, startColumn: 1, endColumn: 4, pattern: 0, range: inLine(0, 1, 4) }])
  assert.match(search(text, { pattern: 'a(?=b)' }).error, /look-around is off: `a\(\?=b\)` at byte 1; set `backtracking`/)
  const slow = `${'x'.repeat(44)} zy\n`
  const { report, matches } = search(`${slow}xxxxy\n`, { pattern: '^(x+x+)+\\1y', backtracking: true })
  assert.deepEqual([matches.length, report.complete, report.skipped[0].reason], [1, false, 'stepLimit'])
  assert.equal(hasMatch(text, 'foo(?=bar)', { backtracking: true }), true)
  assert.throws(() => hasMatch(text, 'foo(?=bar)'), { code: 'ERR_RANSACK_INVALID_PATTERN' })
  assert.throws(() => hasMatch(slow, '^(x+x+)+\\1y', { backtracking: true }), /cannot decide/)
  assert.throws(() => search(text, { pattern: 'a', backtracking: 'yes' }), /`backtracking` must be a boolean/)
})

test('an invalid pattern is returned, not thrown', () => {
  const result = search('a', { pattern: '(' })
  assert.match(result.error, /unclosed group.*at byte 0/)
  assert.deepEqual(result.matches, [])
  assert.equal(result.matchCount, 0)
  assert.equal(result.limitReached, false)
  assert.match(search('a', { pattern: '' }).error, /empty/)
})

test('a timeout throws', () => {
  const isTimeout = { name: 'RansackError', code: 'ERR_RANSACK_TIMEOUT' }
  assert.throws(() => search('a', { pattern: 'a', timeoutMs: 0 }), isTimeout)
  const long = 'a needle in a line\n'.repeat(2_000_000)
  assert.throws(() => search(long, { pattern: '(n.*){5}', timeoutMs: 1 }), isTimeout)
  assert.equal(search('a', { pattern: 'a', timeoutMs: 600_000 }).matchCount, 1)
  assert.throws(() => hasMatch('a', 'a', false, false, 0), isTimeout)
  assert.equal(hasMatch('a', 'a', false, false, 600_000), true)
})

// Without an interruptible engine, each of these takes from 8 seconds to hours.
test('every pattern stops at its deadline', () => {
  const text = 'a'.repeat(1_000_000)
  const upper = 'A'.repeat(180_000)
  const isTimeout = { code: 'ERR_RANSACK_TIMEOUT' }
  assert.throws(() => search(text, { pattern: 'a{65535}b', timeoutMs: 300 }), isTimeout)
  assert.throws(() => hasMatch(text, 'a{65535}b', false, false, 300), isTimeout)
  for (const [pattern, multiline] of [['[A-Z].*b|[A-Z]', false], ['[A-Z](?s:.)*b|[A-Z]', true]]) {
    const [match] = search(upper, { pattern, multiline }).matches
    assert.equal(match.submatches.length, 10_000)
  }
})

test('sizeLimit bounds the compiled pattern', () => {
  assert.equal(search('a', { pattern: 'a{1,1000}' }).matchCount, 1)
  assert.match(search('a', { pattern: 'a{1,1000}', sizeLimit: 1000 }).error, /1000 bytes.*`sizeLimit`/)
  assert.match(search('a', { pattern: '\\w{5000}' }).error, /10485760 bytes/)
})

test('values of an invalid type throw', () => {
  for (const [content, options] of [
    [5, { pattern: 'a' }],
    [undefined, { pattern: 'a' }],
    [new Uint16Array(2), { pattern: 'a' }],
    ['a', { pattern: 5 }],
    ['a', undefined],
    ['a', { pattern: 'a', maxCount: -1 }],
    ['a', { pattern: 'a', timeoutMs: -1 }],
    ['a', { pattern: 'a', timeoutMs: '1' }],
  ]) {
    assert.throws(() => search(content, options), { code: 'ERR_RANSACK_INVALID_OPTION' })
  }
  assert.throws(() => hasMatch('a', 5), { code: 'ERR_RANSACK_INVALID_OPTION' })
  assert.throws(() => hasMatch(5, 'a'), { code: 'ERR_RANSACK_INVALID_OPTION' })
  assert.throws(() => hasMatch('a', 'a', 'yes'), { code: 'ERR_RANSACK_INVALID_OPTION' })
  assert.throws(() => hasMatch('a', 'a', false, false, -1), { code: 'ERR_RANSACK_INVALID_OPTION' })
})

test('hasMatch', () => {
  assert.equal(hasMatch('some needle', 'needle'), true)
  assert.equal(hasMatch('some needle', 'NEEDLE'), false)
  assert.equal(hasMatch('some needle', 'NEEDLE', true), true)
  assert.equal(hasMatch('a\nb', 'a\\nb', false, true), true)
  assert.equal(hasMatch(Buffer.from('x'), 'x', undefined, null), true)
  assert.equal(hasMatch('', 'x'), false)
  assert.throws(() => hasMatch('a', '('), {
    name: 'RansackError',
    code: 'ERR_RANSACK_INVALID_PATTERN',
    pattern: '(',
    offset: 0,
  })
})

test('lone surrogates and NUL are characters', () => {
  assert.equal(search('a\ud800b', { pattern: 'a.b' }).matches[0].line, 'a\ufffdb')
  assert.equal(hasMatch('a\0b', 'a\\x00b'), true)
})
