import assert from 'node:assert/strict'
import test from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'

import {
  HighlightStream,
  RansackOptionError,
  Theme,
  detectLanguage,
  getSupportedLanguages,
  highlight,
  highlightAcknowledgements,
  highlightAsync,
  highlightCode,
  highlightEngine,
  poolStats,
  supportsLanguage,
  threads,
  warmLanguage,
} from '../index.mjs'

const NAMES = [
  'comment', 'keyword', 'function', 'variable', 'string', 'number', 'type', 'operator', 'punctuation', 'inserted', 'deleted',
]
const COLORS = Object.fromEntries(NAMES.map((name, n) => [name, `\x1b[38;5;${n + 1}m`]))
const CODE = '// é 😀 комментарий\r\nint f(char *s) { return s[0] + 1; }\n\tchar c = \'\\n\'; /* a\n b */'

const stripAnsi = (text) => text.replace(/\x1b\[[\d;]*m/g, '')
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const stripHtml = (text) => text.replace(/<\/?span[^>]*>/g, '').replace(/&([\w#]+);/g, (_, name) => entities[name])
const bad = (call, message) =>
  assert.throws(call, { name: 'RansackOptionError', code: 'ERR_RANSACK_INVALID_OPTION', message })

test("code in the caller's colours", () => {
  assert.equal(
    highlightCode('return f("x"); // y', 'c', COLORS),
    '\x1b[38;5;2mreturn\x1b[39m \x1b[38;5;3mf\x1b[39m\x1b[38;5;9m(\x1b[39m\x1b[38;5;5m"x"\x1b[39m' +
      '\x1b[38;5;9m);\x1b[39m \x1b[38;5;1m// y\x1b[39m',
  )
  assert.equal(highlightCode('+a\n-b\n', 'diff', COLORS), '\x1b[38;5;10m+a\x1b[39m\n\x1b[38;5;11m-b\x1b[39m\n')
  assert.equal(highlightCode('return', 'c', { keyword: '\x1b[1;31m' }), '\x1b[1;31mreturn\x1b[22;39m')
  for (const colors of [{}, undefined, null, { keyword: '' }, { keyword: undefined }]) {
    assert.equal(highlightCode('return 1', 'c', colors), 'return 1')
  }
  for (const lang of [undefined, null, '', 'klingon']) assert.equal(highlightCode('return 1', lang, COLORS), 'return 1')
})

test('a syntax error does not end the highlighting', () => {
  const classOf = (code, lang, word) => {
    const at = code.indexOf(word)
    const found = [...highlight(code, lang, { output: 'spans' }).spans].filter((span) => span.start <= at && span.end >= at + word.length)
    return found.map((span) => span.class).join()
  }
  assert.equal(classOf('a: é\nb:\n  {{- toYaml .x }}\nc:\n  d: 7 # note\n', 'yaml', '# note'), 'comment')
  assert.equal(classOf('--- a\n+++ b\n@@ -1,2 +1 @@\n é\n--- old\n', 'diff', '--- old'), 'deleted')
  assert.equal(classOf('--- a\n+++ b\n@@ -1,2 +1 @@\n é\n--- old\n', 'diff', '--- a'), 'heading')
  assert.equal(classOf('<style lang="scss">\n$a: 1; // note\n</style>\n', 'vue', '// note'), 'comment')
})

test('the text is unchanged', () => {
  for (const lang of ['c', 'rust', 'html', 'haml', 'log', 'klingon']) {
    for (const engine of [undefined, 'treeSitter', 'syntect', 'plain']) {
      const { output } = highlight(CODE, lang, { colors: COLORS, engine })
      assert.equal(stripAnsi(output), CODE)
      assert.equal(stripHtml(highlight(CODE, lang, { output: 'html', engine }).output), CODE)
    }
  }
})

test('bytes return bytes, valid UTF-8 or not', () => {
  const bytes = Uint8Array.from([...Buffer.from('int a; // é '), 0xff, 0xc3, 0x28, 0x0a, 0x22, 0xe2, 0x82])
  const { output, report } = highlight(bytes, 'c', { colors: COLORS })
  assert.ok(output instanceof Uint8Array)
  assert.deepEqual(Buffer.from(stripAnsi(Buffer.from(output).toString('latin1')), 'latin1'), Buffer.from(bytes))
  assert.equal(report.language, 'c')
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  assert.deepEqual(highlight(shared, 'c', { colors: COLORS }).output, output)
})

test('lone surrogates are unchanged', () => {
  const code = '// \ud83d \ufffd \ude00 😀\nint a = "\ud800"; // \udc00\ud83d'
  assert.equal(stripAnsi(highlightCode(code, 'c', COLORS)), code)
  assert.equal(stripHtml(highlight(code, 'c', { output: 'html' }).output), code)
  for (const lang of ['c', 'awk']) {
    const whole = highlight(code, lang, { colors: COLORS }).output
    assert.equal(shownBy(code, lang, { colors: COLORS }, 1), whole)
  }
})

test('spans are an array-like that serialises', () => {
  const { spans } = highlight('let naïve = "é"; // 漢', 'js', { output: 'spans' })
  const list = [...spans]
  assert.ok(list.length > 3)
  assert.deepEqual(Array.from({ length: spans.length }, (_, i) => spans[i]), list)
  assert.deepEqual(Array.from(spans), list)
  assert.deepEqual(JSON.parse(JSON.stringify({ spans })), { spans: list })
  assert.deepEqual(spans.toJSON(), list)
  assert.deepEqual(Array.prototype.map.call(spans, ({ start }) => start), list.map(({ start }) => start))
  for (const outside of [spans.length, -1, '01', '1.5', 'x', Symbol('s')]) assert.equal(spans[outside], undefined)
  assert.throws(() => 'use strict' && (spans[0] = 1), TypeError)
  assert.ok(0 in spans && !('x' in spans))
  assert.deepEqual(Object.keys(spans), ['numbers'])
  assert.deepEqual(structuredClone(spans), { numbers: spans.numbers })
  assert.equal(String(spans), '[object Object]')
  const empty = highlight('', 'js', { output: 'spans' }).spans
  assert.deepEqual([empty[0], JSON.stringify(empty)], [undefined, '[]'])
})

test('a language is prepared ahead of its first use', async () => {
  assert.equal(await warmLanguage('ruby'), undefined)
  assert.equal(await warmLanguage('RB', null), undefined)
  assert.equal(highlight('def a', 'ruby', { output: 'spans' }).spans[0].class, 'keyword')
  await assert.rejects(warmLanguage('pyhton'), { code: 'ERR_RANSACK_INVALID_OPTION', message: /unknown language.*python/ })
  await assert.rejects(warmLanguage(), { code: 'ERR_RANSACK_INVALID_OPTION', message: /`lang`/ })
  await assert.rejects(warmLanguage('c', { timeout: 5 }), { code: 'ERR_RANSACK_INVALID_OPTION' })
  const reason = new Error('enough')
  await assert.rejects(warmLanguage('haskell', { signal: AbortSignal.abort(reason) }), { name: 'AbortError', cause: reason })
  const controller = new AbortController()
  const late = warmLanguage('scala', { signal: controller.signal })
  controller.abort(reason)
  await assert.rejects(late, { name: 'AbortError', cause: reason })
  await assert.rejects(warmLanguage('erlang', { timeoutMs: 0 }), { code: 'ERR_RANSACK_TIMEOUT' })
})

test('spans count code units in a string, bytes in bytes', () => {
  for (const lang of ['c', 'awk']) {
    const { spans, report } = highlight(CODE, lang, { output: 'spans' })
    assert.equal(report.complete, true)
    const bytes = Buffer.from(CODE)
    const inBytes = highlight(bytes, lang, { output: 'spans' }).spans
    assert.equal(spans.length, inBytes.length)
    for (const [i, span] of [...spans].entries()) {
      const inSame = inBytes.at(i)
      assert.equal(CODE.slice(span.start, span.end), bytes.subarray(inSame.start, inSame.end).toString())
      assert.equal(span.class, inSame.class)
      assert.equal(span.class, Object.keys(Theme.named('Dracula').styles)[spans.numbers[3 * i + 2]])
    }
    assert.deepEqual(spans.at(-1), [...spans].at(-1))
    for (const outside of [spans.length, -spans.length - 1, Infinity]) {
      assert.equal(spans.at(outside), undefined)
    }
  }
  const [comment] = highlight(CODE, 'c', { output: 'spans' }).spans
  assert.deepEqual(comment, { start: 0, end: CODE.indexOf('\r'), class: 'comment' })
})

test('themes', () => {
  const names = Theme.names()
  assert.ok(names.length >= 20 && names.includes('Dracula') && names.includes('Catppuccin Mocha'))
  const dracula = Theme.named('DRACULA')
  assert.equal(dracula.name, 'Dracula')
  assert.equal(dracula.isDark, true)
  assert.equal(dracula.background, '#282a36')
  assert.equal(dracula.foreground, '#f8f8f2')
  assert.deepEqual(dracula.styles.keyword, { color: '#ff79c6', bold: false, italic: false, underline: false })
  assert.deepEqual(Object.keys(dracula.styles).slice(0, 11), NAMES)
  assert.match(dracula.css('pre'), /^pre \.hl-keyword \{ color: #ff79c6 \}$/m)
  assert.equal(Theme.named('no such theme'), undefined)
  const shown = (options) => highlight('return', 'c', options).output
  assert.equal(shown({ theme: 'Dracula' }), '\x1b[38;2;255;121;198mreturn\x1b[39m')
  assert.equal(shown({ theme: dracula, depth: 'trueColor' }), '\x1b[38;2;255;121;198mreturn\x1b[39m')
  assert.equal(shown({ theme: dracula, depth: 'ansi256' }), '\x1b[38;5;212mreturn\x1b[39m')
  assert.equal(shown({ theme: 'dracula', depth: 'ansi16' }), '\x1b[95mreturn\x1b[39m')
  assert.equal(shown({}), shown({ theme: 'Catppuccin Mocha' }))
})

test('a theme from a file', () => {
  const file = `<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
    <key>name</key><string>Own</string><key>settings</key><array>
    <dict><key>settings</key><dict>
      <key>background</key><string>#ffffff</string><key>foreground</key><string>#000000</string></dict></dict>
    <dict><key>scope</key><string>keyword</string><key>settings</key><dict>
      <key>foreground</key><string>#ff0000</string><key>fontStyle</key><string>bold underline</string></dict></dict>
    </array></dict></plist>`
  for (const text of [file, Buffer.from(file)]) {
    const theme = Theme.fromTmTheme(text)
    assert.equal(theme.name, 'Own')
    assert.equal(theme.isDark, false)
    assert.deepEqual(theme.styles.keyword, { color: '#ff0000', bold: true, italic: false, underline: true })
    assert.equal(highlight('return', 'c', { theme }).output, '\x1b[1;4;38;2;255;0;0mreturn\x1b[22;39;24m')
  }
  bad(() => Theme.fromTmTheme('{}'), /\.tmTheme/)
  bad(() => Theme.fromTmTheme(Uint8Array.of(0xff)), /\.tmTheme/)
  bad(() => new Theme(), /Theme/)
})

test('languages', () => {
  const names = getSupportedLanguages()
  assert.ok(names.length >= 200)
  assert.deepEqual(names, names.toSorted())
  for (const name of [...names, 'JS', 'C++', 'sh', 'yml']) assert.equal(supportsLanguage(name), true, name)
  for (const name of ['klingon', '', '\ud800', 'c\0']) assert.equal(supportsLanguage(name), false, name)
  assert.equal(highlightEngine('c').engine, 'treeSitter')
  assert.equal(highlightEngine('haml').engine, 'syntect')
  assert.match(highlightEngine('haml').reason, /grammar/)
  assert.equal(highlightEngine('klingon'), null)
  assert.equal(detectLanguage('src/main.rs'), 'rust')
  assert.equal(detectLanguage('CMakeLists.txt', null), 'cmake')
  assert.equal(detectLanguage('run', '#!/usr/bin/env node\n'), 'javascript')
  assert.equal(detectLanguage('run', Buffer.from('# vim: ft=yaml\n')), 'yaml')
  assert.equal(detectLanguage('run'), null)
  assert.equal(detectLanguage('a.h', '// Größe\nint f(void);\n'), 'c')
  assert.equal(detectLanguage('a.h', '// Größe\nnamespace n { int f(); }\n'), 'cpp')
  assert.equal(detectLanguage('a.h', Buffer.from('@class A;\n')), 'objc')
  assert.equal(detectLanguage('cli.ts', '#!/usr/bin/env node\n'), 'typescript')
  assert.equal(detectLanguage('a.py.orig~'), 'python')
  assert.equal(detectLanguage('Jenkinsfile.prod'), 'jenkinsfile')
  assert.equal(detectLanguage(Buffer.from('src/main.rs')), 'rust')
  assert.equal(detectLanguage(Uint8Array.of(0xff, 0x2e, 0x72, 0x73)), 'rust')
  assert.equal(detectLanguage(new URL('file:///a%20b/main.py')), 'python')
  bad(() => detectLanguage(new URL('https://example.com/a.rs')), /`path`/)
  assert.match(highlightAcknowledgements(), /Copyright/)
})

test('the engine can be forced, and is reported', () => {
  for (const [engine, used] of [[undefined, 'treeSitter'], ['treeSitter', 'treeSitter'], ['syntect', 'syntect'], ['plain', 'plain']]) {
    const { report } = highlight('int a;', 'c', { engine })
    assert.equal(report.engine, used)
    assert.ok(report.reason.length > 0)
  }
  assert.equal(highlight('a', 'klingon').report.language, undefined)
})

test('long lines are reported', () => {
  const code = `int a;\n${'b '.repeat(20)}\nint c;\n`
  const { report } = highlight(code, 'c', { engine: 'syntect', maxLine: 10 })
  assert.equal(report.complete, false)
  assert.equal(report.stoppedBy, undefined)
  assert.equal(report.longLines, 1)
  assert.deepEqual(report.firstLongLines, [2])
})

test('the time limit leaves the rest plain', async () => {
  // 1,300 comments of Swift take a parser over 20 s.
  const code = '/*'.repeat(1300)
  const options = { timeLimitMs: 20, output: 'spans' }
  for (const found of [highlight(code, 'swift', options), await highlightAsync(code, 'swift', options)]) {
    assert.equal(found.report.stoppedBy, 'timeout')
    assert.equal(found.report.complete, false)
    assert.equal(found.spans.length, 0)
  }
  assert.equal(highlightCode(code, 'swift', COLORS), code)
  // Parsers keep running, at least the last call's; other calls do not wait for them. The pool counts a worker as
  // abandoned once it has not returned for some milliseconds.
  while (poolStats().abandoned === 0) await turn()
  const stats = poolStats()
  assert.equal(stats.size, threads())
  assert.ok(stats.abandoned >= 1 && stats.abandoned <= 3, String(stats.abandoned))
  assert.ok(stats.workers >= stats.abandoned && stats.idle + stats.blocked <= stats.workers)
  assert.equal(stats.queued, 0)
  assert.ok(highlight(CODE, 'c', { timeLimitMs: Infinity }).report.complete)
  for (const timeLimitMs of [-1, 1.5, NaN]) {
    bad(() => highlight(code, 'swift', { timeLimitMs }), /timeLimitMs/)
  }
})

test('on another thread', async () => {
  for (const options of [{ colors: COLORS }, { output: 'html' }, { output: 'spans' }, { theme: 'Nord' }]) {
    assert.deepEqual(await highlightAsync(CODE, 'c', options), highlight(CODE, 'c', options))
    const bytes = Buffer.from(CODE)
    assert.deepEqual(await highlightAsync(bytes, 'c', options), highlight(bytes, 'c', options))
  }
  assert.equal((await highlightAsync('\ud800', 'c')).output, '\ud800')
  // A change during the call has no effect.
  const bytes = Buffer.from('return 1')
  const promise = highlightAsync(bytes, 'c', { colors: COLORS })
  bytes.fill(0x20)
  assert.deepEqual((await promise).output, highlight(Buffer.from('return 1'), 'c', { colors: COLORS }).output)
})

const HOSTILE = [
  ['javascript', 'a.b(function(c){return c+1}),'.repeat(150_000)],
  ['c', '('.repeat(300_000)],
  ['html', '<a>'.repeat(300_000)],
  ['perl', '"\\'.repeat(1_000_000)],
]

test('aborts and timeouts', async () => {
  const aborted = AbortSignal.abort('enough')
  await assert.rejects(highlightAsync('a', 'c', { signal: aborted }), { name: 'AbortError', code: 'ABORT_ERR', cause: 'enough' })
  for (const [lang, code] of HOSTILE) {
    const controller = new AbortController()
    const promise = highlightAsync(code, lang, { signal: controller.signal })
    setImmediate(() => controller.abort('later'))
    await assert.rejects(promise, { name: 'AbortError', cause: 'later' })
    await assert.rejects(highlightAsync(code, lang, { timeoutMs: 0 }), { code: 'ERR_RANSACK_TIMEOUT' })
    assert.throws(() => highlight(code, lang, { timeoutMs: 0 }), { code: 'ERR_RANSACK_TIMEOUT' })
    const options = { timeoutMs: 5, onTimeout: 'partial', colors: COLORS }
    for (const { output, report } of [highlight(code, lang, options), await highlightAsync(code, lang, options)]) {
      assert.equal(stripAnsi(output), code)
      assert.equal(report.complete, report.stoppedBy === undefined && report.longLines === 0)
      if (report.stoppedBy !== undefined) assert.equal(report.stoppedBy, 'timeout')
    }
  }
})

/** Returns the final output of a stream of chunks of `size` units. */
function shownBy(code, lang, options, length) {
  const stream = new HighlightStream(lang, options)
  const isString = typeof code === 'string'
  let shown = isString ? '' : Buffer.alloc(0)
  const show = ({ keep, append }) => {
    assert.ok(keep <= shown.length)
    shown = isString ? shown.slice(0, keep) + append : Buffer.concat([shown.subarray(0, keep), append])
  }
  for (let at = 0; at < code.length; at += length) show(stream.push(code.slice(at, at + length)))
  assert.equal(stream.report.complete && code.length > 0 && stream.report.engine !== 'syntect', false)
  show(stream.finish())
  assert.equal(stream.report.complete, true)
  return shown
}

test('a stream ends with the output of one call', () => {
  for (const lang of ['c', 'awk', 'klingon']) {
    for (const options of [{ colors: COLORS }, { output: 'html' }, { theme: 'Nord', depth: 'ansi16' }]) {
      for (const code of [CODE, CODE.repeat(40), '']) {
        for (const length of [1, 7, 1000]) {
          assert.equal(shownBy(code, lang, options, length), highlight(code, lang, options).output)
          // Without a chunk, the kind of the output is unknown.
          if (code === '') continue
          const bytes = Buffer.from(code)
          assert.deepEqual(shownBy(bytes, lang, options, length), Buffer.from(highlight(bytes, lang, options).output))
        }
      }
    }
  }
})

const GROWING = {
  html: '<p>é &amp; 😀</p>\r\n<script>\r\nlet a = `b\n${1}`; /* c\r\nd */\n</script><style>p { color: red }</style>',
  markdown: '# é\r\n\r\n```js\r\nlet a = "b" // 😀\r\n```\r\n\r\n~~~haml\n%p a\n~~~\n> *c* `d`',
  python: 'a = """b\r\n# é 😀\n"""\ndef f(): # c\n  return f"{a}"\n',
  diff: '@@ -1 +1 @@\r\n-é\r\n+😀\n',
}

test('a stream ends with the output of one call, for any text and any chunks', () => {
  for (const [lang, code] of Object.entries(GROWING)) {
    for (const engine of [undefined, 'syntect']) {
      const options = { output: 'html', engine }
      const bytes = Buffer.from(code)
      const { output } = highlight(code, lang, options)
      for (const length of [1, 2, 3, 5]) {
        assert.equal(shownBy(code, lang, options, length), output)
        assert.deepEqual(shownBy(bytes, lang, options, length), Buffer.from(output))
      }
    }
  }
})

test('a stream of hostile text times out and continues', () => {
  // Nested comments of Swift take a parser minutes.
  const stream = new HighlightStream('swift', { output: 'html', timeoutMs: 500 })
  const code = '/*'.repeat(13_000) + '\n'
  let shown = ''
  const show = ({ keep, append }) => {
    assert.ok(keep <= shown.length)
    shown = shown.slice(0, keep) + append
  }
  show(stream.push(code))
  show(stream.push('b\ud83d'))
  assert.equal(stripHtml(shown), `${code}b`)
  // The surrogate is appended although the call fails.
  assert.throws(() => stream.finish(), { code: 'ERR_RANSACK_TIMEOUT' })
  show(stream.push('a'))
  assert.equal(stripHtml(shown), `${code}b\ud83da`)
})

test('a push that times out appends nothing', () => {
  const none = new HighlightStream('c', { output: 'html', timeoutMs: 0 })
  assert.throws(() => none.push('return\ud83d'), { code: 'ERR_RANSACK_TIMEOUT' })
  assert.equal(none.report.complete, false)
  // Byte chunks cannot follow a string.
  assert.throws(() => none.push(Buffer.from('a')), { code: 'ERR_RANSACK_TIMEOUT' })
})

test('nesting beyond 65,535 levels is classified to its end', { timeout: 100_000 }, async () => {
  for (const depth of [65_540, 70_000, 200_000]) {
    const code = `${'['.repeat(depth)}1, 'a'${']'.repeat(depth)}`
    const options = { output: 'spans', timeLimitMs: Infinity }
    for (const { spans, report } of [highlight(code, 'js', options), await highlightAsync(code, 'js', options)]) {
      assert.equal(report.complete, true)
      assert.equal(report.longLines, 0)
      const inner = [...spans].filter(({ start, end }) => /^[^[\],]*$/.test(code.slice(start, end)))
      assert.deepEqual(inner, [
        { start: depth, end: depth + 1, class: 'number' },
        { start: depth + 3, end: depth + 6, class: 'string' },
      ])
      assert.equal(spans.at(-1).end, code.length)
    }
  }
})

test('themes that nest deeply or have many scopes', () => {
  for (const text of ['<array>'.repeat(200_000), '('.repeat(200_000), '<plist><dict/></plist>']) {
    bad(() => Theme.fromTmTheme(text), /\.tmTheme/)
  }
  for (let part = 0; part < 2; part++) {
    const scopes = Array.from({ length: 40_000 }, (_, n) => `a${part}x${n}`).join()
    Theme.fromTmTheme(`<plist><dict><key>settings</key><array><dict><key>scope</key><string>${scopes}</string>
      <key>settings</key><dict><key>foreground</key><string>#f00</string></dict></dict></array></dict></plist>`)
  }
  assert.equal(highlight('%p a', 'haml').report.complete, true)
})

test('nesting and words beyond the capacity of a scanner', () => {
  const word = 'A'.repeat(300)
  for (const [lang, code] of [
    ['yaml', '- '.repeat(2000)], ['ruby', `a = <<${word}\n b\n${word}\n`], ['kotlin', '"${'.repeat(2000)],
    ['python', "f'{".repeat(600)],
  ]) {
    const { output, report } = highlight(code, lang, { colors: COLORS, timeoutMs: 500, onTimeout: 'partial' })
    assert.equal(stripAnsi(output), code)
    assert.equal(report.engine, 'treeSitter')
  }
})

test('invalid arguments', () => {
  for (const value of [undefined, null, 1, {}, [], Symbol('s')]) {
    bad(() => highlightCode(value, 'c', COLORS), /`code`/)
    bad(() => highlight(value, 'c'), /`code`/)
    bad(() => supportsLanguage(value), /`lang`/)
    bad(() => highlightEngine(value), /`lang`/)
    bad(() => detectLanguage(value), /`path`/)
    bad(() => Theme.named(value), /`name`/)
    bad(() => new HighlightStream('c').push(value), /`chunk`/)
  }
  bad(() => highlightCode('a', 1, COLORS), /`lang`/)
  bad(() => highlightCode('a', 'c', { keyword: 1 }), /`colors.keyword`/)
  bad(() => highlightCode('a', 'c', 1), /`colors`/)
  bad(() => detectLanguage('a', 1), /`firstBytes`/)
  bad(() => highlight('a', 'c', 1), /`options`/)
  const options = {
    output: ['text', 1], engine: ['oniguruma', 1], depth: ['8', 1], theme: ['nope', {}, 1],
    maxLine: [-1, 0.5, 'a'], timeoutMs: [-1, 'a'], onTimeout: ['throw'], colors: [1, 'red', { type: 1 }],
  }
  for (const [name, values] of Object.entries(options)) {
    for (const value of values) {
      bad(() => highlight('a', 'c', { [name]: value }), new RegExp(`\`${name}`))
      bad(() => new HighlightStream('c', { [name]: value }), new RegExp(`\`${name}`))
    }
  }
  bad(() => highlight('a', 'c', { theme: 'nrod' }), /^`theme` must be a Theme or one of Theme.names\(\), not the string "nrod"; did you mean `Nord`\?$/)
  bad(() => highlight('a', 'c', { theme: 'nothing like it' }), /, not the string "nothing like it"$/)
  bad(() => highlight('a', 'c', { colors: COLORS, theme: 'Nord' }), /`colors` and `theme`/)
  bad(() => new HighlightStream('c', { output: 'spans' }), /`output`/)
  const stream = new HighlightStream('c')
  stream.push('a')
  bad(() => stream.push(Buffer.from('b')), /`chunk`/)
  assert.equal(new RansackOptionError('x') instanceof TypeError, true)
})

test('partial output within the time limit, on another thread too', async () => {
  const code = 'f(a, b);\n'.repeat(500_000)
  const { output, report } = await highlightAsync(code, 'c', { timeoutMs: 1, onTimeout: 'partial', output: 'html' })
  assert.equal(output, code)
  assert.equal(report.stoppedBy, 'timeout')
})

test('bad options reject', async () => {
  await assert.rejects(highlightAsync(1, 'c'), { code: 'ERR_RANSACK_INVALID_OPTION' })
  await assert.rejects(highlightAsync('a', 'c', { signal: 1 }), { code: 'ERR_RANSACK_INVALID_OPTION' })
  await assert.rejects(highlightAsync('a', 'c', { maxLine: -1 }), { code: 'ERR_RANSACK_INVALID_OPTION' })
})
