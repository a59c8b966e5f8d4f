'use strict'

// Which C library a program runs with. A machine can have several, so only the program itself tells.

const { closeSync, openSync, readSync } = require('node:fs')

/** Type of the entry of an ELF program header that names the program's dynamic loader. */
const PT_INTERP = 3

/** Returns bytes of a file; fewer if it ends before. */
function bytesAt(file, position, length) {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, position))
}

/** Returns the path of the dynamic loader of an ELF file, 64 bits and little-endian; undefined if it names none. */
function loaderOf(path) {
  const file = openSync(path)
  try {
    const header = bytesAt(file, 0, 64)
    const is64Bits = header.toString('latin1', 0, 6) === '\x7fELF\x02\x01'
    if (!is64Bits || header.length < 64) return undefined
    const size = header.readUInt16LE(54)
    if (size < 56) return undefined
    const entries = bytesAt(file, Number(header.readBigUInt64LE(32)), size * header.readUInt16LE(56))
    for (let at = 0; at + 56 <= entries.length; at += size) {
      if (entries.readUInt32LE(at) !== PT_INTERP) continue
      const [offset, length] = [entries.readBigUInt64LE(at + 8), entries.readBigUInt64LE(at + 32)].map(Number)
      return bytesAt(file, offset, Math.min(length, 4096)).toString('latin1').replace(/\0.*/s, '')
    }
    return undefined
  } finally {
    closeSync(file)
  }
}

/** Returns whether this process runs with musl rather than glibc. */
function isMusl() {
  try {
    const loader = loaderOf('/proc/self/exe')
    if (loader !== undefined) return loader.includes('ld-musl')
  } catch {
    // No such file system, or a program that may not be read.
  }
  // Slow, but reliable.
  return process.report?.getReport().header.glibcVersionRuntime === undefined
}

module.exports = { isMusl, loaderOf }
