// Fits files into a token budget: node tokens.mjs <budget> <model> <file>...

import { readFile } from 'node:fs/promises'

import { TokenCounter, countTokensEachAsync, encodingForModel, truncateToTokens } from '../../napi/index.mjs'

const [budget, model, ...files] = process.argv.slice(2)
const encoding = encodingForModel(model)
const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
const counts = await countTokensEachAsync(texts, { encoding, timeoutMs: 10_000 })

const counter = new TokenCounter(encoding)
for (const [i, text] of texts.entries()) {
  const before = counter.total
  if (counter.push(text) <= Number(budget)) {
    console.log(`${files[i]}: ${counts[i]} tokens`)
    continue
  }
  counter.pop()
  const { dropped, tokens, text: kept } = truncateToTokens(text, Number(budget) - before, { encoding, from: 'middle' })
  counter.push(kept)
  console.log(`${files[i]}: ${tokens} of ${counts[i]} tokens, without [${dropped.start}, ${dropped.end})`)
}
console.log(`${counter.total} tokens in all`)
