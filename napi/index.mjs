import ransack from './index.js'

export const {
  RansackError,
  RansackOptionError,
  fileTypes,
  grep,
  grepStream,
  hasMatch,
  search,
  setThreads,
  threads,
} = ransack

export default ransack
