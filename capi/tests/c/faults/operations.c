#include "operations.h"

#include <stdarg.h>
#include <stddef.h>

#include "../test.h"
#include "injector.h"

enum { OUTPUT_SIZE = 1 << 20 };

/* The arguments of the operation in progress, in the child process. */
static output *out;
static const char *dir;

size_t output_size(void) { return sizeof(output) + OUTPUT_SIZE; }

static void print(const char *format, ...) {
  size_t room = OUTPUT_SIZE - out->len;
  va_list arguments;
  int len;
  va_start(arguments, format);
  len = vsnprintf(out->text + out->len, room, format, arguments);
  va_end(arguments);
  CHECK(len >= 0 && (size_t)len < room);
  out->len += (size_t)len;
}

/* Prints bytes on one line: control characters and backslashes as hexadecimal numbers. */
static void print_bytes(ransack_bytes view) {
  size_t i;
  for (i = 0; i < view.len; i++) {
    int byte = view.data[i];
    if (byte < ' ' || byte == '\\') {
      print("\\%02x", byte);
    } else {
      print("%c", byte);
    }
  }
}

static void print_line(const char *label, ransack_bytes view) {
  print("%s ", label);
  print_bytes(view);
  print("\n");
}

static void print_span(const ransack_span *span) {
  print(" %zu-%zu:%llu.%zu ", span->start.offset, span->end.offset,
        (unsigned long long)span->start.line, span->start.column);
}

static int is_by_choice(ransack_skip_reason reason) {
  return reason == RANSACK_SKIP_REASON_NODE_MODULES ||
         reason == RANSACK_SKIP_REASON_SYMLINK_LOOP || reason == RANSACK_SKIP_REASON_NO_PATTERN;
}

static void print_report(const ransack_report *report) {
  size_t i, j;
  print("complete %d\n", report->complete);
  print("total %llu exact %d files %llu\n", (unsigned long long)report->total_matches,
        report->total_is_exact, (unsigned long long)report->files_with_matches);
  if (report->stopped_by != RANSACK_STOPPED_BY_NONE) print("stopped %u\n", report->stopped_by);
  for (i = 0; i < report->skipped_len; i++) {
    const ransack_skipped *skipped = &report->skipped[i];
    const char *label = is_by_choice(skipped->reason) ? "outside" : "skipped";
    for (j = 0; j < skipped->paths_len; j++) {
      print("%s %u ", label, skipped->reason);
      print_bytes(skipped->paths[j].path);
      print(" (");
      print_bytes(skipped->paths[j].detail);
      print(")\n");
    }
    CHECK(skipped->count >= skipped->paths_len && skipped->paths_len > 0);
    if (skipped->count > skipped->paths_len) print("%s %u . (and others)\n", label, skipped->reason);
  }
}

/* Ends the traced part, and prints the error of a call that failed. Returns whether it did. */
static int has_failed(ransack_status status) {
  const ransack_error *error;
  size_t i;
  injector_mark(0);
  if (status == RANSACK_STATUS_OK) return 0;
  error = ransack_last_error();
  CHECK(error != NULL && error->status == status);
  print("error %d ", status);
  print_bytes(error->message);
  print("\n");
  for (i = 0; i < error->paths_len; i++) print_line("listed", error->paths[i]);
  return 1;
}

static void print_outcome(ransack_status status, ransack_report *report) {
  if (has_failed(status)) {
    CHECK(report == NULL);
    return;
  }
  print_report(report);
  ransack_report_free(report);
}

static int on_grep_match(const ransack_grep_match *match, void *data) {
  (void)data;
  print("item ");
  print_bytes(match->path);
  print(" %llu %llu ", (unsigned long long)match->line_number,
        (unsigned long long)match->byte_offset);
  print_bytes(match->line);
  print("\n");
  return 0;
}

static void grep_with(void (*change)(grep_case *c), const char *pattern) {
  ransack_report *report = NULL;
  ransack_status status;
  grep_case c;
  grep_case_init(&c, pattern, in_dir(dir, "tree"));
  if (change != NULL) change(&c);
  injector_mark(1);
  status = ransack_grep(&c.options, NULL, on_grep_match, NULL, &report);
  print_outcome(status, report);
}

static void grep(void) { grep_with(NULL, "needle"); }

/* Rules also come from above the root. */
static void set_below(grep_case *c) { c->root = ransack_bytes_from_str(in_dir(dir, "tree/sub")); }

static void grep_below(void) { grep_with(set_below, "needle"); }

static void set_multiline(grep_case *c) { c->options.multiline = 1; }

static void grep_multiline(void) { grep_with(set_multiline, "needle[^x]{0,9}\\n\\w+"); }

