/* Prints the definitions of the files below DIR, indented by their depth, and the modules that each
 * file imports, if its language has imports:
 *
 *   outline DIR
 *
 * Exits with 0 if there is a definition, 1 if not, 2 on an error. */

#include <stdio.h>

#include "ransack.h"

/* Files in languages without imports are an error, which is no fault here. */
static void print_imports(const ransack_outline_options *options, ransack_bytes path) {
  ransack_imports *imports = NULL;
  size_t i;
  ransack_imports_file(path, options, NULL, &imports, NULL);
  for (i = 0; imports != NULL && i < imports->items_len; i++) {
    ransack_bytes module = imports->items[i].module;
    printf("  imports %" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(module));
  }
  ransack_imports_free(imports);
}

static int print(const ransack_outline *outline, void *user_data) {
  size_t i;
  if (outline->items_len == 0) return 0;
  printf("%" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(outline->path));
  print_imports((const ransack_outline_options *)user_data, outline->path);
  for (i = 0; i < outline->items_len; i++) {
    const ransack_outline_item *item = &outline->items[i];
    printf("  %*s%llu: %s %" RANSACK_BYTES_FMT "\n", 2 * (int)item->depth, "",
           (unsigned long long)item->name_span.start.line, ransack_item_kind_name(item->kind),
           RANSACK_BYTES_ARG(item->signature));
  }
  return ferror(stdout); /* Stop if the output is closed. */
}

int main(int argc, char **argv) {
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_workspace *workspace = NULL;
  ransack_report *report = NULL;
  size_t i;
  int found;
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
  options.scope = &scope;
  if (ransack_outline_each(&options, NULL, print, &options, &report) != RANSACK_STATUS_OK) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    ransack_workspace_free(workspace);
    return 2;
  }
  for (i = 0; i < report->skipped_len; i++) {
    const ransack_skipped *skipped = &report->skipped[i];
    fprintf(stderr, "%llu files are incomplete or skipped: %s\n",
            (unsigned long long)skipped->count, ransack_skip_reason_name(skipped->reason));
  }
  found = report->total_matches > 0;
  ransack_report_free(report);
  ransack_workspace_free(workspace);
  return found ? 0 : 1;
}
