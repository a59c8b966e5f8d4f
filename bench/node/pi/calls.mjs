// Calls of the documented API of pi-natives 18.2: normal, edge, error and abort. Each is a name that begins with the
// name of the function, the call, and whether it changes files.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import ransack from '../../../napi/index.mjs'
import { LINES } from '../lines.mjs'
import { shownBy } from '../terminal.mjs'
import { CODE, SUMMARIES } from './texts.mjs'

/** Rows about one function: `rows` contains the options by name. */
const rows = (of, rows, call, isWriting) =>
  Object.entries(rows).map(([name, given]) => [`${of}: ${name}`, (api, root) => call(api, given, root), isWriting])

const tick = () => new Promise((resolve) => setTimeout(resolve, 20))

// Line search

const grepRows = {
  directory: {},
  'absolute file': { path: 'a.txt' },
  'link to a file': { path: 'link.txt' },
  'link to a directory': { path: 'dirlink' },
  'hidden directory': { path: '.hidden' },
  'ignored file': { path: 'ignored.txt' },
  'node_modules': { path: 'node_modules' },
  'missing path': { path: 'none' },
  'binary file': { path: 'nul.dat' },
  context: { path: 'a.txt', context: 1 },
  'context on each side': { path: 'a.txt', contextBefore: 2, contextAfter: 1 },
  'context before of none': { path: 'a.txt', context: 1, contextBefore: 0 },
  'counts': { mode: 'count' },
  'files with matches': { mode: 'filesWithMatches' },
  'unknown mode': { mode: 'x' },
  'limit': { maxCount: 2 },
  'limit of exactly all': { path: 'a.txt', maxCount: 3 },
  'limit and offset': { maxCount: 2, offset: 1 },
  'limit of none': { maxCount: 0 },
  'limit of counts': { mode: 'count', maxCount: 2 },
  'limit of files': { mode: 'filesWithMatches', maxCount: 2 },
  'limit per file': { maxCountPerFile: 1 },
  offset: { offset: 5 },
  'offset beyond the end': { offset: 50 },
  'offset of files': { mode: 'filesWithMatches', offset: 2 },
  'negative limit': { path: 'a.txt', maxCount: -1 },
  'fraction as limit': { path: 'a.txt', maxCount: 1.5 },
  'null as limit': { path: 'a.txt', maxCount: null },
  'undefined as limit': { path: 'a.txt', maxCount: undefined },
  ...Object.fromEntries([0, 1, 3, 4, 8, 10, 11].map((n) => [`${n} columns`, { maxColumns: n, context: 1 }])),
  glob: { glob: '*.txt' },
  'glob with a directory': { glob: 'sub/*.rs' },
  'glob with alternatives': { glob: '*.{rs,txt}' },
  'glob with an open brace': { glob: '*.{rs,txt' },
  'glob with an open bracket': { glob: '[' },
  'glob that excludes': { glob: '!*.txt' },
  'list of globs': { glob: '*.rs,*.txt' },
  'glob that names a directory': { glob: 'sub' },
  'glob that ends in a slash': { glob: 'sub/' },
  'glob below a directory': { glob: 'sub/**' },
  'glob of node_modules': { glob: 'node_modules/**' },
  'empty glob': { glob: '' },
  'glob beside a file': { path: 'a.txt', glob: '*.rs' },
  type: { type: 'rust' },
  'extension as type': { type: 'rs' },
  'extension with a dot as type': { type: '.txt' },
  'unknown type': { type: 'nosuch' },
  'empty type': { type: '' },
  'type and glob': { type: 'rust', glob: '*.txt' },
  'extension and glob': { type: 'rs', glob: '*.rs' },
  'type beside a file': { path: 'a.txt', type: 'rust' },
  'no hidden files': { hidden: false },
  'ignored files': { gitignore: false },
  'letter case': { path: 'a.txt', pattern: 'NEEDLE', ignoreCase: true },
  'several lines': { path: 'a.txt', pattern: 'two\\nthree', multiline: true },
  'several lines with context': { path: 'a.txt', pattern: 'two\\nthree', multiline: true, context: 1 },
  'line feed on one line': { path: 'a.txt', pattern: 'two\\nthree' },
  'empty pattern': { path: 'a.txt', pattern: '' },
  'no pattern': { pattern: undefined },
  'number as pattern': { pattern: 5 },
  'number as path': { path: undefined, pattern: 'x' },
  'unclosed group': { path: 'broken.txt', pattern: 'f(a' },
  'unclosed group and a dot': { path: 'broken.txt', pattern: 'foo.bar.(' },
  'unopened group': { path: 'broken.txt', pattern: 'a)b' },
  'unclosed class': { path: 'broken.txt', pattern: '[z' },
  'look-ahead': { path: 'crlf.txt', pattern: 'needle(?= two)' },
  'back-reference': { path: 'a.txt', pattern: '(needle) \\1' },
  'unknown option': { path: 'a.txt', nosuch: 1 },
  'string as a boolean': { gitignore: 'yes' },
  'fired signal': { path: 'a.txt', signal: AbortSignal.abort() },
  'number as signal': { path: 'a.txt', signal: 5 },
}

