import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

import {
  RansackError, RansackOptionError, Workspace, astEdit, astGrep, definition, exports, grep, imports, outline, outlineStream, skeleton,
} from '../index.mjs'
import batches from '../js/internal/outline_batch.js'
import { codeRange } from '../testing/ranges.mjs'
import { tree } from '../testing/tree.mjs'
import { untimed } from '../testing/untimed.mjs'

const SHAPES = `/** Größe. */
export class Größe {
  static #x = 1
  async area(a, b) {
    return a * b
  }
}
`

const root = tree({
  'shapes.js': SHAPES,
  'lib/a.py': 'def f():\n    x = 1\n    return x\n',
  'lib/b.rs': 'struct S { x: u8 }\n',
  'notes.txt': 'no language\n',
  'binary.c': 'int x;\0',
})

const all = async (stream) => {
  const items = []
  for await (const batch of stream) items.push(...batch)
  return items
}

test('the outline of a text has its definitions as a tree, with ranges in UTF-16', async () => {
  const found = await outline({ source: SHAPES, lang: 'js' })
  const { language, separator, items, syntaxErrors, tooDeep, isMinified, isGenerated } = found
  assert.deepEqual(
    { language, separator, syntaxErrors, tooDeep, isMinified, isGenerated },
    { language: 'javascript', separator: '.', syntaxErrors: 0, tooDeep: 0, isMinified: false, isGenerated: false },
  )
  const [shape] = items
  assert.equal(items.length, 1)
  assert.deepEqual([shape.kind, shape.name, shape.doc, shape.modifiers], ['class', 'Größe', 'Größe.', ['exported']])
  assert.deepEqual(shape.nameRange, codeRange({ byteStart: 29, byteEnd: 36, startLine: 2, startColumn: 14, endLine: 2, endColumn: 19 }))
  assert.equal(shape.range.byteStart, 0)
  const [field, method] = shape.children
  assert.deepEqual([field.kind, field.modifiers, 'bodyRange' in field], ['field', ['private', 'static'], false])
  assert.deepEqual(
    [method.kind, method.qualifiedName, method.signature, method.modifiers, 'doc' in method],
    ['method', 'Größe.area', 'async area(a, b)', ['async'], false],
  )
  const bytes = Buffer.from(SHAPES)
  const { byteStart, byteEnd } = method.bodyRange
  assert.equal(bytes.subarray(byteStart, byteEnd).toString(), '{\n    return a * b\n  }')
  assert.deepEqual(await outline({ source: bytes, lang: 'js' }), found)
})

test('columns count UTF-16 code units, offsets bytes', async () => {
  const source = "const s = '😀é'; function f() { return '漢' }\r\n\ufeff"
  const at = (text) => ({ units: source.indexOf(text), bytes: Buffer.byteLength(source.slice(0, source.indexOf(text))) })
  const { items } = await outline({ source, lang: 'js' })
  const f = items.find(({ name }) => name === 'f')
  const [name, body] = [at('f()'), at('{ return')]
  assert.deepEqual(f.nameRange, codeRange({
    byteStart: name.bytes, byteEnd: name.bytes + 1, startLine: 1, startColumn: name.units + 1, endLine: 1, endColumn: name.units + 2,
  }))
  const { byteStart, byteEnd, startColumn, endColumn } = f.bodyRange
  assert.deepEqual([byteStart, startColumn], [body.bytes, body.units + 1])
  assert.deepEqual([byteEnd - byteStart, endColumn - startColumn], [16, 14])
  assert.equal((await outline({ source: `class A\ud800 {}\nclass B {}`, lang: 'js' })).items.at(-1).name, 'B')
})

test('kinds and modifiers are those of the type declarations', () => {
  const declared = readFileSync(fileURLToPath(new URL('../js/outline.d.ts', import.meta.url)), 'utf8')
  const names = (type) => [...declared.match(new RegExp(`type ${type} =([^]*?)\\n\\n`))[1].matchAll(/'(\w+)'/g)].map(([, name]) => name)
  const { kinds, modifiers } = batches.outlineNames()
  assert.deepEqual(names('ItemKind'), kinds)
  assert.deepEqual(names('ItemModifier'), modifiers)
})

