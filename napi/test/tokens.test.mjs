import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { Worker } from 'node:worker_threads'

import {
  Encoding,
  ModelFamily,
  RansackError,
  RansackOptionError,
  TokenCounter,
  Tokenizer,
  countTokens,
  countTokensAsync,
  countTokensEach,
  countTokensEachAsync,
  countUpTo,
  countUpToAsync,
  decode,
  decodeToBytes,
  encode,
  encodeAsync,
  encodingForModel,
  estimateTokens,
  preloadEncoding,
  setThreads,
  splitByTokens,
  splitByTokensAsync,
  threads,
  tokenOffsets,
  tokenOffsetsAsync,
  truncateToTokens,
  truncateToTokensAsync,
} from '../index.mjs'
import { ADDON } from '../testing/run.mjs'
import { tree } from '../testing/tree.mjs'

/** Results of tiktoken-rs, which core/tokens/tests/tokens/table.rs writes. */
const TABLE = JSON.parse(readFileSync(new URL('../../core/tokens/tests/data/tokens.json', import.meta.url), 'utf8'))
const TEXTS = [...new Set(TABLE.map(({ text }) => text))]
const MIXED = 'naïve 漢字 👨‍👩‍👧 and 😀😀 e\u0301, мир: plain words too. '.repeat(20)

test('tokens are those of tiktoken', () => {
  for (const { encoding, text, ids } of TABLE) {
    const label = JSON.stringify([encoding, text])
    const bytes = Buffer.from(text)
    assert.deepEqual([...encode(text, encoding)], ids, label)
    assert.deepEqual([...encode(bytes, { encoding })], ids, label)
    assert.equal(countTokens(text, encoding), ids.length, label)
    assert.equal(countTokens(bytes, encoding), ids.length, label)
    assert.equal(countUpTo(text, ids.length, encoding), ids.length, label)
    if (ids.length > 0) assert.equal(countUpTo(text, ids.length - 1, encoding), undefined, label)
    assert.equal(decode(ids, encoding), text, label)
    assert.deepEqual(Buffer.from(decodeToBytes(Uint32Array.from(ids), encoding)), bytes, label)
  }
})

test('an encoding by each of its names', () => {
  const text = 'naïve 漢字 12345'
  const names = {
    o200k_base: ['O200kBase', Encoding.O200kBase, 'O200K_BASE', 'gpt-4o', 'openai/gpt-4o', undefined, null],
    o200k_harmony: ['O200kHarmony', Encoding.O200kHarmony],
    cl100k_base: ['Cl100kBase', Encoding.Cl100kBase, 'openai/gpt-4', 'ft:gpt-3.5-turbo:an/org::id'],
    p50k_base: ['P50kBase', Encoding.P50kBase],
    p50k_edit: ['P50kEdit', Encoding.P50kEdit],
    r50k_base: ['R50kBase', Encoding.R50kBase, 'gpt2', 'Gpt2', Encoding.Gpt2],
  }
  for (const [name, others] of Object.entries(names)) {
    for (const other of others) {
      assert.deepEqual(encode(text, other), encode(text, name))
      assert.deepEqual(encode(text, { encoding: other }), encode(text, name))
    }
  }
  assert.notDeepEqual(encode(text, 'gpt2'), encode(text))
  for (const name of ['', 'o200k', 'claude', 'O200kBase ', '\ud800', 'x\0']) {
    assert.throws(() => countTokens('a', name), { name: 'RansackError', code: 'ERR_RANSACK_UNKNOWN_MODEL' }, name)
  }
  assert.throws(() => countTokens('a', 'nope'), { pattern: 'nope', message: /nope/ })
})