const grep = (api, options, root) =>
  api.grep({ pattern: 'needle', ...options, path: options.path === undefined && 'path' in options ? 5 : join(root, options.path ?? '') })

/** Returns the results of a call with a callback, and what the callback received. */
async function withCallback(call) {
  const received = []
  const { matches, ...counts } = await call((error, match) => void received.push([error, match]))
  // pi-natives calls back after it resolves.
  await tick()
  return { received, matches, ...counts }
}

/** Aborts a call that takes long. */
async function aborted(call) {
  const controller = new AbortController()
  const result = call(controller.signal)
  setTimeout(() => controller.abort(new Error('the reason')), 5)
  await result
}

const LONG_WALK = '/usr'

const lines = [
  ...rows('grep', grepRows, grep),
  ['grep: callback', (api, root) => withCallback((callback) => api.grep({ pattern: 'needle', path: root }, callback))],
  ['grep: callback and a limit', (api, root) =>
    withCallback((callback) => api.grep({ pattern: 'needle', path: root, maxCount: 2 }, callback))],
  ['grep: callback for files', (api, root) =>
    withCallback((callback) => api.grep({ pattern: 'needle', path: root, mode: 'filesWithMatches' }, callback))],
  ['grep: null as callback', (api, root) => api.grep({ pattern: 'needle', path: join(root, 'a.txt') }, null)],
  ['grep: number as callback', (api, root) => api.grep({ pattern: 'needle', path: join(root, 'a.txt') }, 5)],
  ['grep: callback that throws', (api, root) =>
    api.grep({ pattern: 'needle', path: join(root, 'a.txt') }, () => {
      throw new Error('thrown')
    })],
  ['grep: abort', (api) => aborted((signal) => api.grep({ pattern: 'nosuchtext', path: LONG_WALK, signal }))],
  ['grep: timeout', (api) => api.grep({ pattern: 'nosuchtext', path: LONG_WALK, timeoutMs: 1 })],
  ['grep: no options', (api) => api.grep()],
]

const TEXT = 'one needle\ntwo\r\nthree needle\nfour\n'

