// Runs the tests under the Bun that npm installed. Its binary is in a package for the
// platform; the install script that links it may not have been allowed to run.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const napi = fileURLToPath(new URL('../', import.meta.url))
const modules = join(napi, 'node_modules')

function candidates() {
  const scope = join(modules, '@oven')
  const platforms = existsSync(scope) ? readdirSync(scope).sort() : []
  return [
    join(modules, 'bun', 'bin', 'bun.exe'),
    ...platforms.flatMap((name) => [
      join(scope, name, 'bin', 'bun'),
      join(scope, name, 'bin', 'bun.exe'),
    ]),
  ]
}

const bun = candidates().find(
  (path) => existsSync(path) && spawnSync(path, ['--version']).status === 0,
)
if (bun === undefined) {
  console.error(`no Bun that runs here in ${modules}: run npm ci first`)
  process.exit(1)
}
// Bun's default limit of five seconds is too short for texts of ten million characters on
// a busy machine.
const args = process.argv.length > 2 ? process.argv.slice(2) : ['test', '--timeout=60000', './test/']
const { status, error } = spawnSync(bun, args, { cwd: napi, stdio: 'inherit' })
if (error) console.error(error)
process.exit(status ?? 1)
