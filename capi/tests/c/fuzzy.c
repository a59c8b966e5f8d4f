/* Fuzzy search: order, positions, kinds, signals, paging, stopping, invalid input. */

#include "test.h"

SIZE_IS(size_of_frecency, ransack_frecency, 24);
SIZE_IS(size_of_fuzzy_match, ransack_fuzzy_match, 56);
SIZE_IS(size_of_fuzzy_string, ransack_fuzzy_string, 32);

/* Results of the callback, one line each: "PATH:POSITIONS". */
typedef struct seen {
  char text[4096];
  size_t len;
  size_t count;
  size_t stop_after;
} seen;

static void put(seen *s, const void *data, size_t len) {
  CHECK(s->len + len < sizeof s->text);
  memcpy(s->text + s->len, data, len);
  s->len += len;
  s->text[s->len] = 0;
}

static void put_positions(seen *s, const uint32_t *positions, size_t len) {
  char number[16];
  size_t i;
  for (i = 0; i < len; i++) {
    put(s, number, (size_t)sprintf(number, "%c%u", i ? ',' : ':', (unsigned)positions[i]));
  }
  put(s, "\n", 1);
  s->count++;
}

static int note_path(const ransack_fuzzy_match *item, void *user_data) {
  seen *s = (seen *)user_data;
  int is_dir = item->file_type == RANSACK_FILE_TYPE_DIR;
  CHECK_IS(item->path.data[item->path.len - 1] == '/', is_dir);
  put(s, item->path.data, item->path.len);
  put_positions(s, item->positions, item->positions_len);
  return s->count == s->stop_after;
}

static int note_string(const ransack_fuzzy_string *item, void *user_data) {
  seen *s = (seen *)user_data;
  char number[32];
  put(s, number, (size_t)sprintf(number, "%u", (unsigned)item->index));
  put_positions(s, item->positions, item->positions_len);
  return s->count == s->stop_after;
}

typedef struct fuzzy_case {
  ransack_bytes root;
  ransack_scope scope;
  ransack_fuzzy_find_options options;
} fuzzy_case;

static void fuzzy_case_init(fuzzy_case *c, const char *query, const char *root) {
  ransack_fuzzy_find_options defaults = RANSACK_FUZZY_FIND_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  c->root = ransack_bytes_from_str(root);
  c->options = defaults;
  c->options.scope = &c->scope;
  c->scope = scope;
  c->options.query = ransack_bytes_from_str(query);
  c->scope.roots = &c->root;
  c->scope.roots_len = 1;
}

static void expect(const fuzzy_case *c, const char *text) {
  seen s;
  ransack_report *report = NULL;
  memset(&s, 0, sizeof s);
  OK(ransack_fuzzy_find(&c->options, NULL, note_path, &s, &report));
  if (strcmp(s.text, text) != 0) {
    fprintf(stderr, "got:\n%s\nexpected:\n%s\n", s.text, text);
    exit(1);
  }
  ransack_report_free(report);
}

typedef struct location {
  char text[16];
  size_t count;
} location;

/* "LINE:COLUMN" of the last result, "LINE", or "-" without a line. */
static int note_location(const ransack_fuzzy_match *item, void *user_data) {
  location *l = (location *)user_data;
  CHECK(item->has_line || item->line == 0);
  CHECK(item->has_column || item->column == 0);
  strcpy(l->text, "-");
  if (item->has_line) sprintf(l->text, "%u", (unsigned)item->line);
  if (item->has_column) sprintf(l->text + strlen(l->text), ":%u", (unsigned)item->column);
  l->count++;
  return 0;
}

static void locations(const char *paths) {
  static const char *const QUERIES[][2] = {
      {"deep/c.ts:12:5", "12:5"}, {"deep/c.ts:12", "12"}, {"deep/c.ts(0,5)", "0:5"},
      {"deep/c.ts#L7", "7"},      {"deep/c.ts:", "-"},    {"deep/c.ts", "-"},
  };
  fuzzy_case c;
  size_t i;
  for (i = 0; i < sizeof QUERIES / sizeof *QUERIES; i++) {
    location l;
    ransack_report *report = NULL;
    memset(&l, 0, sizeof l);
    fuzzy_case_init(&c, QUERIES[i][0], paths);
    OK(ransack_fuzzy_find(&c.options, NULL, note_location, &l, &report));
    CHECK_IS(l.count, 1);
    CHECK(strcmp(l.text, QUERIES[i][1]) == 0);
    ransack_report_free(report);
  }
  fuzzy_case_init(&c, "deep/c.ts:12", paths);
  c.options.location = 0;
  expect(&c, "");
}

