/* Reads of lines, places of lines, edits whose line numbers belong to a snapshot, snapshot memory. */

#include "test.h"

SIZE_IS(size_of_file_lines, ransack_file_lines, 32);
SIZE_IS(size_of_lines_read, ransack_lines_read, 96);
SIZE_IS(size_of_read_lines_outcome, ransack_read_lines_outcome, 32);
SIZE_IS(size_of_resolved_lines, ransack_resolved_lines, 40);
SIZE_IS(size_of_snapshot_memory, ransack_snapshot_memory, 24);

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  CHECK(fwrite(text, 1, strlen(text), file) == strlen(text));
  CHECK(fclose(file) == 0);
}

static ransack_read_lines_options options_for(const char *path) {
  ransack_read_lines_options options = RANSACK_READ_LINES_OPTIONS_INIT;
  options.path = ransack_bytes_from_str(path);
  return options;
}

/* Copies a snapshot, which the outcome owns. */
static const char *read_snapshot(const char *path) {
  static char digits[33];
  ransack_read_lines_options options = options_for(path);
  ransack_read_lines_outcome *outcome = NULL;
  OK(ransack_read_lines(&options, NULL, &outcome));
  CHECK_IS(outcome->ranges[0].snapshot.len, 32);
  memcpy(digits, outcome->ranges[0].snapshot.data, 32);
  ransack_read_lines_outcome_free(outcome);
  return digits;
}

