/* Streams: results that the caller pulls and waits for. */

#include "test.h"

static int has_ended(ransack_stream *stream, const ransack_report **report) {
  OK(ransack_stream_report(stream, report));
  return *report != NULL;
}

static void results_are_those_of_the_call(const char *tree) {
  const char *expected[] = {"a.txt", "a.txt", "b/\xC3\xBCn\xC3\xAF.txt", "c\xFF.txt", "sub/d.rs"};
  const ransack_grep_match *item = NULL;
  const ransack_report *report = NULL;
  ransack_stream *stream = NULL;
  size_t seen = 0;
  grep_case c;
  grep_case_init(&c, "needle", tree);
  OK(ransack_grep_stream(&c.options, NULL, &stream));
  while (ransack_grep_stream_next(stream, 1, &item) == RANSACK_STATUS_OK && item != NULL) {
    CHECK(seen < sizeof expected / sizeof *expected);
    CHECK(is(item->path, expected[seen]));
    CHECK(item->submatches_len > 0);
    CHECK(!has_ended(stream, &report));
    seen++;
  }
  CHECK_IS(seen, 5);
  CHECK(has_ended(stream, &report));
  CHECK_IS(report->total_matches, 5);
  /* An ended stream stays ended. */
  OK(ransack_grep_stream_next(stream, 0, &item));
  CHECK(item == NULL);
  ransack_stream_free(stream);
  ransack_stream_free(NULL);
}

static void a_token_ends_a_stream(const char *many) {
  const ransack_grep_match *item = NULL;
  const ransack_report *report = NULL;
  ransack_cancel_token *token = NULL;
  ransack_stream *stream = NULL;
  grep_case c;
  grep_case_init(&c, "needle", many);
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_grep_stream(&c.options, token, &stream));
  OK(ransack_grep_stream_next(stream, 1, &item));
  CHECK(item != NULL);
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  ransack_cancel_token_free(token);
  CHECK_IS(ransack_grep_stream_next(stream, 1, &item), RANSACK_STATUS_ABORTED);
  OK(ransack_grep_stream_next(stream, 1, &item));
  CHECK(item == NULL);
  CHECK(!has_ended(stream, &report));
  ransack_stream_free(stream);
}

static void failures(const char *dir) {
  const ransack_glob_match *path = NULL;
  const ransack_grep_match *item = NULL;
  ransack_stream *stream = NULL;
  grep_case c;
  int fd = -7;
  grep_case_init(&c, "a(", dir);
  c.options.mode = 99;
  CHECK_IS(ransack_grep_stream(&c.options, NULL, &stream), RANSACK_STATUS_INVALID_OPTION);
  CHECK(stream == NULL);
  /* The pattern is compiled in the background. */
  c.options.mode = RANSACK_GREP_MODE_CONTENT;
  OK(ransack_grep_stream(&c.options, NULL, &stream));
  CHECK_IS(ransack_glob_stream_next(stream, 1, &path), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_grep_stream_next(stream, 1, &item), RANSACK_STATUS_INVALID_PATTERN);
  CHECK_IS(ransack_grep_stream_next(stream, 1, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  ransack_stream_free(stream);
  CHECK_IS(ransack_grep_stream_next(NULL, 1, &item), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_stream_fd(NULL, &fd), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_stream_on_ready(NULL, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(fd, -7);
}

/* Counts the results of a stream of any operation. */
#define COUNT(operation, view, stream, expected)                                \
  do {                                                                          \
    const ransack_##view *found = NULL;                                         \
    size_t count = 0;                                                           \
    for (;;) {                                                                  \
      OK(ransack_##operation##_stream_next(stream, 1, &found));                 \
      if (found == NULL) break;                                                 \
      CHECK(found->path.len > 0);                                               \
      count++;                                                                  \
    }                                                                           \
    CHECK_IS(count, expected);                                                  \
    ransack_stream_free(stream);                                                \
  } while (0)

static void every_operation_has_streams(const char *dir) {
  ransack_bytes root = ransack_bytes_from_str(in_dir(dir, "code"));
  ransack_bytes kfree = ransack_bytes_from_str("kfree($A)");
  ransack_bytes call = ransack_bytes_from_str("kfree");
  ransack_bytes files = ransack_bytes_from_str("*.c");
  ransack_grep_options grep = RANSACK_GREP_OPTIONS_INIT;
  ransack_glob_options glob = RANSACK_GLOB_OPTIONS_INIT;
  ransack_fuzzy_find_options fuzzy = RANSACK_FUZZY_FIND_OPTIONS_INIT;
  ransack_ast_grep_options ast = RANSACK_AST_GREP_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_workspace *workspace = NULL;
  ransack_stream *stream = NULL;
  scope.roots = &root;
  scope.roots_len = 1;
  ast.time_per_file_ms = RANSACK_NO_LIMIT;
  grep.patterns = &call;
  glob.patterns = &files;
  ast.patterns = &kfree;
  grep.patterns_len = glob.patterns_len = ast.patterns_len = 1;
  fuzzy.query = ransack_bytes_from_str("broken");
  grep.scope = glob.scope = fuzzy.scope = ast.scope = &scope;
  OK(ransack_grep_stream(&grep, NULL, &stream));
  COUNT(grep, grep_match, stream, 4);
  OK(ransack_glob_stream(&glob, NULL, &stream));
  COUNT(glob, glob_match, stream, 1);
  OK(ransack_fuzzy_find_stream(&fuzzy, NULL, &stream));
  COUNT(fuzzy_find, fuzzy_match, stream, 1);
  OK(ransack_ast_grep_stream(&ast, NULL, &stream));
  COUNT(ast_grep, ast_match, stream, 4);

  OK(ransack_workspace_open(root, NULL, &workspace));
  scope.roots_len = 0;
  scope.workspace = workspace;
  OK(ransack_grep_stream(&grep, NULL, &stream));
  COUNT(grep, grep_match, stream, 4);
  OK(ransack_glob_stream(&glob, NULL, &stream));
  COUNT(glob, glob_match, stream, 1);
  OK(ransack_fuzzy_find_stream(&fuzzy, NULL, &stream));
  COUNT(fuzzy_find, fuzzy_match, stream, 1);
  OK(ransack_ast_grep_stream(&ast, NULL, &stream));
  COUNT(ast_grep, ast_match, stream, 4);

  /* A stream that is open needs neither the scope nor the handle, and a closed workspace does not
   * end it. */
  OK(ransack_grep_stream(&grep, NULL, &stream));
  OK(ransack_workspace_close(workspace));
  ransack_workspace_free(workspace);
  scope.workspace = NULL;
  COUNT(grep, grep_match, stream, 4);
}

int main(int argc, char **argv) {
  const char *dir = tree_of(argc, argv);
  const char *tree = in_dir(dir, "tree"), *many = in_dir(dir, "many");
  results_are_those_of_the_call(tree);
  a_token_ends_a_stream(many);
  failures(dir);
  every_operation_has_streams(dir);
  return 0;
}
