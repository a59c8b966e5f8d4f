import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects garbage, so that the remaining memory is in use. */
export function collect() {
  if (globalThis.Bun) return globalThis.Bun.gc(true)
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')()
}

/** Collects garbage until `holds()` is true, in several turns of the event loop. Returns whether it is. */
export async function collectUntil(holds) {
  for (let i = 0; i < 200; i++) {
    if (holds()) return true
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
  return holds()
}
