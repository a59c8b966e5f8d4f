/* Prints the paths below DIR that match PATTERN, directories with a '/':
 *
 *   glob DIR PATTERN
 *
 * Exits with 0 if there is a match, 1 if not, 2 on an error. */

#include <stdio.h>

#include "ransack.h"

static int print(const ransack_glob_match *match, void *user_data) {
  (void)user_data;
  fwrite(match->path.data, 1, match->path.len, stdout);
  puts(match->file_type == RANSACK_FILE_TYPE_DIR ? "/" : "");
  return ferror(stdout); /* Stop if the output is closed. */
}

int main(int argc, char **argv) {
  ransack_glob_options options = RANSACK_GLOB_OPTIONS_INIT;
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
  if (ransack_glob(&options, NULL, print, NULL, &report) != RANSACK_STATUS_OK) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    return 2;
  }
  if (!report->complete) fprintf(stderr, "results are incomplete\n");
  found = report->total_matches > 0;
  ransack_report_free(report);
  return found ? 0 : 1;
}
