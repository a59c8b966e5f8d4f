'use strict'

const native = require('./internal/native.js')
const { call } = require('./internal/failure.js')
const { content, readOptional, readValue } = require('./internal/options.js')
const { TABLES } = require('./internal/tables.js')

function unifiedDiff(oldText, newText, options) {
  const before = readValue(content, 'oldText', oldText)
  const after = readValue(content, 'newText', newText)
  return call(native.unifiedDiff, before, after, readOptional(TABLES.unifiedDiff, options))
}

module.exports = { unifiedDiff }
