import type { RenderOptions } from '../index.js'
import type { AstMatch, AstMatchResult } from './ast.js'
import type { AstEditResult, FileChange } from './ast_edit.js'
import type { FuzzyFindMatch, FuzzyFindResult } from './fuzzy.js'
import type { GlobMatch, GlobResult } from './glob.js'
import type { GrepMatch, GrepResult } from './grep.js'
import type { OfFile, Outline } from './outline.js'
import type { StreamReport } from './report.js'
import type { SearchResult } from './search.js'

/** Item of a result that `render` accepts: a match, a path, an outline or a changed file. */
export type RenderItem = GrepMatch | GlobMatch | FuzzyFindMatch | AstMatch | Outline | FileChange

/** Result that `render` accepts: the result of a call, an outline, the report of a stream, or a list of items. */
export type Renderable =
  | GrepResult
  | SearchResult
  | GlobResult
  | FuzzyFindResult
  | AstMatchResult
  | AstEditResult
  | OfFile<Outline, 'items'>
  | StreamReport
  | RenderItem
  | Iterable<RenderItem>

/** Text of a result. */
export interface Rendering {
  /** Text; ends with a line ending. */
  text: string
  /** Number of items in the text: matches, files, paths, definitions or hunks. */
  shown: number
  /**
   * Number of items that exist: `shown`, items that do not fit, and matches or paths that the report counts beyond this
   * page.
   */
  total: number
  /** Number of tokens in `text`. Absent unless `maxTokens` is set. */
  tokens?: number
  /**
   * Value of `offset` for a call that continues after the last item in the text. Absent if there are no more items, or
   * if the items have no offset, such as definitions and hunks.
   */
  nextOffset?: number
}

/**
 * Renders a result as text for a person or a model.
 *
 * Matches and definitions are grouped by file, one line each, with line numbers; paths are one line each; changes are
 * unified diffs, cut between hunks. The last line says how many items are shown and, if there are more, where the next
 * page begins: after the last item of the result the cursor `report.next`, otherwise an offset. If the call was
 * incomplete, the line before it says what was not examined.
 *
 * Control characters in paths become visible symbols, and with `color` or `links` in lines too, so that a file cannot
 * send commands to the terminal.
 *
 * Synchronous; takes time linear in the result. Throws a `RansackOptionError` if the last line alone exceeds
 * `maxTokens`.
 *
 * ```js
 * const found = await grep({ pattern: 'TODO', path: 'src', maxCount: 100 })
 * const { text, nextOffset } = render(found, { maxTokens: 2000 })
 * ```
 */
export declare function render(result: Renderable, options?: RenderOptions | null | undefined): Rendering
