import * as pi from './pi.js'

export * from './pi.js'

export default pi
