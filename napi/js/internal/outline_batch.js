'use strict'

const native = require('./native.js')
const { Batch, small } = require('./batch.js')
const { range } = require('./code.js')
const { call } = require('./failure.js')

// Same as `Flags` in src/outline.rs, which documents the layout.
const DOC = 1
const BODY = 2
const ERROR = 4
const MINIFIED = 1
const GENERATED = 2
const ROOT = 4

let names

/** Names of the kinds and modifiers of definitions, by number. */
const outlineNames = () => (names ??= call(native.outlineNames))

/** Reader of batches of outlines, definitions and skeletons. */
class StructureBatch extends Batch {
  constructor(batch) {
    super(batch)
    const { kinds, modifiers } = outlineNames()
    this.kinds = kinds
    this.modifierNames = modifiers
  }

  modifiers(bits) {
    const names = []
    for (let n = 0; bits !== 0; n++, bits >>>= 1) {
      if (bits & 1) names.push(this.modifierNames[n])
    }
    return names
  }

  /** Reads a definition without its children, and their number. */
  head() {
    const { numbers, strings } = this
    const kind = this.kinds[numbers[this.n++]]
    const modifiers = this.modifiers(numbers[this.n++])
    const flags = numbers[this.n++]
    const item = { kind, name: strings[this.s++], qualifiedName: strings[this.s++], signature: strings[this.s++] }
    if (flags & DOC) item.doc = strings[this.s++]
    item.modifiers = modifiers
    item.range = range(this)
    item.nameRange = range(this)
    if (flags & BODY) item.bodyRange = range(this)
    if (flags & ERROR) item.hasError = true
    item.children = []
    return item
  }

  /** Reads a definition with those inside it; at most 100 levels. */
  item() {
    const item = this.head()
    this.itemsInto(item.children, this.numbers[this.n++])
    return item
  }

  itemsInto(items, count) {
    for (; count > 0; count--) items.push(this.item())
  }

  /** Reads the outline of a text. */
  outline(result) {
    const { numbers } = this
    const flags = numbers[this.n++]
    if (flags & ROOT) result.root = small(numbers[this.n++])
    const syntaxErrors = small(numbers[this.n++])
    const tooDeep = small(numbers[this.n++])
    const count = numbers[this.n++]
    result.language = this.strings[this.s++]
    result.separator = this.strings[this.s++]
    result.items = []
    this.itemsInto(result.items, count)
    return Object.assign(result, {
      syntaxErrors,
      tooDeep,
      isMinified: (flags & MINIFIED) !== 0,
      isGenerated: (flags & GENERATED) !== 0,
    })
  }
}

/** Batch of the outlines of files. */
class OutlineBatch extends StructureBatch {
  next() {
    const result = { path: this.strings[this.s++] }
    if (this.bytes !== undefined) result.pathBytes = this.raw(this.numbers[this.n++])
    return this.outline(result)
  }
}

/** Batch of one outline of a text. */
class TextOutlineBatch extends StructureBatch {
  next() {
    return this.outline({})
  }
}

/** Batch of one definition. */
class DefinitionBatch extends StructureBatch {
  next() {
    const syntaxErrors = small(this.numbers[this.n++])
    const hasRange = this.numbers[this.n++] !== 0
    const result = { language: this.strings[this.s++], text: this.strings[this.s++] }
    if (hasRange) result.range = range(this)
    result.item = this.item()
    result.syntaxErrors = syntaxErrors
    return result
  }
}

/** Batch of one skeleton. */
class SkeletonBatch extends StructureBatch {
  next() {
    const [elided, tokens, originalTokens, syntaxErrors] = Array.from({ length: 4 }, () => small(this.numbers[this.n++]))
    const language = this.strings[this.s++]
    return { language, text: this.strings[this.s++], elided, tokens, originalTokens, syntaxErrors }
  }
}

module.exports = { DefinitionBatch, OutlineBatch, SkeletonBatch, TextOutlineBatch, outlineNames }
