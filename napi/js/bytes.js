'use strict'

/** The bytes, in memory that no other thread can change meanwhile. */
const unshared = (bytes) => (bytes.buffer instanceof SharedArrayBuffer ? bytes.slice() : bytes)

module.exports = { unshared }
