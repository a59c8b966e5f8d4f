import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'

import {
  Workspace, exports, exportsStream, imports, importsStream, skeleton, skeletonStream,
} from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const PYTHON = 'import os\n\n\ndef f(a):\n    x = a + 1\n    return x\n'
const SCRIPT = "import { a, b as c } from 'm'\n\nexport function g(d) {\n  const e = d + 1\n  return e\n}\n"

const root = tree({
  'a.py': PYTHON,
  'lib/größe.js': SCRIPT,
  'data.json': '{"k": 1}\n',
  'notes.txt': 'no language\n',
  'binary.py': 'import os\0',
})

const all = async (stream) => {
  const items = []
  for await (const batch of stream) items.push(...batch)
  return items
}

/** Each stream, and the call for one text that answers the same. */
const STREAMS = [
  [skeletonStream, skeleton, 'skeletonStream', ['a.py', 'data.json', 'lib/größe.js']],
  [importsStream, imports, 'importsStream', ['a.py', 'lib/größe.js']],
  [exportsStream, exports, 'exportsStream', ['a.py', 'lib/größe.js']],
]

for (const [stream, ofText, name, paths] of STREAMS) {
  test(`${name} has the answers for the texts of the files, in path order`, async () => {
    const call = stream({ path: root })
    const files = await all(call)
    assert.deepEqual(files.map(({ path }) => path), paths)
    const sources = { 'a.py': [PYTHON, 'python'], 'lib/größe.js': [SCRIPT, 'js'], 'data.json': ['{"k": 1}\n', 'json'] }
    for (const { path, ...answer } of files) {
      const [source, lang] = sources[path]
      const { report, ...expected } = await ofText({ source, lang })
      assert.deepEqual([answer, report.complete], [expected, true], path)
    }
    const report = await call.report
    assert.deepEqual([report.complete, report.skipped[0].reason, report.filesSearched], [true, 'binary', paths.length])

    const roots = [join(root, 'lib'), join(root, 'a.py')]
    const several = await all(stream({ paths: roots, bytes: true, batchSize: 1 }))
    assert.deepEqual(several.map(({ root, path, pathBytes }) => [root, path, Buffer.from(pathBytes).toString()]), [
      [0, 'größe.js', 'größe.js'], [1, roots[1], roots[1]],
    ])
    assert.equal((await all(stream({ path: root, lang: 'python' }))).length, 1)
    assert.equal((await all(stream({ path: root, limit: 1, offset: 1 })))[0].path, paths[1])
  })

  test(`${name} ends with an abort, a timeout and its errors`, async () => {
    const before = stream({ path: join(root, 'none'), signal: AbortSignal.abort('why') })
    await assert.rejects(before.next(), { name: 'AbortError', cause: 'why' })
    const files = tree(Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}.js`, SCRIPT.repeat(50)])))
    const controller = new AbortController()
    const call = stream({ path: files, batchSize: 1, signal: controller.signal })
    const loop = async () => {
      for await (const _ of call) controller.abort('enough')
    }
    await assert.rejects(loop(), { name: 'AbortError', cause: 'enough' })
    await assert.rejects(stream({ path: files, timeoutMs: 0 }).next(), { code: 'ERR_RANSACK_TIMEOUT' })
    await assert.rejects(stream({ path: join(root, 'none') }).next(), { code: 'ERR_RANSACK_NOT_FOUND' })
    await assert.rejects(stream({ path: root, lang: 'klingon' }).next(), /unknown language/)
    await assert.rejects(stream({ path: root, keyDepth: 1 }).next(), /unknown option `keyDepth`/)
    const left = stream({ path: files, batchSize: 1 })
    await left.next()
    await left.return()
    assert.equal((await left.report).stoppedBy, 'callback')
  })
}

test('long lists of imports and exports arrive whole', async () => {
  const modules = Array.from({ length: 6000 }, (_, i) => `import { a${i} } from 'm${i}'\nexport { a${i} as b${i} }\n`)
  const files = tree({ 'a.js': modules.join(''), 'b.js': SCRIPT, 'c.js': modules.join('') })
  const read = await all(importsStream({ path: files, batchSize: 2 }))
  assert.deepEqual(read.map(({ path, items }) => [path, items.length]), [['a.js', 6000], ['b.js', 1], ['c.js', 6000]])
  assert.equal(read[2].items.at(-1).module, 'm5999')
  const names = await all(exportsStream({ path: files }))
  assert.deepEqual(names.map(({ items }) => items.at(-1).name), ['b5999', 'g', 'b5999'])
})

test('skeletons keep names in every file that has them', async () => {
  const texts = async (names) => (await all(skeletonStream({ path: root, glob: '*.{py,js}', names }))).map(({ text }) => text)
  assert.deepEqual(await texts(['f', 'g']), [PYTHON, SCRIPT])
  assert.deepEqual((await texts(new Set(['f'])))[0], PYTHON)
  await assert.rejects(texts(['f', 'none']), { code: 'ERR_RANSACK_UNKNOWN_NAME' })
  await assert.rejects(texts(['']), /the name of a definition is empty/)
  const [{ text }] = await all(skeletonStream({ path: join(root, 'a.py'), level: 'signatures' }))
  assert.equal(text, 'import os\n\n\ndef f(a):\n    ...\n')
  await assert.rejects(async () => skeletonStream({ path: root, level: 'all' }).next(), /`level`/)
})

test('a workspace reads open buffers', async () => {
  const workspace = new Workspace(root)
  workspace.setBuffer('a.py', 'import sys\n\n\ndef h():\n    x = 1\n    return x\n')
  const [made] = await all(workspace.skeletonStream({ glob: '*.py' }))
  assert.equal(made.text, 'import sys\n\n\ndef h():\n    ...\n')
  const [read] = await all(workspace.importsStream({ glob: '*.py' }))
  assert.equal(read.items[0].module, 'sys')
  const [names] = await all(workspace.exportsStream({ glob: '*.py' }))
  assert.deepEqual(names.items.map(({ name }) => name), ['h'])
  workspace.close()
  await assert.rejects(workspace.importsStream({}).next(), { code: 'ERR_RANSACK_CLOSED' })
})