test('the outline of a file has a report', async () => {
  const { items, report } = await outline({ path: join(root, 'shapes.js') })
  assert.deepEqual([items[0].name, report.complete], ['Größe', true])
  const text = await outline({ path: join(root, 'notes.txt'), lang: 'markdown' })
  assert.deepEqual([text.language, text.items], ['markdown', []])
  const binary = await outline({ path: join(root, 'binary.c') })
  assert.deepEqual(binary.items, [])
  assert.deepEqual(binary.report.skipped.map(({ reason }) => reason), ['binary'])
  const large = await outline({ path: join(root, 'shapes.js'), maxFileSize: 3 })
  assert.deepEqual(large.report.skipped.map(({ reason }) => reason), ['tooLarge'])
})

test('the report of a text is that of a file without its path', async () => {
  for (const source of [SHAPES, `${SHAPES}((`]) {
    const path = join(tree({ 'a.js': source }), 'a.js')
    for (const call of [outline, skeleton, imports, exports, definition]) {
      const options = call === definition ? { name: 'Größe' } : undefined
      const [file, text] = await Promise.all([call({ path }, options), call({ source, lang: 'js' }, options)])
      for (const { first } of file.report.skipped) first[0].path = ''
      assert.deepEqual(untimed(text), untimed(file))
      assert.equal(text.report.complete, source === SHAPES)
    }
  }
})

test('options may be in a second object', async () => {
  const source = '{"a": {"b": {"c": 1}}}'
  const { items, report } = await outline({ source, lang: 'json' }, { keyDepth: 1 })
  assert.deepEqual([items[0].children, report.complete], [[], true])
  const { text } = await definition({ path: join(root, 'lib/a.py') }, { name: 'f', parts: ['signature'] })
  assert.equal(text, 'def f()')
  const path = join(root, 'shapes.js')
  await assert.rejects(outline({ path }, { depth: 1 }), { code: 'ERR_RANSACK_INVALID_OPTION' })
  await assert.rejects(outline({ path }, { signal: AbortSignal.abort() }), { name: 'AbortError' })
})

test('keys are listed to a depth', async () => {
  const source = '{"a": {"b": {"c": {"d": {"e": 1}}}}}'
  const depthOf = (items) => (items.length === 0 ? 0 : 1 + depthOf(items[0].children))
  const depths = [undefined, 1, 2, null, Infinity].map(async (keyDepth) => depthOf((await outline({ source, lang: 'json', keyDepth })).items))
  assert.deepEqual(await Promise.all(depths), [3, 1, 2, 3, 5])
})

test('broken code is outlined as far as it can be read, and says so', async () => {
  const { items, syntaxErrors } = await outline({ source: 'def f(:\n    pass\n\ndef g():\n    pass\n', lang: 'python' })
  assert.ok(syntaxErrors > 0)
  assert.ok(items.some(({ name }) => name === 'g'))
  const path = join(root, 'broken', 'x.py')
  mkdirSync(join(root, 'broken'))
  writeFileSync(path, 'def f(:\n    pass\n')
  const { report } = await outline({ path })
  assert.deepEqual([report.complete, report.skipped[0].reason], [false, 'syntaxErrors'])
})

test('a stream outlines the files of a scope in path order', async () => {
  const files = await all(outlineStream({ path: root, glob: ['*.js', '*.py', '*.rs', '!broken'] }))
  assert.deepEqual(files.map(({ path, language }) => [path, language]), [
    ['lib/a.py', 'python'], ['lib/b.rs', 'rust'], ['shapes.js', 'javascript'],
  ])
  assert.equal(files[1].items[0].children[0].qualifiedName, 'S::x')
  const paths = [join(root, 'lib'), join(root, 'shapes.js')]
  const several = await all(outlineStream({ paths, bytes: true, batchSize: 1 }))
  assert.deepEqual(several.map(({ root, path, pathBytes }) => [root, path, Buffer.from(pathBytes).toString()]), [
    [0, 'a.py', 'a.py'], [0, 'b.rs', 'b.rs'], [1, paths[1], paths[1]],
  ])
  assert.equal((await all(outlineStream({ path: root, lang: 'rust' }))).length, 1)
  assert.equal((await all(outlineStream({ path: root, limit: 1, offset: 1, glob: '*.{js,py,rs}' }))).length, 1)
})

/** Text with more definitions than one batch has: `count` functions, and a class with as many methods. */
const many = (count) => {
  const lines = (make) => Array.from({ length: count }, (_, i) => make(i)).join('')
  return `${lines((i) => `function f${i}() {}\n`)}class A {\n${lines((i) => `  m${i}() { class B${i} { n() {} } }\n`)}}\nlet last = 1\n`
}

