/* Invalid input: status, message and offset of each; no output is written. */

#define _POSIX_C_SOURCE 200809L

#include <pthread.h>

#include "test.h"

static char place;
#define UNTOUCHED ((ransack_report *)(void *)&place)

/* Asserts that the search fails with `status`, before any result, and writes nothing. */
static int never(const ransack_grep_match *item, void *user_data) {
  (void)item;
  (void)user_data;
  CHECK(!"a result was shown");
  return 1;
}

static const ransack_error *fails(const grep_case *c, ransack_status status) {
  ransack_report *report = UNTOUCHED;
  CHECK_IS(ransack_grep(&c->options, NULL, never, NULL, &report), status);
  CHECK(report == UNTOUCHED);
  CHECK_IS(ransack_last_error()->status, status);
  CHECK(is(ransack_last_error()->message, ransack_last_error_message()));
  CHECK(ransack_last_error()->message.len > 0);
  return ransack_last_error();
}

static void roots(const char *dir) {
  const ransack_error *error;
  const char *missing = in_dir(dir, "no\xC3\xAF where");
  ransack_report *report = NULL;
  ransack_bytes two[2];
  grep_case c;

  grep_case_init(&c, "needle", missing);
  error = fails(&c, RANSACK_STATUS_NOT_FOUND);
  CHECK(is(error->path, missing));
  CHECK_IS(error->pattern.len, 0);
  CHECK(!error->has_offset);
  CHECK(strstr(ransack_last_error_message(), missing) != NULL);

  c.root = bytes("a\0b", 3);
  error = fails(&c, RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "NUL") != NULL);

  c.root = bytes(NULL, 0);
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  c.scope.roots_len = 0;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  c.options.scope = NULL;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  c.options.scope = &c.scope;
  c.root = ransack_bytes_from_str(dir);
  c.scope.roots_len = 1;
  c.scope.hidden = RANSACK_HIDDEN_DEFAULT + 1;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("unknown value 3 of `hidden`: expected 0 to 2");

  grep_case_init(&c, "needle", dir);
  two[0] = c.root;
  two[1] = bytes(NULL, 1);
  c.scope.roots = two;
  c.scope.roots_len = 2;
  fails(&c, RANSACK_STATUS_NULL_ARGUMENT);
  MESSAGE_IS("`roots[1]` is NULL");
  c.scope.version = 9;
  fails(&c, RANSACK_STATUS_BAD_VERSION);
  MESSAGE_IS("`scope.version` is 9: this library knows only version 1 of the struct; initialise it "
             "with its _INIT macro or ransack_options_init()");
  CHECK_IS(ransack_options_init(&c.scope, "ransack_scope", 0), RANSACK_STATUS_BAD_VERSION);
  MESSAGE_STARTS("`version` is 0: ");
  CHECK_IS(ransack_options_init(&c.scope, "ransack_scopes", 1), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("this build has no options struct `ransack_scopes`");
  CHECK_IS(ransack_options_init(&c.scope, NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_options_init(NULL, "ransack_scope", 1), RANSACK_STATUS_NULL_ARGUMENT);

  grep_case_init(&c, "needle", "/dev/null");
  error = fails(&c, RANSACK_STATUS_INVALID_OPTION);
  CHECK(is(error->path, "/dev/null"));

  /* Path below a file. */
  grep_case_init(&c, "needle", in_dir(dir, "tree/a.txt/below"));
  fails(&c, RANSACK_STATUS_NOT_FOUND);

  /* A root may be a file. */
  grep_case_init(&c, "needle", in_dir(dir, "tree/a.txt"));
  OK(ransack_grep(&c.options, NULL, NULL, NULL, &report));
  CHECK(report->complete);
  CHECK_IS(report->files_searched, 1);
  CHECK_IS(report->total_matches, 2);
  ransack_report_free(report);

  /* A scope without files is not an error, and the report says so. */
  grep_case_init(&c, "needle", in_dir(dir, "empty"));
  OK(ransack_grep(&c.options, NULL, never, NULL, &report));
  CHECK(report->complete);
  CHECK(report->no_files_matched_scope);
  CHECK_IS(report->files_searched, 0);
  CHECK_IS(report->skipped_len, 0);
  ransack_report_free(report);
}

static void patterns(const char *tree) {
  const ransack_error *error;
  ransack_bytes two[2];
  grep_case c;

  grep_case_init(&c, "\xC3\xA4(b", tree);
  error = fails(&c, RANSACK_STATUS_INVALID_PATTERN);
  CHECK(is(error->pattern, "\xC3\xA4(b"));
  CHECK(error->has_offset);
  CHECK_IS(error->offset, 2);
  CHECK_IS(error->path.len, 0);

  grep_case_init(&c, "", tree);
  fails(&c, RANSACK_STATUS_INVALID_PATTERN);
  c.options.patterns_len = 0;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  grep_case_init(&c, "a\nb", tree);
  fails(&c, RANSACK_STATUS_INVALID_PATTERN);
  grep_case_init(&c, "(((((a{999}){999}){999}){999}){999})", tree);
  fails(&c, RANSACK_STATUS_INVALID_PATTERN);

  two[0] = ransack_bytes_from_str("good");
  two[1] = ransack_bytes_from_str("ab\xFF");
  c.options.patterns = two;
  c.options.patterns_len = 2;
  error = fails(&c, RANSACK_STATUS_INVALID_UTF8);
  CHECK(error->has_offset);
  CHECK_IS(error->offset, 2);
  CHECK(is(error->pattern, "ab\xFF"));
  MESSAGE_IS("`patterns[1]` is not UTF-8: ill-formed at byte 2");
}

static void scopes(const char *tree) {
  const ransack_error *error;
  ransack_bytes name;
  grep_case c;

  grep_case_init(&c, "needle", tree);
  name = ransack_bytes_from_str("nosuchtype");
  c.scope.types = &name;
  c.scope.types_len = 1;
  error = fails(&c, RANSACK_STATUS_UNKNOWN_TYPE);
  CHECK(is(error->pattern, "nosuchtype"));
  c.scope.types_not = c.scope.types;
  c.scope.types_not_len = 1;
  c.scope.types_len = 0;
  fails(&c, RANSACK_STATUS_UNKNOWN_TYPE);

  grep_case_init(&c, "needle", tree);
  name = bytes("a\0b", 3);
  c.scope.globs = &name;
  c.scope.globs_len = 1;
  error = fails(&c, RANSACK_STATUS_INVALID_GLOB);
  CHECK_IS(error->pattern.len, 3);
  CHECK(memcmp(error->pattern.data, "a\0b", 3) == 0);
  name = ransack_bytes_from_str("!");
  CHECK(is(fails(&c, RANSACK_STATUS_INVALID_GLOB)->pattern, "!"));
  name = bytes("\xFF", 1);
  fails(&c, RANSACK_STATUS_INVALID_UTF8);
}

static void values(const char *tree) {
  const ransack_error *error;
  grep_case c;
  grep_case_init(&c, "needle", tree);
  c.options.mode = 3;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "mode") != NULL);
  grep_case_init(&c, "needle", tree);
  c.options.on_timeout = 0xFFFFFFFF;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "on_timeout") != NULL);
  grep_case_init(&c, "needle", tree);
  c.options.encoding = ransack_bytes_from_str("klingon");
  error = fails(&c, RANSACK_STATUS_INVALID_OPTION);
  CHECK(is(error->pattern, "klingon"));
  c.options.encoding = bytes("\xC3", 1);
  fails(&c, RANSACK_STATUS_INVALID_UTF8);
}

