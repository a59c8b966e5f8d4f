import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import test from 'node:test'
import { Worker } from 'node:worker_threads'

import ransack, {
  Ellipsis,
  RansackOptionError,
  UNICODE_VERSION,
  extractSegments,
  graphemes,
  padToWidth,
  sanitizeText,
  sliceWithWidth,
  stripAnsi,
  truncateToWidth,
  visibleWidth,
  wrapTextWithAnsi,
} from '../index.mjs'
import { random } from '../testing/random.mjs'
import { ADDON } from '../testing/run.mjs'
import { runs } from '../testing/tier.mjs'

const TABLE = JSON.parse(readFileSync(new URL('../../core/text/tests/data/text.json', import.meta.url), 'utf8'))

test('results are those of Rust', () => {
  for (const { call, arguments: args, options, result } of TABLE) {
    assert.deepEqual(ransack[call](...args, options), result, JSON.stringify([call, args, options]))
  }
})

test('an array of texts gives an array of results', () => {
  const alike = new Map()
  for (const row of TABLE) {
    const { call, arguments: [, ...numbers], options } = row
    const key = JSON.stringify([call, numbers, options])
    alike.set(key, [...(alike.get(key) ?? []), row])
  }
  for (const rows of alike.values()) {
    const [{ call, arguments: [, ...numbers], options }] = rows
    const texts = rows.map((row) => row.arguments[0])
    assert.deepEqual(ransack[call](texts, ...numbers, options), rows.map((row) => row.result), call)
  }
  assert.deepEqual(visibleWidth([]), [])
})

test('more and longer texts than one native call takes', () => {
  const many = Array.from({ length: 5000 }, (_, i) => `${i}: 漢字 and words`)
  assert.deepEqual(visibleWidth(many), many.map((text) => visibleWidth(text)))
  assert.deepEqual(wrapTextWithAnsi(many, 6), many.map((text) => wrapTextWithAnsi(text, 6)))
  assert.deepEqual(sliceWithWidth(many, 2, 5), many.map((text) => sliceWithWidth(text, 2, 5)))
  const long = ['a'.repeat(700_000), '', 'b'.repeat(3_000_000), 'c']
  assert.deepEqual(visibleWidth(long), [700_000, 0, 3_000_000, 1])
  assert.deepEqual(truncateToWidth(long, 3), ['aa…', '', 'bb…', 'c'])
})

test('arguments by position', () => {
  assert.equal(visibleWidth('a\tb'), 9)
  assert.equal(visibleWidth('a\tb', 4), 5)
  assert.equal(visibleWidth('a\tb', 0), 2)
  assert.equal(visibleWidth('a\tb', 255), 256)
  assert.equal(truncateToWidth('hello world', 8), 'hello w…')
  assert.equal(truncateToWidth('hello world', 8, 0), 'hello w…')
  assert.equal(truncateToWidth('hello world', 8, 1), 'hello...')
  assert.equal(truncateToWidth('hello world', 8, 2), 'hello wo')
  assert.equal(truncateToWidth('hello world', 8, '>'), 'hello w>')
  assert.equal(truncateToWidth('hello world', 8, ''), 'hello wo')
  assert.equal(truncateToWidth('hello world', 8, '漢😀'), 'hell漢😀')
  assert.equal(truncateToWidth('hello', 8, undefined, true), 'hello   ')
  assert.equal(truncateToWidth('a\tb', 5, null, null, 4), 'a\tb')
  assert.equal(truncateToWidth('a\tb', 5, 2, false, 8), 'a')
  assert.deepEqual(sliceWithWidth('日本語', 1, 3), { text: '本', width: 2 })
  assert.deepEqual(sliceWithWidth('日本語', 1, 3, true), { text: ' 本', width: 3 })
  assert.deepEqual(sliceWithWidth('a\tb', 3, 2, false, 4), { text: ' b', width: 2 })
  assert.deepEqual(wrapTextWithAnsi('a\tb c', 5, 4), ['a\tb', 'c'])
  assert.deepEqual(extractSegments('漢字漢字', 1, 3, 4, true, 4), { before: ' ', beforeWidth: 1, after: ' 漢 ', afterWidth: 4 })
  assert.equal(padToWidth('a\tb', 7, 'right', 4), '  a   b')
  assert.deepEqual(graphemes('a\tb', 4).map((g) => g.width), [1, 3, 1])
})

