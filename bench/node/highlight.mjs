// Highlights a file and prints the throughput of the calls after the first, in megabytes
// per second, and the time of the first call with everything it loads, in milliseconds.
//
//   node highlight.mjs WHO MODULE FILE LANGUAGE

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const [who, modulePath, path, ownName] = process.argv.slice(2)
/** Names of languages in shiki, where they differ. */
const NAMES = { 'arm-assembly': 'asm', restructuredtext: 'rst' }
const language = (who === 'shiki' && NAMES[ownName]) || ownName
const code = readFileSync(path, 'utf8')
const classes = ['comment', 'keyword', 'function', 'variable', 'string', 'number', 'type', 'operator', 'punctuation', 'inserted', 'deleted']
const colors = Object.fromEntries(classes.map((name, n) => [name, `\x1b[38;2;${100 + n};150;200m`]))
const load = () => import(pathToFileURL(createRequire(import.meta.url).resolve(modulePath)).href)

/** Functions that return a highlighter, by name. */
const MAKERS = {
  async addon() {
    const loaded = await load()
    const { highlightCode, supportsLanguage } = loaded.highlightCode ? loaded : loaded.default
    // Plain output is not comparable.
    if (!supportsLanguage(language)) process.exit()
    return () => highlightCode(code, language, colors)
  },
  // With Oniguruma in WebAssembly, its default; tokens are converted to text like in its package
  // for terminals.
  async shiki() {
    const { createHighlighter } = await load()
    const theme = 'github-dark'
    const highlighter = await createHighlighter({ themes: [theme], langs: [language] })
    const escape = (color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)).join(';')
    return () => {
      const { tokens } = highlighter.codeToTokens(code, { lang: language, theme })
      return tokens
        .map((line) => line.map(({ content, color }) => `\x1b[38;2;${escape(color)}m${content}\x1b[39m`).join(''))
        .join('\n')
    }
  },
}

const milliseconds = (begun) => Number(process.hrtime.bigint() - begun) / 1e6
const begun = process.hrtime.bigint()
const call = await MAKERS[who === 'shiki' ? 'shiki' : 'addon']()
call()
const first = milliseconds(begun)
const time = () => {
  const begun = process.hrtime.bigint()
  call()
  return milliseconds(begun)
}
const warm = [time(), time(), time()].sort((a, b) => a - b)[1]
console.log(Buffer.byteLength(code) / 1e3 / warm, first)
