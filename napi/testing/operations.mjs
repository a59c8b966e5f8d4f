// Calls of every operation over files, for the tests that hold for all of them.

import * as ransack from '../index.mjs'
import files from '../js/internal/files.js'

/** Tables of the options of every operation, by name; complete once the package is loaded. */
export const { OPERATIONS } = files

/** Options without which an operation does nothing or fails. */
const NEEDED = { pattern: 'foo', query: 'foo', rewrites: { 'foo($A)': 'bar($A)' } }

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
