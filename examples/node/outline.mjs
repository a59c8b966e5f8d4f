// Lists the definitions of the files below a root, indented by their depth:
// node outline.mjs [root]

import { outlineStream } from '../../napi/index.mjs'

const [path = '.'] = process.argv.slice(2)

function print(items, indent) {
  for (const { kind, signature, nameRange, children } of items) {
    console.log(`${indent}${nameRange.startLine}: ${kind} ${signature}`)
    print(children, `${indent}  `)
  }
}

const stream = outlineStream({ path, timeoutMs: 60_000 })
for await (const batch of stream) {
  for (const { path, items } of batch) {
    if (items.length > 0) console.log(path)
    print(items, '  ')
  }
}
const { skipped } = await stream.report
for (const { reason, count } of skipped) console.error(`${reason}: ${count} files`)
