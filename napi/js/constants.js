'use strict'

const native = require('./internal/native.js')

const Encoding = Object.freeze({
  O200kBase: 'o200k_base',
  O200kHarmony: 'o200k_harmony',
  Cl100kBase: 'cl100k_base',
  P50kBase: 'p50k_base',
  P50kEdit: 'p50k_edit',
  R50kBase: 'r50k_base',
  Gpt2: 'r50k_base',
})

const ModelFamily = Object.freeze({
  Claude3: 'claude-3',
  Claude47: 'claude-4.7',
  Qwen35: 'qwen-3.5',
  DeepSeek3: 'deepseek-3',
  KimiK2: 'kimi-k2',
  Glm5: 'glm-5',
})

/** Creates an enumeration of the values of an option: `FilesWithMatches: 'filesWithMatches'`. */
function enumeration(...values) {
  const keys = {}
  // `Object.fromEntries` takes Bun 1 ms more to load the package.
  for (const value of values) keys[value[0].toUpperCase() + value.slice(1)] = value
  return Object.freeze(keys)
}

const EditAction = enumeration(
  'replace', 'rename', 'insert', 'remove', 'move', 'region', 'addImports', 'removeImports', 'organiseImports',
)

const ImportKind = enumeration(
  'static', 'wildcard', 'sideEffect', 'dynamic', 'include', 'systemInclude', 'member', 'reExport', 'typeOnly',
  'function', 'constant',
)

module.exports = {
  Align: enumeration('left', 'right', 'center'),
  ClusterWidth: enumeration('capped', 'first', 'sum'),
  CutAt: enumeration('end', 'start', 'middle'),
  DefinitionLayout: enumeration('exact', 'lines', 'dedented'),
  DefinitionPart: enumeration('whole', 'doc', 'attributes', 'signature', 'body', 'value', 'summary'),
  EditAction,
  Ellipsis: native.Ellipsis,
  Encoding,
  FileType: native.FileType,
  FileTypeName: enumeration('file', 'dir', 'symlink'),
  GrepMode: enumeration('content', 'count', 'filesWithMatches'),
  Grouping: enumeration('file', 'flat'),
  HighlightEngine: enumeration('treeSitter', 'syntect', 'plain'),
  HighlightOutput: enumeration('ansi', 'html', 'spans'),
  ImportKind,
  IndexMode: enumeration('none', 'memory', 'disk'),
  InsertPlace: enumeration('before', 'after', 'firstMember', 'lastMember'),
  Keeps: enumeration('everything', 'nothing'),
  ModelFamily,
  OnTimeout: enumeration('fail', 'partial'),
  PackFormat: enumeration('markdown', 'xml', 'json', 'plain', 'jinni'),
  PackLevel: enumeration('omitted', 'path', 'outline', 'skeleton', 'uncommented', 'whole'),
  PackReason: enumeration('complete', 'level', 'budget', 'secret'),
  PathsFrom: enumeration('root', 'workspace', 'absolute'),
  Preset: enumeration('none', 'agent'),
  RefreshMode: enumeration('walk', 'watch', 'stat', 'manual'),
  RuleMode: enumeration('nearest', 'jinni'),
  SkeletonLevel: enumeration('names', 'signatures', 'docs', 'full'),
  Strictness: enumeration('cst', 'smart', 'ast', 'relaxed', 'signature', 'template'),
  TerminalColors: enumeration('trueColor', 'ansi256', 'ansi16'),
  TreeStyle: enumeration('indent', 'lines', 'ascii'),
  UNICODE_VERSION: native.unicodeVersion(),
  VocabularyFormat: enumeration('tiktoken', 'json'),
}