const searches = [
  ...rows('search', {
    text: [TEXT, {}],
    bytes: [Buffer.from(TEXT), {}],
    context: [TEXT, { context: 1 }],
    'context on one side': [TEXT, { contextBefore: 1 }],
    limit: [TEXT, { maxCount: 1 }],
    'limit of exactly all': [TEXT, { maxCount: 2 }],
    'limit of none': [TEXT, { maxCount: 0 }],
    offset: [TEXT, { offset: 1 }],
    'offset and limit': [TEXT, { offset: 1, maxCount: 1 }],
    counts: [TEXT, { mode: 'count' }],
    'counts and a limit': [TEXT, { mode: 'count', maxCount: 1 }],
    'files with matches': [TEXT, { mode: 'filesWithMatches' }],
    'unknown mode': [TEXT, { mode: 'x' }],
    columns: [TEXT, { maxColumns: 7 }],
    'columns of wide text': ['äöü needle é', { maxColumns: 8 }],
    'letter case': [TEXT, { pattern: 'NEEDLE', ignoreCase: true }],
    'several lines': [TEXT, { pattern: 'two\\r?\\nthree', multiline: true }],
    'end of a line before CR LF': [TEXT, { pattern: 'two$' }],
    'dot before CR LF': [TEXT, { pattern: 'two.' }],
    'empty text': ['', {}],
    'empty pattern': ['a\nb', { pattern: '' }],
    'NUL byte': ['a\0needle\n', {}],
    'invalid UTF-8': [Buffer.from([0xe4, 0x6e, 0x0a]), { pattern: 'n' }],
    'lone surrogate': ['a\ud83dneedle', {}],
    'byte order mark': ['\ufeffneedle', { pattern: '^needle' }],
    'no pattern': [TEXT, { pattern: undefined }],
    'number as text': [5, {}],
    'back-reference': ['one needle needle', { pattern: '(needle) \\1' }],
    'look-ahead': [TEXT, { pattern: 'needle(?=$)' }],
    'unclosed group': ['f(a\nfXa\n', { pattern: 'f(a' }],
    'unclosed group and a dot': ['fooX(\nfoo.(\n', { pattern: 'foo.(' }],
    'unclosed group after a group': ['foobar(\n(foo)bar(\n', { pattern: '(foo)bar(' }],
    'unopened group': ['a)b\nab\n', { pattern: 'a)b' }],
    'unclosed class': ['x[y\nxy\n', { pattern: 'x[y' }],
    'unclosed class and a dot': ['x[y.\nx[yz\n', { pattern: 'x[y.' }],
    'backslash at the end': ['a\\\na\n', { pattern: 'a\\' }],
    'repetition of nothing': ['+x\nx\n', { pattern: '+x' }],
    'inverted range': ['[z-a]\nz\n', { pattern: '[z-a]' }],
    'unknown class': ['\\p{Foo}\n', { pattern: '\\p{Foo}' }],
    braces: ['a{b}\nab\n', { pattern: 'a{b}' }],
    'dollar before braces': ['${y}\n', { pattern: '${y}' }],
  }, (api, [content, options]) => api.search(content, { pattern: 'needle', ...options })),
  ['search: no options', (api) => api.search('a')],
  ...rows('hasMatch', {
    match: [TEXT, 'needle'],
    'no match': [TEXT, 'nosuch'],
    bytes: [Buffer.from(TEXT), Buffer.from('two')],
    'letter case': [TEXT, 'NEEDLE', true],
    'exact letter case': [TEXT, 'NEEDLE', false],
    'null as flags': [TEXT, 'needle', null, null],
    'empty pattern': [TEXT, ''],
    'several lines': [TEXT, 'e\\ntwo', false, true],
    'line feed on one line': [TEXT, 'e\\ntwo'],
    'start of a line': [TEXT, '^two'],
    'start of a line, several lines': [TEXT, '^two', false, true],
    'unclosed group': ['f(a', 'f(a'],
    'NUL byte': ['a\0n', 'n'],
    'number as pattern': [TEXT, 5],
  }, (api, args) => api.hasMatch(...args)),
]

// Paths

const globRows = {
  name: { pattern: 'a.txt' },
  extension: { pattern: '*.txt' },
  'not recursive': { pattern: '*.txt', recursive: false },
  everything: { pattern: '*' },
  'two stars': { pattern: '**' },
  'two stars, not recursive': { pattern: '**/*', recursive: false },
  'below a directory': { pattern: 'sub/*' },
  'directory by name': { pattern: 'sub' },
  'trailing slash': { pattern: 'sub/' },
  'nested directory by name': { pattern: 'deep' },
  'nested directory and a slash': { pattern: 'deep/*' },
  hidden: { pattern: '*', hidden: true },
  'pattern with a dot': { pattern: '.*' },
  'below a hidden directory': { pattern: '.hidden/*' },
  files: { pattern: '*', fileType: 1 },
  directories: { pattern: '*', fileType: 2 },
  links: { pattern: '*', fileType: 3 },
  'name of a kind': { pattern: '*', fileType: 'file' },
  'unknown kind': { pattern: '*', fileType: 9 },
  'node_modules': { pattern: '*.js', includeNodeModules: true },
  'node_modules in the pattern': { pattern: 'node_modules/**' },
  'ignored files': { pattern: '*.txt', gitignore: false },
  limit: { pattern: '*.txt', maxResults: 2 },
  'limit of none': { pattern: '*.txt', maxResults: 0 },
  'by time': { pattern: '*.{txt,rs,py}', sortByMtime: true, fileType: 1 },
  'by time, with links': { pattern: '*', sortByMtime: true, recursive: false },
  'by time, limited': { pattern: '*.{rs,py}', sortByMtime: true, maxResults: 2 },
  'open brace': { pattern: '*.{txt,rs' },
  'open bracket': { pattern: '[a' },
  'class of characters': { pattern: '[a-c]*.txt' },
  excluded: { pattern: '!*.txt' },
  'empty pattern': { pattern: '' },
  'root': { pattern: '.' },
  'leading dot and slash': { pattern: './a.txt' },
  'leading slash': { pattern: '/a.txt' },
  'above the root': { pattern: '../a.txt' },
  list: { pattern: '*.rs,*.py' },
  'letter case': { pattern: 'A.TXT' },
  cache: { pattern: '*.rs', cache: true },
  'file as root': { pattern: '*', path: 'a.txt' },
  'link as root': { pattern: '*', path: 'dirlink' },
  'missing root': { pattern: '*', path: 'none' },
  'no pattern': {},
}

