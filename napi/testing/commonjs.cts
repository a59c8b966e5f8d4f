// Compiled, not run: the types of the CommonJS module.

import ransack = require('ransack')

export const total: Promise<number> = ransack.grep({ pattern: 'a' }).then(({ totalMatches }) => totalMatches)
// @ts-expect-error: the CommonJS module has no default export
export const none = ransack.default
