import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'

import { RansackError, RansackOptionError, astGrep, astGrepStream, astLanguages, astMatch } from '../index.mjs'
import { codeRange, positions } from '../testing/ranges.mjs'
import { tree } from '../testing/tree.mjs'

const root = tree({
  'a.c': 'void f(void) {\n\tkfree(a);\n\tkfree(b->c); /* ä */ kfree(d);\n}\n',
  'sub/b.js': '// ä😀 \n"😀"; kfree(1); log("x", y)\n',
  'sub/broken.js': 'kfree(2);\nlet = = ;\n',
  'page.html': '<p>ä</p>\n<script>\nkfree(3)\n</script>\n',
  'notes.txt': 'kfree(4)\n',
})

const search = (pattern, options) => astGrep({ pattern, path: root, ...options })
const texts = ({ matches }) => matches.map((m) => m.text)

test('a result has every field', async () => {
  const { matches, report, parseErrors, ...rest } = await search('kfree($A)', {
    glob: '*.js',
    includeMeta: true,
    bytes: true,
  })
  const [{ pathBytes, textBytes, ...first }, second] = matches
  assert.deepEqual(first, {
    path: 'sub/b.js',
    text: 'kfree(1)',
    byteStart: 19,
    byteEnd: 27,
    startLine: 2,
    startColumn: 7,
    endLine: 2,
    endColumn: 15,
    range: positions({ startLine: 2, startColumn: 7, endLine: 2, endColumn: 15 }),
    language: 'javascript',
    pattern: 0,
    context: first.context,
    metaVariables: { A: '1' },
    metaVariableRanges: {
      A: codeRange({ byteStart: 25, byteEnd: 26, startLine: 2, startColumn: 13, endLine: 2, endColumn: 14 }),
    },
  })
  assert.equal(typeof first.context, 'string')
  assert.equal(Buffer.from(pathBytes).toString(), first.path)
  assert.equal(Buffer.from(textBytes).toString(), first.text)
  assert.equal(second.path, 'sub/broken.js')
  assert.deepEqual(rest, { totalMatches: 2, filesWithMatches: 2, filesSearched: 2, limitReached: false })
  assert.deepEqual(parseErrors, ['sub/broken.js: syntax errors, the first in line 2'])
  assert.equal(report.complete, false)
  assert.equal(report.totalIsExact, true)
  assert.equal(report.skipped[0].reason, 'syntaxErrors')
})

test('each file in its own language, and embedded code in its', async () => {
  const { matches, filesSearched } = await search('kfree($A)')
  assert.deepEqual(
    matches.map((m) => [m.path, m.language, m.startLine, m.text]),
    [
      ['a.c', 'c', 2, 'kfree(a)'],
      ['a.c', 'c', 3, 'kfree(b->c)'],
      ['a.c', 'c', 3, 'kfree(d)'],
      ['page.html', 'javascript', 3, 'kfree(3)'],
      ['sub/b.js', 'javascript', 2, 'kfree(1)'],
      ['sub/broken.js', 'javascript', 1, 'kfree(2)'],
    ],
  )
  assert.equal(filesSearched, 4)
  assert.deepEqual(texts(await search('kfree($A)', { lang: 'js' })), ['kfree(3)', 'kfree(1)', 'kfree(2)'])
  assert.deepEqual(texts(await search('kfree($A)', { path: join(root, 'notes.txt'), lang: 'c' })), ['kfree(4)'])
})

test('columns are UTF-16 code units from 1', async () => {
  const { matches } = await search('kfree($A)', { path: join(root, 'a.c') })
  const { byteStart, startColumn } = matches[2]
  const line = '\tkfree(b->c); /* ä */ kfree(d);'
  assert.equal(startColumn, line.indexOf('kfree(d)') + 1)
  assert.equal(byteStart, Buffer.from(`void f(void) {\n\tkfree(a);\n${line}`).indexOf('kfree(d)'))
})

