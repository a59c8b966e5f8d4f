// Packs files into one text for a language model: node pack.mjs [options] [path...]
//
//   -r, --root DIR           directory that paths in the text are relative to; default: the common ancestor of the paths
//   -o, --output FILE        write the text to a file instead of the terminal
//   -l, --list-only          list the files, one path per line
//       --overrides FILE     rules that replace `.contextfiles` and the built-in rules
//   -s, --size-limit-mb N    maximum size of all files without --max-tokens; default: JINNI_MAX_SIZE_MB or 100
//       --debug-explain      print the rule that decided about each entry
//       --max-tokens N       maximum number of tokens
//       --format NAME        markdown (default), xml, json, plain or jinni
//       --no-tree            leave the directory tree out
//       --relevant WORDS     words that make files and definitions relevant
//       --copy               copy the text to the clipboard of the terminal (OSC 52)

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'

import { Workspace } from '../../napi/index.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string', short: 'r' },
    output: { type: 'string', short: 'o' },
    'list-only': { type: 'boolean', short: 'l' },
    overrides: { type: 'string' },
    'size-limit-mb': { type: 'string', short: 's' },
    'debug-explain': { type: 'boolean' },
    'max-tokens': { type: 'string' },
    format: { type: 'string' },
    'no-tree': { type: 'boolean' },
    relevant: { type: 'string' },
    copy: { type: 'boolean' },
  },
})

/** Returns the deepest directory that contains all paths. */
function commonAncestor(paths) {
  const directories = paths.map((path) => (statSync(path).isDirectory() ? path : dirname(path)))
  return directories.reduce((common, path) => {
    while (relative(common, path).split(sep)[0] === '..') common = dirname(common)
    return common
  })
}

/** Returns the number of an option; fails if it is none. */
function numberOf(name, text) {
  const number = Number(text)
  if (!(number > 0)) throw new Error(`${name}: ${text} is not a positive number`)
  return number
}

async function main() {
  const paths = (positionals.length > 0 ? positionals : ['.']).map((path) => resolve(path))
  const root = resolve(values.root ?? commonAncestor(paths))
  const megabytes = values['size-limit-mb'] ?? process.env.JINNI_MAX_SIZE_MB ?? '100'
  const workspace = new Workspace(root, { refresh: 'walk' })
  const overrides = values.overrides && readFileSync(values.overrides, 'utf8').split(/\r?\n/)
  const { text, tokens, files, decisions, report } = await workspace.pack({
    paths: paths.map((path) => relative(root, path) || '.'),
    rules: { root, rules: overrides },
    explain: values['debug-explain'],
    listOnly: values['list-only'],
    maxTokens: values['max-tokens'] && numberOf('--max-tokens', values['max-tokens']),
    maxContentSize: Math.round(numberOf('--size-limit-mb', megabytes) * 1024 * 1024),
    format: values.format,
    tree: !values['no-tree'],
    relevant: values.relevant,
  })
  for (const { path, isIncluded, rule, file, line, source } of decisions) {
    const place = file === undefined ? source : `${file}:${line}`
    console.error(`${isIncluded ? '+' : '-'} ${path}${rule === undefined ? '' : `  (${rule}, ${place})`}`)
  }
  for (const { reason, count } of report.skipped) console.error(`skipped, ${reason}: ${count}`)
  for (const { path, secrets } of files.filter(({ reason }) => reason === 'secret')) {
    console.error(`left out, ${path}: ${secrets[0].kind} in line ${secrets[0].line}`)
  }
  if (values.output !== undefined) writeFileSync(values.output, text)
  else process.stdout.write(text)
  if (values.copy) process.stderr.write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`)
  const counts = new Map()
  for (const { treatment } of files) counts.set(treatment, (counts.get(treatment) ?? 0) + 1)
  counts.delete('whole')
  const shortened = [...counts].map(([treatment, count]) => `${count} ${treatment}`).join(', ')
  console.error(`${files.length} files${shortened && ` (${shortened})`}, ${tokens} tokens`)
  workspace.close()
}

main().catch((error) => {
  console.error(`pack: ${error.message}`)
  process.exitCode = 1
})
