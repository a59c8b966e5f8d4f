// Interrupted edits: report, listing and repair.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { RansackOptionError, astEdit, interruptedEdits, recoverEdits } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const PROGRAM = fileURLToPath(new URL('../testing/program.mjs', import.meta.url))
const OLD = 'var a = 1;\n'
const NEW = 'let a = 1;\n'
const REWRITES = { 'var $A = $B': 'const $A = $B' }
const NAMES = Array.from({ length: 300 }, (_, i) => `file${i}.js`)

const temporary = (root) => readdirSync(root).filter((name) => name.startsWith('.ransack-edit-'))

/** Whether an edit in `root` is changing files. */
function isApplying(root) {
  const journal = temporary(root).find((name) => name.endsWith('.journal'))
  try {
    return journal !== undefined && readFileSync(join(root, journal), 'latin1').endsWith('\napplying\n')
  } catch {
    // The edit has ended in the meantime.
    return false
  }
}

/** Kills a process that edits the files of `root`, while it changes them. */
async function killEdit(root) {
  const child = spawn(process.execPath, [PROGRAM, 'edits', root], { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = new Promise((resolve) => child.on('exit', (code, signal) => resolve({ code, signal })))
  while (child.exitCode === null && !isApplying(root)) await setImmediate()
  child.kill('SIGKILL')
  assert.deepEqual(await exited, { code: null, signal: 'SIGKILL' })
}

/** Returns a tree whose edit was interrupted while it changed files. */
async function interrupted() {
  for (let attempt = 0; attempt < 50; attempt++) {
    const root = realpathSync(tree(Object.fromEntries(NAMES.map((name) => [name, OLD]))))
    await killEdit(root)
    const { remaining } = await interruptedEdits({ path: root })
    if (remaining[0]?.state === 'incomplete') return { root, edit: remaining[0], remaining }
  }
  return assert.fail('no kill interrupted an edit while it changed files')
}

test('an interrupted edit is reported, listed and undone', async () => {
  const { root, edit, remaining } = await interrupted()
  assert.equal(remaining.length, 1)
  const { journal, files, problem } = edit
  assert.equal(temporary(root).includes(journal.slice(root.length + 1)), true)
  assert.deepEqual(files.toSorted(), NAMES.map((name) => join(root, name)).toSorted())
  assert.equal(problem, undefined)

  const before = readdirSync(root)
  const preview = await astEdit({ rewrites: REWRITES, path: root })
  assert.deepEqual(preview.interrupted, remaining)
  assert.deepEqual(preview.recovered, [])
  assert.equal(preview.report.complete, false)
  assert.ok(preview.report.skipped.some(({ reason }) => reason === 'interruptedEdit'))
  assert.deepEqual(readdirSync(root), before)

  const { recovered, remaining: left, report } = await recoverEdits({ path: root, bytes: true })
  assert.deepEqual(left, [])
  assert.equal(report.complete, true)
  assert.deepEqual(recovered.map(({ path }) => path).toSorted(), files.toSorted())
  for (const { path, pathBytes, action } of recovered) {
    assert.ok(action === 'restored' || action === 'unchanged', action)
    assert.equal(Buffer.from(pathBytes).toString(), path)
  }
  assert.deepEqual(temporary(root), [])
  // All texts are old: the texts before the interrupted edit, in either direction.
  const texts = new Set(NAMES.map((name) => readFileSync(join(root, name), 'utf8')))
  assert.equal(texts.size, 1)
  assert.ok(texts.has(OLD) || texts.has(NEW))
  assert.deepEqual((await interruptedEdits({ path: root })).remaining, [])
})

test('the next edit undoes an interrupted one and says so', async () => {
  const { root, edit } = await interrupted()
  const rewrites = [
    { pattern: 'var $A = $B', replacement: 'const $A = $B' },
    { pattern: 'let $A = $B', replacement: 'const $A = $B' },
  ]
  const { applied, recovered, interrupted: left } = await astEdit({ rewrites, path: root, dryRun: false })
  assert.equal(applied, true)
  assert.deepEqual(left, [])
  assert.deepEqual(recovered.map(({ path }) => path).toSorted(), edit.files.toSorted())
  for (const name of NAMES) assert.equal(readFileSync(join(root, name), 'utf8'), 'const a = 1;\n')
  assert.deepEqual(temporary(root), [])
})

test('a file that only has the name of a journal blocks nothing and stays', async () => {
  const root = realpathSync(tree({ 'a.js': OLD }))
  const file = join(root, '.ransack-edit-0123456789abcdef-0.journal')
  writeFileSync(file, 'no journal\n')
  const { recovered, remaining, report } = await recoverEdits({ path: root })
  assert.deepEqual([recovered, remaining, report.complete], [[], [], true])
  const { applied } = await astEdit({ rewrites: REWRITES, path: root, dryRun: false })
  assert.equal(applied, true)
  assert.equal(readFileSync(file, 'utf8'), 'no journal\n')
})

test('invalid options and aborted calls', async () => {
  const root = tree({ 'a.js': OLD })
  for (const call of [interruptedEdits, recoverEdits]) {
    await assert.rejects(call({ path: join(root, 'missing') }), { code: 'ERR_RANSACK_NOT_FOUND' })
    for (const options of [{ waitMs: -1 }, { path: 1 }, 1]) {
      await assert.rejects(call(options), RansackOptionError)
    }
    await assert.rejects(call({ path: root, signal: AbortSignal.abort() }), { name: 'AbortError' })
    await assert.rejects(call({ path: root, timeoutMs: 0 }), { code: 'ERR_RANSACK_TIMEOUT' })
  }
})
