// Tokens: compares the counts of all packages, then times them in one process, all calls of
// a package on a text in a row; the first call of each is timed in its own process. Prints
// one line of JSON.
//
//   node tokens.mjs MODULE NODE_MODULES ROUNDS KIND=FILE...    0 rounds compare only
//   node tokens.mjs MODULE NODE_MODULES first WHO FILE

import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const [modulePath, modules, mode, ...rest] = process.argv.slice(2)
const require = createRequire(import.meta.url)

// Duration of the turn of a package in a round of short calls, in nanoseconds.
const TURN = 3_000_000

// Duration of the calls of a package on one text, in milliseconds.
const PATIENCE = 2_000

// Number of aborted calls of each kind, and the size of their text in bytes.
const TRIALS = 20
const HOSTILE = 50_000_000

const load = createRequire(join(resolve(modules), 'x.js'))

/** Known differences of the counts of rivals, and their causes. */
const DIFFERENCES = [
  { who: ['gpt-tokenizer', 'ai-tokenizer'], text: /\ufeff/, why: 'white space is that of JavaScript, with U+FEFF' },
]

/** Loads the addon of pi-natives directly, because its loader works only in Bun. */
function piNatives() {
  const dir = join(resolve(modules), '@oh-my-pi', `pi-natives-${process.platform}-${process.arch}`)
  const file = readdirSync(dir).filter((name) => name.endsWith('.node')).sort().at(-1)
  return require(join(dir, file))
}

/** Functions that return a counter for o200k_base, by name. */
const COUNTERS = {
  ransack() {
    const { countTokens, setThreads } = require(resolve(modulePath))
    // One thread, like the others: long texts would use several.
    setThreads(1)
    return (text) => countTokens(text)
  },
  'pi-natives'() {
    const pi = piNatives()
    return (text) => pi.countTokens(text, 'O200kBase')
  },
  tiktoken() {
    const encoding = load('tiktoken').get_encoding('o200k_base')
    return (text) => encoding.encode_ordinary(text).length
  },
  'gpt-tokenizer'() {
    const { countTokens } = load('gpt-tokenizer/encoding/o200k_base')
    const ordinary = { disallowedSpecial: new Set() }
    return (text) => countTokens(text, ordinary)
  },
  'ai-tokenizer'() {
    const { default: Tokenizer } = load('ai-tokenizer')
    const tokenizer = new Tokenizer(load('ai-tokenizer/encoding/o200k_base'))
    return (text) => tokenizer.count(text)
  },
}

const milliseconds = (begun) => Number(process.hrtime.bigint() - begun) / 1e6

function first(who, file) {
  const text = readFileSync(file, 'utf8')
  const begun = process.hrtime.bigint()
  const count = COUNTERS[who]()
  count(text)
  console.log(milliseconds(begun))
}

function counters() {
  const missing = []
  const found = []
  for (const [who, make] of Object.entries(COUNTERS)) {
    try {
      found.push([who, make()])
    } catch (error) {
      if (who === 'ransack') throw error
      missing.push(who)
    }
  }
  return { missing, found }
}

/** Returns the differences of counts, with their causes if known. */
function compare(found, texts) {
  const [[, ransack]] = found
  return texts.flatMap(({ kind, text }) => {
    const expected = ransack(text)
    return found.flatMap(([who, count]) => {
      const other = count(text)
      if (other === expected) return []
      const why = DIFFERENCES.find((known) => known.who.includes(who) && known.text.test(text))?.why
      return [{ who, kind, ransack: expected, other, why }]
    })
  })
}

let sink = 0

/** Measures the time per call in nanoseconds. */
function time(count, texts, times) {
  const begun = process.hrtime.bigint()
  for (let i = 0; i < times; i++) sink += count(texts[i % texts.length])
  return Number(process.hrtime.bigint() - begun) / times
}

function measure(found, texts, rounds) {
  const cells = []
  for (const { kind, text, bytes } of texts) {
    for (const [who, count] of found) cells.push({ kind, who, bytes, count, texts: [text], times: 1, ns: [] })
  }
  // Separate strings, as in a program.
  const short = Array.from({ length: 16 }, (_, i) => Buffer.from(`hello world${String.fromCharCode(97 + i)}`).toString())
  for (const [who, count] of found) {
    time(count, short, 5_000)
    const times = Math.ceil(TURN / time(count, short, 5_000))
    cells.push({ kind: 'a string of 12 characters', who, bytes: 12, count, texts: short, times, ns: [] })
  }
  for (const { count, texts, times, ns } of cells) {
    // Bounds the time of slow packages.
    const until = performance.now() + PATIENCE
    for (let round = 0; round < rounds && (round < 2 || performance.now() < until); round++) {
      ns.push(time(count, texts, times))
    }
  }
  return cells.map(({ kind, who, bytes, ns }) => ({ kind, who, bytes, ns }))
}

/** Measures first calls, each in its own process. */
function firsts(found, file, rounds) {
  const times = found.map(([who]) => ({ who, ms: [] }))
  for (let round = 0; round < rounds; round++) {
    for (const { who, ms } of times) {
      const args = [fileURLToPath(import.meta.url), modulePath, modules, 'first', who, file]
      ms.push(Number(execFileSync(process.execPath, args, { encoding: 'utf8' })))
    }
  }
  return times
}

/** Measures the time in milliseconds from an abort during the work to the rejection. */
async function aborts() {
  const { countTokensAsync, truncateToTokensAsync } = require(resolve(modulePath))
  const line = '    if (page_mapped(page) && nr_pages > 1024)\n\t\treturn -EINVAL; /* not yet */\n'
  const code = line.repeat(HOSTILE / line.length)
  const word = 'a'.repeat(HOSTILE)
  const calls = {
    'code, 50 MB': (options) => countTokensAsync(code, options),
    'one word of 50 MB': (options) => countTokensAsync(word, options),
    '500,000 texts of 100 bytes': (options) => countTokensAsync(Array(HOSTILE / 100).fill(code.slice(0, 100)), options),
    'code, 50 MB: truncate': (options) => truncateToTokensAsync(code, 1_000_000, options),
  }
  const rows = []
  for (const [kind, call] of Object.entries(calls)) {
    const ms = []
    for (let trial = 0; trial < TRIALS; trial++) {
      const controller = new AbortController()
      const settled = call({ signal: controller.signal }).then(() => undefined, () => performance.now())
      await new Promise((resolve) => setTimeout(resolve, 1 + 3 * trial))
      const asked = performance.now()
      controller.abort()
      const returned = await settled
      if (returned !== undefined && returned >= asked) ms.push(returned - asked)
    }
    rows.push({ kind, trials: TRIALS, ms })
  }
  return rows
}

async function all() {
  const files = rest.map((argument) => argument.split('=', 2))
  const texts = files.map(([kind, file]) => {
    const text = readFileSync(file, 'utf8')
    return { kind, text, bytes: Buffer.byteLength(text) }
  })
  const { missing, found } = counters()
  const rounds = Number(mode)
  const runtime = process.versions.bun ? `Bun ${process.versions.bun}` : `Node ${process.versions.node}`
  const differences = compare(found, texts)
  if (differences.some(({ why }) => why === undefined)) process.exitCode = 1
  const first = firsts(found, files[0][1], rounds)
  const times = measure(found, texts, rounds)
  const abort = rounds > 0 ? await aborts() : []
  console.log(JSON.stringify({ runtime, missing, differences, first, times, abort }))
}

if (mode === 'first') first(...rest)
else await all()
