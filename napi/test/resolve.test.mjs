import assert from 'node:assert/strict'
import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { pathToFileURL } from 'node:url'

import { RansackError, RansackOptionError, Workspace } from '../index.mjs'
import { tree } from '../testing/tree.mjs'

test('a workspace resolves paths as its calls do', async () => {
  const root = tree({ 'a.txt': 'needle\n', 'sub/ä.txt': 'ä\n' })
  const real = realpathSync(root)
  const workspace = new Workspace(root)
  assert.equal(await readFile(workspace.resolve('sub/ä.txt'), 'utf8'), 'ä\n')
  for (const [given, expected] of [
    ['a.txt', 'a.txt'],
    ['./sub/../a.txt', 'a.txt'],
    ['.', ''],
    ['new/deep.txt', 'new/deep.txt'],
    [join(root, 'a.txt'), 'a.txt'],
    [pathToFileURL(join(root, 'sub/ä.txt')), 'sub/ä.txt'],
    [Buffer.from('sub/ä.txt'), 'sub/ä.txt'],
  ]) {
    assert.equal(workspace.resolve(given), join(real, expected))
  }
  workspace.close()
  assert.throws(() => workspace.resolve('a.txt'), { code: 'ERR_RANSACK_CLOSED' })
})

test('a path that leads outside is refused as in a call', async () => {
  const outside = tree({ 'secret.txt': 'needle\n' })
  const root = tree({ 'a.txt': 'x\n' })
  mkdirSync(join(root, 'sub'))
  symlinkSync(outside, join(root, 'link'), 'junction')
  const workspace = new Workspace(root)
  for (const path of ['..', '../x', outside, 'link', 'link/secret.txt', 'link/new.txt', 'sub/../../x']) {
    assert.throws(
      () => workspace.resolve(path),
      { name: 'RansackOptionError', code: 'ERR_RANSACK_INVALID_OPTION', message: /^the path leads outside the workspace, which allows `.*`: .*; list it in `allow` to allow it$/ },
    )
  }
  const message = (error) => error.message
  const ofCall = await workspace.grep({ pattern: 'x', path: '../x' }).catch(message)
  assert.throws(() => workspace.resolve('../x'), { message: ofCall })
  workspace.close()
  const open = new Workspace(root, { allowOutside: true })
  assert.equal(open.resolve('link/secret.txt'), join(realpathSync(outside), 'secret.txt'))
  open.close()
})

test('invalid paths', () => {
  const workspace = new Workspace(tree({ 'a.txt': 'x\n' }))
  for (const path of ['', 'a\0b', 1, {}, null, undefined]) assert.throws(() => workspace.resolve(path), RansackOptionError)
  assert.throws(() => workspace.resolve('a.txt/b'), (error) => error instanceof RansackError && error.code === 'ERR_RANSACK_NOT_FOUND')
  workspace.close()
})
