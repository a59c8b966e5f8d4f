'use strict'

// Enumerations of pi-natives as objects at run time, with every member: a member that ransack cannot serve is refused
// by the call that it is passed to, whereas `undefined` would select a default.

const AstMatchStrictness = Object.freeze({
  Cst: 'cst',
  Smart: 'smart',
  Ast: 'ast',
  Relaxed: 'relaxed',
  Signature: 'signature',
  Template: 'template',
})

const Ellipsis = Object.freeze({ Unicode: 0, Ascii: 1, Omit: 2 })

const Encoding = Object.freeze({
  O200kBase: 'O200kBase',
  Cl100kBase: 'Cl100kBase',
  ClaudeV3: 'ClaudeV3',
  ClaudeV47: 'ClaudeV47',
  ClaudeV5: 'ClaudeV5',
  ClaudeV5Sonnet: 'ClaudeV5Sonnet',
  Qwen3: 'Qwen3',
  DeepSeekV3: 'DeepSeekV3',
  KimiK2: 'KimiK2',
  Glm5: 'Glm5',
})

const FileType = Object.freeze({ File: 1, Dir: 2, Symlink: 3 })

const GrepOutputMode = Object.freeze({ Content: 'content', Count: 'count', FilesWithMatches: 'filesWithMatches' })

module.exports = { AstMatchStrictness, Ellipsis, Encoding, FileType, GrepOutputMode }
