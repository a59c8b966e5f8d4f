'use strict'

const native = require('./internal/native.js')
const { call } = require('./internal/failure.js')
const { count, readValue } = require('./internal/options.js')

module.exports = {
  poolStats: () => call(native.poolStats),
  setThreads: (threads) => call(native.setThreads, readValue(count, 'threads', threads)),
  threads: () => call(native.threads),
}
