// Runs programs of this folder in processes of their own.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** URL of the package's ES module. */
export const ADDON = new URL('../index.mjs', import.meta.url).href

/** Runs a file of this folder. Resolves with exit code, signal and output. */
export function run(name, args, options = {}) {
  const file = fileURLToPath(new URL(name, import.meta.url))
  return new Promise((resolve) => {
    // The time limit turns a hanging process into a failure.
    const limits = { timeout: 60_000, ...options }
    execFile(process.execPath, [file, ...args], limits, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, signal: error?.signal, stdout, stderr })
    })
  })
}

/**
 * Runs a file of this folder after the shell command `setup`, as root of a user namespace,
 * whose limits the command may set. Resolves with undefined where the kernel allows no namespaces.
 */
export function runLimited(setup, name, args) {
  const file = fileURLToPath(new URL(name, import.meta.url))
  const shell = ['--user', '--map-root-user', 'sh', '-c', `${setup} || exit 77; exec "$0" "$@"`]
  return new Promise((resolve, reject) => {
    execFile('unshare', [...shell, process.execPath, file, ...args], { timeout: 60_000 }, (error, stdout, stderr) => {
      if (error?.code === 'ENOENT') return reject(error)
      const isRefused = error && (error.code === 77 || stderr.startsWith('unshare:'))
      return resolve(isRefused ? undefined : { code: error ? error.code : 0, stdout, stderr })
    })
  })
}
