/* Content search in files: options, results, stopping, paging, bytes. */

#include "test.h"

SIZE_IS(size_of_submatch, ransack_submatch, 24);
SIZE_IS(size_of_context_line, ransack_context_line, 32);
SIZE_IS(size_of_grep_match, ransack_grep_match, 160);

/* Results of the callback, one line each. */
typedef struct seen {
  char text[16384];
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

static void put_context(seen *s, const ransack_context_line *lines, size_t count) {
  size_t i;
  for (i = 0; i < count; i++) {
    char head[64];
    int len = sprintf(head, "  %llu%s ", (unsigned long long)lines[i].line_number,
                      lines[i].clipped ? "~" : "-");
    put(s, head, (size_t)len);
    put(s, lines[i].line.data, lines[i].line.len);
    put(s, "\n", 1);
  }
}

/* PATH:LINE@OFFSET:[START-END#PATTERN ...] TEXT */
static int note(const ransack_grep_match *item, void *user_data) {
  seen *s = (seen *)user_data;
  char head[256];
  size_t i;
  int len;
  put_context(s, item->context_before, item->context_before_len);
  put(s, item->path.data, item->path.len);
  len = sprintf(head, ":%llu@%llu:[", (unsigned long long)item->line_number,
                (unsigned long long)item->byte_offset);
  put(s, head, (size_t)len);
  for (i = 0; i < item->submatches_len; i++) {
    const ransack_submatch *m = &item->submatches[i];
    CHECK(m->start <= m->end && m->end <= item->line.len);
    len = sprintf(head, "%s%llu-%llu#%u", i ? " " : "", (unsigned long long)m->start,
                  (unsigned long long)m->end, (unsigned)m->pattern);
    put(s, head, (size_t)len);
  }
  put(s, "] ", 2);
  put(s, item->line.data, item->line.len);
  if (item->has_clip) {
    len = sprintf(head, " (from %llu of %llu)", (unsigned long long)item->clip_offset,
                  (unsigned long long)item->line_len);
    put(s, head, (size_t)len);
  } else {
    CHECK_IS(item->line_len, item->line.len);
    CHECK_IS(item->clip_offset, 0);
  }
  if (item->match_count > 1) {
    len = sprintf(head, " x%llu", (unsigned long long)item->match_count);
    put(s, head, (size_t)len);
  }
  put(s, "\n", 1);
  put_context(s, item->context_after, item->context_after_len);
  s->count++;
  return s->count == s->stop_after;
}

static ransack_report *run(grep_case *c, seen *s) {
  ransack_report *report = NULL;
  s->len = s->count = 0;
  s->text[0] = 0;
  OK(ransack_grep(&c->options, NULL, note, s, &report));
  CHECK(report != NULL);
  return report;
}

static void expect(grep_case *c, const char *text) {
  seen s;
  s.stop_after = 0;
  ransack_report_free(run(c, &s));
  if (strcmp(s.text, text) != 0) {
    fprintf(stderr, "got:\n%s\nexpected:\n%s\n", s.text, text);
    exit(1);
  }
}

/* All results of the tree for "needle", in order. */
#define ALL                                                                  \
  "a.txt:2@4:[0-6#0] needle two\n"                                           \
  "a.txt:4@23:[6-12#0 13-19#0] three needle needle\n"                        \
  "b/\xC3\xBCn\xC3\xAF.txt:1@0:[3-9#0] \xC3\xA4 needle \xC3\xB6\n"           \
  "c\xFF.txt:1@0:[2-8#0] \xFE needle \xFF\n"                                 \
  "sub/d.rs:1@0:[3-9#0] // needle\n"

static void results_come_in_order_with_their_bytes(const char *tree) {
  grep_case c;
  seen s;
  ransack_report *report;
  grep_case_init(&c, "needle", tree);
  expect(&c, ALL);

  s.stop_after = 0;
  report = run(&c, &s);
  /* A binary file is no text. */
  CHECK(report->complete);
  CHECK(report->total_is_exact);
  CHECK(!report->has_next_offset);
  CHECK(!report->no_files_matched_scope);
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_NONE);
  CHECK_IS(report->files_with_matches, 4);
  CHECK_IS(report->total_matches, 5);
  CHECK_IS(report->files_searched, 6);
  CHECK_IS(report->skipped_len, 1);
  CHECK_IS(report->skipped[0].reason, RANSACK_SKIP_REASON_BINARY);
  CHECK_IS(report->skipped[0].count, 1);
  CHECK_IS(report->skipped[0].paths_len, 1);
  CHECK(is(report->skipped[0].paths[0].path, "bin.dat"));
  CHECK_IS(report->skipped[0].paths[0].root, 0);
  ransack_report_free(report);
}

