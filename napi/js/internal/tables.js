'use strict'

// Tables of the options of calls that are not operations over files, from the interfaces that src/ declares, and
// readers of options that are objects. test/options.test.mjs compares each table with the interface of its options
// in the type declarations.

const { contentId, declared, root } = require('./declared.js')
const {
  any, bool, callback, content, count, limit, list, nested, oneOf, path, reader, readOptions, string, table, text, UNFIT, isObject, pairs,
} = require('./options.js')
const { CutAt, DefinitionLayout, DefinitionPart, EditAction, ImportKind, InsertPlace, SkeletonLevel, VocabularyFormat } = require('../constants.js')
const { RansackOptionError } = require('../error.js')

/** Creates the option table of a call from the interface `name`; `own` has further options, or other readers. */
function tableOf(name, own = {}, requiredOwn = []) {
  const { options, required } = declared(name, own)
  return table({ ...options, ...own }, [...required, ...requiredOwn])
}

/** Returns an object whose properties are computed when they are first read. */
function onFirstUse(computations) {
  const values = {}
  for (const [name, compute] of Object.entries(computations)) {
    const get = () => {
      const value = compute()
      Object.defineProperty(values, name, { value, enumerable: true })
      return value
    }
    Object.defineProperty(values, name, { get, enumerable: true, configurable: true })
  }
  return values
}

/** Creates the option tables of a function and of the method of `Workspace`. */
const tablesOf = (name, own) => ({ plain: tableOf(name, own), inWorkspace: tableOf(name, { ...own, wait: bool }) })

const PART = oneOf(DefinitionPart)
const PLACE = oneOf(InsertPlace)
const IMPORT_KIND = oneOf(ImportKind)
const IMPORT_NAME = table({ name: string, alias: string }, ['name'])
const importName = reader(
  'a string or an object with `name`',
  (value, name) => {
    if (typeof value === 'string') return [value, undefined]
    if (!isObject(value)) return UNFIT
    const read = readOptions(IMPORT_NAME, value, name)
    return [read.name, read.alias]
  },
  'strings and objects with `name`',
)

/** Creates a reader of objects with a module, which native code takes as lists of fields. */
function importReader(readers) {
  const fields = table({ module: string, ...readers }, ['module'])
  const read = (value, option) => {
    if (!isObject(value)) return UNFIT
    const { module, names, kind, name } = readOptions(fields, value, option)
    return [module, names, kind, name]
  }
  return reader('an object with `module`', read, 'objects with `module`')
}

const ADDED_IMPORT = importReader({ names: list(importName), kind: IMPORT_KIND })
const REMOVED_IMPORT = importReader({ name: string })
// The fields depend on the action, which is read before.
const EDITED_IMPORT = {
  ...ADDED_IMPORT,
  read: (value, name, sofar) => (sofar.action === 'removeImports' ? REMOVED_IMPORT : ADDED_IMPORT).read(value, name),
}

const ACTION = oneOf(EditAction)
// Options for each action in addition to `path` and `action`, and the names of the required options.
const ACTIONS = {
  replace: [['name', 'part', 'text'], ['name', 'text']],
  rename: [['name', 'text'], ['name', 'text']],
  insert: [['name', 'place', 'text'], ['name', 'place', 'text']],
  remove: [['name'], ['name']],
  move: [['name', 'place', 'target', 'targetPath'], ['name', 'place']],
  region: [['name', 'text', 'target'], ['name']],
  addImports: [['imports'], ['imports']],
  removeImports: [['imports'], ['imports']],
  organiseImports: [[], []],
}
const EDIT_READERS = {
  path,
  ifVersion: contentId,
  action: ACTION,
  name: string,
  part: PART,
  place: PLACE,
  text: string,
  target: string,
  targetPath: path,
  imports: list(EDITED_IMPORT),
}
const EDIT_TABLE = table(EDIT_READERS, ['action'])
const EDIT = reader(
  'an object with `action`',
  (value, name) => {
    if (!isObject(value)) return UNFIT
    const edit = readOptions(EDIT_TABLE, value, name)
    const [known, required] = ACTIONS[edit.action]
    for (const option of Object.keys(EDIT_READERS)) {
      const isForAll = option === 'path' || option === 'ifVersion' || option === 'action'
      if (option in edit && !known.includes(option) && !isForAll) {
        throw new RansackOptionError(`the action '${edit.action}' takes no \`${option}\``)
      }
    }
    for (const option of required) {
      if (!(option in edit)) {
        throw new RansackOptionError(`\`${option}\` must be given for the action '${edit.action}'`)
      }
    }
    return edit
  },
  'objects with `action`',
)

