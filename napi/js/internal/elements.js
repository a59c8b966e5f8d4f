'use strict'

// Names of list elements in the messages of native code, which takes an option for one value and the option for
// further values as one list, and omits the index if the list has one element.

/** Options that are one list in native code, by the list's name in messages. */
const JOINED = {
  patterns: { first: 'pattern', further: 'patterns' },
  paths: { first: 'path', further: 'paths' },
  roots: { first: 'path', further: 'paths' },
}

/** Lists that may contain the text of an error's `pattern`, by the error's code. */
const LISTS = {
  ERR_RANSACK_INVALID_GLOB: ['patterns', 'glob'],
  ERR_RANSACK_INVALID_OPTION: ['allowedSpecial'],
  ERR_RANSACK_INVALID_PATTERN: ['patterns'],
  ERR_RANSACK_UNKNOWN_NAME: ['names'],
  ERR_RANSACK_UNKNOWN_TYPE: ['type', 'typeNot'],
}

const NAMES = new Set([...Object.values(JOINED).flatMap(Object.values), ...Object.values(LISTS).flat()])

/** Returns the options that messages about list elements depend on. */
function listsIn(options) {
  const lists = { __proto__: null }
  for (const name of NAMES) if (options[name] !== undefined) lists[name] = options[name]
  return lists
}

/** Replaces the native name of an element at the start of a message with the caller's. */
function renameElement(message, lists) {
  return message.replace(/^`(patterns|paths|roots)\[(\d+)\]`(?=: )/, (element, list, index) => {
    const { first, further } = JOINED[list]
    if (lists[first] === undefined) return `\`${further}[${index}]\``
    return index === '0' ? `\`${first}\`` : `\`${further}[${index - 1}]\``
  })
}

/** Returns the message of a failure, which names the element that the failure is about. */
function messageOf({ code, message, pattern }, lists) {
  if (/^`\w+\[\d+\][^`]*`: /.test(message)) return renameElement(message, lists)
  for (const name of LISTS[code] ?? []) {
    // A message about an empty pattern does not quote it.
    const index = Array.isArray(lists[name]) ? lists[name].indexOf(pattern ?? '') : -1
    if (index >= 0) return `\`${name}[${index}]\`: ${message}`
  }
  return message
}

module.exports = { listsIn, messageOf, renameElement }
