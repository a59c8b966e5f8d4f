/* Prints the code below DIR that matches PATTERN, with the captures of metavariables:
 *
 *   ast DIR PATTERN
 *
 * Exits with 0 if there is a match, 1 if not, 2 on an error. */

#include <stdio.h>

#include "ransack.h"

static ransack_bytes first_line(ransack_bytes text) {
  ransack_bytes line = {text.data, 0};
  while (line.len < text.len && text.data[line.len] != '\n') line.len++;
  return line;
}

static int print(const ransack_ast_match *match, void *user_data) {
  size_t i;
  (void)user_data;
  printf("%" RANSACK_BYTES_FMT ":%llu: %" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(match->path),
         (unsigned long long)match->span.start.line, RANSACK_BYTES_ARG(first_line(match->text)));
  for (i = 0; i < match->meta_variables_len; i++) {
    const ransack_meta_variable *meta = &match->meta_variables[i];
    printf("  $%" RANSACK_BYTES_FMT " = %" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(meta->name),
           RANSACK_BYTES_ARG(meta->text));
  }
  return ferror(stdout); /* Stop if the output is closed. */
}

int main(int argc, char **argv) {
  ransack_ast_grep_options options = RANSACK_AST_GREP_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_report *report = NULL;
  ransack_bytes root, pattern;
  size_t i, j;
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
  options.include_meta = 1;
  if (ransack_ast_grep(&options, NULL, print, NULL, &report) != RANSACK_STATUS_OK) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    return 2;
  }
  for (i = 0; i < report->skipped_len; i++) {
    const ransack_skipped *skipped = &report->skipped[i];
    if (skipped->reason != RANSACK_SKIP_REASON_SYNTAX_ERRORS) continue;
    for (j = 0; j < skipped->paths_len; j++) {
      const ransack_skipped_path *at = &skipped->paths[j];
      fprintf(stderr, "syntax errors in %" RANSACK_BYTES_FMT ", %" RANSACK_BYTES_FMT "\n",
              RANSACK_BYTES_ARG(at->path), RANSACK_BYTES_ARG(at->detail));
    }
  }
  found = report->total_matches > 0;
  ransack_report_free(report);
  return found ? 0 : 1;
}
