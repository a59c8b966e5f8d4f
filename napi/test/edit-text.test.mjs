import assert from 'node:assert/strict'
import test from 'node:test'

import { RansackError, RansackOptionError, editText, parsePatch, unifiedDiff } from '../index.mjs'

const errorOf = (call) => {
  try {
    call()
  } catch (error) {
    return error
  }
  return assert.fail('no error')
}

test('edits of a text keep its type, its line ends and its bytes', () => {
  const edits = [{ oldText: 'b', newText: 'c\nd' }, { from: 1, newText: '' }, { at: 'end', newText: 'e' }]
  assert.deepEqual(editText('a\r\nb', edits), {
    text: 'c\r\nd\r\ne',
    edits: [
      { status: 'applied', level: 'exact', lines: [{ startLine: 2, endLine: 2 }] },
      { status: 'applied', level: 'exact', lines: [{ startLine: 1, endLine: 1 }] },
      { status: 'applied', level: 'exact', lines: [{ startLine: 2, endLine: 2 }] },
    ],
  })
  const { text } = editText(Uint8Array.of(0x61, 0xff, 0x62), [{ after: 'a', newText: 'é' }])
  assert.deepEqual([...text], [0x61, 0xc3, 0xa9, 0xff, 0x62])
  assert.equal(editText('a', []).text, 'a')
  assert.equal(editText('“a”', [{ oldText: '"a"', newText: '"b"' }], { tolerant: true }).text, '“b”')
})

test('wrong edits of a text are errors', () => {
  const failing = (edits, options) => errorOf(() => editText('x\nx\n', edits, options))
  const ambiguous = failing([{ oldText: 'x', newText: 'y' }])
  assert.ok(ambiguous instanceof RansackError)
  assert.deepEqual([ambiguous.code, ambiguous.passages.length, ambiguous.path], ['ERR_RANSACK_AMBIGUOUS_TEXT', 2, undefined])
  const file = failing([{ path: 'a', oldText: 'x', newText: 'y' }])
  assert.ok(file instanceof RansackOptionError)
  assert.match(file.message, /^`edits\[0\]`: unknown option `path`|unknown option `path`/)
  assert.match(failing([{ delete: true }]).message, /unknown option `delete`/)
  assert.match(failing([{ newText: '' }]).message, /^`edits\[0\]` must have one of `oldText`, `from`, `before`, `after`, `at`$/)
  assert.match(failing([{ from: 3, newText: '' }]).message, /^`edits\[0\]`: line 3 does not exist; the text has 2 lines$/)
  assert.match(failing('x').message, /^`edits` must be an array/)
  assert.equal(failing([{ from: 1, newText: '' }], { timeoutMs: 0 }).code, 'ERR_RANSACK_TIMEOUT')
  assert.match(errorOf(() => editText(5, [])).message, /^`text` must be a string or a Uint8Array/)
})

const GIT = [
  'From: someone', '', 'diff --git a/old.txt b/new.txt', 'old mode 100644', 'new mode 100755', 'rename from old.txt', 'rename to new.txt',
  '--- a/old.txt', '+++ b/new.txt', '@@ -1,2 +1,2 @@', ' a', '-b', '+B', 'diff --git a/made.txt b/made.txt', 'new file mode 100644',
  '--- /dev/null', '+++ b/made.txt', '@@ -0,0 +1 @@', '+x', '\\ No newline at end of file', '',
].join('\n')

test('a patch is read, applied to texts and reversed', () => {
  const patch = parsePatch(GIT)
  assert.deepEqual(JSON.parse(JSON.stringify(patch.files)), [
    {
      path: 'old.txt',
      kind: 'rename',
      newPath: 'new.txt',
      wasExecutable: false,
      isExecutable: true,
      hunks: [
        {
          oldLine: 1,
          headings: [],
          atEnd: false,
          lines: [{ kind: 'context', text: 'a\n' }, { kind: 'removed', text: 'b\n' }, { kind: 'added', text: 'B\n' }],
        },
      ],
    },
    { path: 'made.txt', kind: 'create', isExecutable: false, hunks: [{ oldLine: 0, headings: [], atEnd: false, lines: [{ kind: 'added', text: 'x' }] }] },
  ])
  const [file, made] = patch.files
  assert.deepEqual(file.apply('0\r\na\r\nb\r\n'), { text: '0\r\na\r\nB\r\n', hunks: [{ line: 2, offset: 1, fuzz: 0 }] })
  assert.deepEqual(file.apply('A\nb\n', { fuzz: 1 }).hunks, [{ line: 1, offset: 0, fuzz: 1 }])
  assert.equal(made.apply('').text, 'x')
  const back = patch.reversed()
  assert.deepEqual(back.files.map(({ path, kind, newPath }) => [path, kind, newPath]), [
    ['made.txt', 'delete', undefined], ['new.txt', 'rename', 'old.txt'],
  ])
  assert.equal(back.files[1].apply('a\nB\n').text, 'a\nb\n')
  assert.equal(parsePatch('*** Begin Patch\n*** Delete File: a\n*** End Patch').reversed(), null)
})

test('bytes of a patch are kept', () => {
  const bytes = (text) => Buffer.from(text, 'latin1')
  const diff = unifiedDiff(bytes('a\n\xE9\n'), bytes('a\n\xFC\n'), { path: 'f' })
  const [file] = parsePatch(diff).files
  assert.equal(file.hunks[0].lines[1].text, '\uFFFD\n')
  assert.deepEqual(Buffer.from(file.apply(bytes('a\n\xE9\n')).text), bytes('a\n\xFC\n'))
})

test('a patch that does not fit, or is none, is an error', () => {
  const [file] = parsePatch(GIT).files
  const conflict = errorOf(() => file.apply('c\nd\n'))
  assert.deepEqual([conflict.code, conflict.passages], [
    'ERR_RANSACK_PATCH_CONFLICT', [{ startLine: 1, endLine: 2, text: 'c\nd\n', differences: [] }],
  ])
  const invalid = errorOf(() => parsePatch('text'))
  assert.ok(invalid instanceof RansackError)
  assert.equal(invalid.code, 'ERR_RANSACK_INVALID_PATCH')
  assert.ok(errorOf(() => parsePatch()) instanceof RansackOptionError)
  assert.ok(errorOf(() => file.apply('', { fuzz: -1 })) instanceof RansackOptionError)
})
