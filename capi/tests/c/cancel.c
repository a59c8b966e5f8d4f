/* Cancel tokens: cancelled before, during and from outside a search.
 *
 * Not under valgrind: it runs one thread at a time, so searches of 400,000 results take
 * minutes. */

#define _POSIX_C_SOURCE 200809L

#include <pthread.h>

#include "test.h"

enum { MANY = 20 * 20000 };

static ransack_abort_reason reason_of(const ransack_cancel_token *token) {
  ransack_abort_reason reason = RANSACK_ABORT_REASON_NONE;
  OK(ransack_cancel_token_reason(token, &reason));
  return reason;
}

static void tokens_fire_once(void) {
  ransack_cancel_token *token = NULL;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  CHECK_IS(reason_of(token), RANSACK_ABORT_REASON_NONE);
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_SIGNAL));
  CHECK_IS(reason_of(token), RANSACK_ABORT_REASON_SIGNAL);
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  CHECK_IS(reason_of(token), RANSACK_ABORT_REASON_SIGNAL);
  ransack_cancel_token_free(token);
  ransack_cancel_token_free(NULL);
}

static void children_fire_with_their_parent(void) {
  ransack_cancel_token *parent = NULL, *child = NULL, *late = NULL, *timed = NULL;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &parent));
  OK(ransack_cancel_token_new(parent, RANSACK_NO_LIMIT, &child));
  OK(ransack_cancel_token_new(parent, 0, &timed));
  CHECK_IS(reason_of(timed), RANSACK_ABORT_REASON_TIMEOUT);
  ransack_cancel_token_free(timed);
  OK(ransack_cancel_token_new(parent, RANSACK_NO_LIMIT, &timed));
  CHECK_IS(reason_of(timed), RANSACK_ABORT_REASON_NONE);
  OK(ransack_cancel_token_cancel(child, RANSACK_ABORT_REASON_SIGNAL));
  CHECK_IS(reason_of(parent), RANSACK_ABORT_REASON_NONE);
  OK(ransack_cancel_token_cancel(parent, RANSACK_ABORT_REASON_USER));
  OK(ransack_cancel_token_new(parent, RANSACK_NO_LIMIT, &late));
  ransack_cancel_token_free(parent);
  CHECK_IS(reason_of(child), RANSACK_ABORT_REASON_SIGNAL);
  CHECK_IS(reason_of(timed), RANSACK_ABORT_REASON_USER);
  CHECK_IS(reason_of(late), RANSACK_ABORT_REASON_USER);
  ransack_cancel_token_free(child);
  ransack_cancel_token_free(timed);
  ransack_cancel_token_free(late);
}

static int count(const ransack_grep_match *item, void *user_data) {
  (void)item;
  ++*(size_t *)user_data;
  return 0;
}

static void a_fired_token_does_no_work(const char *tree) {
  ransack_cancel_token *token = NULL;
  ransack_report *report = NULL;
  size_t seen = 0;
  grep_case c;
  grep_case_init(&c, "needle", tree);
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  OK(ransack_cancel_token_cancel(token, RANSACK_ABORT_REASON_USER));
  CHECK_IS(ransack_grep(&c.options, token, count, &seen, &report), RANSACK_STATUS_ABORTED);
  CHECK(report == NULL);
  CHECK_IS(seen, 0);
  CHECK_IS(ransack_last_error()->status, RANSACK_STATUS_ABORTED);
  /* A cancellation by the user is not a timeout. */
  c.options.on_timeout = RANSACK_ON_TIMEOUT_PARTIAL;
  CHECK_IS(ransack_grep(&c.options, token, count, &seen, &report), RANSACK_STATUS_ABORTED);
  CHECK(report == NULL);
  ransack_cancel_token_free(token);
}

/* Thread that cancels the token when the callback of the search requests it. The callback blocks
 * until then, and there are more results than the library buffers, so the search is in progress. */
typedef struct canceller {
  ransack_cancel_token *token;
  uint32_t reason;
  pthread_t thread;
  size_t seen;
} canceller;

static void *cancel_it(void *argument) {
  const canceller *c = (const canceller *)argument;
  OK(ransack_cancel_token_cancel(c->token, c->reason));
  return NULL;
}

static int cancel_at_the_first(const ransack_grep_match *item, void *user_data) {
  canceller *c = (canceller *)user_data;
  CHECK(is(item->line, "needle"));
  if (c->seen++ == 0) {
    CHECK(pthread_create(&c->thread, NULL, cancel_it, c) == 0);
    CHECK(pthread_join(c->thread, NULL) == 0);
  }
  return 0;
}

