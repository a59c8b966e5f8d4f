// The declarations: what they need from the environment, what they document, and the objects of enumerations.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

import ts from 'typescript'

import * as ransack from '../index.mjs'

// The compiler does not depend on the runtime.
const skip = globalThis.Bun !== undefined
const file = fileURLToPath(new URL('../index.d.ts', import.meta.url))
const settings = {
  lib: ['lib.es2022.d.ts'], types: [], skipLibCheck: false, strict: true, exactOptionalPropertyTypes: true, noEmit: true,
  target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext,
}
const program = skip ? undefined : ts.createProgram([file, file.replace(/ts$/, 'mts')], settings)
const checker = program?.getTypeChecker()
const exported = skip ? [] : checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
const documentation = (symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker))

test('the declarations need neither DOM nor Node', { skip }, () => {
  const faults = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  assert.deepEqual(faults, [])
  assert.doesNotMatch(readFileSync(file, 'utf8'), /^import |: import\(/m)
})

test('every exported name and every property has documentation', { skip }, () => {
  const bare = []
  for (const symbol of exported) {
    const overloads = symbol.getDeclarations()
    if (documentation(symbol) === '' && overloads.length > 0) bare.push(symbol.name)
    if ((symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) === 0) continue
    for (const property of checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))) {
      if (/^(?:#|__|prototype$)/.test(property.name)) continue
      const isOwn = property.getDeclarations()?.some((each) => each.getSourceFile().fileName === file)
      if (isOwn && documentation(property) === '') bare.push(`${symbol.name}.${property.name}`)
    }
  }
  assert.deepEqual(bare, [])
})

test('an interface of options has every option in it; each accepts null and states its default and unit', { skip }, () => {
  const faults = []
  let count = 0
  for (const symbol of exported.filter(({ name, flags }) => name.endsWith('Options') && flags & ts.SymbolFlags.Interface)) {
    const [declaration] = symbol.getDeclarations()
    assert.equal(declaration.heritageClauses, undefined, symbol.name)
    for (const option of checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))) {
      const name = `${symbol.name}.${option.name}`
      const type = checker.typeToString(checker.getTypeOfSymbol(option), undefined, ts.TypeFormatFlags.NoTruncation)
      const text = documentation(option)
      count++
      if (option.flags & ts.SymbolFlags.Optional) {
        if (!/\| null\b/.test(type)) faults.push(`${name} does not accept null`)
        if (!/\bDefault:|\bis\s+required/.test(text)) faults.push(`${name} has no default`)
      }
      const isLimit = type.startsWith('number') && /^(Maximum|Second name of `limit`)/.test(text)
      if (isLimit && !text.includes('`Infinity` means')) faults.push(`${name} does not document Infinity`)
    }
  }
  assert.ok(count > 300, `${count}`)
  assert.deepEqual(faults, [])
})

test('the object of an enumeration has the values of its type', { skip }, () => {
  const enumerations = exported.filter(({ flags }) => flags & ts.SymbolFlags.TypeAlias && flags & ts.SymbolFlags.Variable)
  assert.ok(enumerations.length > 15)
  for (const symbol of enumerations.filter(({ name }) => name !== 'Encoding')) {
    const { name } = symbol
    const { types } = checker.getDeclaredTypeOfSymbol(symbol)
    assert.deepEqual(Object.values(ransack[name]).sort(), types.map(({ value }) => value).sort(), name)
    assert.ok(Object.isFrozen(ransack[name]))
    const members = checker.getPropertiesOfType(checker.getTypeOfSymbol(symbol))
    assert.deepEqual(
      members.map((member) => [member.name, checker.getTypeOfSymbol(member).value]),
      Object.entries(ransack[name]),
      name,
    )
    for (const member of members) assert.notEqual(documentation(member), '', `${name}.${member.name}`)
  }
})

test('the declarations and the package export the same names', { skip }, () => {
  const values = exported.filter(({ flags }) => flags & ts.SymbolFlags.Value).map(({ name }) => name)
  assert.deepEqual(values.sort(), Object.keys(ransack).filter((name) => name !== 'default').sort())
})

test('every union of names that options take has an object', { skip }, () => {
  const named = new Set(exported.filter(({ flags }) => flags & ts.SymbolFlags.Variable).map(({ name }) => name))
  const faults = []
  for (const symbol of exported.filter(({ name, flags }) => name.endsWith('Options') && flags & ts.SymbolFlags.Interface)) {
    for (const option of checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))) {
      const type = checker.getNonNullableType(checker.getTypeOfSymbol(option))
      const isUnion = type.isUnion() && type.types.every((each) => each.isStringLiteral())
      if (isUnion && !named.has(type.aliasSymbol?.name)) faults.push(`${symbol.name}.${option.name}`)
    }
  }
  assert.deepEqual(faults, [])
})
