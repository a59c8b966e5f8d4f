// Checks of addons before packing.

import assert from 'node:assert/strict'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'

import { pack } from '../scripts/pack.mjs'
import { PLATFORMS } from '../scripts/platforms.mjs'
import { ADDON_FILE } from '../testing/addon.mjs'
import { tree } from '../testing/tree.mjs'

// The addons checked here are libraries for Linux with glibc.
const skip = globalThis.Bun !== undefined || process.report.getReport().header.glibcVersionRuntime === undefined
const OTHER = { x64: 'arm64', arm64: 'x64' }[process.arch]

/** Returns the lines of the error with which packing these addons fails; true stands for the addon of this platform. */
function faults(addons, options) {
  const root = tree({})
  for (const [name, content] of Object.entries(addons)) {
    const file = join(root, `ransack.${name}.node`)
    if (content === true) symlinkSync(ADDON_FILE, file)
    else writeFileSync(file, content)
  }
  const output = join(root, 'output')
  const lines = []
  assert.throws(() => pack(output, { addons: root, ...options }), ({ message }) => {
    lines.push(...message.split('\n'))
    return lines.shift() === 'cannot pack'
  })
  assert.equal(existsSync(output), false)
  return lines
}

test('all faults of all addons are reported, and nothing is made', { skip }, () => {
  const lines = faults({
    [`linux-${process.arch}-gnu`]: true,
    [`linux-${OTHER}-gnu`]: true,
    [`linux-${process.arch}-musl`]: true,
    'darwin-x64': true,
    'win32-x64-msvc': 'MZ'.padEnd(300),
  }, { glibc: '2.0' })
  const fault = (name, text) => assert.ok(lines.some((line) => line.startsWith(`- ransack.${name}.node: ${text}`)), `${name}: ${lines.join('\n')}`)
  fault(`linux-${process.arch}-gnu`, 'it needs symbols of glibc 2.')
  fault(`linux-${OTHER}-gnu`, `it is for the processor ${process.arch}, not ${OTHER}`)
  fault(`linux-${OTHER}-gnu`, 'it needs symbols of glibc 2.')
  fault(`linux-${process.arch}-musl`, 'it needs libm.so.6, libc.so.6')
  fault(`linux-${process.arch}-musl`, 'it needs symbols of glibc 2.')
  fault('darwin-x64', 'it is a library of linux')
  fault('win32-x64-msvc', 'it is no library of Linux, macOS or Windows')
  assert.equal(lines.length, 7)
})

test('the addon of a release needs no newer glibc than allowed', { skip }, () => {
  const versions = (glibc) => /symbols of glibc (.*);/.exec(faults({ [`linux-${process.arch}-gnu`]: true, 'darwin-x64': '' }, { glibc })[0])?.[1]
  const all = versions('2.0').split(', ')
  assert.deepEqual(all, [...all].sort((a, b) => a.split('.')[1] - b.split('.')[1]))
  assert.equal(versions(all.at(-2)), all.at(-1))
  assert.equal(versions(all.at(-1)), undefined)
})

test('a complete set is demanded', { skip }, () => {
  const absent = (name) => `- ransack.${name}.node: no such file`
  assert.deepEqual(faults({}, { complete: true }).slice(1), Object.keys(PLATFORMS).map(absent))
  assert.match(faults({})[0], /^- no addon in /)
})
