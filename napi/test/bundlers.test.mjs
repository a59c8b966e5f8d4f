import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

import { project } from '../testing/project.mjs'
import { tree } from '../testing/tree.mjs'

const require = createRequire(import.meta.url)
// Installed apart from the other packages, which every test needs.
const tools = createRequire(new URL('../testing/bundlers/package.json', import.meta.url))
const modulesOfTools = fileURLToPath(new URL('../testing/bundlers/node_modules/', import.meta.url))
// The bundlers do not depend on the runtime.
const skip = globalThis.Bun !== undefined
const data = tree({ 'a.txt': 'needle\n' })
const EXPECTED = '1 4 true true\n'

const source = readFileSync(new URL('../testing/bundled.mjs', import.meta.url), 'utf8')
const root = skip ? undefined : project({ 'main.mjs': source })
const output = (name) => join(root, 'dist', name)
const run = (program, ...args) => execFileSync(program, [...args, data], { encoding: 'utf8', cwd: root })

test('esbuild', { skip }, async () => {
  for (const format of ['cjs', 'esm']) {
    const outfile = output(`esbuild.${format === 'cjs' ? 'cjs' : 'mjs'}`)
    const { warnings } = await require('esbuild').build({
      entryPoints: [join(root, 'main.mjs')],
      bundle: true,
      platform: 'node',
      format,
      outfile,
      loader: { '.node': 'copy' },
      logLevel: 'silent',
      // An ES module has no `require`.
      banner: format === 'cjs' ? {} : { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    })
    assert.deepEqual(warnings, [])
    assert.equal(run(process.execPath, outfile), EXPECTED)
  }
})

test('esbuild with the loader file', { skip }, async () => {
  const banner = {
    cjs: '',
    esm: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url), __dirname = import.meta.dirname",
  }
  for (const [format, js] of Object.entries(banner)) {
    const { warnings } = await require('esbuild').build({
      entryPoints: [join(root, 'main.mjs')],
      bundle: true,
      platform: 'node',
      format,
      outdir: output(`file-${format}`),
      outExtension: { '.js': format === 'cjs' ? '.cjs' : '.mjs' },
      loader: { '.node': 'file' },
      logLevel: 'silent',
      banner: { js },
    })
    assert.deepEqual(warnings, [])
    // The bundle and its addon run anywhere.
    const moved = join(tree({}), 'moved')
    cpSync(output(`file-${format}`), moved, { recursive: true })
    const [program] = readdirSync(moved).filter((name) => name.startsWith('main.'))
    assert.equal(execFileSync(process.execPath, [join(moved, program), data], { encoding: 'utf8' }), EXPECTED)
  }
})

test('rolldown', { skip }, async () => {
  const { rolldown } = await import(tools.resolve('rolldown'))
  const logs = []
  const bundle = await rolldown({
    input: join(root, 'main.mjs'),
    cwd: root,
    platform: 'node',
    external: [/^ransack-/],
    onLog: (_, { message }) => logs.push(message),
  })
  for (const [format, ending] of [['esm', 'mjs'], ['cjs', 'cjs']]) {
    await bundle.write({ file: output(`rolldown.${ending}`), format })
    assert.equal(run(process.execPath, output(`rolldown.${ending}`)), EXPECTED)
  }
  await bundle.close()
  assert.deepEqual(logs, [])
})

test('vite', { skip }, async () => {
  const { build } = await import(tools.resolve('vite'))
  const bundling = { ssr: { noExternal: true }, build: { rolldownOptions: { external: [/^ransack-/] } } }
  for (const [outDir, config] of Object.entries({ 'vite-packages': {}, 'vite-bundled': bundling })) {
    const own = { ...config.build, ssr: 'main.mjs', outDir: output(outDir) }
    await build({ ...config, root, configFile: false, logLevel: 'error', build: own })
    assert.equal(run(process.execPath, join(output(outDir), 'main.mjs')), EXPECTED)
  }
})

/** Page of a Next project that prints what `testing/bundled.mjs` prints. */
const PAGE = `
import { RansackOptionError, grep, visibleWidth } from 'ransack'
import { hasMatch } from 'ransack/pi'

export default async function Page() {
  const { totalMatches } = await grep({ pattern: 'needle', path: process.env.RANSACK_TEST_DATA })
  const error = await grep({ pattern: 'needle', ignorecase: true }).catch((error) => error)
  return <p>{\`\${totalMatches} \${visibleWidth('漢字')} \${error instanceof RansackOptionError} \${hasMatch('f(a', 'f(a')}\n\`}</p>
}
`
const LAYOUT = 'export default function Layout({ children }) {\n  return <html><body>{children}</body></html>\n}\n'

