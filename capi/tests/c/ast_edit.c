/* AST edits: previews, applying, stale previews, rejected edits, invalid input, recovery. */

#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L
#endif

#include "test.h"

#ifndef _WIN32
#include <dirent.h>
#include <sys/stat.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

SIZE_IS(size_of_rewrite, ransack_rewrite, 32);
SIZE_IS(size_of_ast_change, ransack_ast_change, 160);
SIZE_IS(size_of_file_change, ransack_file_change, 128);
SIZE_IS(size_of_text_edit, ransack_text_edit, 32);
SIZE_IS(size_of_edit_result, ransack_edit_result, 24);
SIZE_IS(size_of_ast_edit_outcome, ransack_ast_edit_outcome, 128);

typedef struct edit_case {
  ransack_rewrite rewrites[2];
  ransack_bytes root;
  ransack_scope scope;
  ransack_ast_edit_options options;
} edit_case;

static void edit_case_init(edit_case *c, const char *pattern, const char *replacement,
                           const char *root) {
  ransack_ast_edit_options defaults = RANSACK_AST_EDIT_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  c->rewrites[0].pattern = ransack_bytes_from_str(pattern);
  c->rewrites[0].replacement = ransack_bytes_from_str(replacement);
  c->root = ransack_bytes_from_str(root);
  c->options = defaults;
  /* Under valgrind, on a busy machine, a file may take longer than the default. */
  c->options.time_per_file_ms = RANSACK_NO_LIMIT;
  c->options.scope = &c->scope;
  c->scope = scope;
  c->options.rewrites = c->rewrites;
  c->options.rewrites_len = 1;
  c->scope.roots = &c->root;
  c->scope.roots_len = 1;
}

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
  CHECK(file != NULL);
  len = fread(content, 1, sizeof content, file);
  fclose(file);
  return is(bytes(content, len), text);
}

static void keeps_code_that_the_pattern_does_not_name(const char *dir) {
  const char *file = in_dir(dir, "keeps.js");
  const char *refused = "`rewrites[0]` would remove `/* a */` in line 1, column 3: ";
  ransack_ast_edit_outcome *outcome = NULL;
  const ransack_skipped *skipped;
  edit_case c;
  write_file(file, "f(/* a */ 1);\nf(2);\n");
  edit_case_init(&c, "f($A)", "g($A)", file);
  CHECK_IS(c.options.keeps, RANSACK_KEEPS_EVERYTHING);
  OK(ransack_ast_edit(&c.options, NULL, &outcome));
  CHECK_IS(outcome->changes_len, 1);
  CHECK(is(outcome->changes[0].before, "f(2)") && outcome->changes[0].lost_len == 0);
  CHECK(!outcome->report->complete);
  CHECK_IS(outcome->report->skipped_len, 1);
  skipped = &outcome->report->skipped[0];
  CHECK_IS(skipped->reason, RANSACK_SKIP_REASON_LOSSY_REWRITE);
  CHECK_IS(skipped->paths_len, 1);
  CHECK(skipped->paths[0].detail.len > strlen(refused));
  CHECK(memcmp(skipped->paths[0].detail.data, refused, strlen(refused)) == 0);
  ransack_ast_edit_outcome_free(outcome);

  c.options.keeps = RANSACK_KEEPS_NOTHING;
  c.options.dry_run = 0;
  OK(ransack_ast_edit(&c.options, NULL, &outcome));
  CHECK_IS(outcome->changes_len, 2);
  CHECK_IS(outcome->changes[0].lost_len, 1);
  CHECK(is(outcome->changes[0].lost[0], "/* a */"));
  CHECK(outcome->changes[1].lost_len == 0 && outcome->report->complete);
  CHECK(holds(file, "g(1);\ng(2);\n"));
  ransack_ast_edit_outcome_free(outcome);

  c.options.keeps = 2;
  CHECK_IS(ransack_ast_edit(&c.options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "unknown value 2 of `keeps`") != NULL);
}

