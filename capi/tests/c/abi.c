/* Versions and layouts: what a program compiled against the header relies on. */

#include "test.h"

/* Sizes on machines with 64-bit pointers; none may ever shrink or move. */
#define SIZE_IS(name, type, size)                                            \
  typedef char name[sizeof(void *) != 8 || sizeof(type) == (size) ? 1 : -1]

SIZE_IS(size_of_bytes, ransack_bytes, 16);
SIZE_IS(size_of_error, ransack_error, 64);
SIZE_IS(size_of_submatch, ransack_submatch, 24);
SIZE_IS(size_of_context_line, ransack_context_line, 32);
SIZE_IS(size_of_match, ransack_match, 128);
SIZE_IS(size_of_skipped_path, ransack_skipped_path, 40);
SIZE_IS(size_of_skipped, ransack_skipped, 32);
SIZE_IS(size_of_report, ransack_report, 72);
SIZE_IS(size_of_snapshot_info, ransack_snapshot_info, 12);
SIZE_IS(size_of_table_size, ransack_table_size, 16);
SIZE_IS(size_of_workspace_options, ransack_workspace_options, 8);
SIZE_IS(size_of_file_type_def, ransack_file_type_def, 32);
SIZE_IS(size_of_grep_options, ransack_grep_options, 192);
SIZE_IS(size_of_search_options, ransack_search_options, 88);
SIZE_IS(size_of_glob_options, ransack_glob_options, 144);
SIZE_IS(size_of_path_match, ransack_path_match, 48);
SIZE_IS(size_of_fuzzy_find_options, ransack_fuzzy_find_options, 176);
SIZE_IS(size_of_fuzzy_match_options, ransack_fuzzy_match_options, 72);
SIZE_IS(size_of_frecency, ransack_frecency, 24);
SIZE_IS(size_of_fuzzy_path, ransack_fuzzy_path, 48);
SIZE_IS(size_of_fuzzy_string, ransack_fuzzy_string, 32);
SIZE_IS(size_of_string, ransack_string, 16);
SIZE_IS(size_of_text_options, ransack_text_options, 16);
SIZE_IS(size_of_truncate_options, ransack_truncate_options, 32);
SIZE_IS(size_of_wrap_options, ransack_wrap_options, 16);
SIZE_IS(size_of_text, ransack_text, 24);
SIZE_IS(size_of_segments, ransack_segments, 64);
SIZE_IS(size_of_lines, ransack_lines, 16);
SIZE_IS(size_of_grapheme, ransack_grapheme, 40);
SIZE_IS(size_of_token_options, ransack_token_options, 24);
SIZE_IS(size_of_tiktoken_options, ransack_tiktoken_options, 40);
SIZE_IS(size_of_truncation, ransack_truncation, 32);
SIZE_IS(size_of_chunk, ransack_chunk, 24);
SIZE_IS(size_of_chunks, ransack_chunks, 16);
SIZE_IS(size_of_token, ransack_token, 24);
SIZE_IS(size_of_tokens, ransack_tokens, 16);
SIZE_IS(size_of_token_ids, ransack_token_ids, 16);
SIZE_IS(size_of_special_token, ransack_special_token, 24);
SIZE_IS(size_of_encoding, ransack_encoding, 4);
SIZE_IS(size_of_highlight_options, ransack_highlight_options, 24);
SIZE_IS(size_of_highlight_span, ransack_highlight_span, 40);
SIZE_IS(size_of_highlight_report, ransack_highlight_report, 72);
SIZE_IS(size_of_highlighted, ransack_highlighted, 40);
SIZE_IS(size_of_highlight_colors, ransack_highlight_colors, 176);
SIZE_IS(size_of_highlight_update, ransack_highlight_update, 40);
SIZE_IS(size_of_theme, ransack_theme, 32);
SIZE_IS(size_of_text_style, ransack_text_style, 8);
SIZE_IS(size_of_ast_grep_options, ransack_ast_grep_options, 208);
SIZE_IS(size_of_ast_match_options, ransack_ast_match_options, 80);
SIZE_IS(size_of_ast_edit_options, ransack_ast_edit_options, 208);
SIZE_IS(size_of_rewrite, ransack_rewrite, 32);
SIZE_IS(size_of_code_change, ransack_code_change, 144);
SIZE_IS(size_of_file_change, ransack_file_change, 32);
SIZE_IS(size_of_ast_edit_outcome, ransack_ast_edit_outcome, 64);
SIZE_IS(size_of_ast_language, ransack_ast_language, 64);
SIZE_IS(size_of_position, ransack_position, 32);
SIZE_IS(size_of_span, ransack_span, 64);
SIZE_IS(size_of_meta_variable, ransack_meta_variable, 104);
SIZE_IS(size_of_code_match, ransack_code_match, 152);
SIZE_IS(size_of_syntax_node, ransack_syntax_node, 88);
SIZE_IS(size_of_syntax_nodes, ransack_syntax_nodes, 16);
SIZE_IS(size_of_syntax_diagnostic, ransack_syntax_diagnostic, 80);
SIZE_IS(size_of_syntax_diagnostics, ransack_syntax_diagnostics, 16);
SIZE_IS(size_of_line_range, ransack_line_range, 16);
SIZE_IS(size_of_line_numbers, ransack_line_numbers, 24);
SIZE_IS(size_of_file_type, ransack_file_type, 4);
SIZE_IS(size_of_status, ransack_status, 4);
SIZE_IS(size_of_reason, ransack_skip_reason, 4);

