import assert from 'node:assert/strict'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

import { astGrep, grep, search } from '../index.mjs'
import { inLine } from '../testing/ranges.mjs'
import { LARGE_TREE_LINES, largeTree, tree } from '../testing/tree.mjs'

const root = tree({
  'a.txt': 'one\ntwo needle\nthree\nfour needle needle\nfive\n',
  'b/c.js': 'const needle = 1\nconst Needle = 2\n',
  'b/d.rs': 'fn needle() {}\n',
  '.hidden/e.txt': 'needle\n',
  'node_modules/m/index.js': 'needle\n',
  'ignored.log': 'needle\n',
  '.ignore': '*.log\n',
})

const places = async (options) =>
  (await grep({ pattern: 'needle', path: root, ...options })).matches.map(
    (m) => `${m.path}:${m.lineNumber}`,
  )

test('the newest file comes first on request', async () => {
  const dated = tree({ 'a.js': 'f(1)\n', 'b/c.js': 'f(2)\nf(3)\n', 'd.js': 'f(4)\n' })
  for (const [path, time] of Object.entries({ 'a.js': 1e9, 'b/c.js': 3e9, 'd.js': 3e9 })) {
    utimesSync(join(dated, path), new Date(time), new Date(time))
  }
  const grepOptions = { pattern: 'f\\(', path: dated, sortByMtime: true }
  const astOptions = { pattern: 'f($A)', path: dated, sortByMtime: true }
  const expected = ['f(2)', 'f(3)', 'f(4)', 'f(1)']
  assert.deepEqual((await grep(grepOptions)).matches.map((m) => m.line), expected)
  assert.deepEqual((await astGrep(astOptions)).matches.map((m) => m.text), expected)
  assert.deepEqual((await grep({ ...grepOptions, maxCount: 1, offset: 2 })).matches.map((m) => m.line), ['f(4)'])
  const page = await astGrep({ ...astOptions, limit: 2 })
  assert.deepEqual([page.matches.length, page.totalMatches, page.limitReached], [2, 4, true])
  const { matches } = await grep({ ...grepOptions, mode: 'filesWithMatches' })
  assert.deepEqual(matches.map((m) => m.path), ['b/c.js', 'd.js', 'a.js'])
  await assert.rejects(grep({ ...grepOptions, sortByMtime: 'newest' }), /`sortByMtime` must be a boolean/)
})

test('a result has every field', async () => {
  const result = await grep({ pattern: 'needle', path: root, glob: 'a.txt' })
  const { report, ...rest } = result
  assert.deepEqual(rest, {
    matches: [
      {
        path: 'a.txt',
        lineNumber: 2,
        line: 'two needle',
        byteOffset: 4,
        submatches: [{ start: 4, end: 10, startColumn: 4, endColumn: 10, pattern: 0, range: inLine(1, 4, 10) }],
        range: inLine(1, 4, 10),
      },
      {
        path: 'a.txt',
        lineNumber: 4,
        line: 'four needle needle',
        byteOffset: 21,
        submatches: [
          { start: 5, end: 11, startColumn: 5, endColumn: 11, pattern: 0, range: inLine(3, 5, 11) },
          { start: 12, end: 18, startColumn: 12, endColumn: 18, pattern: 0, range: inLine(3, 12, 18) },
        ],
        range: inLine(3, 5, 11),
      },
    ],
    totalMatches: 2,
    filesWithMatches: 1,
    filesSearched: 1,
    limitReached: false,
  })
  assert.equal(report.complete, true)
  assert.equal(report.totalIsExact, true)
  assert.equal(report.noFilesMatchedScope, false)
  assert.equal('stoppedBy' in report, false)
  assert.equal('nextOffset' in report, false)
})

