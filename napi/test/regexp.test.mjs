// A `RegExp` as a pattern finds the same lines and spans as in JavaScript, line by line.

import assert from 'node:assert/strict'
import test from 'node:test'
import { isDeepStrictEqual } from 'node:util'

import { grep, hasMatch, search } from '../index.mjs'
import { random } from '../testing/random.mjs'
import { runs } from '../testing/tier.mjs'
import { tree } from '../testing/tree.mjs'

/** Expression that finds all matches in a line, which is one text: `m` means nothing. */
const everywhere = ({ source, flags }, more = '') => new RegExp(source, `${flags.replace(/[gmy]/g, '')}g${more}`)

/**
 * Spans of all matches in a text. The search lists no empty match directly after another one, and V8 finds some
 * between the halves of a surrogate pair.
 */
function spansOf(each, text) {
  const all = Array.from(text.matchAll(each), ({ 0: match, index }) => [index, index + match.length])
  const isInPair = (at) => /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1))
  return all.filter(([start, end], i) => start < end || (all[i - 1]?.[1] !== start && !isInPair(start)))
}

/** Matching lines of JavaScript with their spans. */
function expected(regexp, lines) {
  const each = everywhere(regexp)
  return lines.map((line, i) => [i + 1, spansOf(each, line)]).filter(([, spans]) => spans.length > 0)
}

/** Matching lines of the search with their spans. */
function found(regexp, lines, lineEnd = '\n') {
  const { matches, error } = search(lines.map((line) => line + lineEnd).join(''), { pattern: regexp })
  if (error !== undefined) throw new Error(error)
  return matches.map(({ lineNumber, submatches }) => [lineNumber, submatches.map((each) => [each.startColumn, each.endColumn])])
}

/** Fails with the first line that differs. */
function differ(regexp, lines, actual, wanted) {
  const spans = (matches, at) => matches.find(([number]) => number === at + 1)?.[1] ?? []
  const at = lines.findIndex((_, i) => !isDeepStrictEqual(spans(actual, i), spans(wanted, i)))
  assert.deepEqual(spans(actual, at), spans(wanted, at), `${regexp} in ${JSON.stringify(lines[at])}`)
}

/** The text of each match in one line. */
function texts(regexp, line) {
  const [match] = found(regexp, [line])
  return (match?.[1] ?? []).map(([start, end]) => line.slice(start, end))
}

