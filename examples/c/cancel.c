/* Prints the lines below DIR that match PATTERN, from another thread, until a line is entered on
 * standard input:
 *
 *   cancel DIR PATTERN
 *
 * Exits like grep: 0 if there is a match, 1 if not, 2 on an error; or with 3 if the search was
 * cancelled. */

#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <stdio.h>

#include "ransack.h"

typedef struct search {
  const char *root;
  const char *pattern;
  ransack_cancel_token *token;
  size_t found;
  int code;
} search;

static int print(const ransack_grep_match *match, void *user_data) {
  ((search *)user_data)->found++;
  printf("%" RANSACK_BYTES_FMT ":%llu: %" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(match->path),
         (unsigned long long)match->line_number, RANSACK_BYTES_ARG(match->line));
  return ferror(stdout); /* Stop if the output is closed. */
}

/* The error belongs to the thread of the call, so this thread prints it. */
static void *run(void *user_data) {
  search *own = (search *)user_data;
  ransack_bytes root = ransack_bytes_from_str(own->root);
  ransack_bytes pattern = ransack_bytes_from_str(own->pattern);
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_grep_options options = RANSACK_GREP_OPTIONS_INIT;
  ransack_status status;
  scope.roots = &root, scope.roots_len = 1;
  options.patterns = &pattern, options.patterns_len = 1, options.scope = &scope;
  status = ransack_grep(&options, own->token, print, own, NULL);
  own->code = own->found > 0 ? 0 : 1;
  if (status == RANSACK_STATUS_ABORTED) {
    own->code = 3;
  } else if (status != RANSACK_STATUS_OK) {
    fprintf(stderr, "%s: %s\n", ransack_status_name(status), ransack_last_error_message());
    own->code = 2;
  }
  return NULL;
}

int main(int argc, char **argv) {
  search own = {NULL, NULL, NULL, 0, 0};
  pthread_t thread;
  if (argc != 3) {
    fprintf(stderr, "usage: %s DIR PATTERN\n", argv[0]);
    return 2;
  }
  own.root = argv[1];
  own.pattern = argv[2];
  if (ransack_cancel_token_new(NULL, RANSACK_NO_LIMIT, &own.token) != RANSACK_STATUS_OK ||
      pthread_create(&thread, NULL, run, &own) != 0) {
    fprintf(stderr, "cannot start the search\n");
    return 2;
  }
  if (getchar() != EOF) {
    ransack_cancel_token_cancel(own.token, RANSACK_ABORT_REASON_USER);
    fprintf(stderr, "cancelled\n");
  }
  pthread_join(thread, NULL);
  ransack_cancel_token_free(own.token);
  return own.code;
}
