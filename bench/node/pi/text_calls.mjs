// Calls about texts: terminal text, highlighting and tokens.

import ransack from '../../../napi/index.mjs'
import { LINES } from '../lines.mjs'
import { shownBy } from '../terminal.mjs'
import { rows } from './rows.mjs'

const TAB = 3
const ellipses = [0, 1, 2, null]
const cells = shownBy(ransack.graphemes)

export const texts = [
  ...Object.entries(LINES).flatMap(([kind, lines]) => lines.flatMap((line, n) => [
    [`visibleWidth: ${kind} ${n}`, (api) => api.visibleWidth(line, TAB)],
    [`truncateToWidth: ${kind} ${n}`, (api) => {
      const text = api.truncateToWidth(line, 20, 0, false, TAB)
      return { text, shown: cells(text) }
    }],
    [`sliceWithWidth: ${kind} ${n}`, (api) => {
      const { text, width } = api.sliceWithWidth(line, 5, 20, false, TAB)
      return { text, shown: [width, cells(text)] }
    }],
    [`wrapTextWithAnsi: ${kind} ${n}`, (api) => {
      const text = api.wrapTextWithAnsi(line, 40, TAB)
      return { text, shown: text.map(cells) }
    }],
    [`extractSegments: ${kind} ${n}`, (api) => {
      const { beforeWidth, afterWidth, ...text } = api.extractSegments(line, 5, 15, 20, true, TAB)
      return { text, shown: [cells(text.before), beforeWidth, cells(text.after), afterWidth] }
    }],
  ])),
  ...[0, 1, 2, 4, 16, 17, 255].map((tab) => [`visibleWidth: tab of ${tab}`, (api) => api.visibleWidth('a\tb\t', tab)]),
  ...rows('visibleWidth', { 'no tab width': ['a'], number: [5, 3], 'negative tab width': ['a\t', -1] }, (api, args) => api.visibleWidth(...args)),
  ...rows('truncateToWidth', {
    ...Object.fromEntries(ellipses.map((kind) => [`ellipsis ${kind}`, ['hello world', 5, kind, false, TAB]])),
    'unknown ellipsis': ['hello world', 5, 3, false, TAB],
    fits: ['hi', 5, 0, false, TAB],
    padded: ['hi', 5, 0, true, TAB],
    'exactly fits': ['hello', 5, 0, true, TAB],
    'no width': ['hello', 0, 0, false, TAB],
    'less than the ellipsis': ['hello world', 2, 1, false, TAB],
    'wide text': ['漢字漢字', 4, 0, true, TAB],
    'wide text without ellipsis': ['漢字漢字', 3, 2, true, TAB],
    'tab at the cut': ['a\tb', 2, 2, true, TAB],
    'tab before the cut': ['a\tbcd', 5, 0, true, TAB],
    'no tab width': ['hello world', 5, 0, false],
  }, (api, args) => api.truncateToWidth(...args)),
  ...rows('sliceWithWidth', {
    middle: ['hello world', 2, 3, false, TAB],
    'wide text at both ends': ['漢字漢字', 1, 3, false, TAB],
    'wide text, strict': ['漢字漢字', 1, 3, true, TAB],
    'tab at the end': ['a\tbc', 0, 2, false, 4],
    'tab at the end, strict': ['a\tbc', 0, 2, true, 4],
    'tab at the start': ['a\tbc', 2, 4, false, 4],
    'whole tab': ['a\tbc', 1, 4, false, 4],
    'null as strict': ['abc', 0, 2, null, TAB],
    'beyond the end': ['abc', 5, 2, false, TAB],
    'no length': ['abc', 0, 0, false, TAB],
    colour: ['\x1b[31mhello\x1b[0m x', 1, 2, false, TAB],
  }, (api, args) => api.sliceWithWidth(...args)),
  ...rows('wrapTextWithAnsi', {
    words: ['hello brave world', 6, TAB],
    'long word': ['hellobraveworld', 6, TAB],
    'two spaces': ['a  b', 2, TAB],
    indentation: ['  lead in', 5, TAB],
    'leading tab': ['\tab cd', 6, TAB],
    'tab between words': ['a\tb c', 4, TAB],
    'tab wider than the line': ['a\tb', 2, TAB],
    'empty line': ['one\n\ntwo', 10, TAB],
    'line feed at the end': ['one\n', 10, TAB],
    'empty text': ['', 10, TAB],
    'wide text': ['漢字漢字', 3, TAB],
    'no width': ['abc', 0, TAB],
    'spaces at the end': ['trail   ', 5, TAB],
    'address': ['see http://a.example/b', 8, TAB],
  }, (api, args) => api.wrapTextWithAnsi(...args)),
  ...rows('extractSegments', {
    middle: ['hello world', 2, 6, 5, false, TAB],
    colour: ['\x1b[32mgreen line\x1b[39m', 2, 6, 10, false, TAB],
    'wide text, strict': ['漢字漢字漢字', 3, 5, 4, true, TAB],
    tab: ['a\tbcdef', 3, 5, 3, true, 4],
    'short line': ['ab', 5, 7, 3, true, TAB],
  }, (api, args) => api.extractSegments(...args)),
]

// Highlighting and tokens

