'use strict'

// Highlighting by the line-based engine, which pi-natives uses too: `highlightCode`, `HighlightStream`, ...

const ransack = require('../../entry.js')
const { callSync } = require('./internal/shape.js')

const LINE_BASED = 'syntect'

/** Languages that `warmHighlighter` loads. */
const COMMON = ['typescript', 'python', 'rust', 'go', 'bash', 'json', 'markdown']

function highlightCode(code, lang, colors) {
  return callSync(() => ransack.highlight(code, lang, { colors: { ...colors }, engine: LINE_BASED }).output)
}

/** Highlighter of code that arrives in whole lines; what it has returned never changes. */
class HighlightStream {
  #lang
  #colors
  #stream
  /** Length of the output so far. */
  #length = 0

  constructor(lang, colors) {
    this.#lang = lang
    this.#colors = colors
    this.#stream = callSync(() => new ransack.HighlightStream(lang, { colors: { ...colors }, engine: LINE_BASED }))
  }

  get supported() {
    return this.#stream.report.language !== undefined
  }

  push(chunk) {
    // Other engines may change lines that they have returned.
    if (this.#stream.report.engine !== LINE_BASED) return highlightCode(chunk, this.#lang, this.#colors)
    const { keep, append } = callSync(() => this.#stream.push(chunk))
    const isFinal = keep === this.#length
    this.#length = keep + append.length
    // The rest of a line whose beginning was a chunk: the output of the whole line cannot replace it any more.
    return isFinal ? append : chunk
  }
}

const supportsLanguage = (lang) => callSync(() => ransack.supportsLanguage(lang))

const getSupportedLanguages = () => ransack.getSupportedLanguages()

/** Loads the grammars of common languages on the library's threads. */
async function warmHighlighter() {
  await Promise.all(COMMON.map((lang) => ransack.highlightAsync('', lang, { engine: LINE_BASED })))
}

module.exports = { HighlightStream, getSupportedLanguages, highlightCode, supportsLanguage, warmHighlighter }
