// The published packages: packed, installed from their archives without a network, and used.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import test from 'node:test'

import { packed, project } from '../testing/project.mjs'
import { tree } from '../testing/tree.mjs'

const require = createRequire(import.meta.url)
// npm does not depend on the runtime.
const skip = globalThis.Bun !== undefined

const { version } = require('../package.json')
const data = tree({ 'a.txt': 'needle\n' })

const PROGRAMS = {
  'main.cjs': `
    const { grep } = require('ransack')
    grep({ pattern: 'needle', path: process.argv[2] }).then(({ totalMatches }) => console.log(totalMatches))
  `,
  'main.mjs': `
    import { createRequire } from 'node:module'
    import ransack, { grep } from 'ransack'
    const { totalMatches } = await grep({ pattern: 'needle', path: process.argv[2] })
    console.log(totalMatches, createRequire(import.meta.url)('ransack') === ransack)
  `,
  'worker.mjs': `
    import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
    import { grep } from 'ransack'
    const count = async (path) => (await grep({ pattern: 'needle', path })).totalMatches
    if (isMainThread) {
      const counts = [1, 2].map(() => new Promise((resolve, reject) => {
        new Worker(new URL(import.meta.url), { workerData: process.argv[2] }).on('message', resolve).on('error', reject)
      }))
      console.log(await count(process.argv[2]), ...(await Promise.all(counts)))
    } else {
      parentPort.postMessage(await count(workerData))
    }
  `,
  'main.ts': `
    import { type GrepResult, Workspace, grep } from 'ransack'
    export const found: Promise<GrepResult> = grep({ pattern: 'a', path: new Workspace('.').root })
    // @ts-expect-error: no such option
    export const wrong = grep({ pattern: 'a', ignorecase: true })
  `,
}

/** Runs npm with an empty cache and without a network. */
function npm(cwd, ...args) {
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', `--cache=${join(cwd, '.npm')}`]
  const isWindows = process.platform === 'win32'
  return execFileSync(isWindows ? 'npm.cmd' : 'npm', [...args, ...options], { cwd, encoding: 'utf8', stdio: 'pipe', shell: isWindows })
}

/** Installs the packages from their archives in a project. Returns its directory. */
function install() {
  const root = tree({ 'package.json': '{ "private": true }', ...PROGRAMS })
  const [made, archives] = [join(root, 'made'), join(root, 'archives')]
  const platforms = packed(made)
  mkdirSync(archives)
  npm(root, 'pack', ...readdirSync(made).map((name) => join(made, name)), `--pack-destination=${archives}`)
  assert.equal(readdirSync(archives).length, platforms.length + 1)
  npm(root, 'install', ...readdirSync(archives).map((name) => join(archives, name)))
  // The installed package must not depend on the source tree.
  rmSync(made, { recursive: true })
  return root
}

const root = skip ? undefined : install()
const installed = (name) => join(root, 'node_modules', name)

test('the packages have what they need and nothing else', { skip }, () => {
  const always = ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'package.json']
  const files = readdirSync(installed('ransack'))
  assert.deepEqual(files.sort(), [...always, 'bundle.js', 'bundle_files.js', 'bundle_highlight.js', 'bundle_regexp.js', 'bundle_search.js', 'entry.js', 'index.d.mts', 'index.d.ts', 'index.js', 'index.mjs', 'js', 'pi.d.mts', 'pi.d.ts', 'pi.js', 'pi.mjs'].sort())
  for (const name of readdirSync(installed('ransack/js'), { recursive: true })) assert.match(name, /^pi(\/.*\.d\.ts)?$/)
  const { optionalDependencies, scripts, devDependencies } = require(installed('ransack/package.json'))
  assert.deepEqual([scripts, devDependencies], [undefined, undefined])
  const platforms = readdirSync(installed('')).filter((name) => name.startsWith('ransack-'))
  assert.ok(platforms.length > 0)
  assert.deepEqual(optionalDependencies, Object.fromEntries(platforms.map((name) => [name, version])))
  for (const name of platforms) {
    const own = require(installed(`${name}/package.json`))
    assert.deepEqual([own.version, own.scripts, own.os, own.cpu], [version, undefined, [process.platform], [process.arch]])
    assert.equal(own.libc?.length, process.platform === 'linux' ? 1 : undefined)
    assert.deepEqual(readdirSync(installed(name)).sort(), [...always, own.main].sort())
  }
})

