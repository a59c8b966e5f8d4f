'use strict'

const native = require('./internal/native.js')
const {
  ChangedTextBatch,
  ExportsBatch,
  FileExportsBatch,
  FileImportsBatch,
  ImportsBatch,
} = require('./internal/import_batch.js')
const { call, callerOf } = require('./internal/failure.js')
const { ofEachFile, ofFileOrText, ofText } = require('./internal/structure.js')
const { TABLES } = require('./internal/tables.js')

const importsQuery = () => call(native.importsQuery)
const exportsQuery = () => call(native.exportsQuery)

const imports = ofFileOrText('imports', {
  query: importsQuery,
  Batch: ImportsBatch,
  empty: () => ({ items: [] }),
})

// `exports` is already a variable in every module.
const exported = ofFileOrText('exports', {
  query: exportsQuery,
  Batch: ExportsBatch,
  empty: () => ({ items: [] }),
})

const importsStream = ofEachFile('importsStream', { query: importsQuery, Batch: FileImportsBatch })
const exportsStream = ofEachFile('exportsStream', { query: exportsQuery, Batch: FileExportsBatch })

/** Creates a function that changes the imports in source text. */
function change(name, query) {
  const result = ([changed]) => changed
  const functions = {
    async [name](options) {
      return ofText({ table: TABLES[name], query, Batch: ChangedTextBatch, result }, options, callerOf(functions[name]))
    },
  }
  return functions[name]
}

const addImports = change('addImports', ({ imports }) => call(native.addImportsQuery, imports))
const removeImports = change('removeImports', ({ imports }) => call(native.removeImportsQuery, imports))
const organiseImports = change('organiseImports', ({ fileName }) => call(native.organiseImportsQuery, fileName))

module.exports = {
  addImports,
  exports: exported,
  exportsStream,
  imports,
  importsStream,
  organiseImports,
  removeImports,
}
