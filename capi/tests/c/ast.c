/* AST search: positions, metavariables, rules, paging, stopping, blocks, invalid input. */

#include "test.h"

SIZE_IS(size_of_ast_language, ransack_ast_language, 64);
SIZE_IS(size_of_position, ransack_position, 32);
SIZE_IS(size_of_span, ransack_span, 64);
SIZE_IS(size_of_meta_variable, ransack_meta_variable, 104);
SIZE_IS(size_of_ast_match, ransack_ast_match, 192);
SIZE_IS(size_of_syntax_node, ransack_syntax_node, 88);
SIZE_IS(size_of_syntax_nodes, ransack_syntax_nodes, 16);
SIZE_IS(size_of_syntax_diagnostic, ransack_syntax_diagnostic, 96);
SIZE_IS(size_of_syntax_diagnostics, ransack_syntax_diagnostics, 16);
SIZE_IS(size_of_line_range, ransack_line_range, 16);
SIZE_IS(size_of_line_numbers, ransack_line_numbers, 24);

/* Files below "many", which have more results than the library buffers for a callback. */
enum { MANY = 20 };

/* Results of the callback, one line each: "PATH:LINE:COLUMN LANGUAGE PATTERN TEXT". */
typedef struct seen {
  char text[4096];
  size_t len;
  size_t count;
  size_t stop_after;
  ransack_cancel_token *cancel;
} seen;

static void put(seen *s, const void *data, size_t len) {
  CHECK(s->len + len < sizeof s->text);
  memcpy(s->text + s->len, data, len);
  s->len += len;
  s->text[s->len] = 0;
}

static void put_bytes(seen *s, ransack_bytes text) { put(s, text.data, text.len); }

static int note(const ransack_ast_match *item, void *user_data) {
  seen *s = (seen *)user_data;
  char number[64];
  size_t i;
  put_bytes(s, item->path);
  put(s, number,
      (size_t)sprintf(number, ":%u:%u ", (unsigned)item->span.start.line,
                      (unsigned)item->span.start.column));
  put_bytes(s, item->language);
  put(s, number, (size_t)sprintf(number, " %u ", (unsigned)item->pattern));
  put_bytes(s, item->text);
  CHECK_IS(item->span.end.offset - item->span.start.offset, item->text.len);
  CHECK(item->context.len > 0);
  if (item->reading) {
    put_bytes(s, item->reading->tree);
    put(s, " ", 1);
    CHECK_IS(item->reading->context.len, item->context.len);
  }
  for (i = 0; i < item->meta_variables_len; i++) {
    const ransack_meta_variable *meta = &item->meta_variables[i];
    put(s, " ", 1);
    put_bytes(s, meta->name);
    put(s, meta->is_list ? "*=" : "=", meta->is_list ? 2 : 1);
    put_bytes(s, meta->text);
    CHECK_IS(meta->has_span, meta->text.len > 0);
    if (meta->has_span) {
      size_t within = meta->span.start.offset - item->span.start.offset;
      CHECK(memcmp(item->text.data + within, meta->text.data, meta->text.len) == 0);
    }
  }
  put(s, "\n", 1);
  if (s->cancel != NULL) OK(ransack_cancel_token_cancel(s->cancel, RANSACK_ABORT_REASON_USER));
  return ++s->count == s->stop_after;
}

typedef struct ast_case {
  ransack_bytes pattern;
  ransack_bytes root;
  ransack_scope scope;
  ransack_ast_grep_options options;
} ast_case;

static void ast_case_init(ast_case *c, const char *pattern, const char *root) {
  ransack_ast_grep_options defaults = RANSACK_AST_GREP_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  c->pattern = ransack_bytes_from_str(pattern);
  c->root = ransack_bytes_from_str(root);
  c->options = defaults;
  c->options.scope = &c->scope;
  c->scope = scope;
  c->options.patterns = &c->pattern;
  c->options.patterns_len = 1;
  c->scope.roots = &c->root;
  c->scope.roots_len = 1;
  /* Instrumented runs (valgrind) are slow. */
  c->options.time_per_file_ms = RANSACK_NO_LIMIT;
}

static void same(const seen *s, const char *text) {
  if (strcmp(s->text, text) != 0) {
    fprintf(stderr, "got:\n%s\nexpected:\n%s\n", s->text, text);
    exit(1);
  }
}

