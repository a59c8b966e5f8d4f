'use strict'

const native = require('./internal/native.js')
const { ChangeBatch } = require('./internal/change_batch.js')
const { declared } = require('./internal/declared.js')
const { editResult } = require('./internal/edit_result.js')
const { answering } = require('./internal/files.js')
const { isObject, pairs, readValue, reader, string, unfit } = require('./internal/options.js')

// Native code takes rewrites as pairs.
const REWRITES = pairs(string)
const rewrites = reader('an object, a Map or an array of pairs', (value, name) => {
  if (!Array.isArray(value)) return REWRITES.read(value, name)
  return Array.from(value, (each, i) => {
    const element = `${name}[${i}]`
    if (!isObject(each)) unfit(element, 'a pair of strings or an object with `pattern` and `replacement`', each)
    const parts = Array.isArray(each) ? ['[0]', '[1]'] : ['.pattern', '.replacement']
    const texts = Array.isArray(each) ? [each[0], each[1]] : [each.pattern, each.replacement]
    return texts.map((text, part) => readValue(string, element + parts[part], text))
  })
})

const operation = {
  start: native.astEdit,
  Batch: ChangeBatch,
  result: editResult,
  endsByItself: true,
  ...declared('AstEditOptions', { rewrites }),
}

const astEdit = answering('astEdit', operation)

module.exports = { astEdit }
