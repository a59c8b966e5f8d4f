'use strict'

const native = require('./internal/native.js')
const { RansackOptionError } = require('./error.js')
const { joinParts, partsOf, withText } = require('./internal/content.js')
const { describe } = require('./internal/describe.js')
const { call, callerOf, fromFailure } = require('./internal/failure.js')
const { method } = require('./internal/files.js')
const { nearest } = require('./internal/nearest.js')
const { once } = require('./internal/once.js')
const { content: CONTENT, path: PATH, readOptional, readValue, string: STRING, text: TEXT } = require('./internal/options.js')
const { Records } = require('./internal/records.js')
const { TABLES } = require('./internal/tables.js')

/** Returns the value of a native function, or throws its failure. */
function valueOf(value) {
  if (value !== null && 'code' in value) throw fromFailure(value)
  return value
}

const string = (name, value) => readValue(STRING, name, value)
const content = (name, value) => readValue(CONTENT, name, value)

/** Checks the name of a language. Without a name, text stays plain. */
const language = (value) => (value === undefined || value === null ? '' : string('lang', value))

const supportsLanguage = (lang) => call(native.supportsLanguage, string('lang', lang))
const getSupportedLanguages = () => call(native.getSupportedLanguages)
const highlightEngine = (lang) => call(native.highlightEngine, string('lang', lang))
const highlightAcknowledgements = () => call(native.highlightAcknowledgements)

function detectLanguage(path, firstBytes) {
  const bytes = firstBytes === undefined || firstBytes === null ? '' : content('firstBytes', firstBytes)
  return call(native.detectLanguage, readValue(PATH, 'path', path), bytes)
}

// Themes

let classNames
const classes = () => (classNames ??= native.highlightClasses())

/** Native handles of themes. */
const handles = new WeakMap()

// Private to this module, so only its factories can call the constructor.
const LOADED = Symbol('loaded')

class Theme {
  constructor(made, handle) {
    if (made !== LOADED) throw new RansackOptionError('create a Theme with `Theme.named` or `Theme.fromTmTheme`')
    const [name, isDark, foreground, background, styles] = native.themeFields(handle)
    Object.assign(this, { name, isDark, foreground, background })
    this.styles = Object.fromEntries(styles.map((style, i) => [classes()[i], style]))
    handles.set(this, handle)
  }

  static names() {
    return native.themeNames()
  }

  static named(name) {
    const handle = native.theme(string('name', name))
    return handle === null ? undefined : new Theme(LOADED, handle)
  }

  static fromTmTheme(text) {
    return new Theme(LOADED, valueOf(native.loadTheme(content('text', text))))
  }

  css(selector) {
    return native.themeCss(handles.get(this), string('selector', selector))
  }
}

/** Native handles of bundled themes, by name. */
const bundled = new Map()

/** Throws the error for a value that is no theme. */
function unknownTheme(theme) {
  const meant = typeof theme === 'string' ? nearest(theme, new Set(Theme.names())) : undefined
  const hint = meant === undefined ? '' : `; did you mean \`${meant}\`?`
  throw new RansackOptionError(`\`theme\` must be a Theme or one of Theme.names(), not ${describe(theme)}${hint}`)
}

function handleOf(theme) {
  if (theme === undefined || theme === null) return undefined
  let handle = typeof theme === 'string' ? bundled.get(theme) : handles.get(theme)
  if (handle === undefined && typeof theme === 'string') {
    handle = native.theme(theme) ?? undefined
    if (handle !== undefined) bundled.set(theme, handle)
  }
  if (handle === undefined) unknownTheme(theme)
  return handle
}

/** Reads options and replaces the theme, if any, with its handle. */
function read(given, table = TABLES.highlight) {
  const options = readOptional(table, given)
  options.theme = themeOf(options)
  return options
}

function themeOf({ colors, theme }) {
  if (colors === undefined) return handleOf(theme)
  if (theme !== undefined) throw new RansackOptionError('`colors` and `theme` cannot both be given')
  return undefined
}

// Lone surrogates: Rust receives and returns U+FFFD instead.

/** Returns the characters of `text` that are U+FFFD in Rust, in order. */
const replaced = (text) => text.match(/[\ufffd\ud800-\udfff]/gu) ?? []

/** Replaces the U+FFFD characters of `output` with the last of `originals`. */
function restore(output, originals) {
  const count = output.split('\ufffd').length - 1
  let next = originals.length - count
  return output.replaceAll('\ufffd', () => originals[next++] ?? '\ufffd')
}

// Calls

class HighlightSpans extends Records {
  constructor(numbers) {
    super()
    this.numbers = numbers
  }

  get length() {
    return this.numbers.length / 3
  }

  record(i) {
    const { numbers } = this
    return { start: numbers[3 * i], end: numbers[3 * i + 1], class: classes()[numbers[3 * i + 2]] }
  }
}

/** Returns the characters of the text that are U+FFFD in Rust, in steps; undefined if the text is well-formed. */
function* replacedInSteps(code) {
  const parts = [...partsOf(code)]
  let isWellFormed = true
  for (const part of parts) {
    isWellFormed &&= part.isWellFormed()
    yield
  }
  if (isWellFormed) return undefined
  const found = []
  for (const part of parts) {
    for (const each of replaced(part)) found.push(each)
    yield
  }
  return found
}

