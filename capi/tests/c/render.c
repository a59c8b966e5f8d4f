/* Rendering of results: every kind, budgets, pages, reports, invalid input; diffs of texts. */

#include "test.h"

SIZE_IS(size_of_render_options, ransack_render_options, 64);
SIZE_IS(size_of_rendering, ransack_rendering, 56);
SIZE_IS(size_of_changed_words, ransack_changed_words, 32);
SIZE_IS(size_of_changed_words_list, ransack_changed_words_list, 16);

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  CHECK(fwrite(text, 1, strlen(text), file) == strlen(text));
  CHECK(fclose(file) == 0);
}

static ransack_renderer *renderer_with(const ransack_render_options *options) {
  ransack_renderer *renderer = NULL;
  OK(ransack_renderer_new(options, &renderer));
  return renderer;
}

/* Renders, compares the text and frees both. */
static void gives(ransack_renderer *renderer, const char *text) {
  ransack_rendering *rendering = NULL;
  OK(ransack_renderer_finish(renderer, NULL, &rendering));
  if (!is(rendering->text, text)) fprintf(stderr, "%s", (const char *)rendering->text.data);
  CHECK(is(rendering->text, text) && rendering->text.data[rendering->text.len] == 0);
  ransack_rendering_free(rendering);
  ransack_renderer_free(renderer);
}

static int on_grep_match(const ransack_grep_match *item, void *renderer) {
  OK(ransack_renderer_push_grep_match((ransack_renderer *)renderer, item));
  return 0;
}

static int on_glob_match(const ransack_glob_match *item, void *renderer) {
  OK(ransack_renderer_push_glob_match((ransack_renderer *)renderer, item));
  return 0;
}

static int on_fuzzy_match(const ransack_fuzzy_match *item, void *renderer) {
  OK(ransack_renderer_push_fuzzy_match((ransack_renderer *)renderer, item));
  return 0;
}

static int on_ast_match(const ransack_ast_match *item, void *renderer) {
  OK(ransack_renderer_push_ast_match((ransack_renderer *)renderer, item));
  return 0;
}

static void searches(const char *dir) {
  ransack_render_options options = RANSACK_RENDER_OPTIONS_INIT;
  ransack_renderer *renderer = renderer_with(NULL);
  ransack_rendering *rendering = NULL;
  ransack_report *report = NULL, *other = NULL;
  grep_case c;
  glob_case g;
  write_file(in_dir(dir, "a.js"), "f(1)\r\n// \xC3\xA4\nf(2)\n");
  write_file(in_dir(dir, "b.js"), "f(3)\n");
  grep_case_init(&c, "f.", dir);
  c.options.context_before = 1;
  OK(ransack_grep(&c.options, NULL, on_grep_match, renderer, &report));
  OK(ransack_renderer_push_report(renderer, report));
  gives(renderer, "a.js\n1:f(1)\n2-// \xC3\xA4\n3:f(2)\n\nb.js\n1:f(3)\n\nshown 3 of 3 matches\n");
  ransack_report_free(report);

  /* A budget cuts between items, and the next page begins after the last. */
  c.options.context_before = 0;
  options.max_tokens = 1000;
  options.group = RANSACK_GROUPING_FLAT;
  options.line_numbers = 0;
  renderer = renderer_with(&options);
  OK(ransack_grep(&c.options, NULL, on_grep_match, renderer, &report));
  OK(ransack_renderer_push_report(renderer, report));
  OK(ransack_renderer_finish(renderer, NULL, &rendering));
  CHECK(is(rendering->text, "a.js:f(1)\na.js:f(2)\nb.js:f(3)\n\nshown 3 of 3 matches\n"));
  CHECK(!rendering->has_next_offset);
  options.max_tokens = rendering->tokens - 1;
  ransack_rendering_free(rendering);
  ransack_renderer_free(renderer);
  renderer = renderer_with(&options);
  OK(ransack_grep(&c.options, NULL, on_grep_match, renderer, &other));
  ransack_report_free(other);
  OK(ransack_renderer_push_report(renderer, report));
  OK(ransack_renderer_finish(renderer, NULL, &rendering));
  CHECK(rendering->tokens <= options.max_tokens && rendering->tokens > 0);
  CHECK(rendering->shown == 1 || rendering->shown == 2);
  CHECK_IS(rendering->total, 3);
  CHECK(rendering->has_next_offset && rendering->next_offset == rendering->shown);
  CHECK(strncmp((const char *)rendering->text.data, "a.js:f(1)\n", 10) == 0);
  ransack_rendering_free(rendering);
  ransack_renderer_free(renderer);
  ransack_report_free(report);

  /* Colours, links and a cursor. */
  ransack_render_options terminal = RANSACK_RENDER_OPTIONS_INIT;
  terminal.color = 1;
  terminal.links = ransack_bytes_from_str("file:///d/");
  terminal.cursor = ransack_bytes_from_str("c1");
  renderer = renderer_with(&terminal);
  c.options.max_count_per_file = 1;
  c.options.limit = 1;
  OK(ransack_grep(&c.options, NULL, on_grep_match, renderer, &other));
  ransack_report_free(other);
  gives(renderer,
        "\x1b]8;;file:///d/a.js\x1b\\\x1b[35ma.js\x1b[39m\x1b]8;;\x1b\\\n"
        "\x1b[32m1\x1b[39m:\x1b[1;31mf(\x1b[22;39m1)\n\n"
        "\x1b[2mshown 1 of 1 match; next cursor c1\x1b[22m\n");

  glob_case_init(&g, "**", dir);
  renderer = renderer_with(NULL);
  OK(ransack_glob(&g.options, NULL, on_glob_match, renderer, &other));
  ransack_report_free(other);
  gives(renderer, "a.js\nb.js\n\nshown 2 of 2 paths\n");

  ransack_fuzzy_find_options fuzzy = RANSACK_FUZZY_FIND_OPTIONS_INIT;
  fuzzy.query = ransack_bytes_from_str("bjs");
  fuzzy.scope = &g.scope;
  renderer = renderer_with(NULL);
  OK(ransack_fuzzy_find(&fuzzy, NULL, on_fuzzy_match, renderer, &other));
  ransack_report_free(other);
  gives(renderer, "b.js\n\nshown 1 of 1 path\n");

  ransack_ast_grep_options ast = RANSACK_AST_GREP_OPTIONS_INIT;
  ransack_bytes pattern = ransack_bytes_from_str("f($A)");
  ast.patterns = &pattern;
  ast.patterns_len = 1;
  ast.scope = &g.scope;
  renderer = renderer_with(NULL);
  OK(ransack_ast_grep(&ast, NULL, on_ast_match, renderer, &other));
  ransack_report_free(other);
  gives(renderer, "a.js\n1:f(1)\n3:f(2)\n\nb.js\n1:f(3)\n\nshown 3 of 3 matches\n");
}

