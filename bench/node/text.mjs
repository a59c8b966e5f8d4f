// Terminal text: compares the results of all packages, then times them in turns in one
// process. Prints one line of JSON.
//
//   node text.mjs MODULE NODE_MODULES ROUNDS    0 rounds compare only

import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

import { DIFFERENCES, LINES, SAMPLES } from './lines.mjs'
import { shownBy } from './terminal.mjs'

const [modulePath, modules, rounds] = process.argv.slice(2)
const require = createRequire(import.meta.url)
const ransack = require(resolve(modulePath))

const TAB = 8
// Duration of the turn of a package in a round, in nanoseconds.
const TURN = 3_000_000

/** Returns the default export of a package, or undefined. */
async function load(name) {
  try {
    const file = createRequire(join(resolve(modules), 'x.js')).resolve(name)
    return (await import(pathToFileURL(file).href)).default
  } catch {
    missing.push(name)
  }
}

/** Loads the addon of pi-natives directly, because its loader works only in Bun. */
function piNatives() {
  try {
    const dir = join(resolve(modules), '@oh-my-pi', `pi-natives-${process.platform}-${process.arch}`)
    const file = readdirSync(dir).filter((name) => name.endsWith('.node')).sort().at(-1)
    return require(join(dir, file))
  } catch {
    missing.push('pi-natives')
  }
}

const missing = []
const pi = piNatives()
const [stringWidth, cliTruncate, sliceAnsi, wrapAnsi, stripAnsi] = await Promise.all(
  ['string-width', 'cli-truncate', 'slice-ansi', 'wrap-ansi', 'strip-ansi'].map(load),
)
const segmenter = new Intl.Segmenter()
const cells = shownBy(ransack.graphemes)
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\p{Cs}]/gu

const last = (text) => text.charCodeAt(text.length - 1)

/**
 * Calls by name. `shown` converts a result to what a terminal shows. `read` reads the last character of
 * each string of a result, so that a string that is flattened lazily is flattened here.
 */
const CALLS = {
  visibleWidth: {
    shown: (width) => width,
    read: (width) => width,
    ransack: (text) => ransack.visibleWidth(text, TAB),
    'pi-natives': pi && ((text) => pi.visibleWidth(text, TAB)),
    'string-width': stringWidth && ((text) => stringWidth(text)),
  },
  'truncateToWidth 20': {
    shown: cells,
    read: last,
    ransack: (text) => ransack.truncateToWidth(text, 20, 0, false, TAB),
    'pi-natives': pi && ((text) => pi.truncateToWidth(text, 20, 0, false, TAB)),
    'cli-truncate': cliTruncate && ((text) => cliTruncate(text, 20)),
  },
  'sliceWithWidth 5, 20': {
    shown: (slice) => cells(slice.text ?? slice),
    read: (slice) => last(slice.text ?? slice),
    ransack: (text) => ransack.sliceWithWidth(text, 5, 20, false, TAB),
    'pi-natives': pi && ((text) => pi.sliceWithWidth(text, 5, 20, false, TAB)),
    'slice-ansi': sliceAnsi && ((text) => sliceAnsi(text, 5, 25)),
  },
  'wrapTextWithAnsi 40': {
    shown: (lines) => (typeof lines === 'string' ? lines.split('\n') : lines).map(cells),
    read: (lines) => (typeof lines === 'string' ? last(lines) : lines.reduce((sum, line) => sum + last(line), 0)),
    ransack: (text) => ransack.wrapTextWithAnsi(text, 40, TAB),
    'pi-natives': pi && ((text) => pi.wrapTextWithAnsi(text, 40, TAB)),
    'wrap-ansi': wrapAnsi && ((text) => wrapAnsi(text, 40, { hard: true })),
  },
  'extractSegments 5, 15, 20': {
    shown: ({ before, beforeWidth, after, afterWidth }) => [cells(before), beforeWidth, cells(after), afterWidth],
    read: ({ before, after }) => last(before) + last(after),
    ransack: (text) => ransack.extractSegments(text, 5, 15, 20, true, TAB),
    'pi-natives': pi && ((text) => pi.extractSegments(text, 5, 15, 20, true, TAB)),
  },
  'padToWidth 80': {
    shown: cells,
    read: last,
    ransack: (text) => ransack.padToWidth(text, 80, 'left', TAB),
    'string-width': stringWidth && ((text) => text + ' '.repeat(Math.max(0, 80 - stringWidth(text)))),
  },
  graphemes: {
    shown: (all) => all.map(({ text, segment }) => text ?? segment),
    read: (all) => last(all.at(-1).text ?? all.at(-1).segment),
    ransack: (text) => ransack.graphemes(text, TAB),
    'Intl.Segmenter': (text) => Array.from(segmenter.segment(text)),
  },
  stripAnsi: {
    shown: (text) => text.toWellFormed(),
    read: last,
    ransack: (text) => ransack.stripAnsi(text),
    'strip-ansi': stripAnsi,
    'node:util': stripVTControlCharacters,
  },
  sanitizeText: {
    shown: (text) => text,
    read: last,
    ransack: (text) => ransack.sanitizeText(text),
    'strip-ansi': stripAnsi && ((text) => stripAnsi(text).replace(/\r\n?/g, '\n').replace(CONTROLS, '')),
  },
}