test('next with Turbopack', { skip }, () => {
  // The packages are links out of the project, which Turbopack follows below its root.
  const config = { serverExternalPackages: ['ransack'], turbopack: { root: '/' }, outputFileTracingRoot: '/' }
  const app = project({
    'app/layout.js': LAYOUT,
    'app/page.js': PAGE,
    'next.config.mjs': `export default ${JSON.stringify(config)}\n`,
    'package.json': '{ "private": true }',
  })
  for (const name of readdirSync(modulesOfTools).filter((name) => !name.startsWith('.'))) {
    symlinkSync(join(modulesOfTools, name), join(app, 'node_modules', name))
  }
  const env = { ...process.env, RANSACK_TEST_DATA: data, NEXT_TELEMETRY_DISABLED: '1', CI: '1' }
  execFileSync(process.execPath, [join(app, 'node_modules/next/dist/bin/next'), 'build'], { cwd: app, env, stdio: 'pipe' })
  assert.ok(readFileSync(join(app, '.next/server/app/index.html'), 'utf8').includes(`<p>${EXPECTED}</p>`))
})

test('deno without --allow-sys', { skip }, () => {
  const deno = join(modulesOfTools, 'deno/bin.cjs')
  const flags = ['--no-prompt', '--allow-read', '--allow-ffi', '--node-modules-dir=manual']
  assert.equal(run(process.execPath, deno, 'run', ...flags, join(root, 'main.mjs')), EXPECTED)
})

test('an addon named by the environment', { skip }, () => {
  const app = project({ 'main.mjs': source })
  const modules = join(app, 'node_modules')
  const [platform] = readdirSync(modules).filter((name) => name.startsWith('ransack-'))
  const addon = join(app, 'elsewhere.node')
  renameSync(join(modules, platform, `${platform.replace('-', '.')}.node`), addon)
  rmSync(join(modules, platform), { recursive: true })
  const start = (path) => {
    const env = { ...process.env, RANSACK_ADDON: path }
    return execFileSync(process.execPath, [join(app, 'main.mjs'), data], { cwd: app, env, encoding: 'utf8', stdio: 'pipe' })
  }
  // A relative path begins at the current directory.
  for (const path of [addon, 'elsewhere.node']) assert.equal(start(path), EXPECTED)
  // No other addon replaces one that cannot be loaded.
  renameSync(addon, join(modules, 'ransack', `${platform.replace('-', '.')}.node`))
  assert.equal(start(''), EXPECTED)
  assert.throws(() => start(addon), ({ stderr }) => {
    assert.match(stderr, /Cannot load the ransack addon that RANSACK_ADDON names: .*elsewhere\.node\n- .*elsewhere\.node/)
    assert.match(stderr, /ERR_RANSACK_LOAD/)
    return true
  })
})

test('webpack', { skip }, async () => {
  const stats = await new Promise((resolve, reject) => {
    const config = {
      context: root,
      entry: './main.mjs',
      target: 'node',
      mode: 'production',
      output: { path: join(root, 'dist'), filename: 'webpack.cjs' },
      module: { rules: [{ test: /\.node$/, loader: require.resolve('node-loader') }] },
      optimization: { minimize: false },
    }
    require('webpack')(config, (error, stats) => (error ? reject(error) : resolve(stats)))
  })
  assert.deepEqual(stats.toJson({ errors: true }).errors, [])
  assert.equal(run(process.execPath, output('webpack.cjs')), EXPECTED)
})

test('rollup', { skip }, async () => {
  const commonjs = require('@rollup/plugin-commonjs')
  const { nodeResolve } = require('@rollup/plugin-node-resolve')
  const bundle = await require('rollup').rollup({
    input: join(root, 'main.mjs'),
    // Rollup does not bundle addons: the platform package stays next to the bundle.
    plugins: [nodeResolve({ preferBuiltins: true }), commonjs()],
    external: [/^node:/, /^ransack-/],
    onwarn: (warning) => {
      throw new Error(warning.message)
    },
  })
  await bundle.write({ file: output('rollup.cjs'), format: 'cjs' })
  assert.equal(run(process.execPath, output('rollup.cjs')), EXPECTED)
})

const bun = (...args) => {
  const script = fileURLToPath(new URL('../testing/bun.mjs', import.meta.url))
  return execFileSync(process.execPath, [script, 'build', join(root, 'main.mjs'), ...args], { encoding: 'utf8', stdio: 'pipe' })
}

test('bun build --target=node', { skip }, () => {
  bun('--target=node', '--outdir', join(root, 'dist', 'bun'))
  assert.equal(run(process.execPath, join(root, 'dist', 'bun', 'main.js')), EXPECTED)
})

test('bun build --compile', { skip }, () => {
  const program = join(root, 'dist', process.platform === 'win32' ? 'compiled.exe' : 'compiled')
  bun('--compile', '--outfile', program)
  assert.equal(run(program), EXPECTED)
})
