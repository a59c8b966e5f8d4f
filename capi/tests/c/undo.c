/* Undo journal: undo, redo, checkpoints, the list of edits, foreign changes, sessions. */

#include "test.h"

SIZE_IS(size_of_journaled_file, ransack_journaled_file, 40);
SIZE_IS(size_of_journaled_edit, ransack_journaled_edit, 120);
SIZE_IS(size_of_edit_checkpoint, ransack_edit_checkpoint, 56);
SIZE_IS(size_of_undo_outcome, ransack_undo_outcome, 72);
SIZE_IS(size_of_edits_outcome, ransack_edits_outcome, 48);

typedef struct undo_case {
  ransack_bytes root;
  ransack_scope scope;
  ransack_rewrite rewrite;
  ransack_journal_options journal;
  ransack_undo_options undo;
} undo_case;

static void undo_case_init(undo_case *c, const char *root, const char *state, const char *session) {
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_rewrite rewrite = RANSACK_REWRITE_INIT;
  ransack_journal_options journal = RANSACK_JOURNAL_OPTIONS_INIT;
  ransack_undo_options undo = RANSACK_UNDO_OPTIONS_INIT;
  c->root = ransack_bytes_from_str(root);
  c->scope = scope;
  c->scope.roots = &c->root;
  c->scope.roots_len = 1;
  c->rewrite = rewrite;
  c->journal = journal;
  c->journal.journal_path = ransack_bytes_from_str(state);
  c->journal.session = ransack_bytes_from_str(session);
  c->undo = undo;
  c->undo.path = c->root;
  c->undo.journal = &c->journal;
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  CHECK(fwrite(text, 1, strlen(text), file) == strlen(text));
  CHECK(fclose(file) == 0);
}

static int holds(const char *path, const char *text) {
  char content[256];
  size_t len;
  FILE *file = fopen(path, "rb");
  CHECK(file != NULL);
  len = fread(content, 1, sizeof content, file);
  fclose(file);
  return is(bytes(content, len), text);
}

/* Replaces a name and returns the outcome of the edit. */
static ransack_ast_edit_outcome *replace(undo_case *c, const char *from, const char *to) {
  ransack_ast_edit_options options = RANSACK_AST_EDIT_OPTIONS_INIT;
  ransack_ast_edit_outcome *outcome = NULL;
  c->rewrite.pattern = ransack_bytes_from_str(from);
  c->rewrite.replacement = ransack_bytes_from_str(to);
  options.rewrites = &c->rewrite;
  options.rewrites_len = 1;
  options.scope = &c->scope;
  options.dry_run = 0;
  options.time_per_file_ms = RANSACK_NO_LIMIT;
  options.journal = &c->journal;
  OK(ransack_ast_edit(&options, NULL, &outcome));
  CHECK(outcome->applied);
  return outcome;
}

static void undoes_and_redoes(undo_case *c, const char *file) {
  ransack_ast_edit_outcome *edit = replace(c, "f($A)", "g($A)");
  ransack_undo_outcome *outcome = NULL;
  CHECK_IS(edit->id.len, 24);
  OK(ransack_undo(&c->undo, NULL, &outcome));
  CHECK(outcome->applied && outcome->problem.len == 0 && outcome->buffers_len == 0);
  CHECK_IS(outcome->edits_len, 1);
  CHECK_IS(outcome->edits[0].id.len, edit->id.len);
  CHECK(memcmp(outcome->edits[0].id.data, edit->id.data, edit->id.len) == 0);
  CHECK_IS(outcome->edits[0].state, RANSACK_JOURNALED_STATE_UNDONE);
  CHECK(holds(file, "f(1);\n"));
  ransack_undo_outcome_free(outcome);

  c->undo.id = edit->id;
  CHECK_IS(ransack_undo(&c->undo, NULL, &outcome), RANSACK_STATUS_STALE);
  OK(ransack_redo(&c->undo, NULL, &outcome));
  CHECK(holds(file, "g(1);\n"));
  ransack_undo_outcome_free(outcome);

  write_file(file, "foreign");
  CHECK_IS(ransack_undo(&c->undo, NULL, &outcome), RANSACK_STATUS_STALE);
  CHECK_IS(ransack_last_error()->paths_len, 1);
  CHECK(holds(file, "foreign"));
  write_file(file, "g(1);\n");
  OK(ransack_undo(&c->undo, NULL, &outcome));
  CHECK(holds(file, "f(1);\n"));
  ransack_undo_outcome_free(outcome);
  c->undo.id = bytes("", 0);
  ransack_ast_edit_outcome_free(edit);
}

