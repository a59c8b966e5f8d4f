import type { UnifiedDiffOptions } from '../index.js'

/**
 * Compares two texts line by line and returns the differences in the format of `diff -u`, which `git apply` and `patch`
 * read; an empty text if the texts are equal. Returns a string if both texts are strings; otherwise bytes, which keep
 * text that is not UTF-8.
 *
 * A last line without a line ending is followed by `\ No newline at end of file`. Synchronous; the time is linear in
 * the texts. The diff is always correct, but for long texts with little in common it is not always minimal.
 *
 * ```js
 * unifiedDiff('a\nb\n', 'a\nc\n', { path: 'f.txt' }) // '--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n'
 * ```
 */
export declare function unifiedDiff(oldText: string, newText: string, options?: UnifiedDiffOptions | null | undefined): string
export declare function unifiedDiff(
  oldText: string | Uint8Array,
  newText: string | Uint8Array,
  options?: UnifiedDiffOptions | null | undefined,
): string | Uint8Array
