/* Edits of named files: every action, previews, several files, workspaces, invalid input. */

#include "test.h"

SIZE_IS(size_of_file_edit, ransack_file_edit, 152);
SIZE_IS(size_of_text_edit_result, ransack_text_edit_result, 24);
SIZE_IS(size_of_edit_outcome, ransack_edit_outcome, 112);
SIZE_IS(size_of_text_passage, ransack_text_passage, 64);

typedef struct edit_case {
  ransack_file_edit edits[8];
  ransack_edit_options options;
} edit_case;

static void edit_case_init(edit_case *c, const char *dir) {
  ransack_edit_options defaults = RANSACK_EDIT_OPTIONS_INIT;
  memset(c->edits, 0, sizeof c->edits);
  c->options = defaults;
  c->options.path = ransack_bytes_from_str(dir);
  c->options.edits = c->edits;
  c->options.dry_run = 0;
}

/* Adds an edit. */
static ransack_file_edit *add(edit_case *c, const char *path, ransack_file_edit_action action) {
  ransack_file_edit *edit = &c->edits[c->options.edits_len++];
  edit->path = ransack_bytes_from_str(path);
  edit->action = action;
  return edit;
}

static ransack_file_edit *replace(edit_case *c, const char *path, const char *old_text,
                                  const char *new_text) {
  ransack_file_edit *edit = add(c, path, RANSACK_FILE_EDIT_ACTION_REPLACE);
  edit->old_text = ransack_bytes_from_str(old_text);
  edit->new_text = ransack_bytes_from_str(new_text);
  return edit;
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  CHECK(fwrite(text, 1, strlen(text), file) == strlen(text));
  CHECK(fclose(file) == 0);
}

static int exists(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file != NULL) fclose(file);
  return file != NULL;
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

static void every_action(const char *dir) {
  const char *a = in_dir(dir, "a.txt"), *b = in_dir(dir, "b.txt"), *c_txt = in_dir(dir, "c.txt");
  ransack_edit_outcome *preview = NULL, *outcome = NULL;
  ransack_file_edit *edit;
  edit_case c;
  write_file(a, "one\r\ntwo\r\nx x\r\n\xC3\xA9\r\n");
  write_file(b, "b\n");
  write_file(c_txt, "c\n");
  edit_case_init(&c, dir);
  replace(&c, "a.txt", "one", "1\n1b");
  edit = add(&c, "a.txt", RANSACK_FILE_EDIT_ACTION_REPLACE_LINES);
  edit->first_line = edit->last_line = 2;
  edit->new_text = ransack_bytes_from_str("2");
  replace(&c, "a.txt", "x", "y")->expected_count = RANSACK_NO_LIMIT;
  edit = add(&c, "a.txt", RANSACK_FILE_EDIT_ACTION_INSERT);
  edit->place = RANSACK_TEXT_PLACE_AFTER;
  edit->old_text = ransack_bytes_from_str("\xC3\xA9");
  edit->new_text = ransack_bytes_from_str("\xC3\xBC");
  add(&c, "b.txt", RANSACK_FILE_EDIT_ACTION_DELETE);
  edit = add(&c, "c.txt", RANSACK_FILE_EDIT_ACTION_RENAME);
  edit->new_path = ransack_bytes_from_str("sub/d.txt");
  edit = add(&c, "new/e.txt", RANSACK_FILE_EDIT_ACTION_CREATE);
  edit->new_text = ransack_bytes_from_str("e\n");
  edit->executable = 1;

  c.options.dry_run = 1;
  OK(ransack_edit(&c.options, NULL, &preview));
  CHECK(!preview->applied && preview->report->complete);
  CHECK_IS(preview->file_changes_len, 4);
  CHECK(is(preview->file_changes[0].path, "a.txt"));
  CHECK_IS(preview->file_changes[0].kind, RANSACK_FILE_CHANGE_KIND_MODIFY);
  CHECK_IS(preview->file_changes[0].root, 0);
  CHECK(preview->file_changes[0].new_path.len == 0 && preview->file_changes[0].new_uri.len == 0);
  CHECK_IS(preview->file_changes[1].kind, RANSACK_FILE_CHANGE_KIND_DELETE);
  CHECK_IS(preview->file_changes[1].root, 4);
  CHECK_IS(preview->file_changes[2].kind, RANSACK_FILE_CHANGE_KIND_RENAME);
  CHECK(is(preview->file_changes[2].new_path, "sub/d.txt"));
  CHECK(ends_in(preview->file_changes[2].new_uri, "/sub/d.txt"));
  CHECK_IS(preview->file_changes[3].kind, RANSACK_FILE_CHANGE_KIND_CREATE);
  CHECK_IS(preview->file_changes[3].text_edits_len, 1);
  CHECK(is(preview->file_changes[3].text_edits[0].new_text, "e\n"));
  CHECK_IS(preview->edits_len, 7);
  CHECK_IS(preview->edits[2].lines_len, 2);
  CHECK_IS(preview->edits[2].lines[1].first, 3);
  CHECK_IS(preview->edits[3].status, RANSACK_EDIT_STATUS_APPLIED);
  CHECK_IS(preview->edits[4].lines_len, 0);
  CHECK(exists(b) && !exists(in_dir(dir, "new/e.txt")));

  c.options.dry_run = 0;
  c.options.preview = preview->preview;
  OK(ransack_edit(&c.options, NULL, &outcome));
  CHECK(outcome->applied);
  CHECK(holds(a, "1\r\n1b\r\n2\r\ny y\r\n\xC3\xA9\xC3\xBC\r\n"));
  CHECK(!exists(b) && !exists(c_txt));
  CHECK(holds(in_dir(dir, "sub/d.txt"), "c\n") && holds(in_dir(dir, "new/e.txt"), "e\n"));
  ransack_edit_outcome_free(outcome);
  outcome = NULL;
  CHECK_IS(ransack_edit(&c.options, NULL, &outcome), RANSACK_STATUS_UNKNOWN_TEXT);
  CHECK(outcome == NULL);
  ransack_edit_outcome_free(preview);
  ransack_edit_outcome_free(NULL);
}

