/* Calls on one file: a path in, an owned result out; NULL for a file that is skipped. */

#include "test.h"

static void write_file(const char *path, const void *data, size_t len) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL && fwrite(data, 1, len, file) == len && fclose(file) == 0);
}

static void results(ransack_bytes path) {
  ransack_outline *outline = NULL;
  ransack_definition *definition = NULL;
  ransack_skeleton *skeleton = NULL;
  ransack_report *report = NULL;
  ransack_definition_options parts = RANSACK_DEFINITION_OPTIONS_INIT;
  ransack_skeleton_options names = RANSACK_SKELETON_OPTIONS_INIT;
  const uint32_t signature = RANSACK_DEFINITION_PART_SIGNATURE;

  OK(ransack_outline_file(path, NULL, NULL, &outline, &report));
  CHECK_IS(outline->items_len, 2);
  CHECK(is(outline->items[0].name, "f") && is(outline->language, "c"));
  CHECK(report->complete && report->files_searched == 1);
  ransack_outline_free(outline);
  ransack_report_free(report);
  report = NULL;

  parts.parts = &signature;
  parts.parts_len = 1;
  OK(ransack_definition_in_file(path, NULL, RANSACK_BYTES("f"), &parts, NULL, &definition, NULL));
  CHECK(is(definition->text, "int f(void)"));
  ransack_definition_free(definition);
  definition = NULL;
  CHECK_IS(ransack_definition_in_file(path, NULL, RANSACK_BYTES("ff"), NULL, NULL, &definition,
                                      &report),
           RANSACK_STATUS_UNKNOWN_NAME);
  CHECK(is(ransack_last_error()->pattern, "ff"));
  CHECK(is(ransack_last_error()->candidates[0], "f"));
  CHECK(definition == NULL && report == NULL);

  OK(ransack_skeleton_file(path, NULL, NULL, NULL, &skeleton, &report));
  CHECK(is(skeleton->text, "int f(void) { /* ... */ }\nint g;\n"));
  CHECK_IS(report->files_searched, 1);
  ransack_skeleton_free(skeleton);
  ransack_report_free(report);
  names.level = RANSACK_SKELETON_LEVEL_NAMES;
  OK(ransack_skeleton_file(path, NULL, &names, NULL, &skeleton, NULL));
  CHECK(is(skeleton->text, "function f\nvariable g\n"));
  ransack_skeleton_free(skeleton);
}

/* The result is NULL, the status is OK, and the report says why. */
static void skipped_files(ransack_bytes path, ransack_bytes binary) {
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  ransack_bytes outlined = path;
  ransack_outline *outline;
  ransack_definition *definition;
  ransack_skeleton *skeleton;
  ransack_imports *imports;
  ransack_exports *exports;
  ransack_report *report = NULL;
  void *const unset = &outlined;

  outline = (ransack_outline *)unset;
  OK(ransack_outline_file(binary, NULL, NULL, &outline, &report));
  CHECK(outline == NULL && !report->complete);
  CHECK_IS(report->skipped_len, 1);
  CHECK(strcmp(ransack_skip_reason_name(report->skipped[0].reason), "binary") == 0);
  ransack_report_free(report);

  options.max_file_size = 3;
  outline = (ransack_outline *)unset;
  OK(ransack_outline_file(path, &options, NULL, &outline, NULL));
  CHECK(outline == NULL);
  definition = (ransack_definition *)unset;
  OK(ransack_definition_in_file(path, &options, RANSACK_BYTES("f"), NULL, NULL, &definition,
                                &report));
  CHECK(definition == NULL);
  CHECK(strcmp(ransack_skip_reason_name(report->skipped[0].reason), "tooLarge") == 0);
  ransack_report_free(report);
  skeleton = (ransack_skeleton *)unset;
  OK(ransack_skeleton_file(path, &options, NULL, NULL, &skeleton, NULL));
  CHECK(skeleton == NULL);
  imports = (ransack_imports *)unset;
  OK(ransack_imports_file(path, &options, NULL, &imports, NULL));
  CHECK(imports == NULL);
  exports = (ransack_exports *)unset;
  OK(ransack_exports_file(path, &options, NULL, &exports, NULL));
  CHECK(exports == NULL);

  options.max_file_size = RANSACK_NO_LIMIT;
  options.timeout_ms = 0;
  options.on_timeout = RANSACK_ON_TIMEOUT_PARTIAL;
  outline = (ransack_outline *)unset;
  OK(ransack_outline_file(path, &options, NULL, &outline, &report));
  CHECK(outline == NULL);
  CHECK(strcmp(ransack_stopped_by_name(report->stopped_by), "timeout") == 0);
  ransack_report_free(report);
}

