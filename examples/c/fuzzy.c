/* Prints the paths below DIR that match the fuzzy query QUERY, best first, with the matching
 * characters in brackets:
 *
 *   fuzzy DIR QUERY
 *
 * Exits with 0 if there is a match, 1 if not, 2 on an error. */

#include <stdio.h>

#include "ransack.h"

static int print(const ransack_fuzzy_match *match, void *user_data) {
  size_t i, next = 0;
  int inside = 0;
  (void)user_data;
  for (i = 0; i < match->path.len; i++) {
    int is_match = next < match->positions_len && match->positions[next] == i;
    if (is_match) next++;
    if (is_match != inside) putchar(is_match ? '[' : ']');
    inside = is_match;
    putchar(match->path.data[i]);
  }
  puts(inside ? "]" : "");
  return ferror(stdout); /* Stop if the output is closed. */
}

int main(int argc, char **argv) {
  ransack_fuzzy_find_options options = RANSACK_FUZZY_FIND_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_report *report = NULL;
  ransack_bytes root;
  int found;
  if (argc != 3) {
    fprintf(stderr, "usage: %s DIR QUERY\n", argv[0]);
    return 2;
  }
  root = ransack_bytes_from_str(argv[1]);
  scope.roots = &root;
  scope.roots_len = 1;
  options.scope = &scope;
  options.query = ransack_bytes_from_str(argv[2]);
  options.limit = 20;
  if (ransack_fuzzy_find(&options, NULL, print, NULL, &report) != RANSACK_STATUS_OK) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    return 2;
  }
  found = report->total_matches > 0;
  if (report->total_matches > 20) {
    printf("... of %llu\n", (unsigned long long)report->total_matches);
  }
  ransack_report_free(report);
  return found ? 0 : 1;
}
