'use strict'

const ransack = require('../../../entry.js')

let languages

/** Returns the name of the language with this name, alias or file name extension, or undefined. */
function languageNamed(name) {
  if (languages === undefined) {
    languages = new Map()
    const all = ransack.astLanguages()
    const add = (namesOf) => {
      for (const language of all) for (const each of namesOf(language)) if (!languages.has(each)) languages.set(each, language.name)
    }
    add((language) => [language.name])
    add((language) => language.aliases)
    add((language) => language.extensions)
  }
  return languages.get(name.toLowerCase())
}

module.exports = { languageNamed }
