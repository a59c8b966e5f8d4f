/* Content index of a workspace: modes, waiting, use by searches, statistics, export and import. */

#include "test.h"

SIZE_IS(size_of_index_use, ransack_index_use, 24);
SIZE_IS(size_of_index_progress, ransack_index_progress, 24);
SIZE_IS(size_of_always_scanned, ransack_always_scanned, 40);
SIZE_IS(size_of_index_query_stats, ransack_index_query_stats, 24);
SIZE_IS(size_of_index_stats, ransack_index_stats, 152);

enum { FILES = 150 };

static void write_file(const char *dir, int number, const char *text) {
  char path[4096];
  FILE *file;
  sprintf(path, "%s/f%d.txt", dir, number);
  file = fopen(path, "w");
  CHECK(file != NULL);
  fprintf(file, "common word_%d %s\n", number, text);
  fclose(file);
}

static void write_files(const char *dir) {
  int i;
  for (i = 0; i < FILES; i++) write_file(dir, i, "");
}

static ransack_workspace *open_with(const char *dir, uint32_t mode, const char *place) {
  ransack_workspace_options options = RANSACK_WORKSPACE_OPTIONS_INIT;
  ransack_workspace *w = NULL;
  options.index = mode;
  options.allow_outside = 1;
  options.index_path = ransack_bytes_from_str(place);
  OK(ransack_workspace_open(ransack_bytes_from_str(dir), &options, &w));
  return w;
}

typedef struct seen {
  const ransack_workspace *workspace;
  const ransack_cancel_token *token;
  ransack_index_progress last;
  int calls;
  int answer;
} seen;

/* Uses the workspace, as a callback may, and returns what the test requests. */
static int note(const ransack_index_progress *progress, void *user_data) {
  seen *s = (seen *)user_data;
  ransack_index_stats *stats = NULL;
  CHECK(progress->files_done <= progress->files_total);
  CHECK(progress->files_done >= s->last.files_done && progress->bytes_done >= s->last.bytes_done);
  OK(ransack_workspace_index_stats(s->workspace, &stats));
  ransack_index_stats_free(stats);
  if (s->token != NULL) OK(ransack_cancel_token_cancel(s->token, RANSACK_ABORT_REASON_USER));
  s->last = *progress;
  s->calls++;
  return s->answer;
}

static void wait_for(const ransack_workspace *w) {
  OK(ransack_workspace_ready(w, NULL, NULL, NULL));
}

static ransack_index_use use_of(const ransack_workspace *w, const char *pattern, uint64_t matches) {
  grep_case c;
  ransack_report *report = NULL;
  ransack_index_use use;
  grep_case_init(&c, pattern, ".");
  c.scope.workspace = w;
  OK(ransack_grep(&c.options, NULL, NULL, NULL, &report));
  CHECK_IS(report->total_matches, matches);
  CHECK_IS(report->complete, 1);
  use = report->index;
  ransack_report_free(report);
  return use;
}

static void check_stats(const ransack_workspace *w, uint32_t mode) {
  ransack_index_stats *stats = NULL;
  OK(ransack_workspace_index_stats(w, &stats));
  CHECK_IS(stats->mode, mode);
  CHECK_IS(stats->is_building, 0);
  CHECK_IS(stats->fault.len, 0);
  CHECK_IS(stats->always_scanned.unindexed, 0);
  CHECK_IS(stats->always_scanned.binary, 0);
  if (mode == RANSACK_INDEX_MODE_NONE) {
    CHECK_IS(stats->files, 0);
    CHECK_IS(stats->resident_bytes, 0);
  } else {
    CHECK_IS(stats->files, FILES);
    CHECK_IS(stats->documents, FILES);
    CHECK(stats->bytes > FILES * 10 && stats->words > FILES && stats->postings >= stats->words);
    CHECK(stats->segments > 0 && stats->resident_bytes > 0);
    CHECK_IS(stats->disk_bytes > 0, mode == RANSACK_INDEX_MODE_DISK);
    CHECK_IS(stats->last_query.candidates, 1);
    CHECK_IS(stats->last_query.always_scanned, 0);
    CHECK_IS(stats->last_query.false_positives, 0);
  }
  ransack_index_stats_free(stats);
}

