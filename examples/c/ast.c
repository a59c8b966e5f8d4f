/* Prints the code below DIR that matches PATTERN, with the captures of metavariables:
 *
 *   ast DIR PATTERN
 *
 * Exits with 0 if there is a match, 1 if not, 2 on an error. */

#include <stdio.h>

#include "ransack.h"

static int first_line(ransack_bytes text) {
  size_t len = 0;
  while (len < text.len && text.data[len] != '\n') len++;
  return (int)len;
}

static int print(const ransack_ast_match *match, void *user_data) {
  size_t i;
  (void)user_data;
  printf("%.*s:%llu: %.*s\n", (int)match->path.len, (const char *)match->path.data,
         (unsigned long long)match->span.start.line, first_line(match->text),
         (const char *)match->text.data);
  for (i = 0; i < match->meta_variables_len; i++) {
    const ransack_meta_variable *meta = &match->meta_variables[i];
    printf("  $%.*s = %.*s\n", (int)meta->name.len, (const char *)meta->name.data,
           (int)meta->text.len, (const char *)meta->text.data);
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
      fprintf(stderr, "syntax errors in %.*s, %.*s\n", (int)at->path.len,
              (const char *)at->path.data, (int)at->detail.len, (const char *)at->detail.data);
    }
  }
  found = report->total_matches > 0;
  ransack_report_free(report);
  return found ? 0 : 1;
}
