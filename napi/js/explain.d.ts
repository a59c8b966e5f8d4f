import type { CheckSyntaxOptions, PatternReading } from '../index.js'

/**
 * Returns the interpretations of an AST pattern, in the order in which they are tried. Code matches the pattern if it
 * matches any interpretation. Throws a `RansackError` if the pattern cannot match any code in the language, and a
 * `RansackOptionError` if the language is unknown. Synchronous: parses the pattern on the calling thread.
 *
 * ```js
 * explainPattern('if ($A)', 'c')[0].kind // 'if_statement'
 * ```
 */
export declare function explainPattern(pattern: string, lang: string, options?: CheckSyntaxOptions | null): PatternReading[]
/**
 * Returns the interpretations of an AST pattern, like `explainPattern`, on one of the library's threads.
 *
 * ```js
 * const readings = await explainPatternAsync('class $A { $$$ }', 'java')
 * ```
 */
export declare function explainPatternAsync(
  pattern: string,
  lang: string,
  options?: CheckSyntaxOptions | null,
): Promise<PatternReading[]>
