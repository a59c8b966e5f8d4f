/* Conflicts in files: both sides, lone markers, streams, invalid input. */

#include "test.h"

SIZE_IS(size_of_conflict_side, ransack_conflict_side, 56);
SIZE_IS(size_of_conflict, ransack_conflict, 224);

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  CHECK(fwrite(text, 1, strlen(text), file) == strlen(text));
  CHECK(fclose(file) == 0);
}

static int on_conflict(const ransack_conflict *conflict, void *user_data) {
  int *count = (int *)user_data;
  if ((*count)++ == 0) {
    CHECK(is(conflict->path, "f.txt") && conflict->is_complete);
    CHECK_IS(conflict->first_line, 2);
    CHECK_IS(conflict->last_line, 8);
    CHECK_IS(conflict->offset, 2);
    CHECK(conflict->has_ours && conflict->has_base && conflict->has_theirs);
    CHECK(is(conflict->ours.label, "HEAD") && is(conflict->ours.text, "b\n"));
    CHECK(is(conflict->base.text, "a\n") && is(conflict->base.label, "base"));
    CHECK(is(conflict->theirs.label, "topic") && is(conflict->theirs.text, "c\n"));
    CHECK_IS(conflict->theirs.first_line, 7);
    CHECK_IS(conflict->theirs.line_count, 1);
  } else {
    CHECK(!conflict->is_complete && !conflict->has_theirs && is(conflict->ours.label, "x"));
  }
  return 0;
}

int main(int argc, char **argv) {
  const char *dir = in_dir(tree_of(argc, argv), "empty");
  ransack_conflicts_options options = RANSACK_CONFLICTS_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_bytes root = ransack_bytes_from_str(dir);
  ransack_report *report = NULL;
  ransack_stream *stream = NULL;
  const ransack_conflict *conflict = NULL;
  int count = 0;
  write_file(in_dir(dir, "f.txt"), "a\n<<<<<<< HEAD\nb\n||||||| base\na\n=======\nc\n>>>>>>> topic\n<<<<<<< x\n");
  scope.roots = &root, scope.roots_len = 1;
  options.scope = &scope;
  OK(ransack_conflicts(&options, NULL, on_conflict, &count, &report));
  CHECK_IS(count, 2);
  CHECK(report->complete);
  CHECK_IS(report->files_with_matches, 1);
  ransack_report_free(report);
  OK(ransack_conflicts_stream(&options, NULL, &stream));
  OK(ransack_conflicts_stream_next(stream, 1, &conflict));
  CHECK(conflict != NULL && is(conflict->theirs.text, "c\n"));
  ransack_stream_free(stream);
  options.encoding = RANSACK_BYTES("none");
  CHECK_IS(ransack_conflicts(&options, NULL, NULL, NULL, NULL), RANSACK_STATUS_INVALID_OPTION);
  root = ransack_bytes_from_str(in_dir(dir, "missing"));
  options.encoding = RANSACK_BYTES("");
  CHECK_IS(ransack_conflicts(&options, NULL, NULL, NULL, NULL), RANSACK_STATUS_NOT_FOUND);
  return 0;
}
