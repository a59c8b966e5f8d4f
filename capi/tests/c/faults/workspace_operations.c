/* Calls on workspaces and indexes. */

#include <stddef.h>

#include "../test.h"
#include "answers.h"
#include "injector.h"

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  CHECK(file != NULL);
  CHECK(fwrite(text, 1, strlen(text), file) == strlen(text));
  CHECK(fclose(file) == 0);
}

/* Searches a workspace, and prints the items after a label, because one operation does it twice. */
static int on_labelled_match(const ransack_grep_match *match, void *label) {
  print("item %s ", (const char *)label);
  print_bytes(match->path);
  print(" %llu ", (unsigned long long)match->line_number);
  print_bytes(match->line);
  print("\n");
  return 0;
}

/* Prints the result of the search; the traced part continues. */
static void search_workspace(const ransack_workspace *workspace, const char *label) {
  static char labels[4][16];
  static int used;
  ransack_report *report = NULL;
  ransack_status status;
  grep_case c;
  char *text = labels[used++];
  sprintf(text, "%s", label);
  grep_case_init(&c, "needle", ".");
  c.scope.workspace = workspace;
  status = ransack_grep(&c.options, NULL, on_labelled_match, text, &report);
  print("part %s\n", label);
  print_outcome(status, report);
  injector_mark(1);
}

static void workspace_with(uint32_t refresh) {
  ransack_workspace_options options = RANSACK_WORKSPACE_OPTIONS_INIT;
  ransack_workspace *workspace = NULL;
  ransack_status status;
  options.refresh = refresh;
  injector_mark(1);
  status = ransack_workspace_open(ransack_bytes_from_str(in_dir(dir, "tree")), &options, &workspace);
  if (status != RANSACK_STATUS_OK) {
    print("part open\n");
    has_failed(status);
    return;
  }
  search_workspace(workspace, "first");
  injector_mark(0);
  write_file(in_dir(dir, "tree/sub/new.txt"), "a new needle\n");
  write_file(in_dir(dir, "tree/a.txt"), "another needle\n");
  CHECK(remove(in_dir(dir, "tree/page.txt")) == 0);
  injector_mark(1);
  search_workspace(workspace, "second");
  injector_mark(0);
  write_file(in_dir(dir, "tree/sub/.gitignore"), "new.txt\n");
  injector_mark(1);
  status = ransack_workspace_refresh(workspace, NULL);
  if (status != RANSACK_STATUS_OK) {
    print("part refresh\n");
    has_failed(status);
    injector_mark(1);
  }
  search_workspace(workspace, "third");
  ransack_workspace_close(workspace);
  ransack_workspace_free(workspace);
  injector_mark(0);
}

static void workspace_watch(void) { workspace_with(RANSACK_REFRESH_MODE_WATCH); }

static void workspace_stat(void) { workspace_with(RANSACK_REFRESH_MODE_STAT); }

/* Opens a workspace with the index in `index`, waits for it, and searches. */
static void index_with(ransack_status (*use)(const ransack_workspace *workspace)) {
  ransack_workspace_options options = RANSACK_WORKSPACE_OPTIONS_INIT;
  ransack_workspace *workspace = NULL;
  ransack_status status;
  options.index = RANSACK_INDEX_MODE_DISK;
  options.index_path = ransack_bytes_from_str(in_dir(dir, "index"));
  options.allow_outside = 1;
  injector_mark(1);
  status = ransack_workspace_open(ransack_bytes_from_str(in_dir(dir, "tree")), &options, &workspace);
  if (status != RANSACK_STATUS_OK) {
    print("part open\n");
    has_failed(status);
    return;
  }
  status = use(workspace);
  if (status != RANSACK_STATUS_OK) {
    print("part use\n");
    has_failed(status);
    injector_mark(1);
  }
  search_workspace(workspace, "search");
  ransack_workspace_close(workspace);
  ransack_workspace_free(workspace);
  injector_mark(0);
}

static ransack_status wait_until_ready(const ransack_workspace *workspace) {
  return ransack_workspace_ready(workspace, NULL, NULL, NULL);
}

static ransack_status export_index(const ransack_workspace *workspace) {
  ransack_status status = wait_until_ready(workspace);
  if (status != RANSACK_STATUS_OK) return status;
  return ransack_workspace_export_index(workspace, ransack_bytes_from_str(in_dir(dir, "exported")),
                                        NULL);
}

static ransack_status import_index(const ransack_workspace *workspace) {
  return ransack_workspace_import_index(workspace, ransack_bytes_from_str(in_dir(dir, "exported")),
                                        NULL);
}

static void index_ready(void) { index_with(wait_until_ready); }

static void index_export(void) { index_with(export_index); }

static void index_import(void) { index_with(import_index); }

const operation WORKSPACE_OPERATIONS[] = {
    {"workspace_watch", workspace_watch},
    {"workspace_stat", workspace_stat},
    {"index_ready", index_ready},
    {"index_export", index_export},
    {"index_import", index_import},
    {NULL, NULL},
};