const paths = [
  ...rows('glob', globRows, (api, options, root) => api.glob({ ...options, path: join(root, options.path ?? '') })),
  ['glob: callback', (api, root) => withCallback((callback) => api.glob({ pattern: '*.txt', path: root }, callback))],
  ['glob: callback and a limit', (api, root) =>
    withCallback((callback) => api.glob({ pattern: '*.txt', path: root, maxResults: 1 }, callback))],
  ['glob: abort', (api) => aborted((signal) => api.glob({ pattern: '*.nosuch', path: LONG_WALK, signal }))],
  ['glob: timeout', (api) => api.glob({ pattern: '*.nosuch', path: LONG_WALK, timeoutMs: 1 })],
  ...rows('fuzzyFind', {
    'part of a name': { query: 'utf' },
    'name of a directory': { query: 'deep' },
    'directory and name': { query: 'sub/b' },
    'nothing': { query: 'zzzz' },
    'hidden': { query: 'h.txt', hidden: true },
    'limit': { query: 'txt', maxResults: 1 },
    'limit of none': { query: 'txt', maxResults: 0 },
    'empty query': { query: '' },
    'words': { query: 'sub b' },
    'typing error': { query: 'latni' },
    'missing root': { query: 'a', path: 'none' },
    'no query': {},
    'timeout': { query: 'a', timeoutMs: 0 },
  }, (api, options, root) => api.fuzzyFind({ ...options, path: join(root, options.path ?? '') })),
  ...rows('listWorkspace', {
    'depth 0': { maxDepth: 0 },
    'depth 1': { maxDepth: 1 },
    'depth 2, hidden': { maxDepth: 2, hidden: true },
    'depth 3': { maxDepth: 3 },
    'AGENTS.md': { maxDepth: 1, collectAgentsMd: true },
    'ignored files': { maxDepth: 1, gitignore: false },
    'missing root': { maxDepth: 1, path: 'none' },
    'file as root': { maxDepth: 1, path: 'a.txt' },
    'no depth': {},
  }, (api, options, root) => api.listWorkspace({ ...options, path: join(root, options.path ?? '') })),
  ['invalidateFsScanCache: all', (api) => api.invalidateFsScanCache()],
  ['invalidateFsScanCache: null', (api) => api.invalidateFsScanCache(null)],
  ['invalidateFsScanCache: path', (api, root) => api.invalidateFsScanCache(root)],
  ['invalidateFsScanCache: missing path', (api, root) => api.invalidateFsScanCache(join(root, 'none'))],
]

// Syntax patterns

const inCode = (options, root) => ({ ...options, path: join(root, options.path ?? 'code') })

