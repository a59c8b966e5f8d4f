import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import test from 'node:test'

import { project } from '../testing/project.mjs'

const require = createRequire(import.meta.url)
const skip = globalThis.Bun !== undefined

// Jest runs tests in a separate realm with replaced globals.
const PROGRAM = `
const ransack = require('ransack')
const fs = require('node:fs')

const path = __dirname
const check = async () => {
  const seen = []
  const found = await ransack.grep({ pattern: 'needle', path, glob: 'data.txt' }, async (match) => {
    await null
    seen.push(match.line)
  })
  expect(seen).toEqual(['needle'])
  expect(found.totalMatches).toBe(1)
  const lines = []
  for await (const batch of ransack.grepStream({ pattern: 'needle', path, glob: 'data.txt' })) lines.push(...batch)
  expect(lines).toHaveLength(1)
  expect((await ransack.highlightAsync('let a', 'rust', { output: 'spans' })).spans).toHaveLength(1)
  expect(await ransack.countTokensEachAsync(Array(2000).fill('a'))).toHaveLength(2000)
  const workspace = new ransack.Workspace(path)
  await workspace.refresh()
  workspace.close()
}

test('calls end with real timers', check)

for (const timers of ['modern', 'legacy']) {
  test('calls end with fake timers: ' + timers, async () => {
    jest.useFakeTimers(timers === 'legacy' ? { legacyFakeTimers: true } : {})
    await check()
    const pending = ransack.grep({ pattern: 'needle', path, timeoutMs: 20 }, () => new Promise(() => {}))
    await expect(pending).rejects.toMatchObject({ code: 'ERR_RANSACK_TIMEOUT' })
    jest.useRealTimers()
  })
}

test('calls end if the package is loaded with fake timers', async () => {
  jest.useFakeTimers()
  jest.resetModules()
  const fresh = require('ransack')
  expect((await fresh.grep({ pattern: 'needle', path, glob: 'data.txt' })).totalMatches).toBe(1)
  jest.useRealTimers()
})

test('values and errors of this realm', async () => {
  expect(ransack.highlight('let a', 'rust', { output: 'spans' }).spans).toHaveLength(1)
  const error = await ransack.grep({ pattern: 5 }).catch((error) => error)
  expect(error).toBeInstanceOf(ransack.RansackOptionError)
  expect(error).toBeInstanceOf(TypeError)
  expect(error.code).toBe('ERR_RANSACK_INVALID_OPTION')
  const bytes = new Uint8Array([97])
  expect(ransack.search(bytes, { pattern: 'a' }).matchCount).toBe(1)
  expect(ransack.search(fs.readFileSync(__filename), { pattern: 'PROGRAM_MARK' }).matchCount).toBe(1)
  expect(ransack.countTokens(bytes)).toBe(1)
  expect(ransack.decode(new Uint32Array([13225]))).toBe('Hello')
  expect(ransack.checkSyntax(bytes, 'js')).toEqual([])
  expect((await ransack.astMatch({ source: bytes, lang: 'js', pattern: 'a' })).totalMatches).toBe(1)
  expect(ransack.Theme.named('Nord').css('pre')).toContain('pre')
  expect(() => ransack.hasMatch('a', '(')).toThrow(ransack.RansackError)
})
`

test('everything works in Jest', { skip }, async () => {
  const root = project({
    'data.txt': 'needle\n',
    'a.test.js': PROGRAM,
    'package.json': '{ "jest": { "testEnvironment": "node", "testTimeout": 20000 } }',
  })
  const jest = join(dirname(require.resolve('jest/package.json')), 'bin', 'jest.js')
  const { code, output } = await new Promise((resolve) => {
    execFile(process.execPath, [jest, '--ci', '--watchman=false'], { cwd: root, timeout: 100_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, output: stdout + stderr })
    })
  })
  assert.equal(code, 0, output)
  assert.match(output, /Tests: +5 passed/)
})
