'use strict'

const native = require('./internal/native.js')
const { Batch, FILE_TYPE_NAMES, small } = require('./internal/batch.js')
const { declared } = require('./internal/declared.js')
const { answering } = require('./internal/files.js')
const { withoutCounts } = require('./internal/result.js')

// Same as `Flags` in src/tree.rs, which documents the layout.
const ROOT = 1
const SIZE = 2
const LINES = 4
const TOKENS = 8
const SYMBOLS = 16
const COLLAPSED = 32

/** Batch of nodes, each with its depth. */
class NodeBatch extends Batch {
  next() {
    const { numbers } = this
    const flags = numbers[this.n++]
    const kind = FILE_TYPE_NAMES[numbers[this.n++] | 0]
    const depth = small(numbers[this.n++])
    const files = small(numbers[this.n++])
    const dirs = small(numbers[this.n++])
    const path = this.cut(numbers[this.n++] | 0)
    const node = { name: depth === 0 ? path : path.slice(path.lastIndexOf('/') + 1), path, kind }
    if (flags & ROOT) node.root = small(numbers[this.n++])
    if (flags & SIZE) node.size = small(numbers[this.n++])
    if (flags & LINES) node.lines = small(numbers[this.n++])
    if (flags & TOKENS) node.tokens = small(numbers[this.n++])
    if (flags & SYMBOLS) node.symbols = small(numbers[this.n++])
    if (kind === 'dir') {
      node.files = files
      node.dirs = dirs
      if (flags & COLLAPSED) node.collapsed = true
      else node.children = []
    }
    if (this.bytes !== undefined) node.pathBytes = this.raw(numbers[this.n++])
    return { node, depth }
  }
}

function result(items, { text, tokens, report }) {
  const roots = []
  // Entries of the roots, and of the directories down to the last node.
  const lists = [roots]
  for (const { node, depth } of items) {
    lists.length = depth + 1
    lists[depth].push(node)
    lists.push(node.children)
  }
  const tree = { roots, text }
  if (tokens !== undefined) tree.tokens = tokens
  tree.report = withoutCounts(report)
  return tree
}

module.exports = {
  tree: answering('tree', { start: native.tree, Batch: NodeBatch, result, ...declared('TreeOptions') }),
}
