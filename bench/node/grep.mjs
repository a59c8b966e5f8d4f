// Runs one search through an addon and times the call alone.
//
//   node grep.mjs MODULE               prints the version of what is loaded
//   node grep.mjs MODULE CASE CORPUS   prints the answer, the time to stderr

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const [modulePath, caseText, corpus] = process.argv.slice(2)

async function load() {
  const require = createRequire(import.meta.url)
  const file = require.resolve(modulePath)
  const loaded = await import(pathToFileURL(file).href)
  // A CommonJS module's exports may only be there as its default.
  return loaded.grep ? loaded : loaded.default
}

// The time that was spent is told by the process itself, because the kernel
// counts the parent's memory among that of a process that is just started.
function peakKilobytes() {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
  } catch {
    return process.resourceUsage().maxRSS
  }
}

let addon
try {
  addon = await load()
  // Some addons load their binary at the first call.
  await addon.grep({ pattern: 'grep', path: import.meta.dirname ?? '.' })
} catch (error) {
  console.error(String(error.message).split('\n')[0])
  process.exit(1)
}

if (!caseText) {
  const runtime = process.versions.bun ? `Bun ${process.versions.bun}` : `Node ${process.versions.node}`
  console.log(`in ${runtime}`)
} else {
  const { pattern, inMemory, isGlob, ignoreCase, filesOnly, limit } = JSON.parse(caseText)
  const options = { pattern, path: corpus, hidden: true }
  if (!isGlob) Object.assign(options, { ignoreCase, mode: filesOnly ? 'filesWithMatches' : 'content' })
  if (limit !== null) options.maxCount = limit
  const text = inMemory ? readFileSync(`${corpus}/text`) : undefined
  const call = inMemory ? () => addon.search(text, { pattern }) : isGlob ? addon.glob : addon.grep
  const cpuBefore = process.cpuUsage()
  const begun = process.hrtime.bigint()
  const { matches } = await call(options)
  const wall = process.hrtime.bigint() - begun
  const cpu = process.cpuUsage(cpuBefore)
  const peak = peakKilobytes()
  // Of paths only those of files: neither directories nor links.
  const shown = isGlob ? matches.filter(m => m.fileType === 1) : matches
  const lines = shown.map(m => (filesOnly || isGlob ? m.path : `${inMemory ? 'text' : m.path}:${m.lineNumber}:${m.line}`))
  process.stdout.write(lines.map(line => line + '\n').join(''))
  console.error(`time ${wall} ${(cpu.user + cpu.system) * 1000} ${peak}`)
}
