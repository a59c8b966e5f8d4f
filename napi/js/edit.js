'use strict'

const native = require('./internal/native.js')
const { Keeps } = require('./constants.js')
const { small } = require('./internal/batch.js')
const { BUFFER, BUFFER_VERSION, CodeBatch, FILE, LANGUAGE, ROOT, TEXT_EDIT, UNSETTLED, parseErrors } = require('./internal/code.js')
const { collect } = require('./internal/collect.js')
const { callerOf } = require('./internal/failure.js')
const { FileOperations, answering } = require('./internal/files.js')
const { UNFIT, bool, isObject, limit, limitByDefault, oneOf, orLimit, pairs, readOptions, readValue, reader, string, unfit } = require('./internal/options.js')
const { withoutCounts } = require('./internal/result.js')
const { FILES, JOURNAL, SYNTAX_FILES, SYNTAX_QUERY, TABLES, VERSION, WAIT } = require('./internal/tables.js')
const { RansackOptionError } = require('./error.js')

/** Batch of replacements, followed by text edits and by files with replacements. */
class ChangeBatch extends CodeBatch {
  next() {
    const { numbers, strings } = this
    if (numbers[this.n] & FILE) return this.file()
    if (numbers[this.n] & TEXT_EDIT) return this.textEdit()
    const { byteStart, byteEnd, startLine, startColumn, endLine, endColumn, start, end } = this.location()
    const rewrite = small(numbers[this.n++])
    const pass = small(numbers[this.n++])
    if (this.flags & LANGUAGE) this.language = strings[this.s++]
    const { path, language } = this
    const change = {
      path,
      before: strings[this.s++],
      after: strings[this.s++],
      byteStart,
      byteEnd,
      startLine,
      startColumn,
      endLine,
      endColumn,
      range: { start, end },
      deletedLength: byteEnd - byteStart,
      language,
      rewrite,
      pass,
    }
    if (this.root !== undefined) change.root = this.root
    if (this.bytes !== undefined) {
      change.pathBytes = this.pathBytes.slice()
      change.beforeBytes = this.raw(numbers[this.n++])
      change.afterBytes = this.raw(numbers[this.n++])
    }
    const lost = numbers[this.n++]
    if (lost > 0) {
      change.lost = this.strings.slice(this.s, (this.s += lost))
      if (this.bytes !== undefined) change.lostBytes = change.lost.map(() => this.raw(numbers[this.n++]))
    }
    return change
  }

  textEdit() {
    const { numbers } = this
    this.n++
    const position = () => ({ line: numbers[this.n++], character: numbers[this.n++] })
    return { range: { start: position(), end: position() }, newText: this.strings[this.s++] }
  }

  /** Reads a file, with the number of its text edits in their place. */
  file() {
    const { numbers } = this
    const flags = numbers[this.n++]
    const file = {
      path: this.strings[this.s++],
      count: small(numbers[this.n++]),
      diff: this.strings[this.s++],
      uri: this.strings[this.s++],
      textEdits: small(numbers[this.n++]),
    }
    if (flags & BUFFER) file.hasBuffer = true
    if (flags & BUFFER_VERSION) file.bufferVersion = small(numbers[this.n++])
    if (flags & ROOT) file.root = small(numbers[this.n++])
    if (flags & UNSETTLED) file.unsettled = true
    if (this.bytes !== undefined) {
      file.pathBytes = this.raw(numbers[this.n++])
      file.diffBytes = this.raw(numbers[this.n++])
    }
    return file
  }
}

function result(changes, summary) {
  const fileChanges = changes.splice(changes.length - summary.filesTouched)
  const count = fileChanges.reduce((sum, { textEdits }) => sum + textEdits, 0)
  const edits = changes.splice(changes.length - count)
  let at = 0
  for (const file of fileChanges) file.textEdits = edits.slice(at, (at += file.textEdits))
  const result = { changes, fileChanges, ...summary, report: withoutCounts(summary.report) }
  if (!summary.applied) {
    const document = ({ uri, bufferVersion: version = null, textEdits }) => ({ textDocument: { uri, version }, edits: textEdits })
    result.workspaceEdit = { documentChanges: fileChanges.map(document) }
  }
  const errors = parseErrors(summary.report)
  if (errors.length > 0) result.parseErrors = errors
  return result
}

// Native code takes rewrites as pairs.
const REWRITES = pairs(string)
const rewrites = reader('an object, a Map or an array of pairs', (value, name) => {
  if (!Array.isArray(value)) return REWRITES.read(value, name)
  return Array.from(value, (each, i) => {
    const element = `${name}[${i}]`
    if (!isObject(each)) unfit(element, 'a pair of strings or an object with `pattern` and `replacement`', each)
    const parts = Array.isArray(each) ? ['[0]', '[1]'] : ['.pattern', '.replacement']
    const texts = Array.isArray(each) ? [each[0], each[1]] : [each.pattern, each.replacement]
    return texts.map((text, part) => readValue(string, element + parts[part], text))
  })
})

const { selector, strictness } = SYNTAX_QUERY
const options = {
  ...FILES,
  ...SYNTAX_FILES,
  ...WAIT,
  ...JOURNAL,
  rewrites,
  selector,
  strictness,
  dryRun: bool,
  preview: string,
  ifVersions: pairs(VERSION),
  repeat: limitByDefault,
  limit: limitByDefault,
  maxReplacements: orLimit(limit),
  maxFiles: limit,
  failOnParseError: bool,
  allowSyntaxErrors: bool,
  keeps: oneOf(Keeps),
}
const required = ['rewrites']
const operation = { start: native.astEdit, Batch: ChangeBatch, result, endsByItself: true, options, required }

const astEdit = answering('astEdit', operation)

/** Gives each edit the call's path unless the edit has its own path. Native code takes edits as lists of fields. */
function withPaths({ path, ...read }) {
  const edits = read.edits.map((edit, i) => {
    const { path: own = path, name = '', action, part, place, text, target, targetPath, imports, ifVersion } = edit
    if (own === undefined) throw new RansackOptionError(`\`edits[${i}].path\` must be given, or \`path\` for the call`)
    return [own, name, action, part, place, text, target, targetPath, imports, ifVersion]
  })
  return { __proto__: null, ...read, edits }
}

function editDefinitions(handle, table, options, at) {
  const read = (given) => withPaths(readOptions(table, given))
  const start = (waker, id, { wait = true, ...left }) => native.editDefinition(handle, wait, waker, id, left)
  return collect({ read, start, Batch: ChangeBatch, result, endsByItself: true }, options, undefined, at)
}

const { plain, inWorkspace } = TABLES.editDefinition

async function editDefinition(options) {
  return editDefinitions(undefined, plain, options, callerOf(editDefinition))
}

const methods = {
  async editDefinition(options) {
    const at = callerOf(methods.editDefinition)
    return editDefinitions(FileOperations.handleOf(this), inWorkspace, options, at)
  },
}
Object.defineProperty(FileOperations.prototype, 'editDefinition', {
  value: methods.editDefinition, configurable: true, writable: true,
})

module.exports = {
  astEdit,
  editDefinition,
}
