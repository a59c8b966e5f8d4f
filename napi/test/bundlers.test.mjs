import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

import { project } from '../testing/project.mjs'
import { tree } from '../testing/tree.mjs'

const require = createRequire(import.meta.url)
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