static void each_mode(const char *dir, const char *place) {
  static const uint32_t modes[] = {RANSACK_INDEX_MODE_NONE, RANSACK_INDEX_MODE_MEMORY,
                                   RANSACK_INDEX_MODE_DISK};
  size_t i;
  for (i = 0; i < sizeof modes / sizeof *modes; i++) {
    ransack_workspace *w = open_with(dir, modes[i], place);
    ransack_index_use use;
    wait_for(w);
    use = use_of(w, "common", FILES);
    CHECK_IS(use.used, modes[i] != RANSACK_INDEX_MODE_NONE);
    use = use_of(w, "word_77 ", 1);
    CHECK_IS(use.used, modes[i] != RANSACK_INDEX_MODE_NONE);
    CHECK_IS(use.candidates, modes[i] != RANSACK_INDEX_MODE_NONE);
    CHECK_IS(use.always_scanned, 0);
    check_stats(w, modes[i]);
    ransack_workspace_free(w);
  }
}

static void progress(const char *dir) {
  ransack_workspace *w = open_with(dir, RANSACK_INDEX_MODE_MEMORY, "");
  seen s;
  memset(&s, 0, sizeof s);
  s.workspace = w;
  wait_for(w);
  write_file(dir, 5, "changed");
  OK(ransack_workspace_ready(w, NULL, note, &s));
  CHECK(s.calls > 0);
  CHECK_IS(s.last.files_done, s.last.files_total);
  CHECK(s.last.files_total > 0 && s.last.bytes_done > 0);

  /* A callback ends the call, not the build. */
  write_file(dir, 6, "changed");
  memset(&s.last, 0, sizeof s.last);
  s.calls = 0;
  s.answer = 1;
  OK(ransack_workspace_ready(w, NULL, note, &s));
  CHECK_IS(s.calls, 1);
  wait_for(w);
  CHECK_IS(use_of(w, "changed", 2).used, 1);
  ransack_workspace_free(w);
}

static void cancelled(const char *dir) {
  ransack_workspace *w = open_with(dir, RANSACK_INDEX_MODE_MEMORY, "");
  ransack_cancel_token *token = NULL;
  seen s;
  wait_for(w);
  write_file(dir, 7, "changed");
  memset(&s, 0, sizeof s);
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  s.workspace = w;
  s.token = token;
  CHECK_IS(ransack_workspace_ready(w, token, note, &s), RANSACK_STATUS_ABORTED);
  CHECK_IS(s.calls, 1);
  CHECK_IS(ransack_workspace_ready(w, token, note, &s), RANSACK_STATUS_ABORTED);
  CHECK_IS(s.calls, 1);
  ransack_cancel_token_free(token);
  OK(ransack_cancel_token_new(NULL, 0, &token));
  CHECK_IS(ransack_workspace_ready(w, token, NULL, NULL), RANSACK_STATUS_TIMEOUT);
  ransack_cancel_token_free(token);
  OK(ransack_workspace_close(w));
  CHECK_IS(ransack_workspace_ready(w, NULL, NULL, NULL), RANSACK_STATUS_CLOSED);
  ransack_workspace_free(w);
}

/* An index that is freed while it is being built. */
static void freed_early(const char *dir, const char *place) {
  int i;
  for (i = 0; i < 5; i++) {
    ransack_workspace_free(open_with(dir, RANSACK_INDEX_MODE_MEMORY, ""));
    ransack_workspace_free(open_with(dir, RANSACK_INDEX_MODE_DISK, place));
  }
}

static uint64_t documents_of(const ransack_workspace *w) {
  ransack_index_stats *stats = NULL;
  uint64_t documents;
  OK(ransack_workspace_index_stats(w, &stats));
  documents = stats->documents;
  ransack_index_stats_free(stats);
  return documents;
}

/* Writes the index of `dir` to `file`. */
static void export_to(const char *dir, const char *file) {
  ransack_workspace *w = open_with(dir, RANSACK_INDEX_MODE_MEMORY, "");
  wait_for(w);
  OK(ransack_workspace_export_index(w, ransack_bytes_from_str(file), NULL));
  ransack_workspace_free(w);
}

static void export_and_import(const char *dir, const char *file, const char *place) {
  static const uint32_t modes[] = {RANSACK_INDEX_MODE_MEMORY, RANSACK_INDEX_MODE_DISK};
  ransack_bytes path = ransack_bytes_from_str(file);
  size_t i;
  export_to(dir, file);
  for (i = 0; i < sizeof modes / sizeof *modes; i++) {
    ransack_workspace *w;
    ransack_index_use use;
    /* A workspace without files has only the documents of the file. */
    w = open_with(in_dir(dir, "inside"), modes[i], in_dir(place, "unrelated"));
    wait_for(w);
    CHECK_IS(documents_of(w), 0);
    OK(ransack_workspace_import_index(w, path, NULL));
    CHECK_IS(documents_of(w), FILES);
    ransack_workspace_free(w);

    w = open_with(dir, modes[i], place);
    OK(ransack_workspace_import_index(w, path, NULL));
    wait_for(w);
    use = use_of(w, "word_77 ", 1);
    CHECK_IS(use.used, 1);
    CHECK_IS(use.candidates, 1);
    CHECK_IS(use.always_scanned, 0);
    /* Replaces the old file. */
    OK(ransack_workspace_export_index(w, path, NULL));
    ransack_workspace_free(w);
  }
}