static void set_follow(grep_case *c) {
  c->scope.follow_symlinks = 1;
  c->scope.tracked = 1;
  c->scope.node_modules = 1;
  c->options.binary = 1;
}

static void grep_follow(void) { grep_with(set_follow, "needle"); }

/* A link whose target cannot be examined has its own size and time, so links are left out. */
static int on_glob_match(const ransack_glob_match *match, void *data) {
  (void)data;
  print("item ");
  print_bytes(match->path);
  print(" %u", match->file_type);
  if (match->file_type == RANSACK_FILE_TYPE_FILE) {
    print(" %d %lld %d %llu", match->has_mtime, (long long)match->mtime_ms, match->has_size,
          (unsigned long long)match->size);
  }
  print("\n");
  return 0;
}

static void glob_with(int is_sorted) {
  ransack_report *report = NULL;
  ransack_status status;
  glob_case c;
  glob_case_init(&c, "**/*.*", in_dir(dir, "tree"));
  c.options.sort_by_mtime = (uint8_t)is_sorted;
  c.options.stat = (uint8_t)is_sorted;
  c.scope.hidden = RANSACK_HIDDEN_INCLUDE;
  injector_mark(1);
  status = ransack_glob(&c.options, NULL, on_glob_match, NULL, &report);
  print_outcome(status, report);
}

static void glob(void) { glob_with(0); }

static void glob_by_mtime(void) { glob_with(1); }

static int on_fuzzy_match(const ransack_fuzzy_match *match, void *data) {
  (void)data;
  print_line("item", match->path);
  return 0;
}

static void fuzzy_find(void) {
  ransack_fuzzy_find_options options = RANSACK_FUZZY_FIND_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_report *report = NULL;
  ransack_status status;
  ransack_bytes root = ransack_bytes_from_str(in_dir(dir, "tree"));
  scope.roots = &root;
  scope.roots_len = 1;
  options.scope = &scope;
  options.query = ransack_bytes_from_str("s");
  injector_mark(1);
  status = ransack_fuzzy_find(&options, NULL, on_fuzzy_match, NULL, &report);
  print_outcome(status, report);
}

static int on_ast_match(const ransack_ast_match *match, void *data) {
  (void)data;
  print("item ");
  print_bytes(match->path);
  print_span(&match->span);
  print_bytes(match->text);
  print("\n");
  return 0;
}

static void ast_grep(void) {
  ransack_ast_grep_options options = RANSACK_AST_GREP_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_report *report = NULL;
  ransack_status status;
  ransack_bytes root = ransack_bytes_from_str(in_dir(dir, "tree"));
  ransack_bytes pattern = ransack_bytes_from_str("call($A)");
  scope.roots = &root;
  scope.roots_len = 1;
  options.patterns = &pattern;
  options.patterns_len = 1;
  options.scope = &scope;
  options.time_per_file_ms = RANSACK_NO_LIMIT;
  injector_mark(1);
  status = ransack_ast_grep(&options, NULL, on_ast_match, NULL, &report);
  print_outcome(status, report);
}

static void outline_case(ransack_outline_options *options, ransack_scope *scope,
                         ransack_bytes *root, const char *path) {
  const ransack_outline_options defaults = RANSACK_OUTLINE_OPTIONS_INIT;
  const ransack_scope all = RANSACK_SCOPE_INIT;
  *options = defaults;
  *scope = all;
  *root = ransack_bytes_from_str(path);
  scope->roots = root;
  scope->roots_len = 1;
  options->scope = scope;
  options->time_per_file_ms = RANSACK_NO_LIMIT;
}

static int on_outline(const ransack_outline *item, void *data) {
  size_t i;
  (void)data;
  for (i = 0; i < item->items_len; i++) {
    print("item ");
    print_bytes(item->path);
    print_span(&item->items[i].span);
    print_bytes(item->items[i].qualified_name);
    print("\n");
  }
  return 0;
}

static void outline_each(void) {
  ransack_outline_options options;
  ransack_scope scope;
  ransack_bytes root;
  ransack_report *report = NULL;
  ransack_status status;
  outline_case(&options, &scope, &root, in_dir(dir, "tree"));
  injector_mark(1);
  status = ransack_outline_each(&options, NULL, on_outline, NULL, &report);
  print_outcome(status, report);
}

static int on_skeleton(const ransack_skeleton *item, void *data) {
  (void)data;
  print("item ");
  print_bytes(item->path);
  print(" %llu ", (unsigned long long)item->elided);
  print_bytes(item->text);
  print("\n");
  return 0;
}

