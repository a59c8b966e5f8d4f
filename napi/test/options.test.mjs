import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'

import {
    addImports, applyPatch, astEdit, astGrep, astMatch, blockRangeAt, blockRangeAtAsync, checkpoint, checkSyntax, countTokens, countTokensAsync, definition, edit, edits, editText, enclosingBlockBoundaries, explainPattern, exports as exportsOf, extractSegments, fuzzyFind, fuzzyMatch, graphemes, grep, hasMatch, highlight, highlightAsync, imports, interruptedEdits, nodeChainAt, organiseImports, outline, outlineSync, padToWidth, parsePatch, RansackOptionError, readLines, recoverEdits, redo, removeImports, render, resolveLines, search, skeleton, sliceWithWidth, Tokenizer, truncateToTokens, truncateToTokensAsync, truncateToWidth, undo, unifiedDiff, visibleWidth, warmLanguage, Workspace, wrapTextWithAnsi,
} from '../index.mjs'
import elements from '../js/internal/elements.js'
import tables from '../js/internal/tables.js'
import { OPERATIONS, call, workingOptions } from '../testing/operations.mjs'
import { tree } from '../testing/tree.mjs'

const root = tree({ 'a.js': 'foo(1)\n', 'b.txt': 'needle\nNeedle\n' })
const { snapshot: SNAPSHOT } = await readLines({ path: join(root, 'a.js') })
const { TABLES } = tables

// Behaviour of every call

const journalPath = tree({})
await checkpoint({ name: 'a', path: root, journalPath })
const UNDO = { checkpoint: 'a', path: root, journalPath }
const vocabulary = fileURLToPath(new URL('../package.json', import.meta.url))

