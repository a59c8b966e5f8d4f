/* Replaces code below DIR that matches PATTERN. Without "apply" it only prints the changes:
 *
 *   ast_edit DIR PATTERN REPLACEMENT [apply]
 *
 * Exits with 0 if there is a match, 1 if not, 2 on an error. */

#include <stdio.h>
#include <string.h>

#include "ransack.h"

int main(int argc, char **argv) {
  ransack_ast_edit_options options = RANSACK_AST_EDIT_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_ast_edit_outcome *outcome = NULL;
  ransack_rewrite rewrite;
  ransack_bytes root;
  size_t i;
  int found;
  if (argc < 4 || argc > 5 || (argc == 5 && strcmp(argv[4], "apply") != 0)) {
    fprintf(stderr, "usage: %s DIR PATTERN REPLACEMENT [apply]\n", argv[0]);
    return 2;
  }
  root = ransack_bytes_from_str(argv[1]);
  rewrite.pattern = ransack_bytes_from_str(argv[2]);
  rewrite.replacement = ransack_bytes_from_str(argv[3]);
  scope.roots = &root;
  scope.roots_len = 1;
  options.scope = &scope;
  options.rewrites = &rewrite;
  options.rewrites_len = 1;
  options.dry_run = argc == 4;
  if (ransack_ast_edit(&options, NULL, &outcome) != RANSACK_STATUS_OK) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    return 2;
  }
  for (i = 0; i < outcome->changes_len; i++) {
    const ransack_ast_change *change = &outcome->changes[i];
    printf("%.*s:%llu: %.*s -> %.*s\n", (int)change->path.len, (const char *)change->path.data,
           (unsigned long long)change->span.start.line, (int)change->before.len,
           (const char *)change->before.data, (int)change->after.len,
           (const char *)change->after.data);
  }
  found = outcome->changes_len > 0;
  if (found) puts(outcome->applied ? "applied" : "not applied");
  ransack_ast_edit_outcome_free(outcome);
  return found ? 0 : 1;
}
