/* Patches applied to files: every kind of change, previews, reversal, conflicts, invalid input. */

#include "test.h"

SIZE_IS(size_of_patched_file, ransack_patched_file, 32);
SIZE_IS(size_of_apply_patch_outcome, ransack_apply_patch_outcome, 112);

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  CHECK(fwrite(text, 1, strlen(text), file) == strlen(text));
  CHECK(fclose(file) == 0);
}

static int holds(const char *path, const char *text) {
  char content[4096];
  size_t len;
  FILE *file = fopen(path, "rb");
  if (file == NULL) return 0;
  len = fread(content, 1, sizeof content, file);
  fclose(file);
  return is(bytes(content, len), text);
}

static const char PATCH[] =
    "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+B\n"
    "diff --git a/old b/sub/new\nsimilarity index 100%\nrename from old\nrename to sub/new\n"
    "diff --git a/added b/added\nnew file mode 100755\n--- /dev/null\n+++ b/added\n@@ -0,0 +1 @@\n+n\n";

static void applied_and_reversed(const char *dir) {
  ransack_apply_patch_options options = RANSACK_APPLY_PATCH_OPTIONS_INIT;
  ransack_apply_patch_outcome *preview = NULL, *outcome = NULL;
  const char *f = in_dir(dir, "f"), *old = in_dir(dir, "old");
  write_file(f, "x\na\nb\n");
  write_file(old, "o\n");
  options.patch = ransack_bytes_from_str(PATCH);
  options.path = ransack_bytes_from_str(dir);
  OK(ransack_apply_patch(&options, NULL, &preview));
  CHECK(!preview->applied && holds(f, "x\na\nb\n"));
  CHECK_IS(preview->file_changes_len, 3);
  CHECK(is(preview->file_changes[0].path, "f"));
  CHECK_IS(preview->file_changes[1].kind, RANSACK_FILE_CHANGE_KIND_RENAME);
  CHECK_IS(preview->patched_len, 3);
  CHECK(is(preview->patched[0].path, "f"));
  CHECK_IS(preview->patched[0].hunks_len, 1);
  CHECK_IS(preview->patched[0].hunks[0].line, 2);
  CHECK_IS(preview->patched[0].hunks[0].offset, 1);
  CHECK_IS(preview->patched[1].hunks_len, 0);
  options.preview = preview->preview;
  options.dry_run = 0;
  OK(ransack_apply_patch(&options, NULL, &outcome));
  CHECK(outcome->applied && outcome->report->complete);
  CHECK(holds(f, "x\na\nB\n") && holds(in_dir(dir, "sub/new"), "o\n"));
  CHECK(holds(in_dir(dir, "added"), "n\n"));
  ransack_apply_patch_outcome_free(preview);
  ransack_apply_patch_outcome_free(outcome);
  options.preview = RANSACK_BYTES("");
  options.reverse = 1;
  OK(ransack_apply_patch(&options, NULL, &outcome));
  CHECK(holds(f, "x\na\nb\n") && holds(old, "o\n") && !holds(in_dir(dir, "added"), "n\n"));
  ransack_apply_patch_outcome_free(outcome);
}

static void conflicts_are_listed(const char *dir) {
  ransack_apply_patch_options options = RANSACK_APPLY_PATCH_OPTIONS_INIT;
  ransack_apply_patch_outcome *outcome = NULL;
  const ransack_error *error;
  options.path = ransack_bytes_from_str(dir);
  options.dry_run = 0;
  options.patch = RANSACK_BYTES("--- a/f\n+++ b/f\n@@ -2,2 +2,2 @@\n aa\n-b\n+B\n"
                                "--- a/none\n+++ b/none\n@@ -1 +1 @@\n-a\n+b\n");
  CHECK_IS(ransack_apply_patch(&options, NULL, &outcome), RANSACK_STATUS_PATCH_CONFLICT);
  error = ransack_last_error();
  CHECK_IS(error->paths_len, 2);
  CHECK_IS(error->passages_len, 1);
  CHECK(is(error->passages[0].path, "f"));
  CHECK(strstr(ransack_last_error_message(), "none: the file does not exist") != NULL);
  CHECK(holds(in_dir(dir, "f"), "x\na\nb\n"));
  options.fuzz = 1;
  options.patch = RANSACK_BYTES("--- a/f\n+++ b/f\n@@ -2,2 +2,2 @@\n aa\n-b\n+B\n");
  OK(ransack_apply_patch(&options, NULL, &outcome));
  CHECK_IS(outcome->patched[0].hunks[0].fuzz, 1);
  ransack_apply_patch_outcome_free(outcome);
}

static void invalid_input(const char *dir) {
  ransack_apply_patch_options options = RANSACK_APPLY_PATCH_OPTIONS_INIT;
  ransack_apply_patch_outcome *outcome = NULL;
  CHECK_IS(ransack_apply_patch(&options, NULL, &outcome), RANSACK_STATUS_INVALID_PATCH);
  CHECK(ransack_apply_patch(&options, NULL, NULL) != RANSACK_STATUS_OK);
  options.patch = RANSACK_BYTES("*** Begin Patch\n*** Delete File: ../f\n*** End Patch\n");
  options.path = ransack_bytes_from_str(dir);
  CHECK_IS(ransack_apply_patch(&options, NULL, &outcome), RANSACK_STATUS_INVALID_PATCH);
  options.patch = ransack_bytes_from_str(PATCH);
  options.timeout_ms = 0;
  CHECK_IS(ransack_apply_patch(&options, NULL, &outcome), RANSACK_STATUS_TIMEOUT);
  ransack_apply_patch_outcome_free(NULL);
}

int main(int argc, char **argv) {
  const char *dir = in_dir(tree_of(argc, argv), "empty");
  applied_and_reversed(dir);
  conflicts_are_listed(dir);
  invalid_input(dir);
  return 0;
}