static void paths_and_positions(const char *paths) {
  fuzzy_case c;
  fuzzy_case_init(&c, "deepc", paths);
  /* The name of the directory has an extra letter at its end. */
  expect(&c, "src/deep/c.ts:4,5,6,7,9\nsrc/deep/:4,5,6,7\n");
  fuzzy_case_init(&c, "deep/", paths);
  expect(&c, "src/deep/:4,5,6,7,8\nsrc/deep/c.ts:4,5,6,7,8\n");
  c.options.dirs = 0;
  expect(&c, "src/deep/c.ts:4,5,6,7,8\n");
  fuzzy_case_init(&c, "[id]", paths);
  c.options.limit = 1;
  expect(&c, "src/[id]/:4,5,6,7\n");
  c.options.offset = 1;
  expect(&c, "src/[id]/page.ts:4,5,6,7\n");
  /* An empty query matches every path; shallow paths rank first. */
  fuzzy_case_init(&c, "", paths);
  c.options.limit = 2;
  expect(&c, "a.ts\nb.tsx\n");
  fuzzy_case_init(&c, " \x01\n", paths);
  c.options.limit = 2;
  expect(&c, "a.ts\nb.tsx\n");
}

static void the_report_and_stopping(const char *paths) {
  fuzzy_case c;
  seen s;
  ransack_report *report = NULL;
  memset(&s, 0, sizeof s);
  fuzzy_case_init(&c, "ts", paths);
  OK(ransack_fuzzy_find(&c.options, NULL, NULL, NULL, &report));
  CHECK(report->complete && report->total_is_exact && report->total_matches > 2);
  ransack_report_free(report);
  s.stop_after = 2;
  OK(ransack_fuzzy_find(&c.options, NULL, note_path, &s, &report));
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_CALLBACK);
  CHECK_IS(report->next_offset, 2);
  CHECK_IS(s.count, 2);
  ransack_report_free(report);
}

static void strings(void) {
  ransack_bytes list[4];
  ransack_frecency often;
  ransack_fuzzy_match_options options = RANSACK_FUZZY_MATCH_OPTIONS_INIT;
  ransack_report *report = NULL;
  seen s;
  memset(&s, 0, sizeof s);
  list[0] = ransack_bytes_from_str("kernel/sched/core.c");
  list[1] = ransack_bytes_from_str("b/user.rs");
  list[2] = bytes("na\xC3\xAFve\xFF.txt", 11);
  list[3] = ransack_bytes_from_str("a/user.rs");
  OK(ransack_fuzzy_match_strings(bytes("schedcore", 9), list, 4, &options, NULL, note_string, &s,
                                 &report));
  CHECK(strcmp(s.text, "0:7,8,9,10,11,13,14,15,16\n") == 0);
  CHECK_IS(report->total_matches, 1);
  CHECK_IS(report->files_searched, 4);
  ransack_report_free(report);

  memset(&s, 0, sizeof s);
  OK(ransack_fuzzy_match_strings(bytes("ve", 2), list, 4, &options, NULL, note_string, &s,
                                 &report));
  CHECK(strcmp(s.text, "2:4,5\n") == 0);
  ransack_report_free(report);

  memset(&s, 0, sizeof s);
  often.path = list[1];
  often.weight = 5;
  options.frecency = &often;
  options.frecency_len = 1;
  s.stop_after = 1;
  OK(ransack_fuzzy_match_strings(bytes("user", 4), list, 4, &options, NULL, note_string, &s,
                                 &report));
  CHECK(strcmp(s.text, "1:2,3,4,5\n") == 0);
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_CALLBACK);
  CHECK_IS(report->next_offset, 1);
  ransack_report_free(report);

  memset(&s, 0, sizeof s);
  options.frecency_len = 0;
  options.recent = &list[1];
  options.recent_len = 1;
  options.limit = 1;
  OK(ransack_fuzzy_match_strings(bytes("user", 4), list, 4, &options, NULL, note_string, &s,
                                 &report));
  CHECK(strcmp(s.text, "1:2,3,4,5\n") == 0);
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_LIMIT);
  ransack_report_free(report);

  memset(&s, 0, sizeof s);
  options.recent_len = 0;
  options.current = ransack_bytes_from_str("b/other.rs");
  OK(ransack_fuzzy_match_strings(bytes("user", 4), list, 4, &options, NULL, note_string, &s,
                                 &report));
  CHECK(strcmp(s.text, "1:2,3,4,5\n") == 0);
  ransack_report_free(report);
}

