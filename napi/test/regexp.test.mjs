// A `RegExp` as pattern finds what it finds in JavaScript: the same lines and spans, line by line.

import assert from 'node:assert/strict'
import test from 'node:test'
import { isDeepStrictEqual } from 'node:util'

import { hasMatch, search } from '../index.mjs'
import { random } from '../testing/random.mjs'
import { runs } from '../testing/tier.mjs'

/**
 * Spans of JavaScript's matches in one line. The search lists no empty match directly after another one, and V8
 * finds some between the halves of a surrogate pair.
 */
function spansOf(regexp, line) {
  // Each line is one text, so `m` means nothing.
  const each = new RegExp(regexp.source, `${regexp.flags.replace(/[gmy]/g, '')}g`)
  const all = Array.from(line.matchAll(each), ({ 0: text, index }) => [index, index + text.length])
  const isInPair = (at) => /^[\ud800-\udbff][\udc00-\udfff]/.test(line.slice(at - 1, at + 1))
  return all.filter(([start, end], i) => start < end || (all[i - 1]?.[1] !== start && !isInPair(start)))
}

/** Matching lines of JavaScript with their spans. */
const expected = (regexp, lines) =>
  lines.map((line, i) => [i + 1, spansOf(regexp, line)]).filter(([, spans]) => spans.length > 0)

/** Matching lines of the search with their spans. */
function found(regexp, lines) {
  const { matches, error } = search(lines.map((line) => `${line}\n`).join(''), { pattern: regexp })
  if (error !== undefined) throw new Error(error)
  return matches.map(({ lineNumber, submatches }) => [lineNumber, submatches.map((each) => [each.startColumn, each.endColumn])])
}

/** Fails with the first line that differs. */
function differ(regexp, lines, actual, wanted) {
  const spans = (matches, at) => matches.find(([number]) => number === at + 1)?.[1] ?? []
  const at = lines.findIndex((_, i) => !isDeepStrictEqual(spans(actual, i), spans(wanted, i)))
  assert.deepEqual(spans(actual, at), spans(wanted, at), `${regexp} in ${JSON.stringify(lines[at])}`)
}

/** Characters of the generated expressions and lines. Letters have several cases, or cases that differ with `u`. */
const LETTERS = [...'abkKsS1_-. ,^/\u017f\u212aéÉßẞµμςσΣ\u0131\u0130iIÅåǅǆΩω', '\u2126', '\u212b', '\t', '\ufeff', '\u2028', '\x85', '\xa0', '\x01', '\x1f', '8']
const ASTRAL = ['😀', '😁', '𐐀', '𐐨']
const PROPERTIES = ['L', 'Lu', 'Ll', 'ASCII', 'Script=Greek', 'scx=Deva', 'White_Space', 'Emoji', 'gc=Nd']

/** Generator of the sources of expressions. Some are invalid. */
class Sources {
  constructor(below, flags) {
    this.below = below
    this.hasSets = flags.includes('v')
    this.isUnicode = this.hasSets || flags.includes('u')
  }

  pick(list) {
    return list[this.below(list.length)]
  }

  letter() {
    return this.pick(this.isUnicode && this.below(5) === 0 ? ASTRAL : LETTERS)
  }