test('results are in path order, and the scope options apply', async () => {
  const all = ['.hidden/e.txt:1', 'a.txt:2', 'a.txt:4', 'b/c.js:1', 'b/d.rs:1']
  assert.deepEqual(await places({}), all)
  assert.deepEqual(await places({ hidden: false }), all.slice(1))
  assert.deepEqual(await places({ gitignore: false }), [...all, 'ignored.log:1'])
  assert.deepEqual(await places({ includeNodeModules: true }), [...all, 'node_modules/m/index.js:1'])
  assert.deepEqual(await places({ glob: '*.rs' }), ['b/d.rs:1'])
  assert.deepEqual(await places({ glob: ['b/*', '!*.rs'] }), ['b/c.js:1'])
  assert.deepEqual(await places({ type: 'js' }), ['b/c.js:1'])
  assert.deepEqual(await places({ type: ['js', 'rust'] }), ['b/c.js:1', 'b/d.rs:1'])
  assert.deepEqual(await places({ typeNot: ['txt', 'js'] }), ['b/d.rs:1'])
  const { report } = await grep({ pattern: 'needle', path: root })
  assert.deepEqual(report.skipped, [
    { reason: 'nodeModules', count: 1, first: [{ path: 'node_modules', root: 0 }] },
  ])
})

test('the pattern options apply', async () => {
  const count = async (options) => (await grep({ path: root, glob: 'c.js', ...options })).totalMatches
  assert.equal(await count({ pattern: 'NEEDLE' }), 0)
  assert.equal(await count({ pattern: 'NEEDLE', ignoreCase: true }), 2)
  assert.equal(await count({ pattern: 'needle', smartCase: true }), 2)
  assert.equal(await count({ pattern: 'Needle', smartCase: true }), 1)
  assert.equal(await count({ pattern: 'needl', word: true }), 0)
  assert.equal(await count({ pattern: '= .', literal: true }), 0)
  assert.equal(await count({ pattern: '= .' }), 2)
  assert.equal(await count({ pattern: 'needle', invert: true }), 1)
  assert.equal(await count({ pattern: '1\\nconst', multiline: true }), 1)
  assert.equal(await count({ pattern: 'needle.*Needle', multiline: true }), 0)
  assert.equal(await count({ pattern: 'needle.*Needle', multiline: true, dotAll: true }), 1)
})

test('matches of several patterns carry the pattern number', async () => {
  const { matches } = await grep({ pattern: 'four', patterns: ['needle'], path: join(root, 'a.txt') })
  assert.deepEqual(
    matches.map((m) => m.submatches.map((s) => s.pattern)),
    [[1], [0, 1, 1]],
  )
  assert.equal(matches[0].path, join(root, 'a.txt'))
})

test('several roots are numbered', async () => {
  const other = tree({ 'z.txt': 'needle\n' })
  const { matches } = await grep({ pattern: 'needle', path: other, paths: [join(root, 'b')] })
  assert.deepEqual(
    matches.map((m) => [m.root, m.path]),
    [
      [0, 'z.txt'],
      [1, 'c.js'],
      [1, 'd.rs'],
    ],
  )
})

test('limits cut results off and report it', async () => {
  const page = await grep({ pattern: 'needle', path: root, maxCount: 2 })
  assert.equal(page.matches.length, 2)
  assert.equal(page.limitReached, true)
  assert.equal(page.report.complete, false)
  assert.equal(page.report.stoppedBy, 'limit')
  assert.equal(page.report.nextOffset, 2)
  const rest = await grep({ pattern: 'needle', path: root, offset: page.report.nextOffset })
  assert.equal(rest.matches.length, 3)
  assert.equal(rest.limitReached, false)
  const capped = await grep({ pattern: 'needle', path: root, maxCountPerFile: 1 })
  assert.equal(capped.matches.length, 4)
  assert.equal(capped.report.complete, false)
  assert.equal(capped.limitReached, false)
  const none = await grep({ pattern: 'needle', path: root, maxCount: 0 })
  assert.deepEqual(none.matches, [])
  assert.equal(none.limitReached, true)
})

test('paging by the limit ends where a file has more matches than its own limit', async () => {
  const seen = []
  for (let offset = 0; ; offset += 1) {
    const options = { pattern: 'needle', path: root, maxCountPerFile: 1, maxCount: 1, offset }
    const page = await grep(options)
    seen.push(...page.matches.map(match => match.path))
    if (!page.limitReached) break
    assert.ok(seen.length <= 4)
  }
  const all = await grep({ pattern: 'needle', path: root, maxCountPerFile: 1 })
  assert.deepEqual(seen, all.matches.map(match => match.path))
})

