/* Code structure: outlines, definitions and skeletons, of texts, files and workspaces. */
#include "test.h"

#define TEXT(literal) ransack_bytes_from_str(literal)

static const char SOURCE[] =
    "/// Größe.\n"
    "pub struct Größe { x: u8 }\n"
    "impl Größe {\n"
    "    fn area(&self) -> u8 { self.x + self.x + self.x }\n"
    "}\n";

static void texts(void) {
  ransack_outline *outline = NULL;
  OK(ransack_outline_source(TEXT(SOURCE), TEXT("rust"), 3, NULL, &outline));
  CHECK(is(outline->language, "rust") && is(outline->separator, "::"));
  CHECK(outline->path.len == 0 && outline->syntax_errors == 0 && outline->too_deep == 0);
  CHECK(outline->items_len == 4);
  const ransack_outline_item *items = outline->items;
  CHECK(is(items[0].name, "Größe") && is(items[0].doc, "Größe."));
  CHECK(strcmp(ransack_item_kind_name(items[0].kind), "struct") == 0);
  CHECK(items[0].modifiers == RANSACK_MODIFIER_EXPORTED && items[0].kind == RANSACK_ITEM_KIND_STRUCT);
  CHECK(strcmp(ransack_modifier_name(RANSACK_MODIFIER_EXPORTED), "exported") == 0);
  CHECK(items[0].parent == RANSACK_NO_PARENT && items[0].depth == 0 && items[0].has_body);
  CHECK(items[0].has_doc && items[0].doc_span.start.offset == 0 && !items[0].has_attributes);
  CHECK(items[0].signature_span.start.line == 2 && !items[1].has_doc);
  CHECK(items[0].name_span.start.line == 2 && items[0].name_span.start.column == 11);
  CHECK(items[0].name_span.end.column == 18 && items[0].name_span.end.column_utf16 == 16);
  CHECK(is(items[1].qualified_name, "Größe::x") && items[1].parent == 0 && !items[1].has_body);
  CHECK(items[1].doc.len == 0);
  CHECK(is(items[3].qualified_name, "Größe::area") && items[3].parent == 2);
  CHECK(is(items[3].signature, "fn area(&self) -> u8") && items[3].depth == 1);
  CHECK(items[3].body_span.start.offset > items[3].name_span.end.offset);
  ransack_outline_free(outline);
  ransack_outline_free(NULL);

  CHECK(strcmp(ransack_item_kind_name(10000), "") == 0 && strcmp(ransack_modifier_name(3), "") == 0);

  outline = NULL;
  ransack_bytes json = TEXT("{\"a\": {\"b\": {\"c\": 1}}}");
  OK(ransack_outline_source(json, TEXT("json"), 2, NULL, &outline));
  CHECK(outline->items_len == 2);
  ransack_outline_free(outline);
  OK(ransack_outline_source(json, TEXT("json"), RANSACK_NO_LIMIT, NULL, &outline));
  CHECK(outline->items_len == 3);
  ransack_outline_free(outline);
}

/* Options for a definition with these parts, valid until the next call. */
static const ransack_definition_options *parts_of(const uint32_t *parts, size_t len) {
  static ransack_definition_options options;
  OK(ransack_options_init(&options, "ransack_definition_options", RANSACK_DEFINITION_OPTIONS_VERSION));
  options.parts = parts;
  options.parts_len = len;
  return &options;
}

/* Options for a skeleton, valid until the next call. */
static const ransack_skeleton_options *levels(uint32_t level, const ransack_bytes *names, size_t len) {
  static ransack_skeleton_options options;
  OK(ransack_options_init(&options, "ransack_skeleton_options", RANSACK_SKELETON_OPTIONS_VERSION));
  options.level = level;
  options.names = names;
  options.names_len = len;
  return &options;
}

