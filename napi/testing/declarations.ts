// Compiled, not run: what users write has to have types.

import {
  type AstEditOptions,
  type AstGrepOptions,
  type AstMatch,
  type DefinitionEdit,
  type DefinitionPart,
  EditAction,
  Ellipsis,
  Encoding,
  type EncodingName,
  type FileSearchOptions,
  FileType,
  FileTypeName,
  type FuzzyFindOptions,
  type GlobMatch,
  type GlobOptions,
  type Grapheme,
  type GrepMatch,
  GrepMode,
  type GrepOptions,
  type HighlightClass,
  type HighlightOptions,
  HighlightStream,
  type IndexStats,
  ModelFamily,
  type ImportKind,
  type ImportRequest,
  type IndexUse,
  InsertPlace,
  type ItemKind,
  type ItemModifier,
  type OutlineItem,
  type OutlineOptions,
  type Rendering,
  OnTimeout,
  RansackError,
  Theme,
  type Report,
  type Segments,
  type Slice,
  Strictness,
  TokenCounter,
  type TokenOptions,
  Tokenizer,
  type SyntaxNode,
  UNICODE_VERSION,
  addImports,
  astEdit,
  astGrep,
  astGrepStream,
  astLanguages,
  astMatch,
  blockRangeAt,
  blockRangeAtAsync,
  checkSyntax,
  checkpoint,
  countTokens,
  countTokensAsync,
  countTokensEach,
  countUpTo,
  decode,
  definition,
  editDefinition,
  encode,
  enclosingBlockBoundaries,
  encodingForModel,
    estimateTokens, render, type ChangedWords, type WordDiff, unifiedDiff,
  Workspace,
  type WorkspaceGlobOptions,
  escapeGlob,
  exports as exportsOf,
  extractSegments,
  fileTypes,
  fuzzyFind,
  fuzzyMatch,
  glob,
  globStream,
  graphemes,
  grep,
  grepStream,
  hasMatch,
  highlight,
  highlightAsync,
  highlightCode,
  highlightEngine,
  imports,
  interruptedEdits,
  invalidateFsScanCache,
  nodeChainAt,
  organiseImports,
  outline,
  outlineStream,
  outlineSync,
  skeletonStream,
  importsStream,
  padToWidth,
  poolStats,
  recoverEdits,
  redo,
  removeImports,
  sanitizeText,
  search,
  setThreads,
  skeleton,
  sliceWithWidth,
  splitByTokens,
  stripAnsi,
  threads,
  tokenOffsets,
  truncateToTokens,
  undo,
  truncateToTokensAsync,
  truncateToWidth,
  visibleWidth,
  wrapTextWithAnsi,
} from '../index.js'

const options: GrepOptions = {
  pattern: 'a',
  glob: ['*.js', '!x.js'],
  type: 'js',
  mode: 'count',
  onTimeout: 'partial',
  signal: new AbortController().signal,
}

// Options that every search over files shares.
const shared: FileSearchOptions = { path: 'src', hidden: true, offset: 5, onTimeout: 'partial', timeoutMs: 1000 }
export const sharing: [GrepOptions, GlobOptions, AstGrepOptions] = [shared, shared, shared]

// @ts-expect-error: not a mode
export const noMode: GrepOptions = { mode: 'lines' }
// @ts-expect-error: not a number
export const noNumber: GrepOptions = { maxCount: '5' }

const globOptions: GlobOptions = { pattern: escapeGlob('a'), fileType: 1, sortByMtime: true }

export const named: GlobOptions = { ...globOptions, fileType: 'symlink' }
export const numbered: GlobOptions = { ...globOptions, fileType: FileType.Dir }
// @ts-expect-error: not a file type
export const noFileType: GlobOptions = { fileType: 4 }

export async function find(): Promise<FileType.File | undefined> {
  const { matches, limitReached } = await glob(globOptions, (match) => (match.mtime ?? 0) > 5)
  const newest: number[] = matches.map((m) => m.mtime ?? 0)
  for await (const batch of globStream(globOptions)) {
    const found: GlobMatch | undefined = batch.find((m) => m.path.length > newest.length)
    if (found?.fileType === FileType.File && limitReached) return found.fileType
  }
  return undefined
}

