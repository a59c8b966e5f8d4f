// Compiled, not run: the types of the ES module.

import ransack, { FileType, grep } from 'ransack'

export const same: typeof ransack.grep = grep
export const kind: FileType = ransack.FileType.Dir