/** Every function with options: a call with `options` added to those that it needs. */
const CALLS = {
  ...Object.fromEntries(
    Object.keys(OPERATIONS).map((name) => [name, (options) => call(name, { ...workingOptions(name, root), ...options })]),
  ),
  addImports: (options) => addImports({ source: 'a', lang: 'js', imports: [], ...options }),
  astMatch: (options) => astMatch({ source: 'foo(1)', lang: 'js', pattern: 'foo($A)', ...options }),
  blockRangeAt: (options) => blockRangeAt({ code: 'foo(1)', lang: 'js', line: 1, ...options }),
  blockRangeAtAsync: (options) => blockRangeAtAsync({ code: 'foo(1)', lang: 'js', line: 1, ...options }),
  interruptedEdits: (options) => interruptedEdits({ path: root, ...options }),
  recoverEdits: (options) => recoverEdits({ path: root, ...options }),
  checkpoint: (options) => checkpoint({ name: 'a', path: root, journalPath, ...options }),
  edits: (options) => edits({ path: root, journalPath, ...options }),
  redo: (options) => redo({ ...UNDO, ...options }),
  undo: (options) => undo({ ...UNDO, ...options }),
  checkSyntax: (options) => checkSyntax('a', 'js', options),
  countTokens: (options) => countTokens('a', options),
  countTokensAsync: (options) => countTokensAsync('a', options),
  applyPatch: (options) => applyPatch({ patch: '--- /dev/null\n+++ b/never\n@@ -0,0 +1 @@\n+a\n', path: root, ...options }),
  edit: (options) => edit({ edits: [{ path: join(root, 'a.js'), at: 'end', newText: '' }], ...options }),
  editText: (options) => editText('a', [], options),
  readLines: (options) => readLines({ path: join(root, 'a.js'), ...options }),
  resolveLines: (options) => resolveLines({ path: join(root, 'a.js'), snapshot: SNAPSHOT, from: 1, ...options }),
  'FilePatch.apply': (options) => parsePatch('--- a\n+++ a\n@@ -0,0 +1 @@\n+a\n').files[0].apply('', options),
  enclosingBlockBoundaries: (options) => enclosingBlockBoundaries({ code: 'a', lang: 'js', ranges: [], ...options }),
  extractSegments: (options) => extractSegments('a', 1, 1, 1, options),
  fuzzyMatch: (options) => fuzzyMatch('a', ['a'], options),
  graphemes: (options) => graphemes('a', options),
  hasMatch: (options) => hasMatch('a', 'a', options),
  highlight: (options) => highlight('a', 'js', options),
  highlightAsync: (options) => highlightAsync('a', 'js', options),
  definition: (options) => definition({ path: fileURLToPath(import.meta.url), name: 'unfitFor', ...options }),
  'definition of a text': (options) => definition({ source: 'f = () => 1', lang: 'js', name: 'f', ...options }),
  exports: (options) => exportsOf({ path: join(root, 'a.js'), ...options }),
  'exports of a text': (options) => exportsOf({ source: 'foo(1)', lang: 'js', ...options }),
  imports: (options) => imports({ path: join(root, 'a.js'), ...options }),
  'imports of a text': (options) => imports({ source: 'foo(1)', lang: 'js', ...options }),
  organiseImports: (options) => organiseImports({ source: 'a', lang: 'js', ...options }),
  removeImports: (options) => removeImports({ source: 'a', lang: 'js', imports: [], ...options }),
  outline: (options) => outline({ path: join(root, 'a.js'), ...options }),
  'outline of a text': (options) => outline({ source: 'foo(1)', lang: 'js', ...options }),
  outlineSync: (options) => outlineSync({ source: 'foo(1)', lang: 'js', ...options }),
  skeleton: (options) => skeleton({ path: join(root, 'a.js'), ...options }),
  'skeleton of a text': (options) => skeleton({ source: 'foo(1)', lang: 'js', ...options }),
  nodeChainAt: (options) => nodeChainAt({ code: 'foo(1)', lang: 'js', line: 1, ...options }),
  padToWidth: (options) => padToWidth('a', 3, options),
  render: (options) => render([{ path: 'a', fileType: 1 }], options),
  search: (options) => search('a', { pattern: 'a', ...options }),
  sliceWithWidth: (options) => sliceWithWidth('a', 0, 1, options),
  'Tokenizer.load': (options) => Tokenizer.load(vocabulary, options),
  'Tokenizer.loadSync': (options) => Tokenizer.loadSync(vocabulary, options),
  truncateToTokens: (options) => truncateToTokens('a', 1, options),
  truncateToWidth: (options) => truncateToWidth('a', 1, options),
  unifiedDiff: (options) => unifiedDiff('a', 'b', options),
  visibleWidth: (options) => visibleWidth('a', options),
  'new Workspace': (options) => new Workspace(root, options).close(),
  'Workspace.grep': (options) => using((workspace) => workspace.grep({ pattern: 'needle', ...options })),
  'Workspace.exportIndex': (options) => using((workspace) => workspace.exportIndex('index', options)),
  'Workspace.importIndex': (options) => using((workspace) => workspace.importIndex('index', options)),
  'Workspace.indexStats': (options) => using((workspace) => workspace.indexStats(options)),
  'Workspace.ready': (options) => using((workspace) => workspace.ready(options)),
  'Workspace.refresh': (options) => using((workspace) => workspace.refresh(options)),
  warmLanguage: (options) => warmLanguage('js', options),
  wrapTextWithAnsi: (options) => wrapTextWithAnsi('a', 10, options),
}

async function using(call) {
  const workspace = new Workspace(root)
  try {
    return await call(workspace)
  } finally {
    workspace.close()
  }
}

const errorOf = async (call, options) => {
  try {
    await call(options)
  } catch (error) {
    return error
  }
  return undefined
}

test('an unknown option is an error in every call', async () => {
  for (const [name, call] of Object.entries(CALLS)) {
    const error = await errorOf(call, { unheardOf: 1 })
    assert.ok(error instanceof RansackOptionError, `${name}: ${error}`)
    assert.equal(error.code, 'ERR_RANSACK_INVALID_OPTION', name)
    assert.match(error.message, /^unknown option `unheardOf`/, name)
  }
})

