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
  { names: /^(DiffSide|DiffStream|diffLineRuns|diffLines|diffWords|editDiffString|structuredPatchHunks)$/, why: 'the shapes of jsdiff belong to text edits, which the library does not have yet' },
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

const SKIPPED_LINKS = 'a link given as root is searched'
const NULL = 'null stands for an absent option'
const WRONG_NUMBER = 'a number that is not a count is an error'
const BROKEN_GLOB = 'an open bracket in a glob is a literal bracket'
const GLOB_ERROR = 'a glob that can match nothing is an error that says what to write'
const LIMITS = 'a limit ends the search, so the counts cover only what was searched'
const TYPE_ARGUMENTS = 'a call with type arguments is a call'
const RECOVERED = 'code that the parser has completed is not matched'
const PARSE_ERRORS = 'files with syntax errors are named'
const CLOSED = 'a style or link that is open at a cut is closed there, by its own sequence'
const MATCHES = /^value\.(changes|matches|fileChanges|total|files)/
const ENTRIES = /^value\.(matches|entries)/

/**
 * Differences, by the names of the calls and the places in their results; `sometimes` if they depend on the order of
 * threads. The first that fits a difference explains it.
 */
export const DIFFERENCES = [
  // Errors

  { calls: /./, at: /^error\.message$/, why: 'messages are those of the library, except for aborts and timeouts' },
  { calls: /./, at: /^error\.code$/, why: 'every invalid argument has the code InvalidArg, every other error GenericFailure' },
  { calls: /^\w+: fired signal$/, why: 'a signal that has fired ends the call before it begins' },
  { calls: /^grep: null as limit$/, why: NULL },
  { calls: /^grep: (negative limit|fraction as limit)$/, why: WRONG_NUMBER },
  { calls: /^grep: number as signal$/, why: 'a signal must be an AbortSignal' },
  { calls: /^grep: callback that throws$/, why: 'an exception of the callback rejects the call' },

  // Line search

  { calls: /^grep: link to a directory$/, why: SKIPPED_LINKS },
  { calls: /^grep: limit/, at: /^value\.(totalMatches|filesWithMatches|filesSearched)$/, why: LIMITS, sometimes: true },
  { calls: /^grep: glob with an open bracket$/, why: BROKEN_GLOB },
  { calls: /^grep: glob that excludes$/, why: 'a glob with `!` selects the other files' },
  { calls: /^grep: list of globs$/, why: GLOB_ERROR },
  { calls: /^grep: glob that ends in a slash$/, why: 'a glob that ends in a slash selects what is below the directory' },
  { calls: /^grep: extension and glob$/, why: 'next to a glob, a type must be one of the list' },
  { calls: /^grep: type beside a file$/, why: 'a file given as root is searched whatever its type' },
  { calls: /^grep: /, at: /^value\.filesSearched$/, why: 'a binary file is skipped, not searched' },
  { calls: /^search: (end of a line|dot) before CR LF$/, why: 'the CR of CR LF belongs to the line end' },
  { calls: /^search: NUL byte$/, why: 'text in memory is searched even with a NUL byte' },
  { calls: /^search: byte order mark$/, why: 'a byte order mark in memory is a character of the text' },
  { calls: /^search: dollar before braces$/, why: 'a dollar before a literal brace is literal' },
  { calls: /^hasMatch: start of a line$/, why: '`^` stands for the start of any line, as in a search' },

  // Paths

  { calls: /^glob: trailing slash$/, why: 'a pattern that ends in a slash matches directories' },
  { calls: /^glob: (pattern with a dot|below a hidden directory)$/, why: 'a pattern that spells out the dot finds hidden entries' },
  { calls: /^glob: name of a kind$/, why: 'kinds may be given by name' },
  { calls: /^glob: by time/, at: ENTRIES, why: 'a link has the time of its target; times are whole milliseconds' },
  { calls: /^glob: open bracket$/, why: BROKEN_GLOB },
  { calls: /^glob: excluded$/, why: 'a pattern with `!` matches the other paths' },
  { calls: /^glob: (root|above the root|list)$/, why: GLOB_ERROR },
  { calls: /^glob: leading (dot and )?slash$/, why: 'a leading slash or dot stands for the root' },
  { calls: /^listWorkspace: /, at: /^value\.entries\[\d+\]\.mtime$/, why: 'a link has the time of its target; times are whole milliseconds' },
  { calls: /^fuzzyFind: (limit|hidden|part of a name|directory and name)$/, at: /^value\.matches\[\d+\]\.score$/, why: 'scores are those of the library' },
  { calls: /^fuzzyFind: limit of none$/, at: /^value\.totalMatches$/, why: 'the total counts all matches whatever the limit' },
  { calls: /^fuzzyFind: (name of a directory|empty query)$/, why: 'paths are ranked by the library: names first, then shallow and recent paths' },
  { calls: /^fuzzyFind: words$/, why: 'words match in any order' },
  { calls: /^fuzzyFind: typing error$/, why: 'a typing error is tolerated' },

  // Syntax patterns

  { calls: /^astEdit: limit/, at: /^value\.filesSearched$/, why: LIMITS, sometimes: true },
  { calls: /^ast(Grep|Edit): (pattern|metavariables|limit|limit and offset|limit of none|preview|files|empty replacement)$/, at: MATCHES, why: TYPE_ARGUMENTS },
  { calls: /^astGrep: list of nodes$/, at: /metaVariables/, why: 'a list of nodes is the code from the first to the last' },
  { calls: /^ast\w+: open bracket in a glob$/, why: BROKEN_GLOB },
  { calls: /^astGrep: language of some files$/, why: 'a language selects its files; the others are not parsed as something else' },
  { calls: /^astGrep: unknown language$/, why: 'an unknown language is an error' },
  { calls: /^ast\w+: broken pattern$/, why: 'a pattern that cannot be parsed is an error' },
  { calls: /^ast\w+: syntax errors?$/, at: /^value\.parseErrors$/, why: PARSE_ERRORS },
  { calls: /^ast\w+: syntax errors?$/, at: MATCHES, why: RECOVERED },
  { calls: /^astEdit: nested rewrites$/, why: 'rewrites that overlap are an error' },
  { calls: /^astEdit: same replacement$/, why: 'a replacement by the same text is no change' },
  { calls: /^astEdit: glob without a match$/, why: 'a scope without files has an empty result' },
  { calls: /^astEdit: failure at syntax errors$/, why: 'a syntax error makes the call fail, as documented' },

  // Syntax trees

  { calls: /^blockRangeAt: ts, line 3$/, why: 'a node may begin after the first word of the line' },
  { calls: /^enclosingBlockBoundaries: \w+, line 0$/, why: 'a range from line 0 is read as one from line 1' },
  { calls: /^summarizeCode: block comment$/, why: 'comments are kept' },
  { calls: /^summarizeCode: imports$/, why: 'imports are kept' },
  { calls: /^summarizeCode: statement$/, why: 'statements outside definitions are kept' },
  { calls: /^summarizeCode: json$/, why: 'the outermost keys of a data file are kept' },

  // Terminal text

  ...ofLines,
  { calls: /^\w+: (SGR colours|SGR with colons|OSC 8 links|OSC 8 links with parameters) \d+$/, at: /^value\.text/, why: CLOSED },
  { calls: /^(sliceWithWidth|extractSegments): colour$/, at: /\.(text|before)$/, why: CLOSED },
  { calls: /^(sliceWithWidth|extractSegments): wide text, strict$/, why: 'spaces stand for the half of a wide character that is cut off' },
  { calls: /^(sliceWithWidth: tab at|extractSegments: tab$)/, why: 'spaces stand for the part of a tab that is not cut off' },
  { calls: /^visibleWidth: negative tab width$/, why: 'a negative width of tabs counts as one cell' },
  { calls: /^wrapTextWithAnsi: indentation$/, why: 'the indentation of a paragraph is kept' },
  { calls: /^wrapTextWithAnsi: tab (between words|wider than the line)$/, why: 'white space at a line break is dropped' },
  { calls: /^wrapTextWithAnsi: no width$/, why: 'a line has at least one character' },

  // Highlighting and tokens

  { calls: /^highlight(Code|Stream): /i, at: /parts/, why: 'the classes are those of the library: delimiters belong to strings and comments, `=` is an operator' },
  { calls: /^highlightCode: (no|absent) colours$/, why: 'classes without a colour stay plain' },
  { calls: /^supportsLanguage: (jsonc|zig|text|dart)$/, why: 'the library has more languages' },
  { calls: /^supportsLanguage: mermaid$/, why: 'the library has no grammar for Mermaid' },
  { calls: /^countTokens: (Claude\w+|Qwen3|DeepSeekV3|KimiK2|Glm5)$/, why: 'the vocabulary is not built in; the library estimates such counts under another name' },
]