test('several patterns, rules, selectors, strictness', async () => {
  const { matches } = await astMatch({ source: 'f(1); g(2); f(3)', lang: 'js', patterns: ['g($A)', 'f($A)'] })
  assert.deepEqual(matches.map((m) => [m.pattern, m.text]), [[1, 'f(1)'], [0, 'g(2)'], [1, 'f(3)']])
  const source = 'function a() { return f(1) }\nf(2)\n'
  const rule = { pattern: 'f($A)', inside: { kind: 'function_declaration', stopBy: 'end' } }
  for (const form of [rule, { rule }, JSON.stringify(rule), 'pattern: f($A)\nnot: { inside: { kind: program, stopBy: neighbor } }']) {
    const found = await astMatch({ source, lang: 'javascript', rule: form })
    assert.equal(found.matches[0].text, 'f(1)')
    assert.equal(found.matches[0].context, 'rule')
  }
  const selected = await astMatch({ source: 'class X { a = 1 }', lang: 'js', pattern: 'class A { $F = $V }', selector: 'field_definition' })
  assert.deepEqual(texts(selected), ['a = 1'])
  const quotes = { source: 'f("a")', lang: 'js', pattern: "f('a')" }
  assert.deepEqual(texts(await astMatch(quotes)), ['f("a")'])
  assert.deepEqual(texts(await astMatch({ ...quotes, strictness: 'cst' })), [])
})

test('metavariables', async () => {
  const source = 'f(); f(1, "ä", 2)'
  const { matches } = await astMatch({ source, lang: 'js', pattern: 'f($$$ARGS)', includeMeta: true })
  assert.deepEqual(matches.map((m) => m.metaVariables), [{ ARGS: '' }, { ARGS: '1, "ä", 2' }])
  const [empty, full] = matches.map((m) => m.metaVariableRanges)
  assert.deepEqual(empty, {})
  const { startColumn, endColumn, byteEnd, byteStart } = full.ARGS
  assert.equal(source.slice(startColumn - 1, endColumn - 1), '1, "ä", 2')
  assert.equal(byteEnd - byteStart, 10)
  const none = await astMatch({ source, lang: 'js', pattern: 'f()', includeMeta: true })
  assert.deepEqual(none.matches[0].metaVariables, {})
  const unasked = await astMatch({ source, lang: 'js', pattern: 'f($$$ARGS)' })
  assert.equal('metaVariables' in unasked.matches[0], false)
})

test('text in memory', async () => {
  const bytes = new TextEncoder().encode('int x = f(1); int y = f("\u{fffd}");')
  bytes[bytes.indexOf(0xef)] = 0xff
  const { matches, report, ...rest } = await astMatch({ source: bytes, lang: 'c', pattern: 'f($A)', bytes: true })
  assert.deepEqual(texts({ matches })[0], 'f(1)')
  assert.deepEqual(matches[1].textBytes, bytes.slice(matches[1].byteStart, matches[1].byteEnd))
  assert.equal(matches[0].path, '')
  assert.deepEqual(rest, { totalMatches: 2, limitReached: false })
  assert.equal(report.complete, true)
  const shared = new Uint8Array(new SharedArrayBuffer(4))
  shared.set([102, 40, 49, 41])
  assert.deepEqual(texts(await astMatch({ source: shared, lang: 'js', pattern: 'f($A)' })), ['f(1)'])
  const broken = await astMatch({ source: 'f(1); let = = 2', lang: 'js', pattern: 'f($A)' })
  assert.deepEqual(texts(broken), ['f(1)'])
  assert.deepEqual(broken.parseErrors, ['syntax errors, the first in line 1'])
})

test('pages, and the limit if none is set', async () => {
  const many = tree({ 'a.js': 'f(1)\n'.repeat(60), 'b.js': 'f(2)\n' })
  const options = { pattern: 'f($A)', path: many }
  const first = await astGrep(options)
  assert.equal(first.matches.length, 50)
  assert.equal(first.limitReached, true)
  assert.equal(first.report.nextOffset, 50)
  const rest = await astGrep({ ...options, offset: 50 })
  assert.equal(rest.matches.length, 11)
  assert.equal(rest.limitReached, false)
  assert.equal(rest.matches.at(-1).path, 'b.js')
  const stream = astGrepStream(options)
  let count = 0
  for await (const batch of stream) count += batch.length
  assert.equal(count, 61)
  assert.equal((await stream.report).totalMatches, 61)
  const inMemory = { source: 'f(1)\n'.repeat(1000), lang: 'js', pattern: 'f($A)' }
  assert.equal((await astMatch(inMemory)).matches.length, 50)
  assert.equal((await astMatch(inMemory)).limitReached, true)
  // More matches than one batch.
  const all = await astMatch({ ...inMemory, limit: 990, offset: 5 })
  assert.deepEqual(all.matches.map((m) => m.startLine), Array.from({ length: 990 }, (_, i) => i + 6))
})

