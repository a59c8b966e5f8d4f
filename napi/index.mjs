import ransack from './index.js'

export const {
  FileType,
  RansackError,
  RansackOptionError,
  escapeGlob,
  fileTypes,
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
