'use strict'

// Translates JavaScript regular expressions to the syntax of Rust's `regex` crate. A parser for ECMAScript
// patterns (Annex B without the flags `u` and `v`) prints an equivalent of each part, or rejects the expression
// with an offset in UTF-16 code units. Classes are computed as sets of code points and printed as ranges.
//
// Groups capture only for a replacement that refers to them. JavaScript forgets the groups of a repeated part before each
// repetition, while Rust keeps them, so a reference to a group that could differ is rejected.
//
// Text is a sequence of code points: a character above U+FFFF is one character even without `u`. `^` and `$` mean the
// same as in the search, which uses the flag `m`.

const { RansackOptionError } = require('../error.js')
const {
  ALL, BEYOND, DIGIT, HIGH, LINE_END, LOW, SPACE, SURROGATES, WORD, WORD_FOLDED,
  complement, difference, intersection, isWithin, matchedBy, union, withCases,
} = require('./code_points.js')
const { clip } = require('./describe.js')

// Printing

const NAMED = { 9: '\\t', 10: '\\n', 13: '\\r' }

function printCharacter(code) {
  if (code < 0x20 || code > 0x7e) return NAMED[code] ?? `\\x{${code.toString(16)}}`
  const char = String.fromCharCode(code)
  return /[\\.+*?()|[\]{}^$#&\-~]/.test(char) ? `\\${char}` : char
}

/** Prints a set without surrogates as ranges, which may include surrogates. */
function printRanges(set) {
  const isBridged = set.some(([, last]) => last === 0xd7ff) && set.some(([first]) => first === 0xe000)
  const ranges = (isBridged ? union(set, SURROGATES) : set).map(([first, last]) => {
    if (first === last) return printCharacter(first)
    return `${printCharacter(first)}${last === first + 1 ? '' : '-'}${printCharacter(last)}`
  })
  // The name has no upper-case letters, which would affect the option `smartCase`.
  return ranges.join('').replace('0-9A-Z_a-z', '[:word:]')
}

const RETURN = [[0xd, 0xd]]
/**
 * The carriage return as a class that does not list it; listing it would change how all patterns treat line ends.
 */
const UNLISTED_RETURN = '[^\\x{0}-\\x{c}\\x{e}-\\x{10ffff}]'

/**
 * Prints a set without surrogates. A set that contains the last code point is printed as the complement of another
 * set, to which case-insensitive options then apply. `namesReturn` says whether the set may list the carriage
 * return.
 */
function printSet(set, namesReturn) {
  if (set.length === 0) return '[^\\x{0}-\\x{10ffff}]'
  if (set.length === 1 && set[0][0] === set[0][1]) return printCharacter(set[0][0])
  if (set.at(-1)[1] < 0x10ffff) {
    const isListed = namesReturn || !isWithin(RETURN, set)
    return isListed ? `[${printRanges(set)}]` : `[${printRanges(difference(set, RETURN))}${UNLISTED_RETURN}]`
  }
  const without = difference(complement(set), SURROGATES)
  return without.length === 0 ? '(?s:.)' : `[^${printRanges(without)}]`
}

// Parsing

// Empty matches of a part, which determine whether its repetition behaves the same in both engines: JavaScript
// skips an empty match in a repetition, while Rust ends the repetition with it.
const NEVER = 'never'
/** The part tries the empty match last. */
const LAST = 'last'
/** The part matches only the empty string. */
const ONLY = 'only'
const EARLIER = 'earlier'

/** Maximum nesting of groups and classes, equal to the engine's limit. */
const MAX_DEPTH = 250
const MAX_COUNT = 0xffffffff

function emptyOfSequence(parts) {
  if (parts.some(({ empty }) => empty === NEVER)) return NEVER
  if (parts.some(({ empty }) => empty === EARLIER)) return EARLIER
  return parts.every(({ empty }) => empty === ONLY) ? ONLY : LAST
}

function emptyOfAlternatives(alternatives) {
  if (alternatives.every(({ empty }) => empty === ONLY)) return ONLY
  if (alternatives.slice(0, -1).some(({ empty }) => empty !== NEVER)) return EARLIER
  const { empty } = alternatives.at(-1)
  return empty === ONLY ? LAST : empty
}

/** Reference in a replacement, as the core reads it: a number, a name in brackets, or a name. */
const REFERENCE = /\$(?:\$|&|(\d+)|\{([^}]*)\}|<([^>]*)>|([A-Za-z_]\w*))/g

