/* Imports and exports: of texts, files and workspaces; changes of texts and files; invalid input. */

#include "test.h"

#define TEXT(literal) ransack_bytes_from_str(literal)

static const char SOURCE[] =
    "import a, { b as c, type D } from './m\xC3\xA4.js'; import('e')\n"
    "export { a as f, c }\n"
    "export * from 'g'\n"
    "export default function h() {}\n";

static void texts(void) {
  ransack_imports *imports = NULL;
  ransack_exports *exports = NULL;
  const ransack_import *import;
  const ransack_export *all;
  ransack_bytes source = TEXT(SOURCE), language = TEXT("typescript");
  OK(ransack_imports_source(source, language, NULL, &imports));
  CHECK(is(imports->language, "typescript") && imports->path.len == 0);
  CHECK(imports->items_len == 3 && imports->syntax_errors == 0);
  import = imports->items;
  CHECK(is(import[0].module, "./m\xC3\xA4.js") && import[0].kind == RANSACK_IMPORT_KIND_STATIC);
  CHECK_IS(import[0].names_len, 3);
  CHECK(is(import[0].names[0].name, "default") && is(import[0].names[0].alias, "a"));
  CHECK(is(import[0].names[1].name, "b") && is(import[0].names[1].alias, "c"));
  CHECK(is(import[0].names[2].name, "D") && import[0].names[2].alias.len == 0);
  CHECK(!import[0].names[1].is_type_only && import[0].names[2].is_type_only);
  CHECK_IS(import[0].names[1].span.start.offset, 12);
  CHECK(is(import[1].module, "e") && import[1].kind == RANSACK_IMPORT_KIND_DYNAMIC);
  CHECK(import[1].names_len == 0 && import[1].span.start.line == 1);
  CHECK_IS(import[1].span.start.column, import[1].span.start.column_utf16 + 1);
  CHECK(is(import[2].module, "g") && import[2].kind == RANSACK_IMPORT_KIND_RE_EXPORT);
  CHECK(strcmp(ransack_import_kind_name(import[2].kind), "reExport") == 0);
  CHECK(strcmp(ransack_import_kind_name(10000), "") == 0);
  ransack_imports_free(imports);
  ransack_imports_free(NULL);

  OK(ransack_exports_source(source, language, NULL, &exports));
  CHECK(is(exports->language, "typescript") && exports->path.len == 0);
  CHECK_IS(exports->items_len, 4);
  all = exports->items;
  CHECK(is(all[0].name, "f") && is(all[0].local, "a") && all[0].module.len == 0);
  CHECK(is(all[1].name, "c") && all[1].local.len == 0 && all[1].span.start.line == 2);
  CHECK(all[1].kind == RANSACK_EXPORT_KIND_NAMED);
  CHECK(is(all[2].name, "*") && is(all[2].module, "g"));
  CHECK(all[2].kind == RANSACK_EXPORT_KIND_WILDCARD);
  CHECK(is(all[3].name, "default") && is(all[3].local, "h"));
  CHECK(strcmp(ransack_export_kind_name(all[3].kind), "default") == 0);
  CHECK(strcmp(ransack_export_kind_name(10000), "") == 0);
  ransack_exports_free(exports);
  ransack_exports_free(NULL);

  imports = NULL;
  OK(ransack_imports_source(bytes(NULL, 0), TEXT("c"), NULL, &imports));
  CHECK(imports->items_len == 0);
  ransack_imports_free(imports);
}

