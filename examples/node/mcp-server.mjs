// Serves a directory to a model by the Model Context Protocol, over standard input and output:
// npm ci && node mcp-server.mjs [root]

import { readFile } from 'node:fs/promises'

import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

import { Workspace, countTokens, render, truncateToTokens } from '../../napi/index.mjs'

// Lines are cut, and a search that takes longer than 10 seconds returns what it has found and says what it has not
// examined.
const workspace = new Workspace(process.argv[2] ?? '.', { preset: 'agent' })
const CUT = { marker: '[cut at maxTokens]\n', lineBoundary: true }

const path = z.string().describe('Path of a file, relative to the root')
const maxTokens = z.int().min(100).default(4000).describe('Maximum number of tokens in the answer')
const lang = z.string().optional().describe('Language, such as `ts`; by default that of each file')
const scope = {
  path: z.string().default('.').describe('Directory to search, relative to the root'),
  glob: z.array(z.string()).optional().describe('Globs of files to search, such as `*.ts`; a leading `!` excludes'),
}
const pages = {
  limit: z.int().min(1).max(1000).default(200).describe('Maximum number of results'),
  after: z.string().optional().describe('The "next cursor" of an earlier answer to the same call'),
  offset: z.int().min(0).default(0).describe('The "next offset" of an earlier answer to the same call and cursor'),
  maxTokens,
}
const preview = z.string().optional().describe('Token of a preview; applies exactly its changes')

/** Returns a page of results as text; its last line has the cursor of the next page. */
const page = (found, { offset }, maxTokens) => render(found, { maxTokens, offset }).text

/** Returns source code that fits; the file of a result without it was skipped. */
const code = ({ text, version, report }, maxTokens) => {
  if (version === undefined) throw new Error(`the file was skipped: ${report.skipped[0].reason}`)
  return truncateToTokens(text, maxTokens, CUT).text
}

/** Returns the diff of an edit and, if it is a preview, its token. */
const diff = (edit, maxTokens) =>
  render(edit, { maxTokens }).text + (edit.applied ? 'applied\n' : `preview: ${edit.preview}\n`)

serveStdio(() => {
  const server = new McpServer({ name: 'ransack', version: '0.1.0' })

  /** Registers a tool that answers with a text. An exception becomes an answer with its message. */
  const tool = (name, description, fields, answer, annotations = { readOnlyHint: true }) =>
    server.registerTool(
      name,
      { description, inputSchema: z.strictObject(fields), annotations },
      async ({ maxTokens, ...options }, { mcpReq: { signal } }) => ({
        content: [{ type: 'text', text: await answer({ ...options, signal }, maxTokens) }],
      }),
    )

  tool(
    'search',
    'Searches files for lines that match a regular expression',
    {
      pattern: z.string().describe('Regular expression'),
      ...scope,
      ignoreCase: z.boolean().default(false).describe('Whether to ignore letter case'),
      context: z.int().min(0).max(20).default(0).describe('Number of lines before and after each match'),
      ...pages,
    },
    async (options, maxTokens) =>
      page(await workspace.grep(options), options, maxTokens),
  )

  const sortByMtime = z.boolean().default(false).describe('Whether the newest come first')
  tool(
    'find',
    'Finds files and directories whose paths match a glob',
    { pattern: z.string().describe('Glob, such as `src/**/*.ts`'), path: scope.path, sortByMtime, ...pages },
    async (options, maxTokens) => page(await workspace.glob(options), options, maxTokens),
  )

  tool(
    'find_fuzzy',
    'Finds files and directories by letters of their paths, best first',
    { query: z.string().describe('Letters of the path, in order'), ...scope, ...pages },
    async (options, maxTokens) => page(await workspace.fuzzyFind(options), options, maxTokens),
  )

  tool(
    'tree',
    'Lists a directory',
    { path: scope.path, maxDepth: z.int().min(1).default(2).describe('Number of levels'), ...pages },
    async (options, maxTokens) =>
      page(await workspace.glob({ ...options, pattern: '**' }), options, maxTokens),
  )

  tool('outline', 'Lists the definitions in a file', { path, maxTokens }, async (options, maxTokens) =>
    page(await workspace.outline(options), options, maxTokens),
  )

  tool(
    'definition',
    'Returns the source code of a definition',
    { path, name: z.string().describe('Name, such as `Server.start` or `start`'), maxTokens },
    async (options, maxTokens) => code(await workspace.definition({ ...options, layout: 'lines' }), maxTokens),
  )

  tool(
    'skeleton',
    'Returns a file without the bodies of its functions, and without further details if it does not fit',
    { path, names: z.array(z.string()).optional().describe('Names of definitions to keep in full'), maxTokens },
    async (options, maxTokens) => code(await workspace.skeleton({ ...options, maxTokens }), maxTokens),
  )

  tool(
    'read',
    'Returns the text of a file',
    { path, firstLine: z.int().min(1).default(1).describe('1-based number of the first line'), maxTokens },
    async ({ path, firstLine, signal }, maxTokens) => {
      const lines = (await readFile(workspace.resolve(path), { encoding: 'utf8', signal })).split('\n')
      return truncateToTokens(lines.slice(firstLine - 1).join('\n'), maxTokens, CUT).text
    },
  )

  tool(
    'count_tokens',
    'Counts the tokens of a file',
    { path, encoding: z.string().optional().describe('Encoding or model, such as `gpt-4o`') },
    async ({ path, encoding }) => `${countTokens(await readFile(workspace.resolve(path), 'utf8'), encoding)}\n`,
  )

  tool(
    'ast_search',
    'Finds code that matches a syntax pattern, whatever its layout',
    { pattern: z.string().describe('Code with `$A` for a node and `$$$A` for any number'), lang, ...scope, ...pages },
    async (options, maxTokens) => page(await workspace.astGrep(options), options, maxTokens),
  )

  const rewrites = z.record(z.string(), z.string()).describe('Replacement of each pattern')
  tool(
    'ast_rewrite',
    'Replaces code that matches syntax patterns: a preview, or, with its token, the changes themselves',
    { rewrites, lang, ...scope, preview, maxTokens },
    async (options, maxTokens) => diff(await workspace.astEdit({ ...options, dryRun: !options.preview }), maxTokens),
    { destructiveHint: true },
  )

  const edit = z.strictObject({
    name: z.string().describe('Name of the definition'),
    action: z.enum(['replace', 'rename', 'insert', 'remove', 'move']),
    part: z.enum(['whole', 'doc', 'attributes', 'signature', 'body', 'value']).optional().describe('Part to replace'),
    text: z.string().optional().describe('New code or name'),
    place: z.enum(['before', 'after', 'firstMember', 'lastMember']).optional().describe('Place of an insert or move'),
    target: z.string().optional().describe('Definition at the place of a move'),
  })
  tool(
    'edit',
    'Changes definitions by name: a preview, or, with its token, the changes themselves',
    { path, edits: z.array(edit), preview, maxTokens },
    async (options, maxTokens) =>
      diff(await workspace.editDefinition({ ...options, dryRun: !options.preview }), maxTokens),
    { destructiveHint: true },
  )

  return server
})
