/* A workspace that reaches the watch limit: it falls back to `stat`, reports that,
 * and sees every change. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <sched.h>

#include "test.h"

/* Sets the limit in a new user namespace. Returns 0 if that is not permitted. */
static int limit_watches(void) {
  FILE *limit;
  int is_set;
  /* Must precede the first call of the library, which starts threads. */
  if (unshare(CLONE_NEWUSER) != 0) return 0;
  limit = fopen("/proc/sys/user/max_inotify_watches", "w");
  if (limit == NULL) return 0;
  is_set = fputs("1", limit) >= 0;
  return fclose(limit) == 0 && is_set;
}

static int count(const ransack_glob_match *item, void *user_data) {
  (void)item;
  ++*(size_t *)user_data;
  return 0;
}

static size_t count_new(const ransack_workspace *w, ransack_snapshot_info *snapshot) {
  glob_case c;
  ransack_report *report = NULL;
  size_t found = 0;
  glob_case_init(&c, "**/new-*", ".");
  c.scope.workspace = w;
  OK(ransack_glob(&c.options, NULL, count, &found, &report));
  *snapshot = report->snapshot;
  ransack_report_free(report);
  return found;
}

int main(int argc, char **argv) {
  const char *tree = in_dir(tree_of(argc, argv), "tree");
  static const char *const added[] = {"sub/new-1", "new-2", "sub/new-3"};
  ransack_workspace *w = NULL;
  ransack_snapshot_info snapshot;
  size_t i;
  if (!limit_watches()) {
    fprintf(stderr, "skipped: watches cannot be limited here\n");
    return 0;
  }
  OK(ransack_workspace_open(ransack_bytes_from_str(tree), NULL, &w));
  for (i = 0; i < sizeof added / sizeof *added; i++) {
    FILE *file = fopen(in_dir(tree, added[i]), "w");
    CHECK(file != NULL);
    fclose(file);
    CHECK_IS(count_new(w, &snapshot), i + 1);
    CHECK_IS(snapshot.fallback, RANSACK_WATCH_FALLBACK_LIMIT);
    if (i > 0) CHECK_IS(snapshot.mode, RANSACK_REFRESH_MODE_STAT);
  }
  ransack_workspace_free(w);
  return 0;
}
