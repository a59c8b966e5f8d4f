// `ransack/pi`: shapes of pi-natives. `bench/node/pi.mjs` compares its results with those of pi-natives.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import test from 'node:test'

import pi, * as named from '../pi.mjs'
import { tree } from '../testing/tree.mjs'

const require = createRequire(import.meta.url)

const root = tree({
  'a.txt': 'äö needle é\ntwo\nneedle f(a\n',
  'ignored.txt': 'needle\n',
  '.gitignore': 'ignored.txt\n',
  '.git/HEAD': '',
  'sub/b.js': 'foo(1);\nfoo(2);\n',
  'sub/AGENTS.md': 'x\n',
})

const keys = (value) => Object.keys(value).sort()

test('import and require return the same module, which the package itself does not load', () => {
  assert.equal(require('../pi.js'), pi)
  assert.equal(require('ransack/pi'), pi)
  assert.deepEqual(Object.keys(named).filter((name) => name !== 'default').sort(), keys(pi))
  const program = `
    require(${JSON.stringify(require.resolve('../index.js'))}).visibleWidth('a')
    console.log(Object.keys(require.cache).some((file) => /[\\\\/]pi\\.js$/.test(file)))`
  assert.equal(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }), 'false\n')
})

test('the declarations are those of the exports', () => {
  const directory = new URL('../js/pi/', import.meta.url)
  const files = readdirSync(directory).filter((name) => name.endsWith('.d.ts'))
  const types = files.map((name) => readFileSync(new URL(name, directory), 'utf8')).join('\n')
  const declared = [...types.matchAll(/^export declare (?:function|class|const) (\w+)/gm)].map(([, name]) => name)
  assert.deepEqual([...new Set(declared)].sort(), keys(pi))
  const exported = readFileSync(new URL('../pi.d.ts', import.meta.url), 'utf8')
  for (const file of files) assert.ok(exported.includes(`'./js/pi/${file.replace('.d.ts', '.js')}'`), file)
})

test('grep calls back with an error and a match, and returns all matches', async () => {
  const received = []
  const result = await pi.grep({ pattern: 'needle', path: root, context: 1, unknown: true }, (...args) => {
    received.push(args)
    return false
  })
  assert.deepEqual(keys(result), ['filesSearched', 'filesWithMatches', 'matches', 'totalMatches'])
  assert.deepEqual(received, result.matches.map((match) => [null, match]))
  const [first, second] = result.matches
  assert.deepEqual(first, { path: 'a.txt', lineNumber: 1, line: 'äö needle é', contextAfter: [{ lineNumber: 2, line: 'two' }] })
  assert.deepEqual(second, { path: 'a.txt', lineNumber: 3, line: 'needle f(a' })
  assert.equal(result.report.complete, true)
  assert.deepEqual(keys({ ...result }), keys(result))
  assert.ok(!JSON.stringify(result).includes('complete'))
  const without = await pi.grep({ pattern: 'needle', path: root, context: 1 })
  assert.deepEqual(without.matches, result.matches)
})

test('the results of grep have the forms of each mode', async () => {
  const grep = (options) => pi.grep({ pattern: 'needle', path: root, ...options })
  const counted = await grep({ mode: pi.GrepOutputMode.Count })
  assert.deepEqual(counted.matches, [{ path: 'a.txt', lineNumber: 0, line: '', matchCount: 2 }])
  const files = await grep({ mode: pi.GrepOutputMode.FilesWithMatches })
  assert.deepEqual(files.matches, [{ path: 'a.txt', lineNumber: 0, line: '' }])
  assert.equal((await grep({ maxCount: 2 })).limitReached, true)
  assert.equal('limitReached' in (await grep({ maxCount: 3 })), false)
  assert.equal((await grep({ path: join(root, 'a.txt') })).matches[0].path, realpathSync(join(root, 'a.txt')))
  assert.equal((await grep({ pattern: 'foo', type: 'js' })).totalMatches, 2)
  assert.equal((await grep({ type: '.txt' })).totalMatches, 2)
  assert.equal((await grep({ type: 'nosuch' })).totalMatches, 0)
  assert.equal((await grep({ glob: '', type: '' })).totalMatches, 2)
})

test('long lines are cut at their end to a number of bytes', () => {
  const line = (text, maxColumns) => pi.search(text, { pattern: '', maxColumns }).matches[0]
  assert.deepEqual(line('äö needle é', 8), { lineNumber: 1, line: 'äö ...', truncated: true })
  assert.deepEqual(line('äö needle é', 7), { lineNumber: 1, line: 'äö...', truncated: true })
  assert.deepEqual(line('äö needle é', 6), { lineNumber: 1, line: 'ä...', truncated: true })
  assert.deepEqual(line('äö', 4), { lineNumber: 1, line: 'äö' })
  assert.deepEqual(line('abcd', 0), { lineNumber: 1, line: '...', truncated: true })
  const { contextAfter } = pi.search('a\nbcdef', { pattern: 'a', context: 1, maxColumns: 4 }).matches[0]
  assert.deepEqual(contextAfter, [{ lineNumber: 2, line: 'b...' }])
})

