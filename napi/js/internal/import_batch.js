'use strict'

const native = require('./native.js')
const { SpanningBatch, ofFiles, small } = require('./batch.js')
const { range } = require('./code.js')
const { call } = require('./failure.js')

// Same as `Flags` in src/imports.rs, which documents the layouts.
const ALIAS = 1
const TYPE_ONLY = 2
const LOCAL = 1
const MODULE = 2

let names

/** Names of the import and export kinds, by number. */
const importNames = () => (names ??= call(native.importNames))

/** Batch of the imports or exports in source text. */
class ItemsBatch extends SpanningBatch {
  begin() {
    const syntaxErrors = small(this.numbers[this.n++])
    const missing = this.numbers[this.n++]
    return { result: { language: this.strings[this.s++], items: [], syntaxErrors }, missing }
  }

  isComplete(open) {
    for (; open.missing > 0 && !this.done; open.missing--) open.result.items.push(this.item())
    return open.missing === 0
  }
}

/** Batch of imports. */
class ImportsBatch extends ItemsBatch {
  item() {
    const kind = importNames().imports[this.numbers[this.n++]]
    const location = range(this)
    const count = this.numbers[this.n++]
    const module = this.strings[this.s++]
    const names = []
    for (let i = 0; i < count; i++) names.push(this.name())
    return { module, kind, names, range: location }
  }

  name() {
    const flags = this.numbers[this.n++]
    const name = { name: this.strings[this.s++] }
    if (flags & ALIAS) name.alias = this.strings[this.s++]
    if (flags & TYPE_ONLY) name.isTypeOnly = true
    name.range = range(this)
    return name
  }
}

/** Batch of exports. */
class ExportsBatch extends ItemsBatch {
  item() {
    const kind = importNames().exports[this.numbers[this.n++]]
    const flags = this.numbers[this.n++]
    const item = { name: this.strings[this.s++] }
    if (flags & LOCAL) item.local = this.strings[this.s++]
    if (flags & MODULE) item.module = this.strings[this.s++]
    item.kind = kind
    item.range = range(this)
    return item
  }
}

/** Batch of the imports of files. */
const FileImportsBatch = ofFiles(ImportsBatch)

/** Batch of the exports of files. */
const FileExportsBatch = ofFiles(ExportsBatch)

// Same as `EditStatus::ALL` of the core.
const STATUSES = ['applied', 'unchanged', 'unmatched']

/** Batch of changed source text, in parts: bytes if the original was bytes, otherwise strings. */
class ChangedTextBatch extends SpanningBatch {
  begin() {
    const result = { text: '', changed: this.numbers[this.n++] !== 0 }
    if (this.numbers[this.n++] !== 0) {
      const count = this.numbers[this.n++]
      result.statuses = Array.from({ length: count }, () => STATUSES[this.numbers[this.n++]])
    }
    return { result, parts: [] }
  }

  isComplete({ result, parts }) {
    while (!this.done) {
      const isLast = this.numbers[this.n++] !== 0
      parts.push(this.bytes === undefined ? this.strings[this.s++] : this.raw(this.numbers[this.n++]))
      if (!isLast) continue
      result.text = this.bytes === undefined ? parts.join('') : joined(parts)
      return true
    }
    return false
  }
}

/** Joins arrays of bytes. */
function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

module.exports = { ChangedTextBatch, ExportsBatch, FileExportsBatch, FileImportsBatch, ImportsBatch, importNames }
