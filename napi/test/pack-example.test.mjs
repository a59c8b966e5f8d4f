import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../examples/node/pack.mjs', import.meta.url))

/** Runs the example as a user would. */
function run(cwd, args, env = {}) {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

function tree(t) {
  const dir = mkdtempSync(join(tmpdir(), 'ransack-pack-'))
  t.after(() => rmSync(dir, { recursive: true }))
  mkdirSync(join(dir, 'src'))
  mkdirSync(join(dir, 'docs'))
  writeFileSync(join(dir, '.contextfiles'), '!*.tmp\n!/docs/b.md\n')
  writeFileSync(join(dir, 'src', 'a.js'), 'function f() {\n  return 1\n}\n')
  writeFileSync(join(dir, 'src', 'x.tmp'), 'x')
  writeFileSync(join(dir, 'docs', 'b.md'), '# B\n')
  return dir
}

test('packs the current directory to the terminal', async (t) => {
  const { code, stdout, stderr } = await run(tree(t), [])
  assert.equal(stdout, '## src/a.js\n\n```javascript\nfunction f() {\n  return 1\n}\n```\n')
  assert.match(stderr, /^1 files, \d+ tokens\n$/)
  assert.equal(code, 0)
})

test('takes several paths, a root, formats, files and overrides', async (t) => {
  const dir = tree(t)
  const list = await run(dir, ['-l', 'src', 'docs/b.md'])
  assert.equal(list.stdout, 'src/a.js\ndocs/b.md\n')
  const inner = await run(dir, ['-l', 'src/a.js'])
  assert.equal(inner.stdout, 'a.js\n')
  const rooted = await run(dir, ['-l', '-r', dir, 'src/a.js'])
  assert.equal(rooted.stdout, 'src/a.js\n')
  await run(dir, ['--format', 'jinni', '-o', 'out.txt', 'docs', 'src/a.js'])
  assert.equal(readFileSync(join(dir, 'out.txt'), 'utf8'), '```path=src/a.js\nfunction f() {\n  return 1\n}\n\n```\n')
  writeFileSync(join(dir, 'rules'), '*.md\n*.tmp\n')
  assert.equal((await run(dir, ['-l', '--overrides', 'rules'])).stdout, 'docs/b.md\nsrc/x.tmp\n')
})

test('explains, copies and limits', async (t) => {
  const dir = tree(t)
  const explained = await run(dir, ['-l', '--debug-explain'])
  assert.match(explained.stderr, /^- docs\/b\.md {2}\(!\/docs\/b\.md, .*\.contextfiles:2\)$/m)
  const copied = await run(dir, ['--copy', '--max-tokens', '20'])
  assert.ok(copied.stderr.includes(`\x1b]52;c;${Buffer.from(copied.stdout).toString('base64')}\x07`))
  const short = await run(dir, ['--max-tokens', '15'])
  assert.match(short.stderr, /^1 files \(1 \w+\), \d+ tokens\n$/)
  const limited = await run(dir, [], { JINNI_MAX_SIZE_MB: '0.00001' })
  assert.equal(limited.code, 1)
  assert.match(limited.stderr, /^pack: .*src\/a\.js \(28 bytes\)/)
  assert.equal((await run(dir, ['-s', 'x'])).code, 1)
  assert.equal((await run(dir, ['../none'])).code, 1)
})