static void another_thread_may_cancel(const char *many) {
  const uint32_t reasons[] = {RANSACK_ABORT_REASON_USER, RANSACK_ABORT_REASON_SIGNAL,
                              RANSACK_ABORT_REASON_TIMEOUT};
  size_t i;
  for (i = 0; i < sizeof reasons / sizeof *reasons; i++) {
    const int timeout = reasons[i] == RANSACK_ABORT_REASON_TIMEOUT;
    ransack_report *report = NULL;
    canceller by;
    grep_case c;
    grep_case_init(&c, "needle", many);
    memset(&by, 0, sizeof by);
    by.reason = reasons[i];
    OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &by.token));
    CHECK_IS(ransack_grep(&c.options, by.token, cancel_at_the_first, &by, &report),
             timeout ? RANSACK_STATUS_TIMEOUT : RANSACK_STATUS_ABORTED);
    CHECK(report == NULL);
    CHECK(by.seen > 0 && by.seen < MANY);
    ransack_cancel_token_free(by.token);
  }
}

static void a_timeout_may_be_partial(const char *many) {
  ransack_report *report = NULL;
  canceller by;
  grep_case c;
  grep_case_init(&c, "needle", many);
  c.options.on_timeout = RANSACK_ON_TIMEOUT_PARTIAL;
  memset(&by, 0, sizeof by);
  by.reason = RANSACK_ABORT_REASON_TIMEOUT;
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &by.token));
  OK(ransack_grep(&c.options, by.token, cancel_at_the_first, &by, &report));
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_TIMEOUT);
  CHECK(!report->complete);
  CHECK(!report->total_is_exact);
  CHECK(by.seen > 0 && by.seen < MANY);
  ransack_report_free(report);
  ransack_cancel_token_free(by.token);
}

static void time_limits(const char *tree) {
  ransack_cancel_token *token = NULL;
  ransack_report *report = NULL;
  size_t seen = 0;
  grep_case c;

  /* Limit of the options. */
  grep_case_init(&c, "needle", tree);
  c.options.timeout_ms = 0;
  CHECK_IS(ransack_grep(&c.options, NULL, count, &seen, &report), RANSACK_STATUS_TIMEOUT);
  CHECK(report == NULL);
  c.options.on_timeout = RANSACK_ON_TIMEOUT_PARTIAL;
  OK(ransack_grep(&c.options, NULL, count, &seen, &report));
  CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_TIMEOUT);
  CHECK(!report->complete);
  CHECK(!report->no_files_matched_scope);
  CHECK_IS(seen, 0);
  ransack_report_free(report);
  report = NULL;

  /* Limit of the token, with a later one in the options. */
  grep_case_init(&c, "needle", tree);
  c.options.timeout_ms = RANSACK_NO_LIMIT - 1;
  OK(ransack_cancel_token_new(NULL, 0, &token));
  CHECK_IS(ransack_grep(&c.options, token, count, &seen, &report), RANSACK_STATUS_TIMEOUT);
  CHECK(report == NULL);
  ransack_cancel_token_free(token);

  /* The limit of the options does not fire the caller's token. */
  OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &token));
  c.options.timeout_ms = 0;
  CHECK_IS(ransack_grep(&c.options, token, count, &seen, &report), RANSACK_STATUS_TIMEOUT);
  CHECK_IS(reason_of(token), RANSACK_ABORT_REASON_NONE);
  c.options.timeout_ms = RANSACK_NO_LIMIT;
  OK(ransack_grep(&c.options, token, count, &seen, &report));
  CHECK_IS(report->total_matches, seen);
  CHECK_IS(seen, 5);
  ransack_report_free(report);
  ransack_cancel_token_free(token);
}

/* A token that fires inside a callback: no result follows, and the call is aborted, even if all
 * results were already known. */
typedef struct firing {
  ransack_cancel_token *token;
  size_t seen, fire_at;
} firing;

static int fire(firing *f) {
  f->seen++;
  CHECK(f->seen <= f->fire_at);
  if (f->seen == f->fire_at) {
    OK(ransack_cancel_token_cancel(f->token, RANSACK_ABORT_REASON_USER));
  }
  return 0;
}

#define FIRE(view)                                                      \
  static int fire_##view(const ransack_##view *item, void *user_data) { \
    CHECK(item != NULL);                                                \
    return fire((firing *)user_data);                                   \
  }

FIRE(grep_match)
FIRE(glob_match)
FIRE(fuzzy_match)
FIRE(fuzzy_string)
FIRE(ast_match)

