/* Edits, undo and recovery. */

#include <stddef.h>

#include "../test.h"
#include "answers.h"
#include "injector.h"

static void print_edit(ransack_status status, ransack_ast_edit_outcome *outcome) {
  size_t i;
  if (has_failed(status)) return;
  for (i = 0; i < outcome->file_changes_len; i++) {
    print_line("item", outcome->file_changes[i].path);
  }
  print("applied %d\n", outcome->applied);
  print_report(outcome->report);
  ransack_ast_edit_outcome_free(outcome);
}

static void ast_edit(void) {
  ransack_ast_edit_options options = RANSACK_AST_EDIT_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_rewrite rewrite;
  ransack_ast_edit_outcome *outcome = NULL;
  ransack_status status;
  ransack_bytes root = ransack_bytes_from_str(in_dir(dir, "tree"));
  scope.roots = &root;
  scope.roots_len = 1;
  rewrite.pattern = ransack_bytes_from_str("var $A = $B");
  rewrite.replacement = ransack_bytes_from_str("let $A = $B");
  options.rewrites = &rewrite;
  options.rewrites_len = 1;
  options.scope = &scope;
  options.dry_run = 0;
  options.time_per_file_ms = RANSACK_NO_LIMIT;
  injector_mark(1);
  status = ransack_ast_edit(&options, NULL, &outcome);
  print_edit(status, outcome);
}

/* Moves a definition to another file, which also gets an import. */
static void edit_definition(void) {
  ransack_definition_edit_options options = RANSACK_DEFINITION_EDIT_OPTIONS_INIT;
  ransack_definition_edit edits[2];
  ransack_import_request import;
  ransack_ast_edit_outcome *outcome = NULL;
  ransack_status status;
  memset(edits, 0, sizeof edits);
  memset(&import, 0, sizeof import);
  import.module = ransack_bytes_from_str("math");
  edits[0].path = ransack_bytes_from_str(in_dir(dir, "tree/from.py"));
  edits[0].name = ransack_bytes_from_str("A.f");
  edits[0].action = RANSACK_DEFINITION_ACTION_MOVE;
  edits[0].place = RANSACK_INSERT_PLACE_LAST_MEMBER;
  edits[0].target = ransack_bytes_from_str("B");
  edits[0].target_path = ransack_bytes_from_str(in_dir(dir, "tree/to.py"));
  edits[1].path = edits[0].target_path;
  edits[1].action = RANSACK_DEFINITION_ACTION_ADD_IMPORTS;
  edits[1].imports = &import;
  edits[1].imports_len = 1;
  options.edits = edits;
  options.edits_len = 2;
  options.dry_run = 0;
  options.time_per_file_ms = RANSACK_NO_LIMIT;
  injector_mark(1);
  status = ransack_edit_definition(&options, NULL, &outcome);
  print_edit(status, outcome);
}

/* Edits, creates, deletes and renames files in one call. */
static void edit_files(void) {
  ransack_edit_options options = RANSACK_EDIT_OPTIONS_INIT;
  ransack_file_edit edits[6];
  ransack_edit_outcome *outcome = NULL;
  ransack_status status;
  size_t i;
  memset(edits, 0, sizeof edits);
  edits[0].path = RANSACK_BYTES("f00.js");
  edits[0].old_text = RANSACK_BYTES("var other");
  edits[0].new_text = RANSACK_BYTES("let other");
  edits[1].path = RANSACK_BYTES("b/f10.js");
  edits[1].action = RANSACK_FILE_EDIT_ACTION_REPLACE_LINES;
  edits[1].first_line = edits[1].last_line = 2;
  edits[1].new_text = RANSACK_BYTES("one\ntwo");
  edits[2].path = RANSACK_BYTES("b/f10.js");
  edits[2].action = RANSACK_FILE_EDIT_ACTION_RENAME;
  edits[2].new_path = RANSACK_BYTES("b/c/moved.js");
  edits[3].path = RANSACK_BYTES("to.py");
  edits[3].action = RANSACK_FILE_EDIT_ACTION_RENAME;
  edits[3].new_path = RANSACK_BYTES("made/to.py");
  edits[4].path = RANSACK_BYTES("f01.js");
  edits[4].action = RANSACK_FILE_EDIT_ACTION_DELETE;
  edits[5].path = RANSACK_BYTES("made/new.txt");
  edits[5].action = RANSACK_FILE_EDIT_ACTION_CREATE;
  edits[5].new_text = RANSACK_BYTES("new\n");
  options.path = ransack_bytes_from_str(in_dir(dir, "tree"));
  options.edits = edits;
  options.edits_len = 6;
  options.dry_run = 0;
  injector_mark(1);
  status = ransack_edit(&options, NULL, &outcome);
  if (has_failed(status)) return;
  for (i = 0; i < outcome->file_changes_len; i++) {
    print_line("item", outcome->file_changes[i].path);
  }
  print("applied %d\n", outcome->applied);
  print_report(outcome->report);
  ransack_edit_outcome_free(outcome);
}

