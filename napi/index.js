'use strict'

const native = require('./js/native.js')
const { RansackError, RansackOptionError, call } = require('./js/error.js')
const { grep } = require('./js/grep.js')
const { hasMatch, search } = require('./js/search.js')
const { grepStream } = require('./js/stream.js')

module.exports = {
  RansackError,
  RansackOptionError,
  fileTypes: () => call(native.fileTypes),
  grep,
  grepStream,
  hasMatch,
  search,
  setThreads: (threads) => call(native.setThreads, threads),
  threads: () => call(native.threads),
}
