import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import test from 'node:test'

import { hasMusl, isMusl } from '../js/internal/libc.js'

// Other systems have one C library.
const skip = process.platform !== 'linux'

/** Text of `maps` with these files. */
const maps = (...files) =>
  ['/usr/bin/node', ...files, '[stack]'].map((file, i) => `7f00000${i}0000-7f00000${i}1000 r-xp 00000000 fe:00 ${i}   ${file}\n`).join('')

test('this process has the C library of its program', { skip }, () => {
  const headers = execFileSync('readelf', ['--wide', '--program-headers', process.execPath], { encoding: 'utf8' })
  assert.match(headers, /program interpreter: /)
  const expected = /program interpreter: .*\/ld-musl-/.test(headers)
  assert.equal(isMusl(), expected)
  // The report is requested only if this is inconclusive.
  assert.equal(hasMusl(readFileSync('/proc/self/maps', 'utf8')), expected)
})

test('the C library is told by the mapped files', () => {
  // Debian 12, Debian 11, and after an upgrade.
  assert.equal(hasMusl(maps('/usr/lib/x86_64-linux-gnu/libc.so.6', '/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2')), false)
  assert.equal(hasMusl(maps('/lib/aarch64-linux-gnu/libc-2.31.so', '/lib/aarch64-linux-gnu/ld-2.31.so')), false)
  assert.equal(hasMusl(maps('/usr/lib64/libc.so.6 (deleted)')), false)
  // Alpine, with and without a glibc compatibility layer.
  assert.equal(hasMusl(maps('/lib/ld-musl-x86_64.so.1')), true)
  assert.equal(hasMusl(maps('/lib/libc.so.6', '/lib/ld-musl-aarch64.so.1')), true)
  assert.equal(hasMusl(maps('/lib/ld-musl-x86_64.so.1 (deleted)')), true)
})

test('other files do not tell', () => {
  for (const file of ['', '/lib/ld-musl-x86_64/a.node', '/usr/lib/libc.so', '/src/glibc.so', '/src/my-libc.so.6', '/usr/lib/libcrypto.so.3']) {
    assert.equal(hasMusl(maps(file)), undefined, file)
  }
})
