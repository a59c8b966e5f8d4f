'use strict'

const native = require('./internal/native.js')

const Encoding = Object.freeze({
  O200kBase: 'O200kBase',
  O200kHarmony: 'O200kHarmony',
  Cl100kBase: 'Cl100kBase',
  P50kBase: 'P50kBase',
  P50kEdit: 'P50kEdit',
  R50kBase: 'R50kBase',
  Gpt2: 'Gpt2',
})

/** Creates an enumeration of the values of an option: `FilesWithMatches: 'filesWithMatches'`. */
const enumeration = (...values) =>
  Object.freeze(Object.fromEntries(values.map((value) => [value[0].toUpperCase() + value.slice(1), value])))

const EditAction = enumeration(
  'replace', 'rename', 'insert', 'remove', 'move', 'region', 'addImports', 'removeImports', 'organiseImports',
)

const ImportKind = enumeration(
  'static', 'wildcard', 'sideEffect', 'dynamic', 'include', 'systemInclude', 'member', 'reExport', 'typeOnly',
)

module.exports = {
  Align: enumeration('left', 'right', 'center'),
  ClusterWidth: enumeration('capped', 'first', 'sum'),
  CutAt: enumeration('end', 'start', 'middle'),
  DefinitionPart: enumeration('whole', 'doc', 'attributes', 'signature', 'body', 'value', 'summary'),
  EditAction,
  Ellipsis: native.Ellipsis,
  Encoding,
  FileType: native.FileType,
  FileTypeName: enumeration('file', 'dir', 'symlink'),
  GrepMode: enumeration('content', 'count', 'filesWithMatches'),
  HighlightEngine: enumeration('treeSitter', 'syntect', 'plain'),
  HighlightOutput: enumeration('ansi', 'html', 'spans'),
  ImportKind,
  IndexMode: enumeration('none', 'memory', 'disk'),
  InsertPlace: enumeration('before', 'after', 'firstMember', 'lastMember'),
  Keeps: enumeration('everything', 'nothing'),
  OnTimeout: enumeration('fail', 'partial'),
  RefreshMode: enumeration('walk', 'watch', 'stat', 'manual'),
  SkeletonLevel: enumeration('signatures', 'docs'),
  Strictness: enumeration('cst', 'smart', 'ast', 'relaxed', 'signature', 'template'),
  TerminalColors: enumeration('trueColor', 'ansi256', 'ansi16'),
  UNICODE_VERSION: native.unicodeVersion(),
  VocabularyFormat: enumeration('tiktoken', 'json'),
}
