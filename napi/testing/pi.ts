// Compiled, not run: the types of `ransack/pi`.

import {
  AstMatchStrictness,
  type BlockRange,
  Ellipsis,
  Encoding,
  FileType,
  type GrepMatch,
  GrepOutputMode,
  type GrepResult,
  HighlightStream,
  type NativeError,
  type NodeSpan,
  type SummarySegment,
  astEdit,
  astGrep,
  blockRangeAt,
  countTokens,
  glob,
  grep,
  hasMatch,
  listWorkspace,
  nodeChainAt,
  search,
  summarizeCode,
  truncateToWidth,
  warmHighlighter,
  wrapTextWithAnsi,
} from 'ransack/pi'

const COLORS = {
  comment: '', keyword: '', function: '', variable: '', string: '', number: '', type: '', operator: '', punctuation: '',
}

export async function main(signal: AbortSignal): Promise<boolean> {
  const found: GrepResult = await grep(
    { pattern: 'a', path: '.', mode: GrepOutputMode.Content, signal, maxCount: 5 },
    (error: Error | null, match: GrepMatch) => console.log(error?.message, match.contextBefore?.[0]?.line),
  )
  const { matches } = await glob({ pattern: '*', path: '.', fileType: FileType.File })
  const kind: FileType | undefined = matches[0]?.fileType
  const { agentsMdFiles } = await listWorkspace({ path: '.', maxDepth: 2 })
  const { parseErrors } = await astGrep({ patterns: ['a'], strictness: AstMatchStrictness.Smart })
  const { applied } = await astEdit({ rewrites: { a: 'b' }, path: '.' })
  await warmHighlighter()
  // @ts-expect-error: pi-natives takes no list of types
  await grep({ pattern: 'a', path: '.', type: ['js'] })
  return found.report.complete && found.limitReached === true && kind === 1 && applied && (parseErrors ?? agentsMdFiles).length === 0
}

export const block: BlockRange | null = blockRangeAt({ code: 'a', lang: 'js', line: 1 })
export const chain: NodeSpan[] | null = nodeChainAt({ code: 'a', path: 'a.js', line: 1 })
export const segments: SummarySegment[] = summarizeCode({ code: 'a' }).segments
export const lines: string[] = wrapTextWithAnsi(truncateToWidth('a', 1, Ellipsis.Ascii, null, 3), 5, 3)
export const tokens: number = countTokens(['a'], Encoding.O200kBase)
export const matched: boolean = hasMatch('a', 'a') && search('a', { pattern: 'a' }).limitReached
export const pushed: string = new HighlightStream('js', COLORS).push('a\n')
// @ts-expect-error: the width of tabs is required
export const width: number = truncateToWidth('a', 1, Ellipsis.Ascii, null)

export const codeOf = (error: NativeError): string => (error.code === 'InvalidArg' ? 'wrong argument' : error.cause.message)