test('estimates for models without a vocabulary', () => {
  const text = 'let naïve = 漢字[0x1F]; // 🙂\n'.repeat(30)
  for (const family of Object.values(ModelFamily)) {
    const estimate = estimateTokens(text, family)
    assert.ok(Number.isInteger(estimate) && estimate > countTokens(text) / 2, family)
    assert.equal(estimateTokens(Buffer.from(text), family.toUpperCase().replace('-', '_')), estimate)
    assert.equal(estimateTokens('', family), 0)
    // A lone surrogate counts as U+FFFD.
    assert.equal(estimateTokens('a\ud800b'.repeat(9), family), estimateTokens('a\ufffdb'.repeat(9), family))
  }
  assert.throws(() => estimateTokens('a', 'claud-3'), {
    code: 'ERR_RANSACK_UNKNOWN_MODEL',
    pattern: 'claud-3',
    message: /unknown model family.*claude-3/,
  })
  for (const family of [undefined, null, 3]) {
    assert.throws(() => estimateTokens('a', family), { code: 'ERR_RANSACK_INVALID_OPTION', message: /`family`/ })
  }
  assert.throws(() => estimateTokens(5, 'claude-3'), { code: 'ERR_RANSACK_INVALID_OPTION', message: /`input`/ })
})

test('the encoding of a model', () => {
  assert.equal(encodingForModel('gpt-4o'), 'o200k_base')
  assert.equal(encodingForModel('openai/gpt-4o:free'), Encoding.O200kBase)
  for (const encoding of Object.values(Encoding)) assert.equal(countTokens('hello', encoding), 1)
  assert.equal(encodingForModel('gpt-4-0613'), 'cl100k_base')
  assert.equal(encodingForModel('gpt-oss-20b'), 'o200k_harmony')
  assert.equal(countTokens('hello', encodingForModel('gpt-3.5-turbo')), 1)
  assert.throws(() => encodingForModel('nope'), (error) => {
    assert.ok(error instanceof RansackError)
    assert.equal(error.code, 'ERR_RANSACK_UNKNOWN_MODEL')
    assert.equal(error.pattern, 'nope')
    return true
  })
  assert.throws(() => encodingForModel(5), { code: 'ERR_RANSACK_INVALID_OPTION', message: /`model`/ })
})

test('several texts', () => {
  const counts = TEXTS.map((text) => countTokens(text))
  const total = counts.reduce((a, b) => a + b)
  const mixed = TEXTS.map((text, i) => (i % 2 ? text : Buffer.from(text)))
  assert.deepEqual(countTokensEach(mixed), counts)
  assert.equal(countTokens(mixed), total)
  assert.deepEqual(countTokensEach([]), [])
  assert.equal(countTokens([]), 0)
  assert.deepEqual(countTokensEach(['a b']), [2])
  assert.deepEqual(countTokensEach(TEXTS, 'gpt2'), TEXTS.map((text) => countTokens(text, 'gpt2')))
  const many = Array.from({ length: 5000 }, (_, i) => `${i} 漢字 and words`)
  assert.deepEqual(countTokensEach(many), many.map((text) => countTokens(text)))
})

test('special tokens are text unless they are allowed', () => {
  const text = 'a<|endoftext|>b<|endofprompt|>'
  const plain = countTokens(text)
  assert.ok(plain > 10)
  assert.equal(countTokens(text, { allowedSpecial: 'all' }), 4)
  assert.deepEqual([...encode(text, { allowedSpecial: 'all' })].slice(1, 2), [199_999])
  assert.equal(countTokens(text, { allowedSpecial: [] }), plain)
  assert.equal(countTokens(text, { allowedSpecial: null }), plain)
  const one = { allowedSpecial: ['<|endoftext|>'] }
  assert.equal(countTokens(text, one), 2 + countTokens('b<|endofprompt|>'))
  assert.deepEqual(countTokensEach([text, text], one), [countTokens(text, one), countTokens(text, one)])
  assert.equal(countUpTo(text, 4, { allowedSpecial: 'all' }), 4)
  assert.equal(new TokenCounter({ allowedSpecial: 'all' }).push(text), 4)
  assert.equal(decode([199_999]), '<|endoftext|>')
  assert.equal(countTokens('<|im_start|>', 'cl100k_base'), countTokens('<|im_start|>', { encoding: 'cl100k_base', allowedSpecial: 'all' }))
  assert.throws(() => countTokens('', { allowedSpecial: ['<|nope|>'] }), {
    name: 'RansackOptionError',
    pattern: '<|nope|>',
  })
})