const patterns = [
  ...rows('astGrep', {
    pattern: {},
    'metavariables': { includeMeta: true },
    'list of nodes': { patterns: ['foo($$$A)'], path: 'code/a.js', includeMeta: true },
    'two patterns': { patterns: ['foo($A)', 'bar($A)'], path: 'code/a.js', includeMeta: true },
    limit: { limit: 2 },
    'limit and offset': { limit: 2, offset: 1 },
    'limit of exactly all': { path: 'code/a.js', limit: 2 },
    'limit of none': { limit: 0 },
    'file name in a glob': { glob: '*.py' },
    'path in a glob': { glob: 'lib/*' },
    'two stars in a glob': { glob: '**/*.py' },
    'open bracket in a glob': { glob: '[' },
    file: { path: 'code/a.js' },
    'file and glob': { path: 'code/a.js', glob: '*.py' },
    selector: { patterns: ['class A { $B() { $C } }'], lang: 'js', selector: 'method_definition', path: 'code/a.js' },
    ...Object.fromEntries(
      ['cst', 'smart', 'ast', 'relaxed', 'signature', 'template'].map((strictness) => [
        `strictness ${strictness}`, { patterns: ['foo(1)'], strictness, path: 'code/lib' },
      ]),
    ),
    'unknown strictness': { strictness: 'x' },
    language: { lang: 'python', path: 'code/lib' },
    'extension as language': { lang: 'py', path: 'code/lib' },
    'language of some files': { lang: 'js' },
    'unknown language': { lang: 'nosuch' },
    'broken pattern': { patterns: ['foo(('], lang: 'js', path: 'code/a.js' },
    'no pattern': { patterns: [] },
    'blank pattern': { patterns: [' '] },
    'absent patterns': { patterns: undefined },
    'syntax errors': { path: 'bad' },
    'nothing found': { patterns: ['nosuch($A)'] },
    'missing path': { path: 'none' },
    'no language': { path: 'a.txt' },
    'fired signal': { signal: AbortSignal.abort() },
  }, (api, options, root) => api.astGrep({ patterns: ['foo($A)'], ...inCode(options, root) })),
  ['astGrep: timeout', (api) => api.astGrep({ patterns: ['nosuch($A, $B, $C)'], path: LONG_WALK, timeoutMs: 1 })],
  ['astGrep: abort', (api) => aborted((signal) => api.astGrep({ patterns: ['a($A, $B, $C)'], path: LONG_WALK, signal }))],
  ...rows('astMatch', {
    source: { source: 'foo(1);\nfoo(é);', includeMeta: true },
    limit: { source: 'foo(1);foo(2)', limit: 1 },
    'limit of exactly all': { source: 'foo(1);foo(2)', limit: 2 },
    offset: { source: 'foo(1);foo(2)', offset: 1 },
    'syntax error': { source: 'foo(1;' },
    'unknown language': { lang: 'q' },
    'no language': { lang: undefined },
    'extension as language': { lang: 'mjs' },
    'no pattern': { patterns: [] },
    'nested matches': { source: 'foo(foo(1))' },
    'two metavariables': { source: 'foo(1, 2)', patterns: ['$F($A, $B)'], includeMeta: true },
    'other language': { source: 'fn a() { b(1); }', lang: 'rust', patterns: ['b($A)', 'fn $N() { $$$B }'] },
    timeout: { source: 'foo(1);'.repeat(100_000), timeoutMs: 1 },
  }, (api, options) => api.astMatch({ source: 'foo(1)', lang: 'js', patterns: ['foo($A)'], ...options })),
  ...rows('astEdit', {
    preview: {},
    'limit of replacements': { maxReplacements: 1 },
    'limit of no replacements': { maxReplacements: 0, path: 'code/lib' },
    'limit of files': { maxFiles: 1 },
    'limits of exactly all': { path: 'code/a.js', maxReplacements: 2, maxFiles: 1 },
    'no rewrites': { rewrites: {} },
    'absent rewrites': { rewrites: undefined },
    'several rewrites': { rewrites: { 'foo(4)': 'z', 'foo(1)': 'b' }, path: 'code/a.js' },
    'nested rewrites': { rewrites: { 'foo($$$A)': 'x($$$A)', 'bar($A)': 'y($A)' }, path: 'code/a.js' },
    'empty replacement': { rewrites: { 'foo($A);': '' }, path: 'code/b.ts' },
    'same replacement': { rewrites: { 'foo($A)': 'foo($A)' }, path: 'code/lib' },
    language: { lang: 'python', path: 'code/lib' },
    'extension as language': { lang: 'py', path: 'code/lib' },
    'glob without a match': { glob: '*.py' },
    'syntax errors': { path: 'bad' },
    'failure at syntax errors': { path: 'bad', failOnParseError: true },
    'broken pattern': { rewrites: { 'foo((': 'bar' }, lang: 'js', path: 'code/a.js' },
    'missing path': { path: 'none' },
  }, (api, options, root) => api.astEdit({ rewrites: { 'foo($A)': 'bar($A)' }, ...inCode(options, root) })),
  ['astEdit: timeout', (api) => api.astEdit({ rewrites: { 'nosuch($A, $B, $C)': 'x' }, path: LONG_WALK, timeoutMs: 1 })],
  ...rows('astEdit', { 'files': {}, 'one file': { path: 'code/a.js' }, 'limited': { maxReplacements: 1 } }, async (api, options, root) => {
    const result = await api.astEdit({ rewrites: { 'foo($A)': 'bar($A)' }, ...inCode(options, root), dryRun: false })
    return { ...result, text: readFileSync(join(root, 'code/a.js'), 'utf8') }
  }, true),
]

