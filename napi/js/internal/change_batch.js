'use strict'

const { small } = require('./batch.js')
const { BUFFER, BUFFER_VERSION, CodeBatch, FILE, LANGUAGE, ROOT, TEXT_EDIT, UNSETTLED } = require('./code.js')

/** Kinds of changed files, by number; `write_file` in src/ast/edit.rs documents the layout. */
const KINDS = ['modify', 'create', 'delete', 'rename', 'copy']

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
      kind: KINDS[numbers[this.n++]],
    }
    if (file.kind === 'rename' || file.kind === 'copy') {
      file.newPath = this.strings[this.s++]
      file.newUri = this.strings[this.s++]
    }
    if (flags & BUFFER) file.hasBuffer = true
    if (flags & BUFFER_VERSION) file.bufferVersion = small(numbers[this.n++])
    if (flags & ROOT) file.root = small(numbers[this.n++])
    if (flags & UNSETTLED) file.unsettled = true
    if (this.bytes !== undefined) {
      file.pathBytes = this.raw(numbers[this.n++])
      file.diffBytes = this.raw(numbers[this.n++])
      if ('newPath' in file) file.newPathBytes = this.raw(numbers[this.n++])
    }
    return file
  }
}

/**
 * Removes the last `count` items, which are files, and the text edits before them. Returns the files with their text
 * edits.
 */
function withTextEdits(items, count) {
  const files = items.splice(items.length - count)
  const edits = items.splice(items.length - files.reduce((sum, { textEdits }) => sum + textEdits, 0))
  let at = 0
  for (const file of files) file.textEdits = edits.slice(at, (at += file.textEdits))
  return files
}

module.exports = { ChangeBatch, withTextEdits }
