import type { AppliedHunk, PatchHunk, PatchTextOptions } from '../index.js'
import type { FileChangeKind } from './ast_edit.js'

/** Text with the changes of a patch. */
export interface PatchedText<Text extends string | Uint8Array> {
  /** New text, of the type of the given text. */
  text: Text
  /** Place of each hunk. */
  hunks: AppliedHunk[]
}

/** Change of one file in a patch. */
export interface FilePatch {
  /**
   * Path of the file before the change; of a created file, its path. If the patch gives several names, the best one. Relative,
   * with `/`. Invalid UTF-8 is replaced with U+FFFD.
   */
  readonly path: string
  /** Effect on the file. */
  readonly kind: FileChangeKind
  /** New path of a file that is renamed or copied. Absent for other files. */
  readonly newPath?: string
  /** Whether the file is executable before the change. Absent if the patch does not say so. */
  readonly wasExecutable?: boolean
  /** Whether the file is executable after the change. Absent if the patch does not say so. */
  readonly isExecutable?: boolean
  /** Changes to the text, in the order of the lines. Has no effect on `apply`. */
  readonly hunks: PatchHunk[]
  /**
   * Applies the hunks to the text of the file; of a created file, the text before is `''`. Returns a string for a string, in
   * which each lone surrogate is replaced with U+FFFD, otherwise bytes. Synchronous; linear in the text for hunks that fit at
   * their own lines.
   *
   * A hunk is applied at its own line if it fits there, or else at the only place after the hunks before it where it fits. A
   * hunk without a line number must fit at one place only, after its headings. Lines keep their line ends. If the patch has no
   * `\r`, `\n` in it also stands for `\r\n`.
   *
   * Throws a `RansackError` with `ERR_RANSACK_PATCH_CONFLICT` if hunks do not fit, or fit at several places: the message names
   * each of them, and `passages` lists the places.
   */
  apply<Text extends string | Uint8Array>(
    text: Text,
    options?: PatchTextOptions | null | undefined,
  ): PatchedText<Text extends string ? string : Uint8Array>
}

/** Changes to files. */
export interface Patch {
  /** Changes in the order of the patch. */
  readonly files: FilePatch[]
  /** Returns the patch that undoes this one; null if it is not known: a file is deleted without its lines, or copied. */
  reversed(): Patch | null
}

/**
 * Reads a patch: a unified diff, with the extensions of Git, or the format that starts with `*** Begin Patch`. Text before,
 * between and after the changes, such as a commit message, is skipped. Bytes that are not UTF-8 are kept for `apply`.
 *
 * Paths in a Git diff lose their first directory (`a/`, `b/`). Paths in another unified diff lose it only if it is `a/` in the
 * old and `b/` in the new path.
 *
 * A file is renamed only by the lines `rename from` and `rename to`. If the two names of a file differ otherwise, both may mean
 * the file. As with GNU `patch`, the better one has fewer components, then a shorter last component, then fewer bytes. If only
 * the first components differ, as in the output of `diff -r old new`, the path below them may mean the file too; it comes last.
 * `applyPatch` takes the best one that exists. Outside of Git diffs, an old text that is empty and dated 1970-01-01 00:00 UTC
 * means that the file is created, and such a new text that it is deleted, as in the output of `diff -N`.
 *
 * A hunk without line numbers, whose header is `@@` or `@@ HEADING`, is located by its lines. If the lines with the names of a
 * file end in `\r\n`, each line of its hunks loses its `\r`. A missing line feed at the end of the patch is read as if it were
 * there.
 *
 * Throws a `RansackError` with `ERR_RANSACK_INVALID_PATCH` if the patch has no changes, is malformed, has a file without
 * changes, is a context diff or the combined diff of a merge, or changes a binary file, a symbolic link or a submodule.
 *
 * ```js
 * const patch = parsePatch('--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n')
 * patch.files[0].apply('a\nb\n').text // 'a\nB\n'
 * patch.reversed().files[0].apply('a\nB\n').text // 'a\nb\n'
 * ```
 */
export declare function parsePatch(patch: string | Uint8Array): Patch
