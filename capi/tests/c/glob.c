/* Path search: pattern syntax, scope, kinds, order, paging, stopping, bytes. */

#include "test.h"

SIZE_IS(size_of_file_type_def, ransack_file_type_def, 32);
SIZE_IS(size_of_glob_match, ransack_glob_match, 48);
SIZE_IS(size_of_file_type, ransack_file_type, 4);

/* Results of the callback, one line each. */
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

/* KIND PATH [=SIZE] [@MTIME] [#ROOT] */
static int note(const ransack_glob_match *item, void *user_data) {
  seen *s = (seen *)user_data;
  char tail[64];
  CHECK(item->file_type >= RANSACK_FILE_TYPE_FILE && item->file_type <= RANSACK_FILE_TYPE_SYMLINK);
  put(s, &"fdl"[item->file_type - RANSACK_FILE_TYPE_FILE], 1);
  put(s, " ", 1);
  put(s, item->path.data, item->path.len);
  if (item->has_size) {
    put(s, tail, (size_t)sprintf(tail, " =%llu", (unsigned long long)item->size));
  } else {
    CHECK_IS(item->size, 0);
  }
  if (item->has_mtime) {
    put(s, tail, (size_t)sprintf(tail, " @%lld", (long long)item->mtime_ms));
  } else {
    CHECK_IS(item->mtime_ms, 0);
  }
  if (item->root) put(s, tail, (size_t)sprintf(tail, " #%u", (unsigned)item->root));
  put(s, "\n", 1);
  s->count++;
  return s->count == s->stop_after;
}

static ransack_report *run(const glob_case *c, seen *s) {
  ransack_report *report = NULL;
  s->len = s->count = 0;
  s->text[0] = 0;
  OK(ransack_glob(&c->options, NULL, note, s, &report));
  CHECK(report != NULL);
  return report;
}

static void expect(const glob_case *c, const char *text) {
  seen s;
  s.stop_after = 0;
  ransack_report_free(run(c, &s));
  if (strcmp(s.text, text) != 0) {
    fprintf(stderr, "got:\n%s\nexpected:\n%s\n", s.text, text);
    exit(1);
  }
}

static void the_notation(const char *paths) {
  static const char *const cases[][2] = {
      {"*.ts", "f a.ts\nf src/[id]/page.ts\nf src/a.ts\nf src/deep/c.ts\n"},
      {"src/*.ts", "f src/a.ts\n"},
      {"src/**/c.ts", "f src/deep/c.ts\n"},
      {"?.ts", "f a.ts\nf src/a.ts\nf src/deep/c.ts\n"},
      {"[!a].ts", "f src/deep/c.ts\n"},
      {"b.{ts,tsx}", "f b.tsx\n"},
      {"src/\\[id\\]/*", "f src/[id]/page.ts\n"},
      {"src/[id]/*", ""},
      {"deep/", "d src/deep\n"},
      {"{deep/,}", "d src/deep\n"},
      {"{deep/,a.ts/,src/a.ts}", "f src/a.ts\nd src/deep\n"},
      {"src/../a.ts", "f a.ts\n"},
      {"SRC", ""},
      {"nothing", ""},
  };
  glob_case c;
  size_t i;
  for (i = 0; i < sizeof cases / sizeof *cases; i++) {
    glob_case_init(&c, cases[i][0], paths);
    expect(&c, cases[i][1]);
  }
}