static void lines_and_ranges(const char *dir) {
  const char *a = in_dir(dir, "a.txt");
  ransack_read_lines_options options = options_for(a);
  ransack_read_lines_outcome *outcome = NULL;
  ransack_file_lines ranges[3];
  write_file(a, "one\r\ntw\xC3\xB6\nthree\nfour");
  write_file(in_dir(dir, "b.txt"), "b\n");
  write_file(in_dir(dir, "empty.txt"), "");
  options.first_line = 2;
  options.last_line = 3;
  OK(ransack_read_lines(&options, NULL, &outcome));
  CHECK_IS(outcome->ranges_len, 1);
  CHECK(is(outcome->ranges[0].text, "tw\xC3\xB6\nthree\n") && is(outcome->ranges[0].path, a));
  CHECK(outcome->ranges[0].first_line == 2 && outcome->ranges[0].last_line == 3);
  CHECK(outcome->ranges[0].total_lines == 4 && outcome->ranges[0].next == 0);
  CHECK(outcome->tokens == 0 && outcome->report->complete);
  ransack_read_lines_outcome_free(outcome);

  options.first_line = -1;
  options.last_line = -1;
  options.numbered = 1;
  OK(ransack_read_lines(&options, NULL, &outcome));
  CHECK(is(outcome->ranges[0].text, "4\tfour"));
  ransack_read_lines_outcome_free(outcome);

  options = options_for(dir);
  memset(ranges, 0, sizeof ranges);
  ranges[0].path = RANSACK_BYTES("b.txt");
  ranges[1].path = RANSACK_BYTES("empty.txt");
  ranges[2].path = RANSACK_BYTES("a.txt");
  ranges[2].last_line = 1;
  options.ranges = ranges;
  options.ranges_len = 3;
  options.max_bytes = 6;
  OK(ransack_read_lines(&options, NULL, &outcome));
  CHECK_IS(outcome->ranges_len, 3);
  CHECK(is(outcome->ranges[0].text, "b\n") && is(outcome->ranges[0].path, "b.txt"));
  CHECK(outcome->ranges[1].total_lines == 0 && outcome->ranges[1].last_line == 0);
  CHECK(outcome->ranges[2].text.len == 0 && outcome->ranges[2].range == 2);
  CHECK(outcome->ranges[2].next == 1 && outcome->ranges[2].remaining == 1);
  CHECK_IS(outcome->report->stopped_by, RANSACK_STOPPED_BY_LIMIT);
  ransack_read_lines_outcome_free(outcome);
  outcome = NULL;

  ranges[2].first_line = 5;
  ranges[2].last_line = 0;
  CHECK_IS(ransack_read_lines(&options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_STARTS("`ranges[2]`: line 5 does not exist; the file has 4 lines");
  options = options_for(a);
  options.max_tokens = 1;
  options.first_line = 2;
  CHECK_IS(ransack_read_lines(&options, NULL, &outcome), RANSACK_STATUS_INVALID_OPTION);
  CHECK(strstr(ransack_last_error_message(), "raise `max_tokens`") != NULL);
  options.max_tokens = 100;
  options.token_encoding = RANSACK_BYTES("cl100k_base");
  OK(ransack_read_lines(&options, NULL, &outcome));
  CHECK(outcome->tokens > 1);
  ransack_read_lines_outcome_free(outcome);
  outcome = NULL;
  options = options_for(in_dir(dir, "none.txt"));
  CHECK_IS(ransack_read_lines(&options, NULL, &outcome), RANSACK_STATUS_NOT_FOUND);
  CHECK(outcome == NULL);
}

static void lines_of_a_snapshot(const char *dir) {
  const char *a = in_dir(dir, "s.txt");
  ransack_resolve_lines_options options = RANSACK_RESOLVE_LINES_OPTIONS_INIT;
  ransack_edit_options edit_options = RANSACK_EDIT_OPTIONS_INIT;
  ransack_resolved_lines *place = NULL;
  ransack_edit_outcome *outcome = NULL;
  ransack_bytes hashes[2];
  ransack_file_edit edit;
  write_file(a, "c one\ntwo\nthree\n");
  options.path = ransack_bytes_from_str(a);
  CHECK_IS(ransack_resolve_lines(&options, NULL, &place), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_IS("`snapshot` must be given");
  options.snapshot = ransack_bytes_from_str(read_snapshot(a));
  options.first_line = 2;
  options.last_line = 3;
  write_file(a, "zero\nc one\ntwo\nthree\n");
  OK(ransack_resolve_lines(&options, NULL, &place));
  CHECK(place->first_line == 3 && place->last_line == 4 && place->total_lines == 4);
  CHECK_IS(place->snapshot.len, 32);
  ransack_resolved_lines_free(place);
  place = NULL;

  hashes[0] = RANSACK_BYTES("0000");
  options.hashes = hashes;
  options.hashes_len = 1;
  CHECK_IS(ransack_resolve_lines(&options, NULL, &place), RANSACK_STATUS_INVALID_OPTION);
  MESSAGE_STARTS("1 hashes for 2 lines");
  hashes[1] = hashes[0];
  options.hashes_len = 2;
  CHECK_IS(ransack_resolve_lines(&options, NULL, &place), RANSACK_STATUS_STALE);
  MESSAGE_STARTS("line 2 has the hash ");
  CHECK_IS(ransack_last_error()->passages_len, 1);
  CHECK(is(ransack_last_error()->passages[0].text, "two\nthree\n"));
  CHECK(place == NULL);

  memset(&edit, 0, sizeof edit);
  edit.action = RANSACK_FILE_EDIT_ACTION_REPLACE_LINES;
  edit.first_line = edit.last_line = 2;
  edit.new_text = RANSACK_BYTES("2");
  edit.snapshot = options.snapshot;
  edit_options.path = options.path;
  edit_options.edits = &edit;
  edit_options.edits_len = 1;
  edit_options.only_seen = 1;
  edit_options.dry_run = 0;
  OK(ransack_edit(&edit_options, NULL, &outcome));
  CHECK(outcome->applied && outcome->edits[0].lines[0].first == 3);
  ransack_edit_outcome_free(outcome);
  outcome = NULL;
  CHECK_IS(ransack_edit(&edit_options, NULL, &outcome), RANSACK_STATUS_STALE);
  MESSAGE_STARTS("`edits[0]`: line 2 of the snapshot has changed since");
  CHECK(is(ransack_last_error()->passages[0].text, "zero\nc one\n2\nthree\n"));
  edit.snapshot.len = 0;
  edit.first_line = edit.last_line = 3;
  CHECK_IS(ransack_edit(&edit_options, NULL, &outcome), RANSACK_STATUS_STALE);
  MESSAGE_STARTS("`edits[0]`: no read has shown line 3");
  CHECK(outcome == NULL);
}

static void buffers_and_memory(const char *dir) {
  ransack_read_lines_options options = RANSACK_READ_LINES_OPTIONS_INIT;
  ransack_read_lines_outcome *outcome = NULL;
  ransack_workspace *workspace = NULL;
  ransack_snapshot_memory memory, empty;
  OK(ransack_workspace_open(ransack_bytes_from_str(dir), NULL, &workspace));
  OK(ransack_workspace_set_buffer(workspace, ransack_bytes_from_str("a.txt"),
                                  ransack_bytes_from_str("unsaved\n")));
  options.path = RANSACK_BYTES("a.txt");
  options.workspace = workspace;
  OK(ransack_read_lines(&options, NULL, &outcome));
  CHECK(is(outcome->ranges[0].text, "unsaved\n"));
  ransack_read_lines_outcome_free(outcome);
  ransack_workspace_free(workspace);
  OK(ransack_snapshot_memory_get(&memory));
  CHECK(memory.count > 0 && memory.bytes > 0 && memory.max_bytes == 64 << 20);
  OK(ransack_set_snapshot_memory(0));
  OK(ransack_snapshot_memory_get(&empty));
  CHECK(empty.count == 0 && empty.bytes == 0 && empty.max_bytes == 0);
  OK(ransack_set_snapshot_memory(memory.max_bytes));
  CHECK_IS(ransack_snapshot_memory_get(NULL), RANSACK_STATUS_NULL_ARGUMENT);
}

int main(int argc, char **argv) {
  const char *dir = in_dir(tree_of(argc, argv), "empty");
  lines_and_ranges(dir);
  lines_of_a_snapshot(dir);
  buffers_and_memory(dir);
  return 0;
}
