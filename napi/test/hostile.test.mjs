import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'

import * as ransack from '../index.mjs'
import { OPERATIONS, workingOptions } from '../testing/operations.mjs'
import { tree } from '../testing/tree.mjs'

const root = tree({ 'a.js': 'foo(1)\n' })
const UNDO = { checkpoint: 'a', path: root }
await ransack.checkpoint({ name: 'a', path: root })
const LONG = 'x'.repeat(1_000_000)
const hostile = Object.create(null)
const BAD = [
  undefined, null, true, NaN, -1, 1.5, Infinity, 2 ** 60, 10n, 10n ** 30n, Symbol('s'), '', LONG, '\ud800', 'a\0b', [], [1], [LONG],
  {}, hostile, { [LONG]: 1 }, () => {}, new Map(), new Map([[1, LONG]]), new Set([5]), new Date(NaN), '(', /a/y, new Uint8Array(0),
  new Uint16Array(1), new ArrayBuffer(1), new DataView(new ArrayBuffer(1)), Promise.resolve(), new URL('https://h/p'), { then() {} },
]

/** Arguments with which an operation over files works. */
const working = (name) => [workingOptions(name, root), ...(/(Stream|Sync)$/.test(name) ? [] : [() => {}])]

/** Every function, with arguments that work. */
const WORKING = {
  ...Object.fromEntries(Object.keys(OPERATIONS).map((name) => [name, working(name)])),
  addImports: [{ source: 'a', lang: 'js', imports: [{ module: 'm', names: ['a', { name: 'b', alias: 'c' }], kind: 'static' }] }],
  applyPatch: [{ patch: '--- /dev/null\n+++ b/never\n@@ -0,0 +1 @@\n+a\n', path: root }],
  astLanguages: [],
  astMatch: [{ source: 'foo(1)', lang: 'js', pattern: 'foo($A)' }],
  blockRangeAt: [{ code: 'a', lang: 'js', line: 1 }],
  blockRangeAtAsync: [{ code: 'a', lang: 'js', line: 1 }],
  checkSyntax: ['a', 'js', {}],
  checkSyntaxAsync: ['a', 'js', {}],
  checkpoint: [{ name: 'a', path: root }],
  countTokens: ['a', 'Cl100kBase'],
  countTokensAsync: ['a', 'Cl100kBase'],
  countTokensEach: [['a'], 'Cl100kBase'],
  countTokensEachAsync: [['a'], 'Cl100kBase'],
  countUpTo: ['a', 1, 'Cl100kBase'],
  countUpToAsync: ['a', 1, 'Cl100kBase'],
  definition: [{ source: 'function f() {}', lang: 'js', name: 'f' }],
  decode: [[1], 'Cl100kBase'],
  decodeToBytes: [[1], 'Cl100kBase'],
  detectLanguage: ['a.js', ''],
  edit: [{ path: join(root, 'a.js'), edits: [{ at: 'end', newText: '' }] }],
  editText: ['a', [{ oldText: 'a', newText: 'b' }], {}],
  editDefinition: [{ path: join(root, 'a.js'), edits: [{ action: 'addImports', imports: [{ module: 'm', names: ['a'] }] }] }],
  edits: [{ path: root }],
  enclosingBlockBoundaries: [{ code: 'a', lang: 'js', ranges: [{ startLine: 1, endLine: 1 }] }],
  enclosingBlockBoundariesAsync: [{ code: 'a', lang: 'js', ranges: [] }],
  encode: ['a', 'Cl100kBase'],
  encodeAsync: ['a', 'Cl100kBase'],
  encodingForModel: ['gpt-4o'],
  estimateTokens: ['a', 'claude-3'],
  escapeGlob: ['a'],
  explainPattern: ['a', 'js', {}],
  explainPatternAsync: ['a', 'js', {}],
  exports: [{ source: 'a', lang: 'js' }],
  extractSegments: ['abc', 1, 1, 1, true, 4],
  fileTypes: [],
  fuzzyMatch: ['a', ['a'], {}],
  getSupportedLanguages: [],
  graphemes: ['a', 4],
  hasMatch: ['a', 'a', false, false, 1000],
  highlight: ['a', 'js', {}],
  highlightAcknowledgements: [],
  highlightAsync: ['a', 'js', {}],
  highlightCode: ['a', 'js', {}],
  highlightEngine: ['js'],
  imports: [{ source: 'a', lang: 'js' }],
  interruptedEdits: [{ path: root }],
  invalidateFsScanCache: [root],
  nodeChainAt: [{ code: 'a', lang: 'js', line: 1 }],
  nodeChainAtAsync: [{ code: 'a', lang: 'js', line: 1 }],
  organiseImports: [{ source: 'a', lang: 'js', fileName: 'a.js' }],
  outline: [{ source: 'a', lang: 'js' }],
  outlineSync: [{ source: 'a', lang: 'js' }],
  padToWidth: ['a', 3, 'left', 4],
  parsePatch: ['--- a\n+++ a\n@@ -0,0 +1 @@\n+a\n'],
  poolStats: [],
  readLines: [{ path: join(root, 'a.js'), ranges: [{ from: 1, to: 1 }] }],
  preloadEncoding: ['Cl100kBase'],
  recoverEdits: [{ path: root }],
  redo: [UNDO],
  removeImports: [{ source: "import 'm'", lang: 'js', imports: [{ module: 'm' }] }],
  render: [[{ path: 'a', fileType: 1 }], { maxTokens: 100, encoding: 'O200kBase', group: 'file', links: 'file:///d/' }],
  sanitizeText: ['a'],
  search: ['a', { pattern: 'a' }],
  resolveLines: [{ path: join(root, 'a.js'), snapshot: '0'.repeat(32), from: 1 }],
  setSnapshotMemory: [1 << 26],
  setThreads: [2],
  snapshotMemory: [],
  skeleton: [{ source: 'a', lang: 'js' }],
  sliceWithWidth: ['abc', 0, 1, true, 4],
  splitByTokens: ['a b c', 2, 1, 'Cl100kBase'],
  splitByTokensAsync: ['a b c', 2, 1, 'Cl100kBase'],
  stripAnsi: ['a'],
  supportsLanguage: ['js'],
  threads: [],
  tokenOffsets: ['a', 'Cl100kBase'],
  tokenOffsetsAsync: ['a', 'Cl100kBase'],
  truncateToTokens: ['a b c', 2, 'Cl100kBase'],
  truncateToTokensAsync: ['a b c', 2, 'Cl100kBase'],
  truncateToWidth: ['abc', 2, '', false, 4],
  undo: [UNDO],
  unifiedDiff: ['a', 'b', { path: 'a', context: 3 }],
  visibleWidth: ['a', 4],
  warmLanguage: ['js', {}],
  wrapTextWithAnsi: ['a b', 1, 4],
}

