import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

import { RansackError, RansackOptionError, Workspace, definition, outline, outlineStream, skeleton } from '../index.mjs'
import batches from '../js/internal/outline_batch.js'
import { tree } from '../testing/tree.mjs'

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
  assert.deepEqual(shape.nameRange, { byteStart: 29, byteEnd: 36, startLine: 2, startColumn: 14, endLine: 2, endColumn: 19 })
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

test('kinds and modifiers are those of the type declarations', () => {
  const declared = readFileSync(fileURLToPath(new URL('../js/outline.d.ts', import.meta.url)), 'utf8')
  const names = (type) => [...declared.match(new RegExp(`type ${type} =([^]*?)\\n\\n`))[1].matchAll(/'(\w+)'/g)].map(([, name]) => name)
  const { kinds, modifiers } = batches.outlineNames()
  assert.deepEqual(names('ItemKind'), kinds)
  assert.deepEqual(names('ItemModifier'), modifiers)
})

test('the outline of a file has a report', async () => {
  const { items, report } = await outline({ path: join(root, 'shapes.js') })
  assert.deepEqual([items[0].name, report.complete, report.filesSearched], ['Größe', true, 1])
  const text = await outline({ path: join(root, 'notes.txt'), lang: 'markdown' })
  assert.deepEqual([text.language, text.items], ['markdown', []])
  const binary = await outline({ path: join(root, 'binary.c') })
  assert.deepEqual(binary.items, [])
  assert.deepEqual(binary.report.skipped.map(({ reason }) => reason), ['binary'])
  const large = await outline({ path: join(root, 'shapes.js'), maxFileSize: 3 })
  assert.deepEqual(large.report.skipped.map(({ reason }) => reason), ['tooLarge'])
})

test('keys are listed to a depth', async () => {
  const source = '{"a": {"b": {"c": {"d": {"e": 1}}}}}'
  const depthOf = (items) => (items.length === 0 ? 0 : 1 + depthOf(items[0].children))
  const depths = [undefined, 1, 2, null, Infinity].map(async (keyDepth) => depthOf((await outline({ source, lang: 'json', keyDepth })).items))
  assert.deepEqual(await Promise.all(depths), [3, 1, 2, 5, 5])
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
    [0, 'a.py', 'a.py'], [0, 'b.rs', 'b.rs'], [1, 'shapes.js', 'shapes.js'],
  ])
  assert.equal((await all(outlineStream({ path: root, lang: 'rust' }))).length, 1)
  assert.equal((await all(outlineStream({ path: root, limit: 1, offset: 1, glob: '*.{js,py,rs}' }))).length, 1)
})

test('a definition is found by its name path', async () => {
  const path = join(root, 'shapes.js')
  const { text, range, item, report } = await definition({ path, name: 'Größe.area', part: 'signature' })
  assert.deepEqual([text, item.kind, report.complete], ['async area(a, b)', 'method', true])
  assert.equal(Buffer.from(SHAPES).subarray(range.byteStart, range.byteEnd).toString(), text)
  const doc = await definition({ source: SHAPES, lang: 'js', name: 'Größe', part: 'doc' })
  assert.equal(doc.text, '/** Größe. */')
  const none = await definition({ source: SHAPES, lang: 'js', name: 'area', part: 'doc' })
  assert.deepEqual([none.text, none.range], ['', undefined])
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
    [() => outline({ path: join(root, 'notes.txt') }), /tells no language/],
    [() => outline({ source: 'x', lang: 'klingon' }), /unknown language/],
    [() => outline({ source: 'x' }), /`lang`/],
    [() => outline({}), /`path`/],
    [() => outline(), /options/],
    [() => outline({ path, source: 'x', lang: 'js' }), /unknown option `path`/],
    [() => definition({ path }), /`name`/],
    [() => definition({ path, name: '' }), /empty/],
    [() => definition({ path, name: 'x', part: 'head' }), /`part`/],
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
  assert.match((await workspace.definition({ path: 'shapes.js', name: 'buffered' })).text, /return/)
  assert.equal((await workspace.skeleton({ path: 'shapes.js' })).text, 'function buffered() { /* ... */ }\n')
  workspace.close()
  await assert.rejects(workspace.outline({ path: 'shapes.js' }), { code: 'ERR_RANSACK_CLOSED' })
})
