// Previews a syntax-aware replacement and applies it after confirmation:
// node ast_edit.mjs <pattern> <replacement> [root]

import { createInterface } from 'node:readline/promises'

import { astEdit, render } from '../../napi/index.mjs'

const [pattern, replacement, path = '.'] = process.argv.slice(2)
const options = { rewrites: { [pattern]: replacement }, path, timeoutMs: 60_000 }

const result = await astEdit(options)
const { changes, filesTouched, preview } = result

process.stdout.write(render(result, { color: process.stdout.isTTY }).text)
if (changes.length > 0) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Change ${changes.length} places in ${filesTouched} files? `)
  terminal.close()
  // The preview guarantees that exactly the shown changes are applied.
  if (answer === 'y') console.log('applied:', (await astEdit({ ...options, dryRun: false, preview })).applied)
}