test('options in place of the first optional argument or a later one', () => {
  const text = 'hello brave new world'
  assert.equal(truncateToWidth(text, 9, { ellipsis: 1, cutAt: 'start' }), '... world')
  assert.equal(truncateToWidth(text, 9, 1, { cutAt: 'start' }), '... world')
  assert.equal(truncateToWidth(text, 30, 1, true, { cutAt: 'start' }), text.padEnd(30))
  assert.equal(truncateToWidth(text, 9, 1, { ellipsis: '' }), 'hello bra')
  assert.deepEqual(sliceWithWidth('日本', 1, 2, true, { tabWidth: 4 }), { text: '  ', width: 2 })
  assert.deepEqual(sliceWithWidth('日本', 1, 2, { strict: true }), { text: '  ', width: 2 })
  assert.deepEqual(extractSegments('日本', 0, 1, 2, true, {}).after, '  ')
  assert.equal(padToWidth('§', 4, 'right', { ambiguousWide: true }), '  §')
  const none = { tabWidth: null, ambiguousWide: undefined, clusterWidth: null, ellipsis: null, cutAt: undefined, pad: null }
  assert.equal(truncateToWidth(text, 9, none), truncateToWidth(text, 9))
})

test('the ellipsis by name, and the version of Unicode', () => {
  assert.deepEqual([Ellipsis.Unicode, Ellipsis.Ascii, Ellipsis.Omit], [0, 1, 2])
  assert.match(UNICODE_VERSION, /^17\.\d+\.\d+$/)
})

test('offsets count UTF-16 code units', () => {
  const text = 'é漢👩‍👩‍👧‍👦\x1b[1m🇩🇪e\u0301'
  const found = graphemes(text)
  assert.deepEqual(found.map((g) => [g.offset, g.text, g.width, g.isEscape]), [
    [0, 'é', 1, false],
    [1, '漢', 2, false],
    [2, '👩‍👩‍👧‍👦', 2, false],
    [13, '\x1b[1m', 0, true],
    [17, '🇩🇪', 2, false],
    [21, 'e\u0301', 1, false],
  ])
  for (const g of found) assert.equal(text.slice(g.offset, g.offset + g.text.length), g.text)
})

test('lone surrogates', () => {
  const text = 'a\ud83db\udc00'
  assert.equal(visibleWidth(text), 4)
  assert.equal(truncateToWidth(text, 4), text)
  // Parts of the text are unchanged; new text is well formed.
  assert.equal(truncateToWidth(text, 3), 'a\ud83d…')
  assert.equal(truncateToWidth(text, 3, { cutAt: 'start' }), '…b\ufffd')
  assert.deepEqual(sliceWithWidth(text, 1, 2), { text: '\ud83db', width: 2 })
  assert.deepEqual(wrapTextWithAnsi(text, 2), ['a\ud83d', 'b\udc00'])
  assert.equal(sanitizeText(text), 'ab')
  assert.equal(sanitizeText(`${text}\r`), 'ab\n')
  assert.equal(stripAnsi(text), text)
  assert.equal(sanitizeText('\ud83d\ufffdx'), '\ufffdx')
  assert.equal(stripAnsi(`${text}\x1b[m`), text)
  assert.equal(stripAnsi(`\x1b[m${text}`), text)
  assert.deepEqual(stripAnsi([`\x1b[m${text}`]), [text])
  assert.equal(stripAnsi('\ud83d\x1b[m\ude00'), '😀')
  assert.deepEqual(graphemes(text).map((g) => g.text), ['a', '\ud83d', 'b', '\udc00'])
  // Surrogates in neighbouring texts do not combine.
  assert.deepEqual(visibleWidth(['\ud83d', '\ude00', '\ud83d\ude00']), [1, 1, 2])
  assert.equal(truncateToWidth('hello world', 6, '\ud83d'), 'hello\ud83d')
})

test('unusual numbers of cells', () => {
  for (const width of [-1, -Infinity, -0.5, 0, -0, 0.9]) {
    assert.equal(truncateToWidth('hello', width), '', `${width}`)
    assert.deepEqual(sliceWithWidth('hello', 1, width), { text: '', width: 0 })
    assert.equal(padToWidth('hello', width), 'hello')
  }
  for (const width of [Infinity, Number.MAX_VALUE, 2 ** 53, 2 ** 32, 2 ** 31]) {
    assert.equal(truncateToWidth('hello', width), 'hello', `${width}`)
    assert.deepEqual(sliceWithWidth('hello', 1, width), { text: 'ello', width: 4 })
    assert.deepEqual(sliceWithWidth('hello', width, 5), { text: '', width: 0 })
    assert.deepEqual(wrapTextWithAnsi('hello world', width), ['hello world'])
    assert.equal(padToWidth('hello', width).length, 65_535)
  }
  assert.equal(truncateToWidth('hello', 3.9), 'he…')
  assert.deepEqual(sliceWithWidth('hello', -3, 2), { text: 'he', width: 2 })
})

