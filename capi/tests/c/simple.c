/* Calls with a pattern and a path only, and names of statuses. */

#include "test.h"

#define COUNTER(view)                                                   \
  static int count_##view(const ransack_##view *item, void *user_data) { \
    CHECK(item->path.len > 0);                                          \
    ++*(size_t *)user_data;                                             \
    return 0;                                                           \
  }

COUNTER(grep_match)
COUNTER(glob_match)
COUNTER(fuzzy_match)
COUNTER(ast_match)

static void one_call_suffices(const char *dir) {
  /* Without the files that are slow to parse in a slow process. */
  const char *code = in_dir(dir, "code/a.c");
  ransack_report *report = NULL;
  size_t seen = 0;
  OK(ransack_grep_simple("kfree", code, count_grep_match, &seen, NULL));
  CHECK_IS(seen, 1);
  seen = 0;
  OK(ransack_glob_simple("*.c", in_dir(dir, "code"), count_glob_match, &seen, NULL));
  CHECK_IS(seen, 1);
  seen = 0;
  OK(ransack_fuzzy_find_simple("broken", in_dir(dir, "code"), count_fuzzy_match, &seen, NULL));
  CHECK_IS(seen, 1);
  seen = 0;
  OK(ransack_ast_grep_simple("kfree($A)", code, count_ast_match, &seen, &report));
  CHECK_IS(report->total_matches, seen);
  CHECK(seen == 2 || !report->complete);
  ransack_report_free(report);
  report = NULL;
  OK(ransack_grep_simple("kfree", code, NULL, NULL, &report));
  CHECK_IS(report->total_matches, 1);
  ransack_report_free(report);
}

static void failures(const char *dir) {
  ransack_report *report = NULL;
  CHECK_IS(ransack_grep_simple("a(", dir, NULL, NULL, &report), RANSACK_STATUS_INVALID_PATTERN);
  CHECK(report == NULL);
  CHECK_IS(ransack_grep_simple("a(", dir, NULL, NULL, NULL), RANSACK_STATUS_INVALID_PATTERN);
  CHECK_IS(ransack_glob_simple("*", in_dir(dir, "nowhere"), NULL, NULL, NULL),
           RANSACK_STATUS_NOT_FOUND);
  CHECK(ransack_grep_simple(NULL, dir, NULL, NULL, NULL) != RANSACK_STATUS_OK);
}

static void statuses_have_names(void) {
  CHECK(strcmp(ransack_status_name(RANSACK_STATUS_OK), "RANSACK_STATUS_OK") == 0);
  CHECK(strcmp(ransack_status_name(RANSACK_STATUS_NOT_FOUND), "RANSACK_STATUS_NOT_FOUND") == 0);
  CHECK(strcmp(ransack_status_name(-1), "RANSACK_STATUS_UNKNOWN") == 0);
  CHECK(strcmp(ransack_status_name(1000), "RANSACK_STATUS_UNKNOWN") == 0);
}

int main(int argc, char **argv) {
  const char *dir = tree_of(argc, argv);
  one_call_suffices(dir);
  failures(dir);
  statuses_have_names();
  return 0;
}
