import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

import { PackFormat, PackLevel, Workspace, countTokens, pack, packStream } from '../index.mjs'

function tree(t, files) {
  const dir = mkdtempSync(join(tmpdir(), 'ransack-pack-'))
  t.after(() => rmSync(dir, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  return dir
}

const body = (name) => `/** Adds. */\nexport function ${name}(a, b) {\n  const sum = a + b\n  // keeps it\n  return sum * 2\n}\n\n`
const large = Array.from({ length: 40 }, (_, i) => body(`f${i}`)).join('')

test('packs all files without a maximum', async (t) => {
  const dir = tree(t, { 'a.js': 'f()\n', 'ü/b.txt': 'text', 'build/x': 'no', 'c.bin': '\0' })
  const { text } = await pack({ path: dir })
  assert.match(text, /^# Files\n\n```\n\.\/ \(\d+ tokens\)\n {2}a\.js \(\d+ tokens\)\n {2}ü\/ \(1 token\)\n {4}b\.txt \(1 token\)\n```\n\n## a\.js\n/)
  const packed = await pack({ path: dir, tree: false })
  assert.equal(packed.text, '## a.js\n\n```javascript\nf()\n```\n\n## ü/b.txt\n\n```\ntext\n```\n')
  assert.equal(packed.tokens, countTokens(packed.text))
  assert.deepEqual(
    packed.files.map(({ path, treatment, reason, language }) => ({ path, treatment, reason, language })),
    [
      { path: 'a.js', treatment: 'whole', reason: 'complete', language: 'javascript' },
      { path: 'ü/b.txt', treatment: 'whole', reason: 'complete', language: undefined },
    ],
  )
  assert.deepEqual(packed.directories.map(({ path, files }) => [path, files]), [['', 2], ['ü', 1]])
  assert.equal(packed.report.complete, true)
  assert.equal(packed.report.skipped[0].reason, 'binary')
  assert.deepEqual(packed.decisions, [])
})

test('stays within the maximum and keeps relevant definitions', async (t) => {
  const dir = tree(t, { 'a.js': large, 'b.js': body('other'), 'c.md': '# Title\n\nText.\n' })
  for (const maxTokens of [100, 400, 1000]) {
    for (const format of Object.values(PackFormat)) {
      const packed = await pack({ path: dir, maxTokens, format, encoding: 'cl100k_base', relevant: 'f31' })
      assert.ok(packed.tokens <= maxTokens, `${packed.tokens} of ${maxTokens}`)
      assert.equal(packed.tokens, countTokens(packed.text, 'cl100k_base'))
      if (format === 'json') assert.equal(JSON.parse(packed.text).files.length > 0, true)
    }
  }
  const packed = await pack({ path: dir, maxTokens: 1000, relevant: /^f31$/ })
  assert.match(packed.text, /function f31\(a, b\) {\n {2}const sum = a \+ b\n/)
  assert.equal(packed.files[0].treatment, PackLevel.Skeleton)
  assert.equal(packed.files[0].reason, 'budget')
})

test('takes levels, weights, sections and lists', async (t) => {
  const dir = tree(t, { 'a.js': large, 'b.js': body('other') })
  const packed = await pack({
    path: dir,
    tree: false,
    levels: { 'a.js': 'outline', 'b.*': 'omitted' },
    weights: new Map([['b.js', 3]]),
    sections: [{ title: 'Diff', text: '-a\n' }],
  })
  assert.match(packed.text, /^## a\.js \(outline\)\n\n```\nfunction f0\n/)
  assert.match(packed.text, /# Diff\n\n```\n-a\n```\n$/)
  assert.deepEqual(packed.files.map((file) => file.treatment), ['outline', 'omitted'])
  assert.equal((await pack({ path: dir, listOnly: true })).text, 'a.js\nb.js\n')
})

test('cuts the text into parts', async (t) => {
  const dir = tree(t, { 'a.js': large, 'b.js': body('other') })
  const { parts, text } = await pack({ path: dir, tree: false, maxPartTokens: 400, format: 'plain' })
  assert.ok(parts.length > 2)
  for (const part of parts) {
    assert.ok(part.tokens <= 400)
    assert.equal(part.tokens, countTokens(part.text))
  }
  assert.equal(parts.map((part) => part.text).join('\n'), text)
  assert.match(parts[1].text, /^==== a\.js \(part 2 of \d+\)\n/)
})

test('streams the text in parts', async (t) => {
  const dir = tree(t, { 'a.js': large, 'b/c.js': body('other'), 'd.env': `${'AKIA'}Q3EGRIWVBNTUJX2A`, 'e.bin': '\0' })
  const workspace = new Workspace(dir)
  t.after(() => workspace.close())
  for (const options of [{}, { tree: false }, { maxTokens: 900, format: 'json' }, { paths: [dir, join(dir, 'a.js')] }]) {
    for (const [collect, stream] of [[pack, packStream], [(o) => workspace.pack(o), (o) => workspace.packStream(o)]]) {
      const packed = await collect({ path: options.paths ? undefined : dir, ...options })
      const parts = []
      const open = stream({ path: options.paths ? undefined : dir, ...options, batchSize: 1 })
      for await (const batch of open) {
        assert.equal(batch.length, 1)
        parts.push(...batch)
      }
      assert.equal(parts.map(({ text }) => text).join(''), packed.text)
      assert.deepEqual(parts.flatMap(({ file }) => file ?? []), packed.files)
      assert.equal(parts.at(-1).filesDone, packed.files.length)
      assert.equal((await open.report).skipped[0].reason, 'binary')
    }
  }
  const fails = async (options) => {
    for await (const batch of packStream({ path: dir, ...options })) assert.ok(batch)
  }
  await assert.rejects(fails({ explain: true }), { code: 'ERR_RANSACK_INVALID_OPTION' })
  await assert.rejects(fails({ encoding: 'o201k_base' }), { code: 'ERR_RANSACK_INVALID_OPTION' })
  await assert.rejects(fails({ signal: AbortSignal.abort() }), { name: 'AbortError' })
  const controller = new AbortController()
  const started = packStream({ path: dir, signal: controller.signal, batchSize: 1 })
  await assert.rejects(async () => {
    for await (const batch of started) {
      assert.ok(batch)
      controller.abort()
    }
  }, { name: 'AbortError' })
})

test('follows rules and explains them', async (t) => {
  const dir = tree(t, { '.contextfiles': '!b.js\n', 'a.js': 'a', 'b.js': 'b', 'c.log': 'c' })
  const names = async (rules) => (await pack({ path: dir, rules })).files.map((file) => file.path)
  assert.deepEqual(await names({ root: dir }), ['a.js'])
  assert.deepEqual(await names(['*.js']), ['a.js', 'b.js'])
  assert.deepEqual(await names(false), ['.contextfiles', 'a.js', 'b.js', 'c.log'])
  assert.deepEqual(await names({ mode: 'jinni', rules: ['b.js'] }), ['a.js', 'b.js'])
  const { decisions } = await pack({ path: dir, rules: { root: dir }, explain: true })
  const decision = decisions.find(({ path }) => path === 'b.js')
  assert.deepEqual(decision, {
    path: 'b.js', isDirectory: false, isIncluded: false, source: 'file', line: 1, rule: '!b.js', file: decision.file,
  })
  assert.match(decision.file, /\.contextfiles$/)
})

test('leaves out secrets and detects encodings', async (t) => {
  const key = `${'AKIA'}Q3EGRIWVBNTUJX2A`
  const dir = tree(t, { 'a.env': `\nK=${key}\n`, 'b.txt': Buffer.from('Gr\xFC\xDFe aus M\xFCnchen\n', 'latin1') })
  const { files, text } = await pack({ path: dir, format: 'plain', tree: false })
  assert.equal(text, '==== b.txt\nGrüße aus München\n')
  assert.deepEqual(files[0].secrets, [{ line: 2, kind: 'AWS access key' }])
  assert.deepEqual([files[0].treatment, files[0].reason], ['omitted', 'secret'])
  assert.deepEqual([files[1].encoding, files[1].isEncodingDetected], ['windows-1252', true])
  assert.match((await pack({ path: dir, allowSecrets: true })).text, /AKIA/)
})

test('packs a workspace with its buffers', async (t) => {
  const dir = tree(t, { 'a.js': 'old()\n', 'b.js': large })
  const workspace = new Workspace(dir)
  t.after(() => workspace.close())
  await workspace.setBuffer('a.js', 'unsaved()\n')
  const { text, files } = await workspace.pack({ maxTokens: 500 })
  assert.match(text, /unsaved\(\)/)
  assert.equal(files.length, 2)
  const roots = await pack({ paths: [join(dir, 'b.js'), dir], maxTokens: 300 })
  assert.deepEqual(roots.files.map((file) => file.root), [0, 1])
})

test('rejects invalid options', async (t) => {
  const dir = tree(t, { a: 'a' })
  const invalid = { code: 'ERR_RANSACK_INVALID_OPTION' }
  for (const options of [
    { maxTokens: 1, maxBytes: 1 },
    { maxTokens: -1 },
    { encoding: 'o200k' },
    { format: 'html' },
    { levels: { a: 'all' } },
    { levels: { '!a': 'path' } },
    { weights: { a: -1 } },
    { relevant: ['a', '-'] },
    { rules: true },
    { rules: { mode: 'x' } },
    { sections: [{ title: 'a' }] },
    { maxTokens: 3, sections: [{ title: 'a', text: 'one two three' }] },
    { maxContentSize: 0 },
    { fileEncoding: 'utf-9' },
    { maxTokns: 1 },
  ]) {
    await assert.rejects(async () => pack({ path: dir, ...options }), invalid, JSON.stringify(options))
  }
  await assert.rejects(pack({ path: join(dir, 'none') }), { code: 'ERR_RANSACK_NOT_FOUND' })
  await assert.rejects(pack({ path: dir, signal: AbortSignal.abort() }), { name: 'AbortError' })
})