static void expect(const ast_case *c, const char *text) {
  seen s;
  ransack_report *report = NULL;
  memset(&s, 0, sizeof s);
  OK(ransack_ast_grep(&c->options, NULL, note, &s, &report));
  same(&s, text);
  ransack_report_free(report);
}

static void trees(const char *code) {
  ast_case c;
  const char *file;
  char expected[4096];
  ast_case_init(&c, "kfree($A)", code);
  expect(&c, "a.c:2:1 c 0 kfree(a)\na.c:2:11 c 0 kfree(b->c)\nb.html:2:0 javascript 0 kfree(1)\n"
             "broken.js:1:0 javascript 0 kfree(2)\n");
  c.options.include_meta = 1;
  c.options.offset = 1;
  c.options.limit = 1;
  expect(&c, "a.c:2:11 c 0 kfree(b->c) A=b->c\n");
  c.options.include_meta = 0;
  c.options.explain = 1;
  expect(&c, "a.c:2:11 c 0 kfree(b->c)(call_expression (identifier \"kfree\") (argument_list \"(\" $A \")\")) \n");
  ast_case_init(&c, "kfree($$$A)", code);
  c.options.include_meta = 1;
  c.options.language = bytes("JS", 2);
  expect(&c, "b.html:2:0 javascript 0 kfree(1) A*=1\nbroken.js:1:0 javascript 0 kfree(2) A*=2\n");
  /* The path of a root that is a file is the root as given. */
  file = in_dir(code, "notes.txt");
  ast_case_init(&c, "kfree($A)", file);
  c.options.language = bytes("c", 1);
  CHECK(strlen(file) + 32 < sizeof expected);
  sprintf(expected, "%s:1:0 c 0 kfree(4)\n", file);
  expect(&c, expected);
}

static void newest_first(const char *dated) {
  ast_case c;
  ast_case_init(&c, "f($A)", dated);
  c.options.sort_by_mtime = 1;
  c.options.limit = 3;
  expect(&c, "b.c:1:0 c 0 f(1)\nb.c:2:0 c 0 f(2)\nd/c.c:1:0 c 0 f(1)\n");
  c.options.offset = 4;
  expect(&c, "a.c:1:0 c 0 f(1)\na.c:2:0 c 0 f(2)\n");
}

static void rules_and_selectors(const char *code) {
  ast_case c;
  ast_case_init(&c, "int $F(void) { $$$ }", code);
  c.options.selector = ransack_bytes_from_str("function_declarator");
  c.options.language = bytes("c", 1);
  expect(&c, "a.c:1:17 c 0 f(void)\n");
  ast_case_init(&c, "", code);
  c.options.patterns_len = 0;
  c.options.rule = ransack_bytes_from_str("pattern: kfree($A)\nhas: { kind: field_expression, stopBy: end }\n");
  c.options.language = bytes("c", 1);
  c.options.include_meta = 1;
  expect(&c, "a.c:2:11 c 0 kfree(b->c) A=b->c\n");
}

static void the_report_and_stopping(const char *code) {
  ast_case c;
  seen s;
  ransack_report *report = NULL;
  memset(&s, 0, sizeof s);
  ast_case_init(&c, "kfree($A)", code);
  OK(ransack_ast_grep(&c.options, NULL, NULL, NULL, &report));
  CHECK_IS(report->total_matches, 4);
  CHECK_IS(report->files_with_matches, 3);
  CHECK_IS(report->files_searched, 3);
  CHECK(report->total_is_exact && !report->complete);
  CHECK_IS(report->skipped_len, 1);
  CHECK_IS(report->skipped[0].reason, RANSACK_SKIP_REASON_SYNTAX_ERRORS);
  CHECK(is(report->skipped[0].paths[0].path, "broken.js"));
  ransack_report_free(report);
  s.stop_after = 2;
  OK(ransack_ast_grep(&c.options, NULL, note, &s, &report));
  CHECK_IS(s.count, 2);
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_CALLBACK);
  CHECK_IS(report->next_offset, 2);
  ransack_report_free(report);
  c.options.timeout_ms = 0;
  c.options.on_timeout = RANSACK_ON_TIMEOUT_PARTIAL;
  OK(ransack_ast_grep(&c.options, NULL, NULL, NULL, &report));
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_TIMEOUT);
  ransack_report_free(report);
}