const OUTLINE = { keyDepth: limit }
const SKELETON = {
  level: oneOf(SkeletonLevel),
  names: list(string),
  maxTokens: limit,
  tokenEncoding: string,
}

/** Creates the option tables for an operation on one file or source text; `own` contains the other options. */
const structure = (own, required = []) => ({
  file: tableOf('OneFileOptions', own, required),
  inWorkspace: tableOf('OneFileOptions', { ...own, wait: bool }, required),
  text: textTable(own, required),
})

/** Creates the option table for a call on one source text; `own` contains the other options. */
const textTable = (own, required) => tableOf('OneTextOptions', { ...own, source: text }, required)

const isLine = (value) => Number.isSafeInteger(value) && value !== 0
const LINE = 'a line number, or a negative number from the end'
const line = reader(LINE, (value) => (isLine(value) ? value : UNFIT))
const lastLine = reader(`${LINE}, or Infinity for the last line`, (value) => {
  if (value === Infinity) return undefined
  return isLine(value) ? value : UNFIT
})
const lineNumber = reader('a line number', count.read)
const FILE_LINES = table({ path, from: line, to: lastLine })
const fileLines = reader('an object', (value, name, sofar) => {
  if (!isObject(value)) return UNFIT
  const { path, from, to } = readOptions(FILE_LINES, value, name)
  if (path === undefined && sofar.path === undefined) {
    throw new RansackOptionError('`path` must be given, or `path` for the call')
  }
  return [path, from, to]
}, 'objects')

const RANGE = table({ startLine: count, endLine: limit }, ['startLine', 'endLine'])
const range = reader(
  'an object with `startLine` and `endLine`',
  (value, name) => (isObject(value) ? readOptions(RANGE, value, name) : UNFIT),
  'objects with `startLine` and `endLine`',
)

const highlight = () => ({ colors: nested(TABLES.colors), lines: range })

// Same as `BufferChange` in src/workspace.rs; `rangeLength` is deprecated in LSP, and has no effect.
const LSP_POSITION = table({ line: count, character: count }, ['line', 'character'])
const lspPosition = nested(LSP_POSITION)
const LSP_RANGE = table({ start: lspPosition, end: lspPosition }, ['start', 'end'])
const BUFFER_CHANGE = table({ range: nested(LSP_RANGE), rangeLength: count, text: content }, ['text'])
const bufferChange = reader(
  'an object with `text`',
  (value, name) => {
    if (!isObject(value)) return UNFIT
    const { range, text } = readOptions(BUFFER_CHANGE, value, name)
    return { range, text }
  },
  'objects with `text`',
)

const TEXT = {
  tabWidth: any,
  fixedTabs: any,
  ambiguousWide: any,
  clusterWidth: any,
  emojiVariation: any,
  textVariation: any,
  loneRegionalWide: any,
}

const TOKENS = { encoding: any, allowedSpecial: any }
const TRUNCATE = { from: oneOf(CutAt), marker: string, lineBoundary: bool }

const isId = (value) => typeof value === 'number' && value >>> 0 === value
const tokenId = reader('a token id', (value) => (isId(value) ? value : UNFIT))
const VOCABULARY = { format: oneOf(VocabularyFormat), pattern: string, specialTokens: pairs(tokenId) }

