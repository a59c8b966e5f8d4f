// Joins the modules in js/ into one: a process resolves and compiles one file instead of 48. Each
// module is a function that runs once, in the order of their dependencies; the text of the modules stays
// as it is, except for `require` of another module, which becomes the name of its exports.

import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path/posix'

const REQUIRE = /\brequire\('(\.[^']*)'\)/g
const EXPORTS = /^module\.exports = /gm

/** Returns the name of a module's exports in the bundle: `$internal_batch` for js/internal/batch.js. */
export const nameOf = (file) => `$${relative('js', file).replace(/\.js$/, '').replaceAll('/', '_')}`

/** Returns the text of the modules and of those that they require. `root` is the directory of js/. */
export function bundle(root, entries) {
  const done = new Set()
  const parts = []

  function add(file, above) {
    if (done.has(file)) return
    if (above.includes(file)) throw new Error(`modules require each other: ${[...above, file].join(', ')}`)
    const text = readFileSync(join(root, file), 'utf8').replace(/^'use strict'\n+/, '')
    if (text.match(EXPORTS)?.length !== 1) throw new Error(`${file} must have one line that begins with \`module.exports = \``)
    const body = text
      .replace(REQUIRE, (_, path) => {
        const required = join(dirname(file), path)
        // Addons stay files; their paths begin at the bundle.
        if (!required.endsWith('.js')) return `require('./${required}')`
        add(required, [...above, file])
        return nameOf(required)
      })
      .replace(EXPORTS, 'return ')
    done.add(file)
    parts.push(`// ${file}\nconst ${nameOf(file)} = (function () {\n${body}})()\n`)
  }

  for (const file of entries) add(file, [])
  return parts.join('\n')
}