/** Values that no reader accepts which describes itself as `what`. */
function unfitFor(what) {
  if (what === 'a value') return []
  const unfit = [Symbol('x'), () => {}, 5n]
  if (what.startsWith('a whole number')) return [...unfit, -1, 1.5, NaN, -Infinity, 2 ** 53, '5', true]
  if (what.startsWith('a boolean')) unfit.push('x', 0)
  if (what.startsWith('an array')) unfit.push('a')
  if (what.includes('an array')) unfit.push([5])
  if (what.startsWith("'")) unfit.push('maybe', '')
  return [...unfit, 5]
}

test('a value that an option cannot have is an error that names it, in every operation', async () => {
  const tables = Object.entries(OPERATIONS).map(([name, { plain }]) => [name, plain])
  for (const [name, { readers }] of tables) assert.ok(readers.length > 10, name)
  for (const [name, { readers }] of [...tables, ['new Workspace', TABLES.workspace]]) {
    for (const [option, { what }] of readers) {
      for (const value of unfitFor(what)) {
        const error = await errorOf(CALLS[name], { [option]: value })
        const label = `${name}, ${option}: ${typeof value} ${String(value)}`
        assert.ok(error instanceof RansackOptionError && error instanceof TypeError, `${label}: ${error}`)
        assert.equal(error.name, 'RansackOptionError', label)
        assert.equal(error.code, 'ERR_RANSACK_INVALID_OPTION', label)
        assert.match(error.message, new RegExp(`\`${option}[\`[]`), label)
      }
    }
  }
})

/** Table of each call in `CALLS`. */
const TABLE_OF = {
  ...Object.fromEntries(Object.entries(OPERATIONS).map(([name, { plain }]) => [name, plain])),
  addImports: TABLES.addImports,
  astMatch: TABLES.astMatch,
  blockRangeAt: TABLES.blockRange,
  blockRangeAtAsync: TABLES.blockRange,
  interruptedEdits: TABLES.recovery,
  recoverEdits: TABLES.recovery,
  checkpoint: TABLES.checkpoint.plain,
  edits: TABLES.edits.plain,
  redo: TABLES.redo.plain,
  undo: TABLES.undo.plain,
  checkSyntax: TABLES.call,
  countTokens: TABLES.tokens,
  countTokensAsync: TABLES.tokenTask,
  applyPatch: TABLES.applyPatch.plain,
  edit: TABLES.edit.plain,
  editText: TABLES.editText,
  readLines: TABLES.readLines.plain,
  resolveLines: TABLES.resolveLines.plain,
  'FilePatch.apply': TABLES.patchText,
  enclosingBlockBoundaries: TABLES.enclosingBoundary,
  extractSegments: TABLES.extractSegments,
  fuzzyMatch: TABLES.fuzzyMatch,
  graphemes: TABLES.text,
  hasMatch: TABLES.hasMatch,
  highlight: TABLES.highlight,
  highlightAsync: TABLES.highlight,
  definition: TABLES.definition.file,
  'definition of a text': TABLES.definition.text,
  exports: TABLES.exports.file,
  'exports of a text': TABLES.exports.text,
  imports: TABLES.imports.file,
  'imports of a text': TABLES.imports.text,
  organiseImports: TABLES.organiseImports,
  removeImports: TABLES.removeImports,
  outline: TABLES.outline.file,
  'outline of a text': TABLES.outline.text,
  outlineSync: TABLES.outline.text,
  skeleton: TABLES.skeleton.file,
  'skeleton of a text': TABLES.skeleton.text,
  nodeChainAt: TABLES.blockRange,
  padToWidth: TABLES.pad,
  render: TABLES.render,
  search: TABLES.search,
  sliceWithWidth: TABLES.slice,
  'Tokenizer.load': TABLES.vocabularyFileTask,
  'Tokenizer.loadSync': TABLES.vocabularyFile,
  truncateToTokens: TABLES.truncateTokens,
  truncateToWidth: TABLES.truncate,
  unifiedDiff: TABLES.unifiedDiff,
  visibleWidth: TABLES.text,
  warmLanguage: TABLES.call,
  'new Workspace': TABLES.workspace,
  'Workspace.grep': OPERATIONS.grep.inWorkspace,
  'Workspace.exportIndex': TABLES.call,
  'Workspace.importIndex': TABLES.call,
  'Workspace.indexStats': TABLES.call,
  'Workspace.ready': TABLES.ready,
  'Workspace.refresh': TABLES.call,
  wrapTextWithAnsi: TABLES.wrap,
}