const CLASSES = {
  HighlightStream: (...args) => new ransack.HighlightStream(...args).finish(),
  TokenCounter: (...args) => new ransack.TokenCounter(...args).push('a'),
  Tokenizer: (...args) => new ransack.Tokenizer(...args),
  'Tokenizer.load': (...args) => ransack.Tokenizer.load(...args),
  'Tokenizer.loadSync': (...args) => ransack.Tokenizer.loadSync(...args),
  Theme: (...args) => new ransack.Theme(...args),
  'Theme.fromTmTheme': (...args) => ransack.Theme.fromTmTheme(...args),
  'Theme.named': (...args) => ransack.Theme.named(...args),
  'Theme.css': (...args) => ransack.Theme.named('Nord').css(...args),
  'HighlightStream.push': (...args) => new ransack.HighlightStream('js').push(...args),
  'TokenCounter.push': (...args) => new ransack.TokenCounter().push(...args),
  Workspace: (...args) => new ransack.Workspace(...args).close(),
  'Workspace, index': (index) => new ransack.Workspace(root, { index }).close(),
  'Workspace, indexPath': (indexPath) => new ransack.Workspace(root, { index: 'memory', indexPath }).close(),
  'Workspace.invalidate': (...args) => inWorkspace((workspace) => workspace.invalidate(...args)),
  'Workspace.exportIndex': (...args) => inWorkspace((workspace) => workspace.exportIndex(...args)),
  'Workspace.exportIndex, options': (options) => inWorkspace((workspace) => workspace.exportIndex('index', options)),
  'Workspace.importIndex, options': (options) => inWorkspace((workspace) => workspace.importIndex('index', options)),
  'Workspace.importIndex': (...args) => inWorkspace((workspace) => workspace.importIndex(...args)),
  'Workspace.indexStats': (...args) => inWorkspace((workspace) => workspace.indexStats(...args)),
  'Workspace.ready': (...args) => inWorkspace((workspace) => workspace.ready(...args)),
  'Workspace.ready, onProgress': (onProgress) => inWorkspace((workspace) => workspace.ready({ onProgress })),
  'Workspace.setBuffer': (...args) => inWorkspace((workspace) => workspace.setBuffer(...args)),
  'Workspace.setBuffer, text': (text) => inWorkspace((workspace) => workspace.setBuffer('buffer', text)),
  'Workspace.clearBuffer': (...args) => inWorkspace((workspace) => workspace.clearBuffer(...args)),
  'Workspace.grep': (...args) => inWorkspace((workspace) => workspace.grep(...args)),
  'Workspace.definition': (...args) => inWorkspace((workspace) => workspace.definition(...args)),
  'Workspace.exports': (...args) => inWorkspace((workspace) => workspace.exports(...args)),
  'Workspace.imports': (...args) => inWorkspace((workspace) => workspace.imports(...args)),
  'Workspace.outline': (...args) => inWorkspace((workspace) => workspace.outline(...args)),
  'Workspace.skeleton': (...args) => inWorkspace((workspace) => workspace.skeleton(...args)),
  'addImports, import': (given) => ransack.addImports({ source: 'a', lang: 'js', imports: [given] }),
  'addImports, module': (module) => ransack.addImports({ source: 'a', lang: 'js', imports: [{ module }] }),
  'addImports, name': (name) => ransack.addImports({ source: 'a', lang: 'js', imports: [{ module: 'm', names: [name] }] }),
  'addImports, alias': (alias) =>
    ransack.addImports({ source: 'a', lang: 'js', imports: [{ module: 'm', names: [{ name: 'a', alias }] }] }),
  'removeImports, import': (given) => ransack.removeImports({ source: 'a', lang: 'js', imports: [given] }),
  'editDefinition, edit': (edit) => ransack.editDefinition({ path: join(root, 'a.js'), edits: [edit] }),
  'Workspace.editDefinition': (...args) => inWorkspace((workspace) => workspace.editDefinition(...args)),
  'Workspace.readLines': (...args) => inWorkspace((workspace) => workspace.readLines(...args)),
  'Workspace.resolveLines': (...args) => inWorkspace((workspace) => workspace.resolveLines(...args)),
  'Workspace.refresh': (...args) => inWorkspace((workspace) => workspace.refresh(...args)),
}

