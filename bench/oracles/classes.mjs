// Compares highlight classes with the tokens of another lexer, and the two engines with each other:
//
//     node classes.mjs DIRECTORY... [--language NAME]... [--most FILES] [--differences]
//
// The reference is the language's own lexer or parser where there is one: `tokenize` of Python,
// `go/scanner`, the compiler of TypeScript and `Ripper` of Ruby; otherwise it is Pygments. For each
// language, prints the number of tokens and the share on which each engine agrees with the
// reference; --differences adds the kinds of tokens with the classes that differ, each with its
// number and examples. Names may have any class of names, or none; operators any but those of
// comments, strings and numbers. A method that is called must be a function or a type.
//
// The addon is that of `npm run build` or `build:debug` in napi/; RANSACK_BENCH_ADDON is another.
// RANSACK_BENCH_PYTHON (with Pygments), RANSACK_BENCH_GO and RANSACK_BENCH_RUBY are other programs. A
// program that is missing fails the run.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import ts from 'typescript'

import { load } from '../node/addon.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const { values, positionals: roots } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string', multiple: true },
    most: { type: 'string', default: '200' },
    differences: { type: 'boolean', default: false },
  },
})
if (roots.length === 0) throw new Error('usage: classes.mjs DIRECTORY... [--language NAME]... [--most FILES] [--differences]')
const ransack = await load(process.env.RANSACK_BENCH_ADDON ?? here('../../napi/index.js'))

const python = process.env.RANSACK_BENCH_PYTHON ?? 'python3'
const READERS = {
  tokenize: [python, [here('classes.py'), 'tokenize']],
  pygments: [python, [here('classes.py')]],
  go: [process.env.RANSACK_BENCH_GO ?? 'go', ['run', here('classes.go')]],
  ripper: [process.env.RANSACK_BENCH_RUBY ?? 'ruby', [here('classes.rb')]],
}
const LANGUAGES = {
  bash: ['pygments', '.sh', '.bash'], c: ['pygments', '.c'], clojure: ['pygments', '.clj'],
  cpp: ['pygments', '.cpp', '.cc', '.hpp'], csharp: ['pygments', '.cs'], css: ['pygments', '.css'],
  dart: ['pygments', '.dart'], elixir: ['pygments', '.ex', '.exs'], go: ['go', '.go'], haskell: ['pygments', '.hs'],
  java: ['pygments', '.java'], javascript: ['typescript', '.js', '.mjs'], kotlin: ['pygments', '.kt'],
  lua: ['pygments', '.lua'], make: ['pygments', '.mk', 'Makefile'], perl: ['pygments', '.pl', '.pm'], php: ['pygments', '.php'],
  powershell: ['pygments', '.ps1', '.psm1'], python: ['tokenize', '.py'], r: ['pygments', '.r'], ruby: ['ripper', '.rb'],
  rust: ['pygments', '.rs'], scala: ['pygments', '.scala'], sql: ['pygments', '.sql'], swift: ['pygments', '.swift'],
  tsx: ['typescript', '.tsx'], typescript: ['typescript', '.ts'], yaml: ['pygments', '.yaml', '.yml'],
}
const MOST_BYTES = 100_000

const NAMES = ['', 'attribute', 'constant', 'function', 'namespace', 'property', 'tag', 'type', 'variable']
const ACCEPTED = {
  comment: ['comment'],
  string: ['string', 'escape', 'constant', 'property', 'link', 'code'],
  pattern: ['string', 'escape', 'operator', 'punctuation', 'number', 'constant', 'property'],
  number: ['number', 'constant'],
  keyword: ['keyword', 'operator', 'constant', 'type'],
  name: NAMES,
  call: ['function', 'type', 'attribute'],
  function: ['function', 'type', 'attribute'],
  type: ['type', 'namespace', 'constant'],
}
const LITERALS = new Set(['comment', 'string', 'number'])
// Words that are both keywords and names of values.
const VALUES = new Set(['this', 'super', 'self', 'base', 'parent', 'static', 'Self', 'it', '__FILE__', '__LINE__'])

function agrees(kind, text, classes) {
  if (kind === 'operator') return classes.every((name) => !LITERALS.has(name))
  if (kind === 'keyword' && VALUES.has(text) && classes[0] === 'variable') return true
  return classes.every((name) => ACCEPTED[kind].includes(name))
}

function* files(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* files(path)
    else if (entry.isFile() && statSync(path).size <= MOST_BYTES) yield path
  }
}

