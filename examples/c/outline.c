/* Prints the definitions of the files below DIR, indented by their depth, and the modules that each
 * file imports, if its language has imports:
 *
 *   outline DIR
 *
 * Exits with 0 if there is a definition, 1 if not, 2 on an error. */

#include <stdio.h>

#include "ransack.h"

static int print_imports(const ransack_imports *imports, void *user_data) {
  size_t i;
  (void)user_data;
  for (i = 0; i < imports->items_len; i++) {
    ransack_bytes module = imports->items[i].module;
    printf("  imports %.*s\n", (int)module.len, (const char *)module.data);
  }
  return 0;
}

/* Files in languages without imports are an error, which is no fault here. */
static void imports_of(ransack_workspace *workspace, ransack_bytes path) {
  ransack_outline_options options = RANSACK_OUTLINE_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_report *report = NULL;
  scope.roots = &path;
  scope.roots_len = 1;
  scope.workspace = workspace;
  options.scope = &scope;
  ransack_imports_file(&options, NULL, print_imports, NULL, &report);
  ransack_report_free(report);
}

static int print(const ransack_outline *outline, void *user_data) {
  size_t i;
  if (outline->items_len == 0) return 0;
  printf("%.*s\n", (int)outline->path.len, (const char *)outline->path.data);
  imports_of((ransack_workspace *)user_data, outline->path);
  for (i = 0; i < outline->items_len; i++) {
    const ransack_outline_item *item = &outline->items[i];
    ransack_bytes kind = ransack_item_kind_name(item->kind);
    printf("  %*s%llu: %.*s %.*s\n", 2 * (int)item->depth, "",
           (unsigned long long)item->name_span.start.line, (int)kind.len, (const char *)kind.data,
           (int)item->signature.len, (const char *)item->signature.data);
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
  if (ransack_outline_each(&options, NULL, print, workspace, &report) != RANSACK_STATUS_OK) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    ransack_workspace_free(workspace);
    return 2;
  }
  for (i = 0; i < report->skipped_len; i++) {
    fprintf(stderr, "%llu files are incomplete or skipped\n",
            (unsigned long long)report->skipped[i].count);
  }
  found = report->total_matches > 0;
  ransack_report_free(report);
  ransack_workspace_free(workspace);
  return found ? 0 : 1;
}
