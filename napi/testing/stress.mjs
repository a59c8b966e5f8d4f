// Stress: mixed calls with aborts and timeouts from several threads that are terminated during calls, beside
// processes that are killed or exit during calls.
//
//     node --expose-gc testing/stress.mjs [calls [threads [seed]]]
//
// Compares every answer with the known one; prints figures as JSON, memory, descriptors and threads before the
// load, after each of its first three quarters and after it, and exits with 1 if an answer was wrong.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

import { Workspace, poolStats } from '../index.mjs'
import { collectUntil } from './garbage.mjs'
import { random } from './random.mjs'
import { TREE, answers } from './stress-calls.mjs'
import { tree } from './tree.mjs'

const [calls = 100_000, threads = 8, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const PROGRAM = new URL('stress-worker.mjs', import.meta.url)

/** Calls for each thread that is terminated, and for each process. */
const PER_TERMINATION = 500
const PER_PROCESS = 1000

/** Least number of calls before memory is measured for the first time. */
const WARM_UP = 1500

const root = tree(TREE)
const draw = random(seed)
const totals = { fulfilled: 0, aborted: 0, timedOut: 0, terminated: 0, killed: 0, exited: 0 }
const faults = []

process.on('unhandledRejection', (error) => faults.push(`unhandled rejection: ${error.stack}`))

/** Makes `count` calls in threads, one after another, some of which are terminated in between. */
async function inThreads(count, expected) {
  let left = count
  while (left > 0 && faults.length === 0) {
    const worker = new Worker(PROGRAM, { workerData: { root, count: left, seed: draw(2 ** 30), expected } })
    worker.on('error', (error) => faults.push(String(error?.stack ?? error)))
    worker.on('message', (ends) => {
      for (const [end, number] of Object.entries(ends)) {
        totals[end] += number
        left -= number
      }
      if (draw(PER_TERMINATION / 20) === 0 && left > 0) {
        totals.terminated++
        worker.terminate()
      }
    })
    await once(worker, 'exit')
  }
}

/** Starts processes, one after another, each of which ends during calls: by itself, or killed. */
async function inProcesses(count, expected) {
  for (let i = 0; i < count && faults.length === 0; i++) {
    const exits = (totals.exited + totals.killed) % 2 === 0
    const given = { root, count: 1_000_000, seed: draw(2 ** 30), expected, exits }
    const child = spawn(process.execPath, [fileURLToPath(PROGRAM), JSON.stringify(given)])
    let errors = ''
    child.stderr.on('data', (data) => (errors += data))
    child.stdout.on('data', () => child.kill('SIGKILL'))
    const [code, signal] = await once(child, 'close')
    if (errors !== '' || (exits ? code !== 7 : signal !== 'SIGKILL')) {
      faults.push(`a process ended with ${code ?? signal}: ${errors}`)
    }
    totals[exits ? 'exited' : 'killed']++
  }
}

async function load(count, expected) {
  const perThread = Array.from({ length: threads }, () => inThreads(Math.ceil(count / threads), expected))
  await Promise.all([...perThread, inProcesses(Math.ceil(count / PER_PROCESS), expected)])
}

const countOf = (dir) => readdirSync(dir).length

function usage() {
  const status = readFileSync('/proc/self/status', 'utf8')
  return {
    residentMb: Number(/^VmRSS:\s*(\d+)/m.exec(status)[1]) / 1000,
    descriptors: countOf('/proc/self/fd'),
    threads: countOf('/proc/self/task'),
  }
}

/** Returns the usage after garbage was collected and the library's threads are without work. */
async function settledUsage(most) {
  const isIdle = () => poolStats().idle === poolStats().workers
  await collectUntil(() => isIdle() && (!most || (usage().descriptors <= most.descriptors && usage().threads <= most.threads)))
  return usage()
}

const workspace = new Workspace(root, { index: 'memory' })
const expected = await answers({ root, workspace, caller: 0 })
workspace.close()
// Memory of the allocators, of compiled grammars and of the engine's heaps is not freed.
await load(Math.max(WARM_UP, Math.ceil(calls / 10)), expected)
const before = await settledUsage()
for (const name of Object.keys(totals)) totals[name] = 0
const begun = performance.now()
const quarters = []
for (let quarter = 0; quarter < 4; quarter++) {
  await load(Math.ceil(calls / 4), expected)
  quarters.push(await settledUsage(before))
}
const after = quarters.pop()
const seconds = (performance.now() - begun) / 1000
for (const fault of faults) console.error(fault)
console.log(JSON.stringify({ seed, calls, workers: threads, ...totals, seconds: Math.round(seconds), before, quarters, after }))
process.exitCode = faults.length === 0 ? 0 : 1
