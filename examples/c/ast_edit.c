/* Prints the changes that would replace the code below DIR that matches PATTERN. With "apply", makes
 * exactly these changes afterwards:
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
  ransack_ast_edit_outcome *preview = NULL, *outcome = NULL;
  ransack_rewrite rewrite = RANSACK_REWRITE_INIT;
  ransack_status status;
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
  if (ransack_ast_edit(&options, NULL, &preview) != RANSACK_STATUS_OK) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    return 2;
  }
  for (i = 0; i < preview->changes_len; i++) {
    const ransack_ast_change *change = &preview->changes[i];
    printf("%" RANSACK_BYTES_FMT ":%llu: %" RANSACK_BYTES_FMT " -> %" RANSACK_BYTES_FMT "\n",
           RANSACK_BYTES_ARG(change->path), (unsigned long long)change->span.start.line,
           RANSACK_BYTES_ARG(change->before), RANSACK_BYTES_ARG(change->after));
  }
  found = preview->changes_len > 0;
  if (found && argc == 5) {
    /* Fails if a file has changed since the preview. */
    options.dry_run = 0;
    options.preview = preview->preview;
    status = ransack_ast_edit(&options, NULL, &outcome);
    ransack_ast_edit_outcome_free(outcome);
    if (status != RANSACK_STATUS_OK) {
      fprintf(stderr, "%s\n", ransack_last_error_message());
      ransack_ast_edit_outcome_free(preview);
      return 2;
    }
  }
  if (found) puts(argc == 5 ? "applied" : "not applied");
  ransack_ast_edit_outcome_free(preview);
  return found ? 0 : 1;
}
