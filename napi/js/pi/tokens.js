'use strict'

const ransack = require('../../entry.js')
const { Encoding } = require('./enums.js')
const { failure, now } = require('./internal/shape.js')

/** Encodings whose vocabulary is part of the library. */
const PUBLISHED = [Encoding.O200kBase, Encoding.Cl100kBase]

function countTokens(input, encoding) {
  if (encoding !== undefined && encoding !== null && !PUBLISHED.includes(encoding)) {
    const advice = 'if its vocabulary is published, load the file with `Tokenizer.load` of `ransack`'
    throw failure('InvalidArg', `the library has no vocabulary for the encoding \`${encoding}\`; ${advice}`)
  }
  return now(() => ransack.countTokens(input, encoding))
}

module.exports = { countTokens }