static void the_callback_is_optional(const char *tree) {
  grep_case c;
  ransack_report *report = NULL;
  grep_case_init(&c, "needle", tree);
  OK(ransack_grep(&c.options, NULL, NULL, NULL, &report));
  CHECK_IS(report->total_matches, 5);
  ransack_report_free(report);
  ransack_report_free(NULL);
}

static void query_options(const char *tree) {
  grep_case c;
  const char *file;
  char expected[4096];
  ransack_bytes two[2];
  grep_case_init(&c, "NEEDLE", tree);
  expect(&c, "");
  c.options.ignore_case = 1;
  expect(&c, ALL);
  c.options.ignore_case = 0;
  c.options.smart_case = 1;
  expect(&c, "");
  grep_case_init(&c, "Two|needlE", tree);
  c.options.ignore_case = 2;
  expect(&c,
         "a.txt:2@4:[0-6#0 7-10#0] needle two\n"
         "a.txt:4@23:[6-12#0 13-19#0] three needle needle\n"
         "b/\xC3\xBCn\xC3\xAF.txt:1@0:[3-9#0] \xC3\xA4 needle \xC3\xB6\n"
         "c\xFF.txt:1@0:[2-8#0] \xFE needle \xFF\n"
         "sub/d.rs:1@0:[3-9#0] // needle\n");
  grep_case_init(&c, "t.o", tree);
  expect(&c, "a.txt:2@4:[7-10#0] needle two\n");
  grep_case_init(&c, "t[\\d-.\\w]o", tree);
  expect(&c, "a.txt:2@4:[7-10#0] needle two\n");
  c.options.literal = 1;
  expect(&c, "");
  grep_case_init(&c, "need", tree);
  c.options.word = 1;
  expect(&c, "");
  /* The path of a root that is a file is the root as given. */
  file = in_dir(tree, "a.txt");
  grep_case_init(&c, "needle", file);
  c.options.invert = 1;
  CHECK(2 * strlen(file) + 64 < sizeof expected);
  sprintf(expected, "%s:1@0:[] one\n%s:3@15:[] between\n", file, file);
  expect(&c, expected);
  grep_case_init(&c, "two.between", tree);
  c.options.multiline = 1;
  expect(&c, "");
  c.options.dot_all = 1;
  expect(&c, "a.txt:2@4:[7-18#0] needle two\nbetween\n");
  grep_case_init(&c, "unused", tree);
  two[0] = ransack_bytes_from_str("between");
  two[1] = ransack_bytes_from_str("two");
  c.options.patterns = two;
  c.options.patterns_len = 2;
  expect(&c, "a.txt:2@4:[7-10#1] needle two\na.txt:3@15:[0-7#0] between\n");
}

static void scope_options(const char *tree) {
  grep_case c;
  ransack_bytes text, rust;
  ransack_report *report;
  seen s;
  grep_case_init(&c, "needle", tree);
  text = ransack_bytes_from_str("sub/");
  rust = ransack_bytes_from_str("rust");
  c.scope.types = &rust;
  c.scope.types_len = 1;
  expect(&c, "sub/d.rs:1@0:[3-9#0] // needle\n");
  c.scope.types_len = 0;
  c.scope.types_not = &rust;
  c.scope.types_not_len = 1;
  text = ransack_bytes_from_str("{a.txt,*.rs}");
  c.scope.globs = &text;
  c.scope.globs_len = 1;
  c.options.limit = 1;
  expect(&c, "a.txt:2@4:[0-6#0] needle two\n");

  grep_case_init(&c, "hidden", tree);
  expect(&c, ".hidden.txt:1@0:[0-6#0] hidden\n");
  c.scope.hidden = 0;
  expect(&c, "");
  grep_case_init(&c, "ignored", tree);
  c.scope.hidden = 0;
  expect(&c, "");
  c.scope.gitignore = 0;
  expect(&c, "ignored.txt:1@0:[0-7#0] ignored\n");
  grep_case_init(&c, "module", tree);
  s.stop_after = 0;
  report = run(&c, &s);
  CHECK_IS(s.count, 0);
  ransack_report_free(report);

  grep_case_init(&c, "in_modules", in_dir(tree, "js"));
  s.stop_after = 0;
  report = run(&c, &s);
  CHECK_IS(s.count, 0);
  CHECK_IS(report->skipped_len, 1);
  CHECK_IS(report->skipped[0].reason, RANSACK_SKIP_REASON_NODE_MODULES);
  CHECK(is(report->skipped[0].paths[0].path, "node_modules"));
  ransack_report_free(report);
  c.scope.node_modules = 1;
  expect(&c, "node_modules/m.js:1@0:[0-10#0] in_modules\n");

  grep_case_init(&c, "linked", in_dir(tree, "links"));
  expect(&c, "");
  c.scope.follow_symlinks = 1;
  expect(&c, "to.txt:1@0:[0-6#0] linked\n");
}