test('a lone surrogate counts as U+FFFD', () => {
  for (const text of ['\ud83d', 'a\ud83db', '\ude00\ud83d', 'x\ud83d\ud83d\ude00', 'ä\udfff 漢'.repeat(9)]) {
    const clean = text.toWellFormed?.() ?? Buffer.from(text).toString()
    assert.deepEqual(encode(text), encode(clean))
    assert.equal(countTokens(text), countTokens(clean))
    assert.deepEqual(tokenOffsets(text), tokenOffsets(clean))
    assert.equal(countTokens([text, text]), 2 * countTokens(clean))
    // The remaining text is unchanged.
    assert.equal(truncateToTokens(text, 1000).text, text)
    assert.equal(splitByTokens(text, 3).map((chunk) => chunk.text).join(''), text)
  }
})

test('ill-formed bytes count as U+FFFD, as in TextDecoder', () => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const bytes = Uint8Array.of(0xff, 97, 0xf0, 0x9f, 0x98, 32, 0xc3, 0xed, 0xa0, 0x80, 98, 0xe6, 0xbc)
  for (let start = 0; start < bytes.length; start++) {
    const part = bytes.subarray(start)
    const text = decoder.decode(part)
    assert.deepEqual(encode(part), encode(text))
    assert.equal(countTokens(part), countTokens(text))
    const offsets = tokenOffsets(part)
    assert.equal(offsets.starts[0], 0)
    assert.equal(offsets.at(-1).end, part.length)
  }
  assert.equal(countTokens(Uint8Array.of(0xef, 0xbb, 0xbf, 97)), countTokens('\ufeffa'))
})

test('offsets count code units in strings, bytes in bytes', () => {
  for (const text of [...TEXTS, MIXED, `${MIXED}\ud800`]) {
    const bytes = Buffer.from(text)
    const ids = [...encode(text)]
    const inText = tokenOffsets(text)
    const inBytes = tokenOffsets(bytes)
    assert.deepEqual([...inText.ids], ids)
    assert.deepEqual([...inBytes.ids], ids)
    assert.equal(inBytes.length, ids.length)
    for (const [i, { id, start, end }] of [...inBytes].entries()) {
      assert.deepEqual(inBytes.at(i - ids.length), { id, start, end })
      assert.equal(start, i === 0 ? 0 : inBytes.ends[i - 1])
      // In a string, part of a character counts as the whole character.
      const isInside = (at) => (bytes[at] & 0xc0) === 0x80
      let [from, to] = [start, end]
      while (isInside(from)) from--
      while (isInside(to)) to++
      assert.equal(bytes.subarray(0, from).toString().length, inText.starts[i])
      assert.equal(bytes.subarray(0, to).toString().length, inText.ends[i])
    }
  }
  assert.deepEqual([...tokenOffsets('')], [])
  assert.equal(tokenOffsets('').at(0), undefined)
})