static void skeleton_each(void) {
  ransack_outline_options options;
  ransack_scope scope;
  ransack_bytes root;
  ransack_report *report = NULL;
  ransack_status status;
  outline_case(&options, &scope, &root, in_dir(dir, "tree"));
  injector_mark(1);
  status = ransack_skeleton_each(&options, NULL, NULL, on_skeleton, NULL, &report);
  print_outcome(status, report);
}

static int on_imports(const ransack_imports *item, void *data) {
  size_t i;
  (void)data;
  for (i = 0; i < item->items_len; i++) print_line("item", item->items[i].module);
  return 0;
}

static void imports_file(void) {
  const ransack_bytes path = ransack_bytes_from_str(in_dir(dir, "tree/sub/c.py"));
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  ransack_imports *imports = NULL;
  ransack_report *report = NULL;
  ransack_status status;
  options.time_per_file_ms = RANSACK_NO_LIMIT;
  injector_mark(1);
  status = ransack_imports_file(path, &options, NULL, &imports, &report);
  if (imports != NULL) on_imports(imports, NULL);
  ransack_imports_free(imports);
  print_outcome(status, report);
}

static void imports_each(void) {
  ransack_outline_options options;
  ransack_scope scope;
  ransack_bytes root;
  ransack_report *report = NULL;
  ransack_status status;
  outline_case(&options, &scope, &root, in_dir(dir, "tree"));
  injector_mark(1);
  status = ransack_imports_each(&options, NULL, on_imports, NULL, &report);
  print_outcome(status, report);
}

static int on_exports(const ransack_exports *item, void *data) {
  size_t i;
  (void)data;
  for (i = 0; i < item->items_len; i++) print_line("item", item->items[i].name);
  return 0;
}

static void exports_each(void) {
  ransack_outline_options options;
  ransack_scope scope;
  ransack_bytes root;
  ransack_report *report = NULL;
  ransack_status status;
  outline_case(&options, &scope, &root, in_dir(dir, "tree"));
  injector_mark(1);
  status = ransack_exports_each(&options, NULL, on_exports, NULL, &report);
  print_outcome(status, report);
}

static void definition_in_file(void) {
  const ransack_bytes path = ransack_bytes_from_str(in_dir(dir, "tree/sub/c.py"));
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  ransack_definition *definition = NULL;
  ransack_report *report = NULL;
  ransack_status status;
  options.time_per_file_ms = RANSACK_NO_LIMIT;
  injector_mark(1);
  status = ransack_definition_in_file(path, &options, RANSACK_BYTES("Shape.area"), NULL, NULL,
                                      &definition, &report);
  if (definition != NULL) print_line("item", definition->text);
  ransack_definition_free(definition);
  print_outcome(status, report);
}

static void tokenizer_file(void) {
  ransack_tiktoken_options options = RANSACK_TIKTOKEN_OPTIONS_INIT;
  ransack_tokenizer *tokenizer = NULL;
  ransack_status status;
  size_t count = 0;
  const char *path = in_dir(dir, "tree/ranks.tiktoken");
  injector_mark(1);
  status = ransack_tokenizer_from_tiktoken_file(ransack_bytes_from_str(path), &options, &tokenizer);
  if (has_failed(status)) return;
  OK(ransack_tokenizer_count(tokenizer, ransack_bytes_from_str("abc abc\x7f"), NULL, NULL, &count));
  print("item %zu\ncomplete 1\n", count);
  ransack_tokenizer_free(tokenizer);
}

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

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  CHECK(fwrite(text, 1, strlen(text), file) == strlen(text));
  CHECK(fclose(file) == 0);
}

/* Searches a workspace, and prints the items after a label, because one operation does it twice. */
static int on_labelled_match(const ransack_grep_match *match, void *label) {
  print("item %s ", (const char *)label);
  print_bytes(match->path);
  print(" %llu ", (unsigned long long)match->line_number);
  print_bytes(match->line);
  print("\n");
  return 0;
}

/* Prints the result of the search; the traced part continues. */
static void search_workspace(const ransack_workspace *workspace, const char *label) {
  static char labels[4][16];
  static int used;
  ransack_report *report = NULL;
  ransack_status status;
  grep_case c;
  char *text = labels[used++];
  sprintf(text, "%s", label);
  grep_case_init(&c, "needle", ".");
  c.scope.workspace = workspace;
  status = ransack_grep(&c.options, NULL, on_labelled_match, text, &report);
  print("part %s\n", label);
  print_outcome(status, report);
  injector_mark(1);
}

