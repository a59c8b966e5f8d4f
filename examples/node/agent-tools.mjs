// What the tools of coding agents do, each in a few lines. `workspace` is a `Workspace`, opened with
// `{ preset: 'agent' }` so that searches have limits; paths are relative to its root.

import { checkSyntax, countTokens, render, splitByTokens, truncateToTokens } from '../../napi/index.mjs'

/** Searches lines, with files to search, context, and a kind of result: lines, counts or files. */
export const search = (workspace, { pattern, include, context, mode, maxCountPerFile }) =>
  workspace.grep({ pattern, glob: include, context, mode, maxCountPerFile })

/** Searches lines, those of the newest files first. */
export const searchNewest = (workspace, pattern) => workspace.grep({ pattern, sortByMtime: true })

/** Searches lines without those that match another pattern. */
export const searchWithout = (workspace, pattern, exclude) => workspace.grep({ pattern, exclude })

/** Returns a page of lines, and the cursor of the next one. */
export async function searchPage(workspace, pattern, { limit, after }) {
  const { matches, report } = await workspace.grep({ pattern, limit, after })
  return { matches, next: report.next }
}

/** Searches lines for a regular expression or, if it is broken, for its characters. */
export const searchAny = (workspace, pattern) =>
  workspace.grep({ pattern }).catch((error) => {
    if (error.code !== 'ERR_RANSACK_INVALID_PATTERN') throw error
    return workspace.grep({ pattern, literal: true })
  })

/** Lists the files that match a glob, the newest first. */
export const newest = (workspace, pattern) => workspace.glob({ pattern, sortByMtime: true })

/** Lists the files that match a glob, in any case. */
export const findIgnoringCase = (workspace, pattern) => workspace.glob({ pattern, ignoreCase: true })

/** Lists a directory, without what matches the globs `ignore`. */
export const list = (workspace, path, { ignore = [], limit, after }) =>
  workspace.glob({ pattern: '*', path, recursive: false, glob: ignore.map((glob) => `!${glob}`), limit, after })

/** Searches lines of files that neither Git nor another tool ignores. */
export const searchUnignored = (workspace, pattern) =>
  workspace.grep({ pattern, ignoreFiles: ['.geminiignore', '.aiderignore'] })

/** Returns the whole definition around a match of `searchNamed`. */
export const readBlock = (workspace, { path, enclosing }) => workspace.definition({ path, name: enclosing, layout: 'lines' })

/** Searches lines with the name of the definition around each, and the content id of its file. */
export const searchNamed = (workspace, pattern) => workspace.grep({ pattern, enclosing: true, versions: true })

/** Changes definitions of several files, all or none. */
export const edit = (workspace, edits) => workspace.editDefinition({ edits, dryRun: false })

/** Replaces the body of a definition if its file is still what was read. */
export const editUnchanged = (workspace, { path, name, version }, text) =>
  edit(workspace, [{ path, name, action: 'replace', part: 'body', text, ifVersion: version }])

/** Returns the diff of an edit for approval, and the token that applies exactly this edit. */
export async function proposeEdit(workspace, edits) {
  const proposed = await workspace.editDefinition({ edits })
  return { diff: render(proposed).text, preview: proposed.preview }
}

/** Returns the syntax errors of a text before it is written. */
export const syntaxErrors = (text, lang) => checkSyntax(text, lang)

/** Lists the names that the files of a directory define. */
export async function definedNames(workspace, path) {
  const found = []
  for await (const batch of workspace.outlineStream({ path })) {
    for (const { path: file, items } of batch) found.push({ file, names: items.map(({ name }) => name) })
  }
  return found
}

/** Returns the signatures in a directory, in at most so many tokens. */
export async function map(workspace, path, maxTokens) {
  const outlines = []
  for await (const batch of workspace.outlineStream({ path })) outlines.push(...batch)
  return render(outlines, { maxTokens }).text
}

/** Lists the files that a user may mean by some letters of a path. */
export const mention = (workspace, query) => workspace.fuzzyFind({ query, limit: 20 })

/** Finds code by its structure, and rewrites it. */
export const findCode = (workspace, pattern) => workspace.astGrep({ pattern, includeMeta: true })
export const rewriteCode = (workspace, rewrites) => workspace.astEdit({ rewrites, dryRun: false })

/** Returns what changed in the files since the last turn, and the token for the next turn. */
export const changesSince = (workspace, token) => workspace.changes(token)

/** Counts, cuts and splits a text by tokens of a model. */
export const tokens = (text, model) => countTokens(text, model)
export const cut = (text, limit, model) => truncateToTokens(text, limit, { encoding: model, marker: '[cut]\n', lineBoundary: true }).text
export const split = (text, limit, model) => splitByTokens(text, limit, 0, model)
