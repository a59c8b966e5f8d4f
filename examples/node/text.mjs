// Shows a file in a frame, wrapped to its width: node text.mjs <file> [width]

import { readFileSync } from 'node:fs'

import { padToWidth, sanitizeText, truncateToWidth, visibleWidth, wrapTextWithAnsi } from '../../napi/index.mjs'

const [file, columns = '40'] = process.argv.slice(2)
const width = Number(columns) - 4

const title = truncateToWidth(file, width, { cutAt: 'middle' })
// Tabs are expanded, because the frame moves the tab stops of the terminal.
const text = sanitizeText(readFileSync(file, 'utf8').trimEnd()).replaceAll('\t', '    ')
const lines = wrapTextWithAnsi(text, width)

console.log(`┌ ${title} ${'─'.repeat(width - visibleWidth(title))}┐`)
for (const line of padToWidth(lines, width)) console.log(`│ ${line} │`)
console.log(`└${'─'.repeat(width + 2)}┘`)
