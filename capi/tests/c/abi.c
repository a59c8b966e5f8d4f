/* Versions and layouts that a program compiled against the header relies on. tests/options.rs
 * checks the options structs. */

#include "test.h"

SIZE_IS(size_of_bytes, ransack_bytes, 16);
SIZE_IS(size_of_error, ransack_error, 112);
SIZE_IS(size_of_outline, ransack_outline, 104);
SIZE_IS(size_of_outline_item, ransack_outline_item, 536);
SIZE_IS(size_of_definition, ransack_definition, 176);
SIZE_IS(size_of_skeleton, ransack_skeleton, 112);
SIZE_IS(size_of_definition_part_span, ransack_definition_part_span, 72);
SIZE_IS(size_of_file_version, ransack_file_version, 32);
SIZE_IS(size_of_imported_name, ransack_imported_name, 104);
SIZE_IS(size_of_import, ransack_import, 104);
SIZE_IS(size_of_imports, ransack_imports, 64);
SIZE_IS(size_of_export, ransack_export, 120);
SIZE_IS(size_of_exports, ransack_exports, 64);
SIZE_IS(size_of_import_name, ransack_import_name, 32);
SIZE_IS(size_of_import_request, ransack_import_request, 40);
SIZE_IS(size_of_import_removal, ransack_import_removal, 32);
SIZE_IS(size_of_skipped_path, ransack_skipped_path, 40);
SIZE_IS(size_of_skipped, ransack_skipped, 32);
SIZE_IS(size_of_report, ransack_report, 144);
SIZE_IS(size_of_string, ransack_string, 16);
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
  // No options have a newer version than these.
  const uint32_t unknown[] = {0, RANSACK_AST_EDIT_OPTIONS_VERSION + 1, 0xFFFFFFFF};
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
    ransack_outline_options outline = RANSACK_OUTLINE_OPTIONS_INIT;
    ransack_ast_edit_outcome *outcome = NULL;
    uint8_t has = 7;
    find.version = match.version = unknown[i];
    CHECK_IS(ransack_fuzzy_find(&find, NULL, NULL, NULL, &report), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(ransack_fuzzy_match_strings(bytes("", 0), NULL, 0, &match, NULL, NULL, NULL, &report),
             RANSACK_STATUS_BAD_VERSION);
    CHECK(report == NULL);
    outline.version = ast_grep.version = ast_match.version = unknown[i];
    CHECK_IS(ransack_outline_each(&outline, NULL, NULL, NULL, &report), RANSACK_STATUS_BAD_VERSION);
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
    CHECK_IS(ransack_has_match(bytes("", 0), &search, NULL, &has), RANSACK_STATUS_BAD_VERSION);
    CHECK_IS(has, 7);
    CHECK(strstr(ransack_last_error_message(), "version") != NULL);
  }
}

int main(int argc, char **argv) {
  versions();
  unknown_versions_are_rejected(tree_of(argc, argv));
  return 0;
}