/** Options that the calls in `CALLS` need. */
const GIVEN = new Set(['pattern', 'query', 'rewrites', 'path', 'source', 'lang', 'imports', 'code', 'line', 'ranges', 'name', 'checkpoint', 'journalPath', 'edits', 'patch', 'replacement', 'snapshot', 'from'])

test('null is an absent option, in every call', async () => {
  assert.deepEqual(Object.keys(TABLE_OF).sort(), Object.keys(CALLS).sort())
  for (const [name, call] of Object.entries(CALLS)) {
    const usual = await errorOf(call, {})
    const optional = [...TABLE_OF[name].names].filter((option) => !GIVEN.has(option))
    const all = Object.fromEntries(optional.map((option) => [option, null]))
    for (const options of [all, ...optional.map((option) => ({ [option]: null }))]) {
      assert.deepEqual(await errorOf(call, options), usual, `${name}, ${Object.keys(options)}`)
    }
  }
})

test('null is an absent options object, where options may be absent', async () => {
  const calls = [
    ['checkSyntax', null], ['explainPattern', null], ['fuzzyMatch', null], ['highlight', null],
    ['countTokens', null], ['visibleWidth', null], ['Workspace.indexStats', null], ['Workspace.refresh', null], ['Workspace.ready', null],
    ['new Workspace', null], ['truncateToWidth', null], ['render', null], ['unifiedDiff', null], ['warmLanguage', null],
  ]
  const all = { ...CALLS, explainPattern: (options) => explainPattern('a', 'js', options) }
  for (const [name, options] of calls) assert.equal(await errorOf(all[name], options), undefined, name)
  assert.equal((await recoverEdits(null)).report.complete, true)
  await assert.rejects(grep(null), RansackOptionError)
})

/** Whole numbers that are no limits. */
const NO_LIMITS = ['offset', 'line']

test('Infinity is no limit, in every call', async () => {
  let count = 0
  for (const [name, { readers }] of Object.entries(TABLE_OF)) {
    const usual = await errorOf(CALLS[name], {})
    for (const [option, { what }] of readers) {
      if (!what.startsWith('a whole number')) continue
      count++
      const error = await errorOf(CALLS[name], { [option]: Infinity })
      const label = `${name}, ${option}`
      if (NO_LIMITS.includes(option)) assert.ok(error instanceof RansackOptionError, label)
      else assert.deepEqual(error, usual, label)
    }
  }
  assert.ok(count > 100, `${count}`)
  const ranges = [{ startLine: 3, endLine: Infinity }]
  assert.deepEqual(enclosingBlockBoundaries({ code: 'function f() {\n  g()\n}\n', lang: 'js', ranges }), [1])
  const context = search('a\nb\nc\nd\ne', { pattern: 'c', contextBefore: Infinity, contextAfter: Infinity }).matches[0]
  assert.deepEqual([context.contextBefore.length, context.contextAfter.length], [2, 2])
})

