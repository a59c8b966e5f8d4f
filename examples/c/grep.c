/* Prints the lines below DIR (or of a file) that match PATTERN:
 *
 *   grep DIR PATTERN
 *
 * Exits like grep: 0 if there is a match, 1 if not, 2 on an error. */

#include <stdio.h>

#include "ransack.h"

static void put(ransack_bytes text) {
  fwrite(text.data, 1, text.len, stdout);
}

static int print(const ransack_grep_match *match, void *user_data) {
  (void)user_data;
  put(match->path);
  printf(":%llu: ", (unsigned long long)match->line_number);
  put(match->line);
  putchar('\n');
  return ferror(stdout); /* Stop if the output is closed. */
}

int main(int argc, char **argv) {
  ransack_grep_options options = RANSACK_GREP_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_report *report = NULL;
  ransack_bytes root, pattern;
  int found;
  if (argc != 3) {
    fprintf(stderr, "usage: %s DIR PATTERN\n", argv[0]);
    return 2;
  }
  root = ransack_bytes_from_str(argv[1]);
  pattern = ransack_bytes_from_str(argv[2]);
  scope.roots = &root;
  scope.roots_len = 1;
  options.scope = &scope;
  options.patterns = &pattern;
  options.patterns_len = 1;
  if (ransack_grep(&options, NULL, print, NULL, &report) != RANSACK_STATUS_OK) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    return 2;
  }
  if (!report->complete) fprintf(stderr, "results are incomplete\n");
  found = report->total_matches > 0;
  ransack_report_free(report);
  return found ? 0 : 1;
}
