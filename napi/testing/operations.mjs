// Calls of every operation over files, for the tests that hold for all of them.

import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

import * as ransack from '../index.mjs'

// The package is made of the modules in js/; the tables are only in the modules.
const require = createRequire(import.meta.url)
for (const name of readdirSync(fileURLToPath(new URL('../js/', import.meta.url)))) {
  if (name.endsWith('.js')) require(`../js/${name}`)
}

/** Tables of the options of every operation, by name. */
export const { OPERATIONS } = require('../js/internal/files.js')

/** Options without which an operation does nothing or fails. */
const NEEDED = { pattern: 'foo', query: 'foo', rewrites: { 'foo($A)': 'bar($A)' }, replacement: 'bar' }

/** Returns options with which the operation works below `root`. */
export function workingOptions(name, root) {
  const { names } = OPERATIONS[name].plain
  return { path: root, ...Object.fromEntries(Object.entries(NEEDED).filter(([option]) => names.has(option))) }
}

/** Calls the operation; the call of a stream is that of its first batch. */
export async function call(name, options) {
  const result = ransack[name](options)
  return typeof result.next === 'function' ? ((await result.next()).value ?? []) : result
}
