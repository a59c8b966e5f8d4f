// Code blocks of the documentation, run as they stand.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

import { tree } from '../testing/tree.mjs'

const repository = fileURLToPath(new URL('../../', import.meta.url))

/** Returns a directory with a small source tree, this package, and the checkout as `ransack`. */
function place() {
  const root = tree({})
  cpSync(join(repository, 'core/testing/data/pages'), root, { recursive: true })
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(join(repository, 'napi'), join(root, 'node_modules/ransack'), 'junction')
  symlinkSync(repository, join(root, 'ransack'), 'junction')
  return root
}

for (const page of ['README.md', 'napi/README.md']) {
  test(`the programs of ${page} run`, () => {
    const blocks = readFileSync(join(repository, page), 'utf8').matchAll(/^```js\n(.*?)^```$/gms)
    let count = 0
    for (const [, code] of blocks) {
      const root = place()
      writeFileSync(join(root, 'page.mjs'), code)
      execFileSync(process.execPath, ['page.mjs'], { cwd: root, stdio: 'pipe' })
      count++
    }
    assert.ok(count > 0, 'a page without a program')
  })
}
