'use strict'

const native = require('./internal/native.js')

const Encoding = Object.freeze({
  O200kBase: 'o200k_base',
  O200kHarmony: 'o200k_harmony',
  Cl100kBase: 'cl100k_base',
  P50kBase: 'p50k_base',
  P50kEdit: 'p50k_edit',
  R50kBase: 'r50k_base',
  Gpt2: 'r50k_base',
})

const ModelFamily = Object.freeze({
  Claude3: 'claude-3',
  Claude47: 'claude-4.7',
  Qwen35: 'qwen-3.5',
  DeepSeek3: 'deepseek-3',
  KimiK2: 'kimi-k2',
  Glm5: 'glm-5',
})

module.exports = {
  Ellipsis: native.Ellipsis,
  Encoding,
  FileType: native.FileType,
  ModelFamily,
  UNICODE_VERSION: native.unicodeVersion(),
}
