// Measures the time to load the package in a new process.
//
//     node bench/node/import.mjs [processes per row]
//
// Build the addon first. Runs under Node and Bun. The processes of the rows take turns. The first two rows load
// an empty module, which is the time of the runtime's loader; the third loads the addon alone. pi-natives, if
// bench/node/node_modules has it, loads under Bun only.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { ADDON_FILE } from '../../napi/testing/addon.mjs'
import { runtime } from './addon.mjs'

const count = Number(process.argv[2] ?? 40)
const root = mkdtempSync(join(tmpdir(), 'ransack-import-'))
process.on('exit', () => rmSync(root, { recursive: true }))
const file = (name, text) => {
  writeFileSync(join(root, name), text)
  return JSON.stringify(join(root, name))
}

const require = createRequire(import.meta.url)
const commonjs = JSON.stringify(require.resolve('../../napi'))
const module = JSON.stringify(fileURLToPath(new URL('../../napi/index.mjs', import.meta.url)))

/** Rows: programs that load something. */
const rows = {
  'require, empty module': `require(${file('empty.cjs', '')})`,
  'import, empty module': `await import(${file('empty.mjs', '')})`,
  'require, addon alone': `require(${JSON.stringify(ADDON_FILE)})`,
  'require, package': `require(${commonjs})`,
  'import, package': `await import(${module})`,
  'require, package, first call': `require(${commonjs}).visibleWidth('text')`,
}
const rival = fileURLToPath(new URL('node_modules/@oh-my-pi/pi-natives/native/index.js', import.meta.url))
if (process.versions.bun && existsSync(rival)) rows['import, pi-natives'] = `await import(${JSON.stringify(rival)})`

const times = Object.fromEntries(Object.keys(rows).map((name) => [name, []]))
for (let i = 0; i < count; i++) {
  for (const [name, load] of Object.entries(rows)) {
    const program = `const begun = performance.now(); ${load}; console.log(performance.now() - begun)`
    const args = name.startsWith('import') && !process.versions.bun ? ['--input-type=module', '-e', program] : ['-e', program]
    times[name].push(Number(execFileSync(process.execPath, args, { encoding: 'utf8' })))
  }
}

console.log(`${`${runtime}, ${count} processes per row, ms`.padEnd(52)}       p10       p50       p90`)
for (const [name, all] of Object.entries(times)) {
  all.sort((a, b) => a - b)
  const cells = [0.1, 0.5, 0.9].map((part) => all[Math.floor(part * all.length)].toFixed(2))
  console.log(name.padEnd(52) + cells.map((cell) => cell.padStart(10)).join(''))
}
