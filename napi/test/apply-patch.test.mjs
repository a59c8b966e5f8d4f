// Patches applied to files.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

import { RansackError, RansackOptionError, Workspace, applyPatch } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

const PATCH = `diff --git a/f b/f
--- a/f
+++ b/f
@@ -1,2 +1,2 @@
 a
-b
+B
diff --git a/old b/sub/new
similarity index 100%
rename from old
rename to sub/new
diff --git a/added b/added
new file mode 100755
--- /dev/null
+++ b/added
@@ -0,0 +1 @@
+é
`

test('a patch is previewed, applied and reversed', async () => {
  const path = tree({ f: 'x\na\nb\n', old: 'o\n' })
  const read = (name) => readFileSync(join(path, name), 'utf8')
  const preview = await applyPatch({ patch: PATCH, path, bytes: true })
  assert.equal(preview.applied, false)
  assert.equal(read('f'), 'x\na\nb\n')
  assert.deepEqual(
    preview.fileChanges.map(({ path, kind, newPath }) => [path, kind, newPath]),
    [['f', 'modify', undefined], ['old', 'rename', 'sub/new'], ['added', 'create', undefined]],
  )
  assert.deepEqual(preview.patched, [
    { path: 'f', hunks: [{ line: 2, offset: 1, fuzz: 0 }] },
    { path: 'old', hunks: [] },
    { path: 'added', hunks: [{ line: 1, offset: 0, fuzz: 0 }] },
  ])
  assert.deepEqual(preview.workspaceEdit.documentChanges.map(({ kind }) => kind), [undefined, 'rename', 'create', undefined])
  const options = { patch: Buffer.from(PATCH), path, dryRun: false }
  const { applied, report, workspaceEdit } = await applyPatch({ ...options, preview: preview.preview })
  assert.ok(applied && report.complete)
  assert.equal(workspaceEdit, undefined)
  assert.deepEqual([read('f'), read('sub/new'), read('added')], ['x\na\nB\n', 'o\n', 'é\n'])
  await applyPatch({ ...options, reverse: true })
  assert.deepEqual([read('f'), read('old'), existsSync(join(path, 'added'))], ['x\na\nb\n', 'o\n', false])
})

test('conflicts of all files are listed, and nothing is applied', async () => {
  const path = tree({ f: 'a\nx\nc\n', g: 'g\n' })
  const patch = '--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n b\n-c\n+C\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-g\n+G\n--- a/h\n+++ b/h\n@@ -1 +1 @@\n-h\n+H\n'
  await assert.rejects(applyPatch({ patch, path, dryRun: false }), (error) => {
    assert.ok(error instanceof RansackError)
    assert.equal(error.code, 'ERR_RANSACK_PATCH_CONFLICT')
    assert.match(error.message, /f: the old lines of hunk 1 \(line 1\) are not in the text; h: the file does not exist/)
    assert.deepEqual(error.paths, [join(path, 'f'), join(path, 'h')])
    assert.equal(error.passages[0].path, 'f')
    assert.equal(error.passages[0].startLine, 1)
    return true
  })
  assert.equal(readFileSync(join(path, 'g'), 'utf8'), 'g\n')
  const fuzzy = await applyPatch({ patch: patch.split('--- a/g')[0], path, fuzz: 2 })
  assert.equal(fuzzy.patched[0].hunks[0].fuzz, 2)
})

test('open buffers are not written', async () => {
  const path = tree({ f: 'saved\n' })
  const workspace = new Workspace(path)
  workspace.setBuffer('f', 'a\nb\n')
  const patch = '*** Begin Patch\n*** Update File: f\n@@\n a\n-b\n+B\n*** End Patch\n'
  const { applied, fileChanges, workspaceEdit } = await workspace.applyPatch({ patch, dryRun: false })
  assert.equal(applied, false)
  assert.equal(fileChanges[0].hasBuffer, true)
  assert.equal(workspaceEdit.documentChanges[0].edits[0].newText, 'B')
  assert.equal(readFileSync(join(path, 'f'), 'utf8'), 'saved\n')
  workspace.close()
})

test('invalid input is refused', async () => {
  const path = tree({})
  await assert.rejects(applyPatch({ path }), RansackOptionError)
  await assert.rejects(applyPatch({ patch: 'text', path }), { code: 'ERR_RANSACK_INVALID_PATCH' })
  const patch = '*** Begin Patch\n*** Add File: ../f\n+a\n*** End Patch\n'
  await assert.rejects(applyPatch({ patch, path }), { code: 'ERR_RANSACK_INVALID_PATCH' })
  await assert.rejects(applyPatch({ patch, path, signal: AbortSignal.abort() }), { code: 'ABORT_ERR' })
})