static int never_a_path(const ransack_glob_match *item, void *user_data) {
  (void)item;
  (void)user_data;
  CHECK(!"a path was shown");
  return 1;
}

static const ransack_error *glob_fails(const glob_case *c, ransack_status status) {
  ransack_report *report = UNTOUCHED;
  CHECK_IS(ransack_glob(&c->options, NULL, never_a_path, NULL, &report), status);
  CHECK(report == UNTOUCHED);
  CHECK_IS(ransack_last_error()->status, status);
  CHECK(ransack_last_error()->message.len > 0);
  return ransack_last_error();
}

static void globs(const char *dir) {
  const char *tree = in_dir(dir, "tree"), *file = in_dir(dir, "tree/a.txt");
  const char *const bad[] = {"", "!", "/", "../x", "a/../../b"};
  const ransack_status null = RANSACK_STATUS_NULL_ARGUMENT;
  ransack_report *report = UNTOUCHED;
  ransack_string *string = NULL;
  const ransack_error *error;
  ransack_bytes name;
  glob_case c;
  size_t i;

  for (i = 0; i < sizeof bad / sizeof *bad; i++) {
    glob_case_init(&c, bad[i], tree);
    error = glob_fails(&c, RANSACK_STATUS_INVALID_GLOB);
    CHECK(is(error->pattern, bad[i]));
    CHECK_IS(error->path.len, 0);
  }
  c.pattern = bytes("a\0b", 3);
  CHECK_IS(glob_fails(&c, RANSACK_STATUS_INVALID_GLOB)->pattern.len, 3);
  c.pattern = bytes("ab\xFF", 3);
  error = glob_fails(&c, RANSACK_STATUS_INVALID_UTF8);
  CHECK_IS(error->offset, 2);
  CHECK(strstr(ransack_last_error_message(), "patterns") != NULL);
  c.options.patterns_len = 0;
  glob_fails(&c, RANSACK_STATUS_INVALID_OPTION);

  glob_case_init(&c, "*", in_dir(dir, "nowhere"));
  CHECK(is(glob_fails(&c, RANSACK_STATUS_NOT_FOUND)->path, in_dir(dir, "nowhere")));
  glob_case_init(&c, "*", file);
  CHECK(is(glob_fails(&c, RANSACK_STATUS_INVALID_OPTION)->path, file));
  CHECK(strstr(ransack_last_error_message(), "irectory") != NULL);
  c.scope.roots_len = 0;
  glob_fails(&c, RANSACK_STATUS_INVALID_OPTION);

  glob_case_init(&c, "*", tree);
  c.options.file_type = RANSACK_FILE_TYPE_SYMLINK + 1;
  glob_fails(&c, RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "file_type") != NULL);
  glob_case_init(&c, "*", tree);
  c.options.on_timeout = RANSACK_ON_TIMEOUT_PARTIAL + 1;
  glob_fails(&c, RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "on_timeout") != NULL);

  glob_case_init(&c, "*", tree);
  name = ransack_bytes_from_str("nosuchtype");
  c.scope.types = &name;
  c.scope.types_len = 1;
  CHECK(is(glob_fails(&c, RANSACK_STATUS_UNKNOWN_TYPE)->pattern, "nosuchtype"));
  glob_case_init(&c, "*", tree);
  name = ransack_bytes_from_str("!");
  c.scope.globs = &name;
  c.scope.globs_len = 1;
  CHECK(is(glob_fails(&c, RANSACK_STATUS_INVALID_GLOB)->pattern, "!"));

  CHECK_IS(ransack_glob(NULL, NULL, never_a_path, NULL, &report), null);
  CHECK(report == UNTOUCHED);
  glob_case_init(&c, "*", tree);
  c.options.patterns = NULL;
  glob_fails(&c, null);
  glob_case_init(&c, "*", tree);
  c.scope.roots = NULL;
  glob_fails(&c, null);
  glob_case_init(&c, "*", tree);
  c.scope.types_not_len = 1;
  glob_fails(&c, null);

  CHECK_IS(ransack_escape_glob(bytes("a", 1), NULL), null);
  CHECK_IS(ransack_escape_glob(bytes(NULL, 1), &string), null);
  CHECK_IS(ransack_escape_glob(bytes("a\xFF", 2), &string), RANSACK_STATUS_INVALID_UTF8);
  CHECK_IS(ransack_last_error()->offset, 1);
  CHECK(string == NULL);
}

