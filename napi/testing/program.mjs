// Programs that tests run in a process of their own: node program.mjs <program> <root>

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import {
  Workspace, astEdit, decodeToBytes, encode, grep, grepStream, highlight, setThreads, threads,
} from '../index.mjs'

const [what, root, count] = process.argv.slice(2)

const programs = {
  // Exits by itself, but only after the result.
  async ends() {
    const { totalMatches } = await grep({ pattern: 'needle', path: root })
    console.log(totalMatches)
  },
  // An abandoned stream does not keep the process alive.
  async abandons() {
    const stream = grepStream({ pattern: 'needle', path: root })
    const { value } = await stream.next()
    console.log(value.length > 0)
  },
  // Exits while threads work.
  async exits() {
    grep({ pattern: 'needle', path: root })
    await grep({ pattern: 'needle', path: root }, () => process.exit(7))
  },
  // Prints the result.
  async reports() {
    console.log(JSON.stringify(await grep({ pattern: 'needle', path: root })))
  },
  // Prints the error of the call.
  async fails() {
    const error = await grep({ pattern: 'needle', path: root }).catch((e) => e)
    console.log(JSON.stringify({ code: error.code, path: error.path }))
  },
  // Exits with a watched workspace that is not closed.
  async watches() {
    const workspace = new Workspace(root)
    console.log((await workspace.glob({ pattern: '*.js' })).matches.length)
  },
  // Exits although it listens for changes.
  async listens() {
    const workspace = new Workspace(root)
    workspace.onChange(() => {})
    await workspace.refresh()
    console.log('listening')
  },
  // Ends with an uncaught exception of a listener.
  async throws() {
    const workspace = new Workspace(root)
    await workspace.refresh()
    // Bun does not end at an uncaught exception.
    const alive = setTimeout(() => {}, 60_000)
    workspace.onChange(() => {
      clearTimeout(alive)
      throw new Error('from the listener')
    })
    writeFileSync(join(root, 'new.txt'), '')
  },
  // Prints how the workspace learns of each of three new files.
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
  // Edits all files, there and back, until it is killed.
  async edits() {
    for (let i = 0; ; i++) {
      const [from, to] = i % 2 === 0 ? ['var', 'let'] : ['let', 'var']
      await astEdit({ rewrites: { [`${from} $A = $B`]: `${to} $A = $B` }, path: root, dryRun: false })
    }
  },
  async threads() {
    const before = threads()
    setThreads(1)
    const one = threads()
    const { totalMatches } = await grep({ pattern: 'needle', path: root })
    setThreads(3)
    console.log(JSON.stringify({ before, one, totalMatches, three: threads() }))
  },
  // Makes calls whose results have a megabyte or more, without a pause. Prints by how many MiB the
  // highest use of memory grows after the first call. The second argument names the call.
  async loops() {
    const text = 'some words '.repeat(95_325)
    const bytes = Buffer.from(text)
    const ids = encode(text)
    const calls = {
      encode: () => encode(text),
      decodeToBytes: () => decodeToBytes(ids),
      highlight: () => highlight(bytes, 'text', { output: 'html' }),
      spans: () => highlight('"a" '.repeat(20_000), 'json', { output: 'spans' }),
    }
    const call = calls[root]
    call()
    const peak = () => process.resourceUsage().maxRSS / 1024
    const before = peak()
    for (let i = 0; i < Number(count); i++) call()
    console.log(Math.round(peak() - before))
  },
}

await programs[what]()
