'use strict'

// Sets of code points: sorted arrays of [first, last] without overlaps. The running engine, whose Unicode version
// applies, determines the contents of properties and the case-insensitive equality of letters.

const ALL = [[0, 0x10ffff]]
const DIGIT = [[0x30, 0x39]]
const WORD = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]
/** Word characters with the flags `i` and `u`: characters whose case folding is a word character. */
const WORD_FOLDED = [...WORD, [0x17f, 0x17f], [0x212a, 0x212a]]
const SPACE = [
  [0x9, 0xd], [0x20, 0x20], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029], [0x202f, 0x202f], [0x205f, 0x205f],
  [0x3000, 0x3000], [0xfeff, 0xfeff],
]
const LINE_END = [[0xa, 0xa], [0xd, 0xd], [0x2028, 0x2029]]
const SURROGATES = [[0xd800, 0xdfff]]
/** Code points that depend on the flag `u`: surrogates, and the code points that surrogate pairs encode. */
const BEYOND = [[0xd800, 0xdfff], [0x10000, 0x10ffff]]
const HIGH = [[0xd800, 0xdbff]]
const LOW = [[0xdc00, 0xdfff]]

function union(...sets) {
  const result = []
  for (const [first, last] of sets.flat().sort(([a], [b]) => a - b)) {
    const before = result.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else result.push([first, last])
  }
  return result
}

function complement(set) {
  const result = []
  let next = 0
  for (const [first, last] of set) {
    if (first > next) result.push([next, first - 1])
    next = last + 1
  }
  if (next <= 0x10ffff) result.push([next, 0x10ffff])
  return result
}

function intersection(a, b) {
  const result = []
  for (let i = 0, j = 0; i < a.length && j < b.length; a[i][1] < b[j][1] ? i++ : j++) {
    const first = Math.max(a[i][0], b[j][0])
    const last = Math.min(a[i][1], b[j][1])
    if (first <= last) result.push([first, last])
  }
  return result
}

const difference = (set, without) => intersection(set, complement(without))
const isWithin = (set, whole) => difference(set, whole).length === 0

// Data from the running engine

/** Code points whose properties differ within a plane of 65,536: planes 0 to 3, and the start of plane 14. */
const MIXED = [[0, 0xd7ff], [0xe000, 0x3ffff], [0xe0000, 0xe0fff]]
/**
 * All other code points: surrogates, and code points that are unassigned or private except for two noncharacters
 * at the end of each plane.
 */
const UNIFORM = [
  [0xd800, 0xdfff],
  ...Array.from({ length: 13 }, (_, i) => (i + 4) << 16).flatMap((plane) => [
    [plane === 0xe0000 ? 0xe1000 : plane, plane + 0xfffd],
    [plane + 0xfffe, plane + 0xffff],
  ]),
]

/** Returns the text of all code points in `MIXED`. */
function mixedText() {
  if (mixedText.known === undefined) {
    const chunks = MIXED.flatMap(([first, last]) =>
      Array.from({ length: Math.ceil((last + 1 - first) / 1024) }, (_, i) =>
        String.fromCodePoint(...Array.from({ length: 1024 }, (_, k) => first + 1024 * i + k)),
      ),
    )
    mixedText.known = chunks.join('')
  }
  return mixedText.known
}

/** Latest answers of `matchedBy`, oldest first. */
const answers = new Map()
const MAX_ANSWERS = 64

/**
 * Returns the set matched by a class or escape with flags that include `u` or `v`. It must match single characters
 * only.
 */
function matchedBy(source, flags) {
  const key = `${flags} ${source}`
  const known = answers.get(key)
  if (known !== undefined) return known
  const run = new RegExp(`${source}+`, `g${flags}`)
  const mixed = Array.from(mixedText().matchAll(run), ({ 0: text }) => {
    const isPair = (text.charCodeAt(text.length - 1) & 0xfc00) === 0xdc00
    return [text.codePointAt(0), text.codePointAt(text.length - (isPair ? 2 : 1))]
  })
  const uniform = UNIFORM.filter(([first]) => String.fromCodePoint(first).search(run) === 0)
  const set = union(mixed, uniform)
  if (answers.size === MAX_ANSWERS) answers.delete(answers.keys().next().value)
  answers.set(key, set)
  return set
}

/** Returns the letters that equal another letter case-insensitively, in ascending order. */
function cased(isUnicode) {
  if (cased.known === undefined) {
    const set = matchedBy('[\\p{Changes_When_Casemapped}\\p{Changes_When_Casefolded}]', 'u')
    const letters = set.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)))
    const images = letters.flatMap((letter) => [letter, ...letter.toLowerCase(), ...letter.toUpperCase()])
    const sorted = [...new Set(images.map((letter) => letter.codePointAt(0)))].sort((a, b) => a - b)
    cased.known = sorted.map((code) => String.fromCodePoint(code))
  }
  return cased.known.filter((letter) => isUnicode || letter.length === 1)
}

/** Returns the set extended with all characters that equal one of the set's characters case-insensitively. */
function withCases(set, isUnicode) {
  const equal = []
  const add = (from, to, by) => {
    for (const [first, last] of intersection(set, [[from, to]])) equal.push([first + by, last + by])
  }
  add(0x41, 0x5a, 32)
  add(0x61, 0x7a, -32)
  if (isUnicode) {
    for (const [letter, sign] of [['K', 0x212a], ['k', 0x212a], ['S', 0x17f], ['s', 0x17f]]) {
      const code = letter.charCodeAt(0)
      add(code, code, sign - code)
    }
  }
  const others = intersection(set, [[0x80, isUnicode ? 0x10ffff : 0xffff]])
  if (others.length > 0) {
    const escape = (code) => (isUnicode ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`)
    const ranges = others.map(([first, last]) => `${escape(first)}-${escape(last)}`).join('')
    const isEqual = new RegExp(`[${ranges}]`, isUnicode ? 'iu' : 'i')
    for (const letter of cased(isUnicode)) {
      if (isEqual.test(letter)) equal.push([letter.codePointAt(0), letter.codePointAt(0)])
    }
  }
  return union(set, equal)
}

module.exports = {
  ALL, BEYOND, DIGIT, HIGH, LINE_END, LOW, SPACE, SURROGATES, WORD, WORD_FOLDED,
  complement, difference, intersection, isWithin, matchedBy, union, withCases,
}