// Syntax trees

const trees = [
  ...Object.entries(CODE).flatMap(([lang, code]) => {
    const numbers = [0, ...code.split('\n').keys()].map((_, n) => n)
    return numbers.flatMap((line) => [
      [`blockRangeAt: ${lang}, line ${line}`, (api) => api.blockRangeAt({ code, lang, line })],
      [`nodeChainAt: ${lang}, line ${line}`, (api) => api.nodeChainAt({ code, lang, line })],
      [`enclosingBlockBoundaries: ${lang}, line ${line}`, (api) =>
        api.enclosingBlockBoundaries({ code, lang, ranges: [{ startLine: line, endLine: line + 1 }] })],
    ])
  }),
  ...['blockRangeAt', 'nodeChainAt'].flatMap((name) => rows(name, {
    'language by path': { path: 'x.ts' },
    'no language': {},
    'unknown language': { lang: 'nosuch' },
    'unknown language beside a path': { lang: 'nosuch', path: 'a.ts' },
    'extension as language': { lang: 'mts' },
    'no line': { lang: 'ts', line: undefined },
    'number as code': { lang: 'ts', code: 5 },
    'syntax error in the block': { lang: 'js', code: 'function f() {\n' },
    'syntax error elsewhere': { lang: 'js', code: 'let a = ;\nfunction f() {\n g()\n}\n', line: 2 },
  }, (api, options) => api[name]({ code: CODE.ts, line: 2, ...options }))),
  ...rows('enclosingBlockBoundaries', {
    'several ranges': { ranges: [[3, 5], [11, 11]] },
    'no ranges': { ranges: [] },
    'everything': { ranges: [[0, 99]] },
    'inverted range': { ranges: [[5, 2]] },
    'unknown language': { lang: 'nosuch', ranges: [[1, 1]] },
    'syntax error': { code: 'let a = ;\nf(\n1', ranges: [[2, 2]] },
  }, (api, { ranges, ...options }) =>
    api.enclosingBlockBoundaries({
      code: CODE.ts, lang: 'ts', ranges: ranges.map(([startLine, endLine]) => ({ startLine, endLine })), ...options,
    })),
  ...rows('summarizeCode', SUMMARIES, (api, options) => api.summarizeCode(options)),
]

// Terminal text

const TAB = 3
const ellipses = [0, 1, 2, null]
const cells = shownBy(ransack.graphemes)

