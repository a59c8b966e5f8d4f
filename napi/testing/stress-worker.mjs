// Thread or process of the stress program.

import { parentPort, workerData } from 'node:worker_threads'

import { makeCalls } from './stress-calls.mjs'

/** Settled calls between two messages. */
const EVERY = 20

if (parentPort) {
  let ends = {}
  let count = 0
  const tell = () => {
    parentPort.postMessage(ends)
    ends = {}
  }
  await makeCalls(workerData, (end) => {
    ends[end] = (ends[end] ?? 0) + 1
    if (++count % EVERY === 0) tell()
  })
  tell()
} else {
  const given = JSON.parse(process.argv[2])
  let count = 0
  await makeCalls(given, () => {
    if (++count !== EVERY) return
    // The other calls are in flight.
    if (given.exits) process.exit(7)
    process.stdout.write('called\n')
  })
}