test('the last match under a limit keeps its context', async () => {
  const text = 'a1\na2\nb\na3\nc\n'
  const of = limits => search(text, { pattern: 'a', contextAfter: 2, ...limits }).matches
  const last = of({ maxCount: 1 })
  assert.deepEqual(last.map(match => match.contextAfter.map(line => line.line)), [['a2', 'b']])
  assert.deepEqual(of({ maxCountPerFile: 1 }), last)
  assert.deepEqual(of({ maxCount: 2 })[1].contextAfter.map(line => line.lineNumber), [3, 4])
  assert.deepEqual(of({}).map(match => match.contextAfter?.length), [undefined, 1, 1])
})

test('carriage returns, and matches over the line end', async () => {
  const lines = (text, pattern, options) =>
    search(text, { pattern, ...options }).matches.map(match => match.lineNumber)
  assert.deepEqual(lines('a\r\nb\n', '\\r$'), [1])
  assert.deepEqual(lines('a\r\nb\n', 'a$'), [1])
  assert.deepEqual(lines('a\rb\n', 'a$|^b'), [])
  assert.deepEqual(lines('a\rb\r\nc\n', 'a.b\n.', { multiline: true }), [1])
  const over = search('bar\r\nbaz\n', { pattern: 'bar\\n', multiline: true }).matches[0].submatches
  const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } }
  assert.deepEqual(over, [{ start: 0, end: 3, pattern: 0, startColumn: 0, endColumn: 3, range, endsLine: true }])
})

test('context, and what overrides it', async () => {
  const first = async (options) =>
    (await grep({ pattern: 'two', path: join(root, 'a.txt'), ...options })).matches[0]
  const both = await first({ context: 1 })
  assert.deepEqual(both.contextBefore, [{ lineNumber: 1, line: 'one' }])
  assert.deepEqual(both.contextAfter, [{ lineNumber: 3, line: 'three' }])
  const before = await first({ context: 1, contextAfter: 0 })
  assert.equal(before.contextBefore.length, 1)
  assert.equal(before.contextAfter, undefined)
  const after = await first({ contextAfter: 2 })
  assert.equal(after.contextBefore, undefined)
  assert.deepEqual(after.contextAfter.map((l) => l.lineNumber), [3, 4])
})

test('count modes return one result per file', async () => {
  const count = await grep({ pattern: 'needle', path: root, glob: 'a.txt', mode: 'count' })
  assert.deepEqual(count.matches, [
    { path: 'a.txt', lineNumber: 0, line: '', byteOffset: 0, submatches: [], matchCount: 2 },
  ])
  const files = await grep({ pattern: 'needle', path: root, mode: 'filesWithMatches' })
  assert.deepEqual(
    files.matches.map((m) => [m.path, 'matchCount' in m]),
    [
      ['.hidden/e.txt', false],
      ['a.txt', false],
      ['b/c.js', false],
      ['b/d.rs', false],
    ],
  )
})

test('long lines are clipped around the match', async () => {
  const long = tree({ 'min.js': `${'ä'.repeat(500)}needle${'x'.repeat(500)}\n` })
  const { matches } = await grep({ pattern: 'needle', path: long, maxColumns: 40 })
  const [{ line, truncated, clip, submatches }] = matches
  assert.equal(truncated, true)
  assert.equal(clip.lineLength, 1506)
  assert.ok(clip.offset > 900 && clip.offset < 1000, `${clip.offset}`)
  const [{ startColumn, endColumn, start }] = submatches
  assert.equal(line.slice(startColumn, endColumn), 'needle')
  assert.equal(clip.offset + start, 1000)
  const context = await grep({ pattern: 'b', path: tree({ f: `${'a'.repeat(9)}\nb\n` }), context: 1, maxColumns: 3 })
  assert.deepEqual(context.matches[0].contextBefore, [{ lineNumber: 1, line: 'aaa', truncated: true }])
})

