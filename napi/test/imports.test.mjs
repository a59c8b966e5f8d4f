import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

import {
  ImportKind, RansackError, RansackOptionError, Workspace, addImports, exports as exportsOf, imports, organiseImports,
  removeImports,
} from '../index.mjs'
import batches from '../js/internal/import_batch.js'
import { codeRange } from '../testing/ranges.mjs'
import { tree } from '../testing/tree.mjs'

const root = tree({
  'a.py': 'import os\nfrom a import b\nX = 1\n',
  'a.rb': "require 'a'\n",
  'data.json': '{}\n',
  'binary.c': 'int x;\0',
  'broken.py': 'import a\ndef f(:\n',
})

test('imports of a text have kinds, names and ranges in UTF-16', async () => {
  const source = "/* 😀é */ import a, { b as c, type D } from './mä.js'\nimport 'e'; import('f')\n"
  const found = await imports({ source, lang: 'typescript' })
  const { items, report, ...rest } = found
  assert.deepEqual([rest, report.complete], [{ language: 'typescript', syntaxErrors: 0 }, true])
  const at = (text) => ({ units: source.indexOf(text), bytes: Buffer.byteLength(source.slice(0, source.indexOf(text))) })
  const range = (text) => {
    const { units, bytes } = at(text)
    return codeRange({
      byteStart: bytes,
      byteEnd: bytes + Buffer.byteLength(text),
      startLine: 1,
      startColumn: units + 1,
      endLine: 1,
      endColumn: units + text.length + 1,
    })
  }
  const [first, effect, dynamic] = items
  assert.deepEqual(first, {
    module: './mä.js',
    kind: 'static',
    names: [
      { name: 'default', alias: 'a', range: first.names[0].range },
      { name: 'b', alias: 'c', range: range('b as c') },
      { name: 'D', isTypeOnly: true, range: first.names[2].range },
    ],
    range: range("import a, { b as c, type D } from './mä.js'"),
  })
  assert.equal(first.names[0].range.startColumn, at('a,').units + 1)
  assert.deepEqual([effect.module, effect.kind, effect.names, effect.range.startLine], ['e', 'sideEffect', [], 2])
  assert.deepEqual([dynamic.module, dynamic.kind, dynamic.range.startColumn], ['f', 'dynamic', 13])
  assert.deepEqual(await imports({ source: Buffer.from(source), lang: 'typescript' }), found)
})

test('exports of a text have kinds, names and ranges in UTF-16', async () => {
  const source = "export { a as ä, c }; export * from 'm'\nexport { d as e } from 'n'\nexport default class K {}\nexport type T = 1\n"
  const { language, items, syntaxErrors } = await exportsOf({ source, lang: 'ts' })
  assert.deepEqual([language, syntaxErrors], ['typescript', 0])
  assert.deepEqual(items.map(({ range, ...item }) => item), [
    { name: 'ä', local: 'a', kind: 'named' },
    { name: 'c', kind: 'named' },
    { name: '*', module: 'm', kind: 'wildcard' },
    { name: 'e', local: 'd', module: 'n', kind: 'reExport' },
    { name: 'default', local: 'K', kind: 'default' },
    { name: 'T', kind: 'typeOnly' },
  ])
  const { range } = items[1]
  assert.deepEqual([range.byteStart, range.startColumn, range.startLine], [18, 18, 1])
})

test('kinds are those of the type declarations', () => {
  const declared = readFileSync(fileURLToPath(new URL('../js/imports.d.ts', import.meta.url)), 'utf8')
  const names = (type) => [...declared.match(new RegExp(`type ${type} =([^]*?)\\n\\n`))[1].matchAll(/'(\w+)'/g)].map(([, name]) => name)
  const known = batches.importNames()
  assert.deepEqual(names('ImportKind'), known.imports)
  assert.deepEqual(names('ExportKind'), known.exports)
})

test('imports and exports of a file have a report', async () => {
  const found = await imports({ path: join(root, 'a.py') })
  assert.deepEqual(found.items.map(({ module, names }) => [module, names.map(({ name }) => name)]), [['os', []], ['a', ['b']]])
  assert.deepEqual([found.report.complete, 'filesSearched' in found.report], [true, false])
  const exported = await exportsOf({ path: join(root, 'a.py') })
  assert.deepEqual([exported.items.map(({ name }) => name), exported.report.complete], [['X'], true])
  const binary = await imports({ path: join(root, 'binary.c') })
  assert.deepEqual([binary.items, binary.report.skipped[0].reason], [[], 'binary'])
  const broken = await imports({ path: join(root, 'broken.py') })
  assert.deepEqual([broken.items.length, broken.report.skipped[0].reason], [1, 'syntaxErrors'])
})

