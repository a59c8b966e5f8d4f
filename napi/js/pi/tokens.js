'use strict'

const ransack = require('../../entry.js')
const { now } = require('./internal/shape.js')

function countTokens(input, encoding) {
  return now(() => ransack.countTokens(input, encoding))
}

module.exports = { countTokens }