static void null_arguments(const char *tree) {
  ransack_cancel_token *token = NULL;
  ransack_search_options search = RANSACK_SEARCH_OPTIONS_INIT;
  ransack_report *report = UNTOUCHED;
  const ransack_file_type_def *types = NULL;
  size_t types_len = 99;
  ransack_abort_reason reason = RANSACK_ABORT_REASON_USER;
  ransack_bytes pattern = ransack_bytes_from_str("x");
  uint8_t has = 7;
  grep_case c;
  const ransack_status null = RANSACK_STATUS_NULL_ARGUMENT;

  grep_case_init(&c, "needle", tree);
  CHECK_IS(ransack_grep(NULL, NULL, NULL, NULL, &report), null);
  CHECK(report == UNTOUCHED);
  CHECK(strstr(ransack_last_error_message(), "options") != NULL);
  c.options.patterns = NULL;
  fails(&c, null);
  grep_case_init(&c, "needle", tree);
  c.pattern.data = NULL;
  fails(&c, null);
  grep_case_init(&c, "needle", tree);
  c.scope.roots = NULL;
  fails(&c, null);
  grep_case_init(&c, "needle", tree);
  c.root.data = NULL;
  fails(&c, null);
  grep_case_init(&c, "needle", tree);
  c.scope.globs_len = 1;
  fails(&c, null);
  grep_case_init(&c, "needle", tree);
  c.scope.types_len = 1;
  fails(&c, null);
  grep_case_init(&c, "needle", tree);
  c.scope.types_not_len = 1;
  fails(&c, null);
  grep_case_init(&c, "needle", tree);
  c.options.encoding.len = 1;
  fails(&c, null);

  CHECK_IS(ransack_search(bytes("x", 1), NULL, NULL, NULL, NULL, &report), null);
  search.patterns = &pattern;
  search.patterns_len = 1;
  CHECK_IS(ransack_search(bytes(NULL, 1), &search, NULL, NULL, NULL, &report), null);
  CHECK(report == UNTOUCHED);
  CHECK_IS(ransack_has_match(bytes(NULL, 1), &search, NULL, &has), null);
  CHECK_IS(ransack_has_match(bytes("x", 1), NULL, NULL, &has), null);
  CHECK_IS(ransack_has_match(bytes("x", 1), &search, NULL, NULL), null);
  CHECK_IS(has, 7);

  CHECK_IS(ransack_file_types(NULL, &types_len), null);
  CHECK_IS(ransack_file_types(&types, NULL), null);
  CHECK(types == NULL);
  CHECK_IS(types_len, 99);

  CHECK_IS(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, NULL), null);
  CHECK_IS(ransack_cancel_token_new(NULL, 1, NULL), null);
  CHECK_IS(ransack_cancel_token_cancel(NULL, RANSACK_ABORT_REASON_USER), null);
  CHECK_IS(ransack_cancel_token_reason(NULL, &reason), null);
  CHECK_IS(reason, RANSACK_ABORT_REASON_USER);
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  CHECK_IS(ransack_cancel_token_new(token, RANSACK_NO_LIMIT, NULL), null);
  CHECK_IS(ransack_cancel_token_reason(token, NULL), null);
  CHECK_IS(ransack_cancel_token_cancel(token, 0), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_cancel_token_cancel(token, 4), RANSACK_STATUS_INVALID_OPTION);
  OK(ransack_cancel_token_reason(token, &reason));
  CHECK_IS(reason, RANSACK_ABORT_REASON_NONE);
  ransack_cancel_token_free(token);

  CHECK_IS(ransack_bytes_from_str(NULL).len, 0);
}