test('a broken pattern is searched for with literal parentheses, then as text', async () => {
  const found = (content, pattern) => pi.search(content, { pattern }).matches.map(({ line }) => line)
  assert.deepEqual(found('fooX(\nfoo.(\n', 'foo.('), ['fooX(', 'foo.('])
  assert.deepEqual(found('foobar(\n(foo)bar(\n', '(foo)bar('), ['(foo)bar('])
  assert.deepEqual(found('a(b(\n', 'a(b\\('), ['a(b('])
  assert.deepEqual(found('x[y.\nx[yz\n', 'x[y.'), ['x[y.'])
  assert.deepEqual(found('a(b)\\\n', 'a(b)\\'), ['a(b)\\'])
  assert.equal(pi.hasMatch('f(a', 'f(a'), true)
  assert.deepEqual(found('ab\naa\n', 'a(?=b)'), ['ab'])
  assert.deepEqual(found('ab\naa\n', '(a)\\1'), ['aa'])
  assert.equal(pi.hasMatch('ab', 'a(?!b)'), false)
  assert.deepEqual(found('\\(?=x\n', '\\(?=x['), [])
  assert.equal(pi.hasMatch('fa', 'f(a'), false)
  assert.equal((await pi.grep({ pattern: 'f(a', path: root })).totalMatches, 1)
})

test('search counts all matches and returns a page', () => {
  const content = 'needle\nx\nneedle\nneedle\n'
  const search = (options) => pi.search(content, { pattern: 'needle', ...options })
  assert.deepEqual(search({ maxCount: 1 }), { matches: [{ lineNumber: 1, line: 'needle' }], matchCount: 3, limitReached: true })
  assert.deepEqual(search({ offset: 2 }), { matches: [{ lineNumber: 4, line: 'needle' }], matchCount: 3, limitReached: false })
  for (const mode of ['count', 'filesWithMatches']) {
    assert.deepEqual(search({ mode }), { matches: [], matchCount: 3, limitReached: false })
    assert.equal(search({ mode, maxCount: 3 }).limitReached, true)
  }
  assert.equal(search({ pattern: 'nosuch', mode: 'count' }).matchCount, 0)
})

test('glob, listWorkspace and fuzzyFind have the fields of pi-natives', async () => {
  const received = []
  const found = await pi.glob({ pattern: '*', path: root, fileType: pi.FileType.Dir }, (...args) => void received.push(args))
  assert.deepEqual(found, { matches: [{ path: 'sub', fileType: 2 }], totalMatches: 1 })
  assert.deepEqual(received, [[null, found.matches[0]]])
  const sorted = await pi.glob({ pattern: '*', path: root, sortByMtime: true })
  assert.deepEqual(keys(sorted.matches.find(({ path }) => path === 'sub')), ['fileType', 'mtime', 'path'])
  assert.equal(sorted.matches.find(({ path }) => path === 'sub/b.js').size, 16)
  assert.equal((await pi.glob({ pattern: '', path: root })).totalMatches, 4)

  const listed = await pi.listWorkspace({ path: root, maxDepth: 1, collectAgentsMd: true })
  assert.deepEqual(keys(listed), ['agentsMdFiles', 'entries', 'truncated'])
  assert.deepEqual(listed.entries.map(({ path }) => path), ['a.txt', 'sub'])
  assert.deepEqual(listed.agentsMdFiles, ['sub/AGENTS.md'])
  assert.equal((await pi.listWorkspace({ path: root, maxDepth: 2 })).entries.length, 4)
  assert.equal((await pi.listWorkspace({ path: root, maxDepth: 1000 })).entries.length, 4)
  const none = await pi.listWorkspace({ path: root, maxDepth: 0 })
  assert.deepEqual([none.entries, none.report.complete], [[], true])

  const [best] = (await pi.fuzzyFind({ query: 'sub/b', path: root })).matches
  assert.deepEqual(keys(best), ['isDirectory', 'path', 'score'])
  assert.equal(pi.invalidateFsScanCache(root), undefined)
})