test('limit is the maximum number of results of every call, beside its other name', async () => {
  const others = { maxCount: ['grep', 'grepStream', 'grepSync', 'search'], maxResults: ['glob', 'globStream', 'globSync', 'fuzzyFind', 'fuzzyMatch'], maxReplacements: ['astEdit', 'replace'] }
  for (const [other, names] of Object.entries(others)) {
    for (const name of names) {
      assert.equal(await errorOf(CALLS[name], { limit: 1 }), undefined, name)
      for (const limit of [1, Infinity]) {
        const error = await errorOf(CALLS[name], { limit, [other]: 1 })
        assert.equal(error?.message, `\`limit\` and \`${other}\` are the same option; give only one of them`, name)
        assert.ok(error instanceof RansackOptionError)
      }
      assert.equal(await errorOf(CALLS[name], { limit: null, [other]: 1 }), undefined, name)
    }
  }
  // The text of `pack` has no limit of results, and a tree is limited by its depth and its number of tokens.
  const WITHOUT = new Set(['pack', 'packStream', 'tree'])
  for (const [name, { plain }] of Object.entries(OPERATIONS)) assert.equal(plain.names.has('limit'), !WITHOUT.has(name), name)
  const found = async (options) => (await grep({ pattern: 'n|N', path: root, ...options })).matches.length
  assert.deepEqual([await found({ limit: 1 }), await found({ maxCount: 1 }), await found({ limit: Infinity })], [1, 1, 2])
  assert.equal(fuzzyMatch('', ['a', 'b'], { limit: 1 }).limitReached, true)
  assert.equal((await astEdit({ rewrites: { 'foo($A)': 'bar($A)' }, path: root, limit: 0 })).limitReached, true)
})

test('the error for an unknown option suggests the nearest', async () => {
  const suggestions = [
    ['grep', 'ignorecase', 'ignoreCase'],
    ['grep', 'ignore_case', 'ignoreCase'],
    ['grep', 'maxcount', 'maxCount'],
    ['grep', 'limits', 'limit'],
    ['grep', 'timeout', 'timeoutMs'],
    ['grep', 'patern', 'pattern'],
    ['grep', 'cwd', 'path'],
    ['grep', 'wait', undefined],
    ['astGrep', 'maxResults', 'limit'],
    ['glob', 'maxCount', 'limit'],
    ['fuzzyFind', 'maxCount', 'limit'],
    ['astEdit', 'dryrun', 'dryRun'],
    ['Workspace.grep', 'cache', undefined],
    ['highlight', 'themes', 'theme'],
    ['new Workspace', 'index_path', 'indexPath'],
    ['new Workspace', 'indexes', 'index'],
    ['Workspace.ready', 'onprogress', 'onProgress'],
    ['visibleWidth', 'tabSize', undefined],
    ['countTokens', 'encodings', 'encoding'],
  ]
  for (const [call, given, meant] of suggestions) {
    const { message } = await errorOf(CALLS[call], { [given]: undefined })
    const hint = meant === undefined ? '' : `; did you mean \`${meant}\`?`
    assert.equal(message, `unknown option \`${given}\`${hint}`)
  }
})

test('only an object can be options', async () => {
  const wrong = [[], [1], new Map(), new Set(), new Uint8Array(1), new DataView(new ArrayBuffer(1)), Promise.resolve({})]
  const calls = {
    ...CALLS,
    ...Object.fromEntries(Object.keys(OPERATIONS).map((name) => [name, (options) => call(name, options)])),
    applyPatch,
    blockRangeAt,
    edit,
    readLines,
    resolveLines,
    search: (options) => search('a', options),
  }
  // These spread their options, or take bytes instead.
  for (const name of ['addImports', 'astMatch', 'blockRangeAtAsync', 'definition', 'definition of a text', 'exports',
    'exports of a text', 'imports', 'imports of a text', 'organiseImports', 'outline', 'outline of a text', 'outlineSync', 'removeImports', 'skeleton', 'skeleton of a text', 'enclosingBlockBoundaries', 'interruptedEdits', 'nodeChainAt',
    'recoverEdits', 'checkpoint', 'edits', 'redo', 'undo', 'Workspace.grep']) {
    delete calls[name]
  }
  for (const [name, call] of Object.entries(calls)) {
    for (const value of wrong) {
      const error = await errorOf(call, value)
      assert.ok(error instanceof RansackOptionError, `${name}: ${Object.prototype.toString.call(value)}: ${error}`)
    }
  }
})