test('hyphens beside a class are literal', () => {
  for (const [regexp, line] of [
    [/[\w-.]+/g, 'a-b.c d'], [/^[\w-\.]+@([\w-]+\.)+[\w-]{2,4}$/g, 'te-st@example.com'], [/[a-zA-Z\d-_]+/g, 'a1-_ z'], [/[\s-_]+/g, 'a _-b'],
    [/[.-\w]+/g, 'a-b.c/d'], [/[+-\d.]+/g, '+1234.5-6'], [/[^+/0-9A-Za-z-_]/g, 'a-_.b'], [/[#-\w]+/g, '#%a-1'], [/[a\- ]+/g, 'a- b'],
    [/[$-\d]+/g, '$1-9,.'], [/[+--]+/g, 'a+,-.b'], [/[\w-a-z]+/g, 'é-9z'], [/[+-\-]+/g, '+,-.'],
  ]) {
    assert.deepEqual(texts(regexp, line), line.match(regexp), String(regexp))
  }
})

test('escapes without u mean what Annex B says', () => {
  for (const [regexp, line] of [
    [/\<\/?b\>/g, 'x</b><b>'], [/\Afoo\z/g, 'Afooz'], [/\a\e\y/g, 'aey'], [/\_\-\:\@\=\!\"\'\`\~\%\&\,\;\#/g, '_-:@=!"\'`~%&,;#'], [new RegExp('\\é', 'g'), 'é'],
    [/]{}{a}{,5}a{b}/g, ']{}{a}{,5}a{b}'], [/\x4\u12\u{2}/g, 'x4u12uu'], [/\11?\8\08/g, '\t8\x008'], [/\1\101\400/g, '\x01A 0'],
    [/[\101\8\c1\c_]/g, 'A8\x11\x1f'], [/\c\c1/g, '\\c\\c1'], [/\k<n>/g, 'k<n>'], [/\p{L}/g, 'pp{L}'], [/[\b\B]/g, '\bB'], [/a{0}b/g, 'ab'],
    [/[[&&--z]+/g, '[&-az'], [/[a~~]+/g, '~a'], [/(?<n>a)|(?<m>b)/g, 'ab'], [/\cI\0\t/g, '\t\0\t'],
  ]) {
    const wanted = line.match(regexp)
    assert.ok(wanted !== null, String(regexp))
    assert.deepEqual(texts(regexp, line), wanted, String(regexp))
  }
})

test('classes and boundaries are those of JavaScript', () => {
  const line = 'a9_ \tée\u0663\u0301\u0085\ufeff\u00a0\u2028\u{1d7d8}\u0131\u017f\u212a-K'
  for (const source of ['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '.', '[^]', '[^\\D5]', '[\\W_]', '[^\\W_]', '\\b', '\\B', '[\\s\\S]']) {
    for (const flags of source.startsWith('\\b') || source === '\\B' ? ['', 'i', 'u', 's', 'v'] : ['u', 'iu', 'su', 'v', 'iv', 'isv']) {
      const regexp = new RegExp(source, flags)
      assert.deepEqual(found(regexp, [line]), expected(regexp, [line]), String(regexp))
    }
  }
  const nothing = new RegExp('[]|[^\\s\\S]')
  assert.equal(hasMatch('a', nothing), false)
})

test('the flag i has the cases of JavaScript, with and without u', () => {
  const letters = ['k', 'K', '\u212a', 's', 'S', '\u017f', 'ß', 'ẞ', 'i', 'I', '\u0131', '\u0130', 'ς', 'σ', 'Σ', 'ǆ', 'ǅ', 'å', '\u212b', 'ω', '\u2126', 'µ', 'ﬅ', 'ﬆ', 'Ꭰ', 'ꭰ', 'ჱ', 'Ჱ', 'ᲀ', 'в', 'Ꙋ', '\u1c88', '𐐀', '𐐨']
  for (const flags of ['i', 'iu', 'iv']) {
    for (const letter of letters) {
      if (flags === 'i' && letter.length > 1) continue
      for (const source of flags === 'iv' ? [letter] : [letter, `[^${letter}]`, `[${letter}x]{1}`]) {
        const regexp = new RegExp(`^${source}$`, flags)
        const lines = flags === 'i' ? letters.filter(({ length }) => length === 1) : letters
        assert.deepEqual(found(regexp, lines), expected(regexp, lines), String(regexp))
      }
    }
  }
})

test('all letters have the cases of JavaScript', () => {
  const isCased = (letter) => /[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u.test(letter)
  const all = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter(isCased)
  for (const flags of ['i', 'iu', 'iv']) {
    const letters = all.filter(({ length }) => length === 1 || flags !== 'i')
    const step = runs('random') ? 1 : 200
    for (let i = 0; i < letters.length; i += step) {
      const regexp = new RegExp(`^${letters[i]}`, flags)
      assert.deepEqual(found(regexp, letters), expected(regexp, letters), String(regexp))
    }
  }
})

test('groups have flags of their own', (t) => {
  for (const [source, flags] of [['(?i:k)k', ''], ['(?-i:k)k', 'i'], ['(?i-s:.K)|(?s:.)', 'u'], ['((?-i:[^k])é)', 'iu']]) {
    let regexp
    try {
      regexp = new RegExp(source, flags)
    } catch {
      return t.skip?.('this engine has no flags of groups')
    }
    const lines = ['kk', 'Kk', 'KK', 'kK', '\u2028k', 'KÉ', '\u212aé', 'kÉ']
    assert.deepEqual(found(regexp, lines), expected(regexp, lines), String(regexp))
  }
})

test('options of the search apply to a RegExp', () => {
  const lines = (options) => search('Todo\ntodo\nTODO\nx9\n', options).matches.map(({ line }) => line)
  assert.deepEqual(lines({ pattern: /todo/, ignoreCase: true }), ['Todo', 'todo', 'TODO'])
  assert.deepEqual(lines({ pattern: /[^t]odo/, ignoreCase: true }), [])
  assert.deepEqual(lines({ pattern: /^[\W_]/, ignoreCase: true }), [])
  // Upper-case letters implied by a flag `i` or a class such as `\w` do not count as typed.
  assert.deepEqual(lines({ patterns: ['todo', /X[a-z\d]/i, /\w{9}/], smartCase: true }), ['Todo', 'todo', 'TODO', 'x9'])
  assert.deepEqual(lines({ pattern: /Todo/, smartCase: true }), ['Todo'])
  assert.deepEqual(lines({ patterns: [/todo/i, /X/] }), ['Todo', 'todo', 'TODO'])
  assert.deepEqual(lines({ pattern: /o$.^t/ms, multiline: true }), ['Todo\ntodo'])
  assert.throws(() => search('a', { pattern: /a/, literal: true }), { message: /`literal`/ })
})

test('a repetition skips empty matches', () => {
  for (const regexp of [/(?:|a)?/, /(?:|a)*/, /(?:^|a)*b/, /(?:a*)*/, /(?:a?b?)+/, /(?:a??)*?b/, /(?:a??)??b/, /(?:|a)+?b/, /(?:\B|ab?){0,2}?b/, /(?:|a){3}b/, /(?:a{0})*b/]) {
    for (const line of ['aaab', 'abab', 'b', 'aa', '']) assert.deepEqual(found(regexp, [line]), expected(regexp, [line]), `${regexp} in ${line}`)
  }
})

test('a character above U+FFFF is one character', () => {
  assert.deepEqual(texts(/😀|\ud83d\ude01|[\ud800-\udbff][\udc00-\udfff]|\ud83c[\udffb-\udfff]/, '😀😁😂🏻'), ['😀', '😁', '😂', '🏻'])
  assert.deepEqual(texts(/^.[^a]\W\S[\u0080-\uffff]$/, '😀😁😂😃😄'), ['😀😁😂😃😄'])
  assert.deepEqual(texts(/\u{1f600}|[\ud83d\ude01]|\ud83d\ude02+/u, '😀😁😂😂'), ['😀', '😁', '😂😂'])
  // Offsets of empty matches are not inside a character.
  assert.deepEqual(found(/x*/, ['é😀']), [[1, [[0, 0], [1, 1], [3, 3]]]])
  assert.deepEqual(found(/\B|\b/u, ['é']), [[1, [[0, 0], [1, 1]]]])
  assert.deepEqual(search(Buffer.from('\xe9\n', 'latin1'), { pattern: /x*/ }).matches.length, 1)
})

test('what the engine does not have is refused with its offset', () => {
  for (const [regexp, what, offset] of [
    [/xa(?=a)/, /lookaround such as `\(\?=`/, 2], [/(?!a)+b/, /lookaround/, 0], [/(?<=a)b/, /lookaround/, 0], [/x(?<!a)b/u, /lookaround/, 1],
    [/(a)b\1/, /back-references such as `\\1`/, 4], [/\2(a)(b)/, /back-references/, 0], [/(?<n>a)\k<n>/, /back-references such as `\\k<n>`/, 7],
    [/a\ud800/, /half of a surrogate pair.*add the flag `u`/, 1], [/a\ud800/u, /no lone surrogates/, 1], [new RegExp('a[😀]'), /half of a surrogate pair/, 1],
    [new RegExp('😀+'), /repetition of half of a surrogate pair.*add the flag `u`/, 0], [/[^\ude00]/, /half of a surrogate pair/, 0],
    [/ab\b/iu, /`\\b` with the flags `i` and `u`.*leave one flag out/, 2], [/x(|a)+/, /`\(\|a\)\+` of a part that prefers to match nothing/, 1],
    [/(?:a??b??){0,2}?/, /prefers to match nothing/, 0],
    [new RegExp('a[b\\q{cd}]', 'v'), /texts of several characters/, 3], [new RegExp('\\p{RGI_Emoji}', 'v'), /texts of several characters/, 0],
    [new RegExp('a{4294967296}'), /more than 4294967295/, 0], [new RegExp(`a${'('.repeat(400)}${')'.repeat(400)}`), /more than 250 nested groups/, 251],
    [new RegExp('x[\\P{Any}]', 'v'), /`\\P\{Any\}`/, 2], [/a/y, /flag `y`/, undefined],
  ]) {
    const refused = (error) => {
      assert.equal(error.code, 'ERR_RANSACK_INVALID_OPTION')
      assert.ok(error.message.startsWith(`\`pattern\` cannot be the regular expression ${String(regexp).slice(0, 90)}`), error.message)
      assert.match(error.message, what)
      if (offset !== undefined) assert.ok(error.message.endsWith(`, at offset ${offset}`), error.message)
      return true
    }
    assert.throws(() => hasMatch('a', regexp), refused, String(regexp))
    assert.throws(() => search('a', { pattern: regexp }), refused, String(regexp))
  }
})

test('an error of the engine names the RegExp', async () => {
  assert.match(search('a', { pattern: new RegExp('é\\n', 'i') }).error, /contains a line feed: \/é\\n\/i; set `multiline` to match across lines$/)
  const large = { code: 'ERR_RANSACK_INVALID_PATTERN', pattern: '/(?:[^]{900}){900}/i', message: /takes more than .*: \/\(\?:\[\^\]\{900\}\)\{900\}\/i; .* `sizeLimit`$/ }
  assert.throws(() => hasMatch('a', /(?:[^]{900}){900}/i), large)
  await assert.rejects(grep({ patterns: ['a', /(?:[^]{900}){900}/i], path: tree({ a: 'a\n' }) }), large)
})

test('a RegExp can have any source', () => {
  class Disguised extends RegExp {
    get source() {
      return '[\\w-.]'
    }
  }
  assert.equal(hasMatch('-', new Disguised('x')), true)
  const long = 'ab[c-e]?(?:f|g)'.repeat(2000)
  assert.equal(hasMatch('ab', new RegExp(`${long}|ab`), { timeoutMs: 60_000 }), true)
})

/** Characters of the generated expressions and lines. Letters have several cases, or cases that differ with `u`. */
const LETTERS = [...'abkKsS1_-. ,^/\u017f\u212aéÉßẞµμςσΣ\u0131\u0130iIÅåǅǆΩω', '\u2126', '\u212b', '\t', '\ufeff', '\u2028', '\x85', '\xa0', '\x01', '\x1f', '8', '\r']
const ASTRAL = ['😀', '😁', '𐐀', '𐐨']
const PROPERTIES = ['L', 'Lu', 'Ll', 'ASCII', 'Script=Greek', 'scx=Deva', 'White_Space', 'Emoji', 'gc=Nd']

/** Generator of the sources of expressions. Some are invalid. */
class Sources {
  constructor(below, flags) {
    this.below = below
    this.hasSets = flags.includes('v')
    this.isUnicode = this.hasSets || flags.includes('u')
    this.ignoresCase = flags.includes('i')
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
    // Node 20 treats a negated class of classes as its complement in some repetitions.
    const not = this.below(3) === 0 && !(this.hasSets && depth === 0) ? '^' : ''
    if (!this.hasSets) {
      if (this.below(20) === 0) return this.pick(['[]', '[^]', '[^\\s\\S]', '[\\b]'])
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
    const isRefused = this.isUnicode && this.ignoresCase && this.below(8) > 0
    if (kind < 4) return this.pick(isRefused ? ['^', '$'] : ['^', '$', '\\b', '\\B'])
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

/** Generates expressions with lines in which they are likely to match, and calls `check` with those that are not refused. */
function generate(seed, count, lineCount, without, check) {
  const below = random(seed)
  let refused = 0
  let matched = 0
  for (let i = 0; i < count; i++) {
    const regexp = expression(below)
    const letters = (/[uv]/.test(regexp.flags) ? [...LETTERS, ...ASTRAL] : LETTERS).filter((letter) => !without.test(letter))
    const own = [...regexp.source].filter((char) => !/[\\\n\r]/.test(char) && (char.length === 1 || letters.includes(ASTRAL[0])))
    // A carriage return at the end would belong to the line end.
    const line = (from) => Array.from({ length: 1 + below(6) }, () => from[below(from.length)]).join('').replace(/\r+$/, '')
    const lines = Array.from({ length: lineCount }, (_, at) => (at === 0 ? '' : line(at % 2 === 0 || own.length === 0 ? letters : own)))
    try {
      matched += check(regexp, lines)
    } catch (error) {
      if (error.code === 'ERR_ASSERTION') throw error
      assert.ok(REFUSED.some((feature) => feature.test(error.message)), `${regexp}: ${error.message}`)
      refused++
    }
  }
  assert.ok(refused < count / 8, `${refused} of ${count} are refused`)
  assert.ok(matched > count * lineCount / 8, `${matched} lines of ${count * lineCount} match`)
}

test('lines and spans are those of JavaScript', () => {
  generate(20_240_611, runs('random') ? 10_000 : 500, 24, /[^]^/, (regexp, lines) => {
    const wanted = expected(regexp, lines)
    // An expression may name the carriage return only by an escape, or a range.
    const ends = /\\[rxuc0-9]|-/.test(regexp.source) ? ['\n'] : ['\n', '\r\n']
    for (const end of ends) {
      const actual = found(regexp, lines, end)
      if (!isDeepStrictEqual(actual, wanted)) differ(regexp, lines, actual, wanted)
    }
    return wanted.length
  })
})

test('spans of a multi-line search are those of JavaScript with the flag m', () => {
  // JavaScript has additional line ends.
  generate(20_240_612, runs('random') ? 4000 : 150, 5, /[\r\u2028]/, (regexp, lines) => {
    const text = lines.join('\n')
    const { matches, error } = search(text, { pattern: regexp, multiline: true })
    if (error !== undefined) throw new Error(error)
    const starts = lines.map((_, i) => lines.slice(0, i).join('\n').length + (i > 0 ? 1 : 0))
    const actual = matches.flatMap(({ lineNumber, submatches }) =>
      submatches.map(({ startColumn, endColumn }) => [starts[lineNumber - 1] + startColumn, starts[lineNumber - 1] + endColumn]),
    )
    // A span does not include the end of its last line; which empty spans are listed also depends on the lines.
    const plain = ([start, end]) => [start, end - (text[end - 1] === '\n' ? 1 : 0)]
    const spans = (list) => list.map(plain).filter(([start, end]) => start < end)
    assert.deepEqual(spans(actual), spans(spansOf(everywhere(regexp, 'm'), text)), `${regexp} in ${JSON.stringify(text)}`)
    return matches.length
  })
})
