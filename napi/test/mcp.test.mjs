// The example of a Model Context Protocol server, called by the SDK's client.

import assert from 'node:assert/strict'
import { readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { countTokens } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const examples = new URL('../../examples/node/', import.meta.url)
const require = createRequire(new URL('package.json', examples))
const { Client } = require('@modelcontextprotocol/client')
const { StdioClientTransport } = require('@modelcontextprotocol/client/stdio')

const APP = `/** Says hello. */
export function greet(name) {
  return 'hello ' + name
}

export class Server {
  start(port) {
    console.log('start', port)
    return listen(port)
  }
}
`
const root = tree({
  'src/app.ts': APP,
  'src/ünï.ts': 'console.log(1)\nconsole.log(2)\n',
  'notes.txt': Array.from({ length: 300 }, (_, i) => `line ${i + 1} has a needle\n`).join(''),
  'bin.js': 'a\0b',
  '.ignore': 'ignored/\n',
  'ignored/x.ts': 'console.log(3)\n',
})
const outside = tree({ 'secret.js': 'needle\n' })
const read = (path) => readFileSync(join(root, path), 'utf8')

const client = new Client({ name: 'test', version: '1.0.0' })
const args = [fileURLToPath(new URL('mcp-server.mjs', examples)), root]
await client.connect(new StdioClientTransport({ command: process.execPath, args }))
after(() => client.close())

const answer = (name, given = {}) => client.callTool({ name, arguments: given })

/** Calls a tool; returns the text of its answer. */
async function ask(name, given) {
  const { content, isError } = await answer(name, given)
  assert.ok(!isError, `${name}: ${content[0]?.text}`)
  assert.deepEqual(content.map(({ type }) => type), ['text'])
  return content[0].text
}

/** Calls a tool that must refuse its input with a message. */
async function refuses(name, given, message) {
  const { content, isError } = await answer(name, given)
  assert.equal(isError, true, `${name}: ${content[0]?.text}`)
  assert.match(content[0].text, message)
}

/** Calls a tool once per page, by the cursors and offsets of its answers; returns all lines but the last of each. */
async function pagesOf(name, given) {
  const lines = []
  let pages = 0
  for (let next = {}; next !== undefined; pages++) {
    assert.ok(pages < 50)
    const text = await ask(name, { ...given, ...next })
    const last = text.trimEnd().split('\n').at(-1)
    lines.push(...text.trimEnd().split('\n').slice(0, -1).filter((line) => line !== ''))
    const [, kind, value] = /; next (cursor|offset) (\S+)$/.exec(last) ?? []
    if (kind === 'cursor') next = { after: value }
    else if (kind === 'offset') next = { ...next, offset: Number(value) }
    else next = undefined
  }
  return { lines, pages }
}

test('the tools are listed with their fields and hints', async () => {
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name).sort(),
    [
      'ast_rewrite', 'ast_search', 'count_tokens', 'definition', 'edit', 'find', 'find_fuzzy', 'outline', 'read', 'search', 'skeleton',
      'tree',
    ],
  )
  for (const { name, description, inputSchema, annotations } of tools) {
    assert.ok(description.length > 0, name)
    assert.equal(inputSchema.type, 'object')
    assert.equal(annotations.readOnlyHint === true, !['ast_rewrite', 'edit'].includes(name), name)
    for (const [field, { description }] of Object.entries(inputSchema.properties)) {
      assert.ok(field === 'edits' || description.length > 0, `${name}.${field}`)
    }
  }
})

