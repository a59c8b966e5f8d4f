// Declarations of js/; the build puts this file before the declarations that it generates from Rust.

export * from './js/error.js'
export * from './js/grep.js'
export * from './js/glob.js'
export * from './js/fuzzy.js'
export * from './js/ast.js'
export * from './js/edit.js'
export * from './js/syntax.js'
export * from './js/workspace.js'
export * from './js/search.js'
export * from './js/text.js'
export * from './js/tokens.js'
export * from './js/highlight.js'
