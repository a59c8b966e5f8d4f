'use strict'

const native = require('./internal/native.js')
const { call } = require('./internal/failure.js')

module.exports = {
  fileTypes: () => call(native.fileTypes),
}
