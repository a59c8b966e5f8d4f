'use strict'

// Changes of files in the form of `WorkspaceEdit` in the Language Server Protocol.

/** Returns the text edits of a file as `TextDocumentEdit`. */
const documentEdit = ({ uri, bufferVersion: version = null, textEdits }) => ({ textDocument: { uri, version }, edits: textEdits })

/**
 * Returns renames in an order in which each new URI is free. A cycle begins with a rename of one file to a temporary
 * name.
 */
function inOrder(renames) {
  const left = renames.map(({ uri: oldUri, newUri }) => ({ kind: 'rename', oldUri, newUri }))
  const ordered = []
  while (left.length > 0) {
    const occupied = new Set(left.map(({ oldUri }) => oldUri))
    const free = left.findIndex(({ newUri }) => !occupied.has(newUri))
    if (free >= 0) {
      ordered.push(...left.splice(free, 1))
    } else {
      const [first] = left
      const newUri = `${first.oldUri}.ransack-renamed`
      ordered.push({ ...first, newUri })
      first.oldUri = newUri
    }
  }
  return ordered
}

/**
 * Returns the changes of files as a list that an editor applies in order: texts first, under the old names, then
 * deletions, renames and creations with their texts.
 */
function documentChanges(files) {
  const ofKind = (kind) => files.filter((file) => file.kind === kind)
  const withText = (file) => file.textEdits.length > 0
  const edited = files.filter((file) => file.kind !== 'create' && withText(file))
  return [
    ...edited.map(documentEdit),
    ...ofKind('delete').map(({ uri }) => ({ kind: 'delete', uri })),
    ...inOrder(ofKind('rename')),
    ...ofKind('create').flatMap((file) => [{ kind: 'create', uri: file.uri }, ...[file].filter(withText).map(documentEdit)]),
  ]
}

module.exports = { documentChanges, documentEdit }
