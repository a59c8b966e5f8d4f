/* Helpers of the test programs: checks that report their position, views, options. */

#ifndef RANSACK_TEST_H
#define RANSACK_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ransack.h"

#define CHECK(condition)                                                     \
  do {                                                                       \
    if (!(condition)) {                                                      \
      fprintf(stderr, "%s:%d: failed: %s\n  last error: %s\n", __FILE__,     \
              __LINE__, #condition, ransack_last_error_message());           \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

/* Compares numbers and prints both if they differ. */
#define CHECK_IS(value, expected)                                            \
  do {                                                                       \
    unsigned long long value_ = (unsigned long long)(value);                 \
    unsigned long long expected_ = (unsigned long long)(expected);           \
    if (value_ != expected_) {                                               \
      fprintf(stderr, "%s:%d: %s is %llu, not %llu\n  last error: %s\n",     \
              __FILE__, __LINE__, #value, value_, expected_,                 \
              ransack_last_error_message());                                 \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

/* Compares the message of the last error, or its beginning. */
#define MESSAGE_IS(text) CHECK(strcmp(ransack_last_error_message(), text) == 0)
#define MESSAGE_STARTS(text) CHECK(strncmp(ransack_last_error_message(), text, strlen(text)) == 0)

/* Size of a struct of the header on machines with 64-bit pointers: no published struct may shrink,
 * and the size of a struct that grows is updated here. */
#define SIZE_IS(name, type, size)                                            \
  typedef char name[sizeof(void *) != 8 || sizeof(type) == (size) ? 1 : -1]

#define OK(call) CHECK_IS(call, RANSACK_STATUS_OK)

static inline ransack_bytes bytes(const void *data, size_t len) {
  ransack_bytes view;
  view.data = (const uint8_t *)data;
  view.len = len;
  return view;
}

static inline int is(ransack_bytes view, const char *text) {
  return view.len == strlen(text) && memcmp(view.data, text, view.len) == 0;
}

static inline int ends_in(ransack_bytes text, const char *end) {
  size_t len = strlen(end);
  return text.len >= len && memcmp(text.data + text.len - len, end, len) == 0;
}

/* Options for one pattern in one root. The options refer to the case, so it must not be copied. */
typedef struct grep_case {
  ransack_bytes pattern;
  ransack_bytes root;
  ransack_scope scope;
  ransack_grep_options options;
} grep_case;

static inline void grep_case_init(grep_case *c, const char *pattern, const char *root) {
  ransack_grep_options defaults = RANSACK_GREP_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  c->pattern = ransack_bytes_from_str(pattern);
  c->root = ransack_bytes_from_str(root);
  c->options = defaults;
  c->options.patterns = &c->pattern;
  c->options.patterns_len = 1;
  c->options.scope = &c->scope;
  c->scope = scope;
  c->scope.roots = &c->root;
  c->scope.roots_len = 1;
}

/* Options for one path pattern in one root. The options refer to the case, so it must not be
 * copied. */
typedef struct glob_case {
  ransack_bytes pattern;
  ransack_bytes root;
  ransack_scope scope;
  ransack_glob_options options;
} glob_case;

static inline void glob_case_init(glob_case *c, const char *pattern, const char *root) {
  ransack_glob_options defaults = RANSACK_GLOB_OPTIONS_INIT;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  c->pattern = ransack_bytes_from_str(pattern);
  c->root = ransack_bytes_from_str(root);
  c->options = defaults;
  c->options.patterns = &c->pattern;
  c->options.patterns_len = 1;
  c->options.scope = &c->scope;
  c->scope = scope;
  c->scope.roots = &c->root;
  c->scope.roots_len = 1;
}

/* Returns the path of `name` in the directory `dir`, valid until the program ends. */
static inline const char *in_dir(const char *dir, const char *name) {
  static char paths[64][4096];
  static size_t used;
  char *path;
  CHECK(used < sizeof paths / sizeof *paths);
  CHECK(strlen(dir) + strlen(name) + 2 <= sizeof *paths);
  path = paths[used++];
  sprintf(path, "%s/%s", dir, name);
  return path;
}

static inline const char *tree_of(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s DIR\n", argv[0]);
    exit(2);
  }
  return argv[1];
}

#endif
