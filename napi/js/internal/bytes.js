'use strict'

/** Returns the bytes in memory that no other thread can change: a copy if they are shared. */
const unshared = (bytes) => (bytes.buffer instanceof SharedArrayBuffer ? bytes.slice() : bytes)

module.exports = { unshared }
