// Every operation that takes a path refuses denied paths and paths outside the workspace.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, test } from 'node:test'

import { RansackOptionError, Workspace } from '../index.mjs'

const CODE = 'f(1);\nfunction g() {}\n'
const places = []
after(() => places.forEach((place) => rmSync(place, { recursive: true })))

function made(names) {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'ransack-sandbox-')))
  places.push(place)
  for (const name of names) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), CODE)
  }
  return place
}

const outside = made(['dir/a.js', 'out.js', 'one.js', 'given/a.js', 'given/secret/a.js'])
const root = made(['own.js', 'x.key.js', 'private/a.js', 'private/deep/b.js', 'sub/ok.js'])
symlinkSync(join(outside, 'dir'), join(root, 'linked'))
symlinkSync(join(outside, 'out.js'), join(root, 'linked.js'))
symlinkSync('private/a.js', join(root, 'alias.js'))
const bounds = { allow: [join(outside, 'one.js'), join(outside, 'given')], deny: ['*.key.js', 'private/', '**/secret'] }

const take = async (stream) => {
  for await (const batch of stream) return batch
}

/** Calls with a path, by method. `unaffected` methods take no path or do not use it. */
const CALLS = {
  applyPatch: (w, path) => w.applyPatch({ patch: `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-f(1);\n+f(2);\n` }),
  astEdit: (w, path) => w.astEdit({ rewrites: { 'f($A)': 'h($A)' }, path }),
  astGrep: (w, path) => w.astGrep({ pattern: 'f($A)', path }),
  astGrepStream: (w, path) => take(w.astGrepStream({ pattern: 'f($A)', path })),
  checkpoint: (w, path) => w.checkpoint({ name: 'a', path }),
  conflicts: (w, path) => w.conflicts({ path }),
  conflictsStream: (w, path) => take(w.conflictsStream({ path })),
  definition: (w, path) => w.definition({ path, name: 'g' }),
  edit: (w, path) => w.edit({ edits: [{ path, oldText: 'f(1)', newText: 'f(1)' }] }),
  editDefinition: (w, path) => w.editDefinition({ path, edits: [{ name: 'g', action: 'remove' }] }),
  edits: (w, path) => w.edits({ path }),
  exportIndex: (w, path) => w.exportIndex(path),
  exports: (w, path) => w.exports({ path }),
  exportsStream: (w, path) => take(w.exportsStream({ path })),
  fuzzyFind: (w, path) => w.fuzzyFind({ query: 'a', path }),
  glob: (w, path) => w.glob({ pattern: '**', path }),
  globStream: (w, path) => take(w.globStream({ pattern: '**', path })),
  globSync: async (w, path) => w.globSync({ pattern: '**', path }),
  grep: (w, path) => w.grep({ pattern: 'f', path }),
  grepStream: (w, path) => take(w.grepStream({ pattern: 'f', path })),
  grepSync: async (w, path) => w.grepSync({ pattern: 'f', path }),
  importIndex: (w, path) => w.importIndex(path),
  imports: (w, path) => w.imports({ path }),
  importsStream: (w, path) => take(w.importsStream({ path })),
  outline: (w, path) => w.outline({ path }),
  outlineStream: (w, path) => take(w.outlineStream({ path })),
  pack: (w, path) => w.pack({ path }),
  packStream: (w, path) => take(w.packStream({ path })),
  readLines: (w, path) => w.readLines({ path }),
  redo: (w, path) => w.redo({ path }),
  replace: (w, path) => w.replace({ pattern: 'f', replacement: 'h', path }),
  resolve: async (w, path) => w.resolve(path),
  resolveLines: (w, path) => w.resolveLines({ path, snapshot: '0'.repeat(32), from: 1 }),
  setBuffer: async (w, path) => w.setBuffer(path, 'f(2);\n'),
  skeleton: (w, path) => w.skeleton({ path }),
  skeletonStream: (w, path) => take(w.skeletonStream({ path })),
  tree: (w, path) => w.tree({ path }),
  undo: (w, path) => w.undo({ path }),
}
/** Operations that read files. */
const READS = ['astEdit', 'astGrep', 'astGrepStream', 'conflicts', 'conflictsStream', 'definition', 'edit', 'editDefinition', 'edits', 'pack', 'packStream', 'readLines', 'replace', 'exports', 'exportsStream', 'grep', 'grepStream', 'grepSync', 'imports', 'importsStream', 'outline', 'outlineStream', 'resolve', 'skeleton', 'skeletonStream', 'tree']

