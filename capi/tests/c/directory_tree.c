/* Directory trees, and paths that a workspace allows and denies. */

#include "test.h"

SIZE_IS(size_of_tree_node, ransack_tree_node, 104);
SIZE_IS(size_of_tree_outcome, ransack_tree_outcome, 48);

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  CHECK_IS(fwrite(text, 1, strlen(text), file), strlen(text));
  fclose(file);
}

static ransack_tree_outcome *tree(const ransack_tree_options *options) {
  ransack_tree_outcome *outcome = NULL;
  OK(ransack_tree(options, NULL, &outcome));
  CHECK(outcome != NULL);
  return outcome;
}

/* The tree of "sub" has one file, whose text is known. */
static void numbers(const char *dir) {
  ransack_tree_options options = RANSACK_TREE_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_bytes root = ransack_bytes_from_str(in_dir(dir, "sub"));
  ransack_tree_outcome *outcome;
  const ransack_tree_node *node;
  write_file(in_dir(dir, "sub/d.rs"), "fn a() {}\nfn b() {}");
  scope.roots = &root;
  scope.roots_len = 1;
  options.scope = &scope;
  outcome = tree(&options);
  CHECK_IS(outcome->nodes_len, 2);
  node = &outcome->nodes[0];
  CHECK(node->file_type == RANSACK_FILE_TYPE_DIR && node->depth == 0 && node->files == 1);
  CHECK(ends_in(node->path, "/sub") && node->name.len == node->path.len);
  node = &outcome->nodes[1];
  CHECK(is(node->path, "d.rs") && is(node->name, "d.rs") && node->depth == 1);
  CHECK(!node->has_size && !node->has_lines && !node->has_tokens && !node->has_symbols);
  CHECK(ends_in(outcome->text, "/sub/\n  d.rs\n"));
  CHECK_IS(outcome->tokens, 0);
  CHECK(outcome->report->complete);
  ransack_tree_outcome_free(outcome);

  options.sizes = options.lines = options.tokens = options.symbols = 1;
  options.style = RANSACK_TREE_STYLE_LINES;
  outcome = tree(&options);
  node = &outcome->nodes[1];
  CHECK(node->has_size && node->has_lines && node->has_tokens && node->has_symbols);
  CHECK_IS(node->size, 19);
  CHECK_IS(node->lines, 2);
  CHECK_IS(node->symbols, 2);
  CHECK(node->tokens > 0 && outcome->nodes[0].tokens == node->tokens);
  CHECK(ends_in(outcome->text, " tokens, 2 symbols)\n"));
  ransack_tree_outcome_free(outcome);

  options.depth = 0;
  options.sizes = options.lines = options.tokens = options.symbols = 0;
  options.max_tokens = 1000;
  outcome = tree(&options);
  CHECK_IS(outcome->nodes_len, 1);
  CHECK(outcome->nodes[0].is_collapsed);
  CHECK(outcome->tokens > 0);
  CHECK(ends_in(outcome->text, "/sub/ (1 file)\n"));
  ransack_tree_outcome_free(outcome);
}

static void faults(const char *dir) {
  ransack_tree_options options = RANSACK_TREE_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_bytes root = ransack_bytes_from_str(dir);
  ransack_tree_outcome *outcome = NULL;
  scope.roots = &root;
  scope.roots_len = 1;
  options.scope = &scope;
  options.max_tokens = 1;
  CHECK_IS(ransack_tree(&options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "more than the limit of 1; raise `max_tokens`") != NULL);
  options.max_tokens = RANSACK_NO_LIMIT;
  options.style = 3;
  CHECK_IS(ransack_tree(&options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  options.style = RANSACK_TREE_STYLE_ASCII;
  options.version = RANSACK_TREE_OPTIONS_VERSION + 1;
  CHECK_IS(ransack_tree(&options, NULL, &outcome), RANSACK_STATUS_BAD_VERSION);
  options.version = RANSACK_TREE_OPTIONS_VERSION;
  options.timeout_ms = 0;
  CHECK_IS(ransack_tree(&options, NULL, &outcome), RANSACK_STATUS_TIMEOUT);
  CHECK_IS(ransack_tree(NULL, NULL, &outcome), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_tree(&options, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(outcome == NULL);
  ransack_tree_outcome_free(NULL);
}

/* A workspace in "sub" that allows one file outside it and denies another one inside. */
static void bounds(const char *dir) {
  ransack_workspace_options options = RANSACK_WORKSPACE_OPTIONS_INIT;
  ransack_workspace *w = NULL;
  ransack_string *path = NULL;
  ransack_bytes allow = RANSACK_BYTES("../allowed.txt"), deny = RANSACK_BYTES("*.key");
  grep_case c;
  ransack_report *report = NULL;
  write_file(in_dir(dir, "allowed.txt"), "fn\n");
  write_file(in_dir(dir, "other.txt"), "fn\n");
  write_file(in_dir(dir, "sub/x.key"), "fn\n");
  options.allow = &allow;
  options.allow_len = 1;
  options.deny = &deny;
  options.deny_len = 1;
  OK(ransack_workspace_open(ransack_bytes_from_str(in_dir(dir, "sub")), &options, &w));
  OK(ransack_workspace_resolve(w, allow, &path));
  ransack_string_free(path);
  path = NULL;
  CHECK_IS(ransack_workspace_resolve(w, RANSACK_BYTES("../other.txt"), &path),
           RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "list it in `allow` to allow it") != NULL);
  CHECK_IS(ransack_workspace_set_buffer(w, RANSACK_BYTES("new.key"), RANSACK_BYTES("x")),
           RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_STARTS("the workspace denies the path: `*.key`: ");
  grep_case_init(&c, "fn", ".");
  c.scope.workspace = w;
  OK(ransack_grep(&c.options, NULL, NULL, NULL, &report));
  CHECK_IS(report->skipped_len, 1);
  CHECK_IS(report->skipped[0].reason, RANSACK_SKIP_REASON_DENIED);
  CHECK(is(report->skipped[0].paths[0].path, "x.key"));
  CHECK_IS(report->files_with_matches, 1);
  ransack_report_free(report);
  ransack_workspace_free(w);
  w = NULL;
  deny = RANSACK_BYTES("{1..3}");
  CHECK_IS(ransack_workspace_open(ransack_bytes_from_str(dir), &options, &w),
           RANSACK_STATUS_INVALID_GLOB);
  CHECK(w == NULL);
}

int main(int argc, char **argv) {
  const char *place = tree_of(argc, argv);
  numbers(in_dir(place, "tree"));
  faults(in_dir(place, "tree"));
  bounds(in_dir(place, "tree"));
  return 0;
}
