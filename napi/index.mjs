import ransack from './index.js'

export const {
  Ellipsis,
  FileType,
  RansackError,
  RansackOptionError,
  UNICODE_VERSION,
  escapeGlob,
  extractSegments,
  fileTypes,
  fuzzyFind,
  fuzzyMatch,
  glob,
  globStream,
  graphemes,
  grep,
  grepStream,
  hasMatch,
  padToWidth,
  sanitizeText,
  search,
  setThreads,
  sliceWithWidth,
  stripAnsi,
  threads,
  truncateToWidth,
  visibleWidth,
  wrapTextWithAnsi,
} = ransack

export default ransack