/* Writes the first `len` bytes of an index to `file`, with one bit of byte `at` changed. */
static void write_damaged(const char *file, char *index, size_t len, size_t at) {
  FILE *out = fopen(file, "wb");
  CHECK(out != NULL);
  if (at < len) index[at] ^= 1;
  CHECK_IS(fwrite(index, 1, len, out), len);
  if (at < len) index[at] ^= 1;
  fclose(out);
}

static void damaged(const char *dir, const char *file) {
  static char index[1 << 20];
  ransack_workspace *w = open_with(dir, RANSACK_INDEX_MODE_MEMORY, "");
  ransack_bytes path = ransack_bytes_from_str(file);
  FILE *in;
  size_t len, at;
  export_to(dir, file);
  in = fopen(file, "rb");
  CHECK(in != NULL);
  len = fread(index, 1, sizeof index, in);
  fclose(in);
  CHECK(len > 100 && len < sizeof index);
  wait_for(w);
  for (at = 0; at < len; at += len / 16) {
    write_damaged(file, index, len, at);
    CHECK_IS(ransack_workspace_import_index(w, path, NULL), RANSACK_STATUS_IO);
    CHECK(strstr(ransack_last_error_message(), "index") != NULL);
    write_damaged(file, index, at, len);
    CHECK_IS(ransack_workspace_import_index(w, path, NULL), RANSACK_STATUS_IO);
  }
  CHECK_IS(documents_of(w), FILES);
  CHECK_IS(use_of(w, "word_77 ", 1).candidates, 1);
  write_damaged(file, index, len, len);
  OK(ransack_workspace_import_index(w, path, NULL));
  ransack_workspace_free(w);
}

