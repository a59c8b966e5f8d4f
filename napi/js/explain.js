'use strict'

const native = require('./internal/native.js')
const { RansackOptionError } = require('./error.js')
const { call, checkOptions, fromFailure } = require('./internal/failure.js')
const { once } = require('./internal/once.js')

function string(name, value) {
  if (typeof value === 'string') return value
  throw new RansackOptionError(`\`${name}\` must be a string`)
}

function explainPattern(pattern, lang, options = {}) {
  checkOptions(options)
  const { answer, error } = call(native.explainPattern, string('pattern', pattern), string('lang', lang), options)
  if (error === undefined) return answer
  throw fromFailure(error)
}

function explainPatternAsync(pattern, lang, options = {}) {
  const start = (waker, id, options) =>
    native.explainPatternTask(string('pattern', pattern), string('lang', lang), waker, id, options)
  return once(start, options, (answer) => answer)
}

module.exports = { explainPattern, explainPatternAsync }