const NO_TEXT = [undefined, null, 5, Symbol('s'), {}, new Uint8Array(3), new String('s'), () => 's']
const NO_NUMBER = [undefined, null, '5', NaN, 5n, {}, [], true]
const NO_BOOLEAN = [1, 'true', Symbol('s'), () => true]
const NO_TAB = [-1, 256, 0.5, NaN, Infinity, '4', true, 4n]

/** Invalid values of every argument of every function. */
const REFUSED = [
  ...Object.entries({
    visibleWidth: [], truncateToWidth: [5], sliceWithWidth: [0, 5], wrapTextWithAnsi: [5],
    extractSegments: [0, 1, 2], padToWidth: [5], graphemes: [], stripAnsi: [], sanitizeText: [],
  }).flatMap(([call, numbers]) => {
    const name = /slice|extract/.test(call) ? 'line' : 'text'
    const texts = [[[1], 0], [['a', , 'b'], 1], [['a', ['b']], 1], [new Set(['a', 'b', 5]), 2]]
    const text = [
      ...NO_TEXT.map((bad) => [call, name, bad, ...numbers]),
      ...texts.map(([bad, wrong]) => [call, `${name}[${wrong}]`, bad, ...numbers]),
    ]
    const names = { sliceWithWidth: ['startCol', 'length'], extractSegments: ['beforeEnd', 'afterStart', 'afterLen'], truncateToWidth: ['maxWidth'] }
    const widths = numbers.flatMap((_, i) =>
      NO_NUMBER.map((bad) => [call, names[call]?.[i] ?? 'width', 'a', ...numbers.with(i, bad)]))
    if (/strip|sanitize/.test(call)) return text
    const options = [
      ...NO_TAB.map((bad) => ['tabWidth', bad]),
      ...['ambiguousWide', 'emojiVariation', 'textVariation', 'loneRegionalWide'].flatMap((name) =>
        NO_BOOLEAN.map((bad) => [name, bad])),
      ...['widest', 5, 'toString', true].map((bad) => ['clusterWidth', bad]),
    ]
    return [...text, ...widths, ...options.map(([name, bad]) => [call, name, 'a', ...numbers, { [name]: bad }])]
  }),
  ...NO_TAB.flatMap((bad) => [
    ['visibleWidth', 'tabWidth', 'a', bad],
    ['truncateToWidth', 'tabWidth', 'a', 5, 0, false, bad],
    ['sliceWithWidth', 'tabWidth', 'a', 0, 5, false, bad],
    ['wrapTextWithAnsi', 'tabWidth', 'a', 5, bad],
    ['extractSegments', 'tabWidth', 'a', 0, 1, 2, false, bad],
    ['padToWidth', 'tabWidth', 'a', 5, 'left', bad],
    ['graphemes', 'tabWidth', 'a', bad],
  ]),
  ...NO_BOOLEAN.flatMap((bad) => [
    ['truncateToWidth', 'pad', 'a', 5, 0, bad],
    ['truncateToWidth', 'wordBoundary', 'a', 5, { wordBoundary: bad }],
    ['sliceWithWidth', 'strict', 'a', 0, 5, bad],
    ['extractSegments', 'strictAfter', 'a', 0, 1, 2, bad],
    ['wrapTextWithAnsi', 'keepSpaces', 'a', 5, { keepSpaces: bad }],
    ['wrapTextWithAnsi', 'keepUrls', 'a', 5, { keepUrls: bad }],
    ['wrapTextWithAnsi', 'hard', 'a', 5, { hard: bad }],
    ['wrapTextWithAnsi', 'wordWrap', 'a', 5, { wordWrap: bad }],
    ['wrapTextWithAnsi', 'breakAfterHyphens', 'a', 5, { breakAfterHyphens: bad }],
    ['wrapTextWithAnsi', 'breakAfterSlashes', 'a', 5, { breakAfterSlashes: bad }],
    ['visibleWidth', 'fixedTabs', 'a', { fixedTabs: bad }],
  ]),
  ...[3, -1, 0.5, NaN, true, Symbol('s')].map((bad) => ['truncateToWidth', 'ellipsis', 'a', 5, bad]),
  ...['left', 5, '', true].map((bad) => ['truncateToWidth', 'cutAt', 'a', 5, { cutAt: bad }]),
  ...['middle', 5, '', true].map((bad) => ['padToWidth', 'align', 'a', 5, bad]),
]

