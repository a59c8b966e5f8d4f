/* Changes to open buffers, and their highlighting and syntax, whose trees a workspace keeps. */
#include "test.h"

static const char SOURCE[] = "int n;\n\n/* \xc3\xa9 */ int f(void)\n{\n  return n;\n}\n";

static ransack_status update(const ransack_workspace *w, const char *path, uint32_t line, uint32_t from,
                             uint32_t to, const char *text, int32_t version) {
  ransack_buffer_change change = RANSACK_BUFFER_CHANGE_INIT;
  change.text = ransack_bytes_from_str(text);
  change.start_line = change.end_line = line;
  change.start_character = from;
  change.end_character = to;
  return ransack_workspace_update_buffer(w, ransack_bytes_from_str(path), &change, 1, version);
}

static ransack_status set(const ransack_workspace *w, const char *path, const char *text) {
  return ransack_workspace_set_buffer(w, ransack_bytes_from_str(path), ransack_bytes_from_str(text));
}

static void changes(const ransack_workspace *w) {
  ransack_buffer_change whole[2] = {RANSACK_BUFFER_CHANGE_INIT, RANSACK_BUFFER_CHANGE_INIT};
  ransack_bytes path = ransack_bytes_from_str("a.c");
  OK(set(w, "a.c", "a\xf0\x9f\x98\x80\n"));
  OK(update(w, "a.c", 0, 3, 3, "b", 2));
  CHECK_IS(update(w, "a.c", 0, 3, 3, "c", 2), RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "version 2 is not newer than version 2") != NULL);
  CHECK_IS(update(w, "a.c", 0, 2, 3, "c", 3), RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "change 0: position 0:2 is inside a surrogate pair") != NULL);
  CHECK_IS(update(w, "a.c", 2, 0, 0, "c", 3), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(update(w, "a.c", 0, 3, 0, "c", 3), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(update(w, "b.c", 0, 0, 0, "c", 3), RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "no buffer is open") != NULL);
  whole[0].is_whole = 1;
  whole[0].text = ransack_bytes_from_str("whole\n");
  whole[1].end_line = 1;
  OK(ransack_workspace_update_buffer(w, path, whole, 2, 3));
  OK(ransack_workspace_update_buffer(w, path, NULL, 0, 4));
  CHECK_IS(ransack_workspace_update_buffer(w, path, NULL, 1, 5), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_workspace_update_buffer(NULL, path, whole, 1, 5), RANSACK_STATUS_NULL_ARGUMENT);
  OK(update(w, "a.c", 0, 0, 0, "int", 5));
}

/* The spans of lines equal those of the whole text. */
static void highlighting(const ransack_workspace *w) {
  ransack_highlight_options options = RANSACK_HIGHLIGHT_OPTIONS_INIT;
  ransack_highlighted *all = NULL, *part = NULL;
  ransack_bytes path = ransack_bytes_from_str("f.c"), none = ransack_bytes_from_str("");
  size_t i, found = 0;
  OK(set(w, "f.c", "int n;\n\n/* \xc3\xa9 */ int f(void)\n{\n  return ;\n}\n"));
  OK(ransack_highlight_buffer(w, path, none, NULL, NULL, NULL, &part));
  ransack_highlighted_free(part);
  OK(update(w, "f.c", 4, 9, 9, "n", 1));
  OK(ransack_highlight(ransack_bytes_from_str(SOURCE), ransack_bytes_from_str("c"), NULL, NULL, NULL, &all));
  options.first_line = 3;
  options.last_line = 5;
  OK(ransack_highlight_buffer(w, path, none, NULL, &options, NULL, &part));
  CHECK(part->report->complete && part->spans_len > 3);
  for (i = 0; i < all->spans_len; i++) {
    const ransack_highlight_span *span = &all->spans[i], *other;
    if (span->start < 8 || span->start >= 42) continue;
    CHECK(found < part->spans_len);
    other = &part->spans[found];
    CHECK(span->start == other->start && span->end == other->end);
    CHECK(span->start_utf16 == other->start_utf16 && span->end_utf16 == other->end_utf16);
    CHECK_IS(span->class_, other->class_);
    found++;
  }
  CHECK_IS(found, part->spans_len);
  ransack_highlighted_free(part);
  ransack_highlighted_free(all);

  options.last_line = 2;
  CHECK_IS(ransack_highlight_buffer(w, path, none, NULL, &options, NULL, &part), RANSACK_STATUS_INVALID_OPTION);
  path = ransack_bytes_from_str("none.c");
  CHECK_IS(ransack_highlight_buffer(w, path, none, NULL, NULL, NULL, &part), RANSACK_STATUS_INVALID_OPTION);
  CHECK_IS(ransack_highlight_buffer(NULL, path, none, NULL, NULL, NULL, &part), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_highlight_buffer(w, path, none, NULL, NULL, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
}

static void syntax(const ransack_workspace *w) {
  ransack_bytes path = ransack_bytes_from_str("f.c"), none = ransack_bytes_from_str("");
  ransack_syntax_nodes *nodes = NULL;
  ransack_syntax_diagnostics *errors = NULL;
  OK(set(w, "f.c", SOURCE));
  OK(ransack_check_syntax_in_buffer(w, path, none, NULL, &errors));
  CHECK_IS(errors->len, 0);
  ransack_syntax_diagnostics_free(errors);
  OK(update(w, "f.c", 0, 5, 6, "", 1));
  OK(ransack_check_syntax_in_buffer(w, path, none, NULL, &errors));
  CHECK_IS(errors->len, 1);
  ransack_syntax_diagnostics_free(errors);
  OK(update(w, "f.c", 0, 5, 5, ";\nint m;", 2));
  OK(ransack_block_range_in_buffer(w, path, ransack_bytes_from_str("c"), 7, NULL, &nodes));
  CHECK_IS(nodes->len, 0);
  ransack_syntax_nodes_free(nodes);
  OK(ransack_block_range_in_buffer(w, path, none, 2, NULL, &nodes));
  CHECK(nodes->len == 1 && nodes->nodes[0].span.start.line == 2);
  ransack_syntax_nodes_free(nodes);
  OK(ransack_node_chain_in_buffer(w, path, none, 6, NULL, &nodes));
  CHECK(nodes->len == 4 && nodes->nodes[3].span.start.offset == 0);
  ransack_syntax_nodes_free(nodes);
  OK(set(w, "unknown", ""));
  path = ransack_bytes_from_str("unknown");
  CHECK_IS(ransack_node_chain_in_buffer(w, path, none, 1, NULL, &nodes), RANSACK_STATUS_INVALID_OPTION);
  OK(ransack_node_chain_in_buffer(w, path, ransack_bytes_from_str("c"), 1, NULL, &nodes));
  ransack_syntax_nodes_free(nodes);
  CHECK_IS(ransack_node_chain_in_buffer(NULL, path, none, 1, NULL, &nodes), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_node_chain_in_buffer(w, path, none, 1, NULL, NULL), RANSACK_STATUS_NULL_ARGUMENT);
}

int main(int argc, char **argv) {
  ransack_workspace *w = NULL;
  OK(ransack_workspace_open(ransack_bytes_from_str(tree_of(argc, argv)), NULL, &w));
  changes(w);
  highlighting(w);
  syntax(w);
  OK(ransack_workspace_close(w));
  CHECK_IS(update(w, "a.c", 0, 0, 0, "x", 9), RANSACK_STATUS_CLOSED);
  ransack_workspace_free(w);
  return 0;
}
