'use strict'

const native = require('./js/native.js')
const ast = require('./js/ast.js')
const { RansackError, RansackOptionError, call } = require('./js/error.js')
const { fuzzyFind, fuzzyMatch } = require('./js/fuzzy.js')
const { escapeGlob, glob, globStream } = require('./js/glob.js')
const { grep, grepStream } = require('./js/grep.js')
const highlight = require('./js/highlight.js')
const { hasMatch, search } = require('./js/search.js')
const syntax = require('./js/syntax.js')
const text = require('./js/text.js')
const tokens = require('./js/tokens.js')
const { Workspace } = require('./js/workspace.js')

module.exports = {
  FileType: native.FileType,
  RansackError,
  RansackOptionError,
  Workspace,
  escapeGlob,
  fileTypes: () => call(native.fileTypes),
  fuzzyFind,
  fuzzyMatch,
  glob,
  globStream,
  grep,
  grepStream,
  hasMatch,
  invalidateFsScanCache: (path) => call(native.invalidateFsScanCache, path),
  search,
  setThreads: (threads) => call(native.setThreads, threads),
  threads: () => call(native.threads),
  ...ast,
  ...syntax,
  ...highlight,
  ...text,
  ...tokens,
}