test('errors name the invalid argument', () => {
  for (const [call, name, ...args] of REFUSED) {
    const refused = (error) =>
      error instanceof RansackOptionError &&
      error.code === 'ERR_RANSACK_INVALID_OPTION' &&
      error.message.startsWith(`\`${name}\` `)
    assert.throws(() => ransack[call](...args), refused, `${call} ${name} ${String(args.map(String))}`)
  }
  assert.throws(() => visibleWidth('a', 300), { message: '`tabWidth` must be a whole number from 0 to 255, not the number 300' })
  assert.throws(() => visibleWidth(['a', 'b', 5]), { message: '`text[2]` must be a string, not the number 5' })
  assert.throws(() => truncateToWidth('a'), { message: '`maxWidth` must be a number of cells, not undefined' })
})

test('an exception of an option is passed on, and the next call works', () => {
  const trap = { get tabWidth() { throw new RangeError('trap') } }
  assert.throws(() => visibleWidth('a', trap), RangeError)
  // Nested call.
  const nested = { get tabWidth() { return visibleWidth('abcd') } }
  assert.equal(visibleWidth('a\tb', nested), 5)
  const list = ['a', 'b']
  Object.defineProperty(list, 1, { get: () => String(visibleWidth('x'.repeat(2000))) })
  assert.deepEqual(truncateToWidth(list, 3), ['a', '20…'])
})

test('a result that equals the text is the text', () => {
  // JavaScript strings have no identity, but a copy would lose lone surrogates.
  const text = '\ud800 words \x1b[1mand\x1b[22m 漢字'
  const all = [
    truncateToWidth(text, 80),
    sliceWithWidth(text, 0, 80).text,
    wrapTextWithAnsi(text, 80)[0],
    extractSegments(text, 80, 90, 5).before,
    padToWidth(text, 3),
    stripAnsi('\ud800 words'),
  ]
  assert.deepEqual(all, [text, text, text, text, text, '\ud800 words'])
  assert.equal(sanitizeText('\t漢\n'), '\t漢\n')
})

const PARTS = [
  'word', 'a', ' ', '  ', '漢字', 'é', 'e\u0301', '👩‍👩‍👧‍👦', '🇩🇪', '🇫', '\u200b', 'ｶﾞ', '한', '\x1b[31m', '\x1b[1;4:3m',
  '\x1b[39m', '\x1b[m', '\x1b]8;;http://a.b\x07', '\x1b]8;;\x07', '\x1b(B', '\ud83d', '(', '）', '\x07', 'ク', '§',
]

function texts(count) {
  const next = random(20)
  return Array.from({ length: count }, () => Array.from({ length: next(25) }, () => PARTS[next(PARTS.length)]).join(''))
}

test('properties of every text', () => {
  const whole = (text) => text.toWellFormed()
  for (const text of texts(2000)) {
    const note = JSON.stringify(text)
    const width = visibleWidth(text)
    assert.equal(graphemes(text).map((g) => g.text).join(''), text, note)
    assert.equal(graphemes(text).reduce((sum, g) => sum + g.width, 0), width, note)
    for (const cells of [1, 2, 3, 7, 20]) {
      const cut = truncateToWidth(text, cells)
      assert.ok(visibleWidth(cut) <= cells, note)
      if (width <= cells) assert.equal(cut, text)
      assert.equal(visibleWidth(truncateToWidth(text, cells, { pad: true })), cells, note)
      assert.equal(visibleWidth(padToWidth(text, cells, 'center')), Math.max(cells, width), note)
      const slice = sliceWithWidth(text, 2, cells, true)
      assert.ok(slice.width <= cells, note)
      assert.equal(visibleWidth(slice.text), slice.width, note)
      const { before, beforeWidth, after, afterWidth } = extractSegments(text, cells, cells + 2, 5, true)
      assert.equal(visibleWidth(before), beforeWidth, note)
      assert.equal(visibleWidth(after), afterWidth, note)
      const lines = wrapTextWithAnsi(text, cells, { keepSpaces: true })
      assert.equal(whole(stripAnsi(lines.join(''))), whole(stripAnsi(text)), note)
      const widest = Math.max(cells, ...graphemes(text).map((g) => g.width))
      for (const line of lines) assert.ok(visibleWidth(line) <= widest, note)
    }
    const clean = sanitizeText(text)
    assert.equal(sanitizeText(clean), clean)
    assert.ok(clean.isWellFormed())
  }
})