static void versions(void) {
  char composed[64];
  sprintf(composed, "%d.%d.%d", RANSACK_VERSION_MAJOR, RANSACK_VERSION_MINOR,
          RANSACK_VERSION_PATCH);
  CHECK(strcmp(composed, RANSACK_VERSION) == 0);
  CHECK(strcmp(ransack_version(), RANSACK_VERSION) == 0);
}

/* Counts the bytes compared, so that no field can be forgotten. */
#define SAME(field)                                                          \
  do {                                                                       \
    CHECK(memcmp(&by_macro.field, &by_call.field, sizeof by_call.field) == 0); \
    compared += sizeof by_call.field;                                        \
  } while (0)

static void grep_macro_is_function(void) {
  ransack_grep_options by_macro = RANSACK_GREP_OPTIONS_INIT;
  ransack_grep_options by_call;
  size_t compared = 0;
  memset(&by_call, 0xA5, sizeof by_call);
  OK(ransack_grep_options_init(&by_call, RANSACK_GREP_OPTIONS_VERSION));
  SAME(version);
  SAME(patterns);
  SAME(patterns_len);
  SAME(literal);
  SAME(ignore_case);
  SAME(smart_case);
  SAME(word);
  SAME(invert);
  SAME(multiline);
  SAME(dot_all);
  SAME(roots);
  SAME(roots_len);
  SAME(globs);
  SAME(globs_len);
  SAME(types);
  SAME(types_len);
  SAME(types_not);
  SAME(types_not_len);
  SAME(hidden);
  SAME(gitignore);
  SAME(node_modules);
  SAME(follow_symlinks);
  SAME(mode);
  SAME(limit);
  SAME(offset);
  SAME(max_count_per_file);
  SAME(context_before);
  SAME(context_after);
  SAME(max_columns);
  SAME(max_file_size);
  SAME(encoding);
  SAME(timeout_ms);
  SAME(on_timeout);
  SAME(binary);
  /* Padding: 4 after the version, 1 before the roots, 3 at the end. */
  if (sizeof(void *) == 8) CHECK_IS(compared, sizeof by_call - 8);
}

static void search_macro_is_function(void) {
  ransack_search_options by_macro = RANSACK_SEARCH_OPTIONS_INIT;
  ransack_search_options by_call;
  size_t compared = 0;
  memset(&by_call, 0xA5, sizeof by_call);
  OK(ransack_search_options_init(&by_call, RANSACK_SEARCH_OPTIONS_VERSION));
  SAME(version);
  SAME(patterns);
  SAME(patterns_len);
  SAME(literal);
  SAME(ignore_case);
  SAME(smart_case);
  SAME(word);
  SAME(invert);
  SAME(multiline);
  SAME(dot_all);
  SAME(mode);
  SAME(limit);
  SAME(offset);
  SAME(max_count_per_file);
  SAME(context_before);
  SAME(context_after);
  SAME(max_columns);
  /* Padding: 4 after the version, 1 before the mode, 4 after it. */
  if (sizeof(void *) == 8) CHECK_IS(compared, sizeof by_call - 9);
}