static void previews_and_applies(const char *dir) {
  const char *file = in_dir(dir, "a.js");
  const char *before = "/* \xC3\xA4 */ var a = 1; // one\r\nvar b = 2;";
  const char *after = "/* \xC3\xA4 */ let a = 1; // one\r\nlet b = 2;";
  ransack_ast_edit_outcome *preview = NULL, *outcome = NULL;
  const ransack_ast_change *change;
  edit_case c;
  write_file(file, before);
  edit_case_init(&c, "var $A = $B", "let $A = $B", dir);
  OK(ransack_ast_edit(&c.options, NULL, &preview));
  CHECK(!preview->applied && preview->preview.len > 0);
  CHECK_IS(preview->changes_len, 2);
  change = &preview->changes[0];
  CHECK(is(change->path, "a.js") && is(change->language, "javascript"));
  CHECK(is(change->before, "var a = 1") && is(change->after, "let a = 1"));
  CHECK_IS(change->span.start.offset, 9);
  CHECK_IS(change->span.start.column_utf16, 8);
  CHECK(change->rewrite == 0 && change->pass == 0 && change->root == 0);
  CHECK_IS(preview->file_changes_len, 1);
  CHECK(is(preview->file_changes[0].path, "a.js"));
  CHECK(preview->file_changes[0].count == 2 && !preview->file_changes[0].is_unsettled);
  CHECK(is(preview->file_changes[0].diff,
           "--- a/a.js\n+++ b/a.js\n@@ -1,2 +1,2 @@\n"
           "-/* \xC3\xA4 */ var a = 1; // one\r\n-var b = 2;\n\\ No newline at end of file\n"
           "+/* \xC3\xA4 */ let a = 1; // one\r\n+let b = 2;\n\\ No newline at end of file\n"));
  CHECK(preview->report->complete && preview->report->total_matches == 2);
  CHECK(holds(file, before));

  c.options.preview = preview->preview;
  c.options.dry_run = 0;
  write_file(file, "var a = 5;");
  CHECK_IS(ransack_ast_edit(&c.options, NULL, &outcome), RANSACK_STATUS_STALE);
  CHECK(strstr(ransack_last_error_message(), "the file has changed since the preview") != NULL);
  CHECK_IS(ransack_last_error()->paths_len, 1);
  CHECK(ends_in(ransack_last_error()->paths[0], "a.js"));
  CHECK(ends_in(ransack_last_error()->path, "a.js"));
  CHECK(holds(file, "var a = 5;"));
  write_file(file, before);
  c.rewrites[0].replacement = bytes("x", 1);
  CHECK_IS(ransack_ast_edit(&c.options, NULL, &outcome), RANSACK_STATUS_STALE);
  CHECK(strstr(ransack_last_error_message(), "the changes differ from the preview") != NULL);
  CHECK(ransack_last_error()->path.len == 0 && ransack_last_error()->paths_len == 0);
  c.options.preview = bytes("x", 1);
  CHECK_IS(ransack_ast_edit(&c.options, NULL, &outcome), RANSACK_STATUS_STALE);
  CHECK(strstr(ransack_last_error_message(), "unknown preview token") != NULL);
  c.rewrites[0].replacement = ransack_bytes_from_str("let $A = $B");
  c.options.preview = preview->preview;
  OK(ransack_ast_edit(&c.options, NULL, &outcome));
  CHECK(outcome->applied);
  CHECK(holds(file, after));
  ransack_ast_edit_outcome_free(outcome);
  ransack_ast_edit_outcome_free(preview);
  ransack_ast_edit_outcome_free(NULL);

  /* Content ids of files. */
  ransack_outline *outline = NULL;
  ransack_file_version version;
  OK(ransack_outline_source(ransack_bytes_from_str(before), ransack_bytes_from_str("js"), 3, NULL, &outline));
  version.path = ransack_bytes_from_str(file);
  version.version = outline->version;
  edit_case_init(&c, "var $A = $B", "let $A = $B", dir);
  c.options.if_versions = &version;
  c.options.if_versions_len = 1;
  outcome = NULL;
  CHECK_IS(ransack_ast_edit(&c.options, NULL, &outcome), RANSACK_STATUS_STALE);
  CHECK(ends_in(ransack_last_error()->path, "a.js"));
  write_file(file, before);
  OK(ransack_ast_edit(&c.options, NULL, &outcome));
  CHECK_IS(outcome->changes_len, 2);
  ransack_ast_edit_outcome_free(outcome);
  outcome = NULL;
  version.version = bytes("x", 1);
  CHECK_IS(ransack_ast_edit(&c.options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  CHECK(outcome == NULL);
  ransack_outline_free(outline);
  write_file(file, after);
}

static void refusals(const char *dir) {
  const char *file = in_dir(dir, "a.js");
  ransack_ast_edit_outcome *outcome = NULL;
  edit_case c;
  write_file(file, "f(g(1));\n");
  edit_case_init(&c, "f($A)", "f($A", dir);
  c.options.dry_run = 0;
  CHECK_IS(ransack_ast_edit(&c.options, NULL, &outcome), RANSACK_STATUS_SYNTAX_ERROR);
  CHECK(strstr(ransack_last_error_message(), "a.js") != NULL);
  c.rewrites[0].replacement = bytes("h($A)", 5);
  c.rewrites[1].pattern = bytes("g($A)", 5);
  c.rewrites[1].replacement = bytes("i", 1);
  c.options.rewrites_len = 2;
  CHECK_IS(ransack_ast_edit(&c.options, NULL, &outcome), RANSACK_STATUS_OVERLAPPING_EDITS);
  CHECK(strstr(ransack_last_error_message(), "`rewrites[0]` at line 1") != NULL);
  CHECK(outcome == NULL);
  CHECK(holds(file, "f(g(1));\n"));
  c.rewrites[1].pattern = bytes("\xFF", 1);
  CHECK_IS(ransack_ast_edit(&c.options, NULL, &outcome), RANSACK_STATUS_INVALID_UTF8);
  CHECK(strstr(ransack_last_error_message(), "`rewrites[1].pattern` is not UTF-8") != NULL);
}

static void statuses_and_hints(const char *dir) {
  ransack_ast_edit_outcome *outcome = NULL;
  edit_case c;
  write_file(in_dir(dir, "a.js"), "f(1);\n");
  edit_case_init(&c, "f($A)", "g($A)", dir);
  c.rewrites[1].pattern = ransack_bytes_from_str("f($a)");
  c.rewrites[1].replacement = bytes("i", 1);
  c.options.rewrites_len = 2;
  OK(ransack_ast_edit(&c.options, NULL, &outcome));
  CHECK_IS(outcome->edits_len, 2);
  CHECK_IS(outcome->edits[0].status, RANSACK_EDIT_STATUS_APPLIED);
  CHECK_IS(outcome->edits[1].status, RANSACK_EDIT_STATUS_UNMATCHED);
  CHECK(outcome->edits[0].imports_len == 0 && outcome->report->hints_len == 0);
  ransack_ast_edit_outcome_free(outcome);
  c.rewrites[0] = c.rewrites[1];
  c.options.rewrites_len = 1;
  OK(ransack_ast_edit(&c.options, NULL, &outcome));
  CHECK_IS(outcome->report->hints_len, 1);
  CHECK(ends_in(outcome->report->hints[0], "; write `f($A)`"));
  ransack_ast_edit_outcome_free(outcome);
}

static void repeats_and_limits(const char *dir) {
  const char *file = in_dir(dir, "a.js");
  ransack_ast_edit_outcome *outcome = NULL;
  edit_case c;
  write_file(file, "f(f(1));\nf(2);\n");
  edit_case_init(&c, "f($A)", "g($A)", dir);
  c.options.max_replacements = 1;
  OK(ransack_ast_edit(&c.options, NULL, &outcome));
  CHECK_IS(outcome->changes_len, 1);
  CHECK_IS(outcome->report->stopped_by, RANSACK_STOPPED_BY_LIMIT);
  ransack_ast_edit_outcome_free(outcome);
  c.options.max_replacements = RANSACK_NO_LIMIT;
  c.options.repeat = 5;
  c.options.dry_run = 0;
  OK(ransack_ast_edit(&c.options, NULL, &outcome));
  CHECK_IS(outcome->changes_len, 3);
  CHECK_IS(outcome->changes[2].pass, 1);
  ransack_ast_edit_outcome_free(outcome);
  CHECK(holds(file, "g(g(1));\ng(2);\n"));
}

static void fails(const edit_case *c, ransack_status status) {
  ransack_ast_edit_outcome *outcome = NULL;
  CHECK_IS(ransack_ast_edit(&c->options, NULL, &outcome), status);
  CHECK(outcome == NULL);
}

static void bad_input(const char *dir) {
  ransack_ast_edit_outcome *outcome = NULL;
  ransack_cancel_token *token = NULL;
  edit_case c;
  edit_case_init(&c, "(", "a", dir);
  c.options.language = bytes("js", 2);
  fails(&c, RANSACK_STATUS_INVALID_PATTERN);
  edit_case_init(&c, "f($A)", "$B", dir);
  fails(&c, RANSACK_STATUS_INVALID_PATTERN);
  CHECK(is(ransack_last_error()->pattern, "$B"));
  edit_case_init(&c, "f($A)", "g", in_dir(dir, "nowhere"));
  fails(&c, RANSACK_STATUS_NOT_FOUND);
  edit_case_init(&c, "f($A)", "g", dir);
  c.options.strictness = 6;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  c.options.strictness = RANSACK_STRICTNESS_SMART;
  c.options.language = bytes("klingon", 7);
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  c.options.language = bytes(NULL, 0);
  c.rewrites[0].replacement = bytes("\xFF", 1);
  fails(&c, RANSACK_STATUS_INVALID_UTF8);
  MESSAGE_IS("`rewrites[0].replacement` is not UTF-8: ill-formed at byte 0");
  c.rewrites[0].replacement = bytes(NULL, 1);
  fails(&c, RANSACK_STATUS_NULL_ARGUMENT);
  MESSAGE_IS("`rewrites[0].replacement` is NULL");
  c.options.rewrites_len = 0;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  c.options.rewrites_len = 1;
  c.options.rewrites = NULL;
  fails(&c, RANSACK_STATUS_NULL_ARGUMENT);
  edit_case_init(&c, "f($A)", "g", dir);
  c.options.timeout_ms = 0;
  fails(&c, RANSACK_STATUS_TIMEOUT);
  c.options.timeout_ms = RANSACK_NO_LIMIT;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  CHECK_IS(ransack_ast_edit(&c.options, token, &outcome), RANSACK_STATUS_ABORTED);
  ransack_cancel_token_free(token);
  CHECK_IS(ransack_ast_edit(NULL, NULL, &outcome), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_ast_edit(&c.options, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(outcome == NULL);
}

static void every_place(const char *dir) {
  const char *java = in_dir(dir, "A.java"), *html = in_dir(dir, "a.html");
  ransack_ast_edit_outcome *outcome = NULL;
  edit_case c;
  write_file(java, "class A { int a = 1; void f() { int b = 2; } }\n");
  write_file(html, "<p>f(0)</p>\r\n<script>f(1)</script>");
  edit_case_init(&c, "int $A = $B", "long $A = $B", dir);
  c.rewrites[1].pattern = ransack_bytes_from_str("f($A)");
  c.rewrites[1].replacement = ransack_bytes_from_str("g($A)");
  c.options.rewrites_len = 2;
  c.options.dry_run = 0;
  OK(ransack_ast_edit(&c.options, NULL, &outcome));
  CHECK(outcome->applied);
  CHECK_IS(outcome->changes_len, 3);
  CHECK(holds(java, "class A { long a = 1; void f() { long b = 2; } }\n"));
  CHECK(holds(html, "<p>f(0)</p>\r\n<script>g(1)</script>"));
  ransack_ast_edit_outcome_free(outcome);
}

/* Deletions, re-indentation, escapes, all languages, class fields. */
static void texts(const char *dir) {
  static const struct {
    const char *name, *before, *pattern, *replacement, *after;
  } cases[] = {
      {"a.js", "a();\r\n  debug(1);\r\nb();\r\n", "debug($A)", "", "a();\r\nb();\r\n"},
      {"a.js", "a(); debug(1); // why\n", "debug($A)", "", "a();  // why\n"},
      {"a.js", "if (x) {\n    g({\n      a: `\n    t\n`,\n    });\n}\n", "g($A);",
       "if (y) {\n  h($A);\n}",
       "if (x) {\n    if (y) {\n      h({\n        a: `\n    t\n`,\n      });\n    }\n}\n"},
      {"a.js", "  f(1);\r\n", "f($A);", "g($A);\nh();", "  g(1);\r\n  h();\r\n"},
      {"a.js", "f(1);\n", "f($A)", "$A + \\$A + \\$$A", "1 + $A + $1;\n"},
      {"a.ts", "class C { a = 1; }\n", "$A = $B", "$A = g($B)", "class C { a = g(1); }\n"},
      {"a.v", "module m;\n  assign a = b;\nendmodule\n", "assign $A = $B;", "assign $B = $A;",
       "module m;\n  assign b = a;\nendmodule\n"},
  };
  size_t i;
  for (i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *file = in_dir(dir, cases[i].name);
    ransack_ast_edit_outcome *outcome = NULL;
    edit_case c;
    write_file(file, cases[i].before);
    edit_case_init(&c, cases[i].pattern, cases[i].replacement, file);
    c.options.dry_run = 0;
    OK(ransack_ast_edit(&c.options, NULL, &outcome));
    CHECK(outcome->applied);
    CHECK(holds(file, cases[i].after));
    ransack_ast_edit_outcome_free(outcome);
  }
}

static void recovery_options(ransack_recovery_options *options, const ransack_bytes *root) {
  ransack_recovery_options defaults = RANSACK_RECOVERY_OPTIONS_INIT;
  *options = defaults;
  options->roots = root;
  options->roots_len = 1;
}

/* Calls that find nothing to recover. */
static void nothing_to_recover(const char *dir) {
  ransack_ast_edit_outcome *outcome = NULL;
  ransack_recovery_outcome *recovery = NULL;
  ransack_recovery_options options;
  const char *file = in_dir(dir, "a.js");
  ransack_bytes roots[2];
  edit_case c;
  write_file(file, "f(1);\n");
  edit_case_init(&c, "f($A)", "g($A)", file);
  recovery_options(&options, &c.root);
  c.options.dry_run = 0;
  c.options.wait_ms = 1000;
  OK(ransack_ast_edit(&c.options, NULL, &outcome));
  CHECK(outcome->applied && outcome->recovered_len == 0 && outcome->interrupted_len == 0);
  ransack_ast_edit_outcome_free(outcome);
  OK(ransack_interrupted_edits(&options, NULL, &recovery));
  CHECK(recovery->remaining_len == 0 && recovery->report->complete);
  ransack_recovery_outcome_free(recovery);
  OK(ransack_recover_edits(&options, NULL, &recovery));
  CHECK(recovery->recovered_len == 0 && recovery->remaining_len == 0);
  ransack_recovery_outcome_free(recovery);
  ransack_recovery_outcome_free(NULL);
  recovery = NULL;
  c.root = ransack_bytes_from_str(in_dir(dir, "nowhere"));
  CHECK_IS(ransack_recover_edits(&options, NULL, &recovery), RANSACK_STATUS_NOT_FOUND);
  roots[0] = c.root;
  roots[1] = bytes(NULL, 1);
  recovery_options(&options, roots);
  options.roots_len = 2;
  CHECK_IS(ransack_recover_edits(&options, NULL, &recovery), RANSACK_STATUS_NULL_ARGUMENT);
  MESSAGE_IS("`roots[1]` is NULL");
  CHECK_IS(ransack_recover_edits(NULL, NULL, &recovery), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(recovery == NULL && ransack_last_error()->paths_len == 0);
}

#ifndef _WIN32
static int is_journal(const char *name) {
  const char *end = strstr(name, ".journal");
  return strncmp(name, ".ransack-edit-", 14) == 0 && end != NULL && end[8] == 0;
}

static int has_journal(const char *dir) {
  DIR *entries = opendir(dir);
  const struct dirent *entry;
  int found = 0;
  CHECK(entries != NULL);
  while (!found && (entry = readdir(entries)) != NULL) found = is_journal(entry->d_name);
  closedir(entries);
  return found;
}

static void path_of(char *path, const char *dir, int number) {
  sprintf(path, "%s/%d.js", dir, number);
}

/* Child process: applies an edit in the directory `dir`. */
static int apply(const char *dir) {
  ransack_ast_edit_outcome *outcome = NULL;
  edit_case c;
  edit_case_init(&c, "f($A)", "g($A)", dir);
  c.options.dry_run = 0;
  return ransack_ast_edit(&c.options, NULL, &outcome);
}

/* Kills processes that apply an edit until one leaves it interrupted. */
static void recovers(const char *program, const char *dir) {
  ransack_recovery_outcome *recovery = NULL;
  ransack_recovery_options options;
  ransack_ast_edit_outcome *outcome = NULL;
  char path[4200];
  edit_case c;
  int i;
  dir = in_dir(dir, "killed");
  mkdir(dir, 0755);
  edit_case_init(&c, "f($A)", "g($A)", dir);
  recovery_options(&options, &c.root);
  for (;;) {
    int status;
    pid_t child;
    for (i = 0; i < 50; i++) {
      path_of(path, dir, i);
      write_file(path, "f(1);\n");
    }
    child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      execl(program, program, dir, "apply", (char *)NULL);
      _exit(127);
    }
    while (!has_journal(dir) && waitpid(child, &status, WNOHANG) == 0) continue;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    OK(ransack_interrupted_edits(&options, NULL, &recovery));
    if (recovery->remaining_len > 0 &&
        recovery->remaining[0].state != RANSACK_EDIT_STATE_COMPLETE)
      break;
    ransack_recovery_outcome_free(recovery);
    OK(ransack_recover_edits(&options, NULL, &recovery));
    ransack_recovery_outcome_free(recovery);
  }
  CHECK_IS(recovery->remaining_len, 1);
  CHECK_IS(recovery->remaining[0].files_len, 50);
  CHECK(recovery->remaining[0].problem.len == 0 && recovery->remaining[0].journal.len > 0);
  CHECK_IS(recovery->recovered_len, 0);
  ransack_recovery_outcome_free(recovery);

  OK(ransack_ast_edit(&c.options, NULL, &outcome));
  CHECK(!outcome->report->complete && outcome->recovered_len == 0);
  CHECK_IS(outcome->interrupted_len, 1);
  CHECK_IS(outcome->report->skipped[0].reason, RANSACK_SKIP_REASON_INTERRUPTED_EDIT);
  ransack_ast_edit_outcome_free(outcome);

  OK(ransack_recover_edits(&options, NULL, &recovery));
  CHECK(recovery->recovered_len == 50 && recovery->remaining_len == 0);
  CHECK(recovery->recovered[0].action == RANSACK_RECOVERY_ACTION_UNCHANGED ||
        recovery->recovered[0].action == RANSACK_RECOVERY_ACTION_RESTORED);
  CHECK(recovery->recovered[0].path.len > 0);
  ransack_recovery_outcome_free(recovery);
  CHECK(!has_journal(dir));
  for (i = 0; i < 50; i++) {
    path_of(path, dir, i);
    CHECK(holds(path, "f(1);\n"));
  }
}
#endif

int main(int argc, char **argv) {
  const char *dir;
#ifndef _WIN32
  if (argc > 2 && strcmp(argv[2], "apply") == 0) return apply(argv[1]);
#endif
  dir = in_dir(tree_of(argc, argv), "edit");
  previews_and_applies(dir);
  refusals(dir);
  statuses_and_hints(dir);
  repeats_and_limits(dir);
  bad_input(dir);
  every_place(dir);
  texts(dir);
  keeps_code_that_the_pattern_does_not_name(dir);
  nothing_to_recover(dir);
#ifndef _WIN32
  recovers(argv[0], dir);
#endif
  return 0;
}
