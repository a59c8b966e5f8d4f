// What a test wants done in a process of its own: node program.mjs <what> <root>

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Workspace, setThreads, threads, grep, grepStream } from '../index.mjs'

const [what, root] = process.argv.slice(2)

const programs = {
  // Ends by itself, and not before the result is there.
  async ends() {
    const { totalMatches } = await grep({ pattern: 'needle', path: root })
    console.log(totalMatches)
  },
  // A stream that nobody reads any more does not keep the process.
  async abandons() {
    const stream = grepStream({ pattern: 'needle', path: root })
    const { value } = await stream.next()
    console.log(value.length > 0)
  },
  // Exits with threads at work.
  async exits() {
    grep({ pattern: 'needle', path: root })
    await grep({ pattern: 'needle', path: root }, () => process.exit(7))
  },
  // Says what cannot be read.
  async reports() {
    const { report } = await grep({ pattern: 'needle', path: root })
    console.log(JSON.stringify(report))
  },
  // Says how the call fails.
  async fails() {
    const error = await grep({ pattern: 'needle', path: root }).catch((e) => e)
    console.log(JSON.stringify({ code: error.code, path: error.path }))
  },
  // Ends though a workspace is watched, which nobody closes.
  async watches() {
    const workspace = new Workspace(root)
    console.log((await workspace.glob({ pattern: '*.js' })).matches.length)
  },
  // Says how each of three files that were made is known of.
  async falls() {
    const workspace = new Workspace(root)
    for (const name of ['new-1', 'new-2', 'new-3']) {
      writeFileSync(join(root, name), '')
      const { matches, report } = await workspace.glob({ pattern: 'new-*' })
      const { mode, fallback } = report.snapshot
      console.log(JSON.stringify({ found: matches.length, mode, fallback }))
    }
    workspace.close()
  },
  async threads() {
    const before = threads()
    setThreads(1)
    const one = threads()
    const { totalMatches } = await grep({ pattern: 'needle', path: root })
    setThreads(3)
    console.log(JSON.stringify({ before, one, totalMatches, three: threads() }))
  },
}

await programs[what]()
