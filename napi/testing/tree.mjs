// Directory trees for tests.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const made = []

process.on('exit', () => {
  for (const root of made) rmSync(root, { recursive: true, force: true })
})

/** Creates a tree from `{ path: content }`, which is removed when the process exits. */
export function tree(files) {
  const root = mkdtempSync(join(tmpdir(), 'ransack-test-'))
  made.push(root)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

// Edits are recorded in the user's state directory.
process.env.XDG_STATE_HOME = tree({})

/** Creates a tree with more results than any queue between the two languages holds. */
export function largeTree() {
  const content = `${'a needle in a line of some length, to have some weight'.repeat(4)}\n`.repeat(2000)
  const files = {}
  for (let i = 0; i < 60; i++) files[`dir${i % 6}/file${i}.txt`] = content
  return tree(files)
}

export const LARGE_TREE_LINES = 120_000
