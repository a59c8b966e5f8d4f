// Compares `ransack/pi` with pi-natives: exports, and the results of the same calls. Prints every difference with its
// reason. Fails if a difference has no reason, or if a reason explains no difference any more.
//
//     node testing/pi.mjs MODULES
//
// MODULES is a directory `node_modules` with @oh-my-pi/pi-natives. Its addon is loaded directly, because its loader
// works only in Bun; the enumerations, which the loader defines, are compared with its declarations.

import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

import ours from '../../napi/pi.mjs'
import { CALLS } from './pi/calls.mjs'
import { differences } from './pi/differences.mjs'
import { DIFFERENCES, NOT_EXPORTED } from './pi/reasons.mjs'
import { plant } from './pi/trees.mjs'

const modules = process.argv[2]
if (modules === undefined) throw new Error('usage: pi.mjs MODULES')
const scope = resolve(modules, '@oh-my-pi')

function loadRival() {
  const directory = join(scope, `pi-natives-${process.platform}-${process.arch}`)
  // The last file is the variant for newer processors.
  const file = readdirSync(directory).filter((name) => name.endsWith('.node')).sort().at(-1)
  const addon = createRequire(import.meta.url)(join(directory, file))
  addon.__ompInstallTokioRuntime?.()
  return addon
}

const faults = []

/** Notes a fault, which makes the comparison fail. */
const fault = (text) => {
  faults.push(text)
  console.log(`FAULT ${text}`)
}

/** Compares the exports with the declarations of the rival. */
function compareExports() {
  const declarations = readFileSync(join(scope, 'pi-natives', 'native', 'index.d.ts'), 'utf8')
  const declared = [...declarations.matchAll(/^export declare (?:function|class|enum) (\w+)/gm)].map(([, name]) => name)
  const names = [...new Set(declared)].sort()
  for (const name of Object.keys(ours)) if (!names.includes(name)) fault(`${name}: pi-natives does not export it`)
  for (const { names: absent, why, since } of NOT_EXPORTED) {
    const found = names.filter((name) => absent.test(name))
    if (found.length === 0 && since === undefined) fault(`${absent}: matches no export of pi-natives`)
    for (const name of found) {
      if (name in ours) fault(`${name}: exported, but listed as not exported`)
      else console.log(`not exported: ${name}: ${why}`)
    }
  }
  for (const name of names) {
    if (!(name in ours) && !NOT_EXPORTED.some(({ names }) => names.test(name))) fault(`${name}: not exported, without a reason`)
  }
  for (const [, name, members] of declarations.matchAll(/^export declare enum (\w+) \{(.*?)^\}/gms)) {
    if (!(name in ours)) continue
    const values = [...members.matchAll(/^ {2}(\w+) = (?:'(\w+)'|(\d+))/gm)].map(([, key, text, number]) => [key, text ?? Number(number)])
    for (const each of differences(Object.fromEntries(values), ours[name])) fault(`${name}${each.at}: differs`)
  }
}

/** Returns the result of a call, or its error. */
async function resultOf(call, api, root) {
  try {
    return { value: await call(api, root) }
  } catch (error) {
    return { error: { name: error?.name, code: error?.code, message: error?.message } }
  }
}

const shown = (value) => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 100 ? `${text.slice(0, 100)}...` : text
}

async function compareCalls() {
  const rival = loadRival()
  const used = new Set()
  let agreeing = 0
  const shared = plant()
  for (const [name, call, isWriting] of CALLS) {
    const [its, mine] = isWriting ? [plant(), plant()] : [shared, shared]
    const found = differences(withoutRoot(await resultOf(call, rival, its), its), withoutRoot(await resultOf(call, ours, mine), mine))
    if (found.length === 0) agreeing++
    const printed = new Set()
    for (const { at, its, mine } of found) {
      const reason = DIFFERENCES.find(({ calls, at: where = /^/ }) => calls.test(name) && where.test(at))
      if (reason === undefined) fault(`${name}: ${at}: ${shown(its)} in pi-natives, ${shown(mine)} here`)
      else if (!printed.has(reason)) console.log(`${name}: ${at}: ${shown(its)} in pi-natives, ${shown(mine)} here: ${reason.why}`)
      used.add(reason)
      printed.add(reason)
    }
  }
  for (const reason of DIFFERENCES) {
    if (!used.has(reason) && !reason.sometimes) fault(`${reason.calls}, ${reason.at ?? 'anything'}: explains no difference: ${reason.why}`)
  }
  console.log(`${CALLS.length} calls, ${agreeing} without a difference, ${faults.length} faults`)
}

/** Replaces the path of the tree in a result. */
const withoutRoot = (result, root) => JSON.parse(JSON.stringify(result ?? null).replaceAll(JSON.stringify(root).slice(1, -1), '<root>'))

compareExports()
await compareCalls()
process.exit(faults.length > 0 ? 1 : 0)