static void glob_macro_is_function(void) {
  ransack_glob_options by_macro = RANSACK_GLOB_OPTIONS_INIT;
  ransack_glob_options by_call;
  size_t compared = 0;
  memset(&by_call, 0xA5, sizeof by_call);
  OK(ransack_glob_options_init(&by_call, RANSACK_GLOB_OPTIONS_VERSION));
  SAME(version);
  SAME(patterns);
  SAME(patterns_len);
  SAME(recursive);
  SAME(literal);
  SAME(roots);
  SAME(roots_len);
  SAME(globs);
  SAME(globs_len);
  SAME(types);
  SAME(types_len);
  SAME(types_not);
  SAME(types_not_len);
  SAME(hidden);
  SAME(gitignore);
  SAME(node_modules);
  SAME(follow_symlinks);
  SAME(file_type);
  SAME(stat);
  SAME(sort_by_mtime);
  SAME(limit);
  SAME(offset);
  SAME(timeout_ms);
  SAME(on_timeout);
  /* Padding: 4 after the version, 6 before the roots and the limit, 4 at the
   * end. */
  if (sizeof(void *) == 8) CHECK_IS(compared, sizeof by_call - 20);
}

static void fuzzy_macros_are_functions(void) {
  {
    ransack_fuzzy_find_options by_macro = RANSACK_FUZZY_FIND_OPTIONS_INIT;
    ransack_fuzzy_find_options by_call;
    size_t compared = 0;
    memset(&by_call, 0xA5, sizeof by_call);
    OK(ransack_fuzzy_find_options_init(&by_call, RANSACK_FUZZY_FIND_OPTIONS_VERSION));
    SAME(version);
    SAME(query);
    SAME(roots);
    SAME(roots_len);
    SAME(globs);
    SAME(globs_len);
    SAME(types);
    SAME(types_len);
    SAME(types_not);
    SAME(types_not_len);
    SAME(hidden);
    SAME(gitignore);
    SAME(node_modules);
    SAME(follow_symlinks);
    SAME(dirs);
    SAME(symlinks);
    SAME(recent);
    SAME(recent_len);
    SAME(current);
    SAME(frecency);
    SAME(frecency_len);
    SAME(limit);
    SAME(offset);
    SAME(timeout_ms);
    SAME(on_timeout);
    /* Padding: 4 after the version, 2 before `recent`, 4 at the end. */
    if (sizeof(void *) == 8) CHECK_IS(compared, sizeof by_call - 10);
  }
  {
    ransack_fuzzy_match_options by_macro = RANSACK_FUZZY_MATCH_OPTIONS_INIT;
    ransack_fuzzy_match_options by_call;
    size_t compared = 0;
    memset(&by_call, 0xA5, sizeof by_call);
    OK(ransack_fuzzy_match_options_init(&by_call, RANSACK_FUZZY_MATCH_OPTIONS_VERSION));
    SAME(version);
    SAME(recent);
    SAME(recent_len);
    SAME(current);
    SAME(frecency);
    SAME(frecency_len);
    SAME(limit);
    SAME(offset);
    if (sizeof(void *) == 8) CHECK_IS(compared, sizeof by_call - 4);
  }
}

