'use strict'

const native = require('./internal/native.js')
const { Encoding, PackLevel, PackReason, RuleMode } = require('./constants.js')
const { Batch, small } = require('./internal/batch.js')
const { declared } = require('./internal/declared.js')
const { answering, streaming } = require('./internal/files.js')
const {
  UNFIT, bool, isObject, list, number, oneOf, oneOrMore, pairs, path, pattern, readOptions, reader, string, table,
} = require('./internal/options.js')
const { withoutCounts } = require('./internal/result.js')

const TREATMENTS = Object.values(PackLevel)
const REASONS = Object.values(PackReason)
const SOURCES = [undefined, 'file', 'caller', 'default']

/** Batch of files, directories and decisions of a pack; src/pack.rs documents the layout. */
class PackBatch extends Batch {
  next() {
    const kind = this.numbers[this.n++]
    if (kind === 3) return this.part()
    if (kind === 0) return { kind, ...this.file() }
    return kind === 1 ? this.directory() : this.decision()
  }

  part() {
    const filesDone = this.numbers[this.n++]
    const hasFile = this.numbers[this.n++] === 1
    const part = { text: this.strings[this.s++], filesDone }
    return hasFile ? { ...part, file: this.file() } : part
  }

  /** Adds the path of an item, and its root if the call has several. */
  place(item) {
    const root = this.numbers[this.n++]
    if (root >= 0) item.root = root
    item.path = this.strings[this.s++]
    if (this.bytes !== undefined) item.pathBytes = this.raw(this.numbers[this.n++])
  }

  file() {
    const { numbers } = this
    const item = {}
    item.treatment = TREATMENTS[numbers[this.n++]]
    item.reason = REASONS[numbers[this.n++]]
    item.tokens = small(numbers[this.n++])
    item.originalTokens = small(numbers[this.n++])
    item.size = small(numbers[this.n++])
    item.priority = numbers[this.n++]
    item.isEncodingDetected = numbers[this.n++] === 1
    const secrets = numbers[this.n++]
    const lines = Array.from(numbers.subarray(this.n, (this.n += secrets)))
    this.place(item)
    const language = this.strings[this.s++]
    if (language !== '') item.language = language
    item.encoding = this.strings[this.s++]
    item.version = this.strings[this.s++]
    item.secrets = lines.map((line) => ({ line, kind: this.strings[this.s++] }))
    return item
  }

  directory() {
    const { numbers } = this
    const item = { kind: 1, files: numbers[this.n++], tokens: numbers[this.n++], originalTokens: numbers[this.n++] }
    this.place(item)
    return item
  }

  decision() {
    const { numbers } = this
    const item = { kind: 2, isDirectory: numbers[this.n++] === 1, isIncluded: numbers[this.n++] === 1 }
    const line = numbers[this.n++]
    const source = SOURCES[numbers[this.n++]]
    this.place(item)
    if (source === undefined) return item
    item.source = source
    item.line = line
    item.rule = this.strings[this.s++]
    if (source === 'file') item.file = this.strings[this.s++]
    return item
  }
}

/** Combines items and summary into the result of `pack`. */
function result(items, { report, ...summary }) {
  const lists = [[], [], []]
  for (const { kind, ...item } of items) lists[kind].push(item)
  const [files, directories, decisions] = lists
  return { ...summary, files, directories, decisions, report: withoutCounts(report) }
}

const relevant = reader(
  'a string or a RegExp',
  (value, name) => {
    if (typeof value === 'string') return { text: value, isPattern: false }
    const text = pattern.read(value, name)
    return text === UNFIT ? UNFIT : { text, isPattern: true }
  },
  'strings and RegExps',
)

const SECTION = table({ title: string, text: string }, ['title', 'text'])
const section = reader(
  'an object with `title` and `text`',
  (value, name) => (isObject(value) ? readOptions(SECTION, value, name) : UNFIT),
  'objects with `title` and `text`',
)

const RULES = table({ mode: oneOf(RuleMode), rules: list(string), root: path, useDefaults: bool })
const ruleList = list(string)
const rules = reader('an object, an array of strings or false', (value, name) => {
  if (value === false) return { isOff: true }
  if (!isObject(value)) return UNFIT
  const given = Array.isArray(value) ? { rules: ruleList.read(value, name) } : readOptions(RULES, value, name, `${name}.`)
  return { isOff: false, ...given }
})

const { options } = declared('PackOptions', {
  encoding: oneOf(Encoding),
  relevant: oneOrMore(relevant),
  levels: pairs(oneOf(PackLevel)),
  weights: pairs(number),
  sections: list(section),
  rules,
})

/** Returns a function that starts a task with the options of a call. */
const starting = (begin) => (handle, wait, waker, id, { relevant: given, ...left }) => {
  const texts = given === undefined || Array.isArray(given) ? given : [given]
  return begin(handle, wait, waker, id, { ...left, relevant: texts })
}

// A stream has no decisions and no list of paths.
const { explain, listOnly, ...ofStream } = options

module.exports = {
  pack: answering('pack', { start: starting(native.pack), Batch: PackBatch, result, options }),
  packStream: streaming('packStream', { start: starting(native.packStream), Batch: PackBatch, options: ofStream }),
}
