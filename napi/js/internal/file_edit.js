'use strict'

// Reads the edits of `edit` and `editText`. The fields of an edit select its form.

const { RansackOptionError } = require('../error.js')
const { alternatives } = require('./describe.js')
const { UNFIT, bool, count, isObject, path, readOptions, reader, string, table } = require('./options.js')

const anchor = reader('a line number or a quoted text', (value) =>
  typeof value === 'string' ? value : count.read(value),
)
const ends = ['start', 'end']
const end = reader(alternatives(ends), (value) => (ends.includes(value) ? value : UNFIT))
const yes = reader('true', (value) => (value === true ? value : UNFIT))

/** Fields that select the form of an edit: each with the fields that it requires, and those that it allows. */
const FORMS = {
  oldText: [['newText'], ['expectedCount', 'all']],
  from: [['newText'], ['to']],
  before: [['newText'], []],
  after: [['newText'], []],
  at: [['newText'], []],
  create: [[], ['executable']],
  delete: [[], []],
  renameTo: [[], []],
}
const FORM_NAMES = Object.keys(FORMS)

const TEXT_FIELDS = {
  oldText: string,
  newText: string,
  expectedCount: count,
  all: bool,
  from: count,
  to: count,
  before: anchor,
  after: anchor,
  at: end,
}
const FILE_FIELDS = { path, ...TEXT_FIELDS, create: string, executable: bool, delete: yes, renameTo: path }

/** Returns the field that selects the form of an edit, and checks the others. */
function formOf(edit, names, name) {
  const [form, second] = names.filter((each) => each in edit)
  if (form === undefined) {
    throw new RansackOptionError(`\`${name}\` must have one of ${names.map((each) => `\`${each}\``).join(', ')}`)
  }
  if (second !== undefined) throw new RansackOptionError(`\`${second}\` cannot be combined with \`${form}\``)
  const [required, allowed] = FORMS[form]
  for (const field in edit) {
    const isKnown = field === form || field === 'path' || field === 'ifVersion' || required.includes(field) || allowed.includes(field)
    if (!isKnown) throw new RansackOptionError(`\`${field}\` cannot be combined with \`${form}\``)
  }
  for (const field of required) {
    if (!(field in edit)) throw new RansackOptionError(`\`${field}\` must be given with \`${form}\``)
  }
  if (edit.all === true && 'expectedCount' in edit) {
    throw new RansackOptionError('`expectedCount` cannot be combined with `all`')
  }
  return form
}

/** Returns the name of the form for native code, the quoted text, the new text, and two numbers. */
function partsOf(form, edit) {
  const { newText } = edit
  const anchor = edit[form]
  switch (form) {
    case 'oldText':
      return [edit.all ? 'all' : 'replace', anchor, newText, edit.expectedCount]
    case 'from':
      return ['lines', undefined, newText, anchor, edit.to]
    case 'before':
    case 'after':
      return typeof anchor === 'string' ? [form, anchor, newText] : [`${form}Line`, undefined, newText, anchor]
    case 'at':
      return [anchor, undefined, newText]
    case 'create':
      return ['create', undefined, anchor]
    default:
      return [form === 'delete' ? 'delete' : 'rename']
  }
}

/** Creates a reader of edits, which native code takes as lists of fields. `names` are the fields that select a form. */
function editReader(fields, names) {
  const read = (value, name, sofar) => {
    if (!isObject(value)) return UNFIT
    const edit = readOptions(fields, value, name)
    if (fields.names.has('path') && edit.path === undefined && sofar.path === undefined) {
      throw new RansackOptionError('`path` must be given, or `path` for the call')
    }
    const [form, quoted, text, first, last] = partsOf(formOf(edit, names, name), edit)
    return [form, edit.path, quoted, text, first, last, edit.renameTo, edit.executable, edit.ifVersion]
  }
  return reader('an object', read, 'objects')
}

/** Reader of edits of a text. */
const TEXT_EDIT = editReader(table(TEXT_FIELDS), FORM_NAMES.filter((name) => name in TEXT_FIELDS))

/** Creates the reader of edits of files; `version` is the reader of a content id. */
const fileEdit = (version) => editReader(table({ ...FILE_FIELDS, ifVersion: version }), FORM_NAMES)

module.exports = { TEXT_EDIT, fileEdit }