test('many imports arrive whole, and other events are processed', async () => {
  const count = 20_000
  const lines = Array.from({ length: count }, (_, i) => `import { a${i}, b${i} as c${i} } from 'm${i}'\nexport { a${i} as d${i} }\n`)
  const source = lines.join('')
  let turns = 0
  let running = true
  const turn = () => {
    turns++
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  const [imported, exported] = await Promise.all([imports({ source, lang: 'js' }), exportsOf({ source, lang: 'js' })])
  running = false
  assert.ok(turns > 3, `${turns} turns`)
  assert.deepEqual([imported.items.length, exported.items.length], [count, count])
  for (const [i, { module, names, range }] of imported.items.entries()) {
    assert.deepEqual([module, names[1].name, names[1].alias, range.startLine], [`m${i}`, `b${i}`, `c${i}`, 2 * i + 1])
  }
  for (const [i, { name, local }] of exported.items.entries()) assert.deepEqual([name, local], [`d${i}`, `a${i}`])
})

test('imports are added, removed and organised', async () => {
  const source = 'import os\nfrom a import b\n\nos.sep\n'
  const added = await addImports({ source, lang: 'python', imports: [{ module: 'a', names: ['c'] }, { module: 'sys' }] })
  assert.deepEqual(added, { text: 'import os\nimport sys\nfrom a import b, c\n\nos.sep\n', changed: true, statuses: ['applied', 'applied'] })
  const again = await addImports({ source, lang: 'python', imports: new Set([{ module: 'os', names: undefined, kind: null }]) })
  assert.deepEqual(again, { text: source, changed: false, statuses: ['unchanged'] })
  const removed = await removeImports({ source, lang: 'python', imports: [{ module: 'a', name: 'b' }, { module: 'os', name: null }] })
  assert.deepEqual(removed, { text: 'os.sep\n', changed: true })
  const organised = await organiseImports({ source: "import { b, a } from 'z'\nimport y from 'y'\n", lang: 'js' })
  assert.deepEqual(organised, { text: "import y from 'y'\nimport { a, b } from 'z'\n", changed: true })
  const main = { source: '#include "a.h"\n#include "main.h"\n', lang: 'cpp' }
  assert.equal((await organiseImports({ ...main, fileName: 'main.cpp' })).text, '#include "main.h"\n#include "a.h"\n')
  assert.equal((await organiseImports({ ...main, fileName: null })).changed, false)
  const typed = { module: 'm', names: ['T', { name: 'U', alias: 'V' }], kind: 'typeOnly' }
  const { text } = await addImports({ source: 'let x: T\n', lang: 'ts', imports: [typed] })
  assert.match(text, /^import type \{ T, U as V \} from ["']m["'];?\n\nlet x: T\n$/)
})

test('imports of a script keep the text around it', async () => {
  const source = "<p>😀é</p>\n<script>\nimport a from 'a'\n</script>\n<script setup>\nf()\n</script>\n"
  const imports = [{ module: 'a', names: [{ name: 'default', alias: 'a' }] }, { module: 'b', names: ['b'] }]
  const added = await addImports({ source, lang: 'vue', imports })
  const text = source.replace('f()', 'import { b } from "b"\n\nf()')
  assert.deepEqual(added, { text, changed: true, statuses: ['unchanged', 'applied'] })
  const removed = await removeImports({ source: text, lang: 'vue', imports: [{ module: 'b' }] })
  assert.deepEqual(removed, { text: source, changed: true })
  const ruby = "require 'b'\nrequire 'a'\nrequire 'b'\n"
  const organised = await organiseImports({ source: ruby, lang: 'ruby' })
  assert.deepEqual(organised, { text: "require 'b'\nrequire 'a'\n", changed: true })
})

test('imports of PHP, C#, Kotlin, Scala and Swift are changed', async () => {
  const php = '<?php\nuse Größe;\nuse const A\\B;\n'
  const functions = [{ module: 'A', names: ['f'], kind: ImportKind.Function }]
  const added = await addImports({ source: php, lang: 'php', imports: functions })
  assert.equal(added.text, '<?php\nuse Größe;\nuse function A\\f;\nuse const A\\B;\n')
  const { items } = await imports({ source: added.text, lang: 'php' })
  assert.deepEqual(items.map((item) => item.kind), ['static', 'function', 'constant'])
  const several = '<?php\nnamespace A;\nnamespace B;\n'
  await assert.rejects(addImports({ source: several, lang: 'php', imports: functions }), {
    code: 'ERR_RANSACK_INVALID_OPTION',
    message: /several namespaces/,
  })
  for (const [lang, source, text] of [
    ['csharp', 'using E;\nusing System;\nusing B;\n#if X\nusing D;\nusing C;\n#endif\n', 'using System;\nusing B;\nusing E;\n#if X\nusing D;\nusing C;\n#endif\n'],
    ['kotlin', 'import b.größe\nimport java.io.File\nimport a.A as B\nimport a.*\n', 'import a.*\nimport b.größe\nimport java.io.File\nimport a.A as B\n'],
    ['scala', 'import org.b.{C, A => D, _}\nimport org.a.B\n', 'import org.a.B\nimport org.b.{A => D, C, _}\n'],
    ['swift', '@testable import A\nimport B\n', 'import B\n\n@testable import A\n'],
  ]) {
    assert.deepEqual(await organiseImports({ source, lang }), { text, changed: true })
  }
})

test('bytes give bytes, exactly', async () => {
  const source = Buffer.concat([Buffer.from('import b\nimport a\nx = "'), Buffer.from([0xff, 0xe4]), Buffer.from('"\n')])
  const { text, changed } = await organiseImports({ source, lang: 'python' })
  assert.ok(text instanceof Uint8Array && changed)
  const expected = Buffer.from(source.toString('latin1').replace('import b\nimport a', 'import a\nimport b'), 'latin1')
  assert.deepEqual(Buffer.from(text), expected)
  const lone = await organiseImports({ source: 'x = "\ud800"\n', lang: 'python' })
  assert.deepEqual(lone, { text: 'x = "\ufffd"\n', changed: false })
  assert.deepEqual(await organiseImports({ source: '', lang: 'go' }), { text: '', changed: false })
  const none = await organiseImports({ source: new Uint8Array(), lang: 'go' })
  assert.deepEqual([none.text.length, none.changed], [0, false])
})

test('a long text arrives whole, and other events are processed', async () => {
  const rest = '// 漢字😀 x\n'.repeat(100_000)
  let turns = 0
  let running = true
  const turn = () => {
    turns++
    if (running) setImmediate(turn)
  }
  setImmediate(turn)
  const source = `import b from 'b'\nimport a from 'a'\n${rest}`
  const expected = `import a from 'a'\nimport b from 'b'\n${rest}`
  const { text } = await organiseImports({ source, lang: 'js' })
  const bytes = await organiseImports({ source: Buffer.from(source), lang: 'js' })
  running = false
  assert.ok(turns > 3, `${turns} turns`)
  assert.ok(text === expected)
  assert.ok(Buffer.from(bytes.text).equals(Buffer.from(expected)))
})

test('bad input is a clear error', async () => {
  const source = 'import os\n'
  const add = (given, lang = 'python') => addImports({ source, lang, imports: [given] })
  const cases = [
    [() => imports({ path: root }), /directory/],
    [() => imports({ path: join(root, 'data.json') }), /with imports/],
    [() => exportsOf({ path: join(root, 'a.rb') }), /with exports/],
    [() => imports({ source, lang: 'klingon' }), /unknown language/],
    [() => imports({ source, lang: 'json' }), /no imports/],
    [() => exportsOf({ source, lang: 'ruby' }), /no exports/],
    [() => imports({ source }), /`lang`/],
    [() => imports({}), /`path`/],
    [() => imports(), /options/],
    [() => addImports(), /options/],
    [() => addImports({ source, lang: 'python' }), /`imports` must be given/],
    [() => addImports({ path: 'a.py', imports: [] }), /unknown option `path`/],
    [() => addImports({ source, lang: 'python', imports: {} }), /`imports` must be an array of objects with `module`/],
    [() => add('a'), /^`imports\[0\]` must be an object with `module`, not the string/],
    [() => add({ names: ['a'] }), /^`imports\[0\].module` must be given/],
    [() => add({ module: 1 }), /`imports\[0\].module` must be a string/],
    [() => add({ module: 'a', names: 'b' }), /`imports\[0\].names` must be an array of strings and objects with `name`/],
    [() => add({ module: 'a', names: [{ alias: 'b' }] }), /`imports\[0\].names\[0\].name` must be given/],
    [() => add({ module: 'a', names: [{ name: 'b', as: 'c' }] }), /unknown option `as`/],
    [() => add({ module: 'a', kind: 'import' }), /`imports\[0\].kind`/],
    [() => add({ module: 'a', kind: 'systemInclude' }), /python has no such import/],
    [() => add({ module: 'a; import b' }), /not a valid import statement of python/],
    [() => add({ module: '' }), /^`imports\[0\]`: the module is empty/],
    [() => add({ module: 'a', names: ['b', ''] }), /^`imports\[0\].names\[1\]`: the name is empty/],
    [() => add({ module: 'a' }, 'bash'), /no imports that can be changed/],
    [() => add({ module: 'a' }, 'vue'), /the text has no script/],
    [() => removeImports({ source, lang: 'python', imports: [{ module: 'a', names: [] }] }), /unknown option `names`/],
    [() => organiseImports({ source, lang: 'python', fileName: 5 }), /`fileName`/],
  ]
  for (const [call, message] of cases) {
    await assert.rejects(call, (error) => error instanceof RansackOptionError && message.test(error.message), String(message))
  }
  await assert.rejects(imports({ path: join(root, 'none.py') }), { code: 'ERR_RANSACK_NOT_FOUND' })
  await assert.rejects(removeImports({ source, lang: 'python', imports: [{ module: 'so' }] }), (error) => {
    assert.ok(error instanceof RansackError)
    assert.deepEqual([error.code, error.pattern, error.candidates], ['ERR_RANSACK_UNKNOWN_NAME', 'so', ['os']])
    return true
  })
})

test('an aborted or timed-out call rejects', async () => {
  const path = join(root, 'a.py')
  for (const call of [imports, exportsOf]) {
    await assert.rejects(call({ path, signal: AbortSignal.abort('why') }), { name: 'AbortError', cause: 'why' })
  }
  const source = '['.repeat(300_000)
  const calls = [[imports, {}], [exportsOf, {}], [organiseImports, {}], [addImports, { imports: [{ module: 'a' }] }], [removeImports, { imports: [] }]]
  for (const [call, options] of calls) {
    const given = { source, lang: 'js', ...options }
    await assert.rejects(call({ ...given, signal: AbortSignal.abort('why') }), { name: 'AbortError', cause: 'why' })
    const controller = new AbortController()
    const during = call({ ...given, signal: controller.signal })
    setTimeout(() => controller.abort(), 1)
    await assert.rejects(during, { name: 'AbortError' })
    await assert.rejects(call({ ...given, timeoutMs: 1 }), { code: 'ERR_RANSACK_TIMEOUT' })
  }
})

test('a workspace reads open buffers', async () => {
  const workspace = new Workspace(root)
  assert.equal((await workspace.imports({ path: 'a.py' })).items[0].module, 'os')
  workspace.setBuffer('a.py', 'import re\nY = 1\n')
  assert.deepEqual((await workspace.imports({ path: 'a.py' })).items.map(({ module }) => module), ['re'])
  assert.deepEqual((await workspace.exports({ path: 'a.py' })).items.map(({ name }) => name), ['Y'])
  workspace.close()
  await assert.rejects(workspace.imports({ path: 'a.py' }), { code: 'ERR_RANSACK_CLOSED' })
  await assert.rejects(workspace.exports({ path: 'a.py' }), { code: 'ERR_RANSACK_CLOSED' })
})

test('an import that is added and removed leaves the text', async () => {
  const name = { add: { module: 'm', names: ['b'] }, remove: { module: 'm', name: 'b' } }
  const cases = [
    ['python', 'from m import (a,\n               c)\n'],
    ['python', 'from m import (\n    a,\n    c\n)\n'],
    ['python', '\ufeffimport os\r\n\r\nx = 1\r\n'],
    ['python', '# Copyright\nx = 1\n'],
    ['ts', "import {a,c} from 'm'\n"],
    ['ts', 'import D from "m"'],
    ['js', '/*\n * Copyright\n */ class A {\n}\n'],
    ['js', '"use strict";function f() {\n}\nf()'],
    ['rust', 'use m::{ a, c };\n'],
  ]
  for (const [lang, source] of cases) {
    const added = await addImports({ source, lang, imports: [name.add] })
    assert.equal(added.changed, true, source)
    assert.equal((await removeImports({ source: added.text, lang, imports: [name.remove] })).text, source, added.text)
  }
})

test('exports built in parts and rare exports are read', async () => {
  const names = async (source, lang) => (await exportsOf({ source, lang })).items.map(({ kind, name }) => `${kind} ${name}`)
  const parts = "__all__ = ['a'] + ('b',)\n__all__ += ['c']\n__all__.extend(['d'])\n__all__.append('e')\ny = 1\n"
  assert.deepEqual(await names(parts, 'python'), ['a', 'b', 'c', 'd', 'e'].map((name) => `named ${name}`))
  assert.deepEqual(await names('export import t = U.V;\nexport as namespace X;\n', 'ts'), ['named t', 'named X'])
})

test('comments for tools stay on the lines of their imports', async () => {
  const source = '// @ts-ignore\nimport { b } from "m";\nimport { a } from "m";\n'
  const { text } = await organiseImports({ source, lang: 'ts' })
  assert.equal(text, 'import { a } from "m";\n// @ts-ignore\nimport { b } from "m";\n')
  const off = '# isort: off\nimport b\nimport a\n'
  assert.equal((await organiseImports({ source: off, lang: 'python' })).changed, false)
  const added = await addImports({ source: 'import type { q } from "m";\n', lang: 'ts', imports: [{ module: 'm', names: ['q'] }] })
  assert.equal(added.text, 'import { q } from "m";\n')
})
