import assert from 'node:assert/strict'
import test from 'node:test'

import { run } from '../testing/run.mjs'

// RANSACK_STRESS_CALLS sets another number of calls.
const CALLS = Number(process.env.RANSACK_STRESS_CALLS ?? 2000)

// Under Bun, descriptors and threads of terminated workers are left: bench/TRUST.md.
const options = { timeout: 3_600_000, skip: globalThis.Bun !== undefined }

test('mixed calls from threads and processes that end during calls', options, async () => {
  const { code, stdout, stderr } = await run('stress.mjs', [String(CALLS), '4', '1'], { timeout: 3_600_000 })
  assert.equal(stderr, '')
  assert.equal(code, 0)
  const { fulfilled, aborted, timedOut, terminated, killed, exited, before, after } = JSON.parse(stdout)
  // Calls that were in flight when their thread was terminated are made again, and not counted.
  assert.ok(fulfilled + aborted + timedOut >= CALLS, stdout)
  for (const count of [fulfilled, aborted, timedOut, terminated, killed, exited]) assert.ok(count > 0, stdout)
  assert.ok(after.descriptors <= before.descriptors, stdout)
  // The number of the library's threads follows from the load just before.
  assert.ok(after.threads <= before.threads + 2, stdout)
})