static void structure_and_edits(const char *dir) {
  ransack_outline *outline = NULL;
  ransack_ast_edit_outcome *edited = NULL;
  ransack_renderer *renderer = renderer_with(NULL);
  OK(ransack_outline_source(ransack_bytes_from_str("impl A {\n    fn f() {}\n}\n"),
                            ransack_bytes_from_str("rust"), 3, NULL, &outline));
  OK(ransack_renderer_push_outline(renderer, outline));
  gives(renderer, "1:impl A\n2:  fn f()\n\nshown 2 of 2 definitions\n");
  ransack_outline_free(outline);

  ransack_ast_edit_options options = RANSACK_AST_EDIT_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_rewrite rewrite;
  ransack_bytes root = ransack_bytes_from_str(dir);
  rewrite.pattern = ransack_bytes_from_str("f(3)");
  rewrite.replacement = ransack_bytes_from_str("g(3)");
  scope.roots = &root;
  scope.roots_len = 1;
  options.scope = &scope;
  options.rewrites = &rewrite;
  options.rewrites_len = 1;
  OK(ransack_ast_edit(&options, NULL, &edited));
  CHECK_IS(edited->file_changes_len, 1);
  renderer = renderer_with(NULL);
  OK(ransack_renderer_push_file_change(renderer, &edited->file_changes[0]));
  OK(ransack_renderer_push_report(renderer, edited->report));
  gives(renderer, "--- a/b.js\n+++ b/b.js\n@@ -1 +1 @@\n-f(3)\n+g(3)\n\nshown 1 of 1 hunk\n");
  ransack_ast_edit_outcome_free(edited);
}

static void reports(const char *dir) {
  ransack_report *report = NULL;
  ransack_renderer *renderer = renderer_with(NULL);
  grep_case c;
  grep_case_init(&c, "f.", dir);
  c.options.max_file_size = 10;
  OK(ransack_grep(&c.options, NULL, on_grep_match, renderer, &report));
  CHECK(!report->complete);
  OK(ransack_renderer_push_report(renderer, report));
  gives(renderer, "b.js\n1:f(3)\n\nincomplete: 1 file too large (a.js)\nshown 1 of 1 match\n");
  ransack_report_free(report);

  ransack_bytes glob = ransack_bytes_from_str("*.rs");
  c.scope.globs = &glob;
  c.scope.globs_len = 1;
  renderer = renderer_with(NULL);
  OK(ransack_grep(&c.options, NULL, NULL, NULL, &report));
  OK(ransack_renderer_push_report(renderer, report));
  ransack_rendering *rendering = NULL;
  OK(ransack_renderer_finish(renderer, NULL, &rendering));
  CHECK(strncmp((const char *)rendering->text.data, "no results\nhint: ", 17) == 0);
  ransack_rendering_free(rendering);
  ransack_renderer_free(renderer);
  ransack_report_free(report);
}