test('inherited options are those of the object', async () => {
  const inherit = (options) => Object.create(options)
  const edited = await astEdit(inherit({ rewrites: { 'foo($A)': 'bar($A)' }, path: root }))
  assert.deepEqual(edited.fileChanges.map(({ path }) => path), ['a.js'])
  const rule = { pattern: 'foo($A)' }
  assert.equal((await astGrep(inherit({ rule, path: root, lang: 'js' }))).totalMatches, 1)
  assert.equal((await grep(inherit({ pattern: 'needle', path: root, ignoreCase: true }))).totalMatches, 2)
  const code = new TextEncoder().encode('foo(1)')
  assert.equal(blockRangeAt(inherit({ code, lang: 'js', line: 1 })).startLine, 1)
  assert.equal(truncateToWidth('abcdef', 3, undefined, inherit({ pad: true, ellipsis: '' })), 'abc')
  assert.equal(truncateToWidth('abcdef', 3, '', inherit({ tabWidth: 4 })), 'abc')
  assert.equal(sliceWithWidth('漢', 0, 1, true, inherit({})).text, ' ')
  class Options {
    get pattern() {
      return 'needle'
    }
    get path() {
      return root
    }
  }
  assert.equal((await grep(new Options())).totalMatches, 1)
})

test('each option is read once', async () => {
  const given = {
    grep: [grep, { pattern: 'needle', path: root, glob: '*.txt', signal: new AbortController().signal, timeoutMs: 10_000 }],
    astEdit: [astEdit, { rewrites: { 'foo($A)': 'bar($A)' }, path: root, lang: 'js' }],
    astGrep: [astGrep, { rule: { pattern: 'foo($A)' }, path: root, lang: 'js', limit: 3 }],
    astMatch: [astMatch, { source: 'foo(1)', lang: 'js', pattern: 'foo($A)' }],
    highlight: [(options) => highlight('a', 'js', options), { output: 'spans', theme: 'Nord', timeoutMs: 1000 }],
    ready: [(options) => using((workspace) => workspace.ready(options)), { onProgress: () => {}, timeoutMs: 10_000 }],
    refresh: [(options) => using((workspace) => workspace.refresh(options)), { timeoutMs: 1000 }],
    workspace: [(options) => new Workspace(root, options).close(), { refresh: 'stat', index: 'memory', indexPath: 'none' }],
    tokens: [(options) => countTokensAsync('a', options), { encoding: 'Cl100kBase', allowedSpecial: 'all', timeoutMs: 1000 }],
    truncateTokens: [(options) => truncateToTokensAsync('a b', 1, options), { from: 'start', marker: 'x', lineBoundary: true, timeoutMs: 1000 }],
    warmLanguage: [(options) => warmLanguage('js', options), { timeoutMs: 1000 }],
    truncate: [(options) => truncateToWidth('abc', 2, options), { ellipsis: '', pad: true, cutAt: 'start', tabWidth: 4 }],
  }
  for (const [name, [call, options]] of Object.entries(given)) {
    const reads = {}
    const counted = new Proxy(options, {
      get(target, key) {
        if (typeof key === 'string') reads[key] = (reads[key] ?? 0) + 1
        return target[key]
      },
    })
    await call(counted)
    for (const key of Object.keys(options)) assert.equal(reads[key], 1, `${name}: ${key}`)
  }
})