static void workspaces(const char *dir) {
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_workspace *workspace = NULL;
  ransack_outline *outline = NULL;
  ransack_definition *definition = NULL;
  ransack_skeleton *skeleton = NULL;
  const ransack_bytes path = RANSACK_BYTES("one_file.c");
  OK(ransack_workspace_open(ransack_bytes_from_str(dir), NULL, &workspace));
  OK(ransack_workspace_set_buffer(workspace, path, RANSACK_BYTES("int h(void) { return 3; }\n")));
  scope.workspace = workspace;
  options.scope = &scope;
  OK(ransack_outline_file(path, &options, NULL, &outline, NULL));
  CHECK(outline->items_len == 1 && is(outline->items[0].name, "h"));
  CHECK(is(outline->path, "one_file.c"));
  ransack_outline_free(outline);
  OK(ransack_definition_in_file(path, &options, RANSACK_BYTES("h"), NULL, NULL, &definition, NULL));
  CHECK(is(definition->text, "int h(void) { return 3; }"));
  ransack_definition_free(definition);
  OK(ransack_skeleton_file(path, &options, NULL, NULL, &skeleton, NULL));
  CHECK(is(skeleton->text, "int h(void) { return 3; }\n"));
  ransack_skeleton_free(skeleton);

  /* The path is the only root. */
  outline = NULL;
  scope.roots = &path;
  scope.roots_len = 1;
  CHECK_IS(ransack_outline_file(path, &options, NULL, &outline, NULL),
           RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("`scope.roots` must be empty: the call takes one `path`");
  scope.roots_len = 0;
  OK(ransack_workspace_close(workspace));
  CHECK_IS(ransack_outline_file(path, &options, NULL, &outline, NULL), RANSACK_STATUS_CLOSED);
  CHECK(outline == NULL);
  ransack_workspace_free(workspace);
}

static void failures(const char *dir, ransack_bytes path) {
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  ransack_cancel_token *token = NULL;
  ransack_outline *outline = NULL;
  ransack_definition *definition = NULL;
  ransack_skeleton *skeleton = NULL;
  ransack_report *report = NULL;
  const ransack_bytes unknown = ransack_bytes_from_str(in_dir(dir, "tree/a.txt"));
  const ransack_status null = RANSACK_STATUS_NULL_ARGUMENT;
  CHECK_IS(ransack_outline_file(path, NULL, NULL, NULL, &report), null);
  CHECK_IS(ransack_definition_in_file(path, NULL, path, NULL, NULL, NULL, &report), null);
  CHECK_IS(ransack_skeleton_file(path, NULL, NULL, NULL, NULL, &report), null);
  CHECK_IS(ransack_outline_file(bytes(NULL, 1), NULL, NULL, &outline, &report), null);
  MESSAGE_IS("`path` is NULL");
  CHECK_IS(ransack_outline_file(bytes(NULL, 0), NULL, NULL, &outline, &report),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_outline_file(ransack_bytes_from_str(dir), NULL, NULL, &outline, &report),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_outline_file(RANSACK_BYTES("no such file.c"), NULL, NULL, &outline, &report),
           RANSACK_STATUS_NOT_FOUND);
  CHECK_IS(ransack_outline_file(unknown, NULL, NULL, &outline, &report),
           RANSACK_STATUS_INVALID_OPTION);
  options.language = RANSACK_BYTES("python");
  OK(ransack_outline_file(unknown, &options, NULL, &outline, NULL));
  CHECK(is(outline->language, "python"));
  ransack_outline_free(outline);
  outline = NULL;
  options.version = 99;
  CHECK_IS(ransack_outline_file(path, &options, NULL, &outline, &report),
           RANSACK_STATUS_BAD_VERSION);
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  CHECK_IS(ransack_outline_file(path, NULL, token, &outline, &report), RANSACK_STATUS_ABORTED);
  CHECK_IS(ransack_definition_in_file(path, NULL, RANSACK_BYTES("f"), NULL, token, &definition,
                                      &report),
           RANSACK_STATUS_ABORTED);
  CHECK_IS(ransack_skeleton_file(path, NULL, NULL, token, &skeleton, &report),
           RANSACK_STATUS_ABORTED);
  ransack_cancel_token_free(token);
  CHECK(outline == NULL && definition == NULL && skeleton == NULL && report == NULL);
}

int main(int argc, char **argv) {
  static const char CODE[] = "int f(void) { return 1 + 1 + 1; }\nint g;\n";
  const char *dir = tree_of(argc, argv);
  const char *path = in_dir(dir, "one_file.c"), *binary = in_dir(dir, "one_binary.c");
  write_file(path, CODE, sizeof CODE - 1);
  write_file(binary, "int\0f;", 6);
  results(ransack_bytes_from_str(path));
  skipped_files(ransack_bytes_from_str(path), ransack_bytes_from_str(binary));
  workspaces(dir);
  failures(dir, ransack_bytes_from_str(path));
  return 0;
}