/* Replaces matches in the files of a tree. */
static void replace_files(void) {
  ransack_bytes pattern = RANSACK_BYTES("var (\\w+)"), root = ransack_bytes_from_str(in_dir(dir, "tree"));
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_replace_options options = RANSACK_REPLACE_OPTIONS_INIT;
  ransack_replace_outcome *outcome = NULL;
  ransack_status status;
  size_t i;
  scope.roots = &root;
  scope.roots_len = 1;
  options.scope = &scope;
  options.patterns = &pattern;
  options.patterns_len = 1;
  options.replacement = RANSACK_BYTES("let $1");
  options.dry_run = 0;
  injector_mark(1);
  status = ransack_replace(&options, NULL, &outcome);
  if (has_failed(status)) return;
  for (i = 0; i < outcome->file_changes_len; i++) {
    print_line("item", outcome->file_changes[i].path);
  }
  print("applied %d\n", outcome->applied);
  print_report(outcome->report);
  ransack_replace_outcome_free(outcome);
}

/* Changes the mode of a file, which replaces the file, and renames and creates files. */
static void apply_patch(void) {
  ransack_apply_patch_options options = RANSACK_APPLY_PATCH_OPTIONS_INIT;
  ransack_apply_patch_outcome *outcome = NULL;
  ransack_status status;
  size_t i;
  options.patch = RANSACK_BYTES("diff --git a/f00.js b/f00.js\nold mode 100644\nnew mode 100755\n"
                                "diff --git a/b/f10.js b/b/c/moved.js\nsimilarity index 100%\n"
                                "rename from b/f10.js\nrename to b/c/moved.js\n"
                                "diff --git a/made/new.txt b/made/new.txt\nnew file mode 100644\n"
                                "--- /dev/null\n+++ b/made/new.txt\n@@ -0,0 +1 @@\n+new\n");
  options.path = ransack_bytes_from_str(in_dir(dir, "tree"));
  options.dry_run = 0;
  injector_mark(1);
  status = ransack_apply_patch(&options, NULL, &outcome);
  if (has_failed(status)) return;
  for (i = 0; i < outcome->file_changes_len; i++) {
    print_line("item", outcome->file_changes[i].path);
  }
  print("applied %d\n", outcome->applied);
  print_report(outcome->report);
  ransack_apply_patch_outcome_free(outcome);
}

/* Undoes the only edit in the journal. */
static void undo(void) {
  ransack_edits_options list = RANSACK_EDITS_OPTIONS_INIT;
  ransack_undo_options options = RANSACK_UNDO_OPTIONS_INIT;
  ransack_edits_outcome *edits = NULL;
  ransack_undo_outcome *outcome = NULL;
  ransack_status status;
  list.path = options.path = ransack_bytes_from_str(in_dir(dir, "tree"));
  if (has_failed(ransack_edits(&list, NULL, &edits))) return;
  if (edits->edits_len == 1) options.id = edits->edits[0].id;
  injector_mark(1);
  status = ransack_undo(&options, NULL, &outcome);
  if (!has_failed(status)) {
    print("applied %d\n", outcome->applied);
    ransack_undo_outcome_free(outcome);
  }
  ransack_edits_outcome_free(edits);
}

typedef ransack_status (*recovery_function)(const ransack_recovery_options *options,
                                            const ransack_cancel_token *token,
                                            ransack_recovery_outcome **outcome);

/* Returns NULL after an error. */
static ransack_recovery_outcome *recovery(recovery_function call) {
  ransack_recovery_options options = RANSACK_RECOVERY_OPTIONS_INIT;
  ransack_recovery_outcome *outcome = NULL;
  ransack_status status;
  ransack_bytes root = ransack_bytes_from_str(in_dir(dir, "tree"));
  options.roots = &root;
  options.roots_len = 1;
  injector_mark(1);
  status = call(&options, NULL, &outcome);
  return has_failed(status) ? NULL : outcome;
}

static void recover_edits(void) {
  ransack_recovery_outcome *outcome = recovery(ransack_recover_edits);
  size_t i;
  if (outcome == NULL) return;
  for (i = 0; i < outcome->recovered_len; i++) {
    print("recovered %u ", outcome->recovered[i].action);
    print_bytes(outcome->recovered[i].path);
    print("\n");
  }
  for (i = 0; i < outcome->remaining_len; i++) {
    print("remaining %u ", outcome->remaining[i].state);
    print_bytes(outcome->remaining[i].journal);
    print(": ");
    print_bytes(outcome->remaining[i].problem);
    print("\n");
  }
  print_report(outcome->report);
  ransack_recovery_outcome_free(outcome);
}

/* A journal with a problem counts as a part that an incomplete answer omits. */
static void interrupted_edits(void) {
  ransack_recovery_outcome *outcome = recovery(ransack_interrupted_edits);
  size_t i, problems = 0;
  if (outcome == NULL) return;
  CHECK(outcome->recovered_len == 0);
  for (i = 0; i < outcome->remaining_len; i++) {
    const ransack_interrupted_edit *edit = &outcome->remaining[i];
    if (edit->problem.len == 0) {
      print("item %u\n", edit->state);
    } else {
      problems++;
      print_line("skipped journal", edit->problem);
    }
  }
  if (problems > 0) {
    print("complete 0\n");
  } else {
    print_report(outcome->report);
  }
  ransack_recovery_outcome_free(outcome);
}

const operation EDIT_OPERATIONS[] = {
    {"ast_edit", ast_edit},
    {"edit_definition", edit_definition},
    {"undo", undo},
    {"edit_files", edit_files},
    {"replace_files", replace_files},
    {"apply_patch", apply_patch},
    {"recover_edits", recover_edits},
    {"interrupted_edits", interrupted_edits},
    {NULL, NULL},
};
