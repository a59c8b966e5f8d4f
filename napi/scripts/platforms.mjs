// The platforms for which there is a package with the addon, and the checks of an addon for one of them.

import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readSync } from 'node:fs'

/** Oldest glibc of the released addons: the oldest that Rust supports. */
export const OLDEST_GLIBC = '2.17'

/** Platforms by the name in the file `ransack.NAME.node` and in the package `ransack-NAME`. */
export const PLATFORMS = {
  'linux-x64-gnu': { os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  'linux-arm64-gnu': { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
  'linux-x64-musl': { os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'linux-arm64-musl': { os: ['linux'], cpu: ['arm64'], libc: ['musl'] },
  'darwin-x64': { os: ['darwin'], cpu: ['x64'] },
  'darwin-arm64': { os: ['darwin'], cpu: ['arm64'] },
  'win32-x64-msvc': { os: ['win32'], cpu: ['x64'] },
  'win32-arm64-msvc': { os: ['win32'], cpu: ['arm64'] },
}

// Machine numbers of the three formats of libraries.
const ELF = { 0x3e: 'x64', 0xb7: 'arm64' }
const MACH_O = { 0x01000007: 'x64', 0x0100000c: 'arm64' }
const PE = { 0x8664: 'x64', 0xaa64: 'arm64' }

/** Returns the first bytes of a file, in which all three formats have their headers. */
function startOf(file) {
  const bytes = Buffer.alloc(4096)
  const opened = openSync(file)
  readSync(opened, bytes)
  closeSync(opened)
  return bytes
}

/** Returns the system and the processor of a library, from its first bytes; undefined for other files. */
function targetOf(bytes) {
  if (bytes.readUInt32BE(0) === 0x7f454c46) return { os: 'linux', cpu: ELF[bytes.readUInt16LE(18)] }
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return { os: 'darwin', cpu: MACH_O[bytes.readUInt32LE(4)] }
  if (bytes.readUInt16BE(0) !== 0x4d5a) return undefined
  const header = bytes.readUInt32LE(0x3c)
  const isPe = header + 6 <= bytes.length && bytes.readUInt32BE(header) === 0x50450000
  return isPe ? { os: 'win32', cpu: PE[bytes.readUInt16LE(header + 4)] } : undefined
}

// Libraries that every system with this libc has.
const GLIBC_LIBRARY = /^(?:lib(?:c|m|dl|pthread|rt|util)\.so\.\d+|libgcc_s\.so\.1|ld-linux-[\w-]+\.so\.\d+)$/
// Node's own package in Alpine needs libgcc too.
const MUSL_LIBRARY = /^(?:libc\.so|libc\.musl-\w+\.so\.1|ld-musl-\w+\.so\.1|libgcc_s\.so\.1)$/

const isLater = (version, other) => {
  const [[a, b], [c, d]] = [version, other].map((each) => each.split('.').map(Number))
  return a > c || (a === c && b > d)
}

/** Returns what readelf tells: the needed libraries, and the versions of glibc whose symbols are used. */
function linkageOf(file) {
  const text = execFileSync('readelf', ['--wide', '--dynamic', '--version-info', file], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    maxBuffer: 2 ** 26,
  })
  const needed = [...text.matchAll(/\(NEEDED\)\s+Shared library: \[(.*)\]/g)].map(([, name]) => name)
  const versions = new Set([...text.matchAll(/Name: GLIBC_(\d+\.\d+)/g)].map(([, version]) => version))
  return { needed, versions: [...versions] }
}

/** Returns the reasons why an addon must not be packed for the platform `name`. */
export function faultsOf(file, name, oldestGlibc) {
  const { os, cpu, libc } = PLATFORMS[name]
  const target = targetOf(startOf(file))
  if (target === undefined) return ['it is no library of Linux, macOS or Windows']
  if (target.os !== os[0]) return [`it is a library of ${target.os}`]
  const faults = target.cpu === cpu[0] ? [] : [`it is for the processor ${target.cpu ?? 'of another kind'}, not ${cpu[0]}`]
  if (libc === undefined) return faults
  const { needed, versions } = linkageOf(file)
  const known = libc[0] === 'musl' ? MUSL_LIBRARY : GLIBC_LIBRARY
  const others = needed.filter((library) => !known.test(library))
  if (others.length > 0) faults.push(`it needs ${others.join(', ')}`)
  const later = libc[0] === 'musl' ? versions : versions.filter((version) => isLater(version, oldestGlibc))
  const wanted = libc[0] === 'musl' ? 'no glibc' : `glibc ${oldestGlibc} at most`
  if (later.length > 0) faults.push(`it needs symbols of glibc ${later.sort((a, b) => (isLater(a, b) ? 1 : -1)).join(', ')}; ${wanted} is allowed`)
  return faults
}
