// The addon that was built for this platform.

import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const begin = `ransack.${process.platform}-${process.arch}`
const name = readdirSync(new URL('../', import.meta.url)).find((name) => name.startsWith(begin) && name.endsWith('.node'))

/** Path of the addon. */
export const ADDON_FILE = fileURLToPath(new URL(`../${name}`, import.meta.url))
