// Examples in the documentation of the types, whose comments show the value of a line: `visibleWidth('a') // 1`.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { URL } from 'node:url'
import vm from 'node:vm'

import * as ransack from '../index.mjs'

const AsyncFunction = (async () => {}).constructor

/** Parts of examples whose values depend on the machine. */
const EXCEPT = ["path: 'linux'", 'threads()']

/** Code blocks of a text, without the stars of its comments, and the numbers of their first lines. */
function blocks(text) {
  return Array.from(text.matchAll(/```js\n([^]*?)```/g), ({ 1: block, index }) => ({
    line: text.slice(0, index).split('\n').length + 1,
    code: block.replace(/^ *\* ?/gm, ''),
  }))
}

/** Parts of a line such as `const a = f() // 1`: the statement, the code with the value, and the value. */
function parts(line) {
  const { 1: statement, 2: shown } = /^(\S.*?) +\/\/ (.+)$/.exec(line) ?? []
  if (statement === undefined || !isExpression(shown)) return undefined
  // `Uint8Array [1, 2]`, as the console shows it.
  const value = shown.replace(/^\w+Array (?=\[)/, '')
  const { 1: declared } = /^const \{? ?(\w+) \}? ?=/.exec(statement) ?? []
  if (declared !== undefined) return { statement, code: declared, value }
  return isExpression(`async () => ${statement.replace(/;$/, '')}`) ? { statement: '', code: statement, value } : undefined
}

function isExpression(code) {
  try {
    return Boolean(new vm.Script(`(${code})`))
  } catch {
    return false
  }
}

/** A value as text: typed arrays as arrays, composed characters. */
function plain(value) {
  const asArray = (_, part) => ArrayBuffer.isView(part) ? Array.from(part) : part
  return String(JSON.stringify(value, asArray)).normalize()
}

test('the values that examples show are those that their code has', async () => {
  const text = readFileSync(new URL('../index.d.ts', import.meta.url), 'utf8')
  let compared = 0
  const faults = []
  for (const { line, code } of blocks(text)) {
    if (EXCEPT.some((word) => code.includes(word))) continue
    const lines = code.split('\n').map((statement) => ({ statement, found: parts(statement) }))
    if (!lines.some(({ found }) => found)) continue
    const body = lines.map(({ statement, found }) => {
      if (!found) return statement
      return `${found.statement}\ncompare(${found.code}, () => (${found.value}), ${JSON.stringify(statement)})`
    })
    const compare = (value, shown, statement) => {
      compared += 1
      if (plain(value) !== plain(shown())) faults.push(`line ${line}: ${statement}: ${plain(value)}`)
    }
    try {
      await new AsyncFunction('ransack', 'compare', `with (ransack) { ${body.join('\n')} }`)(ransack, compare)
    } catch (error) {
      faults.push(`line ${line}: ${error}: ${code}`)
    }
  }
  assert.deepEqual(faults, [])
  assert.ok(compared >= 60, `${compared} values`)
})