/** Asserts that `items` are all definitions of `many`. */
function assertMany(items, count) {
  assert.equal(items.length, count + 2)
  const [A, last] = items.slice(-2)
  assert.deepEqual(items.slice(0, -2).map(({ name }) => name), Array.from({ length: count }, (_, i) => `f${i}`))
  assert.deepEqual([A.name, A.children.length, last.name, last.children], ['A', count, 'last', []])
  for (const [i, method] of A.children.entries()) {
    assert.deepEqual([method.qualifiedName, method.range.startLine], [`A.m${i}`, count + 2 + i])
  }
}

test('a large outline arrives whole, and other events are processed', async () => {
  const count = 6000
  const source = many(count)
  let turns = 0
  let running = true
  const turn = () => {
    turns++
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  const { items } = await outline({ source, lang: 'js' })
  running = false
  assertMany(items, count)
  assert.ok(turns > 3, `${turns} turns`)
  const { item } = await definition({ source, lang: 'js', name: 'A', parts: ['signature'] })
  assert.deepEqual(item, items.at(-2))
})

test('a stream delivers whole outlines in path order, and pauses while nothing is fetched', async () => {
  const count = 1500
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i % 4}/${10 + i}.js`, i % 3 === 0 ? 'let a = 1\n' : many(count)]))
  const root = tree(files)
  const paths = Object.keys(files).sort()
  const stream = outlineStream({ path: root, batchSize: 3 })
  const seen = []
  for await (const batch of stream) {
    assert.ok(batch.length >= 1 && batch.length <= 3, `${batch.length}`)
    for (const { path, items, language } of batch) {
      assert.equal(language, 'javascript')
      if (files[path].length > 100) assertMany(items, count)
      else assert.deepEqual(items.map(({ name }) => name), ['a'])
      seen.push(path)
    }
  }
  assert.deepEqual(seen, paths)
  const { complete, filesSearched } = await stream.report
  assert.deepEqual([complete, filesSearched], [true, 40])

  // More than twice the buffer limit of an unread stream.
  const large = tree(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${100 + i}.js`, many(count)])))
  const left = outlineStream({ path: large, batchSize: 1 })
  for (const i of [100, 101, 102]) assert.equal((await left.next()).value[0].path, `${i}.js`)
  // Other calls can use the pool in the meantime.
  assert.equal((await all(outlineStream({ path: root, limit: 5, offset: 35 }))).length, 5)
  await left.return()
  const report = await left.report
  assert.deepEqual([report.stoppedBy, report.nextOffset], ['callback', 3])
  assert.ok(report.filesSearched < 60, `${report.filesSearched}`)
})

