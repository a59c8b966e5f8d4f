'use strict'

// Suggests the option that a caller probably meant by an unknown name.

const native = require('./native.js')

/** Names in other tools and in other calls of this package, each with the equivalent names. */
const SYNONYMS = [
  ['limit', 'maxResults', 'maxCount', 'max', 'maxMatches', 'count', 'head'],
  ['timeoutMs', 'timeout', 'deadline', 'timeLimit'],
  ['signal', 'abortSignal', 'abort'],
  ['path', 'cwd', 'dir', 'directory', 'root', 'file'],
  ['paths', 'roots', 'files', 'dirs'],
  ['ignoreCase', 'caseInsensitive', 'insensitive', 'nocase', 'i'],
  ['pattern', 'regex', 'regexp', 'query', 'search'],
  ['glob', 'include', 'exclude', 'ignore'],
  ['ignoreFiles', 'ignoreFile', 'ignoreFileNames', 'customIgnore'],
  ['maxDepth', 'depth', 'deep'],
  ['hidden', 'dot', 'dotfiles'],
  ['literal', 'fixedStrings', 'fixed'],
  ['invert', 'invertMatch'],
  ['word', 'wholeWord', 'wordRegexp'],
  ['followSymlinks', 'follow', 'followSymbolicLinks'],
  ['source', 'code', 'content', 'text'],
  ['lang', 'language'],
  ['contextBefore', 'before', 'beforeContext'],
  ['contextAfter', 'after', 'afterContext'],
  ['dirs', 'directories', 'includeDirectories'],
]

const plain = (name) => name.toLowerCase().replace(/[-_]/g, '')

/** Returns the name in `names` that is most similar to `given`, or undefined if none is similar. */
function nearest(given, names) {
  const wanted = plain(given)
  const known = Array.from(names)
  const same = known.find((name) => plain(name) === wanted)
  if (same !== undefined) return same
  for (const group of SYNONYMS) {
    if (!group.some((name) => plain(name) === wanted)) continue
    const meant = group.find((name) => names.has(name))
    if (meant !== undefined) return meant
  }
  return native.nearestName(given, known) ?? undefined
}

module.exports = { nearest }