test('relative links of the readme lead to the repository', { skip }, () => {
  const links = [...readFileSync(installed('ransack/README.md'), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link)
  assert.ok(links.includes('https://github.com/ransack/ransack/blob/main/core/README.md'))
  for (const link of links) assert.match(link, /^(?:https:|#)/)
})

const EXPECTED = { 'main.cjs': '1\n', 'main.mjs': '1 true\n', 'worker.mjs': '1 1 1\n' }

for (const [name, expected] of Object.entries(EXPECTED)) {
  test(`the installed package runs in ${name}`, { skip }, () => {
    assert.equal(execFileSync(process.execPath, [join(root, name), data], { encoding: 'utf8' }), expected)
  })
}

const standard = new Map()

/** Type-checks the program. The standard library is parsed once and not checked. Returns the messages. */
function typeErrors(module, moduleResolution) {
  const ts = require('typescript')
  const given = { module, moduleResolution, target: 'es2022', lib: ['es2022'], types: [] }
  const strict = { strict: true, skipLibCheck: false, skipDefaultLibCheck: true, noEmit: true, ignoreDeprecations: '6.0' }
  const { options, errors } = ts.convertCompilerOptionsFromJson({ ...given, ...strict }, root)
  assert.deepEqual(errors, [])
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...rest) => {
    if (!/\/typescript\/lib\/lib\.[^/]*$/.test(name)) return getSourceFile(name, ...rest)
    if (!standard.has(name)) standard.set(name, getSourceFile(name, ...rest))
    return standard.get(name)
  }
  const program = ts.createProgram([join(root, 'main.ts')], options, host)
  assert.ok(program.getSourceFiles().some(({ fileName }) => fileName.endsWith('node_modules/ransack/index.d.ts')))
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

// `test:types` compiles with `nodenext`.
for (const [module, moduleResolution] of [['commonjs', 'node10'], ['node16', 'node16'], ['esnext', 'bundler']]) {
  test(`the installed types compile with moduleResolution ${moduleResolution}`, { skip }, () => {
    assert.deepEqual(typeErrors(module, moduleResolution), [])
  })
}

// Loader errors

/** Loads the package of a project in a process of its own. Returns the error. */
function errorIn(root) {
  const program = `try { require('ransack') } catch ({ code, message, cause }) {
    console.log(JSON.stringify({ code, message, causes: cause.errors.map((error) => error.message) }))
  }`
  return JSON.parse(execFileSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' }))
}

/** Checks that an error has the code, and each of its causes in a line of the message. */
function check({ code, message, causes }, ...patterns) {
  assert.equal(code, 'ERR_RANSACK_LOAD')
  assert.equal(causes.length, patterns.length, message)
  const [first, ...lines] = message.split('\n')
  assert.match(first, /^Cannot load the ransack addon for [\w-]+\. Reinstall with optional dependencies/)
  assert.equal(lines.length, patterns.length, message)
  patterns.forEach((pattern, i) => {
    assert.match(lines[i], pattern)
    assert.match(causes[i], pattern)
  })
}

/** Creates a project whose files `damage` changes. */
function damaged(damage) {
  const root = project({})
  const modules = join(root, 'node_modules')
  damage(modules, join(modules, readdirSync(modules).find((name) => name.startsWith('ransack-'))))
  return root
}

const ABSENT = /Cannot find module '\.\/ransack\.[\w-]+\.node'/

test('an addon of another version is refused', { skip }, () => {
  const root = damaged((modules) => {
    const loader = join(modules, 'ransack', 'entry.js')
    const text = readFileSync(loader, 'utf8')
    const changed = text.replace(`{ version: '${version}' }`, "{ version: '99.0.0' }")
    assert.notEqual(changed, text)
    writeFileSync(loader, changed)
  })
  const refused = new RegExp(`version of the addon is ${version.replaceAll('.', '\\.')}, version of the package is 99\\.0\\.0`)
  check(errorIn(root), ABSENT, refused)
})

test('the package of the platform is missing', { skip }, () => {
  const root = damaged((_, platform) => rmSync(platform, { recursive: true }))
  check(errorIn(root), ABSENT, /Cannot find module 'ransack-[\w-]+'/)
})

test('the addon is no library', { skip }, () => {
  const root = damaged((_, platform) => {
    const { main } = require(join(platform, 'package.json'))
    writeFileSync(join(platform, main), 'text')
    writeFileSync(join(platform, '..', 'ransack', main), '')
  })
  check(errorIn(root), /file too short|ransack\.[\w-]+\.node/, /file too short|invalid ELF header|ransack\.[\w-]+\.node/)
})