static void returns_to_a_checkpoint(undo_case *c, const char *file) {
  ransack_checkpoint_options mark = RANSACK_CHECKPOINT_OPTIONS_INIT;
  ransack_edits_options list = RANSACK_EDITS_OPTIONS_INIT;
  ransack_edits_outcome *edits = NULL;
  ransack_undo_outcome *outcome = NULL;
  mark.path = c->root;
  mark.journal = &c->journal;
  CHECK_IS(ransack_checkpoint(&mark, NULL), RANSACK_STATUS_INVALID_OPTION);
  mark.name = RANSACK_BYTES("start");
  OK(ransack_checkpoint(&mark, NULL));
  ransack_ast_edit_outcome_free(replace(c, "f($A)", "h($A)"));
  ransack_ast_edit_outcome_free(replace(c, "h($A)", "i($A)"));
  list.path = c->root;
  list.journal = &c->journal;
  OK(ransack_edits(&list, NULL, &edits));
  CHECK_IS(edits->edits_len, 3);
  CHECK_IS(edits->damaged_len, 0);
  CHECK_IS(edits->checkpoints_len, 1);
  CHECK(is(edits->checkpoints[0].name, "start") && edits->checkpoints[0].time_ms > 0);
  CHECK(is(edits->edits[0].operation, "ast_edit") && is(edits->edits[0].session, "one"));
  CHECK(edits->edits[0].bytes > 0 && edits->edits[0].root.len > 0);
  CHECK_IS(edits->edits[0].checkpoints_len, 1);
  CHECK_IS(edits->edits[0].files_len, 1);
  CHECK_IS(edits->edits[0].files[0].action, RANSACK_APPLIED_ACTION_REWRITTEN);
  CHECK(edits->edits[0].files[0].path.len > 0 && edits->edits[0].files[0].renamed_to.len == 0);
  ransack_edits_outcome_free(edits);

  c->undo.checkpoint = RANSACK_BYTES("start");
  OK(ransack_undo(&c->undo, NULL, &outcome));
  CHECK_IS(outcome->edits_len, 2);
  CHECK(holds(file, "f(1);\n"));
  ransack_undo_outcome_free(outcome);
  OK(ransack_undo(&c->undo, NULL, &outcome));
  CHECK(!outcome->applied && outcome->edits_len == 0);
  ransack_undo_outcome_free(outcome);
  c->undo.checkpoint = bytes("", 0);
}

static void sessions_and_the_journal_switched_off(undo_case *c) {
  ransack_undo_outcome *outcome = NULL;
  ransack_ast_edit_outcome *edit;
  c->journal.session = RANSACK_BYTES("two");
  CHECK_IS(ransack_undo(&c->undo, NULL, &outcome), RANSACK_STATUS_NOT_FOUND);
  c->journal.record_edits = 0;
  edit = replace(c, "f($A)", "g($A)");
  CHECK(edit->id.len == 0 && edit->report->hints_len == 0);
  ransack_ast_edit_outcome_free(edit);
  /* The journal cannot be a file. */
  c->journal.record_edits = 1;
  c->journal.journal_path = c->root;
  edit = replace(c, "g($A)", "f($A)");
  CHECK(edit->id.len == 0);
  CHECK_IS(edit->report->hints_len, 1);
  ransack_ast_edit_outcome_free(edit);
  CHECK_IS(ransack_undo(&c->undo, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
}

int main(int argc, char **argv) {
  const char *dir = tree_of(argc, argv);
  const char *file = in_dir(dir, "undo.js");
  undo_case c;
  write_file(file, "f(1);\n");
  undo_case_init(&c, file, in_dir(dir, "undo-state"), "one");
  undoes_and_redoes(&c, file);
  returns_to_a_checkpoint(&c, file);
  sessions_and_the_journal_switched_off(&c);
  ransack_undo_outcome_free(NULL);
  ransack_edits_outcome_free(NULL);
  return 0;
}