static void changes(void) {
  const char *source = "import os\nfrom a import b\n\nx = '\xFF'\n";
  ransack_import_name name;
  ransack_import_request requests[2];
  uint32_t statuses[2];
  ransack_import_removal removal;
  ransack_string *text = NULL, *organised = NULL, *removed = NULL;
  ransack_bytes python = TEXT("python");
  memset(&name, 0, sizeof name);
  memset(requests, 0, sizeof requests);
  memset(&removal, 0, sizeof removal);
  name.name = TEXT("c");
  requests[0].module = TEXT("a");
  requests[0].names = &name;
  requests[0].names_len = 1;
  requests[1].module = TEXT("sys");
  OK(ransack_add_imports(TEXT(source), python, requests, 2, statuses, NULL, &text));
  CHECK(statuses[0] == RANSACK_EDIT_STATUS_APPLIED && statuses[1] == RANSACK_EDIT_STATUS_APPLIED);
  OK(ransack_add_imports(text->text, python, requests, 2, statuses, NULL, &organised));
  CHECK_IS(statuses[0], RANSACK_EDIT_STATUS_UNCHANGED);
  CHECK_IS(statuses[1], RANSACK_EDIT_STATUS_UNCHANGED);
  ransack_string_free(organised);
  CHECK(is(text->text, "import os\nimport sys\nfrom a import b, c\n\nx = '\xFF'\n"));
  removal.module = TEXT("a");
  removal.name = TEXT("c");
  OK(ransack_remove_imports(text->text, python, &removal, 1, NULL, &removed));
  CHECK(is(removed->text, "import os\nimport sys\nfrom a import b\n\nx = '\xFF'\n"));
  ransack_string_free(removed);
  removal.name = bytes(NULL, 0);
  OK(ransack_remove_imports(text->text, python, &removal, 1, NULL, &removed));
  CHECK(is(removed->text, "import os\nimport sys\n\nx = '\xFF'\n"));
  OK(ransack_add_imports(removed->text, python, NULL, 0, NULL, NULL, &organised));
  CHECK(is(organised->text, "import os\nimport sys\n\nx = '\xFF'\n"));
  ransack_string_free(organised);
  ransack_string_free(removed);
  ransack_string_free(text);
  name.alias = TEXT("d");
  OK(ransack_add_imports(bytes(NULL, 0), python, requests, 1, NULL, NULL, &text));
  CHECK(is(text->text, "from a import c as d\n"));
  ransack_string_free(text);

  source = "#include <b>\n#include <a>\n#include \"main.h\"\n";
  OK(ransack_organise_imports(TEXT(source), TEXT("cpp"), TEXT("main.cpp"), NULL, &organised));
  CHECK(is(organised->text, "#include \"main.h\"\n#include <a>\n#include <b>\n"));
  ransack_string_free(organised);
  source = "#include <b>\n#include <a>\n";
  OK(ransack_organise_imports(TEXT(source), TEXT("c"), bytes(NULL, 0), NULL, &organised));
  CHECK(is(organised->text, "#include <a>\n#include <b>\n"));
  ransack_string_free(organised);
  requests[0].module = TEXT("m");
  requests[0].names_len = 0;
  source = "<p>\xC3\xA9</p>\n<script>\nf();\n</script>\n";
  OK(ransack_add_imports(TEXT(source), TEXT("vue"), requests, 1, NULL, NULL, &text));
  CHECK(is(text->text, "<p>\xC3\xA9</p>\n<script>\nimport \"m\";\n\nf();\n</script>\n"));
  ransack_string_free(text);
  CHECK_IS(ransack_add_imports(TEXT("<p></p>\n"), TEXT("vue"), requests, 1, NULL, NULL, &text),
           RANSACK_STATUS_INVALID_OPTION);
  OK(ransack_add_imports(TEXT("require 'a' # a\n"), TEXT("ruby"), requests, 1, NULL, NULL, &text));
  CHECK(is(text->text, "require 'a' # a\nrequire 'm'\n"));
  ransack_string_free(text);
  requests[0].module = TEXT("A\\f");
  requests[0].kind = RANSACK_IMPORT_KIND_FUNCTION;
  source = "<?php\nuse Gr\xC3\xB6\xC3\x9F" "e;\nuse const A\\B;\n";
  OK(ransack_add_imports(TEXT(source), TEXT("php"), requests, 1, NULL, NULL, &text));
  CHECK(is(text->text, "<?php\nuse Gr\xC3\xB6\xC3\x9F" "e;\nuse function A\\f;\nuse const A\\B;\n"));
  ransack_string_free(text);
  source = "<?php\nnamespace A;\nnamespace B;\n";
  CHECK_IS(ransack_add_imports(TEXT(source), TEXT("php"), requests, 1, NULL, NULL, &text),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "several namespaces") != NULL);
  source = "using c;\nusing System;\nusing b;\n";
  OK(ransack_organise_imports(TEXT(source), TEXT("csharp"), bytes(NULL, 0), NULL, &organised));
  CHECK(is(organised->text, "using System;\nusing b;\nusing c;\n"));
  ransack_string_free(organised);
  requests[0].module = TEXT("c.h");
  requests[0].names_len = 0;
  requests[0].kind = RANSACK_IMPORT_KIND_INCLUDE;
  OK(ransack_add_imports(bytes(NULL, 0), TEXT("c"), requests, 1, NULL, NULL, &text));
  CHECK(is(text->text, "#include \"c.h\"\n"));
  ransack_string_free(text);
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
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

