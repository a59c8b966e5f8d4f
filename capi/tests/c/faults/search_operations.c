/* Searches, and calls that read files. */

#include <stddef.h>

#include "../test.h"
#include "answers.h"
#include "injector.h"

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

static int on_conflict(const ransack_conflict *conflict, void *data) {
  (void)data;
  print_line("item", conflict->path);
  return 0;
}

static void conflicts(void) {
  ransack_conflicts_options options = RANSACK_CONFLICTS_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_report *report = NULL;
  ransack_status status;
  ransack_bytes root = ransack_bytes_from_str(in_dir(dir, "tree"));
  scope.roots = &root;
  scope.roots_len = 1;
  options.scope = &scope;
  injector_mark(1);
  status = ransack_conflicts(&options, NULL, on_conflict, NULL, &report);
  print_outcome(status, report);
}

/* Only files with all numbers are printed; the report lists the others. */
static void directory_tree(void) {
  ransack_tree_options options = RANSACK_TREE_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_bytes root = ransack_bytes_from_str(in_dir(dir, "tree"));
  ransack_tree_outcome *outcome = NULL;
  ransack_status status;
  size_t i;
  scope.roots = &root;
  scope.roots_len = 1;
  options.scope = &scope;
  options.sizes = options.lines = 1;
  options.max_file_size = RANSACK_NO_LIMIT;
  injector_mark(1);
  status = ransack_tree(&options, NULL, &outcome);
  if (has_failed(status)) return;
  for (i = 0; i < outcome->nodes_len; i++) {
    const ransack_tree_node *node = &outcome->nodes[i];
    if (node->file_type != RANSACK_FILE_TYPE_FILE || !node->has_lines || !node->has_size) continue;
    print("item ");
    print_bytes(node->path);
    print(" %llu %llu\n", (unsigned long long)node->lines, (unsigned long long)node->size);
  }
  print_report(outcome->report);
  ransack_tree_outcome_free(outcome);
}

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

/* Reads lines of three files. */
static void read_lines(void) {
  ransack_read_lines_options options = RANSACK_READ_LINES_OPTIONS_INIT;
  ransack_read_lines_outcome *outcome = NULL;
  ransack_file_lines ranges[3];
  ransack_status status;
  size_t i;
  memset(ranges, 0, sizeof ranges);
  ranges[0].path = RANSACK_BYTES("a.txt");
  ranges[1].path = RANSACK_BYTES("page.txt");
  ranges[1].first_line = 900;
  ranges[1].last_line = 901;
  ranges[2].path = RANSACK_BYTES("utf16.txt");
  options.path = ransack_bytes_from_str(in_dir(dir, "tree"));
  options.ranges = ranges;
  options.ranges_len = 3;
  injector_mark(1);
  status = ransack_read_lines(&options, NULL, &outcome);
  if (has_failed(status)) return;
  for (i = 0; i < outcome->ranges_len; i++) print_line("item", outcome->ranges[i].text);
  print_report(outcome->report);
  ransack_read_lines_outcome_free(outcome);
}

const operation SEARCH_OPERATIONS[] = {
    {"grep", grep},
    {"grep_below", grep_below},
    {"grep_multiline", grep_multiline},
    {"grep_follow", grep_follow},
    {"glob", glob},
    {"glob_by_mtime", glob_by_mtime},
    {"fuzzy_find", fuzzy_find},
    {"ast_grep", ast_grep},
    {"outline_each", outline_each},
    {"imports_file", imports_file},
    {"skeleton_each", skeleton_each},
    {"imports_each", imports_each},
    {"exports_each", exports_each},
    {"definition_in_file", definition_in_file},
    {"tokenizer_file", tokenizer_file},
    {"read_lines", read_lines},
    {"conflicts", conflicts},
    {"directory_tree", directory_tree},
    {NULL, NULL},
};
