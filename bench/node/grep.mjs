// Runs one content search through an addon and times only the call.
//
//   node grep.mjs MODULE               prints the version of what is loaded
//   node grep.mjs MODULE CASE CORPUS   prints the result; the time to stderr

import { readFileSync } from 'node:fs'
import { load, peakKilobytes, runtime } from './addon.mjs'

const [modulePath, caseText, corpus] = process.argv.slice(2)

let addon
try {
  addon = await load(modulePath)
  // Some addons load their binary at the first call.
  await addon.grep({ pattern: 'grep', path: import.meta.dirname ?? '.' })
} catch (error) {
  console.error(String(error.message).split('\n')[0])
  process.exit(1)
}

if (!caseText) {
  console.log(`in ${runtime}`)
} else {
  const { pattern, inMemory, isGlob, ignoreCase, filesOnly, limit } = JSON.parse(caseText)
  const options = { pattern, path: corpus, hidden: true }
  if (!isGlob) Object.assign(options, { ignoreCase, mode: filesOnly ? 'filesWithMatches' : 'content' })
  if (limit !== null) options[isGlob ? 'maxResults' : 'maxCount'] = limit
  const text = inMemory ? readFileSync(`${corpus}/text`) : undefined
  const call = inMemory ? () => addon.search(text, { pattern }) : isGlob ? addon.glob : addon.grep
  const cpuBefore = process.cpuUsage()
  const begun = process.hrtime.bigint()
  const { matches } = await call(options)
  const wall = process.hrtime.bigint() - begun
  const cpu = process.cpuUsage(cpuBefore)
  const peak = peakKilobytes()
  // Only paths of files, not of directories or links.
  const shown = isGlob ? matches.filter(m => m.fileType === 1) : matches
  const lines = shown.map(m => (filesOnly || isGlob ? m.path : `${inMemory ? 'text' : m.path}:${m.lineNumber}:${m.line}`))
  process.stdout.write(lines.map(line => line + '\n').join(''))
  console.error(`time ${wall} ${(cpu.user + cpu.system) * 1000} ${peak}`)
}
