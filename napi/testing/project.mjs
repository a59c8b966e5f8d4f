// Projects of users, with the package installed as npm does: the package without its addon, which is
// in the package of the platform.

import { join } from 'node:path'

import { pack } from '../scripts/pack.mjs'
import { tree } from './tree.mjs'

// An addon that was built here may need the libc that runs it.
const glibc = process.report.getReport().header.glibcVersionRuntime

/** Makes the packages in a directory. Returns the names of their platforms. */
export const packed = (output) => pack(output, { glibc }).names

/** Creates a project with these files. Returns its directory. */
export function project(files) {
  const root = tree(files)
  packed(join(root, 'node_modules'))
  return root
}
