/* Options of every operation over files: depth, case of globs, further ignore files, nested
 * repositories; and the count of ignored entries. */

#include "test.h"

/* Results of the callback, one line each. */
typedef struct seen {
  char text[1024];
  size_t len;
} seen;

/* KIND PATH */
static int note(const ransack_glob_match *item, void *user_data) {
  seen *s = (seen *)user_data;
  CHECK(s->len + item->path.len + 4 <= sizeof s->text);
  s->text[s->len++] = "fdl"[item->file_type - RANSACK_FILE_TYPE_FILE];
  s->text[s->len++] = ' ';
  memcpy(s->text + s->len, item->path.data, item->path.len);
  s->len += item->path.len;
  s->text[s->len++] = '\n';
  s->text[s->len] = 0;
  return 0;
}

static ransack_report *run(const glob_case *c, seen *s) {
  ransack_report *report = NULL;
  s->len = 0;
  s->text[0] = 0;
  OK(ransack_glob(&c->options, NULL, note, s, &report));
  CHECK(report != NULL);
  return report;
}

static void expect(const glob_case *c, const char *text) {
  seen s;
  ransack_report_free(run(c, &s));
  if (strcmp(s.text, text) != 0) {
    fprintf(stderr, "got:\n%s\nexpected:\n%s\n", s.text, text);
    exit(1);
  }
}

static void maximum_depth(const char *depths) {
  ransack_bytes root = ransack_bytes_from_str(in_dir(depths, "top.rs"));
  ransack_report *report = NULL;
  grep_case g;
  glob_case c;
  glob_case_init(&c, "*.rs", depths);
  c.scope.max_depth = 1;
  expect(&c, "f top.rs\n");
  c.scope.max_depth = 2;
  expect(&c, "f nested/c.rs\nf one/a.rs\nf top.rs\nf tree/d.rs\n");
  c.scope.max_depth = 0;
  expect(&c, "");
  grep_case_init(&g, "^", depths);
  g.scope.roots = &root;
  g.scope.max_depth = 0;
  OK(ransack_grep(&g.options, NULL, NULL, NULL, &report));
  CHECK_IS(report->files_searched, 1);
  ransack_report_free(report);
}

static void any_case(const char *depths) {
  ransack_bytes name = ransack_bytes_from_str("\xC3\xA4rger*");
  glob_case c;
  glob_case_init(&c, "\xC3\xA4*.rs", depths);
  expect(&c, "");
  c.options.ignore_case = 1;
  expect(&c, "f \xC3\x84RGER.RS\n");
  glob_case_init(&c, "*", depths);
  c.scope.globs = &name;
  c.scope.globs_len = 1;
  expect(&c, "");
  c.scope.glob_ignore_case = 1;
  expect(&c, "f \xC3\x84RGER.RS\n");
}

static void further_ignore_files(const char *depths) {
  ransack_bytes names[2];
  ransack_report *report;
  glob_case c;
  seen s;
  glob_case_init(&c, "*.rs", depths);
  names[0] = ransack_bytes_from_str(".geminiignore");
  names[1] = ransack_bytes_from_str(".aiderignore");
  c.scope.ignore_files = names;
  c.scope.ignore_files_len = 1;
  report = run(&c, &s);
  CHECK(strcmp(s.text, "f one/two/b.rs\nf top.rs\nf tree/d.rs\n") == 0);
  CHECK_IS(report->ignored, 2);
  ransack_report_free(report);
  c.scope.ignore_files_len = 2;
  c.scope.gitignore = 0;
  report = run(&c, &s);
  CHECK(strcmp(s.text, "f one/a.rs\nf one/two/b.rs\nf tree/d.rs\n") == 0);
  CHECK_IS(report->ignored, 2);
  ransack_report_free(report);

  report = NULL;
  names[1] = ransack_bytes_from_str("a/b");
  CHECK_IS(ransack_glob(&c.options, NULL, note, &s, &report), RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "`ignore_files[1]`") != NULL);
  CHECK(report == NULL);
  c.scope.ignore_files = NULL;
  CHECK_IS(ransack_glob(&c.options, NULL, note, &s, &report), RANSACK_STATUS_NULL_ARGUMENT);
}

static void nested_repositories(const char *depths) {
  ransack_report *report;
  glob_case c;
  seen s;
  glob_case_init(&c, "{nested,tree,*.rs}", depths);
  c.scope.nested_repositories = 0;
  report = run(&c, &s);
  CHECK(strcmp(s.text, "d nested\nf one/a.rs\nf one/two/b.rs\nf top.rs\nd tree\n") == 0);
  CHECK(report->complete);
  CHECK_IS(report->skipped_len, 1);
  CHECK_IS(report->skipped[0].reason, RANSACK_SKIP_REASON_NESTED_REPOSITORY);
  CHECK_IS(report->skipped[0].count, 2);
  CHECK(is(report->skipped[0].paths[0].path, "nested"));
  ransack_report_free(report);

  glob_case_init(&c, "*.rs", in_dir(depths, "nested"));
  c.scope.nested_repositories = 0;
  expect(&c, "f c.rs\n");
}

int main(int argc, char **argv) {
  const char *dir = in_dir(tree_of(argc, argv), "depths");
  maximum_depth(dir);
  any_case(dir);
  further_ignore_files(dir);
  nested_repositories(dir);
  return 0;
}
