'use strict'

// Lookup in a syntax tree: `blockRangeAt`, `nodeChainAt`, `enclosingBlockBoundaries`.

const ransack = require('../../entry.js')
const { languageNamed } = require('./internal/languages.js')
const { callSync, fields, pick } = require('./internal/shape.js')

/** Calls `run` with the options in the library's form; returns null if the language is unknown or not given. */
function lookUp(options, names, run) {
  const { lang, path, ...given } = pick(options, ['code', 'lang', 'path', ...names])
  if (lang === undefined) return path === undefined ? null : callSync(() => run({ ...given, path }))
  const name = languageNamed(lang)
  return name === undefined ? null : callSync(() => run({ ...given, lang: name }))
}

function blockRangeAt(options) {
  const node = lookUp(options, ['line'], ransack.blockRangeAt)
  return node && fields(node, ['startLine', 'endLine'])
}

function nodeChainAt(options) {
  // The last node is the whole text.
  const chain = lookUp(options, ['line'], ransack.nodeChainAt)?.slice(0, -1) ?? []
  return chain.length === 0 ? null : chain.map((node) => fields(node, ['startLine', 'endLine', 'kind']))
}

function enclosingBlockBoundaries(options) {
  return lookUp(options, ['ranges'], ransack.enclosingBlockBoundaries)
}

module.exports = { blockRangeAt, enclosingBlockBoundaries, nodeChainAt }