static void ast_macros_are_functions(void) {
  {
    ransack_ast_grep_options by_macro = RANSACK_AST_GREP_OPTIONS_INIT;
    ransack_ast_grep_options by_call;
    size_t compared = 0;
    memset(&by_call, 0xA5, sizeof by_call);
    OK(ransack_ast_grep_options_init(&by_call, RANSACK_AST_GREP_OPTIONS_VERSION));
    SAME(version);
    SAME(patterns);
    SAME(patterns_len);
    SAME(rule);
    SAME(selector);
    SAME(roots);
    SAME(roots_len);
    SAME(globs);
    SAME(globs_len);
    SAME(types);
    SAME(types_len);
    SAME(types_not);
    SAME(types_not_len);
    SAME(hidden);
    SAME(gitignore);
    SAME(node_modules);
    SAME(follow_symlinks);
    SAME(strictness);
    SAME(language);
    SAME(limit);
    SAME(offset);
    SAME(time_per_file_ms);
    SAME(max_file_size);
    SAME(encoding);
    SAME(timeout_ms);
    SAME(on_timeout);
    SAME(include_meta);
    /* Padding: 4 after the version, 3 at the end. */
    if (sizeof(void *) == 8) CHECK_IS(compared, sizeof by_call - 7);
  }
  {
    ransack_ast_match_options by_macro = RANSACK_AST_MATCH_OPTIONS_INIT;
    ransack_ast_match_options by_call;
    size_t compared = 0;
    memset(&by_call, 0xA5, sizeof by_call);
    OK(ransack_ast_match_options_init(&by_call, RANSACK_AST_MATCH_OPTIONS_VERSION));
    SAME(version);
    SAME(patterns);
    SAME(patterns_len);
    SAME(rule);
    SAME(selector);
    SAME(limit);
    SAME(offset);
    SAME(strictness);
    SAME(include_meta);
    if (sizeof(void *) == 8) CHECK_IS(compared, sizeof by_call - 7);
  }
}

static void edit_macro_is_function(void) {
  ransack_ast_edit_options by_macro = RANSACK_AST_EDIT_OPTIONS_INIT;
  ransack_ast_edit_options by_call;
  size_t compared = 0;
  memset(&by_call, 0xA5, sizeof by_call);
  OK(ransack_ast_edit_options_init(&by_call, RANSACK_AST_EDIT_OPTIONS_VERSION));
  SAME(version);
  SAME(rewrites);
  SAME(rewrites_len);
  SAME(selector);
  SAME(roots);
  SAME(roots_len);
  SAME(globs);
  SAME(globs_len);
  SAME(types);
  SAME(types_len);
  SAME(types_not);
  SAME(types_not_len);
  SAME(hidden);
  SAME(gitignore);
  SAME(node_modules);
  SAME(follow_symlinks);
  SAME(strictness);
  SAME(language);
  SAME(preview);
  SAME(max_replacements);
  SAME(max_files);
  SAME(time_per_file_ms);
  SAME(max_file_size);
  SAME(encoding);
  SAME(timeout_ms);
  SAME(repeat);
  SAME(dry_run);
  SAME(fail_on_parse_error);
  SAME(allow_syntax_errors);
  /* Padding: 4 after the version, 1 at the end. */
  if (sizeof(void *) == 8) CHECK_IS(compared, sizeof by_call - 5);
}

static void text_macros_are_functions(void) {
  size_t compared = 0;
  {
    ransack_text_options by_macro = RANSACK_TEXT_OPTIONS_INIT;
    ransack_text_options by_call;
    memset(&by_call, 0xA5, sizeof by_call);
    OK(ransack_text_options_init(&by_call, RANSACK_TEXT_OPTIONS_VERSION));
    SAME(version);
    SAME(cluster_width);
    SAME(tab_width);
    SAME(ambiguous_wide);
    SAME(emoji_variation);
    SAME(text_variation);
    SAME(lone_regional_wide);
    /* Padding: 3 at the end. */
    CHECK_IS(compared, sizeof by_call - 3);
  }
  compared = 0;
  {
    ransack_truncate_options by_macro = RANSACK_TRUNCATE_OPTIONS_INIT;
    ransack_truncate_options by_call;
    memset(&by_call, 0xA5, sizeof by_call);
    OK(ransack_truncate_options_init(&by_call, RANSACK_TRUNCATE_OPTIONS_VERSION));
    SAME(version);
    SAME(cut_at);
    SAME(text);
    SAME(ellipsis);
    SAME(word_boundary);
    SAME(pad);
    /* Padding: 6 at the end. */
    if (sizeof(void *) == 8) CHECK_IS(compared, sizeof by_call - 6);
  }
  compared = 0;
  {
    ransack_wrap_options by_macro = RANSACK_WRAP_OPTIONS_INIT;
    ransack_wrap_options by_call;
    memset(&by_call, 0xA5, sizeof by_call);
    OK(ransack_wrap_options_init(&by_call, RANSACK_WRAP_OPTIONS_VERSION));
    SAME(version);
    SAME(keep_spaces);
    SAME(keep_urls);
    SAME(text);
    /* Padding: 2 before the pointer. */
    if (sizeof(void *) == 8) CHECK_IS(compared, sizeof by_call - 2);
  }
}