test('a text truncated to a number of tokens', () => {
  const total = countTokens(MIXED)
  for (const from of ['end', 'start', 'middle']) {
    for (const limit of [0, 1, 2, 3, 17, 100, total - 1, total, total + 1, Infinity]) {
      const label = `${from} ${limit}`
      const { text, dropped, tokens, totalTokens } = truncateToTokens(MIXED, limit, { from })
      const { start, end } = dropped
      assert.equal(totalTokens, total, label)
      assert.equal(text, MIXED.slice(0, start) + MIXED.slice(end), label)
      assert.equal(tokens, countTokens(text), label)
      assert.ok(tokens <= limit, label)
      assert.equal(Buffer.from(text).toString(), text, `${label}: a character was cut`)
      if (limit >= total) assert.deepEqual(dropped, { start: MIXED.length, end: MIXED.length }, label)
      else if (from === 'end') assert.equal(end, MIXED.length, label)
      else if (from === 'start') assert.equal(start, 0, label)
    }
  }
  assert.equal(truncateToTokens('one two three', 2).text, 'one two')
  assert.equal(truncateToTokens('one two three', 2, { from: null, encoding: 'gpt2' }).text, 'one two')
  assert.equal(truncateToTokens('one two three', 2, 'gpt2').text, 'one two')
})

test('a marker in place of removed text, and cuts between lines', async () => {
  const text = Array.from({ length: 30 }, (_, i) => `línea ${i} 漢字 🙂\n`).join('')
  const marker = '…[cut]…\n'
  for (const from of ['end', 'start', 'middle']) {
    for (const lineBoundary of [false, true]) {
      for (const limit of [41, 60, 90]) {
        const options = { from, marker, lineBoundary, encoding: 'gpt-4' }
        const result = truncateToTokens(text, limit, options)
        const [before, after] = [text.slice(0, result.dropped.start), text.slice(result.dropped.end)]
        assert.equal(result.text, before + marker + after)
        assert.equal(result.tokens, countTokens(result.text, 'gpt-4'))
        assert.ok(result.tokens <= limit && before + after !== '')
        if (lineBoundary) assert.match(before, /^$|\n$/)
        if (lineBoundary) assert.match(after, /^$|^línea \d+ 漢字 🙂\n/)
        assert.deepEqual(await truncateToTokensAsync(text, limit, options), result)
      }
    }
  }
  assert.equal(truncateToTokens('a b', 2, { marker: 'x' }).text, 'a b')
  const error = { code: 'ERR_RANSACK_INVALID_OPTION', message: /marker of 2 tokens: must not exceed the limit, 1/ }
  assert.throws(() => truncateToTokens('a b c', 1, { marker: 'two words' }), error)
  await assert.rejects(truncateToTokensAsync('a b c', 1, { marker: 'two words' }), error)
  assert.throws(() => truncateToTokens('a', 1, { marker: 5 }), { code: 'ERR_RANSACK_INVALID_OPTION', message: /`marker`/ })
  assert.throws(() => truncateToTokens('a', 1, { lineBoundary: 'x' }), { message: /`lineBoundary`/ })
})

test('a text split into chunks', () => {
  for (const [size, overlap] of [[1, 0], [2, 1], [10, undefined], [10, null], [10, 4], [10, 9], [1000, 10], [Infinity, 0]]) {
    const chunks = splitByTokens(MIXED, size, overlap)
    assert.equal(chunks[0].start, 0)
    assert.equal(chunks.at(-1).end, MIXED.length)
    for (const [i, { text, start, end, tokens }] of chunks.entries()) {
      assert.equal(text, MIXED.slice(start, end))
      assert.equal(Buffer.from(text).toString(), text)
      assert.equal(tokens, countTokens(text))
      if (i > 0) assert.ok(overlap ? start <= chunks[i - 1].end : start === chunks[i - 1].end)
    }
  }
  assert.deepEqual(splitByTokens('', 5), [])
  for (const overlap of [5, 6, Infinity]) {
    assert.throws(() => splitByTokens('a', 5, overlap), { name: 'RansackOptionError', message: /`overlap`/ })
  }
})

test('tokens as text and as bytes', () => {
  assert.equal(decode([]), '')
  const [id] = encode('漢字 👩‍🚀').slice(-1)
  assert.match(decode([id]), /\ufffd/)
  assert.equal(decode(encode('\ufeffa')), '\ufeffa')
  assert.deepEqual(Buffer.concat([...encode(MIXED)].map((one) => decodeToBytes([one]))), Buffer.from(MIXED))
  assert.throws(() => decode([4_000_000]), { name: 'RansackOptionError', message: /4000000/ })
  for (const ids of [undefined, '1', [1.5], [-1], ['1'], [NaN], [2 ** 32], new Uint8Array(1)]) {
    assert.throws(() => decode(ids), { name: 'RansackOptionError', message: /^`ids[`[]/ })
  }
})