test('an abort ends a stream before its start and in use', async () => {
  const before = outlineStream({ path: join(root, 'none'), signal: AbortSignal.abort('why') })
  await assert.rejects(before.next(), { name: 'AbortError', cause: 'why' })
  await assert.rejects(before.report, { name: 'AbortError' })
  const files = tree(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}.js`, many(100)])))
  const controller = new AbortController()
  const stream = outlineStream({ path: files, batchSize: 1, signal: controller.signal })
  const loop = async () => {
    for await (const _ of stream) controller.abort('enough')
  }
  await assert.rejects(loop(), { name: 'AbortError', cause: 'enough' })
  await assert.rejects(stream.report, { name: 'AbortError' })
  assert.deepEqual(await stream.next(), { value: undefined, done: true })
  await assert.rejects(outlineStream({ path: files, timeoutMs: 0 }).next(), { code: 'ERR_RANSACK_TIMEOUT' })
})

test('a stream reports its errors', async () => {
  await assert.rejects(outlineStream({ path: join(root, 'none') }).next(), { code: 'ERR_RANSACK_NOT_FOUND' })
  await assert.rejects(outlineStream({ path: root, lang: 'klingon' }).next(), /unknown language/)
  await assert.rejects(outlineStream({ path: root, source: 'x' }).next(), /unknown option `source`/)
  await assert.rejects(outlineStream({ path: root, keyDepth: 1.5 }).next(), /`keyDepth`/)
})

test('a definition is found by its name path', async () => {
  const path = join(root, 'shapes.js')
  const { text, range, item, report } = await definition({ path, name: 'Größe.area', parts: ['signature'] })
  assert.deepEqual([text, item.kind, report.complete], ['async area(a, b)', 'method', true])
  assert.equal(Buffer.from(SHAPES).subarray(range.byteStart, range.byteEnd).toString(), text)
  const doc = await definition({ source: SHAPES, lang: 'js', name: 'Größe', parts: ['doc'] })
  assert.equal(doc.text, '/** Größe. */')
  const none = await definition({ source: SHAPES, lang: 'js', name: 'area', parts: ['doc'] })
  assert.deepEqual([none.text, none.range], ['', undefined])
  const summary = await definition({ path, name: 'Größe', parts: ['summary'] })
  const parts = await definition({ path, name: 'Größe', parts: ['signature', 'doc', 'value'] })
  assert.equal(parts.text, '/** Größe. */\nexport class Größe')
  assert.deepEqual([parts.range.byteStart, parts.range.startLine, parts.range.endLine], [doc.range.byteStart, 1, 2])
  assert.equal((await definition({ path, name: 'Größe', parts: [] })).text, (await definition({ path, name: 'Größe' })).text)
  assert.match(summary.text, /static #x = 1\n  async area\(a, b\) \{ .*\.\.\..* \}\n\}$/)
})

test('a name that is unknown or ambiguous is an error with candidates', async () => {
  const source = 'class A { f() {} }\nclass B { f() {} }\n'
  const of = (name) => definition({ source, lang: 'js', name })
  await assert.rejects(of('F'), (error) => {
    assert.ok(error instanceof RansackError)
    assert.deepEqual([error.code, error.pattern, error.candidates], ['ERR_RANSACK_UNKNOWN_NAME', 'F', ['A.f', 'B.f']])
    return true
  })
  await assert.rejects(of('f'), (error) => {
    assert.equal(error.code, 'ERR_RANSACK_AMBIGUOUS_NAME')
    assert.deepEqual(error.candidates, ['f#1 (method A.f in line 1)', 'f#2 (method B.f in line 2)'])
    return true
  })
  assert.equal((await of('f#2')).item.qualifiedName, 'B.f')
  await assert.rejects(definition({ path: join(root, 'shapes.js'), name: 'x' }), { code: 'ERR_RANSACK_UNKNOWN_NAME', path: join(root, 'shapes.js') })
})

test('a skeleton has no bodies but those that are asked for', async () => {
  const { text, elided, tokens, originalTokens, report } = await skeleton({ path: join(root, 'lib/a.py') })
  assert.deepEqual([text, elided, report.complete], ['def f():\n    ...\n', 1, true])
  assert.ok(tokens < originalTokens)
  const source = '/** A. */\nfunction a() { return 1 + 1 }\nfunction b() { return 1 + 1 }\n'
  const kept = await skeleton({ source, lang: 'js', level: 'signatures', names: ['b'] })
  assert.equal(kept.text, 'function a() { /* ... */ }\nfunction b() { return 1 + 1 }\n')
})

test('bad input is a clear error', async () => {
  const path = join(root, 'shapes.js')
  const cases = [
    [() => outline({ path: root }), /directory/],
    [() => outline({ path: join(root, 'notes.txt') }), /no language with an outline/],
    [() => outline({ source: 'x', lang: 'klingon' }), /unknown language/],
    [() => outline({ source: 'x' }), /`lang`/],
    [() => outline({}), /`path`/],
    [() => outline(), /options/],
    [() => outline({ path, source: 'x', lang: 'js' }), /unknown option `path`/],
    [() => definition({ path }), /`name`/],
    [() => definition({ path, name: '' }), /empty/],
    [() => definition({ path, name: 'x', parts: ['doc', 'head'] }), /`parts\[1\]` must be 'whole'/],
    [() => definition({ path, name: 'x', parts: 'doc' }), /`parts`/],
    [() => definition({ path, name: 'x', part: 'doc' }), /unknown option `part`.*`parts`/],
    [() => skeleton({ path, level: 'all' }), /`level`/],
    [() => skeleton({ path, names: 'x' }), /`names`/],
  ]
  for (const [call, message] of cases) {
    await assert.rejects(call, (error) => error instanceof RansackOptionError && message.test(error.message), String(message))
  }
  await assert.rejects(outline({ path: join(root, 'none.js') }), { code: 'ERR_RANSACK_NOT_FOUND' })
})

test('an aborted or timed-out call rejects', async () => {
  const path = join(root, 'shapes.js')
  const source = '['.repeat(300_000)
  for (const [call, options] of [[outline, {}], [definition, { name: 'area' }], [skeleton, {}]]) {
    await assert.rejects(call({ path, signal: AbortSignal.abort('why'), ...options }), { name: 'AbortError', cause: 'why' })
    const controller = new AbortController()
    const during = call({ source, lang: 'js', signal: controller.signal, ...options })
    setTimeout(() => controller.abort(), 1)
    await assert.rejects(during, { name: 'AbortError' })
    await assert.rejects(call({ source, lang: 'js', timeoutMs: 1, ...options }), { code: 'ERR_RANSACK_TIMEOUT' })
  }
})

test('a workspace reads open buffers', async () => {
  const workspace = new Workspace(root)
  workspace.setBuffer('shapes.js', 'function buffered() { return 1 + 1 }\n')
  const { items } = await workspace.outline({ path: 'shapes.js' })
  assert.deepEqual(items.map(({ name }) => name), ['buffered'])
  const files = await all(workspace.outlineStream({ glob: 'shapes.js' }))
  assert.deepEqual(files[0].items, items)
  workspace.setBuffer('new/c.py', 'def unsaved(): pass\n')
  const unsaved = await all(workspace.outlineStream({ path: 'new' }))
  assert.deepEqual(unsaved.map(({ path, items: [{ name }] }) => [path, name]), [['new/c.py', 'unsaved']])
  assert.match((await workspace.definition({ path: 'shapes.js', name: 'buffered' })).text, /return/)
  assert.equal((await workspace.skeleton({ path: 'shapes.js' })).text, 'function buffered() { /* ... */ }\n')
  workspace.close()
  await assert.rejects(workspace.outline({ path: 'shapes.js' }), { code: 'ERR_RANSACK_CLOSED' })
})

test('definitions come in whole lines or dedented, with the ranges of their parts', async () => {
  const source = 'class A:\n    @b\n    def größe(self):\n        return 1\n'
  const of = (more) => definition({ source, lang: 'python', name: 'A.größe', ...more })
  assert.equal((await of()).text, '@b\n    def größe(self):\n        return 1')
  const lines = await of({ layout: 'lines' })
  assert.equal(lines.text, '    @b\n    def größe(self):\n        return 1')
  assert.deepEqual([lines.range.startLine, lines.range.startColumn], [2, 1])
  assert.equal((await of({ layout: 'dedented' })).text, '@b\ndef größe(self):\n    return 1')
  const bytes = Buffer.from(source)
  const parts = lines.parts.map(({ part, range }) => [part, bytes.subarray(range.byteStart, range.byteEnd).toString()])
  assert.deepEqual(parts, [['attributes', '@b'], ['signature', 'def größe(self)'], ['body', 'return 1']])
  await assert.rejects(of({ layout: 'whole' }), RansackOptionError)
})

test('a skeleton has the highest level that fits a number of tokens', async () => {
  const full = await skeleton({ source: SHAPES, lang: 'js', level: 'full' })
  assert.deepEqual([full.text, full.tokens, full.level, full.omitted], [SHAPES, full.originalTokens, 'full', 0])
  const levels = new Set()
  for (let maxTokens = full.tokens; maxTokens >= 0; maxTokens--) {
    const made = await skeleton({ source: SHAPES, lang: 'js', level: 'full', maxTokens })
    assert.ok(made.tokens <= maxTokens)
    levels.add(made.level)
  }
  assert.deepEqual([...levels], ['full', 'docs', 'signatures', 'names'])
  const names = await skeleton({ source: SHAPES, lang: 'js', level: 'names', tokenEncoding: 'cl100k_base' })
  assert.equal(names.text, 'class Größe\n  field #x\n  method area\n')
  const readme = await skeleton({ source: '# A\n\nOne.\n\nTwo, three, four.\n', lang: 'markdown' })
  assert.equal(readme.text, '# A\n\nOne.\n\n...\n')
  await assert.rejects(skeleton({ source: SHAPES, lang: 'js', tokenEncoding: 'klingon' }), RansackError)
  for (const bad of [{ maxTokens: -1 }, { maxTokens: 'few' }, { level: 'all' }]) {
    await assert.rejects(skeleton({ source: SHAPES, lang: 'js', ...bad }), RansackOptionError)
  }
})

test('results have the content id of the bytes, in a file, a stream and a buffer', async () => {
  const { version } = await outline({ source: SHAPES, lang: 'js' })
  assert.match(version, /^[0-9a-f]{32}$/)
  const path = join(root, 'shapes.js')
  assert.equal((await outline({ path })).version, version)
  assert.equal((await definition({ path, name: 'area' })).version, version)
  assert.equal((await skeleton({ path })).version, version)
  const [streamed] = await all(outlineStream({ path }))
  assert.equal(streamed.version, version)
  const workspace = new Workspace(root)
  try {
    for (let call = 0; call < 2; call++) assert.equal((await workspace.outline({ path: 'shapes.js' })).version, version)
    workspace.setBuffer('shapes.js', 'let x')
    const buffered = await workspace.outline({ path: 'shapes.js' })
    assert.notEqual(buffered.version, version)
    assert.deepEqual(buffered.items.map((item) => item.name), ['x'])
  } finally {
    workspace.close()
  }
})

test('searches name the definitions around their matches on request', async () => {
  const place = tree({ 'a.py': 'class Größe:\n    def run(self):\n        return run(1)\n\nrun(2)\n', 'b.txt': 'run(3)\n' })
  const named = await grep({ pattern: 'run\\(\\d', path: place, enclosing: true })
  assert.deepEqual(named.matches.map((match) => match.enclosing), ['Größe.run', undefined, undefined])
  assert.ok(!('enclosing' in named.matches[1]))
  const plain = await grep({ pattern: 'run\\(\\d', path: place })
  assert.ok(plain.matches.every((match) => !('enclosing' in match)))
  const { matches } = await astGrep({ pattern: 'run($A)', path: place, enclosing: true, includeMeta: true, bytes: true })
  assert.deepEqual(matches.map((match) => [match.enclosing, match.metaVariables.A]), [['Größe.run', '1'], [undefined, '2']])
  const workspace = new Workspace(place)
  try {
    workspace.setBuffer('a.py', 'def buffered():\n    run(4)\n')
    const [match] = (await workspace.grep({ pattern: 'run\\(4', enclosing: true, context: 1 })).matches
    assert.deepEqual([match.enclosing, match.contextBefore[0].line], ['buffered', 'def buffered():'])
  } finally {
    workspace.close()
  }
  await assert.rejects(grep({ pattern: 'x', path: place, enclosing: 'yes' }), RansackOptionError)
})

test('searches give the content ids of their files on request', async () => {
  const place = tree({ 'a.js': 'run(1)\nrun(2)\n', 'b.js': 'run(3)\n' })
  const ids = await Promise.all(['a.js', 'a.js', 'b.js'].map(async (path) => (await outline({ path: join(place, path) })).version))
  assert.notEqual(ids[0], ids[2])
  for (const bytes of [false, true]) {
    const lines = await grep({ pattern: 'run', path: place, versions: true, bytes })
    assert.deepEqual(lines.matches.map(({ version }) => version), ids)
    const code = await astGrep({ pattern: 'run($A)', path: place, versions: true, enclosing: true, includeMeta: true, bytes })
    assert.deepEqual(code.matches.map(({ version, metaVariables }) => [version, metaVariables.A]), ids.map((id, i) => [id, `${i + 1}`]))
  }
  const plain = await grep({ pattern: 'run', path: place })
  assert.ok(!('version' in plain.matches[0]))
  // The same relative path below two roots.
  const other = tree({ 'a.js': 'run(4)\n' })
  const roots = await grep({ pattern: 'run', paths: [place, other], glob: 'a.js', versions: true })
  const last = (await outline({ path: join(other, 'a.js') })).version
  assert.deepEqual(roots.matches.map(({ path, version }) => [path, version]), [['a.js', ids[0]], ['a.js', ids[0]], ['a.js', last]])
  // An edit expects the ids of a search.
  const { matches } = await grep({ pattern: 'run', path: place, pathsFrom: 'absolute', versions: true, mode: 'filesWithMatches' })
  const ifVersions = Object.fromEntries(matches.map(({ path, version }) => [path, version]))
  const edit = { rewrites: { 'run($A)': 'go($A)' }, path: place, ifVersions, dryRun: false }
  writeFileSync(join(place, 'b.js'), 'run(5)\n')
  await assert.rejects(astEdit(edit), { code: 'ERR_RANSACK_STALE', message: /has changed since/ })
  writeFileSync(join(place, 'b.js'), 'run(3)\n')
  assert.equal((await astEdit(edit)).totalReplacements, 3)
})