/* The largest values may fail but do not panic. */
static void extremes(const char *tree) {
  ransack_search_options search = RANSACK_SEARCH_OPTIONS_INIT;
  uint64_t *const fields[] = {&search.limit,          &search.offset,
                              &search.context_before, &search.context_after,
                              &search.max_columns,    &search.max_count_per_file};
  const uint64_t values[] = {0, 1, UINT64_MAX - 1, UINT64_MAX};
  ransack_bytes pattern = ransack_bytes_from_str("n");
  size_t i, j;
  search.patterns = &pattern;
  search.patterns_len = 1;
  for (i = 0; i < sizeof fields / sizeof *fields; i++) {
    const uint64_t usual = *fields[i];
    for (j = 0; j < sizeof values / sizeof *values; j++) {
      ransack_report *report = NULL;
      grep_case c;
      *fields[i] = values[j];
      OK(ransack_search(ransack_bytes_from_str("one\ntwo\n"), &search, NULL, NULL, NULL, &report));
      ransack_report_free(report);
      grep_case_init(&c, "needle", tree);
      c.options.limit = search.limit;
      c.options.offset = search.offset;
      c.options.context_before = search.context_before;
      c.options.context_after = search.context_after;
      c.options.max_columns = search.max_columns;
      c.options.max_count_per_file = search.max_count_per_file;
      OK(ransack_grep(&c.options, NULL, NULL, NULL, &report));
      ransack_report_free(report);
    }
    *fields[i] = usual;
  }
}

static void *has_no_error(void *tree) {
  grep_case c;
  CHECK(ransack_last_error() == NULL);
  CHECK(strcmp(ransack_last_error_message(), "") == 0);
  grep_case_init(&c, "(", (const char *)tree);
  CHECK_IS(fails(&c, RANSACK_STATUS_INVALID_PATTERN)->offset, 0);
  return NULL;
}

static void errors_belong_to_their_thread(const char *tree) {
  const ransack_error *error;
  ransack_report *report = NULL;
  pthread_t other;
  grep_case c;
  char path[4096];
  CHECK(strlen(tree) < sizeof path);
  strcpy(path, tree);
  grep_case_init(&c, "a)", tree);
  error = fails(&c, RANSACK_STATUS_INVALID_PATTERN);
  CHECK(pthread_create(&other, NULL, has_no_error, path) == 0);
  CHECK(pthread_join(other, NULL) == 0);
  /* A successful call does not change the error. */
  grep_case_init(&c, "needle", tree);
  OK(ransack_grep(&c.options, NULL, NULL, NULL, &report));
  ransack_report_free(report);
  CHECK(ransack_last_error() == error);
  CHECK(is(error->pattern, "a)"));
}

int main(int argc, char **argv) {
  const char *dir = tree_of(argc, argv);
  const char *tree = in_dir(dir, "tree");
  CHECK(ransack_last_error() == NULL);
  roots(dir);
  patterns(tree);
  scopes(tree);
  values(tree);
  globs(dir);
  null_arguments(tree);
  extremes(tree);
  errors_belong_to_their_thread(tree);
  return 0;
}