/** Converts an answer that contains long text in parts, in steps. */
function* answerParts([parts, report], code) {
  const originals = yield* replacedInSteps(code)
  let next = 0
  const restored = (part) => part.replaceAll('\ufffd', () => originals[next++])
  return { output: yield* joinParts(parts, originals === undefined ? same : restored), report }
}

const same = (text) => text

function answer([output, report], code, isSpans) {
  if (isSpans) return { spans: new HighlightSpans(output), report }
  if (typeof code === 'string' && !code.isWellFormed()) return { output: restore(output, replaced(code)), report }
  return { output, report }
}

function highlight(code, lang, options) {
  const text = content('code', code)
  const given = read(options)
  const found = valueOf(call(native.highlight, text, language(lang), given.theme, given))
  return answer(found, code, given.output === 'spans')
}

async function highlightAsync(code, lang, options) {
  const text = readValue(TEXT, 'code', code)
  const name = language(lang)
  const given = read(options)
  const at = callerOf(highlightAsync)
  const isSpans = given.output === 'spans'
  const isInParts = ([output]) => !isSpans && typeof code === 'string' && typeof output !== 'string'
  const steps = (found) => (isInParts(found) ? answerParts(found, code) : undefined)
  return withText(text, given, at, (text, left) => {
    const start = (waker, id) => native.highlightTask(waker, id, text, name, left.theme, left)
    return once({ read: () => left, start, steps, convert: (found) => answer(found, code, isSpans), at }, options)
  })
}

/** Converts the answer for a buffer that contains long text in parts, in steps. */
function* bufferParts([parts, report]) {
  return { output: yield* joinParts(parts, same), report }
}

method('highlightBuffer', function highlightBuffer(handle, path, options) {
  let isSpans
  const readAll = (given) => {
    const { lang, ...left } = read(given, TABLES.highlightBuffer)
    isSpans = left.output === 'spans'
    return { ...left, path: readValue(PATH, 'path', path), lang: lang ?? '' }
  }
  const start = (waker, id, { path, lang, ...left }) =>
    native.highlightBufferTask(handle, path, waker, id, lang, left.theme, left)
  const steps = (found) => (isSpans || typeof found[0] === 'string' ? undefined : bufferParts(found))
  const convert = (found) => answer(found, '', isSpans)
  return once({ read: readAll, start, steps, convert, at: callerOf(highlightBuffer) }, options)
})

async function warmLanguage(lang, options) {
  const name = string('lang', lang)
  const start = (waker, id, { timeoutMs }) => native.warmTask(waker, id, name, timeoutMs)
  const read = (given) => readOptional(TABLES.call, given)
  return once({ read, start, convert: () => undefined, at: callerOf(warmLanguage) }, options)
}

const highlightCode = (code, lang, colors) => highlight(string('code', code), lang, { colors: colors ?? {} }).output

class HighlightStream {
  #language
  #options
  #theme
  #stream
  /** Whether chunks are strings. The first chunk determines the type of all chunks. */
  #isString = true
  #isEmpty = true
  /** High surrogate at the end of the text, whose low surrogate may follow. */
  #half = ''
  /** Characters of the text that are U+FFFD in Rust, starting with the first lone surrogate. */
  #originals
  /** Update that was not delivered because its call failed; the next update includes it. */
  #unseen

  constructor(lang, options) {
    const given = read(options)
    if (given.output === 'spans') throw new RansackOptionError('`output` cannot be the string "spans" for a stream')
    if (given.lines !== undefined) throw new RansackOptionError('`lines` cannot be given for a stream')
    this.#language = language(lang)
    this.#options = given
    this.#theme = given.theme
    this.#open()
  }

  #open() {
    this.#stream = call(native.highlightStream, this.#language, this.#isString, this.#theme, this.#options)
  }

  push(chunk) {
    const given = content('chunk', chunk)
    const isString = typeof given === 'string'
    if (isString !== this.#isString) {
      if (!this.#isEmpty) throw new RansackOptionError('`chunk` must be of the same kind as the chunks before it')
      this.#isString = isString
      this.#open()
    }
    if (!isString) return this.#advance(given)
    const text = this.#half + given
    const half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
    const update = this.#advance(text.slice(0, text.length - half.length))
    this.#half = half
    return update
  }

  finish() {
    if (this.#half !== '') {
      this.#unseen = this.#advance(this.#half)
      this.#half = ''
    }
    return this.#advance()
  }

  get report() {
    return native.highlightStreamReport(this.#stream)
  }

  /** Appends text, or completes the output if called without text. If it throws, nothing is appended. */
  #advance(text) {
    const [keep, append] = valueOf(call(native.highlightPush, this.#stream, text))
    if (text !== undefined) this.#isEmpty = false
    if (typeof text === 'string' && (this.#originals !== undefined || !text.isWellFormed())) {
      this.#originals ??= []
      for (const original of replaced(text)) this.#originals.push(original)
    }
    const update = { keep, append: this.#originals === undefined ? append : restore(append, this.#originals) }
    const first = this.#unseen
    this.#unseen = undefined
    if (first === undefined || keep <= first.keep) return update
    return { keep: first.keep, append: first.append.slice(0, keep - first.keep) + update.append }
  }
}

module.exports = {
  HighlightStream,
  Theme,
  detectLanguage,
  getSupportedLanguages,
  highlight,
  highlightAcknowledgements,
  highlightAsync,
  highlightCode,
  highlightEngine,
  supportsLanguage,
  warmLanguage,
}
