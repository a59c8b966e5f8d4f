// Makes the directories that are published, from package.json and the addons that were built:
//
//     node scripts/pack.mjs OUTPUT [--addons DIRECTORY] [--glibc VERSION] [--complete]
//
// OUTPUT/ransack has the loader and the types, and requires the packages of the platforms as optional
// dependencies of exactly its version; OUTPUT/ransack-NAME has the addon `ransack.NAME.node`. Addons are taken
// from the directory of the package unless another one is given. Prints the packages and the platforms that
// have no addon, which is an error with `--complete`. Every addon is checked first (platforms.mjs); `--glibc`
// allows symbols up to another version than the released addons. If any check fails, nothing is made.

import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import { OLDEST_GLIBC, PLATFORMS, faultsOf } from './platforms.mjs'

const napi = fileURLToPath(new URL('../', import.meta.url))
const repository = join(napi, '..')
const manifest = JSON.parse(readFileSync(join(napi, 'package.json'), 'utf8'))

/** Files of the package, by the patterns of its manifest: a name, or `directory/*` and an ending. */
function packedFiles() {
  return manifest.files.flatMap((pattern) => {
    const [directory, ending] = pattern.split('*')
    if (ending === undefined) return [pattern]
    return readdirSync(join(napi, directory)).filter((name) => name.endsWith(ending)).map((name) => join(directory, name))
  })
}

/** Writes a package: its manifest, its texts, and `files`, pairs of the path of a file and its path in the package. */
function write(directory, manifest, readme, files) {
  mkdirSync(directory, { recursive: true })
  // npm packs by itself only a licence that is called LICENSE.
  const published = { ...manifest, files: [...manifest.files, 'LICENSE-*'] }
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  for (const name of readdirSync(repository)) {
    if (name.startsWith('LICENSE-')) copyFileSync(join(repository, name), join(directory, name))
  }
  writeFileSync(join(directory, 'README.md'), readme)
  for (const [from, to] of files) {
    mkdirSync(dirname(join(directory, to)), { recursive: true })
    copyFileSync(from, join(directory, to))
  }
}

/** Makes the package without an addon, which requires those of the platforms `names`. */
function writeRoot(output, names) {
  const { devDependencies, scripts, overrides, '//overrides': why, napi: build, ...published } = manifest
  const pinned = names.map((name) => [`ransack-${name}`, manifest.version])
  const { directory, url } = manifest.repository
  const [, page] = /^git\+(.*)\.git$/.exec(url)
  const base = `${page}/blob/main/${directory}/`
  // The files that relative links name are not in the package.
  const absolute = (_, link) => `](${new URL(link, base)})`
  const readme = readFileSync(join(napi, 'README.md'), 'utf8').replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, absolute)
  const files = packedFiles().map((file) => [join(napi, file), file])
  write(join(output, 'ransack'), { ...published, optionalDependencies: Object.fromEntries(pinned) }, readme, files)
}

/** Makes the package of a platform. */
function writePlatform(output, name, addon) {
  const { version, license, repository, engines } = manifest
  const file = `ransack.${name}.node`
  const description = `The addon of the package ransack for ${name}`
  const readme = `# ransack-${name}\n\n${description}, which installs it. Use [ransack](https://www.npmjs.com/package/ransack).\n`
  const own = { name: `ransack-${name}`, version, description, license, repository, engines, ...PLATFORMS[name] }
  // Yarn would keep it in an archive, from which no system loads a library.
  write(join(output, `ransack-${name}`), { ...own, main: file, files: [file], preferUnplugged: true }, readme, [[addon, file]])
}

/** Makes the packages. Returns the names of the platforms that have an addon and of those that have none. */
export function pack(output, { addons = napi, glibc = OLDEST_GLIBC, complete = false } = {}) {
  const addonOf = (name) => join(addons, `ransack.${name}.node`)
  const names = Object.keys(PLATFORMS).filter((name) => existsSync(addonOf(name)))
  const missing = Object.keys(PLATFORMS).filter((name) => !names.includes(name))
  const faults = names.flatMap((name) => faultsOf(addonOf(name), name, glibc).map((fault) => `ransack.${name}.node: ${fault}`))
  if (names.length === 0) faults.push(`no addon in ${addons}`)
  if (complete) faults.push(...missing.map((name) => `ransack.${name}.node: no such file`))
  if (existsSync(output) && readdirSync(output).length > 0) faults.push(`${output} is not empty`)
  if (faults.length > 0) throw new Error(`cannot pack\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
  writeRoot(output, names)
  for (const name of names) writePlatform(output, name, addonOf(name))
  return { names, missing }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const string = { type: 'string' }
  const options = { addons: string, glibc: string, complete: { type: 'boolean' } }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (positionals.length !== 1) throw new Error('usage: pack.mjs OUTPUT [--addons DIRECTORY] [--glibc VERSION] [--complete]')
  try {
    const { names, missing } = pack(resolve(positionals[0]), values)
    for (const name of ['ransack', ...names.map((name) => `ransack-${name}`)]) console.log(`made ${name}`)
    for (const name of missing) console.log(`no addon for ${name}`)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
