// Calls about code: syntax patterns and syntax trees.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { LONG_WALK, aborted, rows } from './rows.mjs'
import { CODE, SUMMARIES } from './texts.mjs'

const inCode = (options, root) => ({ ...options, path: join(root, options.path ?? 'code') })

export const patterns = [
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

export const trees = [
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
