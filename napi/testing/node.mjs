// Runs the tests under Node: those of the default tier, or of the groups of the full tier that the
// arguments name.

import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

const napi = fileURLToPath(new URL('../', import.meta.url))

// Tests of packages and long runs.
const GROUPS = {
  bundlers: ['bundlers', 'install', 'jest', 'pack'],
  stress: ['leak', 'stress'],
}

const all = readdirSync(new URL('../test/', import.meta.url)).filter((name) => name.endsWith('.test.mjs'))
const name = (file) => file.replace('.test.mjs', '')
const missing = Object.values(GROUPS).flat().find((wanted) => !all.some((file) => name(file) === wanted))
if (missing !== undefined) throw new Error(`no file of tests has the name ${missing}`)

const groups = process.argv.slice(2)
const inGroups = groups.length > 0 ? groups.flatMap((group) => GROUPS[group]) : Object.values(GROUPS).flat()
const wanted = all.filter((file) => inGroups.includes(name(file)) === groups.length > 0)
// The default leaves one processor to the runner, which needs none.
const concurrency = `--test-concurrency=${availableParallelism()}`
const { status } = spawnSync(process.execPath, ['--test', concurrency, ...wanted.map((file) => `test/${file}`)], { cwd: napi, stdio: 'inherit' })
process.exit(status ?? 1)