test('syntax searches count all matches and return a page', async () => {
  const patterns = ['foo($A)', ' ']
  const found = await pi.astGrep({ patterns, path: join(root, 'sub'), limit: 1, includeMeta: true })
  assert.deepEqual(keys(found), ['filesSearched', 'filesWithMatches', 'limitReached', 'matches', 'totalMatches'])
  assert.deepEqual([found.totalMatches, found.limitReached, found.matches.length], [2, true, 1])
  assert.deepEqual(found.matches[0], {
    path: 'b.js', text: 'foo(1)', byteStart: 0, byteEnd: 6, startLine: 1, startColumn: 1, endLine: 1, endColumn: 7, metaVariables: { A: '1' },
  })
  const file = await pi.astGrep({ patterns, path: join(root, 'sub/b.js'), lang: 'mjs', offset: 1 })
  assert.deepEqual(file.matches.map(({ path, text }) => [path, text]), [['b.js', 'foo(2)']])
  assert.equal((await pi.astGrep({ patterns, path: root, glob: '*.js' })).totalMatches, 0)
  const inMemory = await pi.astMatch({ source: 'foo(1); foo(é)', lang: 'js', patterns, limit: 2 })
  assert.deepEqual(keys(inMemory), ['limitReached', 'matches', 'totalMatches'])
  assert.deepEqual([inMemory.limitReached, inMemory.matches[1].endColumn], [false, 15])
})

test('astEdit has the fields of pi-natives and replaces every match', async () => {
  const rewrites = { 'foo($A)': 'bar($A)' }
  const found = await pi.astEdit({ rewrites, path: join(root, 'sub'), maxReplacements: 1 })
  assert.deepEqual(keys(found), [
    'applied', 'changes', 'fileChanges', 'filesSearched', 'filesTouched', 'limitReached', 'totalReplacements',
  ])
  assert.deepEqual(found.fileChanges, [{ path: 'b.js', count: 1 }])
  assert.deepEqual(found.changes, [{
    path: 'b.js', before: 'foo(1)', after: 'bar(1)', byteStart: 0, byteEnd: 6, deletedLength: 6, startLine: 1, startColumn: 1, endLine: 1,
    endColumn: 7,
  }])
  const directory = tree({ 'a.js': 'foo(/* kept by ransack */ 1);\n' })
  assert.equal((await pi.astEdit({ rewrites, path: directory, dryRun: false })).applied, true)
  assert.equal(readFileSync(join(directory, 'a.js'), 'utf8'), 'bar(1);\n')
})

test('syntax trees: lines and kinds, and null instead of an error', () => {
  const code = 'class A {\n  m() {\n    return 1\n  }\n}\n'
  assert.deepEqual(pi.blockRangeAt({ code, lang: 'js', line: 2 }), { startLine: 2, endLine: 4 })
  assert.equal(pi.blockRangeAt({ code, lang: 'js', line: 4 }), null)
  const chain = pi.nodeChainAt({ code, path: 'a.js', line: 3 })
  assert.deepEqual(chain.at(-1), { startLine: 1, endLine: 5, kind: 'class_declaration' })
  assert.deepEqual(pi.enclosingBlockBoundaries({ code, lang: 'js', ranges: [{ startLine: 2, endLine: 3 }] }), [4])
  for (const lookUp of [pi.blockRangeAt, pi.nodeChainAt, (options) => pi.enclosingBlockBoundaries({ ...options, ranges: [] })]) {
    assert.equal(lookUp({ code, lang: 'nosuch', path: 'a.js', line: 1 }), null)
    assert.equal(lookUp({ code, line: 1 }), null)
  }
  assert.equal(pi.nodeChainAt({ code: '\n', lang: 'js', line: 1 }), null)
})

test('a summary elides the insides of definitions, and opens them on request', () => {
  const code = `import a from 'a'\n\nclass É {\n  m() {\n${'    x\n'.repeat(5)}  }\n}\n\nfunction f() {\n${'  y\n'.repeat(3)}}\n`
  const elided = (options) =>
    pi.summarizeCode({ code, lang: 'js', ...options }).segments.filter(({ kind }) => kind === 'elided').map(({ startLine, endLine }) => [startLine, endLine])
  assert.deepEqual(elided({}), [[4, 10], [14, 16]])
  assert.deepEqual(elided({ unfoldUntilLines: 9 }), [[5, 9], [14, 16]])
  assert.deepEqual(elided({ unfoldUntilLines: 10 }), [[5, 9]])
  assert.deepEqual(elided({ unfoldUntilLines: 100 }), [])
  assert.deepEqual(elided({ unfoldUntilLines: 11, unfoldLimitLines: 10 }), [[5, 9], [14, 16]])
  assert.deepEqual(elided({ minBodyLines: 6 }), [[4, 10]])
  const { segments, ...rest } = pi.summarizeCode({ code, path: 'a.js' })
  assert.deepEqual(rest, { language: 'javascript', parsed: true, elided: true, totalLines: 17 })
  assert.deepEqual(segments[0], { kind: 'kept', startLine: 1, endLine: 3, text: "import a from 'a'\n\nclass É {" })
  const lines = code.split('\n')
  for (const { kind, startLine, endLine, text } of segments) {
    assert.equal(text, kind === 'kept' ? lines.slice(startLine - 1, endLine).join('\n') : undefined)
  }
  const whole = { parsed: false, elided: false, totalLines: 1, segments: [{ kind: 'kept', startLine: 1, endLine: 1, text: 'f( {\n' }] }
  assert.deepEqual(pi.summarizeCode({ code: 'f( {\n', lang: 'js' }), whole)
  assert.deepEqual(pi.summarizeCode({ code: 'f( {\n', lang: 'nosuch' }), whole)
  assert.deepEqual(pi.summarizeCode({ code: '', lang: 'js' }).segments, [])
})

