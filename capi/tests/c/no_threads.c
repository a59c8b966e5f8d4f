/* A process that cannot start threads: creating a token with a deadline fails rather than returning
 * a token that never fires, and works again once threads can be started. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

enum { NOBODY = 65534, SKIPPED = 77 };

static void allow(rlim_t threads) {
  struct rlimit limit;
  CHECK(getrlimit(RLIMIT_NPROC, &limit) == 0);
  limit.rlim_cur = threads < limit.rlim_max ? threads : limit.rlim_max;
  CHECK(setrlimit(RLIMIT_NPROC, &limit) == 0);
}

static void check(const char *tree) {
  ransack_cancel_token *parent = NULL, *token = NULL;
  ransack_abort_reason reason = RANSACK_ABORT_REASON_NONE;
  ransack_report *report = NULL;
  grep_case c;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &parent));
  allow(0);
  CHECK_IS(ransack_cancel_token_new(NULL, 60000, &token), RANSACK_STATUS_IO);
  CHECK(token == NULL);
  CHECK(strstr(ransack_last_error_message(), "thread") != NULL);
  CHECK_IS(ransack_cancel_token_new(parent, 60000, &token), RANSACK_STATUS_IO);
  CHECK(token == NULL);
  /* The time limit of a call is also an error. */
  grep_case_init(&c, "needle", tree);
  c.options.timeout_ms = 60000;
  CHECK_IS(ransack_grep(&c.options, NULL, NULL, NULL, &report), RANSACK_STATUS_IO);
  CHECK(report == NULL);
  /* A deadline that needs no thread is not an error. */
  OK(ransack_cancel_token_new(NULL, 0, &token));
  ransack_cancel_token_free(token);
  token = NULL;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  ransack_cancel_token_free(token);
  token = NULL;

  allow(RLIM_INFINITY);
  OK(ransack_cancel_token_new(NULL, 1, &token));
  while (reason == RANSACK_ABORT_REASON_NONE) OK(ransack_cancel_token_reason(token, &reason));
  CHECK_IS(reason, RANSACK_ABORT_REASON_TIMEOUT);
  OK(ransack_grep(&c.options, NULL, NULL, NULL, &report));
  CHECK_IS(report->total_matches, 5);
  ransack_report_free(report);
  ransack_cancel_token_free(token);
  ransack_cancel_token_free(parent);
}

/* The limit does not bind root, so the test uses an unprivileged child process. */
int main(int argc, char **argv) {
  const char *tree = in_dir(tree_of(argc, argv), "tree");
  int status = 0;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)) _exit(SKIPPED);
    if (access(tree, R_OK | X_OK) != 0) _exit(SKIPPED);
    check(tree);
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  if (WEXITSTATUS(status) == SKIPPED) {
    fprintf(stderr, "skipped: privileges cannot be dropped here\n");
    return 0;
  }
  return WEXITSTATUS(status);
}
