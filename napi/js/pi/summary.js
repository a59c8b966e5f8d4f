'use strict'

// Summary of source text: the lines of the text without the insides of its definitions, from the library's outline.

const ransack = require('../../entry.js')
const { languageNamed } = require('./internal/languages.js')
const { callSync, pick } = require('./internal/shape.js')

const DEFAULT_BODY_LINES = 4
/** Lines of a body that always stay: the first and the last. */
const BORDER = 2

/** Returns the folds of definitions: the lines inside their bodies or values, with the folds inside these. */
function foldsOf(items, minLines) {
  return items.flatMap((item) => {
    const inner = foldsOf(item.children, minLines)
    const { startLine, endLine } = item.bodyRange ?? item.valueRange ?? item.range
    const lines = endLine - startLine + 1
    // The text of a section of prose is not inside of it.
    const isFold = item.kind !== 'section' && (item.bodyRange !== undefined || item.valueRange !== undefined)
    if (!isFold || lines < Math.max(minLines, BORDER + 1)) return inner
    const [first, last] = [startLine + 1, endLine - 1]
    return [{ first, last, lines: lines - BORDER, inner: inner.filter((fold) => fold.first >= first && fold.last <= last) }]
  })
}

const linesOf = (folds) => folds.reduce((lines, fold) => lines + fold.lines, 0)

/** Opens folds, outer ones first, until `target` lines are visible; never more than `limit`. Returns the closed ones. */
function unfolded(folds, total, target, limit) {
  const closed = []
  const queue = [...folds]
  let visible = total - linesOf(folds)
  while (queue.length > 0) {
    const fold = queue.shift()
    const shown = visible + fold.lines - linesOf(fold.inner)
    if (visible >= target || shown > limit) {
      closed.push(fold)
    } else {
      visible = shown
      queue.push(...fold.inner)
    }
  }
  return closed.sort((a, b) => a.first - b.first)
}

/** Returns the segments of a text: the lines of the folds, and the lines between them. */
function segmentsOf(lines, folds) {
  const segments = []
  let next = 1
  const keep = (endLine) => {
    if (endLine < next) return
    segments.push({ kind: 'kept', startLine: next, endLine, text: lines.slice(next - 1, endLine).join('\n') })
  }
  for (const { first, last } of folds) {
    keep(first - 1)
    segments.push({ kind: 'elided', startLine: first, endLine: last })
    next = last + 1
  }
  keep(lines.length)
  return segments
}

/** Returns the outline of a text, or undefined if its language is unknown. */
function outlineOf({ code, lang, path }) {
  const language = lang === undefined ? path !== undefined && ransack.detectLanguage(path) : languageNamed(lang)
  return language ? ransack.outlineSync({ source: code, lang: language, keyDepth: Infinity }) : undefined
}

function summarizeCode(options) {
  const names = ['code', 'lang', 'path', 'minBodyLines', 'unfoldUntilLines', 'unfoldLimitLines']
  const { minBodyLines = DEFAULT_BODY_LINES, unfoldUntilLines = 0, ...given } = pick(options, names)
  const { code, unfoldLimitLines = 2 * unfoldUntilLines } = given
  const outline = callSync(() => outlineOf(given))
  const lines = code.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  const totalLines = lines.length
  if (outline === undefined || outline.syntaxErrors > 0 || totalLines === 0) {
    const segments = totalLines === 0 ? [] : [{ kind: 'kept', startLine: 1, endLine: totalLines, text: code }]
    return { parsed: false, elided: false, totalLines, segments }
  }
  const folds = unfolded(foldsOf(outline.items, minBodyLines), totalLines, unfoldUntilLines, unfoldLimitLines)
  return { language: outline.language, parsed: true, elided: folds.length > 0, totalLines, segments: segmentsOf(lines, folds) }
}

module.exports = { summarizeCode }
