'use strict'

const native = require('./internal/native.js')
const { collect } = require('./internal/collect.js')
const { own, withText } = require('./internal/content.js')
const { answerOf, call, callerOf } = require('./internal/failure.js')
const { TEXT_EDIT } = require('./internal/file_edit.js')
const { ChangedTextBatch } = require('./internal/import_batch.js')
const { list, readOptional, readValue, text: TEXT } = require('./internal/options.js')
const { TABLES } = require('./internal/tables.js')

const EDITS = list(TEXT_EDIT)

/** Reads the arguments. */
const given = (text, edits, table, options) => [readValue(TEXT, 'text', text), readValue(EDITS, 'edits', edits), readOptional(table, options)]

function editText(text, edits, options) {
  const [before, read, left] = given(text, edits, TABLES.editText, options)
  return answerOf(call(native.editText, own(before), read, left))
}

const result = ([{ text }], edits) => ({ text, edits })

async function editTextAsync(text, edits, options) {
  const at = callerOf(editTextAsync)
  const [before, read, more] = given(text, edits, TABLES.editTextTask, options)
  return withText(before, more, at, (copy, left) => {
    const start = (waker, id, rest) => native.editTextTask(copy, read, waker, id, rest)
    return collect({ read: () => left, start, Batch: ChangedTextBatch, result }, options, undefined, at)
  })
}

module.exports = { editText, editTextAsync }
