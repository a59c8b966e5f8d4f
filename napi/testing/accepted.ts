// Compiled, not run, with `exactOptionalPropertyTypes`: forms of options that programs already have.

import {
  type GrepMatch,
  type HighlightOutput,
  Tokenizer,
  Workspace,
  astEdit,
  astGrepStream,
  countTokens,
  fuzzyFind,
  fuzzyMatch,
  glob,
  globStream,
  globSync,
  grep,
  grepStream,
  grepSync,
  hasMatch,
  highlight,
  highlightAsync,
  search,
} from 'ransack'

declare const signal: AbortSignal | undefined
declare const names: readonly string[]
declare const output: HighlightOutput
declare const limit: number | undefined

export async function options(): Promise<number> {
  const timeoutMs: number | undefined = limit
  await grep({ patterns: names, glob: names, type: names, paths: names, signal, timeoutMs, maxCount: limit })
  await grep({ pattern: /a/i, path: new URL('file:///tmp'), maxCount: null, timeoutMs: Infinity })
  await grep({ pattern: 'a', path: new Uint8Array(1), patterns: new Set(names) })
  await glob({ patterns: names, signal, sortByMtime: undefined })
  await fuzzyFind({ query: 'a', recent: names, frecency: new Map([['a', 1]]), signal })
  await astEdit({ rewrites: new Map([['a', 'b']]), signal })
  await astEdit({ rewrites: [['a', 'b'], { pattern: 'c', replacement: 'd' }] as const, lang: undefined })
  await Tokenizer.load(new URL('file:///tmp/a.json'), { signal, timeoutMs: undefined, specialTokens: new Map([['a', 1]]) })
  const ranked = fuzzyMatch('a', names, { recent: names }).totalMatches
  const found = search('a', { patterns: [/a/, 'b'] as const, maxColumns: null }).matchCount
  return ranked + found + countTokens(names, { encoding: undefined }) + Number(hasMatch('a', /a/, { ignoreCase: true, timeoutMs: 5 }))
}

export async function streams(): Promise<GrepMatch[]> {
  const all: GrepMatch[] = []
  {
    await using stream = grepStream({ pattern: 'a', batchSize: 10, signal })
    for await (const batch of stream) all.push(...batch)
  }
  await globStream({ pattern: '*', batchSize: 1 })[Symbol.asyncDispose]()
  await astGrepStream({ pattern: 'a', batchSize: 1 }).return()
  using workspace = new Workspace('.', { allowOutside: true, refresh: undefined })
  all.push(...workspace.grepSync({ pattern: 'a' }).matches, ...grepSync({ pattern: 'a' }).matches)
  // @ts-expect-error: only streams have batches
  await grep({ pattern: 'a', batchSize: 1 })
  return all.slice(globSync({ pattern: '*' }).totalMatches)
}

export async function forms(): Promise<number> {
  const result = highlight('a', 'c', { output })
  const later = await highlightAsync(new Uint8Array(1), 'c', { output, signal })
  const length = 'spans' in later ? later.spans.length : later.output.byteLength
  return length + ('spans' in result ? result.spans.length : result.output.length)
}
