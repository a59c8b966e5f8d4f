'use strict'

// Suggests the option that a caller probably meant by an unknown name.

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

/**
 * Returns the number of insertions, deletions, replacements and swaps of adjacent characters that turn one text
 * into the other.
 */
function distance(a, b) {
  let beforeLast = []
  let last = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      row[j] = Math.min(row[j - 1] + 1, last[j] + 1, last[j - 1] + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], beforeLast[j - 2] + 1)
      }
    }
    beforeLast = last
    last = row
  }
  return last[b.length]
}

/** Maximum length of an unknown name to compare; longer names are not typing errors. */
const MAX_NAME = 40

const plain = (name) => name.toLowerCase().replace(/[-_]/g, '')

/** Returns the name in `names` that is most similar to `given`, or undefined if none is similar. */
function nearest(given, names) {
  if (given.length > MAX_NAME) return undefined
  const wanted = plain(given)
  const known = Array.from(names)
  const same = known.find((name) => plain(name) === wanted)
  if (same !== undefined) return same
  for (const group of SYNONYMS) {
    if (!group.some((name) => plain(name) === wanted)) continue
    const meant = group.find((name) => names.has(name))
    if (meant !== undefined) return meant
  }
  const ranked = known.map((name) => [distance(wanted, plain(name)), name]).sort(([a], [b]) => a - b)
  const [least, name] = ranked[0] ?? [Infinity]
  if (least <= Math.max(1, Math.floor(wanted.length / 3))) return name
  return wanted.length < 3 ? undefined : known.find((name) => plain(name).startsWith(wanted))
}

module.exports = { nearest }
