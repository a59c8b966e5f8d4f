// Rows of the tables of calls: the name of a call, which begins with the name of the function; the call; and whether it
// changes files.

/** Rows about one function: `rows` contains the options by name. */
export const rows = (of, rows, call, isWriting) =>
  Object.entries(rows).map(([name, given]) => [`${of}: ${name}`, (api, root) => call(api, given, root), isWriting])

/** Returns the results of a call with a callback, and what the callback received. */
export async function withCallback(call) {
  const received = []
  const { matches, ...counts } = await call((error, match) => void received.push([error, match]))
  // pi-natives calls back after it resolves.
  for (let n = 0; received.length < matches.length && n < 1000; n++) await new Promise((resolve) => setTimeout(resolve, 1))
  return { received, matches, ...counts }
}

/** Aborts a call that takes long. */
export async function aborted(call) {
  const controller = new AbortController()
  const result = call(controller.signal)
  setTimeout(() => controller.abort(new Error('the reason')), 5)
  await result
}

/** Directory that takes long to search. */
export const LONG_WALK = '/usr'