const fuzzyOptions: FuzzyFindOptions = { query: 'a', recent: ['b'], frecency: { c: 1 } }
// @ts-expect-error: nothing was typed
export const noQuery: FuzzyFindOptions = { path: '.' }

export async function pick(): Promise<number | undefined> {
  const { matches, totalMatches } = await fuzzyFind(fuzzyOptions)
  const paths: string[] = matches.filter((m) => !m.isDirectory).map((m) => m.path)
  return fuzzyMatch('a', paths, { maxResults: totalMatches }).matches[0]?.positions[0]
}

const astOptions: AstGrepOptions = { pattern: 'f($A)', strictness: 'relaxed', rule: { any: [] }, includeMeta: true }
// @ts-expect-error: not a strictness
export const noStrictness: AstGrepOptions = { strictness: 'strict' }

export async function ast(): Promise<string | undefined> {
  const { matches, limitReached, parseErrors } = await astGrep(astOptions, (match) => match.startColumn !== 1)
  const found: AstMatch | undefined = matches.find((m) => m.metaVariables?.A !== undefined && !limitReached)
  const column: number | undefined = found?.metaVariableRanges?.A?.startColumn
  for await (const batch of astGrepStream(astOptions)) if (batch[0]?.root === column) break
  // @ts-expect-error: nothing says what language it is
  const { totalMatches } = await astMatch({ source: new Uint8Array(), pattern: 'a' })
  const node: SyntaxNode | null = blockRangeAt({ code: 'a', path: 'a.js', line: totalMatches })
  const same = await blockRangeAtAsync({ code: 'a', lang: 'js', line: node?.endLine ?? 1 })
  const lines: number[] | null = enclosingBlockBoundaries({ code: 'a', lang: 'js', ranges: [{ startLine: 1, endLine: 2 }] })
  const kinds = nodeChainAt({ code: 'a', lang: 'js', line: lines?.[0] ?? 1 })?.map((n) => n.kind)
  const missing = checkSyntax('a', astLanguages()[0].name, { timeoutMs: 5 })[0]?.missing
  return missing ?? kinds?.[0] ?? parseErrors?.[0] ?? same?.kind
}

const outlineOptions: OutlineOptions & { batchSize: number } = { path: 'src', type: 'rust', keyDepth: null, limit: Infinity, batchSize: 5 }
// @ts-expect-error: not a depth
export const noDepth: OutlineOptions = { keyDepth: 'all' }

export async function structure(): Promise<string> {
  const { items, language, separator, isMinified } = await outline({ source: 'a', lang: 'js', keyDepth: 1 })
  const { report: ofText } = await outline({ source: 'a', lang: 'js' }, { keyDepth: 1 })
  const now: OutlineItem[] = outlineSync({ source: 'a', lang: 'js', keyDepth: 1 }).items
  // @ts-expect-error: the language belongs to the text
  await outline({ source: 'a' }, { lang: 'js' })
  // @ts-expect-error: nothing says what language it is
  await outline({ source: 'a' })
  const file = await outline({ path: new URL('file:///a.js'), maxFileSize: 5, timePerFileMs: null, encoding: 'latin1' })
  // Absent if the file is skipped.
  const tongue: string | undefined = file.language
  const found: OutlineItem | undefined = [...items, ...file.items].find((item) => item.kind === 'class')
  const kind: ItemKind = found?.kind ?? 'method'
  const modifiers: ItemModifier[] = found?.children[0]?.modifiers ?? []
  // @ts-expect-error: not a kind
  if (found?.kind === 'procedure') return separator
  const stream = outlineStream(outlineOptions)
  for await (const batch of stream) {
    const paths: string[] = batch.filter((each) => each.syntaxErrors + each.tooDeep === 0).map((each) => each.path)
    if (paths.length > (found?.bodyRange?.startLine ?? 1)) break
  }
  const { complete } = await stream.report
  const workspace = new Workspace('.')
  for await (const [first] of workspace.outlineStream({ glob: '*.js', wait: false })) if (first?.isGenerated) break
  const { text, range, report } = await workspace.definition({ path: 'a.js', name: 'A.f', parts: ['body'] })
  const parts: readonly DefinitionPart[] = ['doc', 'signature']
  const { text: whole, item } = await definition({ source: new Uint8Array(), lang: 'js', name: 'A', parts })
  for await (const [made] of skeletonStream({ path: 'src', level: 'signatures', names: ['A'], limit: null })) {
    if (made && made.elided > 0) return made.path + made.text
  }
  for await (const [read] of workspace.importsStream({ path: 'src' })) if (read?.root === 1) return read.items[0]?.module ?? ''
  for await (const [read] of importsStream({ paths: ['src'], batchSize: 2 })) if (read?.pathBytes) return read.language
  // @ts-expect-error: not a level
  skeletonStream({ path: 'src', level: 'all' })
  const { tokens, originalTokens } = await skeleton({ path: 'a.js', level: 'docs', names: new Set(['A.f']) })
  // @ts-expect-error: not a part
  await definition({ path: 'a.js', name: 'A', parts: ['head'] })
  // @ts-expect-error: not an array
  await definition({ path: 'a.js', name: 'A', parts: 'doc' })
  // @ts-expect-error: a workspace has files
  await workspace.outline({ source: 'a', lang: 'js' })
  if (complete && report.complete && !isMinified && tokens < originalTokens) return `${tongue}${range?.startLine}`
  return language + kind + modifiers.join() + text + whole + item.signature + String(ofText.complete)
}