test('maps and iterables are accepted where records and arrays are', async () => {
  const frecency = [['b.txt', 100]]
  const ranked = async (frecency) => (await fuzzyFind({ query: '', path: root, frecency })).matches.map(({ path, score }) => [path, score])
  const expected = await ranked(Object.fromEntries(frecency))
  assert.notDeepEqual(expected, await ranked({}))
  assert.deepEqual(await ranked(new Map(frecency)), expected)
  assert.deepEqual(await ranked(frecency.values()), expected)
  assert.equal((await grep({ patterns: new Set(['needle', 'Needle']), paths: new Set([root]) })).totalMatches, 2)
  assert.equal((await grep({ pattern: 'needle', path: root, glob: new Set(['*.js']) })).totalMatches, 0)
  const edited = await astEdit({ rewrites: new Map([['foo($A)', 'bar($A)']]), path: root })
  assert.equal(edited.totalReplacements, 1)
  assert.equal(fuzzyMatch('a', new Set(['b', 'a'])).matches[0].index, 1)
  assert.deepEqual(visibleWidth(new Set(['a', 'bc'])), [1, 2])
  assert.equal(countTokens(new Set(['a', 'b'])), 2)
  const wrong = [
    [[['a', 1], 5], '`frecency[1]` must be a pair of a string and a number, not the number 5'],
    [[['a', 1], ['b']], '`frecency[1]` must be a pair of a string and a number; its length is 1'],
    [new Map([['a', 1], [1, 2]]), '`frecency[1]` must have a string as its first element, not the number 1'],
    [new Map([['a', 'b']]), '`frecency["a"]` must be a number, not the string "b"'],
    [{ a: 1, 'b.txt': 'x' }, '`frecency["b.txt"]` must be a number, not the string "x"'],
    ['ab', '`frecency` must be an object or a Map from strings to numbers, not the string "ab"'],
    [new Uint8Array(2), '`frecency` must be an object or a Map from strings to numbers, not an object'],
  ]
  for (const [frecency, message] of wrong) {
    await assert.rejects(fuzzyFind({ query: '', path: root, frecency }), { name: 'RansackOptionError', message })
  }
})

test('an error about an element of a list names the element as the caller gave it', async () => {
  const wrong = [
    ['grep', { pattern: 'a', patterns: ['('] }, /^`patterns\[0\]`: cannot parse the pattern: .*`\(` at byte 0/],
    ['grep', { pattern: '(', patterns: ['a'] }, /^`pattern`: cannot parse the pattern: /],
    ['grep', { pattern: undefined, patterns: ['a', '('] }, /^`patterns\[1\]`: cannot parse the pattern: /],
    ['grep', { pattern: undefined, patterns: ['('] }, /^`patterns\[0\]`: cannot parse the pattern: /],
    ['grep', { pattern: undefined, patterns: [''] }, /^`patterns\[0\]`: the pattern is empty$/],
    ['grep', { pattern: '(' }, /^cannot parse the pattern: /],
    ['grep', { pattern: undefined, patterns: [/(?:a{999}){999}/u], sizeLimit: 1000 }, /^`patterns\[0\]`: .*: \/\(\?:a\{999\}\)\{999\}\/u; .*`sizeLimit`$/],
    ['grep', { pattern: 'a', patterns: ['a', 5] }, /^`patterns\[1\]` must be a string or a RegExp, not the number 5$/],
    ['grep', { pattern: 'a', type: ['js', 'rsut'] }, /^`type\[1\]`: unknown file type: `rsut`; /],
    ['grep', { pattern: 'a', type: 'rsut' }, /^unknown file type: `rsut`; /],
    ['grep', { pattern: 'a', typeNot: ['js', ''] }, /^`typeNot\[1\]`: unknown file type: ``/],
    ['grep', { pattern: 'a', glob: ['*.js', ''] }, /^`glob\[1\]`: the glob is empty/],
    ['grep', { path: undefined, paths: [''] }, /^`paths\[0\]` is an empty path$/],
    ['grep', { paths: [root, Buffer.of()] }, /^`paths\[1\]` is an empty path$/],
    ['grepStream', { pattern: 'a', patterns: ['('] }, /^`patterns\[0\]`: /],
    ['grepSync', { pattern: 'a', patterns: ['('] }, /^`patterns\[0\]`: /],
    ['Workspace.grep', { pattern: 'a', patterns: ['('] }, /^`patterns\[0\]`: /],
    ['glob', { pattern: undefined, patterns: ['a', '..'] }, /^`patterns\[1\]`: the glob leaves its root/],
    ['globSync', { pattern: undefined, patterns: [''] }, /^`patterns\[0\]`: the glob is empty/],
    ['astGrep', { pattern: 'a', patterns: [' '] }, /^`patterns\[0\]`: the pattern is empty; /],
    ['astGrep', { pattern: ' ', patterns: ['a'] }, /^`pattern`: the pattern is empty; /],
    ['astMatch', { pattern: undefined, patterns: ['f('] }, /^`patterns\[0\]`: cannot parse pattern as javascript: /],
    ['interruptedEdits', { paths: [''] }, /^`paths\[0\]` is an empty path$/],
    ['skeleton of a text', { names: ['none'] }, /^`names\[0\]`: no definition has this name: `none`/],
    ['countTokens', { allowedSpecial: ['<|endoftext|>', '<|none|>'] }, /^`allowedSpecial\[1\]`: unknown special token: `<\|none\|>`; candidates: /],
  ]
  for (const [name, options, message] of wrong) {
    const { message: given } = await errorOf(CALLS[name], options)
    assert.match(given, message, `${name} ${JSON.stringify(options)}`)
  }
  assert.match(search('a', { pattern: 'a', patterns: ['('] }).error, /^`patterns\[0\]`: /)
  const { report } = await astMatch({ source: 'foo(1)', lang: 'js', pattern: 'a', patterns: ['f($a)'] })
  assert.match(report.hints[0], /^`patterns\[0\]`: `\$a` is code/)
  // Native names of roots.
  for (const list of ['roots', 'paths']) {
    const message = (index) => `\`${list}[${index}]\`: cannot open`
    assert.equal(elements.renameElement(message(0), { path: 'a', paths: ['b'] }), '`path`: cannot open')
    assert.equal(elements.renameElement(message(1), { path: 'a', paths: ['b'] }), '`paths[0]`: cannot open')
    assert.equal(elements.renameElement(message(1), { paths: ['a', 'b'] }), '`paths[1]`: cannot open')
  }
})

