// Functions that the scripts that time an addon share.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

export const runtime = process.versions.bun ? `Bun ${process.versions.bun}` : `Node ${process.versions.node}`

export async function load(modulePath) {
  const require = createRequire(import.meta.url)
  const file = require.resolve(modulePath)
  const loaded = await import(pathToFileURL(file).href)
  // Of a CommonJS module only some exports can be available by name.
  return loaded.default?.grep ? loaded.default : loaded
}

// Measured in the process itself, because the kernel counts the memory of the parent as
// memory of a process that has just started.
export function peakKilobytes() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
  } catch {
    return process.resourceUsage().maxRSS
  }
}
