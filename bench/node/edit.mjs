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
const { edit, editText, readLines, resolveLines } = await load(modulePath)

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

const FIRST = LINES / 2
const LAST = FIRST + 39
const lines = (text) => text.split('\n').slice(FIRST - 1, LAST).join('\n') + '\n'
const slice = lines(text)

async function timeRead(name, call) {
  const begun = process.hrtime.bigint()
  const read = await call()
  console.log(Number(process.hrtime.bigint() - begun) / 1e6, name)
  if (read !== slice) throw new Error(`${name}: other lines`)
}

for (const [size, copies] of [['300 kB', 1], ['30 MB', 100]]) {
  const path = join(dir, `read-${copies}.c`)
  writeFileSync(path, text.repeat(copies))
  for (let n = 0; n < Number(calls); n++) {
    const when = n === 0 ? 'first ' : ''
    const read = async () => (await readLines({ path, from: FIRST, to: LAST })).text
    await timeRead(`Node, ${when}readLines of 40 lines in ${size}`, read)
    await timeRead(`Node, ${when}readFile and split of ${size}`, async () => lines(await readFile(path, 'utf8')))
    await timeRead(`Node, ${when}readFile of ${size}`, async () => (await readFile(path), slice))
  }
}

writeFileSync(path, text)
const { snapshot } = await readLines({ path, from: FIRST, to: LAST })
writeFileSync(path, `first\n${text.replace(line(9), 'changed')}`)
for (let n = 0; n < Number(calls); n++) {
  const begun = process.hrtime.bigint()
  const { from, to } = await resolveLines({ path, snapshot, from: FIRST, to: LAST })
  console.log(Number(process.hrtime.bigint() - begun) / 1e6, `Node, ${n === 0 ? 'first ' : ''}resolveLines`)
  if (from !== FIRST + 1 || to !== LAST + 1) throw new Error(`resolveLines: ${from} to ${to}`)
}
