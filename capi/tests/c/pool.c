/* Pools of the caller, and state kept between calls: lists of strings, workspace caches. */

#include "test.h"

static int count_grep(const ransack_grep_match *item, void *user_data) {
  (void)item;
  ++*(size_t *)user_data;
  return 0;
}

static int count_glob(const ransack_glob_match *item, void *user_data) {
  (void)item;
  ++*(size_t *)user_data;
  return 0;
}

static void pools_have_sizes(void) {
  ransack_pool *pool = NULL;
  OK(ransack_pool_new(3, &pool));
  CHECK_IS(ransack_pool_size(pool), 3);
  OK(ransack_pool_resize(pool, 0));
  CHECK_IS(ransack_pool_size(pool), 1);
  OK(ransack_pool_resize(pool, SIZE_MAX));
  CHECK_IS(ransack_pool_size(pool), 1024);
  CHECK(ransack_pool_size(NULL) >= 1);
  ransack_pool_free(pool);
  ransack_pool_free(NULL);
  CHECK_IS(ransack_pool_new(1, NULL), RANSACK_STATUS_NULL_ARGUMENT);
}

/* The pool may be freed while a workspace uses it. */
static void a_pool_does_the_work(const char *tree) {
  ransack_workspace_options options = RANSACK_WORKSPACE_OPTIONS_INIT;
  ransack_workspace *workspace = NULL;
  ransack_report *report = NULL;
  ransack_pool *pool = NULL;
  size_t seen = 0;
  grep_case c;
  OK(ransack_pool_new(1, &pool));
  grep_case_init(&c, "needle", tree);
  c.options.pool = pool;
  OK(ransack_grep(&c.options, NULL, count_grep, &seen, &report));
  CHECK_IS(seen, 5);
  ransack_report_free(report);
  options.pool = pool;
  OK(ransack_workspace_open(ransack_bytes_from_str(tree), &options, &workspace));
  ransack_pool_free(pool);
  c.options.pool = NULL;
  c.scope.roots_len = 0;
  c.scope.workspace = workspace;
  OK(ransack_grep(&c.options, NULL, count_grep, &seen, &report));
  CHECK_IS(seen, 10);
  ransack_report_free(report);
  ransack_workspace_free(workspace);
}

static size_t count_in(const ransack_workspace *workspace) {
  ransack_report *report = NULL;
  size_t seen = 0;
  glob_case c;
  glob_case_init(&c, "*.txt", ".");
  c.scope.workspace = workspace;
  OK(ransack_glob(&c.options, NULL, count_glob, &seen, &report));
  ransack_report_free(report);
  return seen;
}

static void a_cache_keeps_workspaces(const char *dir) {
  const ransack_bytes tree = ransack_bytes_from_str(in_dir(dir, "tree"));
  const ransack_bytes other = ransack_bytes_from_str(in_dir(dir, "other"));
  ransack_workspace *first = NULL, *again = NULL;
  ransack_workspace_cache *cache = NULL;
  CHECK_IS(ransack_workspace_cache_new(0, NULL, &cache), RANSACK_STATUS_INVALID_OPTION);
  CHECK(cache == NULL);
  OK(ransack_workspace_cache_new(1, NULL, &cache));
  OK(ransack_workspace_cache_get(cache, tree, &first));
  CHECK_IS(count_in(first), 3);
  /* The same workspace: closing one handle closes the other. */
  OK(ransack_workspace_cache_get(cache, tree, &again));
  ransack_workspace_free(again);
  OK(ransack_workspace_cache_invalidate(cache, tree));
  CHECK_IS(count_in(first), 3);
  /* An evicted workspace lives on with its handle. */
  OK(ransack_workspace_cache_get(cache, other, &again));
  CHECK_IS(count_in(again), 2);
  CHECK_IS(count_in(first), 3);
  OK(ransack_workspace_cache_invalidate(cache, bytes(NULL, 0)));
  ransack_workspace_free(again);
  ransack_workspace_free(first);
  CHECK_IS(ransack_workspace_cache_get(cache, ransack_bytes_from_str("/nowhere/at/all"), &first),
           RANSACK_STATUS_NOT_FOUND);
  ransack_workspace_cache_free(cache);
  ransack_workspace_cache_free(NULL);

  /* NULL is the process-wide cache. */
  OK(ransack_workspace_cache_get(NULL, tree, &first));
  CHECK_IS(count_in(first), 3);
  ransack_workspace_free(first);
  OK(ransack_workspace_cache_invalidate(NULL, bytes(NULL, 0)));
}

/* Indexes of the strings that a list finds. */
typedef struct ranking {
  size_t indexes[8], len, stop_at;
} ranking;

static int take(const ransack_fuzzy_string *item, void *user_data) {
  ranking *r = (ranking *)user_data;
  CHECK(r->len < 8);
  CHECK(item->positions_len > 0);
  r->indexes[r->len++] = item->index;
  return r->len == r->stop_at;
}

static void a_list_ranks_like_a_call(void) {
  ransack_bytes strings[4];
  const char *queries[] = {"o", "op", "opf", "op", "x"};
  ransack_fuzzy_match_options options = RANSACK_FUZZY_MATCH_OPTIONS_INIT;
  ransack_fuzzy_list *list = NULL;
  size_t i;
  strings[0] = ransack_bytes_from_str("Close Window");
  strings[1] = ransack_bytes_from_str("Open File");
  strings[2] = ransack_bytes_from_str("Open Folder");
  strings[3] = bytes("\xFF\xFE", 2);
  OK(ransack_fuzzy_list_new(strings, 4, &list));
  for (i = 0; i < sizeof queries / sizeof *queries; i++) {
    const ransack_bytes query = ransack_bytes_from_str(queries[i]);
    ransack_report *by_list = NULL, *by_call = NULL;
    ranking from_list, from_call;
    memset(&from_list, 0, sizeof from_list);
    memset(&from_call, 0, sizeof from_call);
    OK(ransack_fuzzy_list_rank(list, query, &options, NULL, take, &from_list, &by_list));
    OK(ransack_fuzzy_match_strings(query, strings, 4, &options, NULL, take, &from_call, &by_call));
    CHECK(memcmp(&from_list, &from_call, sizeof from_call) == 0);
    CHECK_IS(by_list->total_matches, by_call->total_matches);
    ransack_report_free(by_list);
    ransack_report_free(by_call);
  }
  {
    ransack_report *report = NULL;
    ranking r;
    memset(&r, 0, sizeof r);
    r.stop_at = 1;
    OK(ransack_fuzzy_list_rank(list, ransack_bytes_from_str("op"), &options, NULL, take, &r,
                               &report));
    CHECK_IS(r.len, 1);
    CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_CALLBACK);
    CHECK_IS(report->next_offset, 1);
    ransack_report_free(report);
    report = NULL;
    CHECK_IS(ransack_fuzzy_list_rank(NULL, ransack_bytes_from_str("op"), &options, NULL, take, &r,
                                     &report),
             RANSACK_STATUS_NULL_ARGUMENT);
    CHECK(report == NULL);
  }
  ransack_fuzzy_list_free(list);
  ransack_fuzzy_list_free(NULL);
}

int main(int argc, char **argv) {
  const char *dir = tree_of(argc, argv);
  pools_have_sizes();
  a_pool_does_the_work(in_dir(dir, "tree"));
  a_cache_keeps_workspaces(dir);
  a_list_ranks_like_a_call();
  return 0;
}
