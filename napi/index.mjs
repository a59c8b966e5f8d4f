import ransack from './index.js'

export const {
  FileType,
  RansackError,
  RansackOptionError,
  Workspace,
  escapeGlob,
  fileTypes,
  glob,
  globStream,
  grep,
  grepStream,
  hasMatch,
  invalidateFsScanCache,
  search,
  setThreads,
  threads,
} = ransack

export default ransack
