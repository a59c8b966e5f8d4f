import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

import ts from 'typescript'

import { grep, RansackOptionError, Workspace } from '../index.mjs'
import * as ransack from '../index.mjs'
import tables from '../js/internal/tables.js'
import { OPERATIONS } from '../testing/operations.mjs'
import { tree } from '../testing/tree.mjs'

const root = tree({ 'a.js': 'foo(1)\n', 'b.txt': 'needle\nNeedle\n' })
const { TABLES } = tables

/** Rows of an operation over files, whose interfaces are named after it. */
function declaredFor(name, plain, inWorkspace) {
  // The stream has fewer options.
  if (name === 'packStream') return [[plain, 'PackStreamOptions'], [inWorkspace, 'WorkspacePackStreamOptions']]
  const noun = name.replace(/(Stream|Sync)$/, '').replace(/^./, (first) => first.toUpperCase())
  const more = name.endsWith('Stream') ? ['StreamOptions'] : []
  return [[plain, `${noun}Options`, ...more], [inWorkspace, `Workspace${noun}Options`, ...more]]
}

/** Interface or type of the declarations by table, and names that the table has besides. */
const DECLARED = [
  ...Object.entries(OPERATIONS).flatMap(([name, { plain, inWorkspace }]) => declaredFor(name, plain, inWorkspace)),
  [TABLES.colors, 'HighlightColors'],
  [TABLES.addImports, 'AddImportsOptions'],
  [TABLES.astMatch, 'AstMatchOptions'],
  [TABLES.blockRange, 'BlockRangeOptions'],
  [TABLES.bufferSyntax, 'BufferSyntaxOptions'],
  [TABLES.call, 'CallOptions'],
  [TABLES.call, 'CheckSyntaxOptions'],
  [TABLES.checkpoint.plain, 'CheckpointOptions'],
  [TABLES.checkpoint.inWorkspace, 'WorkspaceCheckpointOptions'],
  [TABLES.applyPatch.plain, 'ApplyPatchOptions'],
  [TABLES.applyPatch.inWorkspace, 'WorkspaceApplyPatchOptions'],
  [TABLES.edit.plain, 'EditOptions'],
  [TABLES.edit.inWorkspace, 'WorkspaceEditOptions'],
  [TABLES.editDefinition.plain, 'DefinitionEditOptions'],
  [TABLES.editDefinition.inWorkspace, 'WorkspaceDefinitionEditOptions'],
  [TABLES.editText, 'EditTextOptions'],
  [TABLES.edits.plain, 'EditsOptions'],
  [TABLES.edits.inWorkspace, 'WorkspaceEditsOptions'],
  [TABLES.enclosingBoundary, 'EnclosingBoundaryOptions'],
  [TABLES.extractSegments, 'SegmentsOptions'],
  [TABLES.fuzzyMatch, 'FuzzyMatchOptions'],
  [TABLES.hasMatch, 'HasMatchOptions'],
  [TABLES.highlight, 'HighlightOptions'],
  [TABLES.highlightBuffer, 'HighlightBufferOptions'],
  [TABLES.organiseImports, 'OrganiseImportsOptions'],
  [TABLES.pad, 'PadOptions'],
  [TABLES.patchText, 'PatchTextOptions'],
  [TABLES.readLines.plain, 'ReadLinesOptions'],
  [TABLES.readLines.inWorkspace, 'WorkspaceReadLinesOptions'],
  [TABLES.ready, 'ReadyOptions'],
  [TABLES.recovery, 'RecoveryOptions'],
  [TABLES.removeImports, 'RemoveImportsOptions'],
  [TABLES.render, 'RenderOptions'],
  [TABLES.resolveLines.plain, 'ResolveLinesOptions'],
  [TABLES.resolveLines.inWorkspace, 'WorkspaceResolveLinesOptions'],
  [TABLES.search, 'SearchOptions'],
  [TABLES.slice, 'SliceOptions'],
  [TABLES.text, 'TextOptions'],
  [TABLES.tokenTask, 'TokenTaskOptions'],
  [TABLES.tokens, 'TokenOptions'],
  [TABLES.truncate, 'TruncateOptions'],
  [TABLES.truncateTokens, 'TruncateTokensOptions'],
  [TABLES.undo.plain, 'UndoOptions'],
  [TABLES.undo.inWorkspace, 'WorkspaceUndoOptions'],
  [TABLES.unifiedDiff, 'UnifiedDiffOptions'],
  [TABLES.truncateTokensTask, 'TruncateTokensOptions', 'TokenTaskOptions'],
  [TABLES.vocabularyFile, 'VocabularyFileOptions'],
  [TABLES.vocabularyFileTask, 'VocabularyFileOptions', 'CallOptions'],
  [TABLES.workspace, 'WorkspaceOptions'],
  [TABLES.wrap, 'WrapOptions'],
  ...['definition', 'exports', 'imports', 'outline', 'skeleton'].flatMap((name) => {
    const noun = name.replace(/^./, (first) => first.toUpperCase())
    const { file, inWorkspace, text } = TABLES[name]
    return [[file, `${noun}FileOptions`], [inWorkspace, `Workspace${noun}FileOptions`], [text, `${noun}TextOptions`]]
  }),
]