const request: ImportRequest = { module: 'a', names: ['b', { name: 'c', alias: 'd' }], kind: 'typeOnly' }
// @ts-expect-error: not a kind
export const noKind: ImportRequest = { module: 'a', kind: 'all' }

export async function modules(): Promise<string> {
  const { items, language } = await imports({ source: 'a', lang: 'js' })
  const kind: ImportKind | undefined = items[0]?.names[0]?.isTypeOnly ? 'typeOnly' : items[0]?.kind
  const { items: exported, report } = await new Workspace('.').exports({ path: 'a.js', wait: false })
  const local: string | undefined = (await exportsOf({ path: 'a.js' })).items[0]?.local ?? exported[0]?.module
  const { report: ofText } = await imports({ source: 'a', lang: 'js' })
  const { text, changed } = await addImports({ source: 'a', lang: 'js', imports: [request] })
  const bytes: Uint8Array = (await removeImports({ source: new Uint8Array(), lang: 'js', imports: [{ module: 'a' }] })).text
  const organised: string = (await organiseImports({ source: text, lang: 'cpp', fileName: 'a.cpp' })).text
  await editDefinition({
    path: 'a.js',
    edits: [
      { name: 'f', action: 'remove' },
      { action: 'addImports', imports: [request] },
      { path: 'b.js', action: 'removeImports', imports: [{ module: 'a', name: 'b' }] },
      { action: 'organiseImports' },
      // @ts-expect-error: an edit of imports has no name
      { action: 'organiseImports', name: 'f' },
    ],
  })
  return changed && report.complete ? organised : `${bytes.length}${kind}${local}${language}${String(ofText.complete)}`
}

const editOptions: AstEditOptions = { rewrites: [{ pattern: 'f($A)', replacement: 'g' }], repeat: 2 }
// @ts-expect-error: nothing to replace
export const noRewrites: AstEditOptions = { path: '.' }

export async function recovery(): Promise<string[]> {
  const { remaining } = await interruptedEdits({ path: new URL('file:///tmp'), waitMs: 5 })
  const { recovered, report } = await recoverEdits({ paths: ['a'], waitMs: 5, signal: new AbortController().signal })
  const running = remaining.filter((edit) => edit.state === 'running' && report.complete)
  return [...running.map((edit) => edit.journal), ...recovered.map((file) => file.action)]
}

