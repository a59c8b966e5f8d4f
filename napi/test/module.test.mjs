import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, utimesSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

import ransack, * as named from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const require = createRequire(import.meta.url)

test('import and require return the same instance', () => {
  const required = require('../index.js')
  assert.equal(ransack, required)
  const names = Object.keys(named).filter((name) => name !== 'default' && name !== 'module.exports')
  assert.deepEqual(names.sort(), Object.keys(required).sort())
  for (const name of names) assert.equal(named[name], required[name], name)
})

test('the first call loads what loading the package does not', () => {
  const program = `
    const { highlight, search, unifiedDiff, visibleWidth } = require(${JSON.stringify(require.resolve('../index.js'))})
    const files = () => Object.keys(require.cache).map((file) => file.split(/[\\/]/).at(-1)).filter((name) => name.endsWith('.js'))
    const before = files()
    visibleWidth('a')
    const withText = files()
    search('a', { pattern: 'a' })
    const withSearch = files()
    search('a', { pattern: /a/ })
    const withRegExp = files()
    highlight('a', 'c')
    const withHighlight = files()
    unifiedDiff('a', 'b')
    console.log(JSON.stringify([before, withText, withSearch, withRegExp, withHighlight, files()]))`
  const [before, withText, withSearch, withRegExp, withHighlight, after] = JSON.parse(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' }))
  assert.deepEqual(before, ['index.js', 'entry.js'])
  assert.deepEqual(withText, [...before, 'bundle.js'])
  assert.deepEqual(withSearch, [...withText, 'bundle_search.js'])
  assert.deepEqual(withRegExp, [...withSearch, 'bundle_regexp.js'])
  assert.deepEqual(withHighlight, [...withRegExp, 'bundle_highlight.js'])
  assert.deepEqual(after, [...withHighlight, 'bundle_files.js'])
})

test('classes that are loaded by their first use are classes', () => {
  const { TokenCounter, Tokenizer, Workspace } = ransack
  class Derived extends TokenCounter {
    get double() {
      return 2 * this.total
    }
  }
  const derived = new Derived('R50kBase')
  derived.push('one two')
  assert.equal(derived.double, 4)
  assert.ok(derived instanceof Derived && derived instanceof TokenCounter)
  assert.ok(!(derived instanceof Workspace))
  assert.equal(derived.constructor, Derived)
  const counter = new TokenCounter()
  assert.equal(counter.constructor, TokenCounter)
  assert.equal(Object.getPrototypeOf(counter), TokenCounter.prototype)
  assert.ok(TokenCounter.prototype.isPrototypeOf(derived))
  assert.equal(TokenCounter.name, 'TokenCounter')
  assert.equal(typeof Tokenizer, 'function')
  assert.ok('loadSync' in Tokenizer && Object.hasOwn(Tokenizer, 'loadSync'))
  assert.deepEqual(Object.getOwnPropertyNames(Tokenizer).sort(), ['length', 'load', 'loadSync', 'name', 'prototype'])
  assert.throws(() => TokenCounter(), TypeError)
  const { loadSync } = Tokenizer
  Tokenizer.loadSync = () => 'replaced'
  assert.equal(Tokenizer.loadSync(), 'replaced')
  Tokenizer.loadSync = loadSync
  assert.deepEqual(
    Object.getOwnPropertyNames(Object.getPrototypeOf(Workspace.prototype)).filter((name) => name.startsWith('glob')),
    ['glob', 'globStream', 'globSync'],
  )
})

test('the declarations are those of the exports', () => {
  const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
  const index = read('index.d.ts')
  const parts = [...index.matchAll(/^export \* from '\.\/(js\/\w+)\.js'/gm)]
  const types = [index, ...parts.map(([, part]) => read(`${part}.d.ts`))].join('\n')
  const declared = [...types.matchAll(/^export declare (?:function|class|const|enum) (\w+)/gm)]
  const names = new Set(declared.map(([, name]) => name))
  assert.deepEqual([...names].sort(), Object.keys(ransack).sort())
})

test('the package can be imported by its name', () => {
  const { exports: map, types } = require('../package.json')
  for (const each of Object.values(map['.'])) assert.equal(Object.keys(each)[0], 'types')
  assert.equal(map['.'].require.types, `./${types}`)
  assert.equal(require.resolve('ransack'), fileURLToPath(new URL('../entry.js', import.meta.url)))
})

test('a workspace has all of its methods in a process that has called nothing else', () => {
  const types = readFileSync(new URL('../index.d.ts', import.meta.url), 'utf8')
  const body = types.slice(types.indexOf('export declare class Workspace {'))
  const declared = body.slice(0, body.indexOf('\n}\n')).matchAll(/^ {2}(\w+)(?:<[^>]*>)?\(/gm)
  const names = [...new Set(Array.from(declared, ([, name]) => name))].filter((name) => name !== 'constructor')
  assert.ok(names.length > 30, names.join())
  const code = `const { Workspace } = require('..'); console.log(process.argv[1].split(',').filter((name) => typeof Workspace.prototype[name] !== 'function').join())`
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  assert.equal(execFileSync(process.execPath, ['-e', code, names.join()], { cwd, encoding: 'utf8' }).trim(), '')
})

test('the list of file types', () => {
  const types = ransack.fileTypes()
  const rust = types.find((type) => type.name === 'rust')
  assert.deepEqual(rust.globs, ['*.rs'])
  const names = types.map((type) => type.name)
  assert.deepEqual(names, [...names].sort())
})

const exampleWith = (input, name, ...args) => {
  const file = fileURLToPath(new URL(`../../examples/node/${name}`, import.meta.url))
  return execFileSync(process.execPath, [file, ...args], { encoding: 'utf8', input })
}

const example = (name, ...args) => exampleWith('', name, ...args)

test('the example of grep', () => {
  const root = tree({ 'a.txt': 'one\ntwo needle\n', 'b/c.txt': 'needle\n' })
  assert.equal(
    example('grep.mjs', 'needle', root),
    'a.txt:2:5: two needle\nb/c.txt:1:1: needle\n2 matches in 2 of 2 files\n',
  )
})

test('the example of glob', () => {
  const root = tree({ 'a.txt': '', 'b/c.txt': '' })
  for (const [path, time] of [['a.txt', 1], ['b/c.txt', 2], ['b', 3]]) utimesSync(join(root, path), time, time)
  assert.equal(
    example('glob.mjs', '{b,*.txt}', root),
    ['03.000Z b/', '02.000Z b/c.txt', '01.000Z a.txt'].map((end) => `1970-01-01T00:00:${end}\n`).join('') +
      '3 paths\n',
  )
})

test('the example of highlighting', () => {
  const root = tree({ 'a.rs': 'let a;' })
  const shown = '\x1b[38;2;255;121;198mlet\x1b[39m a;'
  assert.ok(example('highlight.mjs', join(root, 'a.rs'), 'Dracula').startsWith(shown.slice(0, -1)))
  assert.ok(exampleWith('let a;', 'highlight.mjs', '-', 'Dracula', 'rs').startsWith(shown.slice(0, -1)))
})

test('the example of tokens', () => {
  const root = tree({ 'a.txt': 'one two three', 'b.txt': 'one two three four', 'c.txt': 'one two three' })
  const [a, b, c] = ['a.txt', 'b.txt', 'c.txt'].map((name) => join(root, name))
  assert.equal(
    example('tokens.mjs', '6', 'gpt-4o', a, b, c),
    `${a}: 3 tokens\n${b}: 3 of 4 tokens, without [7, 13)\n${c}: 0 of 3 tokens, without [0, 13)\n6 tokens in all\n`,
  )
})

test('the example of terminal text', () => {
  const root = tree({ 'a.txt': 'plain \x1b[31mwords\x1b[m and 漢字\n\tand more of them\n' })
  const shown = example('text.mjs', join(root, 'a.txt'), '20')
  const lines = shown.trimEnd().split('\n')
  assert.match(lines[0], /^┌ .{7,8}….{7,8} ┐$/)
  assert.deepEqual(lines.slice(1), [
    '│ plain words and  │',
    '│ 漢字             │',
    '│     and more of  │',
    '│ them             │',
    '└──────────────────┘',
  ])
})

test('the example of syntax-tree search', () => {
  const root = tree({ 'a.c': 'int x = f(1);\n', 'b/c.js': 'f(\n  y)\n' })
  assert.equal(example('ast.mjs', 'f($A)', root), 'a.c:1:9: f(1)\n  A = 1\nb/c.js:1:1: f(\n  A = y\n')
})

test('the example of outlines', () => {
  const root = tree({ 'a.js': 'class A {\n  f(x) {}\n}\n', 'b/c.py': 'def g(): pass\n', 'd.js': '' })
  assert.equal(
    example('outline.mjs', root),
    'a.js\n1:class A\n2:  f(x)\n\nb/c.py\n1:def g()\n\nshown 3 of 3 definitions\n',
  )
})

test('the example of edits', () => {
  const root = tree({ 'a.js': 'var a = 1;\n' })
  const edit = (answer) => exampleWith(answer, 'ast_edit.mjs', 'var $A = $B', 'let $A = $B', root)
  assert.match(edit('n\n'), /\n@@ -1 \+1 @@\n-var a = 1;\n\+let a = 1;\n\nshown 1 of 1 hunk\nChange 1 places in 1 files\? /)
  assert.equal(readFileSync(join(root, 'a.js'), 'utf8'), 'var a = 1;\n')
  assert.match(edit('y\n'), /applied: true\n$/)
  assert.equal(readFileSync(join(root, 'a.js'), 'utf8'), 'let a = 1;\n')
})

test('the example of search', () => {
  assert.equal(
    exampleWith('one\r\nTwo too\r\n', 'search.mjs', 't.o'),
    '2: Two, too\n1 lines\nWindows line ends\n',
  )
  assert.throws(() => exampleWith('', 'search.mjs', 'a('), { status: 2, stderr: /unclosed/ })
})

test('the example of a workspace', () => {
  const root = tree({ 'a.txt': '', 'b/c.txt': '' })
  const shown = exampleWith('*.txt\nnothing\n', 'workspace.mjs', root)
  assert.match(shown, /^a\.txt\nb\/c\.txt\n2 paths \(\w+\)\n0 paths \(\w+\)\n$/)
})
