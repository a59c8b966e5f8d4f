/* Packing of files into one text: maxima, levels, rules, secrets, invalid input. */

#include "test.h"

SIZE_IS(size_of_packed, ransack_packed, 96);
SIZE_IS(size_of_pack_part, ransack_pack_part, 24);
SIZE_IS(size_of_packed_file, ransack_packed_file, 128);
SIZE_IS(size_of_packed_directory, ransack_packed_directory, 48);
SIZE_IS(size_of_pack_decision, ransack_pack_decision, 64);
SIZE_IS(size_of_found_secret, ransack_found_secret, 24);
SIZE_IS(size_of_relevant_text, ransack_relevant_text, 24);
SIZE_IS(size_of_level_rule, ransack_level_rule, 24);
SIZE_IS(size_of_weight_rule, ransack_weight_rule, 24);
SIZE_IS(size_of_packed_text, ransack_packed_text, 32);
SIZE_IS(size_of_pack_section, ransack_pack_section, 32);

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  CHECK(fwrite(text, 1, strlen(text), file) == strlen(text));
  CHECK(fclose(file) == 0);
}

static int contains(ransack_bytes text, const char *part) {
  size_t len = strlen(part), i;
  for (i = 0; i + len <= text.len; i++)
    if (memcmp(text.data + i, part, len) == 0) return 1;
  return 0;
}

typedef struct pack_case {
  ransack_bytes root;
  ransack_scope scope;
  ransack_pack_options options;
} pack_case;

static void pack_case_init(pack_case *c, const char *dir) {
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_pack_options options = RANSACK_PACK_OPTIONS_INIT;
  c->root = ransack_bytes_from_str(dir);
  c->scope = scope;
  c->scope.roots = &c->root;
  c->scope.roots_len = 1;
  c->options = options;
  c->options.scope = &c->scope;
  c->options.rule_root = c->root;
}

static void whole_files(const char *dir) {
  pack_case c;
  ransack_packed *packed = NULL;
  pack_case_init(&c, dir);
  CHECK_IS(c.options.tree, 1);
  OK(ransack_pack(&c.options, NULL, &packed));
  CHECK(contains(packed->text, "# Files\n\n```\n./ ("));
  ransack_packed_free(packed);
  packed = NULL;
  c.options.tree = 0;
  OK(ransack_pack(&c.options, NULL, &packed));
  CHECK(is(packed->text, "## a.c\n\n```c\nint f(void) { return 1; }\n```\n\n## b.txt\n\n```\ntext\n```\n"));
  CHECK_IS(packed->files_len, 3);
  CHECK(is(packed->files[0].path, "a.c") && is(packed->files[0].language, "c"));
  CHECK_IS(packed->files[0].treatment, RANSACK_PACK_LEVEL_WHOLE);
  CHECK_IS(packed->files[0].reason, RANSACK_PACK_REASON_COMPLETE);
  CHECK_IS(packed->files[0].content_id.len, 32);
  CHECK_IS(packed->files[2].reason, RANSACK_PACK_REASON_SECRET);
  CHECK_IS(packed->files[2].secrets_len, 1);
  CHECK_IS(packed->files[2].secrets[0].line, 2);
  CHECK(is(packed->files[2].secrets[0].kind, "AWS access key"));
  CHECK_IS(packed->directories_len, 1);
  CHECK_IS(packed->directories[0].files, 3);
  CHECK(packed->tokens > 0 && packed->report->complete);
  ransack_packed_free(packed);
  ransack_packed_free(NULL);
}