test('a line lists at most 10,000 matches and is marked', async () => {
  const dense = tree({ 'a.txt': `${'x'.repeat(10_000)}\n${'x'.repeat(10_001)}\n${'ä'.repeat(10_001)}\n` })
  const { matches } = await grep({ pattern: 'x|ä', path: dense })
  assert.deepEqual(matches.map((m) => m.submatches.length), [10_000, 10_000, 10_000])
  assert.deepEqual(matches.map((m) => m.submatchesTruncated), [undefined, true, true])
  assert.equal('submatchesTruncated' in matches[0], false)
  assert.equal(matches[2].submatches[9_999].endColumn, 10_000)
})

test('columns count UTF-16 code units, offsets bytes', async () => {
  const wide = tree({ 'ü.txt': 'ok\nä€😀 needle 😀needle\n' })
  const { matches } = await grep({ pattern: '😀|needle', path: wide })
  const [match] = matches
  assert.equal(match.path, 'ü.txt')
  assert.equal(match.byteOffset, 3)
  assert.deepEqual(match.submatches, [
    { start: 5, end: 9, startColumn: 2, endColumn: 4, pattern: 0, range: inLine(1, 2, 4) },
    { start: 10, end: 16, startColumn: 5, endColumn: 11, pattern: 0, range: inLine(1, 5, 11) },
    { start: 17, end: 21, startColumn: 12, endColumn: 14, pattern: 0, range: inLine(1, 12, 14) },
    { start: 21, end: 27, startColumn: 14, endColumn: 20, pattern: 0, range: inLine(1, 14, 20) },
  ])
  const bytes = Buffer.from(match.line)
  for (const { start, end, startColumn, endColumn } of match.submatches) {
    assert.equal(match.line.slice(startColumn, endColumn), bytes.subarray(start, end).toString())
  }
  // An empty match lies between two characters, even at the end.
  const empty = await grep({ pattern: '^|$', path: tree({ f: 'ä\n' }) })
  assert.deepEqual(empty.matches[0].submatches, [
    { start: 0, end: 0, startColumn: 0, endColumn: 0, pattern: 0, range: inLine(0, 0, 0) },
    { start: 2, end: 2, startColumn: 1, endColumn: 1, pattern: 0, range: inLine(0, 1, 1) },
  ])
})

test('invalid UTF-8 survives as bytes', async () => {
  const odd = tree({ 'latin1.txt': Buffer.from('caf\xe9 needle\n', 'latin1') })
  const { matches } = await grep({ pattern: 'needle', path: odd, bytes: true })
  const [match] = matches
  assert.equal(match.line, 'caf\ufffd needle')
  assert.deepEqual(Buffer.from(match.lineBytes), Buffer.from('caf\xe9 needle', 'latin1'))
  assert.deepEqual(Buffer.from(match.pathBytes), Buffer.from('latin1.txt'))
  assert.deepEqual(match.submatches, [{ start: 5, end: 11, startColumn: 5, endColumn: 11, pattern: 0, range: inLine(0, 5, 11) }])
  const decoded = await grep({ pattern: 'café', path: odd, encoding: 'latin1' })
  assert.equal(decoded.matches[0].line, 'café needle')
})

test('context has bytes, and the caller owns them', async () => {
  const { matches } = await grep({ pattern: 'needle', path: root, bytes: true, context: 1, glob: 'a.txt' })
  const text = (bytes) => Buffer.from(bytes).toString()
  for (const match of matches) {
    assert.equal(text(match.pathBytes), match.path)
    assert.equal(text(match.lineBytes), match.line)
    for (const line of [...(match.contextBefore ?? []), ...(match.contextAfter ?? [])]) {
      assert.equal(text(line.lineBytes), line.line)
    }
  }
  matches[0].pathBytes.fill(0)
  assert.equal(text(matches[1].pathBytes), 'a.txt')
})

test('file names that are not UTF-8', { skip: process.platform !== 'linux' }, async () => {
  const odd = tree({ 'plain.txt': 'needle\n' })
  const name = Buffer.concat([Buffer.from(`${odd}/n`), Buffer.from([0xff]), Buffer.from('.txt')])
  writeFileSync(name, 'needle\n')
  mkdirSync(join(odd, 'ü'))
  const { matches } = await grep({ pattern: 'needle', path: odd, bytes: true })
  assert.deepEqual(matches.map((m) => m.path), ['n\ufffd.txt', 'plain.txt'])
  assert.deepEqual([...matches[0].pathBytes], [0x6e, 0xff, 0x2e, 0x74, 0x78, 0x74])
})

