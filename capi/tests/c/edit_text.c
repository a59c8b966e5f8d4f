/* Edits of a text in memory, and patches of texts. */

#include "test.h"

SIZE_IS(size_of_edited_text, ransack_edited_text, 32);
SIZE_IS(size_of_patch, ransack_patch, 16);
SIZE_IS(size_of_file_patch, ransack_file_patch, 56);
SIZE_IS(size_of_patch_hunk, ransack_patch_hunk, 48);
SIZE_IS(size_of_patch_line, ransack_patch_line, 24);
SIZE_IS(size_of_patched_text, ransack_patched_text, 32);
SIZE_IS(size_of_applied_hunk, ransack_applied_hunk, 24);

static void edits(void) {
  ransack_edit_text_options options = RANSACK_EDIT_TEXT_OPTIONS_INIT;
  ransack_file_edit edit[2];
  ransack_edited_text *edited = NULL;
  ransack_bytes text = RANSACK_BYTES("a\r\nb\xFF\r\n");
  memset(edit, 0, sizeof edit);
  OK(ransack_edit_text(text, &options, NULL, &edited));
  CHECK(is(edited->text, "a\r\nb\xFF\r\n") && edited->edits_len == 0);
  ransack_edited_text_free(edited);
  edited = NULL;
  edit[0].old_text = ransack_bytes_from_str("b");
  edit[0].new_text = ransack_bytes_from_str("B");
  edit[1].action = RANSACK_FILE_EDIT_ACTION_INSERT;
  edit[1].place = RANSACK_TEXT_PLACE_AFTER_LINE;
  edit[1].first_line = 1;
  edit[1].new_text = ransack_bytes_from_str("new\nlines");
  options.edits = edit;
  options.edits_len = 2;
  OK(ransack_edit_text(text, &options, NULL, &edited));
  CHECK(is(edited->text, "a\r\nnew\r\nlines\r\nB\xFF\r\n"));
  CHECK_IS(edited->edits_len, 2);
  CHECK_IS(edited->edits[0].lines[0].first, 2);
  CHECK_IS(edited->edits[0].status, RANSACK_EDIT_STATUS_APPLIED);
  ransack_edited_text_free(edited);
  ransack_edited_text_free(NULL);
  edited = NULL;
  edit[1].path = ransack_bytes_from_str("a.txt");
  CHECK_IS(ransack_edit_text(text, &options, NULL, &edited), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("`edits[1].path` belongs to files, not to a text");
  edit[1].path.len = 0;
  edit[1].place = RANSACK_TEXT_PLACE_START;
  CHECK_IS(ransack_edit_text(text, &options, NULL, &edited), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("`edits[1].first_line` has no effect on this action");
  memset(&edit[1], 0, sizeof edit[1]);
  edit[1].action = RANSACK_FILE_EDIT_ACTION_CREATE;
  CHECK_IS(ransack_edit_text(text, &options, NULL, &edited), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("`edits[1].action` creates, deletes or renames a file, which a text is not");
  edit[1].action = RANSACK_FILE_EDIT_ACTION_REPLACE;
  edit[1].old_text = ransack_bytes_from_str("c");
  CHECK_IS(ransack_edit_text(text, &options, NULL, &edited), RANSACK_STATUS_UNKNOWN_TEXT);
  MESSAGE_STARTS("`edits[1]`: ");
  edit[1].old_text = edit[0].old_text;
  CHECK_IS(ransack_edit_text(text, &options, NULL, &edited), RANSACK_STATUS_OVERLAPPING_EDITS);
  options.timeout_ms = 0;
  CHECK_IS(ransack_edit_text(text, &options, NULL, &edited), RANSACK_STATUS_TIMEOUT);
  CHECK_IS(ransack_edit_text(text, &options, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(edited == NULL);
}

static void patches(void) {
  static const char *DIFF = "diff --git a/old.txt b/new.txt\nold mode 100644\nnew mode 100755\n"
                            "rename from old.txt\nrename to new.txt\n--- a/old.txt\n+++ b/new.txt\n"
                            "@@ -1,2 +1,2 @@\n a\n-b\n+B\n"
                            "diff --git a/made.txt b/made.txt\nnew file mode 100644\n"
                            "--- /dev/null\n+++ b/made.txt\n@@ -0,0 +1 @@\n+x\n"
                            "\\ No newline at end of file\n";
  ransack_patch *patch = NULL, *reversed = NULL;
  ransack_patched_text *patched = NULL;
  const ransack_file_patch *file;
  OK(ransack_parse_patch(ransack_bytes_from_str(DIFF), &patch));
  CHECK_IS(patch->files_len, 2);
  file = &patch->files[0];
  CHECK(is(file->path, "old.txt") && is(file->new_path, "new.txt"));
  CHECK_IS(file->kind, RANSACK_FILE_CHANGE_KIND_RENAME);
  CHECK(file->has_was_executable && !file->was_executable);
  CHECK(file->has_is_executable && file->is_executable);
  CHECK_IS(file->hunks_len, 1);
  CHECK(file->hunks[0].has_old_line && file->hunks[0].old_line == 1);
  CHECK_IS(file->hunks[0].lines_len, 3);
  CHECK_IS(file->hunks[0].lines[1].kind, RANSACK_LINE_KIND_REMOVED);
  CHECK(is(file->hunks[0].lines[1].text, "b\n"));
  CHECK(is(patch->files[1].hunks[0].lines[0].text, "x"));

  OK(ransack_patch_apply(patch, 0, ransack_bytes_from_str("0\r\na\r\nb\r\n"), 0, NULL, &patched));
  CHECK(is(patched->text, "0\r\na\r\nB\r\n"));
  CHECK_IS(patched->hunks_len, 1);
  CHECK_IS(patched->hunks[0].line, 2);
  CHECK_IS(patched->hunks[0].offset, 1);
  ransack_patched_text_free(patched);
  patched = NULL;
  OK(ransack_patch_apply(patch, 0, ransack_bytes_from_str("A\nb\n"), 1, NULL, &patched));
  CHECK(is(patched->text, "A\nB\n") && patched->hunks[0].fuzz == 1);
  ransack_patched_text_free(patched);
  patched = NULL;

  OK(ransack_patch_reversed(patch, &reversed));
  CHECK(is(reversed->files[1].path, "new.txt") && is(reversed->files[1].new_path, "old.txt"));
  CHECK_IS(reversed->files[0].kind, RANSACK_FILE_CHANGE_KIND_DELETE);
  OK(ransack_patch_apply(reversed, 1, ransack_bytes_from_str("a\nB\n"), 0, NULL, &patched));
  CHECK(is(patched->text, "a\nb\n"));
  ransack_patched_text_free(patched);
  patched = NULL;
  ransack_patch_free(reversed);

  CHECK_IS(ransack_patch_apply(patch, 0, ransack_bytes_from_str("A\nb\n"), 0, NULL, &patched),
           RANSACK_STATUS_PATCH_CONFLICT);
  CHECK_IS(ransack_last_error()->passages_len, 1);
  CHECK_IS(ransack_patch_apply(patch, 2, ransack_bytes_from_str(""), 0, NULL, &patched),
           RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("`file` is 2: the patch has 2");
  CHECK_IS(ransack_patch_apply(NULL, 0, ransack_bytes_from_str(""), 0, NULL, &patched),
           RANSACK_STATUS_NULL_ARGUMENT);
  ransack_patch_free(patch);
  patch = NULL;
  CHECK_IS(ransack_parse_patch(ransack_bytes_from_str("text"), &patch),
           RANSACK_STATUS_INVALID_PATCH);
  CHECK_IS(ransack_patch_reversed(NULL, &patch), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(patch == NULL && patched == NULL);
  ransack_patch_free(NULL);
  ransack_patched_text_free(NULL);
}

static void patch_without_line_numbers(void) {
  ransack_bytes text = RANSACK_BYTES("*** Begin Patch\n*** Update File: f.py\n@@ def f():\n-    a\n"
                                     "+    b\n*** Delete File: g.py\n*** End Patch\n");
  ransack_patch *patch = NULL, *reversed = NULL;
  OK(ransack_parse_patch(text, &patch));
  CHECK(!patch->files[0].hunks[0].has_old_line);
  CHECK_IS(patch->files[0].hunks[0].headings_len, 1);
  CHECK(is(patch->files[0].hunks[0].headings[0], "def f():"));
  CHECK(!patch->files[0].has_is_executable);
  /* The lines of the deleted file are unknown. */
  OK(ransack_patch_reversed(patch, &reversed));
  CHECK(reversed == NULL);
  ransack_patch_free(patch);
}

int main(void) {
  edits();
  patches();
  patch_without_line_numbers();
  return 0;
}