/* Messages about a pattern: the fault, and what to write instead. */
static void other_notations(const char *paths) {
  static const char *const cases[][2] = {
      {".", "write `**`"},
      {"src/..", "write `**`"},
      {"../a.ts", "leaves its root"},
      {"@(a|b).ts", "write `{a,b}`"},
      {"{1..3}", "`{1,2,3}`"},
      {"*.ts,*.md", "write `{*.ts,*.md}`"},
  };
  ransack_report *report = NULL;
  glob_case c;
  size_t i;
  for (i = 0; i < sizeof cases / sizeof *cases; i++) {
    glob_case_init(&c, cases[i][0], paths);
    CHECK_IS(ransack_glob(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_INVALID_GLOB);
    CHECK(is(ransack_last_error()->pattern, cases[i][0]));
    CHECK(strstr(ransack_last_error_message(), cases[i][1]) != NULL);
    /* Also as a filter. */
    c.scope.globs = &c.pattern;
    c.scope.globs_len = 1;
    c.options.literal = 1;
    CHECK_IS(ransack_glob(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_INVALID_GLOB);
    CHECK(report == NULL);
  }
}

static void pattern_options(const char *paths) {
  ransack_string *escaped = NULL;
  ransack_bytes several[3];
  glob_case c;
  glob_case_init(&c, "*.ts", paths);
  c.options.recursive = 0;
  expect(&c, "f a.ts\n");

  glob_case_init(&c, "src/[id]/page.ts", paths);
  expect(&c, "");
  c.options.literal = 1;
  expect(&c, "f src/[id]/page.ts\n");
  c.options.literal = 0;
  OK(ransack_escape_glob(c.pattern, &escaped));
  CHECK(is(escaped->text, "src/\\[id\\]/page.ts"));
  CHECK_IS(escaped->text.data[escaped->text.len], 0);
  c.pattern = escaped->text;
  expect(&c, "f src/[id]/page.ts\n");
  ransack_string_free(escaped);
  ransack_string_free(NULL);
  OK(ransack_escape_glob(bytes(NULL, 0), &escaped));
  CHECK(is(escaped->text, ""));
  ransack_string_free(escaped);

  several[0] = ransack_bytes_from_str("*.ts");
  several[1] = ransack_bytes_from_str("!src/**");
  several[2] = ransack_bytes_from_str("src/a.ts");
  c.options.patterns = several;
  c.options.patterns_len = 3;
  expect(&c, "f a.ts\nf src/a.ts\n");
}

static void scope_options(const char *paths, const char *tree) {
  ransack_bytes roots[2];
  ransack_report *report;
  ransack_bytes name;
  glob_case c;
  seen s;
  glob_case_init(&c, "*env", paths);
  expect(&c, "");
  c.scope.hidden = 1;
  expect(&c, "f .env\n");
  glob_case_init(&c, ".env", paths);
  expect(&c, "f .env\n");

  glob_case_init(&c, "*.ts", paths);
  name = ransack_bytes_from_str("!src/");
  c.scope.globs = &name;
  c.scope.globs_len = 1;
  expect(&c, "f a.ts\n");
  name = ransack_bytes_from_str("{src/deep/,a.ts,}");
  expect(&c, "f a.ts\nf src/a.ts\nf src/deep/c.ts\n");
  name = ransack_bytes_from_str(in_dir(paths, "src/deep/"));
  expect(&c, "f src/deep/c.ts\n");

  glob_case_init(&c, "*d*", tree);
  c.options.file_type = RANSACK_FILE_TYPE_FILE;
  name = ransack_bytes_from_str("rust");
  c.scope.types = &name;
  c.scope.types_len = 1;
  expect(&c, "f sub/d.rs\n");
  c.scope.types_len = 0;
  c.scope.types_not = &name;
  c.scope.types_not_len = 1;
  expect(&c, "f bin.dat\n");

  glob_case_init(&c, "ignored.txt", tree);
  expect(&c, "");
  c.scope.gitignore = 0;
  expect(&c, "f ignored.txt\n");

  glob_case_init(&c, "*.js", in_dir(tree, "js"));
  s.stop_after = 0;
  report = run(&c, &s);
  CHECK_IS(s.count, 0);
  CHECK(report->complete);
  CHECK_IS(report->skipped_len, 1);
  CHECK_IS(report->skipped[0].reason, RANSACK_SKIP_REASON_NODE_MODULES);
  CHECK(is(report->skipped[0].paths[0].path, "node_modules"));
  ransack_report_free(report);
  c.scope.node_modules = 1;
  expect(&c, "f node_modules/m.js\n");

  glob_case_init(&c, "*.ts", paths);
  roots[0] = ransack_bytes_from_str(in_dir(paths, "src/deep"));
  roots[1] = ransack_bytes_from_str(in_dir(paths, "src"));
  c.scope.roots = roots;
  c.scope.roots_len = 2;
  /* An entry below both roots is a result of the first. */
  expect(&c, "f c.ts\nf [id]/page.ts #1\nf a.ts #1\n");
}

static void kinds_and_links(const char *kinds) {
  ransack_report *report;
  glob_case c;
  seen s;
  glob_case_init(&c, "*", kinds);
  expect(&c, "d dir\nf dir/inner\nf file\nl to_dir\nl to_file\nl to_nowhere\n");
  c.options.file_type = RANSACK_FILE_TYPE_FILE;
  expect(&c, "f dir/inner\nf file\nl to_file\n");
  c.options.file_type = RANSACK_FILE_TYPE_DIR;
  expect(&c, "d dir\nl to_dir\n");
  c.options.file_type = RANSACK_FILE_TYPE_SYMLINK;
  expect(&c, "l to_dir\nl to_file\nl to_nowhere\n");

  glob_case_init(&c, "*/", kinds);
  expect(&c, "d dir\nl to_dir\n");

  glob_case_init(&c, "**/inner", kinds);
  expect(&c, "f dir/inner\n");
  c.scope.follow_symlinks = 1;
  expect(&c, "f dir/inner\nf to_dir/inner\n");

  /* A link has the size of its target; every entry has a time. */
  glob_case_init(&c, "*", kinds);
  c.options.recursive = 0;
  c.options.stat = 1;
  s.stop_after = 0;
  report = run(&c, &s);
  CHECK_IS(s.count, 5);
  CHECK(strstr(s.text, "d dir @") != NULL);
  CHECK(strstr(s.text, "f file =4 @") != NULL);
  CHECK(strstr(s.text, "l to_dir @") != NULL);
  CHECK(strstr(s.text, "l to_file =4 @") != NULL);
  CHECK(strstr(s.text, "l to_nowhere @") != NULL);
  ransack_report_free(report);
}

static void newest_first(const char *times) {
  ransack_report *report;
  glob_case c;
  seen s;
  glob_case_init(&c, "*", times);
  c.options.sort_by_mtime = 1;
  expect(&c,
         "f d =0 @3000\nf b =0 @3000\nf c =0 @2000\nf a =0 @1000\n"
         "f old =0 @-1000\n");

  /* The limit applies to the sorted results. */
  c.options.limit = 3;
  s.stop_after = 0;
  report = run(&c, &s);
  CHECK(strcmp(s.text, "f d =0 @3000\nf b =0 @3000\nf c =0 @2000\n") == 0);
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_LIMIT);
  CHECK(!report->complete);
  CHECK(report->total_is_exact);
  CHECK_IS(report->total_matches, 5);
  CHECK(report->has_next_offset);
  c.options.offset = report->next_offset;
  ransack_report_free(report);
  expect(&c, "f a =0 @1000\nf old =0 @-1000\n");
}

/* After a limit or a stop by the callback, `next_offset` continues; the pages concatenated are the
 * whole result. */
static void pages_make_up_the_whole(const char *many, int by_callback) {
  uint64_t offset = 0;
  size_t found = 0;
  int more = 1;
  while (more) {
    ransack_report *report;
    char expected[64];
    glob_case c;
    seen s;
    size_t i;
    glob_case_init(&c, "*.txt", many);
    c.options.offset = offset;
    if (!by_callback) c.options.limit = 3;
    s.stop_after = by_callback ? 3 : 0;
    report = run(&c, &s);
    CHECK_IS(s.count, found < 18 ? 3 : 2);
    for (i = 0; i < s.count; i++, found++) {
      const size_t len = (size_t)sprintf(expected, "f %02u.txt\n", (unsigned)found);
      CHECK(memcmp(s.text + i * len, expected, len) == 0);
    }
    more = report->has_next_offset;
    if (more) {
      CHECK_IS(report->stopped_by,
               by_callback ? RANSACK_STOPPED_BY_CALLBACK : RANSACK_STOPPED_BY_LIMIT);
      CHECK(!report->complete);
      CHECK_IS(report->next_offset, found);
    } else {
      CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_NONE);
      CHECK_IS(report->next_offset, 0);
    }
    offset = report->next_offset;
    ransack_report_free(report);
  }
  CHECK_IS(found, 20);
}

