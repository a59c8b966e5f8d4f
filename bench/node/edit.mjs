// Times edits of one file:
//
//   node edit.mjs MODULE DIR CALLS
//
// Each call replaces a line in the middle of a file of about 300 kB in DIR, once with `edit` and once
// as a program without it does: read, find the text and check that it occurs once, write a temporary
// file, rename. Compares the bytes after each call. Prints a line `milliseconds name` per call.

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { load } from './addon.mjs'

const [modulePath, dir, calls] = process.argv.slice(2)
const { edit, editText } = await load(modulePath)

const LINES = 7500
const path = join(dir, 'edited.c')
const line = (n) => `  value_${n} = next(&state, ${n % 97}); /* é */`
const text = Array.from({ length: LINES }, (_, n) => line(n)).join('\n') + '\n'
const oldText = line(LINES / 2)
const newText = oldText.replace('next', 'previous')
const expected = text.replace(oldText, newText)

async function byHand() {
  const before = await readFile(path, 'utf8')
  const at = before.indexOf(oldText)
  if (at < 0 || before.indexOf(oldText, at + 1) >= 0) throw new Error('not unique')
  await writeFile(`${path}.new`, before.slice(0, at) + newText + before.slice(at + oldText.length))
  await rename(`${path}.new`, path)
}

async function time(name, call) {
  writeFileSync(`${path}.old`, text)
  renameSync(`${path}.old`, path)
  const begun = process.hrtime.bigint()
  await call()
  const took = Number(process.hrtime.bigint() - begun) / 1e6
  if (!name.includes('preview') && readFileSync(path, 'utf8') !== expected) throw new Error(`${name}: other bytes`)
  console.log(took, name)
}

const edits = [{ oldText, newText }]
for (let n = 0; n < Number(calls); n++) {
  const when = n === 0 ? 'first ' : ''
  await time(`Node, ${when}edit`, () => edit({ path, edits, dryRun: false }))
  await time(`Node, ${when}edit, preview`, () => edit({ path, edits }))
  await time(`Node, ${when}read, write and rename`, byHand)
  const begun = process.hrtime.bigint()
  if (editText(text, edits).text !== expected) throw new Error('editText: another text')
  console.log(Number(process.hrtime.bigint() - begun) / 1e6, `Node, ${when}editText`)
}