const INSIDE = [
  '\x1b', '\x1b[', '\x9b', '\x1b]8;;', '\x9d', '\x1bP', '\x90', '\x1b_', '\x9f', '\x98', '\x9e', '\x1b(', '\x1b7', '\x1bX',
  '\x07', '\x9c', '\x1b\\', '\x18', '\x1a', '\x85', '\x7f', '1;31m', '4:3', 'm', '?25', ' ', '!', 'é', '漢', '😀', '\ud83d',
  '\ude00', '\r', '\n', '\r\n', '\t', '\0', '[', ']', '~', '@', 'plain',
]

// Short texts may be processed in JavaScript; an array of texts never is.
test('a short text has the result of native code', () => {
  const next = random(5)
  for (let i = 0; i < 20_000; i++) {
    const parts = i % 2 ? INSIDE : [...INSIDE.slice(0, 6), 'plain', ' ', 'text']
    const text = Array.from({ length: next(8) }, () => parts[next(parts.length)]).join('')
    const note = JSON.stringify(text)
    assert.equal(stripAnsi(text), stripAnsi([text])[0], note)
    assert.equal(sanitizeText(text), sanitizeText([text])[0], note)
    assert.equal(visibleWidth(text), visibleWidth([text])[0], note)
    const align = ['left', 'right', 'center'][i % 3]
    assert.equal(padToWidth(text, 12.5, align), padToWidth([text], 12.5, align)[0], note)
  }
  for (const width of [-1, 0, 3, 4.9, 70_000, Infinity]) {
    for (const align of ['left', 'right', 'center']) {
      assert.equal(padToWidth('abc', width, align), padToWidth(['abc'], width, align)[0], `${width} ${align}`)
    }
  }
})

const HOSTILE = [
  'a', ' ', '\t', '漢', 'é', '\x1b', '\x1b[31m', '\x1b]8;;', '👩‍', '\u0301', '🇩', '\ud800', 'a\n', '\x9b1;',
  '\x1b[1m漢 ', '\x1b[31m \x1b[39m', '\x1b[38;5;1', '\x1b]8;;u\x07', 'http://', '漢。', '\u200b', '\u1100', 'क\u094d', '\r',
]

// An unoptimised addon takes seconds per million.
const LENGTH = runs('addon') ? 10_000_000 : 200_000

for (const part of HOSTILE) {
  test(`${LENGTH} code units of ${JSON.stringify(part)}`, () => {
    const text = part.repeat(LENGTH / part.length)
    assert.ok(visibleWidth(text) <= 8 * text.length)
    assert.ok(visibleWidth(truncateToWidth(text, 20)) <= 20)
    assert.ok(sliceWithWidth(text, 5, 20, true).width <= 20)
    assert.ok(extractSegments(text, 5, 20, 10, true).afterWidth <= 10)
    assert.ok(wrapTextWithAnsi(text, 80).length > 0)
    assert.ok(wrapTextWithAnsi(text, 80, { keepSpaces: true, keepUrls: true, hard: false, breakAfterHyphens: true }).length > 0)
    const half = visibleWidth(text) / 2
    for (const cutAt of ['end', 'start', 'middle']) {
      assert.ok(visibleWidth(truncateToWidth(text, half, { cutAt, wordBoundary: true })) <= half)
    }
    assert.ok(padToWidth(text, 1000, 'center').length >= text.length)
    assert.ok(graphemes(text.slice(0, 1_000_000)).length > 0)
    assert.equal(sanitizeText(stripAnsi(text)).includes('\x1b'), false)
  })
}

test('workers have shared buffers of their own', async () => {
  const source = `
    import { parentPort, workerData } from 'node:worker_threads'
    import { sliceWithWidth, wrapTextWithAnsi } from ${JSON.stringify(ADDON)}
    const results = []
    for (let i = 0; i < 2000; i++) {
      const text = \`\${workerData}: \${'漢字 and '.repeat(i % 7)}\`
      results.push(sliceWithWidth(text, 1, 9), wrapTextWithAnsi(text, 1 + workerData))
    }
    parentPort.postMessage(results)`
  const expected = (id) =>
    Array.from({ length: 2000 }, (_, i) => `${id}: ${'漢字 and '.repeat(i % 7)}`)
      .flatMap((text) => [sliceWithWidth(text, 1, 9), wrapTextWithAnsi(text, 1 + id)])
  const runs = [1, 2, 3, 4].map(async (id) => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), { workerData: id })
    const exit = once(worker, 'exit')
    const [results] = await once(worker, 'message')
    await exit
    assert.deepEqual(results, expected(id))
  })
  await Promise.all(runs)
})