// Colours of the terminal by class, and their classes by number.
const CLASSES = ['comment', 'keyword', 'function', 'variable', 'string', 'number', 'type', 'operator', 'punctuation', 'inserted', 'deleted']
const COLORS = Object.fromEntries(CLASSES.map((name, n) => [name, `\x1b[38;5;${n}m`]))
const SEQUENCE = /\x1b\[(?:38;5;(\d+)|39)m/

/** Separates highlighted code into its text and the classes of its parts. */
function parts(output) {
  const [plain, ...rest] = output.split(SEQUENCE)
  const found = { text: plain, parts: [] }
  for (let i = 0; i < rest.length; i += 2) {
    found.text += rest[i + 1]
    if (rest[i] !== undefined) found.parts.push(`${CLASSES[rest[i]]}: ${rest[i + 1]}`)
  }
  return found
}

const SAMPLES = {
  js: 'let a = 1; // x\nfoo("b");\n', rust: 'fn main() { let x: u8 = 1; } // c\n', py: 'def f(x):\n  return "d"\n',
  json: '{"a": 1}\n', diff: '+a\n-b\n@@ x\n', toml: 'a = "b"\n', c: 'int f(void)\n{\n  return 1; /* x */\n}\n', nosuch: 'a\n',
}

const STREAMS = {
  lines: ['js', 'let a = 1;\n', '// b\n'],
  'comment over chunks': ['js', '/* a\n', 'b */ let c\n', ''],
  'last line without its end': ['js', 'let a;\n', 'let b'],
  'line in parts': ['js', 'let a ', '= 1;\n', 'let b;\n'],
  'unknown language': ['nosuch', 'a\n', 'b'],
  'no language': [null, 'a\n'],
}

const NAMES = [
  'js', 'JavaScript', 'ts', 'tsx', 'jsx', 'rust', 'rs', 'py', 'go', 'c', 'cpp', 'c++', 'h', 'java', 'rb', 'sh', 'bash', 'zsh', 'fish', 'json',
  'jsonc', 'yaml', 'yml', 'toml', 'md', 'html', 'css', 'scss', 'less', 'sql', 'xml', 'diff', 'patch', 'dockerfile', 'make', 'lua', 'php',
  'swift', 'kotlin', 'scala', 'zig', 'nix', 'vue', 'svelte', 'text', 'txt', '', 'nosuch', 'cs', 'powershell', 'graphql', 'proto', 'hcl', 'tf',
  'ini', 'astro', 'mermaid', 'elixir', 'erlang', 'haskell', 'clojure', 'r', 'perl', 'ocaml', 'dart', 'julia', 'tex', 'vim', 'cmake', '.js',
]

export const others = [
  ...rows('highlightCode', SAMPLES, (api, code) => parts(api.highlightCode(code, Object.keys(SAMPLES).find((lang) => SAMPLES[lang] === code), COLORS))),
  ...rows('highlightCode', {
    'no language': ['let a\n', null, COLORS],
    'empty code': ['', 'js', COLORS],
    'one class without a colour': ['let a\n', 'js', { ...COLORS, keyword: '' }],
    'no colours': ['let a\n', 'js', {}],
    'absent colours': ['let a\n', 'js'],
    'number as code': [5, 'js', COLORS],
  }, (api, args) => parts(api.highlightCode(...args))),
  ...rows('HighlightStream', STREAMS, (api, [lang, ...chunks]) => {
    const stream = new api.HighlightStream(lang, COLORS)
    return { supported: stream.supported, chunks: chunks.map((chunk) => parts(stream.push(chunk))) }
  }),
  ['HighlightStream: same output as in one call', (api) => {
    const stream = new api.HighlightStream('js', COLORS)
    const lines = SAMPLES.js.split(/(?<=\n)/)
    return lines.map((line) => stream.push(line)).join('') === api.highlightCode(SAMPLES.js, 'js', COLORS)
  }],
  ...NAMES.map((name) => [`supportsLanguage: ${name}`, (api) => api.supportsLanguage(name)]),
  ['getSupportedLanguages: kinds', (api) => api.getSupportedLanguages().every((name) => typeof name === 'string')],
  ['getSupportedLanguages: names', (api) => {
    const names = new Set(api.getSupportedLanguages().map((name) => name.toLowerCase()))
    return ['rust', 'python', 'typescript', 'javascript', 'json', 'yaml', 'go'].filter((name) => names.has(name))
  }],
  ['warmHighlighter: result', (api) => api.warmHighlighter()],
  ...rows('countTokens', {
    text: ['Hello, world! 漢字'],
    list: [['a', 'b c']],
    'empty list': [[]],
    'empty text': [''],
    'special token': ['a<|endoftext|>'],
    'lone surrogate': ['\ud83d'],
    'null as encoding': ['a', null],
    'unknown encoding': ['a', 'x'],
    'number as text': [5],
    'number in a list': [[5]],
    ...Object.fromEntries(
      ['O200kBase', 'Cl100kBase', 'ClaudeV3', 'ClaudeV47', 'ClaudeV5', 'ClaudeV5Sonnet', 'Qwen3', 'DeepSeekV3', 'KimiK2', 'Glm5'].map(
        (encoding) => [encoding, ['Hello, world! 漢字', encoding]],
      ),
    ),
  }, (api, args) => api.countTokens(...args)),
]
