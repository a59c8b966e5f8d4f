/* Reads globs from standard input, one per line, and prints the matching paths of a workspace:
 *
 *   workspace DIR
 *
 * Exits with 2 if the directory cannot be opened. */

#include <stdio.h>
#include <string.h>

#include "ransack.h"

static int print(const ransack_glob_match *match, void *user_data) {
  (void)user_data;
  fwrite(match->path.data, 1, match->path.len, stdout);
  puts("");
  return ferror(stdout); /* Stop if the output is closed. */
}

int main(int argc, char **argv) {
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_workspace *workspace = NULL;
  char line[4096];
  if (argc != 2) {
    fprintf(stderr, "usage: %s DIR\n", argv[0]);
    return 2;
  }
  if (ransack_workspace_open(ransack_bytes_from_str(argv[1]), NULL, &workspace) !=
      RANSACK_STATUS_OK) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    return 2;
  }
  scope.workspace = workspace;
  while (fgets(line, sizeof line, stdin) != NULL) {
    ransack_glob_options options = RANSACK_GLOB_OPTIONS_INIT;
    ransack_report *report = NULL;
    ransack_bytes pattern;
    line[strcspn(line, "\n")] = 0;
    pattern = ransack_bytes_from_str(line);
    options.patterns = &pattern;
    options.patterns_len = 1;
    options.scope = &scope;
    if (ransack_glob(&options, NULL, print, NULL, &report) != RANSACK_STATUS_OK) {
      fprintf(stderr, "%s\n", ransack_last_error_message());
      continue;
    }
    printf("%llu paths\n", (unsigned long long)report->total_matches);
    ransack_report_free(report);
  }
  ransack_workspace_free(workspace);
  return 0;
}
