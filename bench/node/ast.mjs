// Runs one syntax-tree search through an addon and times only the call.
//
//   node ast.mjs MODULE               prints the version of what is loaded
//   node ast.mjs MODULE CASE CORPUS   prints the positions of the matches; the time to stderr

import { load, peakKilobytes, runtime } from './addon.mjs'

const [modulePath, caseText, corpus] = process.argv.slice(2)

let addon
try {
  addon = await load(modulePath)
  // Some addons load their binary at the first call.
  await addon.astGrep({ patterns: ['f($A)'], lang: 'c', path: import.meta.dirname ?? '.' })
} catch (error) {
  console.error(String(error.message).split('\n')[0])
  process.exit(1)
}

if (!caseText) {
  console.log(`in ${runtime}`)
} else {
  const { pattern, syntax: [lang] } = JSON.parse(caseText)
  const options = { patterns: [pattern], lang, path: corpus, limit: 1_000_000 }
  const cpuBefore = process.cpuUsage()
  const begun = process.hrtime.bigint()
  const { matches } = await addon.astGrep(options)
  const wall = process.hrtime.bigint() - begun
  const cpu = process.cpuUsage(cpuBefore)
  const peak = peakKilobytes()
  process.stdout.write(matches.map(m => `${m.path}:${m.byteStart}:${m.byteEnd}\n`).join(''))
  console.error(`time ${wall} ${(cpu.user + cpu.system) * 1000} ${peak}`)
}
