'use strict'

const native = require('./internal/native.js')
const { call } = require('./internal/failure.js')

module.exports = {
  poolStats: () => call(native.poolStats),
  setThreads: (threads) => call(native.setThreads, threads),
  threads: () => call(native.threads),
}