static void workspace_with(uint32_t refresh) {
  ransack_workspace_options options = RANSACK_WORKSPACE_OPTIONS_INIT;
  ransack_workspace *workspace = NULL;
  ransack_status status;
  options.refresh = refresh;
  injector_mark(1);
  status = ransack_workspace_open(ransack_bytes_from_str(in_dir(dir, "tree")), &options, &workspace);
  if (status != RANSACK_STATUS_OK) {
    print("part open\n");
    has_failed(status);
    return;
  }
  search_workspace(workspace, "first");
  injector_mark(0);
  write_file(in_dir(dir, "tree/sub/new.txt"), "a new needle\n");
  write_file(in_dir(dir, "tree/a.txt"), "another needle\n");
  CHECK(remove(in_dir(dir, "tree/page.txt")) == 0);
  injector_mark(1);
  search_workspace(workspace, "second");
  injector_mark(0);
  write_file(in_dir(dir, "tree/sub/.gitignore"), "new.txt\n");
  injector_mark(1);
  status = ransack_workspace_refresh(workspace, NULL);
  if (status != RANSACK_STATUS_OK) {
    print("part refresh\n");
    has_failed(status);
    injector_mark(1);
  }
  search_workspace(workspace, "third");
  ransack_workspace_close(workspace);
  ransack_workspace_free(workspace);
  injector_mark(0);
}

static void workspace_watch(void) { workspace_with(RANSACK_REFRESH_MODE_WATCH); }

static void workspace_stat(void) { workspace_with(RANSACK_REFRESH_MODE_STAT); }

/* Opens a workspace with the index in `index`, waits for it, and searches. */
static void index_with(ransack_status (*use)(const ransack_workspace *workspace)) {
  ransack_workspace_options options = RANSACK_WORKSPACE_OPTIONS_INIT;
  ransack_workspace *workspace = NULL;
  ransack_status status;
  options.index = RANSACK_INDEX_MODE_DISK;
  options.index_path = ransack_bytes_from_str(in_dir(dir, "index"));
  injector_mark(1);
  status = ransack_workspace_open(ransack_bytes_from_str(in_dir(dir, "tree")), &options, &workspace);
  if (status != RANSACK_STATUS_OK) {
    print("part open\n");
    has_failed(status);
    return;
  }
  status = use(workspace);
  if (status != RANSACK_STATUS_OK) {
    print("part use\n");
    has_failed(status);
    injector_mark(1);
  }
  search_workspace(workspace, "search");
  ransack_workspace_close(workspace);
  ransack_workspace_free(workspace);
  injector_mark(0);
}

static ransack_status wait_until_ready(const ransack_workspace *workspace) {
  return ransack_workspace_ready(workspace, NULL, NULL, NULL);
}

static ransack_status export_index(const ransack_workspace *workspace) {
  ransack_status status = wait_until_ready(workspace);
  if (status != RANSACK_STATUS_OK) return status;
  return ransack_workspace_export_index(workspace, ransack_bytes_from_str(in_dir(dir, "exported")),
                                        NULL);
}

static ransack_status import_index(const ransack_workspace *workspace) {
  return ransack_workspace_import_index(workspace, ransack_bytes_from_str(in_dir(dir, "exported")),
                                        NULL);
}

static void index_ready(void) { index_with(wait_until_ready); }

static void index_export(void) { index_with(export_index); }

static void index_import(void) { index_with(import_index); }

typedef struct operation {
  const char *name;
  void (*run)(void);
} operation;

#define OPERATION(name) {#name, name}

static const operation OPERATIONS[] = {
    OPERATION(grep),           OPERATION(grep_below),         OPERATION(grep_multiline),
    OPERATION(grep_follow),
    OPERATION(glob),           OPERATION(glob_by_mtime),      OPERATION(fuzzy_find),
    OPERATION(ast_grep),       OPERATION(outline_each),       OPERATION(imports_file),
    OPERATION(skeleton_each),  OPERATION(imports_each),       OPERATION(exports_each),
    OPERATION(definition_in_file), OPERATION(tokenizer_file), OPERATION(ast_edit),
    OPERATION(edit_definition), OPERATION(edit_files),        OPERATION(recover_edits),
    OPERATION(interrupted_edits),
    OPERATION(workspace_watch), OPERATION(workspace_stat),    OPERATION(index_ready),
    OPERATION(index_export),   OPERATION(index_import),
};

void operation_run(const char *name, const char *directory, output *output) {
  size_t i;
  out = output;
  dir = directory;
  for (i = 0; i < sizeof OPERATIONS / sizeof *OPERATIONS; i++) {
    if (strcmp(OPERATIONS[i].name, name) == 0) {
      OPERATIONS[i].run();
      return;
    }
  }
  fprintf(stderr, "unknown operation: %s\n", name);
  exit(2);
}
