/* Edits of definitions: every action, previews, several files, workspaces, invalid input. */

#include "test.h"

SIZE_IS(size_of_definition_edit, ransack_definition_edit, 144);

static const char *PYTHON = "class A:\n    x = 1\n\n    def f(self):\n        return 1\n";

typedef struct edit_case {
  ransack_definition_edit edits[2];
  ransack_definition_edit_options options;
} edit_case;

static void edit_case_init(edit_case *c, const char *path, const char *name,
                           ransack_definition_action action, const char *text) {
  ransack_definition_edit_options defaults = RANSACK_DEFINITION_EDIT_OPTIONS_INIT;
  memset(c->edits, 0, sizeof c->edits);
  c->edits[0].path = ransack_bytes_from_str(path);
  c->edits[0].name = ransack_bytes_from_str(name);
  c->edits[0].text = ransack_bytes_from_str(text);
  c->edits[0].action = action;
  c->options = defaults;
  /* Under valgrind, on a busy machine, a file may take longer than the default. */
  c->options.time_per_file_ms = RANSACK_NO_LIMIT;
  c->options.edits = c->edits;
  c->options.edits_len = 1;
  c->options.dry_run = 0;
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  CHECK(fwrite(text, 1, strlen(text), file) == strlen(text));
  CHECK(fclose(file) == 0);
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

static void applies(const edit_case *c) {
  ransack_ast_edit_outcome *outcome = NULL;
  OK(ransack_edit_definition(&c->options, NULL, &outcome));
  CHECK(outcome->applied && outcome->changes_len > 0 && outcome->report->complete);
  ransack_ast_edit_outcome_free(outcome);
}

static void every_action(const char *dir) {
  const char *file = in_dir(dir, "a.py");
  edit_case c;
  write_file(file, PYTHON);
  edit_case_init(&c, file, "A.f", RANSACK_DEFINITION_ACTION_REPLACE, "return 2");
  c.edits[0].part = RANSACK_DEFINITION_PART_BODY;
  applies(&c);
  edit_case_init(&c, file, "A.x", RANSACK_DEFINITION_ACTION_REPLACE, "3");
  c.edits[0].part = RANSACK_DEFINITION_PART_VALUE;
  applies(&c);
  edit_case_init(&c, file, "A.f", RANSACK_DEFINITION_ACTION_RENAME, "g");
  applies(&c);
  edit_case_init(&c, file, "A", RANSACK_DEFINITION_ACTION_INSERT, "y = 4");
  c.edits[0].place = RANSACK_INSERT_PLACE_FIRST_MEMBER;
  applies(&c);
  edit_case_init(&c, file, "A.x", RANSACK_DEFINITION_ACTION_REMOVE, "");
  applies(&c);
  edit_case_init(&c, file, "A.g", RANSACK_DEFINITION_ACTION_MOVE, "");
  c.edits[0].place = RANSACK_INSERT_PLACE_LAST_MEMBER;
  applies(&c);
  edit_case_init(&c, file, "A", RANSACK_DEFINITION_ACTION_REGION, "All");
  c.edits[0].target = ransack_bytes_from_str("g");
  applies(&c);
  CHECK(holds(file, "# region All\nclass A:\n    y = 4\n\n\ndef g(self):\n    return 2\n"
                    "# endregion\n"));
}

static void results_of_edits(const char *dir) {
  const char *file = in_dir(dir, "a.py");
  ransack_ast_edit_outcome *outcome = NULL;
  ransack_import_request imports[2];
  ransack_import_removal removals[2];
  edit_case c;
  write_file(file, "import os\n\n\ndef f():\n    'D.'\n    return 1\n");
  edit_case_init(&c, file, "f", RANSACK_DEFINITION_ACTION_REPLACE, "return 2");
  c.edits[0].part = RANSACK_DEFINITION_PART_BODY;
  memset(imports, 0, sizeof imports);
  memset(removals, 0, sizeof removals);
  imports[0].module = ransack_bytes_from_str("os");
  imports[1].module = ransack_bytes_from_str("sys");
  c.edits[1].path = c.edits[0].path;
  c.edits[1].action = RANSACK_DEFINITION_ACTION_ADD_IMPORTS;
  c.edits[1].imports = imports;
  c.edits[1].imports_len = 2;
  c.options.edits_len = 2;
  OK(ransack_edit_definition(&c.options, NULL, &outcome));
  CHECK_IS(outcome->edits_len, 2);
  CHECK(outcome->edits[0].status == RANSACK_EDIT_STATUS_APPLIED);
  CHECK_IS(outcome->edits[1].imports_len, 2);
  CHECK(outcome->edits[1].imports[0] == RANSACK_EDIT_STATUS_UNCHANGED);
  CHECK(outcome->edits[1].imports[1] == RANSACK_EDIT_STATUS_APPLIED);
  ransack_ast_edit_outcome_free(outcome);
  outcome = NULL;
  CHECK(holds(file, "import os\nimport sys\n\n\ndef f():\n    'D.'\n    return 2\n"));
  removals[0].module = imports[0].module;
  removals[1].module = ransack_bytes_from_str("x");
  c.edits[1].action = RANSACK_DEFINITION_ACTION_REMOVE_IMPORTS;
  c.edits[1].removals = removals;
  c.edits[1].removals_len = 2;
  CHECK_IS(ransack_edit_definition(&c.options, NULL, &outcome), RANSACK_STATUS_UNKNOWN_NAME);
  CHECK(strstr(ransack_last_error_message(), "`edits[1].removals[1]`: ") != NULL);
}

static void moves_between_files(const char *dir) {
  const char *from = in_dir(dir, "a.py"), *to = in_dir(dir, "b.py");
  ransack_ast_edit_outcome *preview = NULL, *outcome = NULL;
  edit_case c;
  write_file(from, PYTHON);
  write_file(to, "class B:\n    pass\n");
  edit_case_init(&c, from, "A.f", RANSACK_DEFINITION_ACTION_MOVE, "");
  c.edits[0].place = RANSACK_INSERT_PLACE_LAST_MEMBER;
  c.edits[0].target = ransack_bytes_from_str("B");
  c.edits[0].target_path = ransack_bytes_from_str(to);
  c.options.dry_run = 1;
  OK(ransack_edit_definition(&c.options, NULL, &preview));
  CHECK(!preview->applied);
  CHECK_IS(preview->file_changes_len, 2);
  CHECK(is(preview->changes[1].path, to));
  CHECK(preview->changes[0].root == 0 && preview->changes[1].root == 1);
  CHECK(holds(from, PYTHON));
  c.options.dry_run = 0;
  c.options.preview = preview->preview;
  write_file(to, "class B:\n    x = 1\n");
  CHECK_IS(ransack_edit_definition(&c.options, NULL, &outcome), RANSACK_STATUS_STALE);
  CHECK(outcome == NULL && holds(from, PYTHON));
  write_file(to, "class B:\n    pass\n");
  applies(&c);
  CHECK(holds(from, "class A:\n    x = 1\n"));
  CHECK(holds(to, "class B:\n    def f(self):\n        return 1\n"));
  ransack_ast_edit_outcome_free(preview);
}

static void workspaces(const char *dir) {
  ransack_workspace *workspace = NULL;
  ransack_ast_edit_outcome *outcome = NULL;
  edit_case c;
  write_file(in_dir(dir, "a.py"), PYTHON);
  OK(ransack_workspace_open(ransack_bytes_from_str(dir), NULL, &workspace));
  edit_case_init(&c, "a.py", "A.f", RANSACK_DEFINITION_ACTION_RENAME, "g");
  c.options.workspace = workspace;
  OK(ransack_edit_definition(&c.options, NULL, &outcome));
  CHECK(outcome->applied && is(outcome->changes[0].path, "a.py"));
  CHECK(is(outcome->changes[0].before, "f") && is(outcome->changes[0].after, "g"));
  ransack_ast_edit_outcome_free(outcome);
  outcome = NULL;
  OK(ransack_workspace_close(workspace));
  CHECK_IS(ransack_edit_definition(&c.options, NULL, &outcome), RANSACK_STATUS_CLOSED);
  CHECK(outcome == NULL);
  ransack_workspace_free(workspace);
}

/* Edits only the text that was read. */
static void versions(const char *dir) {
  const char *path = in_dir(dir, "v.py");
  char version[33];
  ransack_outline *outline = NULL;
  ransack_ast_edit_outcome *outcome = NULL;
  edit_case c;
  write_file(path, PYTHON);
  OK(ransack_outline_source(ransack_bytes_from_str(PYTHON), ransack_bytes_from_str("python"), 3, NULL,
                            &outline));
  CHECK_IS(outline->version.len, 32);
  memcpy(version, outline->version.data, 32);
  ransack_outline_free(outline);
  edit_case_init(&c, path, "A.f", RANSACK_DEFINITION_ACTION_RENAME, "g");
  c.edits[0].if_version = bytes(version, 32);
  OK(ransack_edit_definition(&c.options, NULL, &outcome));
  CHECK(outcome->applied);
  ransack_ast_edit_outcome_free(outcome);
  outcome = NULL;
  edit_case_init(&c, path, "A.g", RANSACK_DEFINITION_ACTION_RENAME, "h");
  c.edits[0].if_version = bytes(version, 32);
  CHECK_IS(ransack_edit_definition(&c.options, NULL, &outcome), RANSACK_STATUS_STALE);
  CHECK(is(ransack_last_error()->path, path));
  CHECK_IS(ransack_last_error()->paths_len, 1);
  c.edits[0].if_version = bytes("x", 1);
  CHECK_IS(ransack_edit_definition(&c.options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "not a content id") != NULL);
  CHECK(outcome == NULL);
}

static void fails(const edit_case *c, ransack_status status) {
  ransack_ast_edit_outcome *outcome = NULL;
  CHECK_IS(ransack_edit_definition(&c->options, NULL, &outcome), status);
  CHECK(outcome == NULL);
}

typedef struct other_code_case {
  const char *file;
  const char *source;
  const char *name;
  ransack_definition_action action;
  const char *text;
  /* Text afterwards; NULL if the edit is refused. */
  const char *expected;
} other_code_case;

/* Edits keep code that they do not name, or are refused. */
static void other_code(const char *dir) {
  static const other_code_case cases[] = {
    {"b.py", "# mypy: ignore-errors\nx = 1\ny = 2\n", "x", RANSACK_DEFINITION_ACTION_REMOVE, "",
     "# mypy: ignore-errors\ny = 2\n"},
    {"b.py", "if a:\n    x = 1\n", "x", RANSACK_DEFINITION_ACTION_REMOVE, "", "if a:\n    pass\n"},
    {"b.rb", "foo(1, B = 1)\nbar\n", "B", RANSACK_DEFINITION_ACTION_REMOVE, "", "foo(1)\nbar\n"},
    {"b.c", "int f(int);\nint f(int a) { return 1; }\n", "f", RANSACK_DEFINITION_ACTION_RENAME, "g",
     "int g(int);\nint g(int a) { return 1; }\n"},
    {"b.py", "a, b = 1, 2\n", "a", RANSACK_DEFINITION_ACTION_REMOVE, "", NULL},
    {"b.js", "var a = 1, b = 2;\n", "b", RANSACK_DEFINITION_ACTION_MOVE, "", NULL},
    {"b.js", "class A {\n  x;\n}\n", "A.x", RANSACK_DEFINITION_ACTION_MOVE, "", NULL},
    {"b.js", "const f = () => g();\n", "f", RANSACK_DEFINITION_ACTION_INSERT, "x();", NULL},
  };
  size_t i;
  edit_case c;
  for (i = 0; i < sizeof cases / sizeof *cases; i++) {
    const other_code_case *one = &cases[i];
    const char *file = in_dir(dir, one->file);
    write_file(file, one->source);
    edit_case_init(&c, file, one->name, one->action, one->text);
    if (one->action == RANSACK_DEFINITION_ACTION_MOVE ||
        one->action == RANSACK_DEFINITION_ACTION_INSERT)
      c.edits[0].place = RANSACK_INSERT_PLACE_LAST_MEMBER;
    if (one->expected != NULL)
      applies(&c);
    else
      fails(&c, RANSACK_STATUS_INVALID_OPTION);
    CHECK(holds(file, one->expected != NULL ? one->expected : one->source));
  }
}

static void bad_input(const char *dir) {
  const char *file = in_dir(dir, "a.py");
  ransack_ast_edit_outcome *outcome = NULL;
  ransack_cancel_token *token = NULL;
  edit_case c;
  write_file(file, PYTHON);
  edit_case_init(&c, file, "A.g", RANSACK_DEFINITION_ACTION_REMOVE, "");
  fails(&c, RANSACK_STATUS_UNKNOWN_NAME);
  CHECK(strstr(ransack_last_error_message(), "`edits[0]`: no definition") != NULL);
  edit_case_init(&c, file, "A.f#2", RANSACK_DEFINITION_ACTION_REMOVE, "");
  fails(&c, RANSACK_STATUS_UNKNOWN_NAME);
  CHECK(is(ransack_last_error()->candidates[0], "A.f"));
  edit_case_init(&c, "a.xyz", "A.f", RANSACK_DEFINITION_ACTION_REMOVE, "");
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "set `language`") != NULL);
  edit_case_init(&c, file, "A.f", RANSACK_DEFINITION_ACTION_RENAME, "1");
  fails(&c, RANSACK_STATUS_SYNTAX_ERROR);
  edit_case_init(&c, file, "A.f", RANSACK_DEFINITION_ACTION_RENAME, "a b");
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  c.edits[0].action = 9;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  edit_case_init(&c, file, "A.f", RANSACK_DEFINITION_ACTION_REPLACE, "x");
  c.edits[0].part = 6;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  edit_case_init(&c, file, "A.f", RANSACK_DEFINITION_ACTION_INSERT, "x");
  c.edits[0].place = 4;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  edit_case_init(&c, file, "A", RANSACK_DEFINITION_ACTION_REMOVE, "");
  c.edits[1] = c.edits[0];
  c.edits[1].name = ransack_bytes_from_str("A.f");
  c.options.edits_len = 2;
  fails(&c, RANSACK_STATUS_OVERLAPPING_EDITS);
  c.options.edits_len = 0;
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  c.options.edits_len = 1;
  c.options.edits = NULL;
  fails(&c, RANSACK_STATUS_NULL_ARGUMENT);
  edit_case_init(&c, in_dir(dir, "nowhere.py"), "A", RANSACK_DEFINITION_ACTION_REMOVE, "");
  fails(&c, RANSACK_STATUS_NOT_FOUND);
  edit_case_init(&c, dir, "A", RANSACK_DEFINITION_ACTION_REMOVE, "");
  fails(&c, RANSACK_STATUS_INVALID_OPTION);
  edit_case_init(&c, file, "A", RANSACK_DEFINITION_ACTION_REMOVE, "");
  c.edits[0].name = bytes("\xFF", 1);
  fails(&c, RANSACK_STATUS_INVALID_UTF8);
  edit_case_init(&c, file, "A", RANSACK_DEFINITION_ACTION_REMOVE, "");
  c.options.version = 2;
  fails(&c, RANSACK_STATUS_BAD_VERSION);
  c.options.version = 1;
  c.options.timeout_ms = 0;
  fails(&c, RANSACK_STATUS_TIMEOUT);
  c.options.timeout_ms = RANSACK_NO_LIMIT;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  CHECK_IS(ransack_edit_definition(&c.options, token, &outcome), RANSACK_STATUS_ABORTED);
  ransack_cancel_token_free(token);
  CHECK_IS(ransack_edit_definition(NULL, NULL, &outcome), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_edit_definition(&c.options, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(outcome == NULL && holds(file, PYTHON));
}

int main(int argc, char **argv) {
  const char *dir = in_dir(tree_of(argc, argv), "edit");
  every_action(dir);
  results_of_edits(dir);
  moves_between_files(dir);
  workspaces(dir);
  versions(dir);
  other_code(dir);
  bad_input(dir);
  return 0;
}