static void in_memory(void) {
  ransack_ast_match_options options = RANSACK_AST_MATCH_OPTIONS_INIT;
  ransack_bytes patterns[2];
  ransack_bytes source = ransack_bytes_from_str("f(1);\n\"\xC3\xA4\"; g(\"\xFF\"); f(2)");
  ransack_report *report = NULL;
  seen s;
  memset(&s, 0, sizeof s);
  patterns[0] = ransack_bytes_from_str("g($A)");
  patterns[1] = ransack_bytes_from_str("f($A)");
  options.patterns = patterns;
  options.patterns_len = 2;
  OK(ransack_ast_match_source(source, bytes("js", 2), &options, NULL, note, &s, &report));
  same(&s, ":1:0 javascript 1 f(1)\n:2:6 javascript 0 g(\"\xFF\")\n:2:14 javascript 1 f(2)\n");
  CHECK_IS(report->total_matches, 3);
  CHECK(report->complete);
  ransack_report_free(report);
  memset(&s, 0, sizeof s);
  options.offset = 1;
  s.stop_after = 1;
  OK(ransack_ast_match_source(source, bytes("js", 2), &options, NULL, note, &s, &report));
  same(&s, ":2:6 javascript 0 g(\"\xFF\")\n");
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_CALLBACK);
  CHECK_IS(report->next_offset, 2);
  ransack_report_free(report);
}

static void languages(void) {
  const ransack_ast_language *all = NULL;
  size_t len = 0, i;
  int found = 0;
  OK(ransack_ast_languages(&all, &len));
  CHECK_IS(len, 56);
  for (i = 0; i < len; i++) {
    if (!is(all[i].name, "markdown")) continue;
    found = 1;
    CHECK_IS(all[i].aliases_len > 0 && all[i].extensions_len > 0, 1);
    CHECK(is(all[i].aliases[0], "md") && is(all[i].extensions[0], "md"));
  }
  CHECK(found);
  CHECK_IS(ransack_ast_languages(NULL, &len), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_ast_languages(&all, NULL), RANSACK_STATUS_NULL_ARGUMENT);
}

static void blocks(void) {
  const char *code = "fn a() {}\n\nfn b() {\n    let x = \"\xC3\xA4\"; if y {\n        1;\n    }\n}\n";
  ransack_bytes source = ransack_bytes_from_str(code);
  ransack_bytes rust = ransack_bytes_from_str("rust");
  ransack_syntax_nodes *nodes = NULL;
  ransack_line_numbers *lines = NULL;
  ransack_syntax_diagnostics *diagnostics = NULL;
  ransack_line_range shown;
  size_t i;
  OK(ransack_block_range_at(source, rust, 3, NULL, &nodes));
  CHECK_IS(nodes->len, 1);
  CHECK(is(nodes->nodes[0].kind, "function_item"));
  CHECK_IS(nodes->nodes[0].span.start.line, 3);
  CHECK_IS(nodes->nodes[0].last_line, 7);
  ransack_syntax_nodes_free(nodes);
  OK(ransack_block_range_at(source, rust, 7, NULL, &nodes));
  CHECK_IS(nodes->len, 0);
  ransack_syntax_nodes_free(nodes);

  OK(ransack_node_chain_at(source, rust, 5, NULL, &nodes));
  CHECK(nodes->len > 2 && is(nodes->nodes[nodes->len - 1].kind, "source_file"));
  for (i = 0; i < nodes->len; i++) {
    if (!is(nodes->nodes[i].kind, "if_expression")) continue;
    CHECK_IS(nodes->nodes[i].span.start.column, 18);
    CHECK_IS(nodes->nodes[i].span.start.column_utf16, 17);
  }
  ransack_syntax_nodes_free(nodes);

  shown.first = shown.last = 5;
  OK(ransack_enclosing_block_boundaries(source, rust, &shown, 1, NULL, &lines));
  CHECK_IS(lines->len, 0);
  ransack_line_numbers_free(lines);
  shown.first = 3;
  OK(ransack_enclosing_block_boundaries(source, rust, &shown, 1, NULL, &lines));
  CHECK_IS(lines->len, 2);
  CHECK(lines->lines[0] == 6 && lines->lines[1] == 7 && !lines->has_syntax_errors);
  ransack_line_numbers_free(lines);
  OK(ransack_enclosing_block_boundaries(bytes("fn (", 4), rust, &shown, 1, NULL, &lines));
  CHECK(lines->len == 0 && lines->has_syntax_errors);
  ransack_line_numbers_free(lines);

  OK(ransack_check_syntax(source, rust, NULL, &diagnostics));
  CHECK_IS(diagnostics->len, 0);
  ransack_syntax_diagnostics_free(diagnostics);
  OK(ransack_check_syntax(bytes("int x = (1;", 11), bytes("c", 1), NULL, &diagnostics));
  CHECK_IS(diagnostics->len, 1);
  CHECK(is(diagnostics->diagnostics[0].missing, ")"));
  CHECK_IS(diagnostics->diagnostics[0].span.start.offset, 10);
  CHECK(is(diagnostics->diagnostics[0].message, ""));
  ransack_syntax_diagnostics_free(diagnostics);
  OK(ransack_check_syntax(bytes("f(a, a=1, b)\nreturn", 19), bytes("python", 6), NULL, &diagnostics));
  CHECK_IS(diagnostics->len, 2);
  CHECK(is(diagnostics->diagnostics[0].missing, ""));
  CHECK(is(diagnostics->diagnostics[0].message, "positional argument after a keyword argument"));
  CHECK(is(diagnostics->diagnostics[1].message, "`return` outside of a function"));
  ransack_syntax_diagnostics_free(diagnostics);

  ransack_pattern_readings *readings = NULL;
  OK(ransack_explain_pattern(bytes("if ($A)", 7), bytes("c", 1), NULL, &readings));
  CHECK_IS(readings->len, 1);
  CHECK(is(readings->readings[0].kind, "if_statement"));
  CHECK_IS(readings->readings[0].shape, RANSACK_READING_SHAPE_HEADER);
  CHECK(is(readings->readings[0].tree,
           "(if_statement \"if\" (parenthesized_expression \"(\" $A \")\") ...)"));
  ransack_pattern_readings_free(readings);
  ransack_pattern_readings_free(NULL);
  CHECK_IS(ransack_explain_pattern(bytes("if (", 4), bytes("c", 1), NULL, &readings),
           RANSACK_STATUS_INVALID_PATTERN);

  ransack_syntax_nodes_free(NULL);
  ransack_syntax_diagnostics_free(NULL);
  ransack_line_numbers_free(NULL);
}

