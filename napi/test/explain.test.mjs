import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { RansackOptionError, astMatch, explainPattern, explainPatternAsync } from '../index.mjs'

test('the readings of a pattern', async () => {
  const readings = explainPattern('if ($A)', 'c')
  assert.deepEqual(readings, [
    {
      context: 'file',
      shape: 'header',
      kind: 'if_statement',
      tree: '(if_statement "if" (parenthesized_expression "(" $A ")") ...)',
    },
  ])
  assert.deepEqual(await explainPatternAsync('if ($A)', 'c'), readings)
  assert.equal(explainPattern('a($A); b($A)', 'js')[0].shape, 'sequence')
  assert.equal('kind' in explainPattern('$A', 'js')[0], false)
})

test('matches carry the reading that they match on request', async () => {
  const search = { source: 'f({ a }); if (b) { a }', lang: 'js', pattern: '{ a }' }
  const readings = explainPattern('{ a }', 'js')
  assert.ok(readings.length > 1)
  const { matches } = await astMatch({ ...search, explain: true })
  assert.deepEqual(new Set(matches.map(({ reading }) => reading.kind)), new Set(['object', 'statement_block']))
  for (const { reading, context } of matches) {
    assert.deepEqual(reading, readings.find(({ tree }) => tree === reading.tree))
    assert.equal(reading.context, context)
  }
  assert.ok((await astMatch(search)).matches.every((match) => !('reading' in match)))
  const [any] = (await astMatch({ ...search, pattern: '$A', explain: true, includeMeta: true, bytes: true })).matches
  assert.equal('kind' in any.reading, false)
  assert.equal(any.reading.tree, '$A')
  const rule = { kind: 'identifier' }
  const [byRule] = (await astMatch({ ...search, pattern: undefined, rule, explain: true })).matches
  assert.equal('reading' in byRule, false)
})

test('a pattern without a reading is an error', async () => {
  assert.throws(() => explainPattern('if (', 'c'), { code: 'ERR_RANSACK_INVALID_PATTERN' })
  await assert.rejects(explainPatternAsync('if (', 'c'), { code: 'ERR_RANSACK_INVALID_PATTERN' })
  assert.throws(() => explainPattern(5, 'c'), RansackOptionError)
  assert.throws(() => explainPattern('a', 'klingon'), RansackOptionError)
  assert.throws(() => explainPattern('a', 'js', 1), RansackOptionError)
})

test('readings and messages are those of the core', async () => {
  const table = readFileSync(new URL('../../core/tests/data/pattern_errors.txt', import.meta.url), 'utf8')
  const rows = table.split('\n').map((line) => line.split(' ¦ '))
  let count = 0
  for (const [lang, cell, expected] of rows.filter((cells) => cells.length === 3)) {
    const code = (text) => text.replaceAll('\\n', '\n').replaceAll('␣', ' ')
    const pattern = code(cell)
    count++
    if (!expected.startsWith('! ')) {
      const readings = explainPattern(pattern, lang)
      assert.equal(readings.map(({ shape, kind }) => `${shape} ${kind ?? 'any'}`).join(', '), expected)
      continue
    }
    const message = code(expected.slice(2))
    const refused = (error) => {
      assert.equal(error.code, 'ERR_RANSACK_INVALID_PATTERN')
      assert.ok(error.message.includes(message), `${error.message}\n${message}`)
      return true
    }
    assert.throws(() => explainPattern(pattern, lang), refused)
    await assert.rejects(astMatch({ source: 'x', lang, pattern }), refused)
  }
  assert.ok(count >= 100)
})
