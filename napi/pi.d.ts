// The API of `@oh-my-pi/pi-natives` 18.2 on the functions of ransack.

export * from './js/pi/code.js'
export * from './js/pi/files.js'
export * from './js/pi/highlight.js'
export * from './js/pi/lines.js'
export * from './js/pi/shape.js'
export * from './js/pi/syntax.js'
export * from './js/pi/text.js'
export * from './js/pi/tokens.js'
