import type { EditTextOptions, TextEditResult } from '../index.js'
import type { TextEditAction } from './edit.js'

/** Result of `editText`. */
export interface EditedText<Text extends string | Uint8Array> {
  /** New text, of the type of the given text. */
  text: Text
  /** Result of each edit, in the order given. */
  edits: TextEditResult[]
}

/**
 * Applies edits to a text: all of them, or the call throws. Synchronous; the time is linear in the text for each edit.
 *
 * All edits refer to the text before the call, so their order does not matter, except that texts inserted at the same place
 * follow each other in the order of the edits. A quoted text must occur exactly as often as expected. With `tolerant`, if it
 * does not occur, increasingly tolerant comparisons follow, up to the first with a result, which must be unique; a
 * replacement then changes only what `oldText` and `newText` distinguish. Lines keep their line ends; new lines get the line
 * end of the line that they replace, or else of the line before. A byte order mark and a missing last line end stay. If `text`
 * is a string, each lone surrogate in it is replaced with U+FFFD, also outside of the edits.
 *
 * Throws a `RansackError` with `ERR_RANSACK_UNKNOWN_TEXT` or `ERR_RANSACK_AMBIGUOUS_TEXT`, whose `passages` are the nearest
 * passages or the places, or with `ERR_RANSACK_OVERLAPPING_EDITS`; and a `RansackOptionError` if a line does not exist, or if
 * the lines of a new text begin with line numbers, as a listing of the file shows them.
 *
 * ```js
 * editText('a\r\nb\r\n', [{ oldText: 'b', newText: 'c\nd' }]).text // 'a\r\nc\r\nd\r\n'
 * ```
 */
export declare function editText<Text extends string | Uint8Array>(
  text: Text,
  edits: readonly TextEditAction[],
  options?: EditTextOptions | null | undefined,
): EditedText<Text extends string ? string : Uint8Array>