/* Calls that fail on a file, in a ready workspace. */
static void faults(const char *dir, const char *file) {
  ransack_workspace *w = open_with(dir, RANSACK_INDEX_MODE_MEMORY, "");
  ransack_bytes path = ransack_bytes_from_str(file);
  ransack_bytes null_path;
  ransack_cancel_token *token = NULL;
  wait_for(w);
  CHECK_IS(ransack_workspace_import_index(w, ransack_bytes_from_str(in_dir(dir, "f0.txt")), NULL),
           RANSACK_STATUS_IO);
  CHECK_IS(ransack_workspace_import_index(w, ransack_bytes_from_str(in_dir(dir, "none")), NULL),
           RANSACK_STATUS_IO);
  CHECK_IS(
      ransack_workspace_export_index(w, ransack_bytes_from_str(in_dir(dir, "none/below")), NULL),
      RANSACK_STATUS_IO);
  CHECK_IS(ransack_workspace_export_index(w, bytes("", 0), NULL), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_workspace_import_index(w, bytes("", 0), NULL), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_workspace_export_index(w, bytes("a\0b", 3), NULL),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_workspace_import_index(w, bytes("a\0b", 3), NULL),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "NUL") != NULL);
  null_path.data = NULL;
  null_path.len = 1;
  CHECK_IS(ransack_workspace_export_index(w, null_path, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_workspace_import_index(w, null_path, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  OK(ransack_cancel_token_new(NULL, 0, &token));
  CHECK_IS(ransack_workspace_export_index(w, path, token), RANSACK_STATUS_TIMEOUT);
  CHECK_IS(ransack_workspace_import_index(w, path, token), RANSACK_STATUS_TIMEOUT);
  ransack_cancel_token_free(token);
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  CHECK_IS(ransack_workspace_export_index(w, path, token), RANSACK_STATUS_ABORTED);
  CHECK_IS(ransack_workspace_import_index(w, path, token), RANSACK_STATUS_ABORTED);
  ransack_cancel_token_free(token);
  CHECK_IS(documents_of(w), FILES);
  OK(ransack_workspace_close(w));
  CHECK_IS(ransack_workspace_export_index(w, path, NULL), RANSACK_STATUS_CLOSED);
  CHECK_IS(ransack_workspace_import_index(w, path, NULL), RANSACK_STATUS_CLOSED);
  ransack_workspace_free(w);

  w = open_with(dir, RANSACK_INDEX_MODE_NONE, "");
  CHECK_IS(ransack_workspace_export_index(w, path, NULL), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_workspace_import_index(w, path, NULL), RANSACK_STATUS_INVALID_OPTION);
  ransack_workspace_free(w);
}

/* Files that change after they were indexed. */
static void edited(const char *dir) {
  ransack_workspace *w = open_with(dir, RANSACK_INDEX_MODE_MEMORY, "");
  ransack_index_use use;
  wait_for(w);
  CHECK_IS(use_of(w, "edited", 0).candidates, 0);
  write_file(dir, 8, "edited");
  use = use_of(w, "edited", 1);
  CHECK_IS(use.used, 1);
  CHECK_IS(use.candidates, 1);
  CHECK_IS(use.always_scanned, 1);
  wait_for(w);
  use = use_of(w, "edited", 1);
  CHECK_IS(use.candidates, 1);
  CHECK_IS(use.always_scanned, 0);
  write_file(dir, 8, "");
  CHECK_IS(use_of(w, "edited", 0).used, 1);
  ransack_workspace_free(w);
}

/* Unsaved texts replace indexed files. */
static void buffers(const char *dir) {
  ransack_workspace *w = open_with(dir, RANSACK_INDEX_MODE_MEMORY, "");
  ransack_bytes path = ransack_bytes_from_str("f9.txt");
  ransack_index_use use;
  wait_for(w);
  CHECK_IS(use_of(w, "word_9 ", 1).always_scanned, 0);
  OK(ransack_workspace_set_buffer(w, path, ransack_bytes_from_str("unsaved\n")));
  use = use_of(w, "unsaved", 1);
  CHECK_IS(use.used, 1);
  CHECK_IS(use.always_scanned, 1);
  CHECK_IS(use_of(w, "word_9 ", 0).used, 1);
  OK(ransack_workspace_clear_buffer(w, path));
  CHECK_IS(use_of(w, "unsaved", 0).used, 1);
  CHECK_IS(use_of(w, "word_9 ", 1).used, 1);
  ransack_workspace_free(w);
}

static void misuse(const char *dir) {
  ransack_workspace_options options = RANSACK_WORKSPACE_OPTIONS_INIT;
  ransack_bytes root = ransack_bytes_from_str(dir);
  ransack_workspace *w = NULL;
  ransack_index_stats *stats = NULL;
  CHECK_IS(options.index, RANSACK_INDEX_MODE_NONE);
  options.index = 3;
  CHECK_IS(ransack_workspace_open(root, &options, &w), RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "index") != NULL);
  options.index = RANSACK_INDEX_MODE_MEMORY;
  options.refresh = RANSACK_REFRESH_MODE_WALK;
  CHECK_IS(ransack_workspace_open(root, &options, &w), RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "index") != NULL);
  options.refresh = RANSACK_REFRESH_MODE_WATCH;
  options.index = RANSACK_INDEX_MODE_DISK;
  options.index_path = bytes("a\0b", 3);
  CHECK_IS(ransack_workspace_open(root, &options, &w), RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "NUL") != NULL);
  options.index_path.data = NULL;
  CHECK_IS(ransack_workspace_open(root, &options, &w), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(w == NULL);
  options.index_path.len = 0;
  options.index = RANSACK_INDEX_MODE_NONE;
  OK(ransack_workspace_open(root, &options, &w));
  check_stats(w, RANSACK_INDEX_MODE_NONE);
  CHECK_IS(ransack_workspace_index_stats(w, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_workspace_index_stats(NULL, &stats), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(stats == NULL);
  CHECK_IS(ransack_workspace_ready(NULL, NULL, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_workspace_export_index(NULL, root, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_workspace_import_index(NULL, root, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  ransack_index_stats_free(NULL);
  ransack_workspace_free(w);
}

int main(int argc, char **argv) {
  const char *place = tree_of(argc, argv);
  const char *dir = in_dir(place, "empty");
  write_files(dir);
  each_mode(dir, in_dir(place, "index"));
  freed_early(dir, in_dir(place, "early"));
  progress(dir);
  cancelled(dir);
  edited(dir);
  buffers(dir);
  export_and_import(dir, in_dir(place, "exported"), in_dir(place, "imported"));
  damaged(dir, in_dir(place, "damaged"));
  faults(dir, in_dir(place, "exported"));
  misuse(dir);
  return 0;
}