test('a callback receives the matches and can end the search', async () => {
  const seen = []
  const all = await astGrep({ pattern: 'kfree($A)', path: root }, (match) => void seen.push(match.text))
  assert.deepEqual(all.matches, [])
  assert.equal(seen.length, 6)
  const stopped = await astGrep({ pattern: 'kfree($A)', path: root }, () => false)
  assert.equal(stopped.report.stoppedBy, 'callback')
  assert.equal(stopped.report.nextOffset, 1)
})

test('several roots', async () => {
  const { matches } = await astGrep({ pattern: 'kfree($A)', paths: [join(root, 'sub'), join(root, 'a.c')] })
  assert.deepEqual(matches.map((m) => [m.root, m.path]), [
    [0, 'b.js'],
    [0, 'broken.js'],
    [1, join(root, 'a.c')],
    [1, join(root, 'a.c')],
    [1, join(root, 'a.c')],
  ])
})

test('the list of languages', () => {
  const languages = astLanguages()
  const rust = languages.find((l) => l.name === 'rust')
  assert.deepEqual(rust, { name: 'rust', aliases: ['rs'], extensions: ['rs'], fileNames: [] })
  const names = languages.map((l) => l.name)
  assert.deepEqual(names, [...names].sort())
  assert.equal(names.length, 56)
})

test('several threads unpack the tables of a language at its first use', async () => {
  const cases = [
    ['cpp', 'auto x = std::move(y);', 'std::move($A)', 'y'],
    ['csharp', 'class C { void F() { G(1); } }', 'G($A)', '1'],
    ['haskell', 'main = putStrLn "a"\n', 'putStrLn $A', '"a"'],
    ['julia', 'println(1)\n', 'println($A)', '1'],
    ['kotlin', 'fun f() { g(1) }\n', 'g($A)', '1'],
    ['objc', 'void f(void) { g(1); }', 'g($A)', '1'],
    ['ocaml', 'let () = print_endline "a"\n', 'print_endline $A', '"a"'],
    ['odin', 'package p\nf :: proc() { g(1) }\n', 'g($A)', '1'],
    ['perl', 'g(1);\n', 'g($A)', '1'],
    ['ruby', 'g(1)\n', 'g($A)', '1'],
    ['scala', 'object O { g(1) }\n', 'g($A)', '1'],
    ['swift', 'g(1)\n', 'g($A)', '1'],
    ['tlaplus', '---- MODULE M ----\nx == Len(y)\n====\n', 'Len($A)', 'y'],
    ['verilog', 'module m;\n  assign a = b;\nendmodule\n', 'assign a = $A;', 'b'],
  ]
  const each = cases.flatMap((each) => Array(4).fill(each))
  const found = each.map(async ([lang, source, pattern]) => {
    const { matches } = await astMatch({ lang, source, pattern, includeMeta: true })
    return [lang, ...matches.map((m) => m.metaVariables.A)]
  })
  assert.deepEqual(await Promise.all(found), each.map(([lang, , , a]) => [lang, a]))
})

test('bad patterns, rules and languages', async () => {
  const inMemory = (options) => astMatch({ source: 'f(1)', lang: 'js', ...options })
  const pattern = { name: 'RansackError', code: 'ERR_RANSACK_INVALID_PATTERN' }
  await assert.rejects(inMemory({ pattern: '(' }), { ...pattern, pattern: '(' })
  await assert.rejects(inMemory({ pattern: '' }), { ...pattern, message: /empty/ })
  await assert.rejects(inMemory({ pattern: 'f($A)', selector: 'no_such_kind' }), pattern)
  await assert.rejects(inMemory({ rule: 'kind: no_such_kind' }), pattern)
  await assert.rejects(inMemory({ rule: '{' }), pattern)
  await assert.rejects(search('(', { glob: '*.js' }), { ...pattern, pattern: '(' })
  const option = { name: 'RansackOptionError', code: 'ERR_RANSACK_INVALID_OPTION' }
  await assert.rejects(inMemory({}), { ...option, message: /no pattern/ })
  await assert.rejects(inMemory({ pattern: 'a', lang: 'klingon' }), { ...option, pattern: 'klingon' })
  await assert.rejects(search('a', { lang: 'klingon' }), { ...option, pattern: 'klingon' })
  const cyclic = {}
  cyclic.all = [cyclic]
  await assert.rejects(inMemory({ rule: cyclic }), { ...option, message: /`rule`/ })
  await assert.rejects(search('a', { path: join(root, 'none') }), { code: 'ERR_RANSACK_NOT_FOUND' })
  await assert.rejects(search('a', { glob: '' }), { code: 'ERR_RANSACK_INVALID_GLOB' })
  await assert.rejects(search('a', { encoding: 'nope' }), { ...option, pattern: 'nope' })
})

