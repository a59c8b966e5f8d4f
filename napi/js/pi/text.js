'use strict'

// Terminal text: `visibleWidth`, `truncateToWidth`, `sliceWithWidth`, `wrapTextWithAnsi`, `extractSegments`.

const ransack = require('../../entry.js')
const { callSync } = require('./internal/shape.js')

/** Returns the text options for a tab width: every tab has this width, from 1 to 16 cells, wherever it stands. */
const tabs = (tabWidth) => ({ tabWidth: Math.min(Math.max(tabWidth, 1), 16), fixedTabs: true })

const visibleWidth = (text, tabWidth) => callSync(() => ransack.visibleWidth(text, tabs(tabWidth)))

const truncateToWidth = (text, maxWidth, ellipsisKind, pad, tabWidth) =>
  callSync(() => ransack.truncateToWidth(text, maxWidth, { ellipsis: ellipsisKind, pad, ...tabs(tabWidth) }))

const sliceWithWidth = (line, startCol, length, strict, tabWidth) =>
  callSync(() => ransack.sliceWithWidth(line, startCol, length, { strict, ...tabs(tabWidth) }))

const wrapTextWithAnsi = (text, width, tabWidth) => callSync(() => ransack.wrapTextWithAnsi(text, width, tabs(tabWidth)))

const extractSegments = (line, beforeEnd, afterStart, afterLen, strictAfter, tabWidth) =>
  callSync(() => ransack.extractSegments(line, beforeEnd, afterStart, afterLen, { strictAfter, ...tabs(tabWidth) }))

module.exports = { extractSegments, sliceWithWidth, truncateToWidth, visibleWidth, wrapTextWithAnsi }