const texts = [
  ...Object.entries(LINES).flatMap(([kind, lines]) => lines.flatMap((line, n) => [
    [`visibleWidth: ${kind} ${n}`, (api) => api.visibleWidth(line, TAB)],
    [`truncateToWidth: ${kind} ${n}`, (api) => {
      const text = api.truncateToWidth(line, 20, 0, false, TAB)
      return { text, shown: cells(text) }
    }],
    [`sliceWithWidth: ${kind} ${n}`, (api) => {
      const { text, width } = api.sliceWithWidth(line, 5, 20, false, TAB)
      return { text, shown: [width, cells(text)] }
    }],
    [`wrapTextWithAnsi: ${kind} ${n}`, (api) => {
      const text = api.wrapTextWithAnsi(line, 40, TAB)
      return { text, shown: text.map(cells) }
    }],
    [`extractSegments: ${kind} ${n}`, (api) => {
      const { beforeWidth, afterWidth, ...text } = api.extractSegments(line, 5, 15, 20, true, TAB)
      return { text, shown: [cells(text.before), beforeWidth, cells(text.after), afterWidth] }
    }],
  ])),
  ...[0, 1, 2, 4, 16, 17, 255].map((tab) => [`visibleWidth: tab of ${tab}`, (api) => api.visibleWidth('a\tb\t', tab)]),
  ...rows('visibleWidth', { 'no tab width': ['a'], number: [5, 3], 'negative tab width': ['a\t', -1] }, (api, args) => api.visibleWidth(...args)),
  ...rows('truncateToWidth', {
    ...Object.fromEntries(ellipses.map((kind) => [`ellipsis ${kind}`, ['hello world', 5, kind, false, TAB]])),
    'unknown ellipsis': ['hello world', 5, 3, false, TAB],
    fits: ['hi', 5, 0, false, TAB],
    padded: ['hi', 5, 0, true, TAB],
    'exactly fits': ['hello', 5, 0, true, TAB],
    'no width': ['hello', 0, 0, false, TAB],
    'less than the ellipsis': ['hello world', 2, 1, false, TAB],
    'wide text': ['漢字漢字', 4, 0, true, TAB],
    'wide text without ellipsis': ['漢字漢字', 3, 2, true, TAB],
    'tab at the cut': ['a\tb', 2, 2, true, TAB],
    'tab before the cut': ['a\tbcd', 5, 0, true, TAB],
    'no tab width': ['hello world', 5, 0, false],
  }, (api, args) => api.truncateToWidth(...args)),
  ...rows('sliceWithWidth', {
    middle: ['hello world', 2, 3, false, TAB],
    'wide text at both ends': ['漢字漢字', 1, 3, false, TAB],
    'wide text, strict': ['漢字漢字', 1, 3, true, TAB],
    'tab at the end': ['a\tbc', 0, 2, false, 4],
    'tab at the end, strict': ['a\tbc', 0, 2, true, 4],
    'tab at the start': ['a\tbc', 2, 4, false, 4],
    'whole tab': ['a\tbc', 1, 4, false, 4],
    'null as strict': ['abc', 0, 2, null, TAB],
    'beyond the end': ['abc', 5, 2, false, TAB],
    'no length': ['abc', 0, 0, false, TAB],
    colour: ['\x1b[31mhello\x1b[0m x', 1, 2, false, TAB],
  }, (api, args) => api.sliceWithWidth(...args)),
  ...rows('wrapTextWithAnsi', {
    words: ['hello brave world', 6, TAB],
    'long word': ['hellobraveworld', 6, TAB],
    'two spaces': ['a  b', 2, TAB],
    indentation: ['  lead in', 5, TAB],
    'leading tab': ['\tab cd', 6, TAB],
    'tab between words': ['a\tb c', 4, TAB],
    'tab wider than the line': ['a\tb', 2, TAB],
    'empty line': ['one\n\ntwo', 10, TAB],
    'line feed at the end': ['one\n', 10, TAB],
    'empty text': ['', 10, TAB],
    'wide text': ['漢字漢字', 3, TAB],
    'no width': ['abc', 0, TAB],
    'spaces at the end': ['trail   ', 5, TAB],
    'address': ['see http://a.example/b', 8, TAB],
  }, (api, args) => api.wrapTextWithAnsi(...args)),
  ...rows('extractSegments', {
    middle: ['hello world', 2, 6, 5, false, TAB],
    colour: ['\x1b[32mgreen line\x1b[39m', 2, 6, 10, false, TAB],
    'wide text, strict': ['漢字漢字漢字', 3, 5, 4, true, TAB],
    tab: ['a\tbcdef', 3, 5, 3, true, 4],
    'short line': ['ab', 5, 7, 3, true, TAB],
  }, (api, args) => api.extractSegments(...args)),
]

// Highlighting and tokens

