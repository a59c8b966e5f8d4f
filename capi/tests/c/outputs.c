/* Outputs that a caller may not want are NULL. */

#include "test.h"

#define COUNTER(view)                                                    \
  static int count_##view(const ransack_##view *item, void *user_data) { \
    (void)item;                                                          \
    ++*(size_t *)user_data;                                              \
    return 0;                                                            \
  }

COUNTER(grep_match)
COUNTER(glob_match)
COUNTER(fuzzy_match)
COUNTER(fuzzy_string)
COUNTER(ast_match)
COUNTER(outline)
COUNTER(skeleton)
COUNTER(imports)
COUNTER(exports)

/* Searches without a report. A failure is still a status. */
static void searches(const char *dir) {
  const ransack_bytes root = ransack_bytes_from_str(in_dir(dir, "code")), all = RANSACK_BYTES("*.c");
  const ransack_bytes pattern = RANSACK_BYTES("kfree"), code = RANSACK_BYTES("kfree($A)");
  const ransack_bytes bad = RANSACK_BYTES("a(");
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_grep_options grep = RANSACK_GREP_OPTIONS_INIT;
  ransack_search_options search = RANSACK_SEARCH_OPTIONS_INIT;
  ransack_glob_options glob = RANSACK_GLOB_OPTIONS_INIT;
  ransack_fuzzy_find_options find = RANSACK_FUZZY_FIND_OPTIONS_INIT;
  ransack_fuzzy_match_options match = RANSACK_FUZZY_MATCH_OPTIONS_INIT;
  ransack_ast_grep_options ast = RANSACK_AST_GREP_OPTIONS_INIT;
  ransack_ast_match_options source = RANSACK_AST_MATCH_OPTIONS_INIT;
  ransack_fuzzy_list *list = NULL;
  size_t seen = 0;
  scope.roots = &root, scope.roots_len = 1;
  grep.scope = glob.scope = find.scope = ast.scope = &scope;
  grep.patterns = &pattern, grep.patterns_len = 1;
  OK(ransack_grep(&grep, NULL, count_grep_match, &seen, NULL));
  CHECK(seen > 0);
  OK(ransack_grep(&grep, NULL, NULL, NULL, NULL));
  grep.patterns = &bad;
  CHECK_IS(ransack_grep(&grep, NULL, NULL, NULL, NULL), RANSACK_STATUS_INVALID_PATTERN);
  seen = 0;
  glob.patterns = &all, glob.patterns_len = 1;
  OK(ransack_glob(&glob, NULL, count_glob_match, &seen, NULL));
  CHECK_IS(seen, 1);
  seen = 0;
  find.query = RANSACK_BYTES("broken");
  OK(ransack_fuzzy_find(&find, NULL, count_fuzzy_match, &seen, NULL));
  CHECK_IS(seen, 1);
  seen = 0;
  scope.globs = &all, scope.globs_len = 1;
  ast.patterns = &code, ast.patterns_len = 1, ast.time_per_file_ms = RANSACK_NO_LIMIT;
  OK(ransack_ast_grep(&ast, NULL, count_ast_match, &seen, NULL));
  CHECK_IS(seen, 2);
  seen = 0;
  search.patterns = &pattern, search.patterns_len = 1;
  OK(ransack_search(code, &search, NULL, count_grep_match, &seen, NULL));
  source.patterns = &code, source.patterns_len = 1;
  OK(ransack_ast_match_source(RANSACK_BYTES("kfree(1);"), RANSACK_BYTES("c"), &source, NULL,
                              count_ast_match, &seen, NULL));
  OK(ransack_fuzzy_match_strings(pattern, &code, 1, &match, NULL, count_fuzzy_string, &seen, NULL));
  OK(ransack_fuzzy_list_new(&code, 1, &list));
  OK(ransack_fuzzy_list_rank(list, pattern, &match, NULL, count_fuzzy_string, &seen, NULL));
  ransack_fuzzy_list_free(list);
  CHECK_IS(seen, 4);
}

static void structure(const char *dir) {
  const ransack_bytes root = ransack_bytes_from_str(in_dir(dir, "code/a.c"));
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  size_t seen = 0;
  scope.roots = &root, scope.roots_len = 1;
  options.scope = &scope, options.time_per_file_ms = RANSACK_NO_LIMIT;
  OK(ransack_outline_each(&options, NULL, count_outline, &seen, NULL));
  OK(ransack_skeleton_each(&options, NULL, NULL, count_skeleton, &seen, NULL));
  OK(ransack_imports_each(&options, NULL, count_imports, &seen, NULL));
  OK(ransack_exports_each(&options, NULL, count_exports, &seen, NULL));
  CHECK_IS(seen, 4);
}

/* The second of two outputs, or a count that a caller may know. */
static void others(void) {
  ransack_tokenizer *tokenizer = NULL;
  ransack_token_counter *counter = NULL;
  ransack_highlight_engine engine = RANSACK_HIGHLIGHT_ENGINE_PLAIN;
  ransack_bytes reason = {NULL, 0};
  ransack_text slice;
  uint8_t fits = 0;
  size_t count = 0;
  OK(ransack_slice_with_width(RANSACK_BYTES("abc"), 1, 1, 0, NULL, &slice, NULL));
  CHECK(is(slice.text, "b"));
  ransack_string_free(slice.owner);
  OK(ransack_highlight_engine_of(RANSACK_BYTES("c"), &engine, NULL));
  CHECK_IS(engine, RANSACK_HIGHLIGHT_ENGINE_TREE_SITTER);
  OK(ransack_highlight_engine_of(RANSACK_BYTES("c"), NULL, &reason));
  CHECK(reason.len > 0);
  CHECK_IS(ransack_highlight_engine_of(RANSACK_BYTES("klingon"), NULL, NULL),
           RANSACK_STATUS_INVALID_OPTION);
  OK(ransack_tokenizer_get(RANSACK_ENCODING_R50K_BASE, &tokenizer));
  OK(ransack_tokenizer_count_up_to(tokenizer, RANSACK_BYTES("a b"), 9, NULL, NULL, &fits, NULL));
  CHECK(fits);
  OK(ransack_token_counter_new(tokenizer, NULL, &counter));
  OK(ransack_token_counter_push(counter, RANSACK_BYTES("a b"), NULL, NULL));
  OK(ransack_token_counter_push(counter, RANSACK_BYTES(" c d"), NULL, NULL));
  OK(ransack_token_counter_pop(counter, NULL));
  OK(ransack_token_counter_total(counter, &count));
  CHECK_IS(count, 2);
  ransack_token_counter_free(counter);
  ransack_tokenizer_free(tokenizer);
}

int main(int argc, char **argv) {
  const char *dir = tree_of(argc, argv);
  searches(dir);
  structure(dir);
  others();
  return 0;
}