const refused = (error) => error instanceof RansackOptionError && /the workspace denies the path|leads outside the workspace/.test(error.message)

test('every operation refuses paths that it may not reach', async () => {
  const workspace = new Workspace(root, { ...bounds, index: 'memory' })
  const up = join('..', basename(outside), 'out.js')
  const paths = [
    'x.key.js', 'private/a.js', 'private/deep/b.js', 'sub/../private/a.js', 'private', 'linked/a.js', 'linked.js', 'alias.js', '..', up,
    join(outside, 'out.js'), join(outside, 'given/secret/a.js'), join(root, 'x.key.js'), 'private/new.js', 'linked/new.js',
  ]
  for (const [name, call] of Object.entries(CALLS)) {
    for (const path of paths) {
      // A patch may only name paths below a directory.
      const isPatch = name === 'applyPatch'
      await assert.rejects(call(workspace, path), (error) => refused(error) || isPatch && error.code === 'ERR_RANSACK_INVALID_PATCH' && /is not below the directory/.test(error.message), `${name} ${path}`)
    }
  }
  workspace.close()
  assert.equal(existsSync(join(outside, 'dir/new.js')), false)
})

test('every operation reaches allowed files', async () => {
  const workspace = new Workspace(root, bounds)
  for (const path of ['own.js', join(root, 'sub/ok.js'), join(outside, 'one.js'), join(outside, 'given/a.js')]) {
    for (const name of READS) await CALLS[name](workspace, path)
  }
  await workspace.glob({ pattern: '**', path: join(outside, 'given') })
  workspace.close()
})

test('methods that take a path are all tried', () => {
  const unaffected = new Set([
    'constructor', 'changes', 'clearBuffer', 'close', 'indexStats', 'invalidate', 'onChange', 'ready', 'refresh', 'updateBuffer',
  ])
  const methods = new Set()
  for (let object = Workspace.prototype; object !== Object.prototype; object = Object.getPrototypeOf(object)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(object))) if (typeof value === 'function') methods.add(name)
  }
  const ofBuffers = [...methods].filter((name) => /Buffer/.test(name))
  const untried = [...methods].filter((name) => !(name in CALLS) && !unaffected.has(name) && !ofBuffers.includes(name))
  assert.deepEqual(untried, [])
})

test('scans leave denied files out and report them', async () => {
  const workspace = new Workspace(root, bounds)
  const { matches, report } = await workspace.grep({ pattern: 'function' })
  assert.deepEqual(matches.map(({ path }) => path), ['own.js', 'sub/ok.js'])
  const denied = report.skipped.find(({ reason }) => reason === 'denied')
  assert.deepEqual([denied.count, denied.first.map(({ path }) => path)], [2, ['private', 'x.key.js']])
  const { applied, fileChanges } = await workspace.astEdit({ rewrites: { 'f($A)': 'h($A)' }, dryRun: false })
  assert.deepEqual([applied, fileChanges.length], [true, 2])
  for (const name of ['x.key.js', 'private/a.js']) assert.equal(readFileSync(join(root, name), 'utf8'), CODE)
  workspace.close()
})

test('`deny` may be a single glob', async () => {
  const workspace = new Workspace(root, { deny: '*.js' })
  const { matches } = await workspace.glob({ pattern: '**/*.js', gitignore: false })
  workspace.close()
  assert.deepEqual(matches, [])
})

test('the options are checked', () => {
  assert.throws(() => new Workspace(root, { deny: ['a', '{1..3}'] }), { code: 'ERR_RANSACK_INVALID_GLOB', message: /^`deny\[1\]`: / })
  assert.throws(() => new Workspace(root, { allow: [''] }), RansackOptionError)
  const workspace = new Workspace(root, bounds)
  assert.throws(() => workspace.resolve('..'), (error) => {
    assert.equal(error.message, `the path leads outside the workspace, which allows \`${root}\`, \`${join(outside, 'one.js')}\`, \`${join(outside, 'given')}\`: ..; list it in \`allow\` to allow it`)
    return true
  })
  workspace.close()
})
