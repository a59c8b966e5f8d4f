/* Notifications of changes in a watched workspace. */

#include <sys/stat.h>
#include <unistd.h>

#include "test.h"

typedef struct watch {
  const ransack_workspace *workspace;
  char file[256];
  int calls;
} watch;

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  CHECK(file != NULL);
  CHECK(fputs(text, file) >= 0 && fclose(file) == 0);
}

/* Causes another change; the call ends when that is reported. */
static int on_change(void *user_data) {
  watch *w = (watch *)user_data;
  w->calls++;
  if (w->calls > 1) return 1;
  write_file(w->file, "another text");
  return 0;
}

static int close_it(void *user_data) {
  watch *w = (watch *)user_data;
  w->calls++;
  OK(ransack_workspace_close(w->workspace));
  return 0;
}

static void reports(const char *tree) {
  watch w = {NULL, "", 0};
  ransack_workspace *workspace = NULL;
  ransack_cancel_token *limit = NULL;
  const char *dir = in_dir(tree, "watched");
  OK(ransack_workspace_open(ransack_bytes_from_str(tree), NULL, &workspace));
  OK(ransack_workspace_refresh(workspace, NULL));
  w.workspace = workspace;
  CHECK(snprintf(w.file, sizeof w.file, "%s/file.txt", dir) < (int)sizeof w.file);
  /* Fails rather than waits for ever. */
  OK(ransack_cancel_token_new(NULL, 60000, &limit));

  /* Directories that no call has seen are reported, and then watched. */
  CHECK(mkdir(dir, 0755) == 0);
  write_file(w.file, "text");
  OK(ransack_workspace_on_change(workspace, limit, on_change, &w));
  CHECK_IS(w.calls, 2);

  w.calls = 0;
  CHECK(remove(w.file) == 0 && rmdir(dir) == 0 && mkdir(dir, 0755) == 0);
  OK(ransack_workspace_on_change(workspace, limit, close_it, &w));
  CHECK_IS(w.calls, 1);
  CHECK_IS(ransack_workspace_on_change(workspace, NULL, on_change, &w), RANSACK_STATUS_CLOSED);
  ransack_workspace_free(workspace);
  ransack_cancel_token_free(limit);
  CHECK(rmdir(dir) == 0);
}

static void faults(const char *tree) {
  watch w = {NULL, "", 0};
  ransack_workspace *workspace = NULL;
  ransack_cancel_token *token = NULL;
  ransack_workspace_options options = RANSACK_WORKSPACE_OPTIONS_INIT;
  options.refresh = RANSACK_REFRESH_MODE_STAT;
  OK(ransack_workspace_open(ransack_bytes_from_str(tree), &options, &workspace));
  CHECK_IS(ransack_workspace_on_change(workspace, NULL, on_change, &w), RANSACK_STATUS_NOT_WATCHED);
  CHECK(strstr(ransack_last_error_message(), "`stat`") != NULL);
  ransack_workspace_free(workspace);

  OK(ransack_workspace_open(ransack_bytes_from_str(tree), NULL, &workspace));
  CHECK_IS(ransack_workspace_on_change(NULL, NULL, on_change, &w), RANSACK_STATUS_NULL_ARGUMENT);
  CHECK_IS(ransack_workspace_on_change(workspace, NULL, NULL, &w), RANSACK_STATUS_NULL_ARGUMENT);
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  CHECK_IS(ransack_workspace_on_change(workspace, token, on_change, &w), RANSACK_STATUS_ABORTED);
  CHECK_IS(w.calls, 0);
  ransack_cancel_token_free(token);
  ransack_workspace_free(workspace);
}

int main(int argc, char **argv) {
  const char *tree = in_dir(tree_of(argc, argv), "tree");
  faults(tree);
  reports(tree);
  return 0;
}
