'use strict'

// Which C library a program runs with. A machine can have several, so only the program itself tells.

const { readFileSync } = require('node:fs')

// Files that are mapped into each process: the dynamic loader of musl, the C library since glibc 2.33 and
// before. A process with musl may also have loaded a library of that name, for programs that need glibc.
const MUSL = /\/ld-musl-[^/\n]*$/m
const GLIBC = /\/libc(?:\.so\.6|-2\.\d+\.so)(?: \(deleted\))?$/m

/** Returns whether a process, given by the text of its `maps`, runs with musl rather than glibc; undefined if unknown. */
function hasMusl(maps) {
  if (MUSL.test(maps)) return true
  return GLIBC.test(maps) ? false : undefined
}

/** Returns whether this process runs with musl rather than glibc. */
function isMusl() {
  try {
    const answer = hasMusl(readFileSync('/proc/self/maps', 'utf8'))
    if (answer !== undefined) return answer
  } catch {
    // No such file system, or one that may not be read.
  }
  // Slow, but reliable.
  return process.report?.getReport().header.glibcVersionRuntime === undefined
}

module.exports = { hasMusl, isMusl }