// Colours of the terminal by class, and their classes by number.
const CLASSES = ['comment', 'keyword', 'function', 'variable', 'string', 'number', 'type', 'operator', 'punctuation', 'inserted', 'deleted']
const COLORS = Object.fromEntries(CLASSES.map((name, n) => [name, `\x1b[38;5;${n}m`]))
const SEQUENCE = /\x1b\[(?:38;5;(\d+)|39)m/

/** Separates highlighted code into its text and the classes of its parts. */
function parts(output) {
  const [plain, ...rest] = output.split(SEQUENCE)
  const found = { text: plain, parts: [] }
  for (let i = 0; i < rest.length; i += 2) {
    found.text += rest[i + 1]
    if (rest[i] !== undefined) found.parts.push(`${CLASSES[rest[i]]}: ${rest[i + 1]}`)
  }
  return found
}

const SAMPLES = {
  js: 'let a = 1; // x\nfoo("b");\n', rust: 'fn main() { let x: u8 = 1; } // c\n', py: 'def f(x):\n  return "d"\n',
  json: '{"a": 1}\n', diff: '+a\n-b\n@@ x\n', toml: 'a = "b"\n', c: 'int f(void)\n{\n  return 1; /* x */\n}\n', nosuch: 'a\n',
}

const STREAMS = {
  lines: ['js', 'let a = 1;\n', '// b\n'],
  'comment over chunks': ['js', '/* a\n', 'b */ let c\n', ''],
  'last line without its end': ['js', 'let a;\n', 'let b'],
  'line in parts': ['js', 'let a ', '= 1;\n', 'let b;\n'],
  'unknown language': ['nosuch', 'a\n', 'b'],
  'no language': [null, 'a\n'],
}

const NAMES = [
  'js', 'JavaScript', 'ts', 'tsx', 'jsx', 'rust', 'rs', 'py', 'go', 'c', 'cpp', 'c++', 'h', 'java', 'rb', 'sh', 'bash', 'zsh', 'fish', 'json',
  'jsonc', 'yaml', 'yml', 'toml', 'md', 'html', 'css', 'scss', 'less', 'sql', 'xml', 'diff', 'patch', 'dockerfile', 'make', 'lua', 'php',
  'swift', 'kotlin', 'scala', 'zig', 'nix', 'vue', 'svelte', 'text', 'txt', '', 'nosuch', 'cs', 'powershell', 'graphql', 'proto', 'hcl', 'tf',
  'ini', 'astro', 'mermaid', 'elixir', 'erlang', 'haskell', 'clojure', 'r', 'perl', 'ocaml', 'dart', 'julia', 'tex', 'vim', 'cmake', '.js',
]

const others = [
  ...rows('highlightCode', SAMPLES, (api, code) => parts(api.highlightCode(code, Object.keys(SAMPLES).find((lang) => SAMPLES[lang] === code), COLORS))),
  ...rows('highlightCode', {
    'no language': ['let a\n', null, COLORS],
    'empty code': ['', 'js', COLORS],
    'one class without a colour': ['let a\n', 'js', { ...COLORS, keyword: '' }],
    'no colours': ['let a\n', 'js', {}],
    'absent colours': ['let a\n', 'js'],
    'number as code': [5, 'js', COLORS],
  }, (api, args) => parts(api.highlightCode(...args))),
  ...rows('HighlightStream', STREAMS, (api, [lang, ...chunks]) => {
    const stream = new api.HighlightStream(lang, COLORS)
    return { supported: stream.supported, chunks: chunks.map((chunk) => parts(stream.push(chunk))) }
  }),
  ['HighlightStream: same output as in one call', (api) => {
    const stream = new api.HighlightStream('js', COLORS)
    const lines = SAMPLES.js.split(/(?<=\n)/)
    return lines.map((line) => stream.push(line)).join('') === api.highlightCode(SAMPLES.js, 'js', COLORS)
  }],
  ...NAMES.map((name) => [`supportsLanguage: ${name}`, (api) => api.supportsLanguage(name)]),
  ['getSupportedLanguages: kinds', (api) => api.getSupportedLanguages().every((name) => typeof name === 'string')],
  ['getSupportedLanguages: names', (api) => {
    const names = new Set(api.getSupportedLanguages().map((name) => name.toLowerCase()))
    return ['rust', 'python', 'typescript', 'javascript', 'json', 'yaml', 'go'].filter((name) => names.has(name))
  }],
  ['warmHighlighter: result', (api) => api.warmHighlighter()],
  ...rows('countTokens', {
    text: ['Hello, world! 漢字'],
    list: [['a', 'b c']],
    'empty list': [[]],
    'empty text': [''],
    'special token': ['a<|endoftext|>'],
    'lone surrogate': ['\ud83d'],
    'null as encoding': ['a', null],
    'unknown encoding': ['a', 'x'],
    'number as text': [5],
    'number in a list': [[5]],
    ...Object.fromEntries(
      ['O200kBase', 'Cl100kBase', 'ClaudeV3', 'ClaudeV47', 'ClaudeV5', 'ClaudeV5Sonnet', 'Qwen3', 'DeepSeekV3', 'KimiK2', 'Glm5'].map(
        (encoding) => [encoding, ['Hello, world! 漢字', encoding]],
      ),
    ),
  }, (api, args) => api.countTokens(...args)),
]

export const CALLS = [...lines, ...searches, ...paths, ...patterns, ...trees, ...texts, ...others]