/** Reproducible random numbers. */
function random(seed) {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('a text that grows and shrinks', () => {
  const next = random(1)
  const text = `${MIXED}\r\n\r\n   \ud83d \ude00\ude00😀’s 12345678`
  for (let round = 0; round < 20; round++) {
    const counter = new TokenCounter()
    const ends = [0]
    for (let step = 0; step < 80; step++) {
      if (next(4) === 0) {
        assert.equal(counter.pop(), ends.length > 1)
        if (ends.length > 1) ends.pop()
      } else {
        const start = ends.at(-1)
        const end = Math.min(text.length, start + next(9))
        assert.equal(counter.push(text.slice(start, end)), counter.total)
        ends.push(end)
      }
      assert.equal(counter.total, countTokens(text.slice(0, ends.at(-1))))
    }
  }
  const counter = new TokenCounter('gpt2')
  for (const byte of Buffer.from(MIXED)) counter.push(Uint8Array.of(byte))
  assert.equal(counter.total, countTokens(MIXED, 'gpt2'))
  // Lone surrogates in every part.
  const faces = '😀'.repeat(500)
  const halves = new TokenCounter()
  for (let at = 0; at < faces.length; at = at === 0 ? 1 : at + 2) halves.push(faces.slice(at, at === 0 ? 1 : at + 2))
  assert.equal(halves.total, countTokens(faces))
  while (halves.pop());
  assert.equal(halves.total, 0)
  assert.throws(() => halves.push(5), { name: 'RansackOptionError', message: /`part`/ })
  assert.throws(() => new TokenCounter('nope'), { code: 'ERR_RANSACK_UNKNOWN_MODEL' })
})

test('results on other threads are the same', async () => {
  for (const encoding of [undefined, 'gpt2', { encoding: 'Cl100kBase', allowedSpecial: 'all' }]) {
    const text = `${MIXED}<|endoftext|>`
    const list = [text, Buffer.from(text), '']
    assert.equal(await countTokensAsync(text, encoding), countTokens(text, encoding))
    assert.equal(await countTokensAsync(Buffer.from(text), encoding), countTokens(text, encoding))
    assert.equal(await countTokensAsync(list, encoding), countTokens(list, encoding))
    assert.deepEqual(await countTokensEachAsync(list, encoding), countTokensEach(list, encoding))
    for (const few of [[], [text]]) {
      assert.equal(await countTokensAsync(few, encoding), countTokens(few, encoding))
      assert.deepEqual(await countTokensEachAsync(few, encoding), countTokensEach(few, encoding))
    }
    assert.equal(await countUpToAsync(text, 5, encoding), undefined)
    assert.equal(await countUpToAsync(text, 1e6, encoding), countTokens(text, encoding))
    assert.deepEqual(await encodeAsync(text, encoding), encode(text, encoding))
    assert.deepEqual(await tokenOffsetsAsync(text, encoding), tokenOffsets(text, encoding))
    assert.deepEqual(await truncateToTokensAsync(text, 9, encoding), truncateToTokens(text, 9, encoding))
    assert.deepEqual(await splitByTokensAsync(text, 9, 2, encoding), splitByTokens(text, 9, 2, encoding))
  }
  const middle = { from: 'middle' }
  assert.deepEqual(await truncateToTokensAsync(MIXED, 9, middle), truncateToTokens(MIXED, 9, middle))
  assert.equal(await preloadEncoding('P50kEdit'), undefined)
  assert.equal(await preloadEncoding(), undefined)
})

test('bytes that change while another thread counts them', async () => {
  const bytes = Buffer.from(MIXED)
  const promise = countTokensAsync(bytes)
  bytes.fill(32)
  assert.equal(await promise, countTokens(MIXED))
  const shared = new Uint8Array(new SharedArrayBuffer(3))
  shared.set([97, 32, 98])
  assert.equal(countTokens(shared), 2)
  assert.equal(await countTokensAsync([shared]), 2)
})

/** Text too long to be counted before an abort. */
const long = () => 'The quick brown fox; '.repeat(2_000_000)

test('an abort before and during the work', async () => {
  const text = long()
  const calls = [
    (options) => countTokensAsync(text, options),
    (options) => countTokensEachAsync([text, text], options),
    (options) => countUpToAsync(text, Infinity, options),
    (options) => encodeAsync(text, options),
    (options) => tokenOffsetsAsync(text, options),
    (options) => truncateToTokensAsync(text, 10, options),
    (options) => splitByTokensAsync(text, 10, 0, options),
  ]
  for (const call of calls) {
    const isAbort = (error) => {
      assert.equal(error.name, 'AbortError')
      assert.equal(error.code, 'ABORT_ERR')
      assert.equal(error.cause, 'enough')
      return true
    }
    await assert.rejects(call({ signal: AbortSignal.abort('enough') }), isAbort)
    const controller = new AbortController()
    const promise = call({ signal: controller.signal })
    await new Promise(setImmediate)
    controller.abort('enough')
    await assert.rejects(promise, isAbort)
    await assert.rejects(call({ timeoutMs: 0 }), { name: 'RansackError', code: 'ERR_RANSACK_TIMEOUT' })
    await assert.rejects(call({ timeoutMs: 1 }), { name: 'RansackError', code: 'ERR_RANSACK_TIMEOUT' })
  }
})

test('queued work can be aborted, and aborted work frees its thread', async () => {
  const before = threads()
  setThreads(1)
  try {
    const text = long()
    const controllers = Array.from({ length: 8 }, () => new AbortController())
    const calls = controllers.map(({ signal }) => countTokensAsync(text, { signal }))
    for (const controller of controllers.reverse()) controller.abort()
    for (const { reason } of await Promise.allSettled(calls)) assert.equal(reason.name, 'AbortError')
    assert.equal(await countTokensAsync('a b'), 2)
  } finally {
    setThreads(before)
  }
})

test('an abort after the end changes nothing', async () => {
  const controller = new AbortController()
  assert.equal(await countTokensAsync('a b', { signal: controller.signal, timeoutMs: 600_000 }), 2)
  controller.abort()
})

test('workers count at the same time', async () => {
  const source = new URL(`data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads'
    import { TokenCounter, countTokens, countTokensAsync } from ${JSON.stringify(ADDON)}
    const counter = new TokenCounter('p50k_base')
    parentPort.postMessage([countTokens(workerData), await countTokensAsync(workerData), counter.push(workerData)])
  `)}`)
  const expected = [countTokens(MIXED), countTokens(MIXED), countTokens(MIXED, 'p50k_base')]
  const answers = Array.from({ length: 4 }, async () => {
    const worker = new Worker(source, { workerData: MIXED })
    const exit = once(worker, 'exit')
    const [answer] = await once(worker, 'message')
    await exit
    return answer
  })
  for (const answer of await Promise.all(answers)) assert.deepEqual(answer, expected)
})

test('a worker that is terminated while it counts', async () => {
  const source = new URL(`data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    import { countTokensAsync } from ${JSON.stringify(ADDON)}
    const promise = countTokensAsync('The quick brown fox; '.repeat(500_000))
    parentPort.postMessage('counting')
    await promise
  `)}`)
  for (let i = 0; i < 3; i++) {
    const worker = new Worker(source)
    await once(worker, 'message')
    await worker.terminate()
  }
  assert.equal(await countTokensAsync('a b'), 2)
})