function compare() {
  const known = []
  const unexplained = []
  const unused = new Set(DIFFERENCES)
  for (const [call, { shown, read, ransack, ...rivals }] of Object.entries(CALLS)) {
    const all = Object.values(LINES).flat()
    const [together, alone] = [ransack(all), all.map((line) => ransack(line))].map((list) => JSON.stringify(list))
    if (together !== alone) unexplained.push({ call, together, alone })
    for (const [rival, ask] of Object.entries(rivals)) {
      for (const [kind, lines] of ask ? Object.entries(LINES) : []) {
        const differs = (line) => JSON.stringify(shown(ransack(line))) !== JSON.stringify(shown(ask(line)))
        const line = lines.find(differs)
        if (line === undefined) continue
        const cause = DIFFERENCES.find(({ kinds, who, calls }) =>
          kinds.includes(kind) && (who?.includes(rival) ?? true) && (calls?.includes(call) ?? true))
        if (cause) known.push({ call, rival, kind, why: cause.why })
        else unexplained.push({ call, rival, kind, line, ours: ransack(line), theirs: ask(line) })
        unused.delete(cause)
      }
    }
  }
  return { known, unexplained, unused: missing.length > 0 ? [] : [...unused] }
}

let sink = 0

/** Measures the time per call in nanoseconds. */
function time({ ask, read, texts }, times) {
  const begun = process.hrtime.bigint()
  for (let i = 0; i < times; i++) sink += read(ask(texts[i & 15]))
  return Number(process.hrtime.bigint() - begun) / times
}

/** Measures the time per text in nanoseconds, with all texts in one call. */
function timeTogether({ ask, read, texts }, times) {
  const begun = process.hrtime.bigint()
  for (let i = 0; i < times; i += 16) for (const answer of ask(texts)) sink += read(answer)
  return Number(process.hrtime.bigint() - begun) / times
}

function measure() {
  const cells = []
  for (const [call, { shown, read, ...askers }] of Object.entries(CALLS)) {
    for (const [line, text] of Object.entries(SAMPLES)) {
      // Separate strings, as in a program, so that no cache helps.
      const texts = Array.from({ length: 16 }, () => Buffer.from(text).toString())
      for (const [who, ask] of Object.entries(askers)) {
        if (ask) cells.push({ call, line, who, ask, read, texts, time, ns: [] })
      }
      cells.push({ call, line, who: 'ransack, 16 at once', ask: askers.ransack, read, texts, time: timeTogether, ns: [] })
    }
  }
  for (const cell of cells) {
    cell.time(cell, 5_000)
    cell.times = 16 * Math.ceil(TURN / 16 / cell.time(cell, 5_000))
  }
  for (let round = 0; round < Number(rounds); round++) {
    for (const cell of cells) cell.ns.push(cell.time(cell, cell.times))
  }
  return cells.map(({ call, line, who, ns }) => ({ call, line, who, ns }))
}

const runtime = process.versions.bun ? `Bun ${process.versions.bun}` : `Node ${process.versions.node}`
console.log(JSON.stringify({ runtime, missing, samples: Object.entries(SAMPLES), ...compare(), times: measure() }))
