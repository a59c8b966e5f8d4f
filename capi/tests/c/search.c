/* Content search in memory, and the table of file types. */

#include "test.h"

typedef struct lines {
  uint64_t numbers[16];
  size_t count;
  size_t stop_after;
} lines;

static int note(const ransack_grep_match *item, void *user_data) {
  lines *l = (lines *)user_data;
  CHECK(l->count < 16);
  CHECK_IS(item->path.len, 0);
  CHECK_IS(item->root, 0);
  l->numbers[l->count++] = item->line_number;
  return l->count == l->stop_after ? -1 : 0;
}

static ransack_search_options options_for(const ransack_bytes *pattern) {
  ransack_search_options options = RANSACK_SEARCH_OPTIONS_INIT;
  options.patterns = pattern;
  options.patterns_len = 1;
  return options;
}

static ransack_report *run(const char *text, const ransack_search_options *options, lines *l) {
  ransack_report *report = NULL;
  l->count = 0;
  OK(ransack_search(ransack_bytes_from_str(text), options, NULL, note, l, &report));
  return report;
}

static const char *const TEXT = "one\ntwo\nthree\nfour\nfive\n";

static void lines_are_found(void) {
  ransack_bytes pattern = ransack_bytes_from_str("o");
  ransack_search_options options = options_for(&pattern);
  lines l;
  ransack_report *report;
  l.stop_after = 0;
  report = run(TEXT, &options, &l);
  CHECK_IS(l.count, 3);
  CHECK_IS(l.numbers[0], 1);
  CHECK_IS(l.numbers[1], 2);
  CHECK_IS(l.numbers[2], 4);
  CHECK(report->complete);
  CHECK(report->total_is_exact);
  CHECK_IS(report->files_searched, 1);
  CHECK_IS(report->total_matches, 3);
  CHECK(!report->has_next_offset);
  ransack_report_free(report);

  options.invert = 1;
  report = run(TEXT, &options, &l);
  CHECK_IS(l.count, 2);
  CHECK_IS(l.numbers[0], 3);
  ransack_report_free(report);
}

