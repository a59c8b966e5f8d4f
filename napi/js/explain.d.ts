import type { CheckSyntaxOptions, PatternReading } from '../index.js'

/**
 * Returns the readings of an AST pattern, in the order in which they are tried. Code matches a pattern if it
 * matches any of them. Throws a `RansackError` for a pattern that cannot match any code of the language, and a
 * `RansackOptionError` for an unknown language. Synchronous: parses the pattern on the calling thread.
 *
 * ```js
 * explainPattern('if ($A)', 'c')[0].kind // 'if_statement'
 * ```
 */
export declare function explainPattern(pattern: string, lang: string, options?: CheckSyntaxOptions): PatternReading[]
/**
 * Returns the readings of an AST pattern, like `explainPattern`, on one of the library's threads.
 *
 * ```js
 * const readings = await explainPatternAsync('class $A { $$$ }', 'java')
 * ```
 */
export declare function explainPatternAsync(
  pattern: string,
  lang: string,
  options?: CheckSyntaxOptions,
): Promise<PatternReading[]>