test('an enumeration of the prototype of all objects does no harm', () => {
  const run = () => search('a', { pattern: 'a' }).matchCount
  Object.prototype.extension = () => {}
  try {
    assert.equal(run(), 1)
  } finally {
    delete Object.prototype.extension
  }
})

test('values of another realm are accepted', async () => {
  const foreign = vm.runInNewContext(`({
    options: { output: 'spans' },
    bytes: new Uint8Array([102, 111, 111, 40, 49, 41]),
    ids: new Uint32Array([13225]),
    list: ['needle'],
    map: new Map([['foo($A)', 'bar($A)']]),
    regexp: /NEEDLE/i,
  })`)
  assert.equal([...highlight('let a', 'rust', foreign.options).spans].length, 1)
  assert.equal((await highlightAsync('let a', 'rust', foreign.options)).spans.length, 1)
  const { bytes } = foreign
  assert.equal(search(bytes, { pattern: 'foo' }).matchCount, 1)
  assert.equal(hasMatch(bytes, 'foo'), true)
  assert.equal(highlight(bytes, 'js', { output: 'spans' }).spans.length > 0, true)
  assert.equal((await astMatch({ source: bytes, lang: 'js', pattern: 'foo($A)' })).totalMatches, 1)
  assert.equal(blockRangeAt({ code: bytes, lang: 'js', line: 1 }).startLine, 1)
  assert.deepEqual(checkSyntax(bytes, 'js'), [])
  assert.equal(countTokens(bytes) > 0, true)
  assert.equal((await grep({ patterns: foreign.list, path: root })).totalMatches, 1)
  assert.equal((await grep({ pattern: foreign.regexp, path: root })).totalMatches, 2)
  assert.equal((await astEdit({ rewrites: foreign.map, path: root })).totalReplacements, 1)
})

test('no source tests values with instanceof', () => {
  const js = fileURLToPath(new URL('../js/', import.meta.url))
  const files = readdirSync(js, { recursive: true }).filter((name) => name.endsWith('.js'))
  for (const name of files) assert.doesNotMatch(readFileSync(join(js, name), 'utf8').replace(/^\s*(\/\/|\*).*$/gm, ''), / instanceof /, name)
})

test('positional arguments in place of the options are refused as such', async () => {
  for (const args of [['x'], ['x', 'src'], [5, () => {}]]) {
    await assert.rejects(grep(...args), { name: 'RansackOptionError', message: /^`options` must be an object, not the/ })
  }
  await assert.rejects(grep({ pattern: 'x' }, 'src'), { message: /^`onMatch` must be a function, not the string/ })
})