static void bytes_survive(const char *paths) {
  glob_case c;
  glob_case_init(&c, "*.md", paths);
  expect(&c, "f n\xFF.md\n");
}

static void a_root_need_not_be_utf8(const char *dir) {
  glob_case c;
  glob_case_init(&c, "*", in_dir(dir, "root\xFF"));
  expect(&c, "f inside\n");
}

static void tracked_files(const char *repository) {
  glob_case c;
  glob_case_init(&c, "**", repository);
  expect(&c, "f plain\n");
  c.scope.tracked = 1;
  expect(&c, "d out\nf out/kept\nf plain\n");
}

static void the_report_tells_and_the_callback_is_optional(const char *paths, const char *empty) {
  ransack_report *report = NULL;
  glob_case c;
  glob_case_init(&c, "*", paths);
  OK(ransack_glob(&c.options, NULL, NULL, NULL, &report));
  CHECK(report->complete);
  CHECK(report->total_is_exact);
  CHECK(!report->no_files_matched_scope);
  CHECK(!report->has_next_offset);
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_NONE);
  CHECK_IS(report->total_matches, 9);
  CHECK_IS(report->files_with_matches, 6);
  CHECK_IS(report->skipped_len, 0);
  ransack_report_free(report);

  glob_case_init(&c, "*.ts", empty);
  OK(ransack_glob(&c.options, NULL, NULL, NULL, &report));
  CHECK(report->complete);
  CHECK_IS(report->total_matches, 0);
  ransack_report_free(report);
}