test('the report lists skipped files', async () => {
  const odd = tree({
    'bin.dat': Buffer.from('needle\0'),
    'large.txt': `needle${' '.repeat(2000)}`,
    'small.txt': 'needle\n',
  })
  const result = await grep({ pattern: 'needle', path: odd, maxFileSize: 1000 })
  assert.equal(result.totalMatches, 1)
  assert.equal(result.skippedOversized, 1)
  assert.equal(result.report.complete, false)
  assert.deepEqual(result.report.skipped, [
    { reason: 'binary', count: 1, first: [{ path: 'bin.dat', root: 0 }] },
    { reason: 'tooLarge', count: 1, first: [{ path: 'large.txt', root: 0 }] },
  ])
  const binary = await grep({ pattern: 'needle', path: odd, binary: true, bytes: true })
  assert.deepEqual(binary.matches.map((m) => m.path), ['bin.dat', 'large.txt', 'small.txt'])
  assert.equal(binary.report.complete, true)
})

test('onMatch receives every match in order, and the result has none', async () => {
  const large = largeTree()
  let count = 0
  let last = ''
  const result = await grep({ pattern: 'needle', path: large }, (match) => {
    const key = `${match.path}:${String(match.lineNumber).padStart(9)}`
    assert.ok(key > last, `${key} after ${last}`)
    last = key
    count++
  })
  assert.equal(count, LARGE_TREE_LINES)
  assert.equal(result.totalMatches, LARGE_TREE_LINES)
  assert.deepEqual(result.matches, [])
})

test('other events are processed while matches arrive', async () => {
  let turns = 0
  let running = true
  const count = () => {
    turns++
    if (running) setImmediate(count)
  }
  setImmediate(count)
  await grep({ pattern: 'needle', path: largeTree() })
  running = false
  assert.ok(turns > 3, `${turns} turns`)
})

test('onMatch ends the search by returning false or throwing', async () => {
  const large = largeTree()
  let count = 0
  const result = await grep({ pattern: 'needle', path: large }, () => ++count < 10)
  assert.equal(count, 10)
  assert.equal(result.report.stoppedBy, 'callback')
  assert.equal(result.report.complete, false)
  assert.equal(result.report.nextOffset, 10)
  const fault = new Error('the fault')
  count = 0
  await assert.rejects(
    grep({ pattern: 'needle', path: large }, () => {
      count++
      throw fault
    }),
    (error) => error === fault,
  )
  assert.equal(count, 1)
})

test('the search waits for the promise of onMatch', async () => {
  let busy = false
  let count = 0
  await grep({ pattern: 'needle', path: root }, async () => {
    assert.equal(busy, false)
    busy = true
    await new Promise(setImmediate)
    busy = false
    count++
  })
  assert.equal(count, 5)
  const fault = new Error('the fault')
  await assert.rejects(
    grep({ pattern: 'needle', path: root }, () => Promise.reject(fault)),
    (error) => error === fault,
  )
  const stopped = await grep({ pattern: 'needle', path: root }, async () => false)
  assert.equal(stopped.report.nextOffset, 1)
})

test('no callback runs before grep returns', async () => {
  for (let i = 0; i < 50; i++) {
    let returned = false
    const promise = grep({ pattern: 'needle', path: root }, () => assert.equal(returned, true))
    returned = true
    await promise
  }
})

test('many searches at once', async () => {
  const results = await Promise.all(
    Array.from({ length: 100 }, () => grep({ pattern: 'needle', path: root })),
  )
  for (const { matches } of results) assert.equal(matches.length, 5)
})

test('the path of a root that is a file is the root as given', async () => {
  const file = join(root, 'ignored.log')
  const { matches } = await grep({ pattern: 'needle', path: file })
  assert.equal(matches[0].path, file)
})
