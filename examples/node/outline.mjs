// Lists the definitions of the files below a root, indented by their depth:
// node outline.mjs [root]

import { outlineStream, render } from '../../napi/index.mjs'

const [path = '.'] = process.argv.slice(2)

const outlines = []
const stream = outlineStream({ path, timeoutMs: 60_000 })
for await (const batch of stream) outlines.push(...batch)
process.stdout.write(render(outlines, { color: process.stdout.isTTY }).text)

const { skipped } = await stream.report
for (const { reason, count } of skipped) console.error(`${reason}: ${count} files`)
