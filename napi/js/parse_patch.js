'use strict'

const native = require('./internal/native.js')
const { answerOf, call } = require('./internal/failure.js')
const { content, readOptional, readValue } = require('./internal/options.js')
const { TABLES } = require('./internal/tables.js')

/** Change of one file in a patch. */
class FilePatch {
  #patch
  #index

  constructor(fields, patch, index) {
    Object.assign(this, fields)
    this.#patch = patch
    this.#index = index
  }

  apply(text, options) {
    const before = readValue(content, 'text', text)
    return answerOf(call(native.patchApply, this.#patch, this.#index, before, readOptional(TABLES.patchText, options)))
  }
}

/** Changes to files. */
class Patch {
  #handle

  constructor({ files, handle }) {
    this.#handle = handle
    this.files = files.map((fields, index) => new FilePatch(fields, handle, index))
  }

  reversed() {
    const reversed = call(native.patchReversed, this.#handle)
    return reversed === null ? null : new Patch(reversed)
  }
}

function parsePatch(patch) {
  return new Patch(answerOf(call(native.parsePatch, readValue(content, 'patch', patch))))
}

module.exports = { parsePatch }