static void select_options(const char *tree) {
  grep_case c;
  ransack_bytes only;
  grep_case_init(&c, "needle", tree);
  c.options.mode = RANSACK_GREP_MODE_COUNT;
  c.options.limit = 2;
  expect(&c, "a.txt:0@0:[]  x2\nb/\xC3\xBCn\xC3\xAF.txt:0@0:[] \n");
  c.options.mode = RANSACK_GREP_MODE_FILES_WITH_MATCHES;
  c.options.offset = 3;
  expect(&c, "sub/d.rs:0@0:[] \n");

  grep_case_init(&c, "needle", tree);
  only = ransack_bytes_from_str("a.txt");
  c.scope.globs = &only;
  c.scope.globs_len = 1;
  c.options.max_count_per_file = 1;
  expect(&c, "a.txt:2@4:[0-6#0] needle two\n");
  c.options.max_count_per_file = RANSACK_NO_LIMIT;
  c.options.context_before = 1;
  c.options.context_after = 1;
  expect(&c,
         "  1- one\na.txt:2@4:[0-6#0] needle two\n  3- between\n"
         "a.txt:4@23:[6-12#0 13-19#0] three needle needle\n");
  c.options.max_columns = 6;
  expect(&c,
         "  1- one\na.txt:2@4:[0-6#0] needle (from 0 of 10)\n  3~ betwee\n"
         "a.txt:4@23:[0-6#0] needle (from 6 of 19)\n");
  c.options.max_columns = 0;
  c.options.context_before = c.options.context_after = 0;
  c.options.limit = 1;
  expect(&c, "a.txt:2@4:[]  (from 0 of 10)\n");
}

static void newest_first(const char *dated) {
  grep_case c;
  grep_case_init(&c, "f", dated);
  c.options.sort_by_mtime = 1;
  c.options.limit = 3;
  expect(&c, "b.c:1@0:[0-1#0] f(1);\nb.c:2@6:[0-1#0] f(2);\nd/c.c:1@0:[0-1#0] f(1);\n");
  c.options.offset = 4;
  expect(&c, "a.c:1@0:[0-1#0] f(1);\na.c:2@6:[0-1#0] f(2);\n");
}

static void file_options(const char *tree) {
  grep_case c;
  ransack_bytes only;
  seen s;
  ransack_report *report;
  s.stop_after = 0;
  grep_case_init(&c, "needle", in_dir(tree, "a.txt"));
  c.options.max_file_size = 42;
  report = run(&c, &s);
  CHECK_IS(s.count, 0);
  CHECK(!report->complete);
  CHECK_IS(report->skipped[0].reason, RANSACK_SKIP_REASON_TOO_LARGE);
  ransack_report_free(report);
  c.options.max_file_size = 43;
  report = run(&c, &s);
  CHECK_IS(s.count, 2);
  ransack_report_free(report);

  grep_case_init(&c, "\xC3\xA9t\xC3\xA9", in_dir(tree, "../other"));
  only = ransack_bytes_from_str("latin1.txt");
  c.scope.globs = &only;
  c.scope.globs_len = 1;
  expect(&c, "");
  c.options.encoding = ransack_bytes_from_str("latin1");
  expect(&c, "latin1.txt:1@0:[2-7#0] l'\xC3\xA9t\xC3\xA9\n");

  grep_case_init(&c, "needle", in_dir(tree, "bin.dat"));
  c.options.binary = 1;
  report = run(&c, &s);
  CHECK_IS(s.count, 1);
  CHECK_IS(report->skipped_len, 0);
  ransack_report_free(report);
}