const TABLES = onFirstUse({
  addImports: () => textTable({ imports: list(ADDED_IMPORT) }, ['imports']),
  applyPatch: () => tablesOf('ApplyPatchOptions'),
  astMatch: () => tableOf('AstMatchOptions', { source: text }),
  blockRange: () => tableOf('BlockRangeOptions', { code: text }),
  bufferSyntax: () => tableOf('BufferSyntaxOptions'),
  call: () => tableOf('CallOptions'),
  checkpoint: () => tablesOf('CheckpointOptions'),
  colors: () => tableOf('HighlightColors'),
  definition: () => structure({ name: string, parts: list(PART), layout: oneOf(DefinitionLayout) }, ['name']),
  edit: () => tablesOf('EditOptions', { edits: list(require('./file_edit.js').fileEdit(contentId)) }),
  editDefinition: () => tablesOf('DefinitionEditOptions', { edits: list(EDIT) }),
  editText: () => tableOf('EditTextOptions'),
  edits: () => tablesOf('EditsOptions'),
  enclosingBoundary: () => tableOf('EnclosingBoundaryOptions', { code: text, ranges: list(range) }),
  exports: () => structure({}),
  fuzzyMatch: () => tableOf('FuzzyMatchOptions'),
  hasMatch: () => tableOf('TimeoutOptions', { ignoreCase: bool, multiline: bool, backtracking: bool }),
  highlight: () => tableOf('HighlightOptions', highlight()),
  highlightBuffer: () => tableOf('HighlightOptions', { ...highlight(), lang: string }),
  imports: () => structure({}),
  organiseImports: () => textTable({ fileName: string }),
  outline: () => structure(OUTLINE),
  patchText: () => tableOf('PatchTextOptions'),
  readLines: () => tablesOf('ReadLinesOptions', { ranges: list(fileLines), from: line, to: lastLine }),
  ready: () => tableOf('CallOptions', { onProgress: callback }),
  recovery: () => tableOf('RecoveryOptions'),
  redo: () => tablesOf('UndoOptions'),
  removeImports: () => textTable({ imports: list(REMOVED_IMPORT) }, ['imports']),
  render: () => tableOf('RenderOptions'),
  resolveLines: () => tablesOf('ResolveLinesOptions', { snapshot: contentId, from: lineNumber, to: lineNumber }),
  search: () => tableOf('SearchOptions'),
  skeleton: () => structure(SKELETON),
  undo: () => tablesOf('UndoOptions'),
  unifiedDiff: () => tableOf('UnifiedDiffOptions'),
  workspace: () => tableOf('WorkspaceOptions'),
  // js/text.js contains their readers, which it calls for every line of a terminal.
  extractSegments: () => table({ ...TEXT, strictAfter: any }),
  pad: () => table({ ...TEXT, align: any }),
  slice: () => table({ ...TEXT, strict: any }),
  text: () => table(TEXT),
  truncate: () => table({ ...TEXT, ellipsis: any, cutAt: any, wordBoundary: any, pad: any }),
  wrap: () => table({
    ...TEXT,
    keepSpaces: any,
    keepUrls: any,
    hard: any,
    wordWrap: any,
    breakAfterHyphens: any,
    breakAfterSlashes: any,
  }),
  // js/tokens.js reads the vocabulary.
  tokens: () => table(TOKENS),
  tokenTask: () => tableOf('CallOptions', TOKENS),
  truncateTokens: () => table({ ...TOKENS, ...TRUNCATE }),
  truncateTokensTask: () => tableOf('CallOptions', { ...TOKENS, ...TRUNCATE }),
  vocabularyFile: () => table(VOCABULARY),
  vocabularyFileTask: () => tableOf('CallOptions', VOCABULARY),
})

module.exports = {
  BUFFER_CHANGES: list(bufferChange),
  OUTLINE,
  SKELETON,
  TABLES,
}
