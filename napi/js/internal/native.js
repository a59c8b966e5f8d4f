'use strict'

// Loads the addon: the local build if present, otherwise the platform's package. Each `require` has a literal
// path, so that bundlers find it, and is directly inside a `try`, so that they accept a missing file.

const { isMusl } = require('./libc.js')
const { version } = require('./version.js')

function platform() {
  const { arch, platform } = process
  if (platform === 'linux') return `linux-${arch}-${isMusl() ? 'musl' : 'gnu'}`
  return platform === 'win32' ? `win32-${arch}-msvc` : `${platform}-${arch}`
}

/** Calls `tried` with the error of each failed attempt. Returns the first addon that loads, or undefined. */
function load(name, tried) {
  if (name === 'linux-x64-gnu') {
    try {
      return checked(require('../../ransack.linux-x64-gnu.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return checked(require('ransack-linux-x64-gnu'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'linux-arm64-gnu') {
    try {
      return checked(require('../../ransack.linux-arm64-gnu.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return checked(require('ransack-linux-arm64-gnu'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'linux-x64-musl') {
    try {
      return checked(require('../../ransack.linux-x64-musl.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return checked(require('ransack-linux-x64-musl'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'linux-arm64-musl') {
    try {
      return checked(require('../../ransack.linux-arm64-musl.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return checked(require('ransack-linux-arm64-musl'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'darwin-x64') {
    try {
      return checked(require('../../ransack.darwin-x64.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return checked(require('ransack-darwin-x64'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'darwin-arm64') {
    try {
      return checked(require('../../ransack.darwin-arm64.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return checked(require('ransack-darwin-arm64'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'win32-x64-msvc') {
    try {
      return checked(require('../../ransack.win32-x64-msvc.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return checked(require('ransack-win32-x64-msvc'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'win32-arm64-msvc') {
    try {
      return checked(require('../../ransack.win32-arm64-msvc.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return checked(require('ransack-win32-arm64-msvc'))
    } catch (error) {
      tried(error)
    }
  }
  return undefined
}

/** Returns the addon if it belongs to this version of the package. */
function checked(native) {
  const found = native.version()
  if (found === version) return native
  throw new Error(`version of the addon is ${found}, version of the package is ${version}`)
}

function loadOrThrow() {
  const name = platform()
  const errors = []
  const native = load(name, (error) => errors.push(error))
  if (native !== undefined) return native
  const why = errors.map((error) => `\n- ${String(error?.message ?? error).split('\n')[0]}`).join('')
  const hint =
    errors.length > 0
      ? `Reinstall with optional dependencies, or check that ransack-${name} has the version ${version}.`
      : 'There is no addon for this platform.'
  const error = new Error(`Cannot load the ransack addon for ${name}. ${hint}${why}`)
  error.code = 'ERR_RANSACK_LOAD'
  error.cause = new AggregateError(errors)
  throw error
}

module.exports = loadOrThrow()