static void fails(const ast_case *c, ransack_status status) {
  ransack_report *report = NULL;
  CHECK_IS(ransack_ast_grep(&c->options, NULL, NULL, NULL, &report), status);
  CHECK(report == NULL);
}

static void bad_input(const char *code) {
  ransack_ast_match_options options = RANSACK_AST_MATCH_OPTIONS_INIT;
  ransack_bytes pattern = bytes("f($A)", 5), c_language = bytes("c", 1);
  ransack_report *report = NULL;
  ransack_syntax_nodes *nodes = NULL;
  ransack_line_numbers *lines = NULL;
  ransack_syntax_diagnostics *diagnostics = NULL;
  ast_case c;
  ast_case_init(&c, "(", code);
  c.options.language = c_language;
  fails(&c, RANSACK_STATUS_INVALID_PATTERN);
  CHECK(is(ransack_last_error()->pattern, "("));
  ast_case_init(&c, "", code);
  fails(&c, RANSACK_STATUS_INVALID_PATTERN);
  ast_case_init(&c, "a", in_dir(code, "nowhere"));
  fails(&c, RANSACK_STATUS_NOT_FOUND);
  ast_case_init(&c, "f($A)", code);
  c.options.patterns_len = 0;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  c.options.rule = bytes("{", 1);
  fails(&c, RANSACK_STATUS_INVALID_PATTERN);
  ast_case_init(&c, "f($A)", code);
  c.options.language = bytes("klingon", 7);
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  CHECK(is(ransack_last_error()->pattern, "klingon"));
  c.options.language = bytes("\xFF", 1);
  fails(&c, RANSACK_STATUS_INVALID_UTF8);
  ast_case_init(&c, "f($A)", code);
  c.options.strictness = 6;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  c.options.strictness = RANSACK_STRICTNESS_AST;
  c.options.on_timeout = 9;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  ast_case_init(&c, "f($A)", code);
  c.options.timeout_ms = 0;
  fails(&c, RANSACK_STATUS_TIMEOUT);
  c.options.patterns = NULL;
  fails(&c, RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_ast_grep(NULL, NULL, NULL, NULL, &report), RANSACK_STATUS_NULL_ARGUMENT);

  options.patterns = &pattern;
  options.patterns_len = 1;
  CHECK_IS(ransack_ast_match_source(pattern, bytes("klingon", 7), &options, NULL, NULL, NULL,
                                    &report),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_ast_match_source(pattern, bytes("\xFF", 1), &options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_INVALID_UTF8);
  CHECK_IS(ransack_ast_match_source(bytes(NULL, 1), c_language, &options, NULL, NULL, NULL,
                                    &report),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_ast_match_source(pattern, c_language, NULL, NULL, NULL, NULL, &report),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(report == NULL);

  CHECK_IS(ransack_block_range_at(pattern, bytes("klingon", 7), 1, NULL, &nodes),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_node_chain_at(bytes(NULL, 1), c_language, 1, NULL, &nodes),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_node_chain_at(pattern, c_language, 1, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_enclosing_block_boundaries(pattern, c_language, NULL, 1, NULL, &lines),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_check_syntax(pattern, bytes("\xFF", 1), NULL, &diagnostics),
           RANSACK_STATUS_INVALID_UTF8);
  CHECK(nodes == NULL && lines == NULL && diagnostics == NULL);
}

static void cancelling(const char *dir) {
  static char paths[MANY][2048];
  ransack_bytes roots[MANY];
  size_t i;
  ransack_ast_match_options options = RANSACK_AST_MATCH_OPTIONS_INIT;
  ransack_bytes pattern = bytes("f($A)", 5), c_language = bytes("c", 1);
  size_t len = 3000000;
  char *hostile = (char *)malloc(len);
  ransack_bytes source = bytes(hostile, len);
  ransack_report *report = NULL;
  ransack_cancel_token *token = NULL;
  ransack_syntax_nodes *nodes = NULL;
  ransack_line_numbers *lines = NULL;
  ransack_syntax_diagnostics *diagnostics = NULL;
  seen s;
  ast_case c;
  CHECK(hostile != NULL);
  memset(hostile, '(', len);
  memset(&s, 0, sizeof s);
  options.patterns = &pattern;
  options.patterns_len = 1;

  /* From a callback, with more results than the library buffers. */
  ast_case_init(&c, "needle", in_dir(dir, "many"));
  for (i = 0; i < MANY; i++) {
    sprintf(paths[i], "%.2000s/many/%02u.txt", dir, (unsigned)i);
    roots[i] = ransack_bytes_from_str(paths[i]);
  }
  c.scope.roots = roots;
  c.scope.roots_len = MANY;
  c.options.language = c_language;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  s.cancel = token;
  CHECK_IS(ransack_ast_grep(&c.options, token, note, &s, &report), RANSACK_STATUS_ABORTED);
  CHECK_IS(s.count, 1);
  /* Before the call. */
  s.cancel = NULL;
  CHECK_IS(ransack_ast_grep(&c.options, token, note, &s, &report), RANSACK_STATUS_ABORTED);
  CHECK_IS(s.count, 1);
  CHECK_IS(ransack_ast_match_source(source, c_language, &options, token, NULL, NULL, &report),
           RANSACK_STATUS_ABORTED);
  ransack_cancel_token_free(token);

  /* A file that exceeds its time limit is reported. */
  ast_case_init(&c, "kfree($A)", in_dir(dir, "hard"));
  c.options.time_per_file_ms = 5;
  OK(ransack_ast_grep(&c.options, NULL, NULL, NULL, &report));
  CHECK_IS(report->skipped_len, 1);
  CHECK_IS(report->skipped[0].reason, RANSACK_SKIP_REASON_PARSE_TIMEOUT);
  ransack_report_free(report);
  report = NULL;

  OK(ransack_cancel_token_new(NULL, 5, &token));
  CHECK_IS(ransack_block_range_at(source, c_language, 1, token, &nodes), RANSACK_STATUS_TIMEOUT);
  CHECK_IS(ransack_node_chain_at(source, c_language, 1, token, &nodes), RANSACK_STATUS_TIMEOUT);
  CHECK_IS(ransack_enclosing_block_boundaries(source, c_language, NULL, 0, token, &lines),
           RANSACK_STATUS_TIMEOUT);
  CHECK_IS(ransack_check_syntax(source, c_language, token, &diagnostics), RANSACK_STATUS_TIMEOUT);
  ransack_cancel_token_free(token);
  CHECK(report == NULL && nodes == NULL && lines == NULL && diagnostics == NULL);
  free(hostile);
}

int main(int argc, char **argv) {
  const char *dir = tree_of(argc, argv);
  const char *code = in_dir(dir, "code");
  trees(code);
  newest_first(in_dir(dir, "dated"));
  rules_and_selectors(code);
  the_report_and_stopping(code);
  in_memory();
  languages();
  blocks();
  bad_input(code);
  cancelling(dir);
  return 0;
}
