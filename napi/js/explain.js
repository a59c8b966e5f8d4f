'use strict'

const native = require('./internal/native.js')
const { answerOf, call, callerOf } = require('./internal/failure.js')
const { once } = require('./internal/once.js')
const { readOptional, readValue, string } = require('./internal/options.js')
const { TABLES } = require('./internal/tables.js')

/** Checks the arguments. */
const checked = (pattern, lang) => [readValue(string, 'pattern', pattern), readValue(string, 'lang', lang)]

function explainPattern(pattern, lang, options) {
  const read = readOptional(TABLES.call, options)
  return answerOf(call(native.explainPattern, ...checked(pattern, lang), read))
}

function explainPatternAsync(pattern, lang, options) {
  const read = (given) => readOptional(TABLES.call, given)
  const start = (waker, id, read) => native.explainPatternTask(...checked(pattern, lang), waker, id, read)
  return once({ read, start, at: callerOf(explainPatternAsync) }, options)
}

module.exports = { explainPattern, explainPatternAsync }
