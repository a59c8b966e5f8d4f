'use strict'

const native = require('./internal/native.js')

const Encoding = Object.freeze({
  O200kBase: 'O200kBase',
  O200kHarmony: 'O200kHarmony',
  Cl100kBase: 'Cl100kBase',
  P50kBase: 'P50kBase',
  P50kEdit: 'P50kEdit',
  R50kBase: 'R50kBase',
  Gpt2: 'Gpt2',
})

module.exports = {
  Ellipsis: native.Ellipsis,
  Encoding,
  FileType: native.FileType,
  UNICODE_VERSION: native.unicodeVersion(),
}
