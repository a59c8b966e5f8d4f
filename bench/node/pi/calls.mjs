// Calls of the documented API of pi-natives 18.2: normal, edge, error and abort.

import { patterns, trees } from './code_calls.mjs'
import { lines, searches } from './line_calls.mjs'
import { paths } from './path_calls.mjs'
import { others, texts } from './text_calls.mjs'

export const CALLS = [...lines, ...searches, ...paths, ...patterns, ...trees, ...texts, ...others]