static void misuse(void) {
  ransack_render_options options = RANSACK_RENDER_OPTIONS_INIT;
  ransack_renderer *renderer = NULL;
  ransack_rendering *rendering = NULL;
  CHECK_IS(ransack_renderer_new(NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  options.group = 2;
  CHECK_IS(ransack_renderer_new(&options, &renderer), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("unknown value 2 of `group`: expected 0 to 1");
  options.group = 0;
  options.encoding = 99;
  CHECK_IS(ransack_renderer_new(&options, &renderer), RANSACK_STATUS_INVALID_OPTION);
  options.encoding = RANSACK_ENCODING_CL100K_BASE;
  options.version = 9;
  CHECK_IS(ransack_renderer_new(&options, &renderer), RANSACK_STATUS_BAD_VERSION);
  CHECK(renderer == NULL);
  OK(ransack_options_init(&options, "ransack_render_options", RANSACK_RENDER_OPTIONS_VERSION));
  options.max_tokens = 1;
  renderer = renderer_with(&options);
  CHECK_IS(ransack_renderer_push_grep_match(renderer, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_renderer_push_report(NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_renderer_finish(renderer, NULL, &rendering), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("the last line of the text exceeds 1 tokens");
  CHECK(rendering == NULL);
  ransack_renderer_free(renderer);
  ransack_renderer_free(NULL);
  ransack_rendering_free(NULL);
}

static void diffs(void) {
  ransack_string *diff = NULL;
  ransack_bytes path = ransack_bytes_from_str("d/a b.txt");
  ransack_bytes before = ransack_bytes_from_str("1\n2\n3\n\xFF\r\n5\n");
  ransack_bytes after = ransack_bytes_from_str("1\n2\n3\nfour\r\n5");
  OK(ransack_unified_diff(before, after, path, 1, NULL, &diff, NULL));
  CHECK(is(diff->text, "--- a/d/a b.txt\t\n+++ b/d/a b.txt\t\n@@ -3,3 +3,3 @@\n 3\n"
                       "-\xFF\r\n-5\n+four\r\n+5\n\\ No newline at end of file\n"));
  ransack_string_free(diff);
  OK(ransack_unified_diff(before, before, path, 3, NULL, &diff, NULL));
  CHECK_IS(diff->text.len, 0);
  ransack_string_free(diff);

  ransack_cancel_token *token = NULL;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  diff = NULL;
  CHECK_IS(ransack_unified_diff(before, after, path, 3, token, &diff, NULL), RANSACK_STATUS_ABORTED);
  CHECK(diff == NULL);
  ransack_cancel_token_free(token);
  CHECK_IS(ransack_unified_diff(before, after, path, 3, NULL, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
}

static void changed_words(void) {
  ransack_bytes path = ransack_bytes_from_str("f");
  ransack_bytes before = ransack_bytes_from_str("same\n\xC3\xA9 = f(x)\r\n\xFF one\n");
  ransack_bytes after = ransack_bytes_from_str("same\n\xC3\xA8 = f(x, y)\r\n\xFF two\n");
  ransack_string *diff = NULL;
  ransack_changed_words_list *words = NULL;
  OK(ransack_unified_diff(before, after, path, 0, NULL, &diff, &words));
  CHECK(is(diff->text, "--- a/f\n+++ b/f\n@@ -2,2 +2,2 @@\n-\xC3\xA9 = f(x)\r\n-\xFF one\n"
                       "+\xC3\xA8 = f(x, y)\r\n+\xFF two\n"));
  // Offsets count bytes, and no part ends inside a character.
  const size_t expected[][4] = {{5, 7, 5, 7}, {13, 13, 13, 16}, {18, 21, 21, 24}};
  CHECK_IS(words->len, 3);
  for (size_t i = 0; i < 3; i++) {
    CHECK_IS(words->items[i].old_start, expected[i][0]);
    CHECK_IS(words->items[i].old_end, expected[i][1]);
    CHECK_IS(words->items[i].new_start, expected[i][2]);
    CHECK_IS(words->items[i].new_end, expected[i][3]);
  }
  ransack_changed_words_list_free(words);
  ransack_string_free(diff);
  OK(ransack_unified_diff(before, before, path, 3, NULL, &diff, &words));
  CHECK_IS(words->len, 0);
  ransack_changed_words_list_free(words);
  ransack_changed_words_list_free(NULL);
  ransack_string_free(diff);

  ransack_cancel_token *token = NULL;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  diff = NULL;
  words = NULL;
  CHECK_IS(ransack_unified_diff(before, after, path, 3, token, &diff, &words), RANSACK_STATUS_ABORTED);
  CHECK(diff == NULL && words == NULL);
  ransack_cancel_token_free(token);
  CHECK_IS(ransack_unified_diff(before, after, path, 3, NULL, NULL, &words), RANSACK_STATUS_NULL_ARGUMENT);
  ransack_bytes missing;
  missing.data = NULL;
  missing.len = 1;
  CHECK_IS(ransack_unified_diff(missing, after, path, 3, NULL, &diff, &words), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(diff == NULL && words == NULL);
}

int main(int argc, char **argv) {
  const char *dir = in_dir(tree_of(argc, argv), "rendered");
  searches(dir);
  structure_and_edits(dir);
  reports(dir);
  misuse();
  diffs();
  changed_words();
  return 0;
}