static void any_number_of_threads_gives_the_same(const char *paths) {
  const size_t before = ransack_pool_size(NULL);
  size_t size;
  glob_case c;
  glob_case_init(&c, "**/*.ts", paths);
  for (size = 1; size < 5; size++) {
    OK(ransack_pool_resize(NULL, size));
    expect(&c, "f a.ts\nf src/[id]/page.ts\nf src/a.ts\nf src/deep/c.ts\n");
  }
  OK(ransack_pool_resize(NULL, before));
}

static void time_limits(const char *paths) {
  ransack_cancel_token *token = NULL;
  ransack_report *report = NULL;
  ransack_abort_reason reason = RANSACK_ABORT_REASON_USER;
  glob_case c;
  seen s;
  s.stop_after = 0;
  glob_case_init(&c, "*", paths);
  c.options.timeout_ms = 0;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  CHECK_IS(ransack_glob(&c.options, token, note, &s, &report), RANSACK_STATUS_TIMEOUT);
  CHECK(report == NULL);
  OK(ransack_cancel_token_reason(token, &reason));
  CHECK_IS(reason, RANSACK_ABORT_REASON_NONE);
  ransack_cancel_token_free(token);

  c.options.on_timeout = RANSACK_ON_TIMEOUT_PARTIAL;
  report = run(&c, &s);
  CHECK_IS(s.count, 0);
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_TIMEOUT);
  CHECK(!report->complete);
  CHECK(!report->total_is_exact);
  ransack_report_free(report);

  /* Limit of the token, with a later one in the options. */
  report = NULL;
  c.options.on_timeout = RANSACK_ON_TIMEOUT_FAIL;
  c.options.timeout_ms = RANSACK_NO_LIMIT - 1;
  OK(ransack_cancel_token_new(NULL, 0, &token));
  CHECK_IS(ransack_glob(&c.options, token, note, &s, &report), RANSACK_STATUS_TIMEOUT);
  CHECK(report == NULL);
  ransack_cancel_token_free(token);
}

/* A root that is repeated gives no result again, however often. */
enum { ROOTS = 20000, EACH = 20 };

typedef struct canceller {
  ransack_cancel_token *token;
  uint32_t reason;
  size_t seen;
} canceller;

static int cancel_at_the_first(const ransack_glob_match *item, void *user_data) {
  canceller *c = (canceller *)user_data;
  CHECK(item->path.len > 0);
  if (c->seen++ == 0) OK(ransack_cancel_token_cancel(c->token, c->reason));
  return 0;
}

static void a_token_stops_it(const char *many) {
  static ransack_bytes roots[ROOTS];
  ransack_report *report = NULL;
  canceller by;
  glob_case c;
  size_t i;
  for (i = 0; i < ROOTS; i++) roots[i] = ransack_bytes_from_str(many);
  glob_case_init(&c, "*.txt", many);
  c.scope.roots = roots;
  c.scope.roots_len = ROOTS;
  c.scope.gitignore = 0;

  by.seen = 0;
  by.reason = RANSACK_ABORT_REASON_USER;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &by.token));
  CHECK_IS(ransack_glob(&c.options, by.token, cancel_at_the_first, &by, &report),
           RANSACK_STATUS_ABORTED);
  CHECK(report == NULL);
  CHECK_IS(by.seen, 1);
  /* A call whose token has fired does no work. */
  CHECK_IS(ransack_glob(&c.options, by.token, cancel_at_the_first, &by, &report),
           RANSACK_STATUS_ABORTED);
  CHECK(report == NULL);
  CHECK_IS(by.seen, 1);
  ransack_cancel_token_free(by.token);

  OK(ransack_glob(&c.options, NULL, NULL, NULL, &report));
  CHECK_IS(report->total_matches, EACH);
  ransack_report_free(report);
}

int main(int argc, char **argv) {
  const char *dir = tree_of(argc, argv);
  const char *paths = in_dir(dir, "paths"), *many = in_dir(dir, "many");
  the_notation(paths);
  other_notations(paths);
  pattern_options(paths);
  scope_options(paths, in_dir(dir, "tree"));
  kinds_and_links(in_dir(dir, "kinds"));
  newest_first(in_dir(dir, "times"));
  pages_make_up_the_whole(many, 0);
  pages_make_up_the_whole(many, 1);
  bytes_survive(paths);
  a_root_need_not_be_utf8(dir);
  tracked_files(in_dir(dir, "tracked"));
  the_report_tells_and_the_callback_is_optional(paths, in_dir(dir, "empty"));
  any_number_of_threads_gives_the_same(paths);
  time_limits(paths);
  a_token_stops_it(many);
  return 0;
}
