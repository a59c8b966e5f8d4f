'use strict'

// Translation of JavaScript's regular expressions to the syntax of Rust's `regex` crate.

const { RansackOptionError } = require('../error.js')
const { clip } = require('./describe.js')

/** Classes that JavaScript restricts to ASCII, as the content of a character class, and their complements. */
const CLASSES = { d: '0-9', w: '0-9A-Za-z_' }
const NEGATED = { D: '[^0-9]', W: '[^0-9A-Za-z_]' }
/** Word boundaries at ASCII words; with a leading flag, as they have none of their own. */
const BOUNDARIES = { b: '(?-u:\\b)', B: '(?-u:\\B)' }

/**
 * Returns the pattern that matches what the `RegExp` does. Of its flags, `i` and `s` are mapped, `m` is
 * that of every search for lines, and `d`, `g` and `u` change nothing. Throws for the others, and for
 * parts that the engine does not have.
 */
function translate(regexp, name) {
  const { source, flags } = regexp
  const refuse = (what) => {
    throw new RansackOptionError(`\`${name}\` cannot be the regular expression ${clip(String(regexp))}: ${what}`)
  }
  for (const flag of flags) {
    if (!'dgimsu'.includes(flag)) refuse(`the flag \`${flag}\` has no counterpart`)
  }
  const on = [...'is'].filter((flag) => flags.includes(flag)).join('')
  const translated = parts(source, refuse)
  return on === '' ? translated : `(?${on}:${translated})`
}

function parts(source, refuse) {
  let result = ''
  let isClass = false
  for (let i = 0; i < source.length; i++) {
    const char = source[i]
    if (char === '\\') {
      const [text, length] = escape(source, i, isClass, refuse)
      result += text
      i += length - 1
    } else if (isClass) {
      if (char === ']') isClass = false
      // Rust's classes nest and have operators of two characters.
      result += '[&~'.includes(char) || (char === '-' && source[i + 1] === '-') ? `\\${char}` : char
    } else if (char === '[') {
      isClass = true
      if (source.startsWith('[^]', i)) {
        result += '(?s:.)'
        i += 2
        isClass = false
      } else if (source.startsWith('[]', i)) {
        refuse('`[]` matches nothing')
      } else {
        result += source[i + 1] === '^' ? '[^' : '['
        if (source[i + 1] === '^') i++
      }
    } else if (char === '(' && /^\(\?<?[=!]/.test(source.slice(i, i + 4))) {
      refuse('the engine has no lookaround')
    } else {
      result += char
    }
  }
  return result
}

/** Translates the escape at `i`. Returns the text and the length of the escape. */
function escape(source, i, isClass, refuse) {
  const char = source[i + 1]
  if (Object.hasOwn(CLASSES, char)) return [isClass ? CLASSES[char] : `[${CLASSES[char]}]`, 2]
  if (Object.hasOwn(NEGATED, char)) return [NEGATED[char], 2]
  if (char === 'b') return [isClass ? '\\x08' : BOUNDARIES.b, 2]
  if (char === 'B' && !isClass) return [BOUNDARIES.B, 2]
  if (char === 's' || char === 'S') {
    // Rust's `\s` has U+0085 and lacks U+FEFF.
    const inner = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
    return [char === 'S' ? `[^${inner}]` : isClass ? inner : `[${inner}]`, 2]
  }
  if (char === '0' && !/[0-9]/.test(source[i + 2] ?? '')) return ['\\x00', 2]
  if (/[1-9k]/.test(char)) refuse('the engine has no back-references')
  if (char === 'c' && /[A-Za-z]/.test(source[i + 2] ?? '')) {
    return [`\\x${(source.charCodeAt(i + 2) & 31).toString(16).padStart(2, '0')}`, 3]
  }
  const pair = /^\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/i.exec(source.slice(i, i + 12))
  if (pair !== null) {
    const code = String.fromCharCode(parseInt(pair[1], 16), parseInt(pair[2], 16)).codePointAt(0)
    return [`\\u{${code.toString(16)}}`, 12]
  }
  if (/^\\ud[89a-f]/i.test(source.slice(i, i + 4))) refuse('files have no lone surrogates')
  // An escape that means only the character itself.
  if (/[^a-zA-Z0-9_]/.test(char)) return [/[\x21-\x7e]/.test(char) ? `\\${char}` : char, 2]
  return [`\\${char}`, 2]
}

module.exports = { translate }
