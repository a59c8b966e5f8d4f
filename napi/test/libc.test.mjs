import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

import { isMusl, loaderOf } from '../js/internal/libc.js'
import { tree } from '../testing/tree.mjs'

const root = tree({})
const napi = fileURLToPath(new URL('../', import.meta.url))
const addon = join(napi, readdirSync(napi).find((name) => name.endsWith('.node')))

/** Returns an ELF file with a loader at `offset`; `size` is that of an entry of its program header. */
function program(loader, { offset = 64 + 2 * 56, size = 56 } = {}) {
  const file = Buffer.alloc(offset + loader.length + 1)
  file.write('\x7fELF\x02\x01', 'latin1')
  file.writeBigUInt64LE(64n, 32)
  file.writeUInt16LE(size, 54)
  file.writeUInt16LE(2, 56)
  // The first entry has another type, 1.
  file.writeUInt32LE(1, 64)
  file.writeUInt32LE(3, 64 + 56)
  file.writeBigUInt64LE(BigInt(offset), 64 + 56 + 8)
  file.writeBigUInt64LE(BigInt(loader.length + 1), 64 + 56 + 32)
  file.write(loader, offset)
  return file
}

const loaderIn = (bytes) => {
  writeFileSync(join(root, 'program'), bytes)
  return loaderOf(join(root, 'program'))
}

// Programs of other systems are no ELF files.
const skip = process.platform !== 'linux'

test('the loader of a program is that which readelf finds', { skip }, () => {
  for (const path of [process.execPath, '/bin/sh', addon]) {
    const text = execFileSync('readelf', ['--wide', '--program-headers', path], { encoding: 'utf8' })
    assert.equal(loaderOf(path), /program interpreter: (.*)\]/.exec(text)?.[1], path)
  }
  assert.equal(isMusl(), loaderOf(process.execPath).includes('ld-musl'))
})

test('the loader is found anywhere in the file', () => {
  const musl = '/lib/ld-musl-x86_64.so.1'
  assert.equal(loaderIn(program(musl)), musl)
  assert.equal(loaderIn(program(musl, { offset: 5_000_000 })), musl)
})

test('files without a loader have none', () => {
  const whole = program('/lib/ld-musl-x86_64.so.1')
  for (let length = 0; length < 64 + 2 * 56; length++) assert.equal(loaderIn(whole.subarray(0, length)), undefined, `${length}`)
  assert.equal(loaderIn(program('/lib/ld.so', { size: 0 })), undefined)
  assert.equal(loaderIn(readFileSync(fileURLToPath(import.meta.url))), undefined)
  assert.equal(loaderIn('\x7fELF\x01\x01'), undefined)
  assert.throws(() => loaderOf(join(root, 'none')), { code: 'ENOENT' })
})
