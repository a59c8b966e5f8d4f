import assert from 'node:assert/strict'
import test from 'node:test'

import {
  countTokensEach, countTokensEachAsync, encode, encodeAsync, highlight, highlightAsync, tokenOffsets, tokenOffsetsAsync,
} from '../index.mjs'
import turns from '../js/internal/turns.js'
import { run } from '../testing/run.mjs'
import { runs } from '../testing/tier.mjs'

test('long work lets other events run', async () => {
  let others = 0
  let running = true
  const other = () => {
    others++
    if (running) setImmediate(other)
  }
  setImmediate(other)
  let made = 0
  const seen = new Set()
  const items = await turns.inTurns(
    turns.collectInSteps(3_000_000, (i) => {
      made++
      return { i }
    }),
    () => seen.add(others),
  )
  running = false
  assert.equal(items.length, 3_000_000)
  assert.equal(made, 3_000_000)
  assert.ok(seen.size > 3, `${seen.size} turns`)
  assert.deepEqual(items.at(-1), { i: 2_999_999 })
})

test('long work ends when it must', async () => {
  let steps = 0
  const endless = (function* () {
    for (;;) yield steps++
  })()
  const fault = new Error('enough')
  await assert.rejects(
    turns.inTurns(endless, () => {
      if (steps > 10) throw fault
    }),
    (error) => error === fault,
  )
})

// Longer than the chunks in which texts are copied, with surrogates at every cut.
const long = `${'a '.repeat(1000)}${'\u{1f600}'.repeat(150_000)}b\ud800`
const odd = `x${long}`

test('results in turns are those of the synchronous functions', async () => {
  for (const text of [long, odd, new TextEncoder().encode(long)]) {
    assert.deepEqual(await encodeAsync(text), encode(text))
    assert.deepEqual(await tokenOffsetsAsync(text), tokenOffsets(text))
  }
  const many = Array.from({ length: 3000 }, (_, i) => (i % 7 === 0 ? new Uint8Array([65 + (i % 26)]) : `text number ${i}`))
  many.splice(1500, 0, odd, '', long)
  assert.deepEqual(await countTokensEachAsync(many), countTokensEach(many))
  const code = 'let a = 1; // é\n'.repeat(3000)
  assert.deepEqual(await highlightAsync(code, 'rust', { output: 'spans' }), highlight(code, 'rust', { output: 'spans' }))
})

test('an abort and a deadline count while texts are copied and results converted', async () => {
  const many = Array(200_000).fill('text')
  const controller = new AbortController()
  const call = countTokensEachAsync(many, { signal: controller.signal })
  setImmediate(() => controller.abort('enough'))
  await assert.rejects(call, { name: 'AbortError', cause: 'enough', stack: /turns\.test/ })
  await assert.rejects(countTokensEachAsync(many, { timeoutMs: 0 }), { code: 'ERR_RANSACK_TIMEOUT', stack: /turns\.test/ })
  await assert.rejects(countTokensEachAsync(many, { signal: AbortSignal.abort('before') }), { cause: 'before' })
})

test('no call of native code takes or returns more than the event loop can wait for', { timeout: 400_000 }, async () => {
  const { stdout, stderr } = await run('parts.mjs', [runs('addon') ? '60000' : '8000'], { timeout: 400_000 })
  assert.equal(stderr, '')
  const most = JSON.parse(stdout)
  for (const name of ['addTexts', 'beginText', 'extendText', 'nextPart', 'fetch', 'tokenTask', 'highlightTask', 'astMatch', 'structureOfText']) {
    assert.ok(name in most, name)
  }
  for (const [name, { units, items }] of Object.entries(most)) {
    // The last of the strings of a batch may be as long as a line.
    assert.ok(units <= (name === 'fetch' ? 2 ** 19 : 2 ** 18 + 1000), `${name}: ${units} units`)
    assert.ok(items <= (name === 'fetch' ? 1024 * 4 : 512), `${name}: ${items} elements`)
  }
})
