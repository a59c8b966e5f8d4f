'use strict'

// Names and readers of options: groups shared by several calls, and the tables of calls that are not operations
// over files. An operation over files declares its options in its module, from these groups and its own.
// test/options.test.mjs compares each table with the interface of its options in the type declarations.

const {
  any, bool, callback, content, count, limit, limitByDefault, list, nested, number, oneOf, oneOrMore, orLimit, path, pattern, reader,
  readOptions, record, signal, string, table, text, UNFIT, isObject, pairs,
} = require('./options.js')
const {
  CutAt, DefinitionLayout, DefinitionPart, EditAction, GrepMode, Grouping, HighlightEngine, HighlightOutput, ImportKind, IndexMode, InsertPlace, OnTimeout, PathsFrom,
  Preset, RefreshMode, SkeletonLevel, Strictness, TerminalColors, VocabularyFormat,
} = require('../constants.js')
const { RansackOptionError } = require('../error.js')
const { fileEdit } = require('./file_edit.js')

// Groups, same as in src/options.

const TIMEOUT = { timeoutMs: limit }
const CALL = { signal, latest: any, ...TIMEOUT }
const PAGE = { offset: count }

// The core does not name the only root of a call.
const root = {
  ...path,
  read: (value, name) => {
    if (value?.length === 0) throw new RansackOptionError(`\`${name}\` is an empty path`)
    return path.read(value, name)
  },
}
const ROOTS = { path, paths: list(root) }

const FILES = {
  ...CALL,
  // In a workspace, Infinity takes precedence over the default of searches.
  timeoutMs: limitByDefault,
  ...ROOTS,
  pathsFrom: oneOf(PathsFrom),
  after: string,
  glob: oneOrMore(string),
  globIgnoreCase: bool,
  type: oneOrMore(string),
  typeNot: oneOrMore(string),
  hidden: bool,
  gitignore: bool,
  ignoreFiles: oneOrMore(string),
  nestedRepositories: bool,
  maxDepth: limit,
  includeNodeModules: bool,
  followSymlinks: bool,
  tracked: bool,
  bytes: bool,
}

const onTimeout = oneOf(OnTimeout)
const FILE_SEARCH = { ...FILES, ...PAGE, cache: bool, onTimeout }
const CONTENT = { maxFileSize: limitByDefault, encoding: string }

const PATTERNS = {
  // Read before the patterns, since their reader depends on it.
  literal: bool,
  pattern,
  patterns: list(pattern),
  exclude: oneOrMore(pattern),
  ignoreCase: bool,
  smartCase: bool,
  word: bool,
  multiline: bool,
  dotAll: bool,
  backtracking: bool,
  sizeLimit: limitByDefault,
}

const LINES = {
  ...PATTERNS,
  invert: bool,
  mode: oneOf(GrepMode),
  limit: limitByDefault,
  maxCount: orLimit(limitByDefault),
  maxCountPerFile: limit,
  context: limitByDefault,
  contextBefore: limitByDefault,
  contextAfter: limitByDefault,
  maxColumns: limitByDefault,
}

// Paths as in results, or their bytes.
const RANK = {
  recent: list(content),
  current: content,
  frecency: record(number),
  limit: limitByDefault,
  maxResults: orLimit(limitByDefault),
}

// Rules are passed to native code as JSON.
const rule = reader('a string or an object', (value) => {
  if (typeof value === 'string') return value
  if (!isObject(value)) return UNFIT
  try {
    return JSON.stringify(value)
  } catch (error) {
    throw new RansackOptionError(`\`rule\` cannot be converted to JSON: ${error?.message}`)
  }
})