static void unchanged_edits_say_so(const char *dir) {
  ransack_edit_outcome *outcome = NULL;
  edit_case c;
  write_file(in_dir(dir, "a.txt"), "one \xE2\x80\x9Ctwo\xE2\x80\x9D\n");
  edit_case_init(&c, in_dir(dir, "a.txt"));
  replace(&c, "", "one", "one");
  replace(&c, "", "\"two\"", "\"2\"");
  c.options.tolerant = 1;
  OK(ransack_edit(&c.options, NULL, &outcome));
  CHECK_IS(outcome->edits[0].status, RANSACK_EDIT_STATUS_UNCHANGED);
  CHECK_IS(outcome->edits[1].status, RANSACK_EDIT_STATUS_APPLIED);
  CHECK_IS(outcome->edits[0].level, RANSACK_MATCH_LEVEL_EXACT);
  CHECK_IS(outcome->edits[1].level, RANSACK_MATCH_LEVEL_TYPOGRAPHY);
  CHECK(holds(in_dir(dir, "a.txt"), "one \xE2\x80\x9C" "2\xE2\x80\x9D\n"));
  ransack_edit_outcome_free(outcome);
}

static void errors_name_the_edit_and_its_passages(const char *dir) {
  ransack_edit_outcome *outcome = NULL;
  const ransack_error *error;
  edit_case c;
  write_file(in_dir(dir, "a.txt"), "f(\"a\")\nx\nx\n");
  edit_case_init(&c, dir);
  replace(&c, "a.txt", "f", "g");
  replace(&c, "a.txt", "f('a')", "g");
  CHECK_IS(ransack_edit(&c.options, NULL, &outcome), RANSACK_STATUS_UNKNOWN_TEXT);
  MESSAGE_STARTS("`edits[1]`: the text to find does not occur; most similar: line 1, ");
  error = ransack_last_error();
  CHECK(ends_in(error->path, "/a.txt"));
  CHECK_IS(error->passages_len, 1);
  CHECK_IS(error->passages[0].first_line, 1);
  CHECK_IS(error->passages[0].last_line, 1);
  CHECK(is(error->passages[0].text, "f(\"a\")\n"));
  CHECK_IS(error->passages[0].differences_len, 1);
  CHECK_IS(error->passages[0].differences[0], RANSACK_TEXT_DIFFERENCE_QUOTES);

  edit_case_init(&c, dir);
  replace(&c, "a.txt", "x", "y");
  CHECK_IS(ransack_edit(&c.options, NULL, &outcome), RANSACK_STATUS_AMBIGUOUS_TEXT);
  error = ransack_last_error();
  CHECK_IS(error->passages_len, 2);
  CHECK_IS(error->passages[1].first_line, 3);
  CHECK_IS(error->passages[1].differences_len, 0);
  CHECK_IS(ransack_edit(NULL, NULL, &outcome), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_last_error()->passages_len, 0);

  edit_case_init(&c, dir);
  CHECK_IS(ransack_edit(&c.options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("there are no edits");
  replace(&c, "a.txt", "f", "g")->action = 6;
  CHECK_IS(ransack_edit(&c.options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("`edits[0]`: unknown value 6 of `action`: expected 0 to 5");
  c.edits[0].action = RANSACK_FILE_EDIT_ACTION_INSERT;
  c.edits[0].place = 6;
  CHECK_IS(ransack_edit(&c.options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  c.edits[0].action = RANSACK_FILE_EDIT_ACTION_DELETE;
  c.edits[0].place = 0;
  CHECK_IS(ransack_edit(&c.options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("`edits[0].old_text` has no effect on this action");
  c.edits[0].old_text.len = 0;
  c.edits[0].new_text.len = 0;
  c.edits[0].if_version = ransack_bytes_from_str("1");
  CHECK_IS(ransack_edit(&c.options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_STARTS("`edits[0]`: ");
  c.edits[0].if_version = ransack_bytes_from_str("00000000000000000000000000000000");
  CHECK_IS(ransack_edit(&c.options, NULL, &outcome), RANSACK_STATUS_STALE);
  CHECK_IS(ransack_last_error()->paths_len, 1);
  c.options.version = 99;
  CHECK_IS(ransack_edit(&c.options, NULL, &outcome), RANSACK_STATUS_BAD_VERSION);
  CHECK(outcome == NULL && holds(in_dir(dir, "a.txt"), "f(\"a\")\nx\nx\n"));
}

static void in_a_workspace(const char *dir) {
  ransack_workspace *workspace = NULL;
  ransack_edit_outcome *outcome = NULL;
  edit_case c;
  write_file(in_dir(dir, "a.txt"), "one\n");
  OK(ransack_workspace_open(ransack_bytes_from_str(dir), NULL, &workspace));
  OK(ransack_workspace_set_buffer(workspace, ransack_bytes_from_str("a.txt"),
                                  ransack_bytes_from_str("unsaved one\n")));
  edit_case_init(&c, "");
  c.options.workspace = workspace;
  replace(&c, "a.txt", "one", "1");
  OK(ransack_edit(&c.options, NULL, &outcome));
  CHECK(!outcome->applied && outcome->file_changes[0].has_buffer);
  CHECK_IS(outcome->file_changes[0].text_edits[0].start_character, 8);
  CHECK(holds(in_dir(dir, "a.txt"), "one\n"));
  ransack_edit_outcome_free(outcome);
  outcome = NULL;
  edit_case_init(&c, "");
  c.options.workspace = workspace;
  add(&c, "../a.txt", RANSACK_FILE_EDIT_ACTION_CREATE);
  CHECK_IS(ransack_edit(&c.options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "outside the workspace") != NULL);
  ransack_workspace_free(workspace);
}

static void cancelled(const char *dir) {
  ransack_cancel_token *token = NULL;
  ransack_edit_outcome *outcome = NULL;
  edit_case c;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  edit_case_init(&c, dir);
  add(&c, "never.txt", RANSACK_FILE_EDIT_ACTION_CREATE);
  CHECK_IS(ransack_edit(&c.options, token, &outcome), RANSACK_STATUS_ABORTED);
  c.options.timeout_ms = 0;
  CHECK_IS(ransack_edit(&c.options, NULL, &outcome), RANSACK_STATUS_TIMEOUT);
  CHECK(!exists(in_dir(dir, "never.txt")));
  ransack_cancel_token_free(token);
}

int main(int argc, char **argv) {
  const char *dir = in_dir(tree_of(argc, argv), "empty");
  every_action(dir);
  unchanged_edits_say_so(dir);
  errors_name_the_edit_and_its_passages(dir);
  in_a_workspace(dir);
  cancelled(dir);
  return 0;
}