test('options of an invalid type reject, and the error names them', async () => {
  const wrong = {
    pattern: [5, {}, true],
    patterns: ['a', [1], {}],
    rule: [5, true],
    selector: [5],
    strictness: ['loose', 5],
    lang: [5],
    limit: [-1, 1.5, NaN, -Infinity, '5'],
    offset: [-1],
    includeMeta: ['yes'],
    timeoutMs: [-1, -Infinity],
    signal: [5, {}],
    bytes: ['x'],
  }
  const files = { path: [5], glob: [5], hidden: [0], timePerFileMs: [-1], maxFileSize: [0.5], onTimeout: ['maybe'] }
  const memory = { source: [5, null, undefined, new Uint16Array(1)], lang: [undefined] }
  const check = async (call, base, fields) => {
    for (const [name, values] of Object.entries(fields)) {
      for (const value of values) {
        const error = await call({ ...base, [name]: value }).catch((e) => e)
        const label = `${name}: ${typeof value} ${String(value)}: ${error}`
        assert.ok(error instanceof RansackOptionError, label)
        assert.match(error.message, new RegExp(`\`${name}[\`[]`), label)
      }
    }
    for (const options of [undefined, null, 5]) await assert.rejects(call(options), RansackOptionError)
  }
  await check(astGrep, { pattern: 'a', path: root }, { ...wrong, ...files })
  await check(astMatch, { pattern: 'a', source: 'a', lang: 'js' }, { ...wrong, ...memory })
  await assert.rejects(astGrep({ pattern: 'a', path: root }, 5), RansackOptionError)
  await assert.rejects(astGrepStream({ pattern: 5 }).next(), RansackOptionError)
})

// Nested so deeply that parsing is slow.
const hostile = '('.repeat(3_000_000)

test('a signal that has already fired prevents all work', async () => {
  const reason = new Error('before')
  const signal = AbortSignal.abort(reason)
  const abort = { name: 'AbortError', code: 'ABORT_ERR', cause: reason }
  // A missing root would be reported if the call did any work.
  await assert.rejects(search('a', { path: join(root, 'none'), signal }), abort)
  await assert.rejects(astMatch({ source: hostile, lang: 'c', pattern: 'f($A)', signal }), abort)
})

test('an abort during a parse', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const hard = tree({ 'a.c': `${hostile}kfree(a)` })
  const calls = [
    astMatch({ source: hostile, lang: 'c', pattern: '$A', signal }),
    astGrep({ pattern: 'kfree($A)', path: hard, timePerFileMs: 600_000, signal }),
    astGrepStream({ pattern: 'kfree($A)', path: hard, timePerFileMs: 600_000, signal }).next(),
  ]
  setTimeout(() => controller.abort('enough'), 5)
  for (const { reason } of await Promise.allSettled(calls)) {
    assert.equal(reason.name, 'AbortError')
    assert.equal(reason.cause, 'enough')
  }
})

test('timeouts', async () => {
  const timeout = { name: 'RansackError', code: 'ERR_RANSACK_TIMEOUT' }
  await assert.rejects(search('kfree($A)', { timeoutMs: 0 }), timeout)
  await assert.rejects(astMatch({ source: hostile, lang: 'c', pattern: '$A', timeoutMs: 5 }), timeout)
  const partial = await search('kfree($A)', { timeoutMs: 0, onTimeout: 'partial' })
  assert.equal(partial.report.stoppedBy, 'timeout')
  const hard = tree({ 'a.c': `${hostile}kfree(a)`, 'b.c': 'int x = kfree(b);' })
  const { matches, report } = await search('kfree($A)', { path: hard, timePerFileMs: 5 })
  assert.deepEqual(matches.map((m) => m.path), ['b.c'])
  assert.equal(report.skipped[0].reason, 'parseTimeout')
  assert.equal(report.complete, false)
})

test('errors are those of the package', async () => {
  const error = await astMatch({ source: '', lang: 'js', pattern: '(' }).catch((e) => e)
  assert.ok(error instanceof RansackError)
})
