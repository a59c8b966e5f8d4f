import assert from 'node:assert/strict'
import test from 'node:test'

import { run } from '../testing/run.mjs'
import { LARGE_TREE_LINES, largeTree, tree } from '../testing/tree.mjs'

const root = largeTree()

test('only a search keeps the process alive', async () => {
  const { code, stdout, stderr } = await run('program.mjs', ['ends', root])
  assert.equal(stderr, '')
  assert.equal(code, 0)
  assert.equal(stdout, `${LARGE_TREE_LINES}\n`)
})

test('an abandoned stream does not keep the process alive', async () => {
  const { code, stdout, stderr } = await run('program.mjs', ['abandons', root])
  assert.equal(stderr, '')
  assert.equal(code, 0)
  assert.equal(stdout, 'true\n')
})

test('the process can exit during a search', async () => {
  for (let i = 0; i < 5; i++) {
    const { code, signal, stderr } = await run('program.mjs', ['exits', root])
    assert.equal(stderr, '')
    assert.equal(signal ?? null, null)
    assert.equal(code, 7)
  }
})

test('the number of threads can be set', async () => {
  const small = tree({ 'a.txt': 'needle\n' })
  const { stdout, stderr } = await run('program.mjs', ['threads', small])
  assert.equal(stderr, '')
  const { before, ...rest } = JSON.parse(stdout)
  assert.ok(before >= 1)
  assert.deepEqual(rest, { one: 1, totalMatches: 1, three: 3 })
})