static void excluded_lines_are_left_out(void) {
  ransack_bytes pattern = ransack_bytes_from_str("o");
  ransack_bytes exclude[2];
  ransack_search_options options = options_for(&pattern);
  ransack_report *report;
  lines l;
  l.stop_after = 0;
  exclude[0] = ransack_bytes_from_str("TW");
  exclude[1] = ransack_bytes_from_str("^four$");
  options.exclude = exclude;
  options.exclude_len = 2;
  options.ignore_case = 1;
  report = run(TEXT, &options, &l);
  CHECK_IS(l.count, 1);
  CHECK_IS(l.numbers[0], 1);
  CHECK_IS(report->total_matches, 1);
  ransack_report_free(report);

  exclude[1] = ransack_bytes_from_str("h");
  options.invert = 1;
  report = run(TEXT, &options, &l);
  CHECK_IS(l.count, 1);
  CHECK_IS(l.numbers[0], 5);
  ransack_report_free(report);

  exclude[1] = ransack_bytes_from_str("h(");
  CHECK_IS(ransack_search(ransack_bytes_from_str(TEXT), &options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_INVALID_PATTERN);
  CHECK(strstr(ransack_last_error_message(), "`exclude[1]`: ") != NULL);
  options.exclude = NULL;
  CHECK_IS(ransack_search(ransack_bytes_from_str(TEXT), &options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_NULL_ARGUMENT);
}

static void look_around_is_matched_on_request(void) {
  static const char SLOW[] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx zy\nxxxxy\n";
  ransack_bytes pattern = ransack_bytes_from_str("(?<!t)o(?!u)");
  ransack_search_options options = options_for(&pattern);
  ransack_report *report = NULL;
  uint8_t has = 7;
  lines l;
  l.stop_after = 0;
  CHECK_IS(ransack_search(ransack_bytes_from_str(TEXT), &options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_INVALID_PATTERN);
  CHECK(strstr(ransack_last_error_message(), "set `backtracking`") != NULL);
  options.backtracking = 1;
  report = run(TEXT, &options, &l);
  CHECK_IS(l.count, 2);
  CHECK_IS(l.numbers[0], 1);
  CHECK_IS(l.numbers[1], 2);
  ransack_report_free(report);

  pattern = ransack_bytes_from_str("^(x+x+)+\\1y");
  report = run(SLOW, &options, &l);
  CHECK_IS(l.count, 1);
  CHECK_IS(l.numbers[0], 2);
  CHECK(!report->complete);
  CHECK_IS(report->skipped_len, 1);
  CHECK_IS(report->skipped[0].reason, RANSACK_SKIP_REASON_STEP_LIMIT);
  ransack_report_free(report);
  OK(ransack_has_match(ransack_bytes_from_str(SLOW), &options, NULL, &has));
  CHECK_IS(has, 1);
  CHECK_IS(ransack_has_match(bytes(SLOW, 47), &options, NULL, &has), RANSACK_STATUS_INVALID_PATTERN);
}

static void pages_go_on_where_the_last_ended(void) {
  ransack_bytes pattern = ransack_bytes_from_str("o");
  ransack_search_options options = options_for(&pattern);
  lines l;
  ransack_report *report;
  l.stop_after = 0;
  options.limit = 1;
  report = run(TEXT, &options, &l);
  CHECK_IS(l.count, 1);
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_LIMIT);
  CHECK_IS(report->next_offset, 1);
  options.offset = report->next_offset;
  ransack_report_free(report);

  options.limit = RANSACK_NO_LIMIT;
  l.stop_after = 1;
  report = run(TEXT, &options, &l);
  CHECK_IS(l.count, 1);
  CHECK_IS(l.numbers[0], 2);
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_CALLBACK);
  CHECK(!report->complete);
  CHECK(report->has_next_offset);
  CHECK_IS(report->next_offset, 2);
  options.offset = report->next_offset;
  ransack_report_free(report);

  l.stop_after = 0;
  report = run(TEXT, &options, &l);
  CHECK_IS(l.count, 1);
  CHECK_IS(l.numbers[0], 4);
  CHECK(!report->has_next_offset);
  ransack_report_free(report);
}

static int check_columns(const ransack_grep_match *item, void *user_data) {
  ++*(int *)user_data;
  CHECK(is(item->line, "\xC3\xA4\xC3\xB6 needle \xFF"));
  CHECK_IS(item->byte_offset, 2);
  CHECK_IS(item->submatches_len, 1);
  CHECK_IS(item->submatches[0].start, 5);
  CHECK_IS(item->submatches[0].end, 11);
  return 0;
}

static void columns_are_bytes(void) {
  const char text[] = "\0\n\xC3\xA4\xC3\xB6 needle \xFF\r\n";
  ransack_bytes pattern = ransack_bytes_from_str("needle");
  ransack_search_options options = options_for(&pattern);
  ransack_report *report = NULL;
  int calls = 0;
  OK(ransack_search(bytes(text, sizeof text - 1), &options, NULL, check_columns, &calls, &report));
  CHECK_IS(calls, 1);
  ransack_report_free(report);
}

static void nothing_has_no_lines(void) {
  ransack_bytes pattern = ransack_bytes_from_str("x*");
  ransack_search_options options = options_for(&pattern);
  ransack_report *report = NULL;
  uint8_t has = 7;
  /* A length of 0 ignores the pointer. */
  OK(ransack_search(bytes(NULL, 0), &options, NULL, NULL, NULL, &report));
  CHECK_IS(report->total_matches, 0);
  ransack_report_free(report);
  OK(ransack_has_match(bytes(NULL, 0), &options, NULL, &has));
  CHECK_IS(has, 0);
}

static void has_match(void) {
  ransack_bytes pattern = ransack_bytes_from_str("FOUR");
  ransack_search_options options = options_for(&pattern);
  const ransack_bytes text = ransack_bytes_from_str(TEXT);
  uint8_t has = 7;
  OK(ransack_has_match(text, &options, NULL, &has));
  CHECK_IS(has, 0);
  options.ignore_case = 1;
  OK(ransack_has_match(text, &options, NULL, &has));
  CHECK_IS(has, 1);
  pattern = ransack_bytes_from_str("r.f");
  OK(ransack_has_match(text, &options, NULL, &has));
  CHECK_IS(has, 0);
  options.multiline = options.dot_all = 1;
  OK(ransack_has_match(text, &options, NULL, &has));
  CHECK_IS(has, 1);
  pattern = ransack_bytes_from_str("[");
  has = 7;
  CHECK_IS(ransack_has_match(text, &options, NULL, &has), RANSACK_STATUS_INVALID_PATTERN);
  CHECK_IS(has, 7);
}

static void the_size_of_compiled_patterns_is_bounded(void) {
  ransack_bytes pattern = ransack_bytes_from_str("a{1000}");
  ransack_search_options options = options_for(&pattern);
  const ransack_bytes text = ransack_bytes_from_str(TEXT);
  ransack_report *report = NULL;
  uint8_t has = 7;
  CHECK_IS(options.size_limit, 10485760);
  OK(ransack_has_match(text, &options, NULL, &has));
  CHECK_IS(has, 0);
  options.size_limit = 1000;
  CHECK_IS(ransack_has_match(text, &options, NULL, &has), RANSACK_STATUS_INVALID_PATTERN);
  CHECK(strstr(ransack_last_error_message(), "size_limit") != NULL);
  CHECK_IS(ransack_search(text, &options, NULL, NULL, NULL, &report), RANSACK_STATUS_INVALID_PATTERN);
  CHECK(report == NULL);
}

/* Without a deadline, each of these calls takes minutes. */
static void every_pattern_stops_at_the_deadline(void) {
  enum { LEN = 4000000 };
  ransack_bytes pattern = ransack_bytes_from_str("a{65535}b");
  ransack_search_options options = options_for(&pattern);
  ransack_cancel_token *token = NULL;
  ransack_report *report = NULL;
  ransack_bytes text;
  uint8_t has = 7;
  uint8_t *line = (uint8_t *)malloc(LEN);
  CHECK(line != NULL);
  memset(line, 'a', LEN);
  text.data = line;
  text.len = LEN;
  OK(ransack_cancel_token_new(NULL, 50, &token));
  CHECK_IS(ransack_has_match(text, &options, token, &has), RANSACK_STATUS_TIMEOUT);
  CHECK_IS(ransack_search(text, &options, token, NULL, NULL, &report), RANSACK_STATUS_TIMEOUT);
  CHECK_IS(has, 7);
  CHECK(report == NULL);
  ransack_cancel_token_free(token);
  OK(ransack_cancel_token_new(NULL, 50, &token));
  CHECK_IS(ransack_search(text, &options, token, NULL, NULL, &report), RANSACK_STATUS_TIMEOUT);
  ransack_cancel_token_free(token);
  free(line);
}

static void bad_patterns_are_errors(void) {
  ransack_bytes pattern = ransack_bytes_from_str("ab)");
  ransack_search_options options = options_for(&pattern);
  ransack_report *report = NULL;
  CHECK_IS(ransack_search(bytes("", 0), &options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_INVALID_PATTERN);
  CHECK(report == NULL);
  CHECK(ransack_last_error()->has_offset);
  CHECK_IS(ransack_last_error()->offset, 2);
  pattern = ransack_bytes_from_str("a");
  options.mode = 9;
  CHECK_IS(ransack_search(bytes("", 0), &options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_INVALID_OPTION);
}

/* For a line with many matches, the first are listed, and the item says so. */
static int note_listed(const ransack_grep_match *item, void *user_data) {
  const uint64_t last = item->submatches_len - 1;
  CHECK(item->submatches_len <= RANSACK_MAX_SUBMATCHES);
  CHECK_IS(item->submatches[last].start, last);
  CHECK_IS(item->submatches_capped, item->line.len > RANSACK_MAX_SUBMATCHES);
  *(size_t *)user_data = item->submatches_len;
  return 0;
}

static void many_matches_in_a_line_are_capped(void) {
  static char line[20000];
  const size_t lengths[] = {1, RANSACK_MAX_SUBMATCHES, RANSACK_MAX_SUBMATCHES + 1, sizeof line};
  ransack_bytes pattern = ransack_bytes_from_str("x");
  ransack_search_options options = options_for(&pattern);
  size_t i;
  memset(line, 'x', sizeof line);
  for (i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    ransack_report *report = NULL;
    size_t listed = 0;
    OK(ransack_search(bytes(line, lengths[i]), &options, NULL, note_listed, &listed, &report));
    CHECK_IS(listed, i ? 10000 : 1);
    CHECK_IS(report->total_matches, 1);
    ransack_report_free(report);
  }
}

static void file_types(void) {
  const ransack_file_type_def *types = NULL, *again = NULL;
  size_t len = 0, i, j;
  int found = 0;
  OK(ransack_file_types(&types, &len));
  CHECK(len > 100);
  for (i = 0; i < len; i++) {
    CHECK(types[i].name.len > 0);
    CHECK(types[i].globs_len > 0);
    if (!is(types[i].name, "rust")) continue;
    for (j = 0; j < types[i].globs_len; j++) found += is(types[i].globs[j], "*.rs");
  }
  CHECK_IS(found, 1);
  OK(ransack_file_types(&again, &len));
  CHECK(again == types);
}

int main(int argc, char **argv) {
  (void)tree_of(argc, argv);
  lines_are_found();
  excluded_lines_are_left_out();
  look_around_is_matched_on_request();
  pages_go_on_where_the_last_ended();
  columns_are_bytes();
  nothing_has_no_lines();
  has_match();
  the_size_of_compiled_patterns_is_bounded();
  every_pattern_stops_at_the_deadline();
  bad_patterns_are_errors();
  many_matches_in_a_line_are_capped();
  file_types();
  return 0;
}