/** Returns the numbers and the names of the groups to which a replacement refers, except the whole match. */
function referencesIn(replacement) {
  const references = new Set()
  for (const [, number, braced, angled, name] of replacement.matchAll(REFERENCE)) {
    const group = number ?? braced ?? angled ?? name
    if (group === undefined) continue
    const isNumber = /^\d+$/.test(group)
    if (!isNumber || Number(group) > 0) references.add(isNumber ? Number(group) : group)
  }
  return references
}

/** Name of a group in a form that the engine accepts. */
const GROUP_NAME = /^[\p{Alphabetic}_][\p{Alphabetic}\p{N}_]*$/u

/** Returns the name of a group, whose source may contain escapes. */
const groupName = (source) =>
  source.replace(/\\u(?:\{([^}]*)\}|(.{4}))/g, (_, code, unit) =>
    code === undefined ? String.fromCharCode(parseInt(unit, 16)) : String.fromCodePoint(parseInt(code, 16)))

function isValid(source, flags) {
  try {
    return new RegExp(source, flags) !== undefined
  } catch {
    return false
  }
}

/**
 * Parser and printer of one expression. Its source is valid, since the running engine has accepted it. Groups capture if
 * there are `references` to them.
 */
class Translator {
  constructor(source, flags, refuse, references) {
    this.source = source
    this.refuse = refuse
    this.references = references
    /**
     * Groups that capture, in order: `name`, `start` in the source, whether a match may leave the group out
     * (`isOptional`), and why a reference is not exact (`problem`).
     */
    this.captures = []
    /** Start of a part that is left out of the pattern although it contains groups. */
    this.lost = undefined
    this.at = 0
    this.depth = 0
    this.hasSets = flags.includes('v')
    this.isUnicode = this.hasSets || flags.includes('u')
    this.ignoresCase = flags.includes('i')
    this.dotAll = flags.includes('s')
    /** Whether the expression names the carriage return, directly or in a class that is not negated. */
    this.namesReturn = false
    /** Number of enclosing negated classes. */
    this.negations = 0
    const plain = source.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, '')
    this.groups = plain.match(/\((?!\?)|\(\?<(?![=!])/g)?.length ?? 0
    this.hasNames = /\(\?<(?![=!])/.test(plain)
  }

  translate() {
    const open = this.ignoresCase ? '(?-i:' : '(?:'
    const alternatives = this.alternatives()
    this.checkReferences()
    const text = alternatives.map(({ text }) => text).join('|')
    // An empty match must not be between the bytes of a character. All other matches begin with a character.
    const isSafe = alternatives.every(({ empty, isAnchored }) => empty === NEVER || isAnchored)
    if (isSafe) return this.ignoresCase ? `${open}${text})` : text
    return `(?:^|$|\\b|\\B)${open}${text})`
  }

  /** Rejects references to groups that could differ. The core rejects references to unknown groups. */
  checkReferences() {
    for (const reference of this.references) {
      const group = this.captures.find(({ name }, i) => reference === name || reference === i + 1)
      if (group === undefined) continue
      const text = `\`${clip(typeof reference === 'number' ? `$${reference}` : `$<${reference}>`)}\``
      if (this.lost !== undefined) this.refuse(`the reference ${text} is not supported with a group that matches nothing in a repetition`, this.lost)
      if (group.problem !== undefined) this.refuse(`the reference ${text} is not supported: the group ${group.problem}`, group.start)
      if (reference !== group.name) continue
      const isUnique = this.captures.filter(({ name }) => name === reference).length === 1
      if (!isUnique) this.refuse(`the reference ${text} is not supported: several groups have the name`, group.start)
      if (!GROUP_NAME.test(reference)) {
        this.refuse(`the reference ${text} is not supported: the name must consist of letters, digits and \`_\`; use the number`, group.start)
      }
    }
  }

  /** Reads `text` if it comes next. Returns whether it does. */
  eat(text) {
    if (!this.source.startsWith(text, this.at)) return false
    this.at += text.length
    return true
  }

  /** Reads and returns the match of the sticky expression; undefined if there is none. */
  take(sticky) {
    sticky.lastIndex = this.at
    const found = sticky.exec(this.source)
    if (found === null) return undefined
    this.at += found[0].length
    return found
  }

  /** Reads one character of the source: a code point with `u`, otherwise a code unit. */
  character() {
    const code = this.isUnicode ? this.source.codePointAt(this.at) : this.source.charCodeAt(this.at)
    this.at += code > 0xffff ? 2 : 1
    return code
  }

  enter(start) {
    if (++this.depth > MAX_DEPTH) this.refuse(`more than ${MAX_DEPTH} nested groups`, start)
  }

  alternatives() {
    const all = []
    const first = this.captures.length
    do {
      const parts = []
      const opened = this.captures.length
      while (this.at < this.source.length && !/[|)]/.test(this.source[this.at])) parts.push(this.term())
      const isAnchored = parts.find(({ empty, isAnchored }) => empty !== ONLY || isAnchored)?.isAnchored
      all.push({ text: parts.map(({ text }) => text).join(''), empty: emptyOfSequence(parts), isAnchored, captures: this.captures.length > opened })
    } while (this.eat('|'))
    if (all.length > 1) for (const group of this.captures.slice(first)) group.isOptional = true
    return all
  }

  term() {
    const start = this.at
    if (this.eat('^')) return { text: '^', empty: ONLY, isAnchored: true }
    if (this.eat('$')) return { text: '$', empty: ONLY }
    if (this.eat('\\b') || this.eat('\\B')) return this.boundary(start)
    if (this.eat('(')) return this.group(start)
    const set = this.atom()
    if (!this.isUnicode && set.length > 0 && isWithin(set, HIGH)) return this.pair(set, start)
    return this.repeated([{ text: this.print(set, start), empty: NEVER }], start, this.captures.length)
  }

  boundary(start) {
    const escape = this.source.slice(start, this.at)
    if (this.ignoresCase && this.isUnicode) {
      const letters = '`\u017f` and `\u212a` are word characters then'
      this.refuse(`\`${escape}\` with the flags \`i\` and \`${this.hasSets ? 'v' : 'u'}\` is not supported (${letters}); leave one flag out`, start)
    }
    return { text: `(?-u:${escape})`, empty: ONLY }
  }

  group(start) {
    const look = this.take(/\?<?[=!]/y)
    if (look !== undefined) this.refuse(`lookaround such as \`(${look[0]}\` needs a string and the option \`backtracking\``, start)
    const { ignoresCase, dotAll } = this
    this.enter(start)
    const flags = this.take(/\?([a-z]*)(?:-([a-z]*))?:/y)
    const isSet = (flag, before) => (before || (flags[1] ?? '').includes(flag)) && !(flags[2] ?? '').includes(flag)
    const first = this.captures.length
    let open
    if (flags === undefined) {
      open = this.capture(start, this.take(/\?<([^>]*)>/y)?.[1])
    } else {
      this.ignoresCase = isSet('i', ignoresCase)
      this.dotAll = isSet('s', dotAll)
    }
    const isExact = this.ignoresCase !== ignoresCase
    const alternatives = this.alternatives()
    this.eat(')')
    this.depth--
    this.ignoresCase = ignoresCase
    this.dotAll = dotAll
    return this.repeated(alternatives, start, first, open ?? (isExact ? '(?-i:' : '(?:'))
  }

  /** Adds a capture group. Returns the start of the group in the pattern. */
  capture(start, source) {
    if (this.references.size === 0) return '(?:'
    const name = source === undefined ? undefined : groupName(source)
    const isNamed = name !== undefined && GROUP_NAME.test(name) && this.captures.every((group) => group.name !== name)
    this.captures.push({ name, start, isOptional: false, problem: undefined })
    return isNamed ? `(?P<${name}>` : '('
  }

  /** Notes what a repetition does to its groups. */
  noteRepetition(groups, empty, least, most) {
    for (const group of groups) {
      if (most > 1 && empty !== NEVER) group.problem ??= 'is in a repetition of a part that may match nothing'
      if (most > 1 && group.isOptional) group.problem ??= 'may take no part in the last repetition of the part around it'
      if (least === 0) group.isOptional = true
    }
  }

  /**
   * Reads the quantifier of a part, which is one character or class, or the alternatives of a group. Capture groups from
   * `first` are in the part.
   */
  repeated(alternatives, start, first, open) {
    const print = (list) => {
      const text = list.map(({ text }) => text).join('|')
      return open === undefined ? text : `${open}${text})`
    }
    const quantifier = this.take(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/y)
    const empty = emptyOfAlternatives(alternatives)
    const isAnchored = alternatives.every(({ isAnchored }) => isAnchored)
    if (quantifier === undefined) return { text: print(alternatives), empty, isAnchored }
    const [, sign, low, comma, high, lazy] = quantifier
    const least = sign === undefined ? Number(low) : sign === '+' ? 1 : 0
    const most = sign === undefined ? Number(comma === undefined ? low : high || Infinity) : sign === '?' ? 1 : Infinity
    if (least > MAX_COUNT) this.refuse(`more than ${MAX_COUNT} repetitions`, start)
    // Where a repetition may end, an empty match of the part does not count.
    const tried = least === 0 ? alternatives.filter(({ empty }) => empty !== ONLY) : alternatives
    const tries = tried.length === 0 ? ONLY : emptyOfAlternatives(tried)
    // A lazy repetition has ended before an empty match that Rust takes, unless the match uses up one of its
    // allowed repetitions.
    const isSame = lazy === '' ? most === least : most === Infinity || most - least < 2
    if (tries === EARLIER && !isSame) {
      this.refuse(`the repetition \`${clip(this.source.slice(start, this.at))}\` of a part that prefers to match nothing is not supported`, start)
    }
    this.noteRepetition(this.captures.slice(first), empty, least, most)
    if (tried.length > 0 && alternatives.some((each) => each.captures && !tried.includes(each))) this.lost ??= start
    const count = most === least ? `{${least}}` : `{${least},${most > MAX_COUNT ? '' : most}}`
    const text = `${print(tried.length === 0 ? alternatives : tried)}${sign ?? count}${lazy}`
    if (least > 0) return { text, empty, isAnchored }
    return { text, empty: most === 0 || tries === ONLY ? ONLY : lazy === '' ? LAST : EARLIER }
  }

  /** Reads the second half of a surrogate pair, given as two escapes or classes. */
  pair(high, start) {
    const ends = this.at === this.source.length || /[\^$()|*+?{]|\\[bB]/y.test(this.source.slice(this.at))
    const low = ends ? [] : this.atom()
    if (low.length === 0 || !isWithin(low, LOW)) this.refuseHalf(start)
    if (this.take(/[*+?]|\{\d+(?:,\d*)?\}/y) !== undefined) {
      this.refuse('the repetition of half of a surrogate pair is not supported; add the flag `u`', start)
    }
    const set = high.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, i) => 0x10000 + (first - 0xd800 + i) * 0x400).flatMap((base) =>
        low.map(([from, to]) => [base + from - 0xdc00, base + to - 0xdc00]),
      ),
    )
    return { text: printSet(union(set), true), empty: NEVER }
  }

  refuseHalf(start) {
    this.refuse(this.isUnicode ? 'text has no lone surrogates' : 'half of a surrogate pair is not supported; add the flag `u`', start)
  }

  /** Prints the set of a character or class. Without `u`, its surrogates represent its characters above U+FFFF. */
  print(set, start) {
    if (intersection(set, BEYOND).length === 0) return printSet(set, this.namesReturn)
    const characters = difference(set, SURROGATES)
    if (characters.length === 0 && set.length > 0) this.refuseHalf(start)
    if (this.isUnicode) return printSet(characters, this.namesReturn)
    if (isWithin(SURROGATES, set)) return printSet(union(characters, [[0x10000, 0x10ffff]]), this.namesReturn)
    if (!isWithin(set, complement(SURROGATES))) this.refuseHalf(start)
    return printSet(intersection(characters, [[0, 0xffff]]), this.namesReturn)
  }

  // Characters and classes; all of these return sets. With the flag `i`, the set of a character includes its other
  // cases.

  atom() {
    if (this.eat('.')) return this.dotAll ? ALL : complement(LINE_END)
    const start = this.at
    if (this.eat('[')) {
      if (!this.hasSets) return this.plainClass()
      const set = this.setClass()
      if (!this.ignoresCase) return set
      // Engines differ in case-insensitive set operations. V8 in Node 20 may repeat a complement incorrectly.
      const text = this.source.slice(start, this.at)
      const isNegated = text.startsWith('[^')
      const positive = matchedBy(isNegated ? `[${text.slice(2)}` : text, this.engineFlags())
      return isNegated ? complement(positive) : positive
    }
    if (this.source[this.at] !== '\\') return this.cases([[this.character()]])
    const { code, set } = this.escape(false)
    return set ?? this.cases([[code]])
  }

  /** Extends ranges of the source by the other cases of their letters, if the expression ignores case. */
  cases(ranges) {
    const set = ranges.map(([first, last = first]) => [first, last])
    if (this.negations === 0 && isWithin(RETURN, set)) this.namesReturn = true
    return this.ignoresCase ? withCases(set, this.isUnicode) : set
  }

  plainClass() {
    const isNegated = this.eat('^')
    if (isNegated) this.negations++
    const sets = []
    while (!this.eat(']')) {
      const from = this.classAtom()
      const isRange = this.source[this.at] === '-' && this.source[this.at + 1] !== ']'
      if (!isRange) {
        sets.push(from.set ?? this.cases([[from.code]]))
        continue
      }
      this.at++
      const to = this.classAtom()
      if (from.set === undefined && to.set === undefined) sets.push(this.cases([[from.code, to.code]]))
      else for (const { code, set } of [from, to, { code: 0x2d }]) sets.push(set ?? this.cases([[code]]))
    }
    if (isNegated) this.negations--
    const set = union(...sets)
    return isNegated ? complement(set) : set
  }

  classAtom() {
    return this.source[this.at] === '\\' ? this.escape(true) : { code: this.character() }
  }

  /** Reads a class with the flag `v`, starting after its bracket. */
  setClass() {
    this.enter(this.at - 1)
    const isNegated = this.eat('^')
    if (isNegated) this.negations++
    let set = []
    while (!this.eat(']')) {
      if (this.eat('&&')) set = intersection(set, this.operand())
      else if (this.eat('--')) set = difference(set, this.operand())
      else set = union(set, this.operand())
    }
    this.depth--
    if (isNegated) this.negations--
    return isNegated ? complement(set) : set
  }

  operand() {
    if (this.eat('[')) return this.setClass()
    if (this.source.startsWith('\\q{', this.at)) return this.alternativesOfClass()
    const from = this.classAtom()
    if (from.set !== undefined) return from.set
    const isRange = this.source[this.at] === '-' && this.source[this.at + 1] !== '-'
    if (!isRange) return this.cases([[from.code]])
    this.at++
    return this.cases([[from.code, this.classAtom().code]])
  }

  /** Reads `\q{...}`, in which every alternative must be one character. */
  alternativesOfClass() {
    const start = this.at
    this.at += 3
    const sets = []
    do {
      if (!/[|}]/.test(this.source[this.at])) sets.push(this.cases([[this.classAtom().code]]))
      else this.refuse('a class with an empty text is not supported', start)
      if (!/[|}]/.test(this.source[this.at])) this.refuse('a class with texts of several characters is not supported', start)
    } while (this.eat('|'))
    this.at++
    return union(...sets)
  }

  /** Reads an escape. Returns the code of its character or the set of its class. */
  escape(isClass) {
    const start = this.at++
    const char = this.source[this.at]
    if (/[dDsSwW]/.test(char)) {
      this.at++
      const word = this.ignoresCase && this.isUnicode ? WORD_FOLDED : WORD
      const set = { d: DIGIT, s: SPACE, w: word }[char.toLowerCase()]
      return { set: char === char.toLowerCase() ? set : complement(set) }
    }
    if (this.isUnicode && /[pP]/.test(char)) return { set: this.property(isClass, start) }
    if (/[0-9]/.test(char)) return { code: this.decimal(isClass, start) }
    if (char === 'k' && !isClass && (this.isUnicode || this.hasNames)) this.refuseReference(start)
    return { code: this.escapedCharacter(isClass) }
  }

  refuseReference(start) {
    const text = /\\(?:\d+|k<[^>]*>)/.exec(this.source.slice(start))[0]
    this.refuse(`back-references such as \`${clip(text)}\` need a string and the option \`backtracking\``, start)
  }

  property(isClass, start) {
    const [text] = this.take(/[pP]\{[^}]*\}/y)
    // V8 in Node 20 crashes on it.
    if (text === 'P{Any}' && isClass && this.hasSets) this.refuse('`\\P{Any}` in a class is not supported', start)
    if (this.hasSets && !isValid(`\\${text}`, 'u')) {
      this.refuse(`\`\\${text}\` has texts of several characters, which is not supported`, start)
    }
    return matchedBy(`\\${text}`, this.engineFlags())
  }

  engineFlags() {
    return `${this.ignoresCase ? 'i' : ''}${this.hasSets ? 'v' : 'u'}`
  }

  decimal(isClass, start) {
    if (!isClass && this.source[this.at] !== '0') {
      const number = Number(/\d+/.exec(this.source.slice(this.at, this.at + 20))[0])
      if (this.isUnicode || number <= this.groups) this.refuseReference(start)
    }
    const octal = this.take(/[0-3][0-7]{0,2}|[4-7][0-7]?/y)
    return octal === undefined ? this.character() : parseInt(octal[0], 8)
  }

  escapedCharacter(isClass) {
    const hex = (sticky) => {
      const found = this.take(sticky)
      return found === undefined ? undefined : parseInt(found[1], 16)
    }
    const char = this.source[this.at]
    if (char === 'c') {
      const control = this.take(isClass && !this.isUnicode ? /c([A-Za-z0-9_])/y : /c([A-Za-z])/y)
      // The backslash is literal; the letter is read next.
      return control === undefined ? 0x5c : control[1].charCodeAt(0) & 31
    }
    if (char === 'x') return hex(/x([0-9a-fA-F]{2})/y) ?? this.character()
    if (char === 'u' && !this.isUnicode) return hex(/u([0-9a-fA-F]{4})/y) ?? this.character()
    if (char === 'u') {
      const pair = this.take(/u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/iy)
      if (pair !== undefined) return String.fromCharCode(parseInt(pair[1], 16), parseInt(pair[2], 16)).codePointAt(0)
      return hex(/u\{([0-9a-fA-F]+)\}/y) ?? hex(/u([0-9a-fA-F]{4})/y)
    }
    if (char === 'b' && isClass) {
      this.at++
      return 8
    }
    const named = 'tnvfr'.indexOf(char)
    if (named < 0) return this.character()
    this.at++
    return 9 + named
  }
}