static void definitions(void) {
  ransack_definition *found = NULL;
  uint32_t signature = RANSACK_DEFINITION_PART_SIGNATURE;
  ransack_bytes source = TEXT(SOURCE), rust = TEXT("rust");
  OK(ransack_definition_source(source, rust, TEXT("Größe.area"), parts_of(&signature, 1), NULL, &found));
  CHECK(is(found->text, "fn area(&self) -> u8") && found->has_part);
  CHECK(found->items_len == 1 && is(found->items[0].name, "area"));
  ransack_definition_free(found);
  found = NULL;
  uint32_t doc = RANSACK_DEFINITION_PART_DOC;
  OK(ransack_definition_source(source, rust, TEXT("area"), parts_of(&doc, 1), NULL, &found));
  CHECK(found->text.len == 0 && !found->has_part);
  ransack_definition_free(found);
  found = NULL;
  uint32_t summary = RANSACK_DEFINITION_PART_SUMMARY;
  OK(ransack_definition_source(source, rust, TEXT("impl Größe"), parts_of(&summary, 1), NULL, &found));
  CHECK(is(found->text, "impl Größe {\n    fn area(&self) -> u8 { /* ... */ }\n}"));
  ransack_definition_free(found);
  found = NULL;
  uint32_t parts[] = {RANSACK_DEFINITION_PART_SIGNATURE, RANSACK_DEFINITION_PART_DOC, signature};
  OK(ransack_definition_source(source, rust, TEXT("Größe"), parts_of(parts, 3), NULL, &found));
  CHECK(is(found->text, "/// Größe.\npub struct Größe") && found->has_part);
  CHECK(found->span.start.line == 1 && found->span.end.line == 2);
  ransack_definition_free(found);
  ransack_definition_free(NULL);

  found = NULL;
  CHECK(ransack_definition_source(source, rust, TEXT("aera"), parts_of(NULL, 0), NULL, &found) ==
        RANSACK_STATUS_UNKNOWN_NAME);
  const ransack_error *error = ransack_last_error();
  CHECK(found == NULL && is(error->pattern, "aera"));
  CHECK(error->candidates_len == 1 && is(error->candidates[0], "Größe::area"));
  ransack_bytes twice = TEXT("int f(void) { return 1; }\nint f(void) { return 2; }\n");
  CHECK(ransack_definition_source(twice, TEXT("c"), TEXT("f"), parts_of(NULL, 0), NULL, &found) ==
        RANSACK_STATUS_AMBIGUOUS_NAME);
  error = ransack_last_error();
  CHECK(error->candidates_len == 2 && is(error->candidates[1], "f#2 (function f in line 2)"));
  OK(ransack_definition_source(twice, TEXT("c"), TEXT("f#2"), parts_of(NULL, 0), NULL, &found));
  CHECK(found->span.start.line == 2);
  ransack_definition_free(found);

  /* Layouts, parts and the content id. */
  ransack_definition_options options = RANSACK_DEFINITION_OPTIONS_INIT;
  ransack_bytes python = TEXT("class A:\n    @b\n    def größe(self):\n        return 1\n");
  found = NULL;
  OK(ransack_definition_source(python, TEXT("python"), TEXT("A.größe"), NULL, NULL, &found));
  CHECK(is(found->text, "@b\n    def größe(self):\n        return 1"));
  CHECK(found->parts_len == 3 && found->parts[0].part == RANSACK_DEFINITION_PART_ATTRIBUTES);
  CHECK(found->parts[1].part == RANSACK_DEFINITION_PART_SIGNATURE);
  CHECK(found->parts[2].part == RANSACK_DEFINITION_PART_BODY && found->parts[2].span.start.line == 4);
  CHECK(found->version.len == 32);
  ransack_definition_free(found);
  options.layout = RANSACK_DEFINITION_LAYOUT_LINES;
  OK(ransack_definition_source(python, TEXT("python"), TEXT("A.größe"), &options, NULL, &found));
  CHECK(is(found->text, "    @b\n    def größe(self):\n        return 1"));
  CHECK(found->span.start.line == 2 && found->span.start.column == 0);
  ransack_definition_free(found);
  options.layout = RANSACK_DEFINITION_LAYOUT_DEDENTED;
  OK(ransack_definition_source(python, TEXT("python"), TEXT("A.größe"), &options, NULL, &found));
  CHECK(is(found->text, "@b\ndef größe(self):\n    return 1"));
  ransack_definition_free(found);
  found = NULL;
  options.layout = 3;
  CHECK_IS(ransack_definition_source(python, TEXT("python"), TEXT("A"), &options, NULL, &found),
           RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("unknown value 3 of `layout`: expected 0 to 2");
  options.version = 99;
  CHECK_IS(ransack_definition_source(python, TEXT("python"), TEXT("A"), &options, NULL, &found),
           RANSACK_STATUS_BAD_VERSION);
  CHECK(found == NULL);
}

static void skeletons(void) {
  ransack_skeleton *skeleton = NULL;
  ransack_bytes source = TEXT("/** A. */\nint a(void) { return 1 + 1 + 1; }\nint b(void) { return 2 + 2; }\n");
  ransack_bytes kept = TEXT("b");
  uint32_t docs = RANSACK_SKELETON_LEVEL_DOCS, signatures = RANSACK_SKELETON_LEVEL_SIGNATURES;
  OK(ransack_skeleton_source(source, TEXT("c"), levels(docs, NULL, 0), NULL, &skeleton));
  CHECK(is(skeleton->text, "/** A. */\nint a(void) { /* ... */ }\nint b(void) { /* ... */ }\n"));
  CHECK(skeleton->elided == 2 && skeleton->original_tokens > 0);
  ransack_skeleton_free(skeleton);
  OK(ransack_skeleton_source(source, TEXT("c"), levels(signatures, &kept, 1), NULL, &skeleton));
  CHECK(is(skeleton->text, "int a(void) { /* ... */ }\nint b(void) { return 2 + 2; }\n"));
  ransack_skeleton_free(skeleton);
  ransack_skeleton_free(NULL);

  /* Levels that fit a number of tokens. */
  ransack_skeleton_options options = RANSACK_SKELETON_OPTIONS_INIT;
  options.level = RANSACK_SKELETON_LEVEL_FULL;
  OK(ransack_skeleton_source(source, TEXT("c"), &options, NULL, &skeleton));
  CHECK(skeleton->text.len == source.len && skeleton->tokens == skeleton->original_tokens);
  CHECK(skeleton->level == RANSACK_SKELETON_LEVEL_FULL && skeleton->version.len == 32);
  uint64_t full = skeleton->tokens;
  ransack_skeleton_free(skeleton);
  uint32_t level = RANSACK_SKELETON_LEVEL_FULL;
  for (options.max_tokens = full; options.max_tokens > 0; options.max_tokens--) {
    OK(ransack_skeleton_source(source, TEXT("c"), &options, NULL, &skeleton));
    CHECK(skeleton->tokens <= options.max_tokens && skeleton->level <= level);
    CHECK_IS(skeleton->original_tokens, full);
    CHECK(skeleton->omitted == 0 || skeleton->level == RANSACK_SKELETON_LEVEL_NAMES);
    level = skeleton->level;
    ransack_skeleton_free(skeleton);
  }
  CHECK_IS(level, RANSACK_SKELETON_LEVEL_NAMES);
  options.max_tokens = RANSACK_NO_LIMIT;
  options.level = RANSACK_SKELETON_LEVEL_NAMES;
  options.token_encoding = TEXT("cl100k_base");
  OK(ransack_skeleton_source(source, TEXT("c"), &options, NULL, &skeleton));
  CHECK(is(skeleton->text, "function a\nfunction b\n") && skeleton->omitted == 0);
  ransack_skeleton_free(skeleton);
  skeleton = NULL;
  options.token_encoding = TEXT("klingon");
  CHECK_IS(ransack_skeleton_source(source, TEXT("c"), &options, NULL, &skeleton),
           RANSACK_STATUS_UNKNOWN_MODEL);
  CHECK(skeleton == NULL);
}

typedef struct seen {
  int files;
  size_t items;
  int stop;
  int with_version;
  char text[1000];
} seen;

static int on_outline(const ransack_outline *outline, void *user_data) {
  seen *to = (seen *)user_data;
  to->files++;
  to->items += outline->items_len;
  CHECK(outline->path.len > 0);
  return to->stop;
}

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void files(const char *directory) {
  char first[1000], second[1000], other[1000];
  snprintf(first, sizeof first, "%s/outline_a.c", directory);
  snprintf(second, sizeof second, "%s/outline_b.py", directory);
  snprintf(other, sizeof other, "%s/outline_c.unknown", directory);
  write_file(first, "int f(void) { return 1 + 1 + 1; }\nint g;\n");
  write_file(second, "class A:\n    x = 1\n");
  write_file(other, "x\n");

  ransack_bytes root = TEXT(directory), glob = TEXT("outline_*");
  ransack_scope scope = RANSACK_SCOPE_INIT;
  scope.roots = &root;
  scope.roots_len = 1;
  scope.globs = &glob;
  scope.globs_len = 1;
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  options.scope = &scope;
  ransack_report *report = NULL;
  seen to;
  memset(&to, 0, sizeof to);
  OK(ransack_outline_each(&options, NULL, on_outline, &to, &report));
  CHECK(to.files == 2 && to.items == 4 && report->complete && report->files_searched == 2);
  ransack_report_free(report);
  to.files = 0;
  to.stop = 1;
  OK(ransack_outline_each(&options, NULL, on_outline, &to, &report));
  CHECK(to.files == 1 && report->stopped_by == RANSACK_STOPPED_BY_CALLBACK);
  ransack_report_free(report);

  ransack_stream *stream = NULL;
  OK(ransack_outline_stream(&options, NULL, &stream));
  const ransack_outline *outline = NULL;
  OK(ransack_outline_stream_next(stream, 1, &outline));
  CHECK(is(outline->path, "outline_a.c"));
  OK(ransack_outline_stream_next(stream, 1, &outline));
  CHECK(is(outline->language, "python"));
  OK(ransack_outline_stream_next(stream, 1, &outline));
  CHECK(outline == NULL);
  const ransack_report *at_end = NULL;
  OK(ransack_stream_report(stream, &at_end));
  CHECK(at_end != NULL && at_end->files_searched == 2);
  ransack_stream_free(stream);

  /* In a workspace, with an open buffer. */
  ransack_workspace *workspace = NULL;
  OK(ransack_workspace_open(TEXT(directory), NULL, &workspace));
  OK(ransack_workspace_set_buffer(workspace, TEXT("outline_a.c"), TEXT("int h(void) { return 1 + 2 + 3; }\n")));
  root = TEXT("outline_a.c");
  scope.globs_len = 0;
  scope.workspace = workspace;
  memset(&to, 0, sizeof to);
  OK(ransack_outline_each(&options, NULL, on_outline, &to, &report));
  CHECK(to.files == 1 && to.items == 1);
  ransack_report_free(report);
  OK(ransack_outline_stream(&options, NULL, &stream));
  OK(ransack_outline_stream_next(stream, 1, &outline));
  CHECK(is(outline->items[0].name, "h"));
  ransack_stream_free(stream);
  ransack_workspace_free(workspace);
  remove(first);
  remove(second);
  remove(other);
}

static int on_named_line(const ransack_grep_match *match, void *user_data) {
  seen *to = (seen *)user_data;
  to->files++;
  CHECK(match->enclosing.len < sizeof to->text);
  memcpy(to->text, match->enclosing.data, match->enclosing.len);
  to->text[match->enclosing.len] = 0;
  CHECK(match->version.len == 0 || match->version.len == 32);
  to->with_version += match->version.len == 32;
  return 0;
}

static int on_named_code(const ransack_ast_match *match, void *user_data) {
  seen *to = (seen *)user_data;
  to->files++;
  to->items += is(match->enclosing, "f");
  to->with_version += match->version.len == 32;
  return 0;
}

/* Searches name the definitions around their matches on request. */
static void names_of_matches(const char *directory) {
  const char *path = in_dir(directory, "named.c");
  ransack_bytes root = TEXT(path), pattern = TEXT("g\\(1\\)"), code = TEXT("g($A)");
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_grep_options options = RANSACK_GREP_OPTIONS_INIT;
  ransack_ast_grep_options ast = RANSACK_AST_GREP_OPTIONS_INIT;
  ransack_report *report = NULL;
  seen to;
  write_file(path, "int f(void) {\n  return g(1);\n}\n");
  scope.roots = &root;
  scope.roots_len = 1;
  options.scope = ast.scope = &scope;
  options.patterns = &pattern;
  options.patterns_len = 1;
  ast.patterns = &code;
  ast.patterns_len = 1;
  memset(&to, 0, sizeof to);
  OK(ransack_grep(&options, NULL, on_named_line, &to, &report));
  CHECK(to.files == 1 && to.text[0] == 0);
  ransack_report_free(report);
  CHECK(to.with_version == 0);
  options.enclosing = ast.enclosing = options.versions = ast.versions = 1;
  OK(ransack_grep(&options, NULL, on_named_line, &to, &report));
  CHECK(to.files == 2 && strcmp(to.text, "f") == 0 && to.with_version == 1);
  ransack_report_free(report);
  memset(&to, 0, sizeof to);
  OK(ransack_ast_grep(&ast, NULL, on_named_code, &to, &report));
  CHECK(to.files == 1 && to.items == 1 && to.with_version == 1);
  ransack_report_free(report);
  remove(path);
}

/* Texts of two files, and the arguments for their skeletons. */
typedef struct skeleton_case {
  const char *texts[2];
  uint32_t level;
  const ransack_bytes *names;
  size_t names_len;
  int files;
  int stop;
} skeleton_case;

/* Compares the skeleton of the next file with the skeleton of its text. */
static int check_skeleton(const ransack_skeleton *skeleton, void *user_data) {
  skeleton_case *c = (skeleton_case *)user_data;
  ransack_skeleton *expected = NULL;
  CHECK(c->files < 2);
  CHECK(is(skeleton->path, c->files == 0 ? "skeleton_a.c" : "skeleton_b.py"));
  OK(ransack_skeleton_source(TEXT(c->texts[c->files]), skeleton->language, levels(c->level, c->names, c->names_len), NULL, &expected));
  CHECK_IS(skeleton->text.len, expected->text.len);
  CHECK(memcmp(skeleton->text.data, expected->text.data, expected->text.len) == 0);
  CHECK_IS(skeleton->elided, expected->elided);
  CHECK_IS(skeleton->tokens, expected->tokens);
  CHECK_IS(skeleton->original_tokens, expected->original_tokens);
  CHECK_IS(skeleton->syntax_errors, 0);
  CHECK(expected->root == 0);
  ransack_skeleton_free(expected);
  c->files++;
  return c->stop;
}

/* Compares the skeletons of a stream with the skeletons of the texts, and frees the stream. */
static void check_skeleton_stream(ransack_stream *stream, skeleton_case *c) {
  const ransack_skeleton *skeleton = NULL;
  const ransack_report *report = NULL;
  c->files = 0;
  for (;;) {
    OK(ransack_skeleton_stream_next(stream, 1, &skeleton));
    if (skeleton == NULL) break;
    check_skeleton(skeleton, c);
  }
  CHECK_IS(c->files, 2);
  OK(ransack_stream_report(stream, &report));
  CHECK(report != NULL && report->complete && report->files_searched == 2);
  ransack_stream_free(stream);
}

static void skeletons_of_files(const char *directory) {
  const char *first = in_dir(directory, "skeleton_a.c");
  const char *second = in_dir(directory, "skeleton_b.py");
  const char *other = in_dir(directory, "skeleton_c.unknown");
  const ransack_bytes glob = TEXT("skeleton_*");
  const uint32_t docs = RANSACK_SKELETON_LEVEL_DOCS;
  ransack_bytes roots[2], names[2];
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  ransack_report *report = NULL;
  ransack_stream *stream = NULL;
  ransack_workspace *workspace = NULL;
  ransack_cancel_token *token = NULL;
  const ransack_skeleton *skeleton = NULL;
  const ransack_report *at_end = NULL;
  const ransack_outline *outline = NULL;
  ransack_status status;
  skeleton_case c;
  memset(&c, 0, sizeof c);
  c.texts[0] = "/** F. */\nint f(void) { return 1 + 1 + 1; }\nint g(void) { return 2 + 2 + 2; }\n";
  c.texts[1] = "def f():\n    x = 1\n    return x\n";
  write_file(first, c.texts[0]);
  write_file(second, c.texts[1]);
  write_file(other, "x\n");
  roots[0] = TEXT(directory);
  scope.roots = roots;
  scope.roots_len = 1;
  scope.globs = &glob;
  scope.globs_len = 1;
  options.scope = &scope;
  options.time_per_file_ms = RANSACK_NO_LIMIT;

  names[0] = TEXT("f");
  for (c.level = 0; c.level <= docs; c.level++) {
    for (c.names_len = 0; c.names_len <= 1; c.names_len++) {
      c.names = c.names_len > 0 ? names : NULL;
      c.files = 0;
      OK(ransack_skeleton_each(&options, levels(c.level, c.names, c.names_len), NULL, check_skeleton, &c,
                               &report));
      CHECK(c.files == 2 && report->complete && report->files_searched == 2);
      ransack_report_free(report);
      OK(ransack_skeleton_stream(&options, levels(c.level, c.names, c.names_len), NULL, &stream));
      check_skeleton_stream(stream, &c);
    }
  }
  c.level = docs;
  c.names = NULL;
  c.names_len = 0;
  OK(ransack_skeleton_each(&options, levels(docs, NULL, 0), NULL, NULL, NULL, &report));
  CHECK_IS(report->files_searched, 2);
  ransack_report_free(report);
  c.stop = 1;
  c.files = 0;
  OK(ransack_skeleton_each(&options, levels(docs, NULL, 0), NULL, check_skeleton, &c, &report));
  CHECK(c.files == 1 && report->stopped_by == RANSACK_STOPPED_BY_CALLBACK);
  ransack_report_free(report);
  c.stop = 0;

  /* Each root has its index. */
  roots[0] = TEXT(first);
  roots[1] = TEXT(second);
  scope.roots_len = 2;
  scope.globs_len = 0;
  OK(ransack_skeleton_stream(&options, levels(docs, NULL, 0), NULL, &stream));
  OK(ransack_skeleton_stream_next(stream, 1, &skeleton));
  CHECK(skeleton->root == 0 && ends_in(skeleton->path, "/skeleton_a.c"));
  OK(ransack_skeleton_stream_next(stream, 1, &skeleton));
  CHECK(skeleton->root == 1 && ends_in(skeleton->path, "/skeleton_b.py"));
  CHECK_IS(ransack_outline_stream_next(stream, 1, &outline), RANSACK_STATUS_INVALID_OPTION);
  ransack_stream_free(stream);

  /* A name in some files, and a name in no file. */
  report = NULL;
  stream = NULL;
  names[1] = TEXT("g");
  OK(ransack_skeleton_each(&options, levels(docs, names, 2), NULL, NULL, NULL, &report));
  ransack_report_free(report);
  report = NULL;
  names[1] = TEXT("h");
  CHECK_IS(ransack_skeleton_each(&options, levels(docs, names, 2), NULL, NULL, NULL, &report),
           RANSACK_STATUS_UNKNOWN_NAME);
  CHECK(is(ransack_last_error()->pattern, "h") && ransack_last_error()->candidates_len == 0);
  OK(ransack_skeleton_stream(&options, levels(docs, names, 2), NULL, &stream));
  /* The names are copied. */
  names[1] = TEXT("g");
  do {
    status = ransack_skeleton_stream_next(stream, 1, &skeleton);
    CHECK(status != RANSACK_STATUS_OK || skeleton != NULL);
  } while (status == RANSACK_STATUS_OK);
  CHECK_IS(status, RANSACK_STATUS_UNKNOWN_NAME);
  OK(ransack_skeleton_stream_next(stream, 1, &skeleton));
  CHECK(skeleton == NULL);
  OK(ransack_stream_report(stream, &at_end));
  CHECK(at_end == NULL);
  ransack_stream_free(stream);
  stream = NULL;

  /* Arguments that cannot be converted. */
  names[1] = TEXT("");
  CHECK_IS(ransack_skeleton_each(&options, levels(docs, names, 2), NULL, NULL, NULL, &report),
           RANSACK_STATUS_INVALID_OPTION);
  names[1] = bytes("\xFF", 1);
  CHECK_IS(ransack_skeleton_each(&options, levels(docs, names, 2), NULL, NULL, NULL, &report),
           RANSACK_STATUS_INVALID_UTF8);
  CHECK_IS(ransack_skeleton_stream(&options, levels(docs, names, 2), NULL, &stream),
           RANSACK_STATUS_INVALID_UTF8);
  CHECK_IS(ransack_skeleton_each(&options, levels(9, NULL, 0), NULL, NULL, NULL, &report),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "9 of `level`") != NULL);
  CHECK_IS(ransack_skeleton_stream(&options, levels(9, NULL, 0), NULL, &stream),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_skeleton_each(&options, levels(docs, NULL, 1), NULL, NULL, NULL, &report),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_skeleton_stream(&options, levels(docs, NULL, 1), NULL, &stream),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_skeleton_each(NULL, levels(docs, NULL, 0), NULL, NULL, NULL, &report),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_skeleton_stream(NULL, levels(docs, NULL, 0), NULL, &stream),
           RANSACK_STATUS_NULL_ARGUMENT);
  OK(ransack_skeleton_each(&options, levels(docs, NULL, 0), NULL, NULL, NULL, NULL));
  CHECK_IS(ransack_skeleton_stream(&options, levels(docs, NULL, 0), NULL, NULL),
           RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_skeleton_stream_next(NULL, 1, &skeleton), RANSACK_STATUS_NULL_ARGUMENT);
  /* Neither a root nor a workspace. */
  scope.roots_len = 0;
  CHECK_IS(ransack_skeleton_each(&options, levels(docs, NULL, 0), NULL, NULL, NULL, &report),
           RANSACK_STATUS_INVALID_OPTION);
  OK(ransack_skeleton_stream(&options, levels(docs, NULL, 0), NULL, &stream));
  CHECK_IS(ransack_skeleton_stream_next(stream, 1, &skeleton), RANSACK_STATUS_INVALID_OPTION);
  ransack_stream_free(stream);
  stream = NULL;
  scope.roots_len = 1;

  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  CHECK_IS(ransack_skeleton_each(&options, levels(docs, NULL, 0), token, check_skeleton, &c, &report),
           RANSACK_STATUS_ABORTED);
  CHECK(report == NULL && stream == NULL);
  OK(ransack_skeleton_stream(&options, levels(docs, NULL, 0), token, &stream));
  CHECK_IS(ransack_skeleton_stream_next(stream, 1, &skeleton), RANSACK_STATUS_ABORTED);
  CHECK_IS(ransack_skeleton_stream_next(stream, 1, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  ransack_stream_free(stream);
  ransack_cancel_token_free(token);

  /* In a workspace, with an open buffer; no root means all of it. */
  OK(ransack_workspace_open(TEXT(directory), NULL, &workspace));
  c.texts[0] = "int f(void) { return 4 + 5 + 6; }\n";
  OK(ransack_workspace_set_buffer(workspace, TEXT("skeleton_a.c"), TEXT(c.texts[0])));
  scope.roots_len = 0;
  scope.workspace = workspace;
  scope.globs_len = 1;
  c.files = 0;
  OK(ransack_skeleton_each(&options, levels(docs, NULL, 0), NULL, check_skeleton, &c, &report));
  CHECK(c.files == 2 && report->files_searched == 2);
  ransack_report_free(report);
  report = NULL;
  OK(ransack_skeleton_stream(&options, levels(docs, NULL, 0), NULL, &stream));
  check_skeleton_stream(stream, &c);
  stream = NULL;
  CHECK_IS(ransack_skeleton_each(&options, levels(9, NULL, 0), NULL, NULL, NULL, &report),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_skeleton_stream(&options, levels(9, NULL, 0), NULL, &stream),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK(stream == NULL);
  names[0] = TEXT("h");
  CHECK_IS(ransack_skeleton_each(&options, levels(docs, names, 1), NULL, NULL, NULL, &report),
           RANSACK_STATUS_UNKNOWN_NAME);
  OK(ransack_workspace_close(workspace));
  CHECK_IS(ransack_skeleton_each(&options, levels(docs, NULL, 0), NULL, NULL, NULL, &report),
           RANSACK_STATUS_CLOSED);
  OK(ransack_skeleton_stream(&options, levels(docs, NULL, 0), NULL, &stream));
  CHECK_IS(ransack_skeleton_stream_next(stream, 1, &skeleton), RANSACK_STATUS_CLOSED);
  ransack_stream_free(stream);
  ransack_workspace_free(workspace);
  CHECK(report == NULL);
  remove(first);
  remove(second);
  remove(other);
}

static void bad_input(void) {
  ransack_outline *outline = NULL;
  ransack_definition *found = NULL;
  ransack_skeleton *skeleton = NULL;
  ransack_report *report = NULL;
  ransack_bytes source = TEXT("int f;"), c = TEXT("c"), name = TEXT("f"), none = TEXT("klingon");
  CHECK(ransack_outline_source(source, c, 3, NULL, NULL) == RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(ransack_outline_source(source, none, 3, NULL, &outline) == RANSACK_STATUS_INVALID_OPTION);
  const uint32_t parts[] = {RANSACK_DEFINITION_PART_DOC, 99};
  CHECK(ransack_definition_source(source, c, name, parts_of(parts, 2), NULL, &found) == RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("unknown value 99 of `parts[1]`: expected 0 to 6");
  CHECK(ransack_definition_source(source, c, name, parts_of(NULL, 1), NULL, &found) == RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(ransack_definition_source(source, c, TEXT(""), parts_of(NULL, 0), NULL, &found) == RANSACK_STATUS_INVALID_OPTION);
  CHECK(ransack_skeleton_source(source, c, levels(99, NULL, 0), NULL, &skeleton) == RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("unknown value 99 of `level`: expected 0 to 3");
  CHECK(ransack_skeleton_source(source, c, levels(1, NULL, 1), NULL, &skeleton) == RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(ransack_skeleton_source(source, c, levels(1, &none, 1), NULL, &skeleton) == RANSACK_STATUS_UNKNOWN_NAME);
  CHECK(ransack_outline_each(NULL, NULL, NULL, NULL, &report) == RANSACK_STATUS_NULL_ARGUMENT);
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  options.version = 99;
  CHECK(ransack_outline_each(&options, NULL, NULL, NULL, &report) == RANSACK_STATUS_BAD_VERSION);
  OK(ransack_options_init(&options, "ransack_outline_options", RANSACK_OUTLINE_OPTIONS_VERSION));
  options.language = none;
  CHECK(ransack_outline_each(&options, NULL, NULL, NULL, &report) == RANSACK_STATUS_INVALID_OPTION);
  CHECK(outline == NULL && found == NULL && skeleton == NULL && report == NULL);
}

static void cancellation(void) {
  ransack_cancel_token *token = NULL;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  ransack_outline *outline = NULL;
  ransack_report *report = NULL;
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  CHECK(ransack_outline_source(TEXT("int f;"), TEXT("c"), 3, token, &outline) == RANSACK_STATUS_ABORTED);
  CHECK(ransack_outline_each(&options, token, NULL, NULL, &report) == RANSACK_STATUS_ABORTED);
  ransack_cancel_token_free(token);
  options.timeout_ms = 0;
  CHECK(ransack_outline_each(&options, NULL, NULL, NULL, &report) == RANSACK_STATUS_TIMEOUT);
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  texts();
  definitions();
  skeletons();
  files(argv[1]);
  skeletons_of_files(argv[1]);
  names_of_matches(argv[1]);
  bad_input();
  cancellation();
  return 0;
}
