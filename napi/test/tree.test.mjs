// Directory trees: nodes, text, numbers, limits, workspaces.

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'

import { RansackOptionError, Workspace, countTokens, tree } from '../index.mjs'

const root = mkdtempSync(join(tmpdir(), 'ransack-tree-'))
after(() => rmSync(root, { recursive: true }))
const FILES = {
  'README.md': '# Title\n\ntext',
  'src/a/mod.rs': 'fn g() {}\n',
  'src/lib.rs': 'pub mod a;\npub fn f() {}\npub struct S;\n',
  'tür/ö.txt': 'ü\n',
}
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}
mkdirSync(join(root, 'empty'))
symlinkSync('src', join(root, 'link'))

test('a tree has nodes and text', async () => {
  const { roots, text, tokens, report } = await tree({ path: root })
  const lines = text.split('\n')
  assert.equal(lines[0], `${root}/`)
  assert.deepEqual(lines.slice(1), [
    '  README.md', '  empty/', '  link (link)', '  src/', '    a/', '      mod.rs', '    lib.rs', '  tür/', '    ö.txt', '',
  ])
  assert.equal(tokens, undefined)
  assert.equal(report.complete, true)
  assert.deepEqual(roots.map(({ name, path, kind, files, dirs }) => [name, path, kind, files, dirs]), [[root, root, 'dir', 5, 4]])
  const [readme, empty, link, src] = roots[0].children
  assert.deepEqual(readme, { name: 'README.md', path: 'README.md', kind: 'file' })
  assert.deepEqual(empty, { name: 'empty', path: 'empty', kind: 'dir', files: 0, dirs: 0, children: [] })
  assert.deepEqual(link, { name: 'link', path: 'link', kind: 'symlink' })
  assert.deepEqual(src.children[0].children[0], { name: 'mod.rs', path: 'src/a/mod.rs', kind: 'file' })
})

test('nodes have the requested numbers', async () => {
  const { roots, text } = await tree({ path: root, sizes: true, lines: true, tokens: true, symbols: true, glob: 'src/', bytes: true })
  const src = roots[0].children[0]
  const tokens = countTokens(FILES['src/a/mod.rs']) + countTokens(FILES['src/lib.rs'])
  assert.deepEqual([src.size, src.lines, src.tokens, src.symbols], [49, 4, tokens, 4])
  assert.deepEqual(Buffer.from(src.children[1].pathBytes).toString(), 'src/lib.rs')
  assert.match(text, /\n {4}lib\.rs \(39 bytes, 3 lines, \d+ tokens, 3 symbols\)\n/)
})

test('depth and tokens collapse directories to counts', async () => {
  const shallow = await tree({ path: root, depth: 1, style: 'lines' })
  assert.match(shallow.text, /\n├── src\/ \(2 files, 1 directory\)\n└── tür\/ \(1 file\)\n$/)
  const src = shallow.roots[0].children[3]
  assert.deepEqual([src.collapsed, src.children, src.files, src.dirs], [true, undefined, 2, 1])
  const workspace = new Workspace(root)
  const whole = await workspace.tree({})
  assert.equal(whole.roots[0].name, '.')
  for (let maxTokens = countTokens(whole.text); maxTokens > 12; maxTokens--) {
    const { text, tokens } = await workspace.tree({ maxTokens })
    assert.equal(tokens, countTokens(text))
    assert.ok(tokens <= maxTokens)
  }
  await assert.rejects(workspace.tree({ maxTokens: 2 }), (error) => {
    assert.ok(error instanceof RansackOptionError)
    return /more than the limit of 2; raise `maxTokens`$/.test(error.message)
  })
  workspace.close()
})

test('a workspace shows its buffers, and one tree for each root', async () => {
  const workspace = new Workspace(root)
  workspace.setBuffer('src/new.rs', 'fn a() {}\nfn b() {}\n')
  const { text } = await workspace.tree({ path: 'src', lines: true })
  assert.equal(text, 'src/ (6 lines)\n  a/ (1 line)\n    mod.rs (1 line)\n  lib.rs (3 lines)\n  new.rs (2 lines)\n')
  workspace.close()
  const { roots } = await tree({ paths: [join(root, 'src/a'), join(root, 'README.md')] })
  assert.deepEqual(roots.map(({ name, kind, root: at }) => [name, kind, at]), [[join(root, 'src/a'), 'dir', 0], [join(root, 'README.md'), 'file', 1]])
})

test('calls that fail', async () => {
  await assert.rejects(tree({ path: join(root, 'none') }), { code: 'ERR_RANSACK_NOT_FOUND' })
  await assert.rejects(tree({ path: root, after: '0:0' }), RansackOptionError)
  await assert.rejects(tree({ path: root, encoding: 'o300k' }), /o300k/)
  await assert.rejects(tree({ path: root, style: 'dots' }), RansackOptionError)
  await assert.rejects(tree({ path: root, signal: AbortSignal.abort('enough') }), { code: 'ABORT_ERR', cause: 'enough' })
  await assert.rejects(tree({ path: root, timeoutMs: 0, lines: true }), { code: 'ERR_RANSACK_TIMEOUT' })
  const { roots, report } = await tree({ path: root, timeoutMs: 0, lines: true, onTimeout: 'partial' })
  assert.deepEqual([roots.length, report.complete, report.stoppedBy], [1, false, 'timeout'])
})