/** Creates a vocabulary of every byte and a few words. */
const ranks = [...Array.from({ length: 256 }, (_, byte) => [byte]), ...['he', 'll', 'hell', 'hello'].map((word) => Buffer.from(word))]
const tiktoken = ranks.map((token, rank) => `${Buffer.from(token).toString('base64')} ${rank}\n`).join('')

/** Characters that represent bytes in a tokenizer.json. */
function byteCharacters() {
  const plain = (byte) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173)
  let next = 256
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(plain(byte) ? byte : next++))
}

const json = JSON.stringify({
  version: '1.0',
  added_tokens: [{ id: 260, content: '<|end|>', single_word: false, lstrip: false, rstrip: false, normalized: false, special: true }],
  normalizer: null,
  pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
  post_processor: null,
  decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
  model: {
    type: 'BPE',
    vocab: Object.fromEntries([...byteCharacters(), 'he', 'll', 'hell', 'hello'].map((token, id) => [token, id])),
    merges: ['h e', 'l l', 'he ll', 'hell o'],
  },
})

test('vocabularies from files', async () => {
  const root = tree({ 'a.tiktoken': tiktoken, 'tokenizer.json': json, 'c.bpe': tiktoken, 'bad.tiktoken': 'a b c', 'bad.json': '{' })
  const specialTokens = { '<|end|>': 260 }
  const loaded = [
    Tokenizer.loadSync(join(root, 'a.tiktoken'), { specialTokens }),
    await Tokenizer.load(join(root, 'a.tiktoken'), { specialTokens, pattern: null }),
    await Tokenizer.load(join(root, 'c.bpe'), { specialTokens, format: 'tiktoken' }),
    await Tokenizer.load(join(root, 'tokenizer.json')),
    Tokenizer.loadSync(join(root, 'tokenizer.json'), { format: 'json' }),
  ]
  for (const tokenizer of loaded) {
    assert.ok(tokenizer instanceof Tokenizer)
    assert.deepEqual([...encode('hello hell', tokenizer)], [259, 32, 258])
    assert.equal(countTokens('hello<|end|>', tokenizer), 8)
    assert.equal(countTokens('hello<|end|>', { encoding: tokenizer, allowedSpecial: 'all' }), 2)
    assert.deepEqual(countTokensEach(['hello', 'help'], tokenizer), [1, 3])
    assert.equal(await countTokensAsync('hello', { encoding: tokenizer }), 1)
    assert.equal(decode([259, 260], tokenizer), 'hello<|end|>')
    assert.equal(new TokenCounter(tokenizer).push('hello'), 1)
    assert.equal(truncateToTokens('hello hello', 1, tokenizer).text, 'hello')
  }
  const bad = { name: 'RansackError', code: 'ERR_RANSACK_INVALID_VOCABULARY' }
  for (const name of ['bad.tiktoken', 'bad.json']) {
    assert.throws(() => Tokenizer.loadSync(join(root, name)), bad)
    await assert.rejects(Tokenizer.load(join(root, name)), bad)
  }
  const path = join(root, 'none.json')
  assert.throws(() => Tokenizer.loadSync(path), { code: 'ERR_RANSACK_NOT_FOUND', path })
  await assert.rejects(Tokenizer.load(path), { code: 'ERR_RANSACK_NOT_FOUND', path })
  await assert.rejects(Tokenizer.load(path, { signal: AbortSignal.abort() }), { name: 'AbortError' })
  const pattern = { code: 'ERR_RANSACK_INVALID_PATTERN' }
  assert.throws(() => Tokenizer.loadSync(join(root, 'a.tiktoken'), { pattern: '(' }), pattern)
})