static void token_macros_are_functions(void) {
  size_t compared = 0;
  {
    ransack_token_options by_macro = RANSACK_TOKEN_OPTIONS_INIT;
    ransack_token_options by_call;
    memset(&by_call, 0xA5, sizeof by_call);
    OK(ransack_token_options_init(&by_call, RANSACK_TOKEN_OPTIONS_VERSION));
    SAME(version);
    SAME(all_special);
    SAME(allowed_special);
    SAME(allowed_special_len);
    /* Padding: 3 before the pointer. */
    if (sizeof(void *) == 8) CHECK_IS(compared, sizeof by_call - 3);
  }
  compared = 0;
  {
    ransack_tiktoken_options by_macro = RANSACK_TIKTOKEN_OPTIONS_INIT;
    ransack_tiktoken_options by_call;
    memset(&by_call, 0xA5, sizeof by_call);
    OK(ransack_tiktoken_options_init(&by_call, RANSACK_TIKTOKEN_OPTIONS_VERSION));
    SAME(version);
    SAME(pattern);
    SAME(special_tokens);
    SAME(special_tokens_len);
    /* Padding: 4 after the version. */
    if (sizeof(void *) == 8) CHECK_IS(compared, sizeof by_call - 4);
  }
  compared = 0;
  {
    ransack_highlight_options by_macro = RANSACK_HIGHLIGHT_OPTIONS_INIT;
    ransack_highlight_options by_call;
    memset(&by_call, 0xA5, sizeof by_call);
    OK(ransack_highlight_options_init(&by_call, RANSACK_HIGHLIGHT_OPTIONS_VERSION));
    SAME(version);
    SAME(engine);
    SAME(on_timeout);
    SAME(max_line);
    /* Padding: 4 before the length. */
    if (sizeof(void *) == 8) CHECK_IS(compared, sizeof by_call - 4);
  }
}

