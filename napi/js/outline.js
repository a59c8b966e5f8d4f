'use strict'

const native = require('./internal/native.js')
const { call } = require('./internal/failure.js')
const {
  DefinitionBatch,
  FileSkeletonBatch,
  OutlineBatch,
  SkeletonBatch,
  TextOutlineBatch,
} = require('./internal/outline_batch.js')
const { ofEachFile, ofFileOrText, ofTextSync } = require('./internal/structure.js')
const { OUTLINE, SKELETON } = require('./internal/tables.js')

const outlineQuery = ({ keyDepth }) => call(native.outlineQuery, keyDepth)
const skeletonQuery = ({ level, names, maxTokens, tokenEncoding }) =>
  call(native.skeletonQuery, level, names, maxTokens, tokenEncoding)

const outline = ofFileOrText('outline', {
  query: outlineQuery,
  Batch: TextOutlineBatch,
  empty: () => ({ items: [] }),
})

const outlineSync = ofTextSync('outline', { query: outlineQuery, Batch: TextOutlineBatch })

const definition = ofFileOrText('definition', {
  query: ({ name, parts, layout }) => call(native.definitionQuery, name, parts, layout),
  Batch: DefinitionBatch,
  empty: () => ({ text: '' }),
})

const skeleton = ofFileOrText('skeleton', {
  query: skeletonQuery,
  Batch: SkeletonBatch,
  empty: () => ({ text: '', elided: 0, tokens: 0, originalTokens: 0 }),
})

const outlineStream = ofEachFile('outlineStream', { query: outlineQuery, Batch: OutlineBatch, options: OUTLINE })

const skeletonStream = ofEachFile('skeletonStream', {
  query: skeletonQuery,
  Batch: FileSkeletonBatch,
  options: SKELETON,
})

module.exports = {
  definition,
  outline,
  outlineStream,
  outlineSync,
  skeleton,
  skeletonStream,
}