const strictness = oneOf(Strictness)
const SYNTAX_FILES = { ...CONTENT, lang: string, timePerFileMs: limitByDefault }
const SYNTAX_QUERY = {
  pattern: string,
  patterns: list(string),
  rule,
  selector: string,
  strictness,
  limit: limitByDefault,
  includeMeta: bool,
  explain: bool,
}

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
const VERSION = reader(
  'a content id, such as `version` of an outline',
  (value) => (typeof value === 'string' && /^[0-9a-f]{32}$/.test(value) ? value : UNFIT),
  'content ids',
)
const EDIT_READERS = {
  path,
  ifVersion: VERSION,
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

// Same as `WaitOptions` in src/ast/recovery.rs.
const WAIT = { waitMs: limitByDefault }

// Same as `JournalOptions` in src/undo.rs.
const JOURNAL = {
  recordEdits: bool,
  session: string,
  journalPath: path,
  journalMaxBytes: limitByDefault,
  journalMaxAgeMs: limitByDefault,
}

// Same as `StructureOptions` in src/outline/files.rs.
const STRUCTURE = { limit: limitByDefault }
const OUTLINE = { keyDepth: limitByDefault }
const SKELETON = {
  level: oneOf(SkeletonLevel),
  names: list(string),
  maxTokens: limit,
  tokenEncoding: string,
}

/** Creates the option tables for an operation on one file or source text; `own` contains the other options. */
function structure(own, required = []) {
  const file = { ...CALL, ...SYNTAX_FILES, ...own, path }
  return {
    file: table(file, ['path', ...required]),
    inWorkspace: table({ ...file, wait: bool }, ['path', ...required]),
    text: table({ ...CALL, ...own, source: text, lang: string }, ['source', 'lang', ...required]),
  }
}

/** Creates the option table for a change to the imports in source text; `own` contains the other options. */
function importsChange(own, required = []) {
  return table({ ...CALL, ...own, source: text, lang: string }, ['source', 'lang', ...required])
}

/** Creates the option tables for `editDefinition`. */
function definitionEdits() {
  const options = {
    ...CALL,
    ...SYNTAX_FILES,
    ...WAIT,
    ...JOURNAL,
    path,
    edits: list(EDIT),
    dryRun: bool,
    preview: string,
    failOnParseError: bool,
    allowSyntaxErrors: bool,
    bytes: bool,
  }
  return { plain: table(options, ['edits']), inWorkspace: table({ ...options, wait: bool }, ['edits']) }
}

/** Creates the option tables for `edit`. */
function fileEdits() {
  const options = {
    ...CALL,
    ...CONTENT,
    ...WAIT,
    ...JOURNAL,
    // Read before the edits, whose paths are optional with it.
    path,
    edits: list(fileEdit(VERSION)),
    tolerant: bool,
    onlySeen: bool,
    dryRun: bool,
    preview: string,
    bytes: bool,
  }
  return { plain: table(options, ['edits']), inWorkspace: table({ ...options, wait: bool }, ['edits']) }
}

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

/** Creates the option tables for `readLines`. */
function lineReads() {
  const options = {
    ...CALL,
    ...CONTENT,
    // Read before the ranges, whose paths are optional with it.
    path,
    ranges: list(fileLines),
    from: line,
    to: lastLine,
    numbered: bool,
    hashes: bool,
    maxTokens: limit,
    tokenEncoding: string,
    maxBytes: limit,
    bytes: bool,
  }
  return { plain: table(options), inWorkspace: table({ ...options, wait: bool }) }
}

/** Creates the option tables for `resolveLines`. */
function linePlaces() {
  const options = { ...CALL, ...CONTENT, path, snapshot: VERSION, from: lineNumber, to: lineNumber, hashes: list(string) }
  const required = ['path', 'snapshot', 'from']
  return { plain: table(options, required), inWorkspace: table({ ...options, wait: bool }, required) }
}

/** Creates the option tables for `applyPatch`. */
function filePatches() {
  const options = {
    ...CALL,
    ...CONTENT,
    ...WAIT,
    ...JOURNAL,
    patch: content,
    path,
    reverse: bool,
    fuzz: limitByDefault,
    dryRun: bool,
    preview: string,
    bytes: bool,
  }
  return { plain: table(options, ['patch']), inWorkspace: table({ ...options, wait: bool }, ['patch']) }
}
/** Creates the option tables for a call about the undo journal; `own` contains its own options. */
function journaled(own, required = []) {
  const options = { ...CALL, ...JOURNAL, path, ...own }
  return { plain: table(options, required), inWorkspace: table({ ...options, wait: bool }, required) }
}
const UNDO = journaled({ ...WAIT, id: string, checkpoint: string, bytes: bool })

const SOURCE = { ...CALL, code: text, lang: string, path }

const RANGE = table({ startLine: count, endLine: limitByDefault }, ['startLine', 'endLine'])
const range = reader(
  'an object with `startLine` and `endLine`',
  (value, name) => (isObject(value) ? readOptions(RANGE, value, name) : UNFIT),
  'objects with `startLine` and `endLine`',
)

const color = string
const COLORS = table({
  comment: color,
  keyword: color,
  function: color,
  variable: color,
  string: color,
  number: color,
  type: color,
  operator: color,
  punctuation: color,
  inserted: color,
  deleted: color,
})

const HIGHLIGHT = {
  ...CALL,
  output: oneOf(HighlightOutput),
  colors: nested(COLORS),
  theme: any,
  depth: oneOf(TerminalColors),
  engine: oneOf(HighlightEngine),
  lines: range,
  maxLine: limitByDefault,
  timeLimitMs: limitByDefault,
  onTimeout,
}

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

module.exports = {
  BUFFER_CHANGES: list(bufferChange),
  COLORS,
  CONTENT,
  FILES,
  FILE_SEARCH,
  JOURNAL,
  LINES,
  OUTLINE,
  PATTERNS,
  RANK,
  SKELETON,
  STRUCTURE,
  SYNTAX_FILES,
  SYNTAX_QUERY,
  WAIT,
  VERSION,
  onTimeout,
  TABLES: {
    addImports: importsChange({ imports: list(ADDED_IMPORT) }, ['imports']),
    applyPatch: filePatches(),
    astMatch: table({ ...CALL, ...PAGE, ...SYNTAX_QUERY, source: text, lang: string, bytes: bool }, ['source', 'lang']),
    blockRange: table({ ...SOURCE, line: count }, ['code', 'line']),
    bufferSyntax: table({ ...CALL, lang: string }),
    checkSyntax: table(CALL),
    checkpoint: journaled({ name: string }, ['name']),
    definition: structure({ name: string, parts: list(PART), layout: oneOf(DefinitionLayout) }, ['name']),
    edit: fileEdits(),
    editDefinition: definitionEdits(),
    editText: table({ ...TIMEOUT, tolerant: bool }),
    edits: journaled({ bytes: bool }),
    enclosingBoundary: table({ ...SOURCE, ranges: list(range) }, ['code', 'ranges']),
    exports: structure({}),
    hasMatch: table({ ...TIMEOUT, ignoreCase: bool, multiline: bool, backtracking: bool }),
    fuzzyMatch: table({ ...TIMEOUT, ...PAGE, ...RANK }),
    highlight: table(HIGHLIGHT),
    highlightBuffer: table({ ...HIGHLIGHT, lang: string }),
    imports: structure({}),
    organiseImports: importsChange({ fileName: string }),
    outline: structure(OUTLINE),
    patchText: table({ fuzz: limitByDefault }),
    readLines: lineReads(),
    ready: table({ ...CALL, onProgress: callback }),
    recovery: table({ ...CALL, ...WAIT, ...ROOTS, bytes: bool }),
    redo: UNDO,
    refresh: table(CALL),
    removeImports: importsChange({ imports: list(REMOVED_IMPORT) }, ['imports']),
    render: table({
      maxTokens: limit,
      encoding: string,
      lineNumbers: bool,
      group: oneOf(Grouping),
      offset: count,
      color: bool,
      links: string,
    }),
    resolveLines: linePlaces(),
    skeleton: structure(SKELETON),
    undo: UNDO,
    unifiedDiff: table({ path: string, context: limitByDefault }),
    search: table({ ...TIMEOUT, ...PAGE, ...LINES, bytes: bool }),
    warmLanguage: table(CALL),
    workspace: table({
      refresh: oneOf(RefreshMode),
      allowOutside: bool,
      index: oneOf(IndexMode),
      indexPath: path,
      folders: list(root),
      allow: list(root),
      deny: oneOrMore(string),
      preset: oneOf(Preset),
      defaultLimit: limitByDefault,
      defaultMaxColumns: limitByDefault,
      defaultTimeLimitMs: limitByDefault,
    }),
    // js/text.js contains their readers, which it calls for every line of a terminal.
    extractSegments: table({ ...TEXT, strictAfter: any }),
    pad: table({ ...TEXT, align: any }),
    slice: table({ ...TEXT, strict: any }),
    text: table(TEXT),
    truncate: table({ ...TEXT, ellipsis: any, cutAt: any, wordBoundary: any, pad: any }),
    wrap: table({
      ...TEXT,
      keepSpaces: any,
      keepUrls: any,
      hard: any,
      wordWrap: any,
      breakAfterHyphens: any,
      breakAfterSlashes: any,
    }),
    // js/tokens.js reads the vocabulary.
    tokens: table(TOKENS),
    tokenTask: table({ ...TOKENS, ...CALL }),
    truncateTokens: table({ ...TOKENS, ...TRUNCATE }),
    truncateTokensTask: table({ ...TOKENS, ...CALL, ...TRUNCATE }),
    vocabularyFile: table(VOCABULARY),
    vocabularyFileTask: table({ ...CALL, ...VOCABULARY }),
  },
}