static void maxima_levels_and_sections(const char *dir) {
  pack_case c;
  ransack_packed *packed = NULL;
  ransack_level_rule level;
  ransack_weight_rule weight;
  ransack_pack_section section;
  ransack_relevant_text relevant;
  pack_case_init(&c, dir);
  memset(&level, 0, sizeof level);
  memset(&relevant, 0, sizeof relevant);
  level.glob = ransack_bytes_from_str("*.c");
  level.level = RANSACK_PACK_LEVEL_OUTLINE;
  weight.glob = ransack_bytes_from_str("b.*");
  weight.weight = 2;
  section.title = ransack_bytes_from_str("Log");
  section.text = ransack_bytes_from_str("one");
  relevant.text = ransack_bytes_from_str("^f$");
  relevant.is_pattern = 1;
  c.options.levels = &level;
  c.options.levels_len = 1;
  c.options.weights = &weight;
  c.options.weights_len = 1;
  c.options.sections = &section;
  c.options.sections_len = 1;
  c.options.relevant = &relevant;
  c.options.relevant_len = 1;
  c.options.max_tokens = 60;
  c.options.format = RANSACK_PACK_FORMAT_PLAIN;
  OK(ransack_pack(&c.options, NULL, &packed));
  CHECK(packed->tokens <= 60);
  CHECK(contains(packed->text, "==== a.c (outline)\nfunction f\n"));
  CHECK(contains(packed->text, "==== Log\none\n"));
  ransack_packed_free(packed);
  packed = NULL;
  c.options.max_part_tokens = 40;
  OK(ransack_pack(&c.options, NULL, &packed));
  CHECK(packed->parts_len > 0 && packed->parts[0].tokens <= 40);
  CHECK(contains(packed->parts[packed->parts_len - 1].text, "==== Log\none\n"));
  ransack_packed_free(packed);
  packed = NULL;
  c.options.max_part_tokens = RANSACK_NO_LIMIT;
  level.level = 6;
  CHECK_IS(ransack_pack(&c.options, NULL, &packed), RANSACK_STATUS_INVALID_OPTION);
  level.level = 0;
  weight.weight = -1;
  CHECK_IS(ransack_pack(&c.options, NULL, &packed), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_STARTS("`weights[0]`: ");
  weight.weight = 1;
  c.options.max_bytes = 100;
  CHECK_IS(ransack_pack(&c.options, NULL, &packed), RANSACK_STATUS_INVALID_OPTION);
  c.options.max_bytes = RANSACK_NO_LIMIT;
  relevant.text = ransack_bytes_from_str("(");
  CHECK_IS(ransack_pack(&c.options, NULL, &packed), RANSACK_STATUS_INVALID_PATTERN);
  c.options.timeout_ms = 0;
  relevant.text = ransack_bytes_from_str("f");
  CHECK_IS(ransack_pack(&c.options, NULL, &packed), RANSACK_STATUS_TIMEOUT);
  CHECK_IS(ransack_pack(&c.options, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(packed == NULL);
}

static void rules(const char *dir) {
  pack_case c;
  ransack_packed *packed = NULL;
  ransack_bytes rule = RANSACK_BYTES("!*.txt");
  size_t i;
  pack_case_init(&c, dir);
  c.options.rules = &rule;
  c.options.rules_len = 1;
  c.options.explain = 1;
  c.options.list_only = 1;
  OK(ransack_pack(&c.options, NULL, &packed));
  CHECK(is(packed->text, "a.c\n"));
  for (i = 0; i < packed->decisions_len && !is(packed->decisions[i].path, "b.txt"); i++) continue;
  CHECK(i < packed->decisions_len);
  CHECK(!packed->decisions[i].is_included && !packed->decisions[i].is_directory);
  CHECK_IS(packed->decisions[i].source, RANSACK_RULE_SOURCE_CALLER);
  CHECK_IS(packed->decisions[i].line, 1);
  CHECK(is(packed->decisions[i].rule, "!*.txt") && packed->decisions[i].file.len == 0);
  ransack_packed_free(packed);
  packed = NULL;
  c.options.rule_mode = 2;
  CHECK_IS(ransack_pack(&c.options, NULL, &packed), RANSACK_STATUS_INVALID_OPTION);
}

static void parts_of_a_stream(const char *dir) {
  pack_case c;
  ransack_stream *stream = NULL;
  const ransack_packed_text *part = NULL;
  const ransack_report *report = NULL;
  char text[256];
  size_t len = 0, files = 0, ahead = 0;
  pack_case_init(&c, dir);
  c.options.format = RANSACK_PACK_FORMAT_PLAIN;
  OK(ransack_pack_stream(&c.options, NULL, &stream));
  for (;;) {
    OK(ransack_pack_stream_next(stream, 1, &part));
    if (part == NULL) break;
    CHECK(len + part->text.len < sizeof text);
    if (part->text.len > 0) memcpy(text + len, part->text.data, part->text.len);
    len += part->text.len;
    if (part->file == NULL && part->text.len == 0) ahead = (size_t)part->files_done;
    if (part->file == NULL) continue;
    CHECK_IS(part->files_done, ++files);
    CHECK_IS(part->file->content_id.len, 32);
    CHECK_IS(part->file->secrets_len, files == 3 ? 1 : 0);
  }
  CHECK_IS(ahead, 3);
  CHECK_IS(files, 3);
  text[len] = 0;
  CHECK(strncmp(text, "==== Files\n./ (", 15) == 0);
  CHECK(strstr(text, "\n\n==== a.c\nint f(void) { return 1; }\n\n==== b.txt\ntext\n") != NULL);
  OK(ransack_stream_report(stream, &report));
  CHECK(report != NULL && report->complete);
  ransack_stream_free(stream);
  stream = NULL;
  c.options.explain = 1;
  OK(ransack_pack_stream(&c.options, NULL, &stream));
  CHECK_IS(ransack_pack_stream_next(stream, 1, &part), RANSACK_STATUS_INVALID_OPTION);
  ransack_stream_free(stream);
  CHECK_IS(ransack_pack_stream(&c.options, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
}

int main(int argc, char **argv) {
  const char *dir = in_dir(tree_of(argc, argv), "empty");
  write_file(in_dir(dir, "a.c"), "int f(void) { return 1; }\n");
  write_file(in_dir(dir, "b.txt"), "text");
  write_file(in_dir(dir, "c.env"), "\nKEY=AKIA" "Q3EGRIWVBNTUJX2A\n");
  whole_files(dir);
  maxima_levels_and_sections(dir);
  rules(dir);
  parts_of_a_stream(dir);
  return 0;
}