static void unknown_versions_are_refused(const char *tree) {
  const uint32_t unknown[] = {0, RANSACK_GREP_OPTIONS_VERSION + 1, 0xFFFFFFFF};
  grep_case c;
  glob_case g;
  ransack_report *report = NULL;
  size_t i;
  for (i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    ransack_grep_options grep;
    ransack_search_options search = RANSACK_SEARCH_OPTIONS_INIT;
    ransack_glob_options glob = RANSACK_GLOB_OPTIONS_INIT;
    ransack_fuzzy_find_options find = RANSACK_FUZZY_FIND_OPTIONS_INIT;
    ransack_fuzzy_match_options match = RANSACK_FUZZY_MATCH_OPTIONS_INIT;
    ransack_ast_grep_options ast_grep = RANSACK_AST_GREP_OPTIONS_INIT;
    ransack_ast_match_options ast_match = RANSACK_AST_MATCH_OPTIONS_INIT;
    ransack_ast_edit_options edit = RANSACK_AST_EDIT_OPTIONS_INIT;
    ransack_ast_edit_outcome *outcome = NULL;
    ransack_text_options text = RANSACK_TEXT_OPTIONS_INIT;
    ransack_truncate_options truncate = RANSACK_TRUNCATE_OPTIONS_INIT;
    ransack_wrap_options wrap = RANSACK_WRAP_OPTIONS_INIT;
    ransack_token_options token = RANSACK_TOKEN_OPTIONS_INIT;
    ransack_tiktoken_options tiktoken = RANSACK_TIKTOKEN_OPTIONS_INIT;
    uint8_t has = 7;
    memset(&grep, 0xA5, sizeof grep);
    CHECK_IS(ransack_grep_options_init(&grep, unknown[i]), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(grep.version, 0xA5A5A5A5);
    CHECK_IS(ransack_search_options_init(&search, unknown[i]), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(ransack_glob_options_init(&glob, unknown[i]), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(ransack_fuzzy_find_options_init(&find, unknown[i]), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(ransack_fuzzy_match_options_init(&match, unknown[i]), RANSACK_STATUS_BAD_VERSION);
    find.version = match.version = unknown[i];
    CHECK_IS(ransack_fuzzy_find(&find, NULL, NULL, NULL, &report), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(ransack_fuzzy_match(bytes("", 0), NULL, 0, &match, NULL, NULL, NULL, &report),
             RANSACK_STATUS_BAD_VERSION);
    CHECK(report == NULL);
    CHECK_IS(ransack_ast_grep_options_init(&ast_grep, unknown[i]), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(ransack_ast_match_options_init(&ast_match, unknown[i]), RANSACK_STATUS_BAD_VERSION);
    ast_grep.version = ast_match.version = unknown[i];
    CHECK_IS(ransack_ast_grep(&ast_grep, NULL, NULL, NULL, &report), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(ransack_ast_match(bytes("", 0), bytes("c", 1), &ast_match, NULL, NULL, NULL, &report),
             RANSACK_STATUS_BAD_VERSION);
    CHECK(report == NULL);
    CHECK_IS(ransack_ast_edit_options_init(&edit, unknown[i]), RANSACK_STATUS_BAD_VERSION);
    edit.version = unknown[i];
    CHECK_IS(ransack_ast_edit(&edit, NULL, &outcome), RANSACK_STATUS_BAD_VERSION);
    CHECK(outcome == NULL);
    CHECK_IS(ransack_text_options_init(&text, unknown[i]), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(ransack_truncate_options_init(&truncate, unknown[i]), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(ransack_wrap_options_init(&wrap, unknown[i]), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(ransack_token_options_init(&token, unknown[i]), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(ransack_tiktoken_options_init(&tiktoken, unknown[i]), RANSACK_STATUS_BAD_VERSION);

    grep_case_init(&c, "needle", tree);
    c.options.version = unknown[i];
    CHECK_IS(ransack_grep(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_BAD_VERSION);
    CHECK(report == NULL);
    glob_case_init(&g, "*", tree);
    g.options.version = unknown[i];
    CHECK_IS(ransack_glob(&g.options, NULL, NULL, NULL, &report), RANSACK_STATUS_BAD_VERSION);
    CHECK(report == NULL);
    search.version = unknown[i];
    CHECK_IS(ransack_search(bytes("", 0), &search, NULL, NULL, NULL, &report),
             RANSACK_STATUS_BAD_VERSION);
    CHECK(report == NULL);
    CHECK_IS(ransack_has_match(bytes("", 0), &search, &has), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(has, 7);
    CHECK(strstr(ransack_last_error_message(), "version") != NULL);
  }
  CHECK_IS(ransack_grep_options_init(NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_search_options_init(NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_glob_options_init(NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_fuzzy_find_options_init(NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_fuzzy_match_options_init(NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_ast_grep_options_init(NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_ast_match_options_init(NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_ast_edit_options_init(NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_text_options_init(NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_truncate_options_init(NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_wrap_options_init(NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_token_options_init(NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_tiktoken_options_init(NULL, 1), RANSACK_STATUS_NULL_ARGUMENT);
}

/* A later version of the struct is longer; what this version has ends where
 * its last field does, and not even the padding after it is touched. */
static void nothing_is_written_past_a_version(void) {
  unsigned char place[sizeof(ransack_grep_options) + 64];
  ransack_grep_options grep;
  ransack_glob_options glob;
  size_t i;
  memset(place, 0xA5, sizeof place);
  memcpy(&grep, place, sizeof grep);
  OK(ransack_grep_options_init(&grep, 1));
  memcpy(place, &grep, sizeof grep);
  for (i = offsetof(ransack_grep_options, binary) + 1; i < sizeof place; i++) {
    CHECK_IS(place[i], 0xA5);
  }
  memset(place, 0xA5, sizeof place);
  memcpy(&glob, place, sizeof glob);
  OK(ransack_glob_options_init(&glob, 1));
  memcpy(place, &glob, sizeof glob);
  for (i = offsetof(ransack_glob_options, on_timeout) + 4; i < sizeof place; i++) {
    CHECK_IS(place[i], 0xA5);
  }
}

int main(int argc, char **argv) {
  versions();
  grep_macro_is_function();
  search_macro_is_function();
  glob_macro_is_function();
  fuzzy_macros_are_functions();
  ast_macros_are_functions();
  edit_macro_is_function();
  text_macros_are_functions();
  token_macros_are_functions();
  unknown_versions_are_refused(tree_of(argc, argv));
  nothing_is_written_past_a_version();
  return 0;
}
