'use strict'

const native = require('./internal/native.js')
const { call } = require('./internal/failure.js')
const { streaming } = require('./internal/files.js')
const {
  DefinitionBatch,
  FileSkeletonBatch,
  OutlineBatch,
  SkeletonBatch,
  TextOutlineBatch,
} = require('./internal/outline_batch.js')
const { ofEachFile, ofFileOrText } = require('./internal/structure.js')
const { FILE_SEARCH, OUTLINE, SKELETON, SYNTAX_FILES } = require('./internal/tables.js')

const outline = ofFileOrText('outline', {
  query: ({ keyDepth }) => call(native.outlineQuery, keyDepth),
  Batch: TextOutlineBatch,
  empty: () => ({ items: [] }),
})

const definition = ofFileOrText('definition', {
  query: ({ name, parts }) => call(native.definitionQuery, name, parts),
  Batch: DefinitionBatch,
  empty: () => ({ text: '' }),
})

const skeletonQuery = ({ level, names }) => call(native.skeletonQuery, level, names)

const skeleton = ofFileOrText('skeleton', {
  query: skeletonQuery,
  Batch: SkeletonBatch,
  empty: () => ({ text: '', elided: 0, tokens: 0, originalTokens: 0 }),
})

const outlineStream = streaming('outlineStream', {
  start: native.outlineStream,
  Batch: OutlineBatch,
  options: { ...FILE_SEARCH, ...SYNTAX_FILES, ...OUTLINE },
})

const skeletonStream = ofEachFile('skeletonStream', {
  query: skeletonQuery,
  Batch: FileSkeletonBatch,
  options: SKELETON,
})

module.exports = {
  definition,
  outline,
  outlineStream,
  skeleton,
  skeletonStream,
}