static void bad_input(const char *paths, const char *nowhere) {
  static char query[10241];
  ransack_fuzzy_match_options options = RANSACK_FUZZY_MATCH_OPTIONS_INIT;
  ransack_report *report = NULL;
  ransack_cancel_token *token = NULL;
  ransack_fuzzy_list *list = NULL;
  ransack_frecency often;
  ransack_bytes two[2];
  fuzzy_case c;
  memset(query, 'x', sizeof query);
  fuzzy_case_init(&c, "a", nowhere);
  CHECK_IS(ransack_fuzzy_find(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_NOT_FOUND);
  fuzzy_case_init(&c, "a", in_dir(paths, "a.ts"));
  CHECK_IS(ransack_fuzzy_find(&c.options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "not a directory") != NULL);
  fuzzy_case_init(&c, "a", paths);
  c.options.query = bytes(query, sizeof query);
  CHECK_IS(ransack_fuzzy_find(&c.options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "10240") != NULL);
  c.options.query = bytes("\xFF", 1);
  CHECK_IS(ransack_fuzzy_find(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_INVALID_UTF8);
  fuzzy_case_init(&c, "a", paths);
  c.options.on_timeout = 9;
  CHECK_IS(ransack_fuzzy_find(&c.options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_INVALID_OPTION);
  c.options.on_timeout = 0;
  c.options.recent_len = 1;
  CHECK_IS(ransack_fuzzy_find(&c.options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_NULL_ARGUMENT);
  two[0] = bytes("a", 1);
  two[1] = bytes(NULL, 1);
  c.options.recent = two;
  c.options.recent_len = 2;
  CHECK_IS(ransack_fuzzy_find(&c.options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_NULL_ARGUMENT);
  MESSAGE_IS("`recent[1]` is NULL");
  c.options.recent_len = 0;
  often.path = two[1];
  often.weight = 1;
  c.options.frecency = &often;
  c.options.frecency_len = 1;
  CHECK_IS(ransack_fuzzy_find(&c.options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_NULL_ARGUMENT);
  MESSAGE_IS("`frecency[0].path` is NULL");
  c.options.frecency_len = 0;
  c.options.timeout_ms = 0;
  CHECK_IS(ransack_fuzzy_find(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_TIMEOUT);
  CHECK_IS(ransack_fuzzy_find(NULL, NULL, NULL, NULL, &report), RANSACK_STATUS_NULL_ARGUMENT);

  CHECK_IS(ransack_fuzzy_match_strings(bytes("a", 1), NULL, 1, &options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_fuzzy_match_strings(bytes("a", 1), two, 2, &options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_NULL_ARGUMENT);
  MESSAGE_IS("`strings[1]` is NULL");
  CHECK_IS(ransack_fuzzy_list_new(two, 2, &list), RANSACK_STATUS_NULL_ARGUMENT);
  MESSAGE_IS("`strings[1]` is NULL");
  CHECK_IS(ransack_fuzzy_match_strings(bytes("\xFF", 1), NULL, 0, &options, NULL, NULL, NULL,
                                       &report),
           RANSACK_STATUS_INVALID_UTF8);
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  c.options.timeout_ms = RANSACK_NO_LIMIT;
  CHECK_IS(ransack_fuzzy_match_strings(bytes("a", 1), NULL, 0, &options, token, NULL, NULL,
                                       &report),
           RANSACK_STATUS_ABORTED);
  CHECK_IS(ransack_fuzzy_find(&c.options, token, NULL, NULL, &report), RANSACK_STATUS_ABORTED);
  ransack_cancel_token_free(token);
  CHECK(report == NULL && list == NULL);
}

int main(int argc, char **argv) {
  const char *dir = tree_of(argc, argv);
  const char *paths = in_dir(dir, "paths");
  paths_and_positions(paths);
  locations(paths);
  the_report_and_stopping(paths);
  strings();
  bad_input(paths, in_dir(dir, "nowhere"));
  return 0;
}