export async function undone(workspace: Workspace): Promise<string[]> {
  const { name, time } = await checkpoint({ name: 'a', path: new URL('file:///tmp'), session: 's', journalMaxAgeMs: null })
  const { edits: undoneEdits, applied, problem = 'none' } = await undo({ checkpoint: name, waitMs: 5, bytes: true })
  await redo({ id: undoneEdits[0].id, journalPath: '/tmp', recordEdits: false })
  const listed = await workspace.edits({ wait: false, session: 's' })
  const renamed = listed.edits.filter(({ state, files }) => state === 'undone' && files[0].action === 'renamed')
  return [problem, ...renamed.map(({ id }) => id + time), ...(applied ? (await workspace.undo()).buffers : listed.damaged)]
}

export async function rendered(): Promise<string> {
  const found: Rendering = render(await grep({ pattern: 'a' }), { maxTokens: 99, encoding: 'o200k_base', group: 'flat', color: null })
  const { fileChanges } = await astEdit(editOptions)
  const report = await grepStream({ pattern: 'a' }).report
  const outlines = [await outline({ source: 'a', lang: 'js' })]
  const texts = [render(fileChanges), render(report), render(outlines, { links: 'file:///a/' }), found].map(({ text }) => text)
  // @ts-expect-error: not a result
  render('a')
  // @ts-expect-error: without counts
  render((await grep({ pattern: 'a' })).report)
  const bytes: string | Uint8Array = unifiedDiff('a', new Uint8Array(1))
  const diff: string = unifiedDiff('a', 'b', { path: 'c', context: Infinity, words: false })
  const { words, diff: same }: { words: ChangedWords[]; diff: string } = unifiedDiff('a', 'b', { words: true })
  const some: string | Uint8Array | WordDiff<string | Uint8Array> = unifiedDiff('a', 'b', { words: words.length > 1 })
  return [...texts, diff, ...fileChanges.map((file) => file.diff), bytes.length, found.nextOffset ?? found.tokens, same, typeof some].join()
}

export async function edit(): Promise<boolean> {
  const { changes, fileChanges, preview } = await astEdit(editOptions)
  const lengths: number[] = changes.map((c) => c.after.length - c.deletedLength)
  if (fileChanges.some((f) => f.unsettled) || lengths.length > 5) return false
  return (await astEdit({ rewrites: { 'f($A)': 'g' }, dryRun: false, preview })).applied
}

export async function use(): Promise<Report> {
  const result = await grep(options, (match) => match.submatches[0]?.startColumn !== 0)
  const lines: string[] = result.matches.flatMap((m) => m.contextBefore ?? []).map((c) => c.line)
  const stream = grepStream(options)
  for await (const batch of stream) {
    const matches: GrepMatch[] = batch
    if (matches.length + lines.length > 5) break
  }
  const error: string | undefined = search(new Uint8Array(), { pattern: 'a' }).error
  const stuck: number = poolStats().abandoned
  setThreads(stuck + threads() + fileTypes()[0].globs.length)
  try {
    search('a', { pattern: 'a', timeoutMs: 5 })
    hasMatch(error ?? '', '(', true)
  } catch (fault) {
    if (fault instanceof RansackError && fault.code === 'ERR_RANSACK_INVALID_PATTERN') {
      const offset: number | undefined = fault.offset
      setThreads(offset ?? 1)
    }
  }
  const report = await stream.report
  return report.stoppedBy === 'limit' ? report : result.report
}

export function text(): string {
  const width: number = visibleWidth('a', 4)
  const widths: number[] = visibleWidth(['a'], { ambiguousWide: true, clusterWidth: 'sum' })
  const all: string[] = truncateToWidth(['a'], width, Ellipsis.Ascii, true, 4)
  const slice: Slice = sliceWithWidth('a', 0, widths[0] ?? 0, true, { tabWidth: 4 })
  const lines: string[] = wrapTextWithAnsi(slice.text, Infinity, { keepUrls: true })
  const { before, afterWidth }: Segments = extractSegments('a', 0, 1, 2, true, 4)
  const [first]: Grapheme[] = graphemes(before)
  const plain: string[] = stripAnsi([...all, ...lines]).map(sanitizeText)
  // @ts-expect-error: not a side
  padToWidth('a', 5, 'middle')
  // @ts-expect-error: an option of another function
  wrapTextWithAnsi('a', 5, { pad: true })
  // @ts-expect-error: the options come last
  truncateToWidth('a', 5, { pad: true }, true)
  truncateToWidth('a', 5, '>', { cutAt: 'start' })
  truncateToWidth('a', 5, 0, null, undefined)
  return truncateToWidth(plain[0] ?? UNICODE_VERSION, afterWidth, 1, { wordBoundary: first?.isEscape ?? false })
}

