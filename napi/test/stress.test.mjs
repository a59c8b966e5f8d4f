import assert from 'node:assert/strict'
import test from 'node:test'

import { run } from '../testing/run.mjs'

// RANSACK_STRESS_CALLS overrides the number of calls.
const CALLS = Number(process.env.RANSACK_STRESS_CALLS ?? 2000)

// Under Bun, terminated workers leak descriptors and threads: bench/TRUST.md.
const options = { timeout: 3_600_000, skip: globalThis.Bun !== undefined }

test('mixed calls from threads and processes that end during calls', options, async () => {
  const { code, stdout, stderr } = await run('stress.mjs', [String(CALLS), '4', '1'], { timeout: 3_600_000 })
  assert.equal(stderr, '')
  assert.equal(code, 0)
  const { fulfilled, aborted, timedOut, terminated, killed, exited, before, after } = JSON.parse(stdout)
  // Calls in flight when their thread was terminated are repeated and not counted.
  assert.ok(fulfilled + aborted + timedOut >= CALLS, stdout)
  for (const count of [fulfilled, aborted, timedOut, terminated, killed, exited]) assert.ok(count > 0, stdout)
  assert.ok(after.descriptors <= before.descriptors, stdout)
  // The number of library threads depends on the preceding load.
  assert.ok(after.threads <= before.threads + 2, stdout)
})
