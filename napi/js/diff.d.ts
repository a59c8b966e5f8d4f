import type { UnifiedDiffOptions } from '../index.js'

/** Part of two texts that differs: words, cut to the characters that differ. */
export interface ChangedWords {
  /** 0-based offset of the part's start in the old text, in UTF-16 code units for a string, otherwise in bytes. */
  oldStart: number
  /**
   * 0-based offset of the part's end in the old text, in the unit of `oldStart`; equal to it if the new text only adds
   * something here.
   */
  oldEnd: number
  /** 0-based offset of the part's start in the new text, in UTF-16 code units for a string, otherwise in bytes. */
  newStart: number
  /**
   * 0-based offset of the part's end in the new text, in the unit of `newStart`; equal to it if the new text only
   * removes something here.
   */
  newEnd: number
}

/** Result of `unifiedDiff` with `words`. */
export interface WordDiff<Text extends string | Uint8Array> {
  /** Differences in the format of `diff -u`, as without `words`. */
  diff: Text
  /** Parts that differ, in text order. No two parts overlap or touch. Empty if the texts are equal. */
  words: ChangedWords[]
}

/**
 * Compares two texts line by line and returns the differences in the format of `diff -u`, which `git apply` and `patch`
 * read; an empty text if the texts are equal. Returns a string if both texts are strings; otherwise bytes, which keep
 * text that is not UTF-8.
 *
 * A last line without a line ending is followed by `\ No newline at end of file`. Synchronous; the time is linear in
 * the texts. The diff is always correct, but for long texts with little in common it is not always minimal.
 *
 * With `words`, returns the diff and the words that differ in the changed lines. A word is a run of letters, digits,
 * underscores and characters that are not ASCII; a run of blanks; a line ending; or any other character. Replacing the
 * old part of each `ChangedWords` by its new part gives the new text. No part begins or ends inside a character or
 * between `\r` and `\n`. A block of more than 512 words without unchanged lines is one part. `context` has no effect on
 * the words.
 *
 * ```js
 * unifiedDiff('a\nb\n', 'a\nc\n', { path: 'f.txt' }) // '--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n'
 * const [old, now] = ['x = f(1)\n', 'x = g(1)\n']
 * const { words } = unifiedDiff(old, now, { words: true }) // [{ oldStart: 4, oldEnd: 5, newStart: 4, newEnd: 5 }]
 * words.map((part) => now.slice(part.newStart, part.newEnd)) // ['g']
 * ```
 */
export declare function unifiedDiff(oldText: string, newText: string, options?: (UnifiedDiffOptions & { words?: false | null | undefined }) | null | undefined): string
export declare function unifiedDiff(
  oldText: string | Uint8Array,
  newText: string | Uint8Array,
  options?: (UnifiedDiffOptions & { words?: false | null | undefined }) | null | undefined,
): string | Uint8Array
export declare function unifiedDiff(
  oldText: string,
  newText: string,
  options: UnifiedDiffOptions & { words: true },
): WordDiff<string>
export declare function unifiedDiff(
  oldText: string | Uint8Array,
  newText: string | Uint8Array,
  options: UnifiedDiffOptions & { words: true },
): WordDiff<string | Uint8Array>
export declare function unifiedDiff(
  oldText: string | Uint8Array,
  newText: string | Uint8Array,
  options?: UnifiedDiffOptions | null | undefined,
): string | Uint8Array | WordDiff<string | Uint8Array>