const declarations = fileURLToPath(new URL('../index.d.ts', import.meta.url))
const program = ts.createProgram([declarations], { strict: true, noEmit: true, module: ts.ModuleKind.NodeNext })
const checker = program.getTypeChecker()
const exported = new Map(
  checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(declarations))).map((each) => [each.name, each]),
)

test('every table has the names, the choices and the required options of the type declarations', () => {
  const checked = new Set()
  for (const [table, ...names] of DECLARED) {
    const properties = new Map()
    for (const name of names) {
      assert.ok(exported.has(name), `${name} is not declared`)
      for (const each of checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(exported.get(name)))) {
        properties.set(each.name, each)
      }
      checked.add(name)
    }
    assert.deepEqual([...table.names].sort(), [...properties.keys()].sort(), names.join())
    const isOptional = (each) => (each.flags & ts.SymbolFlags.Optional) !== 0
    const required = [...properties.values()].filter((each) => !isOptional(each)).map((each) => each.name)
    assert.deepEqual([...table.required].sort(), required.sort(), names.join())
    for (const [name, { what }] of table.readers) {
      const type = checker.getNonNullableType(checker.getTypeOfSymbol(properties.get(name)))
      const parts = type.isUnion() ? type.types : [type]
      if (what === 'a value' || !parts.every((each) => each.isStringLiteral())) continue
      const choices = parts.map((each) => each.value).sort()
      assert.deepEqual([...what.matchAll(/'(.*?)'/g)].map(([, each]) => each).sort(), choices, `${names[0]}.${name}`)
    }
  }
  // Groups, and types that are not options of a call.
  const groups = /^(Timeout|Page|File|FileContent|FileSearch|LineSearch|Pattern|AstFile|AstQuery|Rank|Structure|One(File|Text)|Source|Wait|Workspace[A-Z]\w*)Options$/
  for (const name of exported.keys()) {
    if (!name.endsWith('Options') || checked.has(name) || groups.test(name)) continue
    assert.fail(`no table was compared with ${name}`)
  }
})

test('every call whose options are optional does without them', async () => {
  const workspace = new Workspace(root, { refresh: 'walk' })
  workspace.setBuffer('a.js', 'foo(1)\n')
  const given = {
    code: 'foo(1)', edits: [], input: 'foo', inputs: ['foo'], lang: 'js', limit: 1, line: 1, newText: 'a', oldText: 'b', path: 'a.js',
    pattern: 'foo', query: 'foo', result: await grep({ path: root, pattern: 'foo' }), size: 1, source: 'foo(1)', strings: ['foo'],
    text: 'foo',
  }
  const methods = checker.getDeclaredTypeOfSymbol(exported.get('Workspace')).getProperties()
  const members = [...[...exported.values()].map((each) => [ransack, each]), ...methods.map((each) => [workspace, each])]
  const callable = members.flatMap(([owner, symbol]) =>
    checker.getTypeOfSymbol(symbol).getCallSignatures().map(({ parameters }) => [owner, symbol.name, parameters]),
  )
  const isOptional = ({ valueDeclaration }) => valueDeclaration.questionToken !== undefined
  const calls = callable.filter(
    ([, name, parameters]) => !/Index$/.test(name) && parameters.some((each) => each.name === 'options' && isOptional(each)),
  )
  assert.ok(calls.length > 40, `${calls.length}`)
  const [directory, state] = [process.cwd(), process.env.XDG_STATE_HOME]
  process.chdir(root)
  process.env.XDG_STATE_HOME = tree({})
  for (const [owner, name, parameters] of calls) {
    for (const absent of [undefined, null]) {
      const args = parameters.map((each) => (isOptional(each) ? absent : given[each.name]))
      try {
        const result = owner[name](...args)
        await (typeof result?.next === 'function' ? result.next() : result)
      } catch (error) {
        assert.ok(!(error instanceof RansackOptionError || error instanceof TypeError), `${name}(${absent}): ${error.message}`)
      }
    }
  }
  process.chdir(directory)
  if (state === undefined) delete process.env.XDG_STATE_HOME
  else process.env.XDG_STATE_HOME = state
  workspace.close()
})

test('an error lists each choice once', async () => {
  await assert.rejects(ransack.pack({ path: root, encoding: 'gpt-4o' }), ({ message }) => {
    const choices = message.match(/'[^']*'/g)
    return choices.length > 3 && new Set(choices).size === choices.length
  })
})