/** Most recent translations, oldest first: a pattern and the `RegExp` as text, by that text and the references. */
const recent = new Map()
const MAX_RECENT = 32

/**
 * Returns the pattern that matches the same text as the `RegExp`, with its groups if `replacement` refers to any. Throws
 * for features that the engine does not support, with the offset in the source of the `RegExp`, in UTF-16 code units.
 */
function translate(regexp, name, replacement = '') {
  const original = `/${regexp.source}/${regexp.flags}`
  const references = referencesIn(replacement)
  const key = references.size === 0 ? original : `${original} ${JSON.stringify([...references])}`
  const known = recent.get(key)
  if (known !== undefined) return known.pattern
  // A subclass can return any `source`; the engine checks it.
  const { source, flags } = new RegExp(regexp.source, regexp.flags)
  const cannot = (why) => {
    throw new RansackOptionError(`\`${name}\` cannot be the regular expression ${clip(original)}: ${why}`)
  }
  for (const flag of flags) {
    if (!'dgimsuv'.includes(flag)) cannot(`the flag \`${flag}\` has no counterpart`)
  }
  const refuse = (what, offset) => cannot(`${what}, at offset ${offset}`)
  const pattern = new Translator(source, flags, refuse, references).translate()
  if (recent.size === MAX_RECENT) recent.delete(recent.keys().next().value)
  recent.set(key, { pattern, original })
  return pattern
}

/**
 * Returns, as text, the `RegExp` that was translated to a pattern; undefined if the translation is not among the most
 * recent.
 */
function originalOf(pattern) {
  for (const each of recent.values()) if (each.pattern === pattern) return each.original
  return undefined
}

module.exports = { originalOf, translate }
