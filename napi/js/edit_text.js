'use strict'

const native = require('./internal/native.js')
const { answerOf, call } = require('./internal/failure.js')
const { TEXT_EDIT } = require('./internal/file_edit.js')
const { content, list, readOptional, readValue } = require('./internal/options.js')
const { TABLES } = require('./internal/tables.js')

const EDITS = list(TEXT_EDIT)

function editText(text, edits, options) {
  const before = readValue(content, 'text', text)
  const read = readValue(EDITS, 'edits', edits)
  return answerOf(call(native.editText, before, read, readOptional(TABLES.editText, options)))
}

module.exports = { editText }
