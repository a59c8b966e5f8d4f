/* Unreadable files, directories and roots, searched by an unprivileged child process, because root
 * can read everything. */

#define _POSIX_C_SOURCE 200809L

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

enum { NOBODY = 65534, SKIPPED = 77 };

static const ransack_skipped *skipped_for(const ransack_report *report,
                                          ransack_skip_reason reason) {
  size_t i;
  for (i = 0; i < report->skipped_len; i++) {
    if (report->skipped[i].reason == reason) return &report->skipped[i];
  }
  return NULL;
}

static void check(const char *locked) {
  const char *directory = in_dir(locked, "directory");
  const ransack_skipped *skipped;
  ransack_report *report = NULL;
  grep_case c;
  size_t i;

  grep_case_init(&c, "needle", locked);
  OK(ransack_grep(&c.options, NULL, NULL, NULL, &report));
  CHECK_IS(report->total_matches, 1);
  CHECK_IS(report->files_searched, 1);
  CHECK(!report->complete);
  skipped = skipped_for(report, RANSACK_SKIP_REASON_UNREADABLE);
  CHECK(skipped != NULL);
  CHECK_IS(skipped->count, 2);
  CHECK_IS(skipped->paths_len, 2);
  CHECK(is(skipped->paths[0].path, "directory"));
  CHECK(is(skipped->paths[1].path, "file.txt"));
  for (i = 0; i < 2; i++) CHECK(skipped->paths[i].detail.len > 0);
  ransack_report_free(report);
  report = NULL;

  grep_case_init(&c, "needle", directory);
  CHECK_IS(ransack_grep(&c.options, NULL, NULL, NULL, &report),
           RANSACK_STATUS_PERMISSION_DENIED);
  CHECK(report == NULL);
  CHECK(is(ransack_last_error()->path, directory));
}

int main(int argc, char **argv) {
  const char *locked = in_dir(tree_of(argc, argv), "locked");
  const char *file = in_dir(locked, "file.txt");
  const char *directory = in_dir(locked, "directory");
  int status = 0;
  pid_t child;
  CHECK(chmod(file, 0) == 0);
  CHECK(chmod(directory, 0) == 0);
  /* Must precede the first call of the library, which must not be called in a child process once
   * it has threads. */
  child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)) _exit(SKIPPED);
    if (access(locked, R_OK | X_OK) != 0) _exit(SKIPPED);
    check(locked);
    exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(chmod(file, 0600) == 0);
  CHECK(chmod(directory, 0700) == 0);
  CHECK(WIFEXITED(status));
  if (WEXITSTATUS(status) == SKIPPED) {
    fprintf(stderr, "skipped: privileges cannot be dropped here\n");
    return 0;
  }
  return WEXITSTATUS(status);
}
