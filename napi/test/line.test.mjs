// js/internal/line.js must give the results of the core. The core's test vectors cover both; for random lines, native
// code is the oracle: it always processes an array of texts, while js/internal/line.js may process a single text.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'

import { extractSegments, padToWidth, sliceWithWidth, truncateToWidth, visibleWidth } from '../index.mjs'
import { random } from '../testing/random.mjs'

const NUMBERS = [...Array.from({ length: 110 }, (_, number) => `${number}`), '', '007', '128', '255', '256', '99999999999']
const COLORS = [
  '38;5;120', '48;5;7', '58;5;1', '38;2;1;2;3', '48;2;;0;255', '58;2;9;8;7',
  '38', '38;5', '38;5;', '38;2;1;2', '38;3;1', '38;;5', '48;05;1', '38;5;1;1',
]
// Parts that js/internal/line.js handles, and parts that it leaves to the core.
const READ = [
  'word', 'a', ' ', 'plain text', '~', '\x1b[m', '\x1b[0m', '\x1b[1;31m', '\x1b[39m', '\x1b[22;24m',
  '\x1b]8;;http://a.example\x07', '\x1b]8;id=1:a=b;http://c;d\x1b\\', '\x1b]8;;\x07', '\x1b]8;;\x1b\\', '\x1b]8;id=2;\x07',
]
const LEFT = [
  '\x1b[4:3m', '\x1b[4:0m', '\x1b[38:2::1:2:3m', '\x1b[>4;1m', '\x1b[1 m', '\x1b[2J', '\x1b[31', '\x1b[1;', '\x1b[', '\x1b',
  '\x1b]8;x\x07', '\x1b]8;;unfinished', '\x1b]8;', '\x1b]8', '\x1b]', '\x1b]0;title\x07', '\x1b]8;;漢\x07', '\x1b]8;;a\x18',
  '\x1b7', '\x1b(B', '\x1bPdcs\x1b\\', '\x9b31m', '\x9d8;;u\x9c', '\x9c', '\x18', '\x07', '\x7f', '\0', '\t', '\n', '\r\n',
  '\u0301', 'é', '漢', '😀', '👩‍👩‍👧‍👦', '\u20e3', '\ufe0f', '\u200b', '\ud83d', '\ude00',
]

/** Returns a text of a few parts, of which about one in `others` needs the core. */
function text(next, others) {
  let text = ''
  for (let left = next(12); left > 0; left--) {
    const pick = (list) => list[next(list.length)]
    if (next(others) === 0) text += pick(LEFT)
    else if (next(4) > 0) text += pick(READ)
    else text += `\x1b[${Array.from({ length: 1 + next(3) }, () => pick(next(4) > 0 ? NUMBERS : COLORS)).join(';')}m`
  }
  return text
}

function isSame(call, given, ...rest) {
  const note = () => JSON.stringify([call.name, given, ...rest])
  try {
    assert.deepEqual(call(given, ...rest), call([given], ...rest)[0])
  } catch (error) {
    error.message = `${note()}: ${error.message}`
    throw error
  }
}

const pick = (next, list) => list[next(list.length)]

function layout(next) {
  if (next(3) > 0) return pick(next, [undefined, 8, 4, 0])
  return {
    tabWidth: next(9),
    ambiguousWide: next(2) > 0,
    clusterWidth: pick(next, ['capped', 'first', 'sum']),
    emojiVariation: next(2) > 0,
    loneRegionalWide: next(2) > 0,
  }
}

test('the vectors of the core', () => {
  const file = new URL('../../core/text/tests/data/line_cuts.json', import.meta.url)
  const vectors = JSON.parse(readFileSync(file, 'utf8'))
  assert.ok(vectors.length > 250)
  for (const { line, slices, truncations } of vectors) {
    for (const [start, length, text, width] of slices) {
      assert.deepEqual(sliceWithWidth(line, start, length), { text, width }, JSON.stringify([line, start, length]))
    }
    for (const [width, text] of truncations) {
      assert.equal(truncateToWidth(line, width), text, JSON.stringify([line, width]))
    }
  }
})

for (const others of [1_000_000, 12, 3]) {
  test(`lines of which one part in ${others} needs the core`, () => {
    const next = random(others)
    for (let i = 0; i < 20_000; i++) {
      const given = text(next, others)
      const [a, b, c] = [next(16), next(16) / (1 + next(2)), next(100)]
      const options = layout(next)
      isSame(truncateToWidth, given, b, pick(next, [undefined, 0, 1, 2, '', '>', '漢']), next(4) === 0, options)
      if (typeof options === 'object') {
        const cutAt = pick(next, ['end', 'start', 'middle'])
        isSame(truncateToWidth, given, b, { ...options, cutAt, wordBoundary: next(2) > 0 })
      }
      isSame(sliceWithWidth, given, a, b, next(2) > 0, options)
      isSame(sliceWithWidth, given, a, c, next(2) > 0, options)
      isSame(extractSegments, given, a, a + next(4), b, next(2) > 0, options)
      isSame(extractSegments, given, b, a, c, next(2) > 0, options)
      isSame(padToWidth, given, c, pick(next, ['left', 'right', 'center']), options)
      isSame(visibleWidth, given, options)
    }
  })
}

test('widths at the bound of the fast path', () => {
  const line = `\x1b[1m${'x'.repeat(78)}\x1b[32my\x1b]8;;u\x07zw\x1b]8;;\x07v`
  for (const cells of [-1, 0, 0.5, 1, 2, 3, 77, 78, 79, 80, 80.5, 81, 82, 83, 1000, Infinity]) {
    for (const ellipsis of [0, 1, 2]) isSame(truncateToWidth, line, cells, ellipsis)
    for (const start of [0, 1, 40, 79, 80, 81, 82, 83, Infinity]) {
      isSame(sliceWithWidth, line, start, cells)
      isSame(extractSegments, line, start, cells, 3)
      isSame(extractSegments, line, 3, start, cells)
    }
  }
})

test('hyperlinks of every length', () => {
  for (let length = 1000; length < 1050; length++) {
    for (const end of ['\x07', '\x1b\\']) {
      const line = `ab\x1b]8;;${'u'.repeat(length)}${end}link\x1b]8;;${end} and more`
      isSame(truncateToWidth, line, 5)
      isSame(sliceWithWidth, line, 3, 2)
    }
  }
  const long = `\x1b]8;;${'u'.repeat(5000)}\x07link`
  isSame(sliceWithWidth, long, 1, 2)
})