test('arguments of an invalid type throw or reject, and the error names them', async () => {
  const fields = (name) => ({ name: 'RansackOptionError', code: 'ERR_RANSACK_INVALID_OPTION', message: new RegExp(`\`${name}[\`[]`) })
  const wrong = {
    input: [[undefined], [null], [5], [{}], [[5]], [['a', null]], [new Uint16Array(1)], [new ArrayBuffer(1)]],
    encoding: [['a', 5], ['a', true], ['a', { encoding: 5 }], ['a', { encoding: {} }], ['a', Symbol('x')], ['a', { encoding: { encoding: 'gpt2' } }]],
    allowedSpecial: [['a', { allowedSpecial: 'none' }], ['a', { allowedSpecial: 5 }], ['a', { allowedSpecial: [5] }]],
  }
  for (const [name, calls] of Object.entries(wrong)) {
    for (const args of calls) {
      assert.throws(() => countTokens(...args), fields(name))
      await assert.rejects(countTokensAsync(...args), fields(name))
    }
  }
  for (const [name, options] of [['timeoutMs', { timeoutMs: -1 }], ['timeoutMs', { timeoutMs: '5' }], ['signal', { signal: 5 }]]) {
    await assert.rejects(countTokensAsync('a', options), fields(name))
    await assert.rejects(encodeAsync('a', options), fields(name))
    await assert.rejects(Tokenizer.load('a', options), fields(name))
  }
  for (const limit of [undefined, null, -1, 1.5, NaN, '5', 5n]) {
    assert.throws(() => countUpTo('a', limit), fields('limit'))
    assert.throws(() => truncateToTokens('a', limit), fields('limit'))
    assert.throws(() => splitByTokens('a', limit), fields('size'))
    await assert.rejects(truncateToTokensAsync('a', limit), fields('limit'))
  }
  assert.throws(() => splitByTokens('a', 0), fields('size'))
  assert.throws(() => splitByTokens('a', 5, -1), fields('overlap'))
  assert.throws(() => truncateToTokens(new Uint8Array(1), 5), fields('text'))
  assert.throws(() => truncateToTokens('a', 5, { from: 'left' }), fields('from'))
  assert.throws(() => truncateToTokens('a', 5, { from: 'toString' }), fields('from'))
  assert.throws(() => countTokensEach('a'), fields('inputs'))
  assert.throws(() => new Tokenizer(), RansackOptionError)
  for (const [name, path, options] of [
    ['path', 5],
    ['options', 'a', 5],
    ['format', 'a', { format: 'xml' }],
    ['pattern', 'a', { pattern: 5 }],
    ['specialTokens', 'a', { specialTokens: 5 }],
    ['specialTokens', 'a', { specialTokens: { a: -1 } }],
    ['specialTokens', 'a', { specialTokens: { a: 2 ** 32 } }],
    ['specialTokens', 'a', { specialTokens: { a: '5' } }],
    ['specialTokens', 'a', { specialTokens: { a: Infinity } }],
  ]) {
    assert.throws(() => Tokenizer.loadSync(path, options), fields(name))
    await assert.rejects(Tokenizer.load(path, options), fields(name))
  }
  const messages = [
    [() => Tokenizer.loadSync('a', { specialTokens: { a: 1, b: 'x' } }), '`specialTokens["b"]` must be a token id, not the string "x"'],
    [() => Tokenizer.loadSync('a', { specialTokens: [['a', 1], ['b']] }), '`specialTokens[1]` must be a pair of a string and a token id; its length is 1'],
    [() => decode([1, 'x']), '`ids[1]` must be a whole number from 0 to 2^32 - 1, not the string "x"'],
    [() => decodeToBytes([1, 2, -1]), '`ids[2]` must be a whole number from 0 to 2^32 - 1, not the number -1'],
    [() => countTokens('a', 'Cl100kBsae'), 'unknown encoding or model: `Cl100kBsae`; candidates: cl100k_base'],
    [() => countTokens('a', 'nothing like it'), /^unknown encoding or model: `nothing like it`; the encodings are o200k_base, /],
  ]
  for (const [call, message] of messages) assert.throws(call, { message })
})
