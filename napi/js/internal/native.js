'use strict'

// Loads the addon: the file that the environment variable RANSACK_ADDON names, if any; otherwise the local build if
// present, otherwise the platform's package. Each `require` of an addon has a literal path, so that bundlers find it,
// and is directly inside a `try`, so that they accept a missing file.

const { resolve } = require('node:path')

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
      return addonOf(require('../../ransack.linux-x64-gnu.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return addonOf(require('ransack-linux-x64-gnu'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'linux-arm64-gnu') {
    try {
      return addonOf(require('../../ransack.linux-arm64-gnu.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return addonOf(require('ransack-linux-arm64-gnu'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'linux-x64-musl') {
    try {
      return addonOf(require('../../ransack.linux-x64-musl.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return addonOf(require('ransack-linux-x64-musl'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'linux-arm64-musl') {
    try {
      return addonOf(require('../../ransack.linux-arm64-musl.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return addonOf(require('ransack-linux-arm64-musl'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'darwin-x64') {
    try {
      return addonOf(require('../../ransack.darwin-x64.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return addonOf(require('ransack-darwin-x64'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'darwin-arm64') {
    try {
      return addonOf(require('../../ransack.darwin-arm64.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return addonOf(require('ransack-darwin-arm64'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'win32-x64-msvc') {
    try {
      return addonOf(require('../../ransack.win32-x64-msvc.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return addonOf(require('ransack-win32-x64-msvc'))
    } catch (error) {
      tried(error)
    }
  }
  if (name === 'win32-arm64-msvc') {
    try {
      return addonOf(require('../../ransack.win32-arm64-msvc.node'))
    } catch (error) {
      tried(error)
    }
    try {
      return addonOf(require('ransack-win32-arm64-msvc'))
    } catch (error) {
      tried(error)
    }
  }
  return undefined
}

/** Returns the path in RANSACK_ADDON; undefined if there is none, or if Deno does not allow to read the variable. */
function pathInEnvironment() {
  try {
    return process.env.RANSACK_ADDON || undefined
  } catch {
    return undefined
  }
}

/** Loads the addon in the file `path`. Not by `require`, whose argument bundlers would have to know. */
function loadFile(path) {
  const module = { exports: {} }
  process.dlopen(module, resolve(path))
  return checked(module.exports)
}

/** Returns the addon for a result of `require`: the addon, or its path from the bundle, as by the loader `file` of esbuild. */
function addonOf(required) {
  return typeof required === 'string' ? loadFile(resolve(__dirname, required)) : checked(required)
}

/** Returns the addon if it belongs to this version of the package. */
function checked(native) {
  const found = native.version()
  if (found === version) return native
  throw new Error(`version of the addon is ${found}, version of the package is ${version}`)
}

/** Creates the error for an addon that could not be loaded because of `errors`. */
function loadError(what, errors) {
  const why = errors.map((error) => `\n- ${String(error?.message ?? error).split('\n')[0]}`).join('')
  const error = new Error(`Cannot load the ransack addon ${what}${why}`)
  error.code = 'ERR_RANSACK_LOAD'
  error.cause = new AggregateError(errors)
  return error
}

function loadOrThrow() {
  const path = pathInEnvironment()
  if (path !== undefined) {
    try {
      return loadFile(path)
    } catch (error) {
      throw loadError(`that RANSACK_ADDON names: ${path}`, [error])
    }
  }
  const name = platform()
  const errors = []
  const native = load(name, (error) => errors.push(error))
  if (native !== undefined) return native
  const hint =
    errors.length > 0
      ? `Reinstall with optional dependencies, or check that ransack-${name} has the version ${version}.`
      : 'There is no addon for this platform.'
  throw loadError(`for ${name}. ${hint}`, errors)
}

module.exports = loadOrThrow()
