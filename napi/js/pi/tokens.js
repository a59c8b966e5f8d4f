'use strict'

const ransack = require('../../entry.js')
const { Encoding } = require('./enums.js')
const { callSync, failure } = require('./internal/shape.js')

/** Encodings whose vocabulary is part of the library. */
const PUBLISHED = [Encoding.O200kBase, Encoding.Cl100kBase]

function countTokens(input, encoding) {
  if (encoding !== undefined && encoding !== null && !PUBLISHED.includes(encoding)) {
    const advice = '`estimateTokens` of `ransack` estimates the number of tokens, a `Tokenizer` counts them'
    throw failure('InvalidArg', `no vocabulary for the encoding \`${encoding}\` is built in; ${advice}`)
  }
  return callSync(() => ransack.countTokens(input, encoding))
}

module.exports = { countTokens }