test('every tab has the same width', () => {
  assert.deepEqual([0, 1, 3, 16, 255].map((tab) => pi.visibleWidth('a\tb', tab)), [3, 3, 5, 18, 18])
  assert.equal(pi.truncateToWidth('a\tbcd', 5, pi.Ellipsis.Unicode, false, 3), 'a\t…')
  assert.equal(pi.truncateToWidth('漢', 4, null, true, 3), '漢  ')
  assert.deepEqual(pi.sliceWithWidth('a\tb', 1, 3, false, 3), { text: '\t', width: 3 })
  assert.deepEqual(pi.wrapTextWithAnsi('a\tb c', 5, 3), ['a\tb', 'c'])
  assert.deepEqual(pi.extractSegments('a\tbcdef', 4, 5, 3, true, 3), { before: 'a\t', beforeWidth: 4, after: 'cde', afterWidth: 3 })
})

test('a stream of lines returns the output of one call, piece by piece', () => {
  const colors = { comment: '\x1b[90m', keyword: '\x1b[35m', string: '\x1b[32m' }
  const code = 'let a = "é" /* one\ntwo */\nlet b\n'
  const stream = new pi.HighlightStream('js', colors)
  assert.equal(stream.supported, true)
  assert.equal(code.split(/(?<=\n)/).map((line) => stream.push(line)).join(''), pi.highlightCode(code, 'js', colors))
  assert.equal(stream.push('let c'), '\x1b[35mlet\x1b[39m c')
  assert.equal(stream.push('; let d\n'), '; let d\n')
  const unknown = new pi.HighlightStream('nosuch', colors)
  assert.deepEqual([unknown.supported, unknown.push('let a')], [false, 'let a'])
  assert.equal(new pi.HighlightStream(null, colors).supported, false)
})

test('tokens are counted in encodings that are built in, and others are refused', () => {
  assert.equal(pi.countTokens('Hello, world!'), 4)
  assert.equal(pi.countTokens(['Hello,', ' world!'], pi.Encoding.Cl100kBase), 4)
  assert.equal(pi.countTokens('a', null), 1)
  for (const name of ['ClaudeV5', 'Qwen3']) {
    assert.throws(() => pi.countTokens('a', pi.Encoding[name]), { name: 'Error', code: 'InvalidArg', message: /estimateTokens/ })
  }
})

test('errors have the codes of pi-natives, and the library\'s error as cause', async () => {
  const rejected = async (promise) => promise.then(() => assert.fail('no error'), (error) => error)
  const aborted = await rejected(pi.grep({ pattern: 'a', path: root, signal: AbortSignal.abort('why') }))
  assert.deepEqual([aborted.name, aborted.code, aborted.message], ['Error', 'GenericFailure', 'GenericFailure, Aborted: Signal'])
  assert.deepEqual([aborted.cause.code, aborted.cause.cause], ['ABORT_ERR', 'why'])
  const late = await rejected(pi.astMatch({ source: 'f(1);'.repeat(100_000), lang: 'js', patterns: ['f($A)'], timeoutMs: 0 }))
  assert.deepEqual([late.code, late.message], ['GenericFailure', 'GenericFailure, Aborted: Timeout'])
  const missing = await rejected(pi.glob({ pattern: '*', path: join(root, 'none') }))
  assert.deepEqual([missing.code, missing.cause.code], ['GenericFailure', 'ERR_RANSACK_NOT_FOUND'])
  const unfit = await rejected(pi.grep({ pattern: 'a', path: root, gitignore: 'yes' }))
  assert.deepEqual([unfit.code, unfit.cause.code], ['InvalidArg', 'ERR_RANSACK_INVALID_OPTION'])
  assert.throws(() => pi.visibleWidth(5, 3), { code: 'InvalidArg' })
  await assert.rejects(pi.grep(), TypeError)
  const thrown = new Error('thrown')
  const fail = () => {
    throw thrown
  }
  assert.equal(await rejected(pi.grep({ pattern: 'needle', path: root }, fail)), thrown)
})
