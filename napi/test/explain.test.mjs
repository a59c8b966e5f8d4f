import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RansackOptionError, explainPattern, explainPatternAsync } from '../index.mjs'

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

test('a pattern without a reading is an error', async () => {
  assert.throws(() => explainPattern('if (', 'c'), { code: 'ERR_RANSACK_INVALID_PATTERN' })
  await assert.rejects(explainPatternAsync('if (', 'c'), { code: 'ERR_RANSACK_INVALID_PATTERN' })
  assert.throws(() => explainPattern(5, 'c'), RansackOptionError)
  assert.throws(() => explainPattern('a', 'klingon'), RansackOptionError)
  assert.throws(() => explainPattern('a', 'js', null), RansackOptionError)
})