static void roots_are_numbered(const char *tree) {
  grep_case c;
  ransack_bytes roots[2];
  char expected[4096];
  const char *file;
  seen s;
  ransack_report *report;
  grep_case_init(&c, "needle", tree);
  roots[0] = ransack_bytes_from_str(in_dir(tree, "sub"));
  file = in_dir(tree, "a.txt");
  roots[1] = ransack_bytes_from_str(file);
  c.scope.roots = roots;
  c.scope.roots_len = 2;
  s.stop_after = 0;
  report = run(&c, &s);
  CHECK(2 * strlen(file) + 128 < sizeof expected);
  sprintf(expected,
          "d.rs:1@0:[3-9#0] // needle\n"
          "%s:2@4:[0-6#0] needle two\n"
          "%s:4@23:[6-12#0 13-19#0] three needle needle\n",
          file, file);
  CHECK(strcmp(s.text, expected) == 0);
  ransack_report_free(report);
  /* A root with wildcards, and the base of paths. */
  roots[0] = ransack_bytes_from_str(in_dir(tree, "sub/*.rs"));
  c.scope.roots_len = 1;
  c.scope.paths_from = RANSACK_PATHS_FROM_ABSOLUTE;
  report = run(&c, &s);
  CHECK_IS(s.count, 1);
  CHECK(s.text[0] == '/' && strstr(s.text, "/sub/d.rs:1@0") != NULL);
  ransack_report_free(report);
  c.scope.paths_from = RANSACK_PATHS_FROM_WORKSPACE;
  report = NULL;
  CHECK_IS(ransack_grep(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_INVALID_OPTION);
  c.scope.paths_from = 9;
  CHECK_IS(ransack_grep(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_INVALID_OPTION);
}

/* Pages by cursor concatenated are the whole result. */
static void pages_continue_after_a_cursor(const char *tree) {
  char whole[sizeof ALL] = "";
  char next[256] = "";
  for (;;) {
    grep_case c;
    seen s;
    ransack_report *report;
    size_t len;
    grep_case_init(&c, "needle", tree);
    c.options.limit = 2;
    c.scope.after = ransack_bytes_from_str(next);
    s.stop_after = 0;
    report = run(&c, &s);
    CHECK(strlen(whole) + s.len < sizeof whole);
    strcat(whole, s.text);
    len = report->next.len;
    CHECK_IS(len > 0, report->has_next_offset);
    CHECK(len < sizeof next);
    if (len > 0) memcpy(next, report->next.data, len);
    next[len] = 0;
    ransack_report_free(report);
    if (len == 0) break;
  }
  CHECK(strcmp(whole, ALL) == 0);
}

/* After a limit or a stop by the callback, `next_offset` continues; the pages concatenated are the
 * whole result. */
static void pages_make_up_the_whole(const char *tree, int by_callback) {
  char whole[sizeof ALL] = "";
  uint64_t offset = 0;
  int pages = 0;
  for (;;) {
    grep_case c;
    seen s;
    ransack_report *report;
    int more;
    grep_case_init(&c, "needle", tree);
    c.options.offset = offset;
    if (!by_callback) c.options.limit = 2;
    s.stop_after = by_callback ? 2 : 0;
    report = run(&c, &s);
    CHECK(s.count <= 2);
    CHECK(strlen(whole) + s.len < sizeof whole);
    strcat(whole, s.text);
    pages++;
    more = report->has_next_offset;
    if (more) {
      CHECK_IS(report->stopped_by,
               by_callback ? RANSACK_STOPPED_BY_CALLBACK : RANSACK_STOPPED_BY_LIMIT);
      CHECK(!report->complete);
      CHECK_IS(report->next_offset, offset + 2);
    } else {
      CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_NONE);
    }
    offset = report->next_offset;
    ransack_report_free(report);
    if (!more) break;
  }
  CHECK_IS(pages, 3);
  CHECK(strcmp(whole, ALL) == 0);
}

/* A callback may call the library. */
static int nested(const ransack_grep_match *item, void *user_data) {
  grep_case c;
  ransack_report *report = NULL;
  grep_case_init(&c, "needle", (const char *)user_data);
  CHECK(item->path.len > 0);
  OK(ransack_grep(&c.options, NULL, NULL, NULL, &report));
  CHECK_IS(report->total_matches, 5);
  ransack_report_free(report);
  return 0;
}

static void callbacks_may_search(const char *tree) {
  grep_case c;
  ransack_report *report = NULL;
  char root[4096];
  CHECK(strlen(tree) < sizeof root);
  strcpy(root, tree);
  grep_case_init(&c, "needle", tree);
  OK(ransack_grep(&c.options, NULL, nested, root, &report));
  CHECK_IS(report->total_matches, 5);
  ransack_report_free(report);
}

static void any_number_of_threads_gives_the_same(const char *tree) {
  grep_case c;
  size_t before = ransack_pool_size(NULL);
  size_t size;
  CHECK(before >= 1);
  grep_case_init(&c, "needle", tree);
  for (size = 0; size < 4; size++) {
    OK(ransack_pool_resize(NULL, size));
    CHECK_IS(ransack_pool_size(NULL), size ? size : 1);
    expect(&c, ALL);
  }
  OK(ransack_pool_resize(NULL, before));
}

int main(int argc, char **argv) {
  const char *tree = in_dir(tree_of(argc, argv), "tree");
  results_come_in_order_with_their_bytes(tree);
  the_callback_is_optional(tree);
  query_options(tree);
  scope_options(tree);
  select_options(tree);
  file_options(tree);
  newest_first(in_dir(tree, "../dated"));
  roots_are_numbered(tree);
  pages_make_up_the_whole(tree, 0);
  pages_make_up_the_whole(tree, 1);
  pages_continue_after_a_cursor(tree);
  callbacks_may_search(tree);
  any_number_of_threads_gives_the_same(tree);
  return 0;
}