  hex(letter) {
    const code = letter.codePointAt(0)
    if (this.isUnicode && this.below(2) === 0) return `\\u{${code.toString(16)}}`
    if (code < 256 && this.below(2) === 0) return `\\x${code.toString(16).padStart(2, '0')}`
    return Array.from({ length: letter.length }, (_, i) => `\\u${letter.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')
  }

  character() {
    const kind = this.below(12)
    if (kind < 7) {
      const letter = this.letter()
      return /[-.^/,]/.test(letter) ? `\\${letter}` : letter
    }
    if (kind < 9) return this.hex(this.letter())
    if (this.isUnicode) return this.pick(['\\t', '\\f', '\\v', '\\cI', '\\0', '\\/', '\\]', '\\}', '\\|', '\\$', '\\*'])
    return this.pick([
      '\\<', '\\>', '\\A', '\\z', '\\a', '\\_', '\\-', '\\e', '\\x', '\\u', '\\x6', '\\u{2}', '\\c', '\\c1', '\\cI', '\\0', '\\08', '\\1', '\\8',
      '\\012', '\\61', '\\141', '\\400', '\\k', '\\p', ']', '}', '{', '{,2}', 'a{b', '&&', '~~', '--', '\\é', '\\b',
    ])
  }

  escapedClass() {
    // Node 20 crashes at `\P{Any}` in a class with the flag `v`.
    if (this.isUnicode && this.below(3) === 0) return this.pick(['\\p{Any}', ...PROPERTIES.flatMap((name) => [`\\p{${name}}`, `\\P{${name}}`])])
    return this.pick(['\\d', '\\D', '\\w', '\\W', '\\s', '\\S'])
  }

  plainItem() {
    const kind = this.below(10)
    const one = () => (this.below(4) === 0 ? this.pick(['^', '.', '(', '|', '$', '*', '-']) : this.character())
    if (kind < 5) return one()
    if (kind < 7) return this.escapedClass()
    if (kind < 9) return `${one()}-${one()}`
    return this.isUnicode ? this.pick(['a-z', '0-9', 'A-Z', '\\-']) : this.pick(['a-z', '\\w-', '-\\d', '\\s-a', '+-\\d', '--', '[', '\\c_', '&&', '^-'])
  }

  items(item) {
    return Array.from({ length: 1 + this.below(3) }, item).join('')
  }

  aClass(depth) {
    const not = this.below(3) === 0 ? '^' : ''
    if (!this.hasSets) {
      if (this.below(30) === 0) return this.pick(['[]', '[^]', '[^\\s\\S]', '[\\b]'])
      return `[${not}${this.items(() => this.plainItem())}]`
    }
    const operand = () => {
      const kind = this.below(depth > 2 ? 4 : 6)
      if (kind < 2) return this.character()
      if (kind === 2) return this.escapedClass()
      if (kind === 3) return this.pick(['\\q{a|b}', '\\q{k}', '[a-z]', '[^a-z]', '[A-Z]', `[${this.character()}]`])
      return this.aClass(depth + 1)
    }
    const operator = this.pick(['', '', '--', '&&'])
    return `[${not}${Array.from({ length: 1 + this.below(3) }, operand).join(operator)}]`
  }

  atom(depth) {
    const kind = this.below(depth > 2 ? 9 : 12)
    if (kind < 4) return this.character()
    if (kind < 5) return '.'
    if (kind < 6) return this.escapedClass()
    if (kind < 9) return this.aClass(0)
    const open = this.pick(['(', '(?:', '(?:', this.below(4) === 0 ? `(?<n${this.below(100_000)}>` : '('])
    return `${open}${this.alternatives(depth + 1)})`
  }

  term(depth) {
    const kind = this.below(40)
    if (kind < 4) return this.pick(['^', '$', '\\b', '\\B'])
    if (kind === 4 && this.below(4) === 0) return this.pick(['(?=a)', '(?!a)', '(?<=a)', '(?<!a)', '()\\1', '(?<n>a)\\k<n>'])
    const atom = this.atom(depth)
    if (this.below(3) > 0) return atom
    return `${atom}${this.pick(['*', '+', '?', '{2}', '{1,}', '{0,2}', '{0}', '{1,3}'])}${this.below(3) === 0 ? '?' : ''}`
  }

  alternatives(depth) {
    const one = () => Array.from({ length: this.below(12) === 0 ? 0 : 1 + this.below(3) }, () => this.term(depth)).join('')
    return Array.from({ length: 1 + (this.below(3) === 0 ? 1 + this.below(2) : 0) }, one).join('|')
  }
}

/** Features that are refused, by the message. */
const REFUSED = [
  /lookaround/, /back-references/, /`\\[bB]` with the flags `i` and/, /half of a surrogate pair/, /prefers to match nothing/,
  /texts? of several characters/, /contains a line feed/,
]

function expression(below) {
  const flags = ['i', 's', 'm'].filter(() => below(2) === 0).join('') + ['', 'u', 'v'][below(3)]
  for (;;) {
    const source = new Sources(below, flags).alternatives(0)
    try {
      return new RegExp(source, flags)
    } catch {
      // Another one.
    }
  }
}

test('a RegExp finds what it finds in JavaScript', () => {
  const below = random(20_240_611)
  const count = runs('random') ? 60_000 : 2000
  let refused = 0
  let matched = 0
  for (let i = 0; i < count; i++) {
    const regexp = expression(below)
    const letters = /[uv]/.test(regexp.flags) ? [...LETTERS, ...ASTRAL] : LETTERS
    const line = () => Array.from({ length: below(7) }, () => letters[below(letters.length)]).join('')
    // The characters of the expression are more likely to match than others.
    const own = [...regexp.source].filter((char) => /[^\\\n\r]/.test(char) && (char.length === 1 || letters !== LETTERS))
    const near = () => Array.from({ length: 1 + below(6) }, () => own[below(own.length)]).join('')
    const lines = Array.from({ length: 24 }, (_, at) => (at % 2 === 0 || own.length === 0 ? line() : near()))
    let actual
    try {
      actual = found(regexp, lines)
    } catch (error) {
      assert.ok(REFUSED.some((feature) => feature.test(error.message)), `${regexp}: ${error.message}`)
      refused++
      continue
    }
    const wanted = expected(regexp, lines)
    if (!isDeepStrictEqual(actual, wanted)) differ(regexp, lines, actual, wanted)
    matched += wanted.length
  }
  assert.ok(refused < count / 8, `${refused} of ${count} are refused`)
  assert.ok(matched > 4 * count, `${matched} lines match`)
})