// What a caller has may be one string or several; the result follows it.
export function each(one: string, several: readonly string[], either: string | readonly string[]): number {
  const widths: [number, number[], number | number[]] = [visibleWidth(one), visibleWidth(several), visibleWidth(either)]
  const lines: string[] | string[][] = wrapTextWithAnsi(either, 5)
  const slices: Slice | Slice[] = sliceWithWidth(either, 0, 5)
  const segments: Segments | Segments[] = extractSegments(either, 0, 1, 2)
  const clusters: Grapheme[] | Grapheme[][] = graphemes(either)
  const texts: (string | string[])[] = [truncateToWidth(either, 5), padToWidth(either, 5), stripAnsi(either), sanitizeText(either)]
  // @ts-expect-error: may be several
  const width: number = visibleWidth(either)
  return width + countTokens(either) + lines.length + texts.length + widths.length + [slices, segments, clusters].length
}

export const modes: [GrepMode, Strictness, FileTypeName] = [GrepMode.Count, Strictness.Ast, FileTypeName.Dir]
export const enumerated: GrepOptions = { mode: GrepMode.FilesWithMatches, onTimeout: OnTimeout.Partial }
export const action: DefinitionEdit = { name: 'f', action: EditAction.Insert, place: InsertPlace.After, text: '' }
// @ts-expect-error: not a mode
export const noValue: GrepMode = GrepMode.Lines

export async function tokens(): Promise<number> {
  const name: EncodingName = encodingForModel('gpt-4o')
  const published: Encoding = encodingForModel('gpt-4o')
  const model: EncodingName = 'openai/gpt-4o'
  const tokenizer = await Tokenizer.load('a.json', { signal: new AbortController().signal })
  const options: TokenOptions = { encoding: tokenizer, allowedSpecial: ['<|endoftext|>'] }
  const counts: number[] = countTokensEach(['a', new Uint8Array(1)], 'Cl100kBase')
  const few: number | undefined = countUpTo('a', 5, Encoding.Gpt2)
  const total = countTokens(['a', 'b'] as const, 'o200k_base') + countTokens(new Uint8Array(1), options) +
    countTokens('a', model) + countTokens('a', published) + estimateTokens('a', ModelFamily.Claude47)
  const { text, dropped } = await truncateToTokensAsync('a', 5, { from: 'middle', timeoutMs: 5, ...options })
  const ids: Uint32Array = encode(text, name)
  const [chunk] = splitByTokens(decode(ids, tokenizer), 5, 1, { allowedSpecial: 'all' })
  const counter = new TokenCounter(options)
  counter.push(chunk?.text ?? '')
  // @ts-expect-error: not an encoding
  countTokens('a', 'o100k_base')
  // @ts-expect-error: made with `load`
  new Tokenizer()
  // @ts-expect-error: only what takes long has a signal
  countTokens('a', { signal: new AbortController().signal })
  // @ts-expect-error: not a part
  truncateToTokens('a', 5, { from: 'left' })
  // @ts-expect-error: it is only read
  counter.total = 5
  const place: number = tokenOffsets('a').at(0)?.start ?? dropped.end
  return counter.total + place + total + (few ?? 0) + (counts[0] ?? 0) + (await countTokensAsync('a', { timeoutMs: 5 }))
}

// @ts-expect-error: a workspace is no cache
export const cached: WorkspaceGlobOptions = { cache: true }

