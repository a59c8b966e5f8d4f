// Joins the modules in js/ into the files that the package loads. The text of the modules stays as it
// is, except for `require` of another module, which becomes a call that returns its exports. Each module
// is a function that runs once, when it is first needed.

import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path/posix'
import { fileURLToPath } from 'node:url'

const REQUIRE = /\brequire\('(\.[^']*)'\)/g
const EXPORTS = /^module\.exports = /gm

/** Returns the name of the function that returns a module's exports: `$internal_batch` for js/internal/batch.js. */
export const nameOf = (file) => `$${relative('js', file).replace(/\.js$/, '').replaceAll('/', '_')}`

/**
 * Returns the text of the modules and of those that they require, in the order of their dependencies, as an
 * array of `file` and `text`. `root` is the directory of js/. Leaves out the modules `known`.
 */
export function bundle(root, entries, known = []) {
  const done = new Set(known)
  const modules = []

  function add(file, above) {
    if (done.has(file)) return
    if (above.includes(file)) throw new Error(`modules require each other: ${[...above, file].join(', ')}`)
    const text = readFileSync(join(root, file), 'utf8').replace(/^'use strict'\n+/, '')
    if (text.match(EXPORTS)?.length !== 1) throw new Error(`${file} must have one line that begins with \`module.exports = \``)
    const body = text
      .replace(REQUIRE, (_, path) => {
        const required = join(dirname(file), path)
        // Addons and entry files stay files; their paths begin at the bundle.
        if (!required.startsWith('js/')) return `require('./${required}')`
        add(required, [...above, file])
        return `${nameOf(required)}()`
      })
      .replace(EXPORTS, 'return ')
    done.add(file)
    modules.push({ file, text: `// ${file}\nconst ${nameOf(file)} = once(() => {\n${body}})\n` })
  }

  for (const file of entries) add(file, [])
  return modules
}

/** Returns the names that a module exports: one name, with or without a value, per line; or names in one line. */
export function namesOf(file) {
  const text = readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')
  const exported = /^module\.exports = \{(.*?)\}$/ms.exec(text)?.[1]
  const names = exported?.startsWith('\n')
    ? exported.trimEnd().slice(1).split('\n').map((line) => /^  (\w+)\b/.exec(line)?.[1])
    : exported?.split(',').map((name) => /^ *(\w+) *$/.exec(name)?.[1])
  if (!names?.every(Boolean)) throw new Error(`${file} must end with \`module.exports = { ... }\`, one name per line`)
  return names
}