async function inWorkspace(call) {
  const workspace = new ransack.Workspace(root)
  try {
    return await call(workspace)
  } finally {
    workspace.close()
  }
}

const shown = (value) => (typeof value === 'string' ? JSON.stringify(value.slice(0, 20)) : Object.prototype.toString.call(value))

async function check(label, call, args) {
  let error
  try {
    const result = call(...args)
    // A stream reports errors to `next`.
    await (typeof result?.next === 'function' ? result.next().finally(() => result.return()) : result)
    return
  } catch (caught) {
    error = caught
  }
  const { RansackError, RansackOptionError } = ransack
  assert.ok(error instanceof RansackError || error instanceof RansackOptionError, `${label}: ${error?.stack?.slice(0, 600)}`)
  assert.match(error.code, /^ERR_RANSACK_(?!INTERNAL)/, label)
  assert.equal(error.name, error.constructor.name, label)
  assert.ok(error.message.length <= 400, `${label}: a message of ${error.message.length}: ${error.message.slice(0, 300)}`)
  assert.doesNotMatch(error.message, /x{101}/, label)
  assert.doesNotMatch(error.message, /Failed to (convert|get)|Expect value|on type|Either|not match any variant/, label)
  assert.match(error.stack, /hostile\.test/, `${label}: the stack lacks the caller: ${error.stack.slice(0, 1500)}`)
}

test('every error of every function has a class, a code and a bounded message', async () => {
  const functions = Object.keys(ransack).filter((name) => typeof ransack[name] === 'function' && !/^[A-Z]/.test(name))
  assert.deepEqual(functions.sort(), Object.keys(WORKING).sort(), 'every function is called here')
  const { threads, setThreads } = ransack
  const before = threads()
  for (const [name, args] of Object.entries(WORKING)) {
    const call = ransack[name]
    await check(`${name} as it should be`, call, args)
    for (let i = 0; i < args.length; i++) {
      for (const bad of BAD) {
        const given = args.with ? args.with(i, bad) : Object.assign([...args], { [i]: bad })
        // Valid, but searches the whole machine.
        if (name === 'setThreads' && typeof bad === 'number' && bad > 64) continue
        await check(`${name}, argument ${i}: ${shown(bad)}`, call, given)
      }
      if (typeof args[i] !== 'object' || Array.isArray(args[i])) continue
      for (const key of Object.keys(args[i])) {
        for (const bad of BAD) {
          const given = Object.assign([...args], { [i]: { ...args[i], [key]: bad } })
          // The default path is the current directory.
          if (key === 'path' && (bad === undefined || bad === '')) continue
          await check(`${name}, ${key}: ${shown(bad)}`, call, given)
        }
      }
    }
  }
  setThreads(before)
})

test('every error of every class is typed', async () => {
  for (const [name, call] of Object.entries(CLASSES)) {
    for (const bad of BAD) {
      await check(`${name}: ${shown(bad)}`, call, [bad])
      if (/Workspace$|load/.test(name)) await check(`${name}, options: ${shown(bad)}`, call, [root, bad])
    }
  }
  for (const { value } of [
    { value: ransack.Workspace.prototype.grep },
    { value: ransack.Workspace.prototype.close },
  ]) {
    await check('a method of nothing', (...args) => value.apply({}, args), [{ pattern: 'a' }])
  }
})
