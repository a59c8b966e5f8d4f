'use strict'

const native = require('./internal/native.js')
const { call } = require('./internal/failure.js')
const { content, readOptional, readValue } = require('./internal/options.js')
const { TABLES } = require('./internal/tables.js')

function unifiedDiff(oldText, newText, options) {
  const before = readValue(content, 'oldText', oldText)
  const after = readValue(content, 'newText', newText)
  const { diff, words } = call(native.unifiedDiff, before, after, readOptional(TABLES.unifiedDiff, options))
  return words === undefined ? diff : { diff, words: changedWords(words) }
}

function changedWords(offsets) {
  const words = []
  for (let n = 0; n < offsets.length; n += 4) {
    words.push({ oldStart: offsets[n], oldEnd: offsets[n + 1], newStart: offsets[n + 2], newEnd: offsets[n + 3] })
  }
  return words
}

module.exports = { unifiedDiff }