/** Tokens of JavaScript and TypeScript: [start, end, kind]. */
function readTypescript(path) {
  const text = readFileSync(path, 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  if (source.parseDiagnostics.length > 0) return { path, error: 'invalid' }
  const K = ts.SyntaxKind
  const tokens = []
  const comments = ts.createScanner(ts.ScriptTarget.Latest, false)
  const kindOf = (node) => {
    const { kind, parent } = node
    if (kind === K.NumericLiteral || kind === K.BigIntLiteral) return 'number'
    if (kind === K.RegularExpressionLiteral) return 'pattern'
    if (kind === K.StringLiteral || (kind >= K.FirstTemplateToken && kind <= K.LastTemplateToken)) return 'string'
    if (kind >= K.FirstKeyword && kind <= K.LastKeyword) return 'keyword'
    if (kind === K.JsxText || kind === K.JsxTextAllWhiteSpaces || kind === K.EndOfFileToken) return undefined
    if (kind === K.Identifier || kind === K.PrivateIdentifier) {
      if (ts.isPropertyAccessExpression(parent) && parent.name === node && ts.isCallExpression(parent.parent) && parent.parent.expression === parent) return 'call'
      if ((ts.isFunctionDeclaration(parent) || ts.isMethodDeclaration(parent) || ts.isMethodSignature(parent)) && parent.name === node) return 'function'
      if ((ts.isClassDeclaration(parent) || ts.isInterfaceDeclaration(parent) || ts.isTypeAliasDeclaration(parent) || ts.isEnumDeclaration(parent)) && parent.name === node) return 'type'
      return 'name'
    }
    return kind >= K.FirstPunctuation && kind <= K.LastPunctuation ? 'operator' : undefined
  }
  const visit = (node) => {
    if (node.kind >= K.FirstJSDocNode && node.kind <= K.LastJSDocNode) return
    const children = node.getChildren(source)
    if (children.length > 0) return children.forEach(visit)
    const start = node.getStart(source)
    if (node.kind !== K.JsxText) {
      comments.setText(text, node.pos, start - node.pos)
      for (let kind = comments.scan(); kind !== K.EndOfFileToken; kind = comments.scan()) {
        if (kind === K.SingleLineCommentTrivia || kind === K.MultiLineCommentTrivia) tokens.push([comments.getTokenStart(), comments.getTokenEnd(), 'comment'])
      }
    }
    const kind = kindOf(node)
    // The braces of interpolations are not text.
    const from = start + (node.kind === K.TemplateMiddle || node.kind === K.TemplateTail)
    const to = node.end - 2 * (node.kind === K.TemplateHead || node.kind === K.TemplateMiddle)
    if (kind && from < to) tokens.push([from, to, kind])
  }
  visit(source)
  return { path, tokens }
}

function read(reader, language, paths) {
  if (reader === 'typescript') return paths.map(readTypescript)
  const [program, args] = READERS[reader]
  const input = paths.map((path) => `${path}\n`).join('')
  const { error, status, stdout, stderr } = spawnSync(program, [...args, ...(reader === 'pygments' ? [language] : [])], {
    input, encoding: 'utf8', maxBuffer: 2 ** 30,
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
  return stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line))
}

/** Names of the classes of each UTF-16 unit. */
function classesOf(text, language, engine) {
  const classes = new Array(text.length).fill('')
  for (const { start, end, class: name } of ransack.highlight(text, language, { output: 'spans', engine }).spans) classes.fill(name, start, end)
  return classes
}

function compare(language, [reader, ...extensions]) {
  const found = []
  for (const root of roots) {
    for (const path of files(root)) {
      if (extensions.includes(extname(path)) || extensions.includes(path.split('/').at(-1))) found.push([root, path])
    }
  }
  const most = Number(values.most)
  const step = Math.max(1, found.length / most)
  const sample = Array.from({ length: Math.min(most, found.length) }, (_, at) => found[Math.floor(at * step)])
  const rootOf = new Map(sample.map(([root, path]) => [path, root]))
  const total = { files: 0, tokens: 0, byGrammar: 0, byLine: 0 }
  const kinds = new Map()
  for (const { path, tokens, error } of sample.length > 0 ? read(reader, language, [...rootOf.keys()]) : []) {
    if (error) continue
    const text = readFileSync(path, 'utf8')
    const [grammar, line] = [undefined, 'syntect'].map((engine) => classesOf(text, language, engine))
    total.files++
    for (const [start, end, kind] of tokens) {
      const token = text.slice(start, end)
      const within = (classes) => {
        const names = new Set()
        for (let at = start; at < end; at++) if (text[at] > ' ') names.add(classes[at])
        return [...names].sort()
      }
      const [found, byLine] = [within(grammar), within(line)]
      const isLineRight = agrees(kind, token, byLine)
      total.tokens++
      total.byLine += isLineRight
      if (agrees(kind, token, found)) {
        total.byGrammar++
        continue
      }
      const name = `${kind} is ${found.map((name) => name || 'plain').join('|')}`
      const entry = kinds.get(name) ?? { number: 0, only: 0, examples: new Map() }
      entry.number++
      entry.only += isLineRight
      const at = `${relative(rootOf.get(path), path)}:${text.slice(0, start).split('\n').length}`
      if (!entry.examples.has(token) && entry.examples.size < 6) entry.examples.set(token, at)
      kinds.set(name, entry)
    }
  }
  const share = (count) => (total.tokens > 0 ? (count / total.tokens).toFixed(4) : '-')
  console.log(`| ${language} | ${reader} | ${total.files} | ${total.tokens} | ${share(total.byGrammar)} | ${share(total.byLine)} |`)
  if (!values.differences) return
  for (const [name, { number, only, examples }] of [...kinds].sort((a, b) => b[1].number - a[1].number).slice(0, 16)) {
    const shown = [...examples].map(([token, at]) => `${JSON.stringify(token.slice(0, 40))} (${at})`).join(', ')
    console.log(`  ${name}: ${number}, the line engine agrees in ${only}: ${shown}`)
  }
}

console.log('| language | reference | files | tokens | ransack | line engine |\n| --- | --- | ---: | ---: | ---: | ---: |')
for (const [language, sources] of Object.entries(LANGUAGES)) {
  if (!values.language || values.language.includes(language)) compare(language, sources)
}
