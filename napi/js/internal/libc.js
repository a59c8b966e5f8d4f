'use strict'

// Determines the C library of the process. A machine can have several, so only the process itself can tell.

const { readFileSync } = require('node:fs')

// Files mapped into each process: musl's dynamic loader, and the C library of glibc since 2.33 and earlier. A
// process with musl may also have loaded a library with a glibc name, for programs that need glibc.
const MUSL = /\/ld-musl-[^/\n]*$/m
const GLIBC = /\/libc(?:\.so\.6|-2\.\d+\.so)(?: \(deleted\))?$/m

/**
 * Returns whether a process, given by the text of its `maps`, runs with musl rather than glibc; undefined if
 * unknown.
 */
function hasMusl(maps) {
  if (MUSL.test(maps)) return true
  return GLIBC.test(maps) ? false : undefined
}

/** Returns whether this process runs with musl rather than glibc. */
function isMusl() {
  // Deno knows, and would ask for permission to do any of the following.
  const target = globalThis.Deno?.build?.target
  if (typeof target === 'string') return target.endsWith('musl')
  try {
    const answer = hasMusl(readFileSync('/proc/self/maps', 'utf8'))
    if (answer !== undefined) return answer
  } catch {
    // The file system does not exist or may not be read.
  }
  // Slow, but reliable.
  return process.report?.getReport().header.glibcVersionRuntime === undefined
}

module.exports = { hasMusl, isMusl }
