'use strict'

// Loads the addon: the local build if there is one, else the platform's package. Every
// path is a literal, so that bundlers find it.

const { readFileSync } = require('node:fs')
const { version } = require('../../package.json')

const ADDONS = {
  'linux-x64-gnu': [
    () => require('../../ransack.linux-x64-gnu.node'),
    () => require('ransack-linux-x64-gnu'),
  ],
  'linux-arm64-gnu': [
    () => require('../../ransack.linux-arm64-gnu.node'),
    () => require('ransack-linux-arm64-gnu'),
  ],
  'linux-x64-musl': [
    () => require('../../ransack.linux-x64-musl.node'),
    () => require('ransack-linux-x64-musl'),
  ],
  'linux-arm64-musl': [
    () => require('../../ransack.linux-arm64-musl.node'),
    () => require('ransack-linux-arm64-musl'),
  ],
  'darwin-x64': [
    () => require('../../ransack.darwin-x64.node'),
    () => require('ransack-darwin-x64'),
  ],
  'darwin-arm64': [
    () => require('../../ransack.darwin-arm64.node'),
    () => require('ransack-darwin-arm64'),
  ],
  'win32-x64-msvc': [
    () => require('../../ransack.win32-x64-msvc.node'),
    () => require('ransack-win32-x64-msvc'),
  ],
  'win32-arm64-msvc': [
    () => require('../../ransack.win32-arm64-msvc.node'),
    () => require('ransack-win32-arm64-msvc'),
  ],
}

function platform() {
  const { arch, platform } = process
  if (platform === 'linux') return `linux-${arch}-${isMusl() ? 'musl' : 'gnu'}`
  return platform === 'win32' ? `win32-${arch}-msvc` : `${platform}-${arch}`
}

function isMusl() {
  try {
    return readFileSync('/usr/bin/ldd', 'latin1').includes('musl')
  } catch {
    // No such script: the report is slow, but reliable.
    return process.report?.getReport().header.glibcVersionRuntime === undefined
  }
}

function load() {
  const name = platform()
  const tried = []
  for (const attempt of ADDONS[name] ?? []) {
    try {
      const native = attempt()
      const found = native.version()
      if (found === version) return native
      tried.push(new Error(`version of the addon is ${found}, version of the package is ${version}`))
    } catch (error) {
      tried.push(error)
    }
  }
  const why = tried.map((error) => `\n- ${String(error?.message ?? error).split('\n')[0]}`).join('')
  const hint =
    tried.length > 0
      ? `Reinstall with optional dependencies, or check that ransack-${name} has the version ${version}.`
      : 'There is no addon for this platform.'
  const error = new Error(`Cannot load the ransack addon for ${name}. ${hint}${why}`)
  error.code = 'ERR_RANSACK_LOAD'
  error.cause = new AggregateError(tried)
  throw error
}

module.exports = load()
