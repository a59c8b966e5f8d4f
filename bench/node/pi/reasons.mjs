// Known differences between `ransack/pi` and pi-natives, with their reasons.

import { DIFFERENCES as OF_LINES } from '../lines.mjs'

/** Exports of pi-natives that `ransack/pi` lacks, and why. */
export const NOT_EXPORTED = [
  { names: /^(AudioCapture|AudioPlayback|LiveWebRtcPeer)$/, why: 'audio is outside the library' },
  { names: /^(encodeSixel|decodeSixelToPng|rasterizeSvg|renderSnapcompactPng|snapcompactSupportedChars)$/, why: 'images are outside the library' },
  { names: /^(copyToClipboard|readImageFromClipboard)$/, why: 'the clipboard is outside the library' },
  { names: /^(DesktopSession|MacAppearanceObserver|MacOSAppearance|detectMacOSAppearance|PowerAssertion|deviceCheckGenerateToken|macOS\w+)$/, why: 'the desktop is outside the library' },
  { names: /^(NativeOAuthCallback|FileLock|TtyWriter|execReplace)$/, why: 'services of the operating system are outside the library' },
  { names: /^(Process|ProcessStatus|PtySession|Shell|executeShell|getWorkProfile)$/, why: 'processes and shells are outside the library' },
  { names: /^(Iso\w+|iso[A-Z]\w+)$/, why: 'isolated copies of directories are outside the library' },
  { names: /^(Vcs\w+|vcs[A-Z]\w+)$/, why: 'version control is outside the library' },
  { names: /^(KeyEventType|matchesKey|matchesKittySequence|matchesLegacySequence|parseKey|parseKittySequence)$/, why: 'the library reads no keys' },
  { names: /^(htmlToMarkdown|pdfToMarkdown|notebookToEditableText)$/, why: 'the library converts no documents' },
  { names: /^renderMermaidAscii$/, why: 'the library draws no diagrams', since: '18.2.10' },
  { names: /^(DiffSide|DiffStream|diffLineRuns|diffLines|diffWords|editDiffString|structuredPatchHunks)$/, why: 'the library compares no texts yet' },
  { names: /^(EditSession|EditStore|edit(?!DiffString)[A-Z]\w+|hashline\w+|extractInlineSloppyRegions)$/, why: 'the library has no text edits yet' },
  { names: /^(cosineSimilarityPairs|mmrRerankIndices|vectorIndexTopK)$/, why: 'the library does not rank vectors' },
  { names: /^setHangulCompatJamoWidthOverride$/, why: 'a setting of the whole process; two cells, its default, always apply' },
  { names: /^__\w+$/, why: 'internal function of the loader' },
]

/** Differences that the benchmarks of terminal text know. */
const ofLines = OF_LINES.filter(({ who, kinds }) => (who === undefined || who.includes('pi-natives')) && !kinds.includes('tabs'))
  .map(({ kinds, calls, why }) => {
    const functions = calls === undefined ? '\\w+' : calls.map((call) => call.split(' ')[0]).join('|')
    return { calls: new RegExp(`^(${functions}): (${kinds.join('|')}) \\d+$`), why, sometimes: true }
  })

/**
 * Differences, by the names of the calls and the places in their results; `sometimes` if they depend on the order of
 * threads. The first that fits a difference explains it.
 */
export const DIFFERENCES = [
  ...ofLines,
]
