/* The path of an error is absolute, even if the caller spelled it otherwise. */

#define _POSIX_C_SOURCE 200809L

#include <unistd.h>

#include "test.h"

/* Checks the last error: its path is `name` in the current directory. */
static void names(const char *name) {
  const ransack_error *error = ransack_last_error();
  char here[4096];
  CHECK(getcwd(here, sizeof here - strlen(name) - 1) != NULL);
  strcat(strcat(here, "/"), name);
  CHECK(is(error->path, here));
  CHECK(strstr(ransack_last_error_message(), name) != NULL);
}

static void missing_files(void) {
  const ransack_bytes missing = RANSACK_BYTES("sub/gone.rs"), all = RANSACK_BYTES("*");
  const ransack_status not_found = RANSACK_STATUS_NOT_FOUND;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_grep_options grep = RANSACK_GREP_OPTIONS_INIT;
  ransack_glob_options glob = RANSACK_GLOB_OPTIONS_INIT;
  ransack_fuzzy_find_options find = RANSACK_FUZZY_FIND_OPTIONS_INIT;
  ransack_definition_edit edit = RANSACK_DEFINITION_EDIT_INIT;
  ransack_definition_edit_options edits = RANSACK_DEFINITION_EDIT_OPTIONS_INIT;
  ransack_ast_edit_outcome *outcome = NULL;
  ransack_outline *outline = NULL;
  ransack_workspace *workspace = NULL;
  ransack_tokenizer *tokenizer = NULL;
  scope.roots = &missing, scope.roots_len = 1;
  grep.scope = glob.scope = find.scope = &scope;
  grep.patterns = glob.patterns = &all, grep.patterns_len = glob.patterns_len = 1;
  grep.literal = 1;
  CHECK_IS(ransack_grep(&grep, NULL, NULL, NULL, NULL), not_found);
  names("sub/gone.rs");
  CHECK_IS(ransack_glob(&glob, NULL, NULL, NULL, NULL), not_found);
  names("sub/gone.rs");
  CHECK_IS(ransack_fuzzy_find(&find, NULL, NULL, NULL, NULL), not_found);
  names("sub/gone.rs");
  CHECK_IS(ransack_outline_file(missing, NULL, NULL, &outline, NULL), not_found);
  names("sub/gone.rs");
  CHECK_IS(ransack_workspace_open(missing, NULL, &workspace), not_found);
  names("sub/gone.rs");
  CHECK_IS(ransack_tokenizer_from_tokenizer_json_file(missing, &tokenizer), not_found);
  names("sub/gone.rs");
  CHECK_IS(ransack_tokenizer_from_tiktoken_file(missing, NULL, &tokenizer), not_found);
  names("sub/gone.rs");
  edit.path = missing;
  edit.name = RANSACK_BYTES("f");
  edits.edits = &edit, edits.edits_len = 1;
  CHECK_IS(ransack_edit_definition(&edits, NULL, &outcome), not_found);
  names("sub/gone.rs");
  CHECK(outcome == NULL && outline == NULL && workspace == NULL && tokenizer == NULL);
}

/* The nearest existing path is a candidate. */
static void candidates(void) {
  ransack_outline *outline = NULL;
  CHECK_IS(ransack_outline_file(RANSACK_BYTES("sub/dd.rs"), NULL, NULL, &outline, NULL),
           RANSACK_STATUS_NOT_FOUND);
  CHECK(ransack_last_error()->candidates_len > 0);
  CHECK(is(ransack_last_error()->candidates[0], "sub/d.rs"));
}

static void unknown_names(void) {
  const ransack_bytes file = RANSACK_BYTES("sub/d.rs");
  ransack_definition *definition = NULL;
  ransack_definition_edit edit = RANSACK_DEFINITION_EDIT_INIT;
  ransack_definition_edit_options edits = RANSACK_DEFINITION_EDIT_OPTIONS_INIT;
  ransack_ast_edit_outcome *outcome = NULL;
  CHECK_IS(ransack_definition_in_file(file, NULL, RANSACK_BYTES("f"), NULL, NULL, &definition, NULL),
           RANSACK_STATUS_UNKNOWN_NAME);
  names("sub/d.rs");
  edit.path = file;
  edit.name = RANSACK_BYTES("f");
  edit.action = RANSACK_DEFINITION_ACTION_REMOVE;
  edits.edits = &edit, edits.edits_len = 1;
  CHECK_IS(ransack_edit_definition(&edits, NULL, &outcome), RANSACK_STATUS_UNKNOWN_NAME);
  names("sub/d.rs");
  /* Without a file there is no path. */
  CHECK_IS(ransack_definition_source(RANSACK_BYTES(""), RANSACK_BYTES("c"), RANSACK_BYTES("f"), NULL,
                                     NULL, &definition),
           RANSACK_STATUS_UNKNOWN_NAME);
  CHECK_IS(ransack_last_error()->path.len, 0);
  CHECK(definition == NULL && outcome == NULL);
}

/* In a workspace, a relative path starts at the root of the workspace. */
static void workspaces(void) {
  const ransack_bytes missing = RANSACK_BYTES("gone.rs");
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_workspace *workspace = NULL;
  ransack_outline *outline = NULL;
  OK(ransack_workspace_open(RANSACK_BYTES("sub"), NULL, &workspace));
  scope.workspace = workspace;
  options.scope = &scope;
  CHECK_IS(ransack_outline_file(missing, &options, NULL, &outline, NULL), RANSACK_STATUS_NOT_FOUND);
  CHECK(ransack_last_error()->path.data[0] == '/');
  CHECK(ends_in(ransack_last_error()->path, "/tree/sub/gone.rs"));
  ransack_workspace_free(workspace);
}

int main(int argc, char **argv) {
  CHECK(chdir(in_dir(tree_of(argc, argv), "tree")) == 0);
  missing_files();
  candidates();
  unknown_names();
  workspaces();
  return 0;
}