test('search', async () => {
  const found = await ask('search', { pattern: 'CONSOLE\\.LOG\\(\\d', ignoreCase: true })
  assert.equal(found, 'src/ünï.ts\n1:console.log(1)\n2:console.log(2)\n\nshown 2 of 2 matches\n')
  assert.match(await ask('search', { pattern: 'listen', context: 1 }), /8-    console.*\n9:    return listen\(port\)\n10-  }\n/)
  assert.match(await ask('search', { pattern: 'needle', path: 'src' }), /^no results\n/)
  const scoped = await ask('search', { pattern: 'console', glob: ['*.ts', '!app.ts'] })
  assert.match(scoped, /^src\/ünï\.ts\n/)
  assert.doesNotMatch(scoped, /app\.ts/)
  await refuses('search', { pattern: 'console(' }, /unclosed group/)
  await refuses('search', { pattern: 'x', glob: ['@(a|b)'] }, /`glob.*`\{a,b\}`/)
  await refuses('search', { pattern: 'x', path: 'none' }, /none: /)
  await refuses('search', { pattern: 'x', after: 'nonsense' }, /not a cursor/)
  await refuses('search', { pattern: 'x', limit: 0 }, /limit/)
  await refuses('search', { patern: 'x' }, /patern/)
})

test('pages continue by cursors and offsets', async () => {
  const expected = ['notes.txt', ...Array.from({ length: 300 }, (_, i) => `${i + 1}:line ${i + 1} has a needle`)]
  const isMatch = (line) => line.includes(':')
  for (const given of [{ limit: 120 }, { limit: 300, maxTokens: 700 }, { limit: 120, maxTokens: 700 }]) {
    const { lines, pages } = await pagesOf('search', { pattern: 'needle', ...given })
    assert.deepEqual(lines.filter(isMatch), expected.slice(1), JSON.stringify(given))
    assert.ok(pages > 2)
  }
  const paths = await pagesOf('find', { pattern: '**', limit: 2 })
  assert.deepEqual(paths.lines.filter((line) => !line.includes('shown')), await pathsOf('find', { pattern: '**' }))
})

const pathsOf = async (name, given) => (await ask(name, given)).split('\n\n')[0].split('\n')

test('answers fit the number of tokens', async () => {
  const calls = {
    search: { pattern: 'needle' },
    find: { pattern: '*' },
    tree: {},
    outline: { path: 'src/app.ts' },
    definition: { path: 'src/app.ts', name: 'Server' },
    skeleton: { path: 'src/app.ts' },
    read: { path: 'notes.txt' },
    ast_search: { pattern: 'console.log($$$A)' },
  }
  for (const [name, given] of Object.entries(calls)) {
    const text = await ask(name, { ...given, maxTokens: 100 })
    assert.ok(countTokens(text) <= 100, name)
    await refuses(name, { ...given, maxTokens: 1 }, /maxTokens/)
  }
})

test('find and tree', async () => {
  for (const [path, time] of [['notes.txt', 3], ['src/app.ts', 9], ['src/ünï.ts', 6]]) utimesSync(join(root, path), time, time)
  assert.deepEqual(await pathsOf('find', { pattern: '*.ts' }), ['src/app.ts', 'src/ünï.ts'])
  const newest = await pathsOf('find', { pattern: '{src/,}*.{ts,txt}', sortByMtime: true })
  assert.deepEqual(newest, ['src/app.ts', 'src/ünï.ts', 'notes.txt'])
  assert.deepEqual(await pathsOf('find', { pattern: '*.ts', path: 'src', limit: 1 }), ['src/app.ts'])
  assert.equal((await pathsOf('find_fuzzy', { query: 'srcapp' }))[0], 'src/app.ts')
  assert.deepEqual(await pathsOf('tree', { maxDepth: 1 }), ['bin.js', 'notes.txt', 'src/'])
  assert.deepEqual(await pathsOf('tree', { path: 'src' }), ['src/app.ts', 'src/ünï.ts'])
  await refuses('find', { pattern: '@(a|b)' }, /`\{a,b\}`/)
  await refuses('find', { pattern: '*', path: 'notes.txt' }, /notes\.txt/)
  await refuses('find_fuzzy', {}, /query/)
  await refuses('tree', { path: 'none' }, /none/)
  await refuses('tree', { maxDepth: 0 }, /maxDepth/)
})

test('outline, definition and skeleton', async () => {
  const path = 'src/app.ts'
  const outline = await ask('outline', { path })
  assert.equal(outline, '2:export function greet(name)\n6:export class Server\n7:  start(port)\n\nshown 3 of 3 definitions\n')
  const definition = await ask('definition', { path, name: 'start' })
  assert.equal(definition, "  start(port) {\n    console.log('start', port)\n    return listen(port)\n  }")
  const skeleton = await ask('skeleton', { path, names: ['Server.start'] })
  assert.match(skeleton, /Says hello/)
  assert.match(skeleton, /return listen/)
  assert.doesNotMatch(skeleton, /'hello '/)
  assert.match(await ask('outline', { path: 'bin.js' }), /^incomplete: 1 binary file \(bin\.js\)\n/)
  await refuses('definition', { path: 'bin.js', name: 'a' }, /skipped: binary/)
  await refuses('skeleton', { path: 'bin.js' }, /skipped: binary/)
  for (const name of ['outline', 'skeleton']) {
    await refuses(name, { path: 'none.ts' }, /none\.ts/)
    await refuses(name, { path: 'notes.txt' }, /language/)
    await refuses(name, { path: 'src' }, /directory/)
  }
  await refuses('definition', { path, name: 'greeet' }, /candidates: greet/)
  await refuses('skeleton', { path, names: ['none'] }, /none/)
})

test('read and count_tokens', async () => {
  assert.equal(await ask('read', { path: 'src/app.ts' }), APP)
  assert.equal(await ask('read', { path: 'src/ünï.ts', firstLine: 2 }), 'console.log(2)\n')
  const cut = await ask('read', { path: 'notes.txt', firstLine: 100, maxTokens: 200 })
  assert.match(cut, /^line 100 has a needle\nline 101 .*\n\[cut at maxTokens\]\n$/s)
  assert.equal(await ask('count_tokens', { path: 'src/app.ts' }), `${countTokens(APP)}\n`)
  assert.equal(await ask('count_tokens', { path: 'src/app.ts', encoding: 'gpt-4' }), `${countTokens(APP, 'gpt-4')}\n`)
  await refuses('read', { path: 'none.txt' }, /ENOENT/)
  await refuses('read', { path: 'notes.txt', firstLine: 0 }, /firstLine/)
  await refuses('count_tokens', { path: 'src/app.ts', encoding: 'gpt-none' }, /gpt-none/)
})

test('paths that lead outside are refused', async () => {
  symlinkSync(outside, join(root, 'link'), 'junction')
  const given = {
    search: { pattern: 'needle' },
    find: { pattern: '*' },
    find_fuzzy: { query: 'secret' },
    tree: {},
    ast_search: { pattern: 'a' },
    ast_rewrite: { rewrites: { a: 'b' }, lang: 'js' },
    outline: {},
    definition: { name: 'a' },
    skeleton: {},
    read: {},
    count_tokens: {},
    edit: { edits: [{ name: 'a', action: 'remove' }] },
  }
  const { tools } = await client.listTools()
  assert.deepEqual(Object.keys(given).sort(), tools.map(({ name }) => name).sort())
  const ofDirectory = ['search', 'find', 'find_fuzzy', 'tree', 'ast_search', 'ast_rewrite']
  for (const [name, options] of Object.entries(given)) {
    const paths = ofDirectory.includes(name) ? ['..', outside, 'link'] : ['../secret.js', join(outside, 'secret.js'), 'link/secret.js']
    for (const path of paths) await refuses(name, { ...options, path }, /outside the workspace/)
  }
})

test('ast_search and ast_rewrite', async () => {
  const found = await ask('ast_search', { pattern: 'console.log($$$A)', lang: 'ts', glob: ['src/*'] })
  assert.match(found, /^src\/app\.ts\n8:console\.log\('start', port\)\n\nsrc\/ünï\.ts\n1:.*\n2:.*\n\nshown 3 of 3 matches\n$/)
  await refuses('ast_search', { pattern: 'f(', lang: 'ts' }, /parse/)
  await refuses('ast_search', { pattern: 'f', lang: 'typo' }, /typo/)

  const options = { rewrites: { 'console.log($A)': 'logger.debug($A)' }, path: 'src' }
  const before = read('src/ünï.ts')
  const preview = await ask('ast_rewrite', options)
  assert.match(preview, /^--- a\/src\/ünï\.ts\n\+\+\+ b\/src\/ünï\.ts\n@@ -1,2 \+1,2 @@\n-console\.log\(1\)\n-console\.log\(2\)\n\+logger/)
  assert.equal(read('src/ünï.ts'), before)
  const token = /\npreview: (\S+)\n$/.exec(preview)[1]
  writeFileSync(join(root, 'src/ünï.ts'), `${before}console.log(4)\n`)
  await refuses('ast_rewrite', { ...options, preview: token }, /preview|changed/)
  writeFileSync(join(root, 'src/ünï.ts'), before)
  assert.match(await ask('ast_rewrite', { ...options, preview: token }), /\napplied\n$/)
  assert.equal(read('src/ünï.ts'), 'logger.debug(1)\nlogger.debug(2)\n')
  await refuses('ast_rewrite', { rewrites: { 'logger.debug($A)': 'f(' }, path: 'src' }, /syntax/)
  await refuses('ast_rewrite', { rewrites: 'x' }, /rewrites/)
})

test('edit', async () => {
  const path = 'src/app.ts'
  const edits = [
    { name: 'greet', action: 'replace', part: 'body', text: "return 'hi ' + name" },
    { name: 'Server', action: 'insert', place: 'lastMember', text: 'stop() {}' },
  ]
  const preview = await ask('edit', { path, edits })
  assert.match(preview, /^--- a\/src\/app\.ts\n.*-  return 'hello ' \+ name\n\+  return 'hi ' \+ name\n.*\+  stop\(\) \{\}\n/s)
  assert.equal(read(path), APP)
  const token = /\npreview: (\S+)\n$/.exec(preview)[1]
  await refuses('edit', { path, edits, preview: `${token.slice(0, -1)}${token.endsWith('0') ? 1 : 0}` }, /preview/)
  assert.match(await ask('edit', { path, edits, preview: token }), /\napplied\n$/)
  assert.match(read(path), /'hi ' \+ name/)
  await refuses('edit', { path, edits: [{ name: 'grret', action: 'remove' }] }, /candidates: greet/)
  await refuses('edit', { path, edits: [{ name: 'greet', action: 'replace', part: 'body', text: 'return (' }] }, /syntax/)
  await refuses('edit', { path, edits: [{ name: 'greet', action: 'erase' }] }, /action/)
  await refuses('edit', { path: 'none.ts', edits }, /none\.ts/)
})

test('an unknown tool is an error', async () => {
  const outcome = await answer('none').then(({ isError }) => isError, () => true)
  assert.equal(outcome, true)
})
