/* Versions and layouts that a program compiled against the header relies on. tests/options.rs
 * checks the options structs. */

#include "test.h"

/* Sizes on machines with 64-bit pointers; no published struct may shrink. */
#define SIZE_IS(name, type, size)                                            \
  typedef char name[sizeof(void *) != 8 || sizeof(type) == (size) ? 1 : -1]

SIZE_IS(size_of_bytes, ransack_bytes, 16);
SIZE_IS(size_of_error, ransack_error, 64);
SIZE_IS(size_of_submatch, ransack_submatch, 24);
SIZE_IS(size_of_context_line, ransack_context_line, 32);
SIZE_IS(size_of_grep_match, ransack_grep_match, 128);
SIZE_IS(size_of_skipped_path, ransack_skipped_path, 40);
SIZE_IS(size_of_skipped, ransack_skipped, 32);
SIZE_IS(size_of_report, ransack_report, 72);
SIZE_IS(size_of_snapshot_info, ransack_snapshot_info, 12);
SIZE_IS(size_of_table_size, ransack_table_size, 16);
SIZE_IS(size_of_file_type_def, ransack_file_type_def, 32);
SIZE_IS(size_of_glob_match, ransack_glob_match, 48);
SIZE_IS(size_of_frecency, ransack_frecency, 24);
SIZE_IS(size_of_fuzzy_match, ransack_fuzzy_match, 48);
SIZE_IS(size_of_fuzzy_string, ransack_fuzzy_string, 32);
SIZE_IS(size_of_string, ransack_string, 16);
SIZE_IS(size_of_text, ransack_text, 24);
SIZE_IS(size_of_segments, ransack_segments, 64);
SIZE_IS(size_of_lines, ransack_lines, 16);
SIZE_IS(size_of_grapheme, ransack_grapheme, 40);
SIZE_IS(size_of_truncation, ransack_truncation, 32);
SIZE_IS(size_of_chunk, ransack_chunk, 24);
SIZE_IS(size_of_chunks, ransack_chunks, 16);
SIZE_IS(size_of_token, ransack_token, 24);
SIZE_IS(size_of_tokens, ransack_tokens, 16);
SIZE_IS(size_of_token_ids, ransack_token_ids, 16);
SIZE_IS(size_of_special_token, ransack_special_token, 24);
SIZE_IS(size_of_encoding, ransack_encoding, 4);
SIZE_IS(size_of_highlight_span, ransack_highlight_span, 40);
SIZE_IS(size_of_highlight_report, ransack_highlight_report, 72);
SIZE_IS(size_of_highlighted, ransack_highlighted, 40);
SIZE_IS(size_of_highlight_colors, ransack_highlight_colors, 176);
SIZE_IS(size_of_highlight_update, ransack_highlight_update, 40);
SIZE_IS(size_of_theme, ransack_theme, 32);
SIZE_IS(size_of_text_style, ransack_text_style, 8);
SIZE_IS(size_of_rewrite, ransack_rewrite, 32);
SIZE_IS(size_of_ast_change, ransack_ast_change, 144);
SIZE_IS(size_of_file_change, ransack_file_change, 32);
SIZE_IS(size_of_ast_edit_outcome, ransack_ast_edit_outcome, 64);
SIZE_IS(size_of_ast_language, ransack_ast_language, 64);
SIZE_IS(size_of_position, ransack_position, 32);
SIZE_IS(size_of_span, ransack_span, 64);
SIZE_IS(size_of_meta_variable, ransack_meta_variable, 104);
SIZE_IS(size_of_ast_match, ransack_ast_match, 152);
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

/* Every call rejects options of an unknown version and writes no output. */
static void unknown_versions_are_rejected(const char *tree) {
  const uint32_t unknown[] = {0, RANSACK_GREP_OPTIONS_VERSION + 1, 0xFFFFFFFF};
  grep_case c;
  glob_case g;
  ransack_report *report = NULL;
  size_t i;
  for (i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    ransack_search_options search = RANSACK_SEARCH_OPTIONS_INIT;
    ransack_fuzzy_find_options find = RANSACK_FUZZY_FIND_OPTIONS_INIT;
    ransack_fuzzy_match_options match = RANSACK_FUZZY_MATCH_OPTIONS_INIT;
    ransack_ast_grep_options ast_grep = RANSACK_AST_GREP_OPTIONS_INIT;
    ransack_ast_match_options ast_match = RANSACK_AST_MATCH_OPTIONS_INIT;
    ransack_ast_edit_options edit = RANSACK_AST_EDIT_OPTIONS_INIT;
    ransack_ast_edit_outcome *outcome = NULL;
    uint8_t has = 7;
    find.version = match.version = unknown[i];
    CHECK_IS(ransack_fuzzy_find(&find, NULL, NULL, NULL, &report), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(ransack_fuzzy_match_strings(bytes("", 0), NULL, 0, &match, NULL, NULL, NULL, &report),
             RANSACK_STATUS_BAD_VERSION);
    CHECK(report == NULL);
    ast_grep.version = ast_match.version = unknown[i];
    CHECK_IS(ransack_ast_grep(&ast_grep, NULL, NULL, NULL, &report), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(ransack_ast_match_source(bytes("", 0), bytes("c", 1), &ast_match, NULL, NULL, NULL,
                                      &report),
             RANSACK_STATUS_BAD_VERSION);
    CHECK(report == NULL);
    edit.version = unknown[i];
    CHECK_IS(ransack_ast_edit(&edit, NULL, &outcome), RANSACK_STATUS_BAD_VERSION);
    CHECK(outcome == NULL);

    grep_case_init(&c, "needle", tree);
    c.options.version = unknown[i];
    CHECK_IS(ransack_grep(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_BAD_VERSION);
    CHECK(report == NULL);
    grep_case_init(&c, "needle", tree);
    c.scope.version = unknown[i];
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
}

int main(int argc, char **argv) {
  versions();
  unknown_versions_are_rejected(tree_of(argc, argv));
  return 0;
}
