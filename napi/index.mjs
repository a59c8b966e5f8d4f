import ransack from './index.js'

export const {
  FileType,
  RansackError,
  RansackOptionError,
  escapeGlob,
  fileTypes,
  fuzzyFind,
  fuzzyMatch,
  glob,
  globStream,
  grep,
  grepStream,
  hasMatch,
  search,
  setThreads,
  threads,
} = ransack

export default ransack
