'use strict'

const native = require('./native.js')
const { SpanningBatch, ofFiles, small } = require('./batch.js')
const { range } = require('./code.js')
const { call } = require('./failure.js')

// Same as `Flags` in src/outline/batch.rs, which documents the layout.
const DOC = 1
const BODY = 2
const ERROR = 4
const VALUE = 8
// Same order as `SkeletonLevel::ALL` and `DefinitionPart::ALL` of the core.
const SKELETON_LEVELS = ['names', 'signatures', 'docs', 'full']
const DEFINITION_PARTS = ['whole', 'doc', 'attributes', 'signature', 'body', 'value', 'summary']
const MINIFIED = 1
const GENERATED = 2

let names

/** Names of the kinds and modifiers of definitions, by number. */
const outlineNames = () => (names ??= call(native.outlineNames))

/** Reader of batches of outlines, definitions and skeletons. */
class StructureBatch extends SpanningBatch {
  constructor(batch, carried) {
    super(batch, carried)
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

  /** Reads a definition without its children. */
  item() {
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
    if (flags & VALUE) item.valueRange = range(this)
    if (flags & ERROR) item.hasError = true
    item.children = []
    return item
  }

  /** Reads the definitions of this batch into the lists of a result. Returns whether all lists are full. */
  isComplete({ lists, missing }) {
    for (;;) {
      while (missing.at(-1) === 0) {
        lists.pop()
        missing.pop()
      }
      if (lists.length === 0) return true
      if (this.done) return false
      missing[missing.length - 1]--
      const item = this.item()
      lists.at(-1).push(item)
      lists.push(item.children)
      missing.push(this.numbers[this.n++])
    }
  }
}

/** Batch of outlines of source texts. */
class TextOutlineBatch extends StructureBatch {
  begin() {
    const { numbers, strings } = this
    const flags = numbers[this.n++]
    const syntaxErrors = small(numbers[this.n++])
    const tooDeep = small(numbers[this.n++])
    const count = numbers[this.n++]
    const result = {
      language: strings[this.s++],
      separator: strings[this.s++],
      version: strings[this.s++],
      items: [],
      syntaxErrors,
      tooDeep,
      isMinified: (flags & MINIFIED) !== 0,
      isGenerated: (flags & GENERATED) !== 0,
    }
    return { result, lists: [result.items], missing: [count] }
  }
}

/** Batch of one definition. */
class DefinitionBatch extends StructureBatch {
  begin() {
    const syntaxErrors = small(this.numbers[this.n++])
    const hasRange = this.numbers[this.n++] !== 0
    const [language, version, text] = [this.strings[this.s++], this.strings[this.s++], this.strings[this.s++]]
    const result = { language, version, text }
    if (hasRange) result.range = range(this)
    const count = this.numbers[this.n++]
    result.parts = Array.from({ length: count }, () => ({ part: DEFINITION_PARTS[this.numbers[this.n++]], range: range(this) }))
    result.item = this.item()
    result.syntaxErrors = syntaxErrors
    return { result, lists: [result.item.children], missing: [this.numbers[this.n++]] }
  }
}

/** Batch of skeletons of source texts. */
class SkeletonBatch extends StructureBatch {
  begin() {
    const level = SKELETON_LEVELS[this.numbers[this.n++]]
    const counts = Array.from({ length: 5 }, () => small(this.numbers[this.n++]))
    const [elided, omitted, tokens, originalTokens, syntaxErrors] = counts
    const [language, version, text] = [this.strings[this.s++], this.strings[this.s++], this.strings[this.s++]]
    const result = { language, version, text, level, elided, omitted, tokens, originalTokens, syntaxErrors }
    return { result, lists: [], missing: [] }
  }
}

/** Batch of outlines of files. */
const OutlineBatch = ofFiles(TextOutlineBatch)

/** Batch of skeletons of files. */
const FileSkeletonBatch = ofFiles(SkeletonBatch)

module.exports = {
  DEFINITION_PARTS,
  DefinitionBatch,
  FileSkeletonBatch,
  OutlineBatch,
  SKELETON_LEVELS,
  SkeletonBatch,
  TextOutlineBatch,
  outlineNames,
}
