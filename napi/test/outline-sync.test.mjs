import assert from 'node:assert/strict'
import test from 'node:test'

import { RansackOptionError, outline, outlineSync } from '../index.mjs'

test('a synchronous outline is the same as an asynchronous one', async () => {
  for (const source of ['/** Größe. */\nclass Größe { a = 1; f() {} }\n', 'f( {\n', '']) {
    const found = await outline({ source, lang: 'js' })
    assert.deepEqual(outlineSync({ source, lang: 'js' }), found)
    assert.deepEqual(outlineSync({ source: Buffer.from(source), lang: 'js' }), found)
  }
})

test('a synchronous outline of many batches is the same as an asynchronous one', async () => {
  const source = Array.from({ length: 3000 }, (_, n) => `class É${n} { f() {} }\n`).join('')
  const found = outlineSync({ source, lang: 'js' })
  assert.equal(found.items.length, 3000)
  assert.equal(found.items.at(-1).children[0].qualifiedName, 'É2999.f')
  assert.deepEqual(await outline({ source, lang: 'js' }), found)
  assert.deepEqual(outlineSync({ source: '{"a": {"b": 1}}', lang: 'json', keyDepth: 1 }).items[0].children, [])
})

test('a synchronous outline throws the errors of an asynchronous one', () => {
  assert.throws(() => outlineSync({ source: 'a', lang: 'nosuch' }), RansackOptionError)
  const message = '`outlineSync` reads no files: give `source`, or call `outline` with the path'
  assert.throws(() => outlineSync({ path: 'a.js' }), { name: 'RansackOptionError', message })
  const late = { code: 'ERR_RANSACK_TIMEOUT' }
  assert.throws(() => outlineSync({ source: 'class A { f() {} }\n'.repeat(100_000), lang: 'js', timeoutMs: 1 }), late)
  assert.equal(outlineSync({ source: 'class A {}', lang: 'js', signal: AbortSignal.abort() }).items.length, 1)
})