export async function keep(): Promise<Report['snapshot']> {
  const workspace = new Workspace('.', { refresh: 'stat' })
  const resolved: string = workspace.resolve(new URL('file:///a'))
  const rendered: string = render(await workspace.outline({ path: 'a.js' })).text
  const { report } = await workspace.glob({ ...globOptions, path: 'src', wait: false })
  for await (const batch of workspace.grepStream(options)) {
    if (batch.length > workspace.tableSize.entries) break
  }
  const best: number | undefined = (await workspace.fuzzyFind({ query: 'a' })).matches[0]?.score
  if (best === 0) workspace.invalidate('src')
  const indexed = new Workspace('.', { index: 'disk', indexPath: new URL('file:///index') })
  let share = 0
  await indexed.ready({ onProgress: ({ filesDone, filesTotal }) => void (share = filesDone / filesTotal), timeoutMs: 5 })
  const { mode, alwaysScanned, fault }: IndexStats = await indexed.indexStats()
  if (mode === 'disk' && alwaysScanned.unindexed === 0 && fault === undefined) await indexed.exportIndex('index')
  await indexed.importIndex(new Uint8Array(1), { signal: new AbortController().signal })
  const narrowed: IndexUse = report.index
  if (narrowed.used && narrowed.candidates - narrowed.alwaysScanned > share) workspace.invalidate()
  // @ts-expect-error: an index is exported to a path
  await indexed.exportIndex()
  // @ts-expect-error: only waiting has progress
  await indexed.importIndex('index', { onProgress: () => {} })
  // @ts-expect-error: no such index
  new Workspace('.', { index: 'file' })
  workspace.setBuffer(new URL('file:///a'), new Uint8Array(1))
  workspace.setBuffer('a', 'text')
  // @ts-expect-error: a buffer has a text
  workspace.setBuffer('a')
  // @ts-expect-error: a text is no list
  workspace.setBuffer('a', ['text'])
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }
  workspace.updateBuffer('a', [{ range, text: 'text' }, { text: new Uint8Array(1) }], 1)
  workspace.updateBuffer('a', new Set([{ text: '' }]), 2)
  // @ts-expect-error: a version is required
  workspace.updateBuffer('a', [])
  // @ts-expect-error: a range has an end
  workspace.updateBuffer('a', [{ range: { start: range.start }, text: '' }], 3)
  const lines = { startLine: 1, endLine: Infinity }
  const classes: string[] = [...(await workspace.highlightBuffer('a', { output: 'spans', lines })).spans].map((s) => s.class)
  const colored: string = (await workspace.highlightBuffer(new URL('file:///a'), { lang: 'ts', theme: 'Nord' })).output
  const block: string | undefined = (await workspace.blockRangeInBuffer('a', 1))?.kind
  const kinds = (await workspace.nodeChainInBuffer('a', 1, { lang: 'js' })).map(({ kind }) => kind)
  const messages = (await workspace.checkSyntaxInBuffer('a', { timeoutMs: 5 })).map(({ message }) => message)
  console.log(classes, colored, block, kinds, messages)
  workspace.clearBuffer(null)
  workspace.clearBuffer(new Uint8Array(1))
  workspace.clearBuffer()
  invalidateFsScanCache()
  await workspace[Symbol.asyncDispose]()
  return report.snapshot.mode === 'watch' ? report.snapshot : workspace.refresh()
}

export async function colours(): Promise<string> {
  const options: HighlightOptions = { theme: Theme.named('Nord') ?? 'Dracula', depth: 'ansi256', engine: 'syntect' }
  const text: string = highlight('a', 'c', { output: 'html' }).output + highlightCode('a', null, { type: '\x1b[1m' })
  const bytes: Uint8Array = (await highlightAsync(new Uint8Array(1), 'c', { timeoutMs: 5, onTimeout: 'partial' })).output
  const { spans, report } = highlight('a', 'c', { ...options, output: 'spans' })
  const classes: HighlightClass[] = Array.from(spans, (span) => span.class)
  const stream = new HighlightStream('c', { colors: { keyword: '' } })
  const { keep, append } = stream.push('a')
  const growing = new HighlightStream<Uint8Array>('c')
  const more: Uint8Array = growing.push(bytes).append
  // @ts-expect-error: chunks are strings
  stream.push(bytes)
  // @ts-expect-error: a stream has output
  new HighlightStream('c', { output: 'spans' })
  // @ts-expect-error: no such engine
  highlight('a', 'c', { engine: 'oniguruma' })
  return text + classes.join() + report.reason + append.slice(keep) + more.length + highlightEngine('c')?.engine
}
