// Prints a highlighted file: node highlight.mjs <file> [<theme>]
// With - as the file, highlights standard input as it arrives:
//   node highlight.mjs - <theme> <language>

import { readFile } from 'node:fs/promises'

import { HighlightStream, detectLanguage, highlightAsync } from '../../napi/index.mjs'

const [file, theme = 'Catppuccin Mocha', language] = process.argv.slice(2)

if (file === '-') {
  const stream = new HighlightStream(language, { theme })
  let shown = ''
  const show = ({ keep, append }) => {
    shown = shown.slice(0, keep) + append
  }
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) show(stream.push(chunk))
  show(stream.finish())
  process.stdout.write(shown)
} else {
  const code = await readFile(file)
  const lang = detectLanguage(file, code.subarray(0, 500))
  const { output, report } = await highlightAsync(code, lang, { theme, timeoutMs: 5_000, onTimeout: 'partial' })
  process.stdout.write(output)
  if (!report.complete) console.error(`${report.longLines} long lines are plain in part`)
}