static void files(const char *dir) {
  const ransack_bytes path = TEXT(in_dir(dir, "imports_a.py")), name = TEXT("imports_a.py");
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  ransack_report *report = NULL;
  ransack_workspace *workspace = NULL;
  ransack_imports *imports = NULL;
  ransack_exports *exports = NULL;
  write_file(in_dir(dir, "imports_a.py"), "import os\nfrom a import b\nx = 1\n");
  options.time_per_file_ms = RANSACK_NO_LIMIT;
  OK(ransack_imports_file(path, &options, NULL, &imports, &report));
  CHECK(report->complete && imports->items_len == 2 && is(imports->items[0].module, "os"));
  ransack_imports_free(imports);
  ransack_report_free(report);
  report = NULL;
  OK(ransack_exports_file(path, NULL, NULL, &exports, NULL));
  CHECK(exports->items_len == 1 && is(exports->items[0].name, "x"));
  ransack_exports_free(exports);

  OK(ransack_workspace_open(TEXT(dir), NULL, &workspace));
  scope.workspace = workspace;
  options.scope = &scope;
  OK(ransack_workspace_set_buffer(workspace, name, TEXT("import re\ny = 1\n")));
  OK(ransack_imports_file(name, &options, NULL, &imports, NULL));
  CHECK(imports->items_len == 1 && is(imports->items[0].module, "re"));
  ransack_imports_free(imports);
  OK(ransack_exports_file(name, &options, NULL, &exports, NULL));
  CHECK(exports->items_len == 1 && is(exports->items[0].name, "y"));
  ransack_exports_free(exports);
  imports = NULL;
  exports = NULL;
  OK(ransack_workspace_close(workspace));
  CHECK_IS(ransack_imports_file(name, &options, NULL, &imports, &report), RANSACK_STATUS_CLOSED);
  CHECK_IS(ransack_exports_file(name, &options, NULL, &exports, &report), RANSACK_STATUS_CLOSED);
  ransack_workspace_free(workspace);
  CHECK_IS(ransack_imports_file(TEXT(dir), NULL, NULL, &imports, &report),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_exports_file(TEXT(in_dir(dir, "imports_none.py")), NULL, NULL, &exports, &report),
           RANSACK_STATUS_NOT_FOUND);
  CHECK_IS(ransack_imports_file(path, NULL, NULL, NULL, &report), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(imports == NULL && exports == NULL && report == NULL);
}

/* Texts of two files, and the results seen so far. */
typedef struct text_case {
  const char *texts[2];
  int files;
  int stop;
} text_case;

static int same(ransack_bytes a, ransack_bytes b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

static void check_path(const text_case *c, ransack_bytes path) {
  CHECK(c->files < 2);
  CHECK(is(path, c->files == 0 ? "each_a.py" : "each_b.rs"));
}

/* Compares the imports of the next file with the imports of its text. */
static int check_imports(const ransack_imports *imports, void *user_data) {
  text_case *c = (text_case *)user_data;
  ransack_imports *expected = NULL;
  size_t i, j;
  check_path(c, imports->path);
  OK(ransack_imports_source(TEXT(c->texts[c->files]), imports->language, NULL, &expected));
  CHECK_IS(imports->items_len, expected->items_len);
  for (i = 0; i < imports->items_len; i++) {
    const ransack_import *import = &imports->items[i], *other = &expected->items[i];
    CHECK(same(import->module, other->module) && import->kind == other->kind);
    CHECK_IS(import->span.end.offset, other->span.end.offset);
    CHECK_IS(import->names_len, other->names_len);
    for (j = 0; j < import->names_len; j++) {
      CHECK(same(import->names[j].name, other->names[j].name));
      CHECK(same(import->names[j].alias, other->names[j].alias));
    }
  }
  CHECK_IS(imports->syntax_errors, 0);
  CHECK(expected->root == 0);
  ransack_imports_free(expected);
  c->files++;
  return c->stop;
}

/* Compares the exports of the next file with the exports of its text. */
static int check_exports(const ransack_exports *exports, void *user_data) {
  text_case *c = (text_case *)user_data;
  ransack_exports *expected = NULL;
  size_t i;
  check_path(c, exports->path);
  OK(ransack_exports_source(TEXT(c->texts[c->files]), exports->language, NULL, &expected));
  CHECK_IS(exports->items_len, expected->items_len);
  for (i = 0; i < exports->items_len; i++) {
    const ransack_export *one = &exports->items[i], *other = &expected->items[i];
    CHECK(same(one->name, other->name) && one->kind == other->kind);
    CHECK(same(one->local, other->local) && same(one->module, other->module));
    CHECK_IS(one->span.end.offset, other->span.end.offset);
  }
  CHECK_IS(exports->syntax_errors, 0);
  CHECK(expected->root == 0);
  ransack_exports_free(expected);
  c->files++;
  return c->stop;
}

/* Compares the results of a stream with the results of the texts, and frees the stream. */
#define CHECK_STREAM(operation, stream, c)                                      \
  do {                                                                          \
    const ransack_##operation *found_ = NULL;                                   \
    const ransack_report *end_ = NULL;                                          \
    (c)->files = 0;                                                             \
    for (;;) {                                                                  \
      OK(ransack_##operation##_stream_next(stream, 1, &found_));                \
      if (found_ == NULL) break;                                                \
      check_##operation(found_, c);                                             \
    }                                                                           \
    CHECK_IS((c)->files, 2);                                                    \
    OK(ransack_stream_report(stream, &end_));                                   \
    CHECK(end_ != NULL && end_->complete && end_->files_searched == 2);         \
    ransack_stream_free(stream);                                                \
  } while (0)

/* Defines the test of the calls of one operation over several files. */
#define EACH_TEST(operation, wrong_next, wrong_type)                                              \
  static void each_##operation(const char *dir, ransack_outline_options *options,                 \
                               ransack_scope *scope, text_case *c) {                              \
    ransack_bytes roots[2];                                                                       \
    const char *before = c->texts[0];                                                             \
    ransack_report *report = NULL;                                                                \
    ransack_stream *stream = NULL;                                                                \
    ransack_workspace *workspace = NULL;                                                          \
    ransack_cancel_token *token = NULL;                                                           \
    const ransack_##operation *item = NULL;                                                       \
    const wrong_type *wrong = NULL;                                                               \
    roots[0] = TEXT(dir);                                                                         \
    scope->roots = roots;                                                                         \
    scope->roots_len = 1;                                                                         \
    c->files = 0;                                                                                 \
    OK(ransack_##operation##_each(options, NULL, check_##operation, c, &report));                 \
    CHECK(c->files == 2 && report->complete && report->files_searched == 2);                      \
    ransack_report_free(report);                                                                  \
    OK(ransack_##operation##_each(options, NULL, NULL, NULL, &report));                           \
    ransack_report_free(report);                                                                  \
    OK(ransack_##operation##_stream(options, NULL, &stream));                                     \
    CHECK_STREAM(operation, stream, c);                                                           \
    c->files = 0;                                                                                 \
    c->stop = 1;                                                                                  \
    OK(ransack_##operation##_each(options, NULL, check_##operation, c, &report));                 \
    CHECK(c->files == 1 && report->stopped_by == RANSACK_STOPPED_BY_CALLBACK);                    \
    ransack_report_free(report);                                                                  \
    report = NULL;                                                                                \
    c->stop = 0;                                                                                  \
                                                                                                  \
    /* Each root has its index. */                                                                \
    roots[0] = TEXT(in_dir(dir, "each_b.rs"));                                                    \
    roots[1] = TEXT(in_dir(dir, "each_a.py"));                                                    \
    scope->roots_len = 2;                                                                         \
    OK(ransack_##operation##_stream(options, NULL, &stream));                                     \
    OK(ransack_##operation##_stream_next(stream, 1, &item));                                      \
    CHECK(item->root == 0 && ends_in(item->path, "/each_b.rs"));                                        \
    OK(ransack_##operation##_stream_next(stream, 1, &item));                                      \
    CHECK(item->root == 1 && ends_in(item->path, "/each_a.py"));                                        \
    CHECK_IS(wrong_next(stream, 1, &wrong), RANSACK_STATUS_INVALID_OPTION);                       \
    ransack_stream_free(stream);                                                                  \
    stream = NULL;                                                                                \
                                                                                                  \
    options->language = TEXT("json");                                                             \
    CHECK_IS(ransack_##operation##_each(options, NULL, NULL, NULL, &report),                      \
             RANSACK_STATUS_INVALID_OPTION);                                                      \
    OK(ransack_##operation##_stream(options, NULL, &stream));                                     \
    CHECK_IS(ransack_##operation##_stream_next(stream, 1, &item), RANSACK_STATUS_INVALID_OPTION); \
    ransack_stream_free(stream);                                                                  \
    stream = NULL;                                                                                \
    options->language = bytes(NULL, 0);                                                           \
    CHECK_IS(ransack_##operation##_each(NULL, NULL, NULL, NULL, &report),                         \
             RANSACK_STATUS_NULL_ARGUMENT);                                                       \
    OK(ransack_##operation##_each(options, NULL, NULL, NULL, NULL));                              \
    CHECK_IS(ransack_##operation##_stream(NULL, NULL, &stream), RANSACK_STATUS_NULL_ARGUMENT);    \
    CHECK_IS(ransack_##operation##_stream(options, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);    \
    CHECK_IS(ransack_##operation##_stream_next(NULL, 1, &item), RANSACK_STATUS_NULL_ARGUMENT);    \
    /* Neither a root nor a workspace. */                                                         \
    scope->roots_len = 0;                                                                         \
    CHECK_IS(ransack_##operation##_each(options, NULL, NULL, NULL, &report),                      \
             RANSACK_STATUS_INVALID_OPTION);                                                      \
    OK(ransack_##operation##_stream(options, NULL, &stream));                                     \
    CHECK_IS(ransack_##operation##_stream_next(stream, 1, &item), RANSACK_STATUS_INVALID_OPTION); \
    ransack_stream_free(stream);                                                                  \
    scope->roots_len = 2;                                                                         \
    CHECK(report == NULL);                                                                        \
                                                                                                  \
    OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));                                 \
    OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));                            \
    CHECK_IS(ransack_##operation##_each(options, token, NULL, NULL, &report),                     \
             RANSACK_STATUS_ABORTED);                                                             \
    OK(ransack_##operation##_stream(options, token, &stream));                                    \
    CHECK_IS(ransack_##operation##_stream_next(stream, 1, &item), RANSACK_STATUS_ABORTED);        \
    CHECK_IS(ransack_##operation##_stream_next(stream, 1, NULL), RANSACK_STATUS_NULL_ARGUMENT);   \
    ransack_stream_free(stream);                                                                  \
    ransack_cancel_token_free(token);                                                             \
                                                                                                  \
    /* In a workspace, with an open buffer; no root means all of it. */                           \
    OK(ransack_workspace_open(TEXT(dir), NULL, &workspace));                                      \
    c->texts[0] = "import re\ny = 1\nz = 2\n";                                                    \
    OK(ransack_workspace_set_buffer(workspace, TEXT("each_a.py"), TEXT(c->texts[0])));            \
    scope->roots_len = 0;                                                                         \
    scope->workspace = workspace;                                                                 \
    c->files = 0;                                                                                 \
    OK(ransack_##operation##_each(options, NULL, check_##operation, c, &report));                 \
    CHECK(c->files == 2 && report->files_searched == 2);                                          \
    ransack_report_free(report);                                                                  \
    report = NULL;                                                                                \
    OK(ransack_##operation##_stream(options, NULL, &stream));                                     \
    CHECK_STREAM(operation, stream, c);                                                           \
    OK(ransack_workspace_close(workspace));                                                       \
    CHECK_IS(ransack_##operation##_each(options, NULL, NULL, NULL, &report),                      \
             RANSACK_STATUS_CLOSED);                                                              \
    OK(ransack_##operation##_stream(options, NULL, &stream));                                     \
    CHECK_IS(ransack_##operation##_stream_next(stream, 1, &item), RANSACK_STATUS_CLOSED);         \
    ransack_stream_free(stream);                                                                  \
    ransack_workspace_free(workspace);                                                            \
    scope->workspace = NULL;                                                                      \
    CHECK(report == NULL);                                                                        \
    c->texts[0] = before;                                                                         \
  }

EACH_TEST(imports, ransack_exports_stream_next, ransack_exports)
EACH_TEST(exports, ransack_imports_stream_next, ransack_imports)

/* Calls over several files return the same results as their texts. */
static void each_file(const char *dir) {
  const ransack_bytes glob = TEXT("each_*");
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  text_case c;
  memset(&c, 0, sizeof c);
  c.texts[0] = "import os\nfrom a import b as c, d\nx = 1\ndef f(): pass\n";
  c.texts[1] = "use std::{fmt, io as i};\npub use m::a;\npub fn g() {}\nfn h() {}\n";
  write_file(in_dir(dir, "each_a.py"), c.texts[0]);
  write_file(in_dir(dir, "each_b.rs"), c.texts[1]);
  /* Data has neither imports nor exports. */
  write_file(in_dir(dir, "each_c.json"), "{}\n");
  scope.globs = &glob;
  scope.globs_len = 1;
  options.scope = &scope;
  options.time_per_file_ms = RANSACK_NO_LIMIT;
  each_imports(dir, &options, &scope, &c);
  each_exports(dir, &options, &scope, &c);
}

static void edits(const char *dir) {
  const char *path = in_dir(dir, "imports_b.py");
  ransack_definition_edit_options options = RANSACK_DEFINITION_EDIT_OPTIONS_INIT;
  ransack_definition_edit all[4];
  ransack_import_request request;
  ransack_import_removal removal;
  ransack_ast_edit_outcome *outcome = NULL;
  size_t i;
  memset(all, 0, sizeof all);
  memset(&request, 0, sizeof request);
  memset(&removal, 0, sizeof removal);
  write_file(path, "import z\nimport y\n");
  for (i = 0; i < 4; i++) all[i].path = TEXT(path);
  request.module = TEXT("x");
  all[0].action = RANSACK_DEFINITION_ACTION_ADD_IMPORTS;
  all[0].imports = &request;
  all[0].imports_len = 1;
  all[1].action = RANSACK_DEFINITION_ACTION_ORGANISE_IMPORTS;
  removal.module = TEXT("y");
  all[2].action = RANSACK_DEFINITION_ACTION_REMOVE_IMPORTS;
  all[2].removals = &removal;
  all[2].removals_len = 1;
  all[3].action = RANSACK_DEFINITION_ACTION_INSERT;
  all[3].place = RANSACK_INSERT_PLACE_LAST_MEMBER;
  all[3].text = TEXT("def f(): pass");
  options.edits = all;
  options.edits_len = 4;
  options.dry_run = 0;
  options.time_per_file_ms = RANSACK_NO_LIMIT;
  OK(ransack_edit_definition(&options, NULL, &outcome));
  CHECK(outcome->applied && outcome->changes[0].rewrite == 0);
  ransack_ast_edit_outcome_free(outcome);
  outcome = NULL;
  CHECK(holds(path, "import x\nimport z\n\ndef f(): pass\n"));

  options.edits_len = 1;
  request.kind = 99;
  CHECK_IS(ransack_edit_definition(&options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  request.kind = RANSACK_IMPORT_KIND_STATIC;
  all[0].name = TEXT("f");
  CHECK_IS(ransack_edit_definition(&options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  all[0].name = bytes(NULL, 0);
  all[0].imports = NULL;
  CHECK_IS(ransack_edit_definition(&options, NULL, &outcome), RANSACK_STATUS_NULL_ARGUMENT);
  options.edits = all + 2;
  CHECK_IS(ransack_edit_definition(&options, NULL, &outcome), RANSACK_STATUS_UNKNOWN_NAME);
  all[2].removals = NULL;
  CHECK_IS(ransack_edit_definition(&options, NULL, &outcome), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(outcome == NULL && holds(path, "import x\nimport z\n\ndef f(): pass\n"));
}

/* Tool comments are obeyed, and adding and removing an import restores the text. */
static void comments(void) {
  static const char *const kept[] = {
      "# isort: off\nimport b\nimport a\n",
      "# isort: skip_file\nimport b\nimport a\n",
      "\xEF\xBB\xBF# fmt: off\r\nimport b\r\nimport a\r\n",
      "import b  # isort: skip\nimport a\n",
      "import sys\nfrom m import *\nimport a\n",
  };
  static const char *const texts[] = {
      "# Copyright\nx = 1\n",
      "from m import (a,\n               c)\n",
      "from m import a, \\\n    c\n",
      "\xEF\xBB\xBFimport os\r\n\r\nx = 1\r\n",
      "x = 1",
  };
  ransack_import_request request;
  ransack_import_removal removal;
  ransack_import_name name;
  ransack_string *text = NULL, *back = NULL;
  ransack_exports *exports = NULL;
  size_t i;
  memset(&request, 0, sizeof request);
  memset(&removal, 0, sizeof removal);
  memset(&name, 0, sizeof name);
  for (i = 0; i < sizeof kept / sizeof *kept; i++) {
    OK(ransack_organise_imports(TEXT(kept[i]), TEXT("python"), bytes(NULL, 0), NULL, &text));
    CHECK(is(text->text, kept[i]));
    ransack_string_free(text);
  }
  request.module = TEXT("m");
  request.names = &name;
  request.names_len = 1;
  name.name = TEXT("b");
  removal.module = TEXT("m");
  removal.name = TEXT("b");
  for (i = 0; i < sizeof texts / sizeof *texts; i++) {
    OK(ransack_add_imports(TEXT(texts[i]), TEXT("python"), &request, 1, NULL, NULL, &text));
    CHECK(!is(text->text, texts[i]));
    OK(ransack_remove_imports(text->text, TEXT("python"), &removal, 1, NULL, &back));
    CHECK(is(back->text, texts[i]));
    ransack_string_free(text);
    ransack_string_free(back);
  }
  OK(ransack_exports_source(TEXT("__all__ = ['a'] + ('b',)\n__all__ += ['c']\n__all__.extend(['d'])\n"),
                            TEXT("python"), NULL, &exports));
  CHECK(exports->items_len == 4 && is(exports->items[3].name, "d"));
  ransack_exports_free(exports);
  OK(ransack_exports_source(TEXT("export import t = U.V;\nexport as namespace X;\n"),
                            TEXT("typescript"), NULL, &exports));
  CHECK(exports->items_len == 2 && is(exports->items[0].name, "t"));
  ransack_exports_free(exports);
}

static void bad_input(void) {
  ransack_imports *imports = NULL;
  ransack_exports *exports = NULL;
  ransack_string *text = NULL;
  ransack_cancel_token *token = NULL;
  ransack_import_name name;
  ransack_import_request request;
  ransack_import_removal removal;
  ransack_bytes source = TEXT("import os\n"), python = TEXT("python"), null = bytes(NULL, 1);
  const char *unfit[] = {"klingon", "", "json"};
  size_t i;
  memset(&name, 0, sizeof name);
  memset(&request, 0, sizeof request);
  memset(&removal, 0, sizeof removal);
  request.module = TEXT("a");
  for (i = 0; i < 3; i++) {
    ransack_bytes language = TEXT(unfit[i]);
    ransack_status bad = RANSACK_STATUS_INVALID_OPTION;
    CHECK_IS(ransack_imports_source(source, language, NULL, &imports), bad);
    CHECK_IS(ransack_exports_source(source, language, NULL, &exports), bad);
    CHECK_IS(ransack_add_imports(source, language, &request, 1, NULL, NULL, &text), bad);
    CHECK_IS(ransack_remove_imports(source, language, NULL, 0, NULL, &text), bad);
    CHECK_IS(ransack_organise_imports(source, language, python, NULL, &text), bad);
  }
  /* Bash imports can be read but not changed. */
  OK(ransack_imports_source(TEXT("source a\n"), TEXT("bash"), NULL, &imports));
  CHECK(imports->items_len == 1);
  ransack_imports_free(imports);
  imports = NULL;
  CHECK_IS(ransack_organise_imports(source, TEXT("bash"), python, NULL, &text),
           RANSACK_STATUS_INVALID_OPTION);

  CHECK_IS(ransack_imports_source(source, python, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_exports_source(null, python, NULL, &exports), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_exports_source(source, null, NULL, &exports), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_add_imports(source, python, NULL, 1, NULL, NULL, &text),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_add_imports(source, python, &request, 1, NULL, NULL, NULL),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_remove_imports(source, python, NULL, 1, NULL, &text),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_organise_imports(source, python, null, NULL, &text),
           RANSACK_STATUS_NULL_ARGUMENT);
  request.names_len = 1;
  CHECK_IS(ransack_add_imports(source, python, &request, 1, NULL, NULL, &text),
           RANSACK_STATUS_NULL_ARGUMENT);
  request.names = &name;
  name.name = bytes("\xFF", 1);
  CHECK_IS(ransack_add_imports(source, python, &request, 1, NULL, NULL, &text),
           RANSACK_STATUS_INVALID_UTF8);
  name.name = TEXT("1 +");
  CHECK_IS(ransack_add_imports(source, python, &request, 1, NULL, NULL, &text),
           RANSACK_STATUS_INVALID_OPTION);
  name.name = TEXT("b");
  request.kind = RANSACK_IMPORT_KIND_SYSTEM_INCLUDE;
  CHECK_IS(ransack_add_imports(source, python, &request, 1, NULL, NULL, &text),
           RANSACK_STATUS_INVALID_OPTION);
  request.kind = 99;
  CHECK_IS(ransack_add_imports(source, python, &request, 1, NULL, NULL, &text),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "kind") != NULL);
  removal.module = TEXT("oss");
  CHECK_IS(ransack_remove_imports(source, python, &removal, 1, NULL, &text),
           RANSACK_STATUS_UNKNOWN_NAME);
  CHECK(ransack_last_error()->candidates_len == 1);
  CHECK(is(ransack_last_error()->candidates[0], "os"));

  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  CHECK_IS(ransack_imports_source(source, python, token, &imports), RANSACK_STATUS_ABORTED);
  CHECK_IS(ransack_organise_imports(source, python, python, token, &text), RANSACK_STATUS_ABORTED);
  ransack_cancel_token_free(token);
  CHECK(imports == NULL && exports == NULL && text == NULL);
}

int main(int argc, char **argv) {
  const char *dir = tree_of(argc, argv);
  texts();
  changes();
  files(dir);
  each_file(dir);
  edits(dir);
  comments();
  bad_input();
  return 0;
}
