// Projects of users, with the package installed as npm does: the package without its addon, which is
// in the package of the platform.

import { copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { tree } from './tree.mjs'

const napi = fileURLToPath(new URL('../', import.meta.url))

/** Creates a project with these files. Returns its directory. */
export function project(files) {
  const root = tree(files)
  const addon = readdirSync(napi).find((name) => /^ransack\..*\.node$/.test(name))
  const platform = `ransack-${addon.slice('ransack.'.length, -'.node'.length)}`
  const installed = join(root, 'node_modules', 'ransack')
  mkdirSync(installed, { recursive: true })
  const { files: packed, version } = JSON.parse(readFileSync(join(napi, 'package.json'), 'utf8'))
  for (const name of ['package.json', ...packed.filter((name) => !name.includes('*'))]) {
    copyFileSync(join(napi, name), join(installed, name))
  }
  cpSync(join(napi, 'js'), join(installed, 'js'), { recursive: true })
  const beside = join(root, 'node_modules', platform)
  mkdirSync(beside)
  symlinkSync(join(napi, addon), join(beside, addon))
  writeFileSync(join(beside, 'package.json'), JSON.stringify({ name: platform, version, main: addon }))
  return root
}
