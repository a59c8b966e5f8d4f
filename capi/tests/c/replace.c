/* Replacements of matches in files: previews, applying, references, limits, invalid input. */

#include "test.h"

SIZE_IS(size_of_replaced_match, ransack_replaced_match, 120);
SIZE_IS(size_of_replace_outcome, ransack_replace_outcome, 120);

typedef struct replace_case {
  ransack_bytes patterns[2];
  ransack_bytes root;
  ransack_scope scope;
  ransack_replace_options options;
} replace_case;

static void replace_case_init(replace_case *c, const char *pattern, const char *replacement,
                              const char *root) {
  ransack_replace_options defaults = RANSACK_REPLACE_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  c->patterns[0] = ransack_bytes_from_str(pattern);
  c->root = ransack_bytes_from_str(root);
  c->scope = scope;
  c->scope.roots = &c->root;
  c->scope.roots_len = 1;
  c->options = defaults;
  c->options.patterns = c->patterns;
  c->options.patterns_len = 1;
  c->options.replacement = ransack_bytes_from_str(replacement);
  c->options.scope = &c->scope;
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

static void previews_and_applies(const char *dir) {
  const char *a = in_dir(dir, "a.txt"), *b = in_dir(dir, "b.txt");
  ransack_replace_outcome *preview = NULL, *outcome = NULL;
  const ransack_replaced_match *change;
  replace_case c;
  write_file(a, "\xC3\xA9 10px\r\n20px\r\n");
  write_file(b, "30px 30PX");
  replace_case_init(&c, "(\\d+)px", "${1}pt\n", dir);
  c.options.ignore_case = 1;
  CHECK(ransack_replace(&c.options, NULL, &preview) == RANSACK_STATUS_OK);
  CHECK(!preview->applied && preview->changes_len == 4 && preview->file_changes_len == 2);
  CHECK(preview->report->complete && preview->report->total_matches == 4);
  CHECK(preview->has_unchanged_matches && preview->unchanged_matches == 0);
  change = &preview->changes[0];
  CHECK(is(change->path, "a.txt") && is(change->before, "10px") && is(change->after, "10pt\r\n"));
  CHECK(change->span.start.offset == 3 && change->span.start.line == 1);
  CHECK(change->span.start.column == 3 && change->span.start.column_utf16 == 2);
  CHECK(change->span.end.offset == 7 && change->pattern == 0 && change->root == 0);
  CHECK(is(preview->changes[3].before, "30PX"));
  CHECK(preview->file_changes[1].count == 2 && preview->file_changes[1].text_edits_len > 0);
  CHECK(holds(b, "30px 30PX"));
  c.options.dry_run = 0;
  c.options.preview = preview->preview;
  c.options.max_files = 1;
  CHECK(ransack_replace(&c.options, NULL, &outcome) == RANSACK_STATUS_STALE);
  CHECK(outcome == NULL);
  c.options.max_files = RANSACK_NO_LIMIT;
  CHECK(ransack_replace(&c.options, NULL, &outcome) == RANSACK_STATUS_OK);
  CHECK(outcome->applied && outcome->file_changes[1].text_edits_len == 0);
  CHECK(holds(a, "\xC3\xA9 10pt\r\n\r\n20pt\r\n\r\n"));
  CHECK(holds(b, "30pt\n 30pt\n"));
  ransack_replace_outcome_free(outcome);
  ransack_replace_outcome_free(preview);
  ransack_replace_outcome_free(NULL);
}

static void options_are_heeded(const char *dir) {
  const char *a = in_dir(dir, "c.md"), *b = in_dir(dir, "d.md");
  ransack_bytes glob = RANSACK_BYTES("*.md"), exclude = RANSACK_BYTES("keep");
  ransack_replace_outcome *outcome = NULL;
  ransack_file_version version = RANSACK_FILE_VERSION_INIT;
  replace_case c;
  write_file(a, "Foo foo keep\nfoo.bar FOO\nbar bar\n");
  write_file(b, "bar");
  replace_case_init(&c, "foo", "bar", dir);
  c.scope.globs = &glob;
  c.scope.globs_len = 1;
  c.options.ignore_case = c.options.preserve_case = 1;
  c.options.exclude = &exclude;
  c.options.exclude_len = 1;
  c.options.dry_run = 0;
  CHECK(ransack_replace(&c.options, NULL, &outcome) == RANSACK_STATUS_OK);
  CHECK(outcome->changes_len == 2);
  CHECK(holds(a, "Foo foo keep\nbar.bar BAR\nbar bar\n"));
  ransack_replace_outcome_free(outcome);

  replace_case_init(&c, "r.b", "$1", dir);
  c.scope.globs = &glob;
  c.scope.globs_len = 1;
  c.options.literal = c.options.word = 1;
  c.patterns[1] = RANSACK_BYTES("bar");
  c.options.patterns_len = 2;
  c.options.max_replacements_per_file = 1;
  CHECK(ransack_replace(&c.options, NULL, &outcome) == RANSACK_STATUS_OK);
  CHECK(outcome->changes_len == 2 && outcome->changes[0].pattern == 1);
  CHECK(is(outcome->changes[0].after, "$1"));
  CHECK(!outcome->report->complete && !outcome->has_unchanged_matches);
  ransack_replace_outcome_free(outcome);

  c.options.replacement = RANSACK_BYTES("bar");
  c.options.max_replacements_per_file = RANSACK_NO_LIMIT;
  CHECK(ransack_replace(&c.options, NULL, &outcome) == RANSACK_STATUS_OK);
  CHECK(outcome->changes_len == 0 && outcome->unchanged_matches == 5);
  ransack_replace_outcome_free(outcome);

  version.path = ransack_bytes_from_str(a);
  version.version = RANSACK_BYTES("00000000000000000000000000000000");
  c.options.if_versions = &version;
  c.options.if_versions_len = 1;
  outcome = NULL;
  CHECK(ransack_replace(&c.options, NULL, &outcome) == RANSACK_STATUS_STALE);
  CHECK(outcome == NULL);
}

static void invalid_input_is_refused(const char *dir) {
  ransack_replace_outcome *outcome = NULL;
  replace_case c;
  replace_case_init(&c, "(a)", "$2", "/does/not/exist");
  CHECK(ransack_replace(&c.options, NULL, &outcome) == RANSACK_STATUS_INVALID_PATTERN);
  CHECK(strstr(ransack_last_error_message(), "unknown group `$2`") != NULL);
  replace_case_init(&c, "a", "b", "/does/not/exist");
  CHECK(ransack_replace(&c.options, NULL, &outcome) == RANSACK_STATUS_NOT_FOUND);
  replace_case_init(&c, "a", "\xFF", dir);
  CHECK(ransack_replace(&c.options, NULL, &outcome) == RANSACK_STATUS_INVALID_UTF8);
  replace_case_init(&c, "a", "b", dir);
  c.options.patterns_len = 0;
  CHECK(ransack_replace(&c.options, NULL, &outcome) == RANSACK_STATUS_INVALID_OPTION);
  CHECK(ransack_replace(&c.options, NULL, NULL) == RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(ransack_replace(NULL, NULL, &outcome) == RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(outcome == NULL);
}

int main(int argc, char **argv) {
  const char *dir = in_dir(tree_of(argc, argv), "empty");
  previews_and_applies(dir);
  options_are_heeded(dir);
  invalid_input_is_refused(dir);
  return 0;
}