/* Makes a call whose token fires at a result, and checks that it is aborted there. */
#define ABORTS_AT(number, call)                  \
  do {                                           \
    ransack_report *report = NULL;               \
    firing f;                                    \
    f.seen = 0;                                  \
    f.fire_at = number;                          \
    f.token = NULL;                              \
    OK(ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &f.token));      \
    CHECK_IS(call, RANSACK_STATUS_ABORTED);      \
    CHECK(report == NULL);                       \
    CHECK_IS(f.seen, f.fire_at);                 \
    ransack_cancel_token_free(f.token);          \
  } while (0)

static void no_result_follows_the_firing(const char *dir) {
  const ransack_bytes text = ransack_bytes_from_str("kfree(1); kfree(2);\nkfree(3);\nkfree(4);\n");
  const ransack_bytes c_language = ransack_bytes_from_str("c");
  const ransack_bytes query = ransack_bytes_from_str("k");
  const ransack_bytes call = ransack_bytes_from_str("kfree($A)");
  ransack_bytes words[4], any = ransack_bytes_from_str("**");
  ransack_search_options search = RANSACK_SEARCH_OPTIONS_INIT;
  ransack_glob_options glob = RANSACK_GLOB_OPTIONS_INIT;
  ransack_fuzzy_find_options find = RANSACK_FUZZY_FIND_OPTIONS_INIT;
  ransack_fuzzy_match_options match = RANSACK_FUZZY_MATCH_OPTIONS_INIT;
  ransack_ast_grep_options ast_grep = RANSACK_AST_GREP_OPTIONS_INIT;
  ransack_ast_match_options ast_match = RANSACK_AST_MATCH_OPTIONS_INIT;
  ransack_fuzzy_list *list = NULL;
  grep_case c;
  size_t i;
  grep_case_init(&c, "kfree", in_dir(dir, "code"));
  for (i = 0; i < 4; i++) words[i] = query;
  search.patterns = c.options.patterns;
  glob.patterns = &any;
  ast_grep.patterns = ast_match.patterns = &call;
  search.patterns_len = glob.patterns_len = ast_grep.patterns_len = ast_match.patterns_len = 1;
  glob.scope = find.scope = ast_grep.scope = &c.scope;
  OK(ransack_fuzzy_list_new(words, 4, &list));
  /* Each call has at least three results. */
  for (i = 1; i <= 3; i++) {
    ABORTS_AT(i, ransack_grep(&c.options, f.token, fire_grep_match, &f, &report));
    ABORTS_AT(i, ransack_glob(&glob, f.token, fire_glob_match, &f, &report));
    ABORTS_AT(i, ransack_fuzzy_find(&find, f.token, fire_fuzzy_match, &f, &report));
    ABORTS_AT(i, ransack_ast_grep(&ast_grep, f.token, fire_ast_match, &f, &report));
    ABORTS_AT(i, ransack_search(text, &search, f.token, fire_grep_match, &f, &report));
    ABORTS_AT(i, ransack_fuzzy_match_strings(query, words, 4, &match, f.token, fire_fuzzy_string,
                                             &f, &report));
    ABORTS_AT(i, ransack_fuzzy_list_rank(list, query, &match, f.token, fire_fuzzy_string, &f,
                                         &report));
    ABORTS_AT(i, ransack_ast_match_source(text, c_language, &ast_match, f.token, fire_ast_match,
                                          &f, &report));
  }
  ransack_fuzzy_list_free(list);
}

/* Deadline that passes while the callback blocks the search. */
static int wait_for_the_token(const ransack_grep_match *item, void *user_data) {
  (void)item;
  while (reason_of((const ransack_cancel_token *)user_data) == RANSACK_ABORT_REASON_NONE) {
  }
  return 0;
}

static void a_deadline_ends_a_search(const char *many) {
  ransack_cancel_token *token = NULL;
  ransack_report *report = NULL;
  ransack_status status;
  grep_case c;
  grep_case_init(&c, "needle", many);
  OK(ransack_cancel_token_new(NULL, 20, &token));
  status = ransack_grep(&c.options, token, wait_for_the_token, token, &report);
  CHECK_IS(status, RANSACK_STATUS_TIMEOUT);
  CHECK(report == NULL);
  ransack_cancel_token_free(token);
}

int main(int argc, char **argv) {
  const char *dir = tree_of(argc, argv);
  const char *tree = in_dir(dir, "tree"), *many = in_dir(dir, "many");
  tokens_fire_once();
  children_fire_with_their_parent();
  a_fired_token_does_no_work(tree);
  another_thread_may_cancel(many);
  a_timeout_may_be_partial(many);
  no_result_follows_the_firing(dir);
  time_limits(tree);
  a_deadline_ends_a_search(many);
  return 0;
}
