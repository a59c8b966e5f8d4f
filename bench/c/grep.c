/* Runs one benchmark case through the C API and prints path:line:text, or paths:
 *
 *   grep lines|files|glob|text PATTERN DIR IGNORE_CASE LIMIT
 *
 * IGNORE_CASE is 0 or 1, LIMIT a number or "none". `text` reads the file DIR/text and searches it
 * in memory. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ransack.h"

static void put(ransack_bytes text) {
  fwrite(text.data, 1, text.len, stdout);
}

static int put_line(ransack_bytes path, const ransack_grep_match *match) {
  put(path);
  printf(":%llu:", (unsigned long long)match->line_number);
  put(match->line);
  putchar('\n');
  return ferror(stdout);
}

static int on_line(const ransack_grep_match *match, void *user_data) {
  (void)user_data;
  return put_line(match->path, match);
}

static int on_line_of_text(const ransack_grep_match *match, void *path) {
  return put_line(ransack_bytes_from_str((const char *)path), match);
}

static int on_file(const ransack_grep_match *match, void *user_data) {
  (void)user_data;
  put(match->path);
  putchar('\n');
  return ferror(stdout);
}

/* Prints files only, because `rg --files` lists neither directories nor links. */
static int on_path(const ransack_glob_match *match, void *user_data) {
  (void)user_data;
  if (match->file_type != RANSACK_FILE_TYPE_FILE) return 0;
  put(match->path);
  putchar('\n');
  return ferror(stdout);
}

static ransack_bytes read_all(const char *dir, const char *name) {
  char path[4096];
  ransack_bytes all = {NULL, 0};
  FILE *file;
  long size;
  void *data;
  snprintf(path, sizeof path, "%s/%s", dir, name);
  file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 ||
      (data = malloc((size_t)size + 1)) == NULL) {
    perror(path);
    exit(2);
  }
  rewind(file);
  all.len = fread(data, 1, (size_t)size, file);
  all.data = (const uint8_t *)data;
  fclose(file);
  return all;
}

int main(int argc, char **argv) {
  static char text[] = "text";
  ransack_report *report = NULL;
  ransack_scope scope = RANSACK_SCOPE_INIT;
  ransack_bytes pattern, root;
  ransack_status status;
  uint8_t ignore_case;
  uint64_t limit;
  if (argc != 6) return 2;
  setvbuf(stdout, NULL, _IOFBF, 64 << 10);
  pattern = ransack_bytes_from_str(argv[2]);
  root = ransack_bytes_from_str(argv[3]);
  scope.roots = &root;
  scope.roots_len = 1;
  ignore_case = argv[4][0] == '1';
  limit = strcmp(argv[5], "none") == 0 ? RANSACK_NO_LIMIT : strtoull(argv[5], NULL, 10);
  if (strcmp(argv[1], "glob") == 0) {
    ransack_glob_options options = RANSACK_GLOB_OPTIONS_INIT;
    options.patterns = &pattern;
    options.patterns_len = 1;
    options.scope = &scope;
    scope.hidden = RANSACK_HIDDEN_INCLUDE;
    options.limit = limit;
    status = ransack_glob(&options, NULL, on_path, NULL, &report);
  } else if (strcmp(argv[1], text) == 0) {
    ransack_search_options options = RANSACK_SEARCH_OPTIONS_INIT;
    options.patterns = &pattern;
    options.patterns_len = 1;
    options.ignore_case = ignore_case;
    options.limit = limit;
    status = ransack_search(read_all(argv[3], text), &options, NULL, on_line_of_text, text,
                            &report);
  } else {
    const int files = strcmp(argv[1], "files") == 0;
    ransack_grep_options options = RANSACK_GREP_OPTIONS_INIT;
    options.patterns = &pattern;
    options.patterns_len = 1;
    options.scope = &scope;
    options.ignore_case = ignore_case;
    options.limit = limit;
    if (files) options.mode = RANSACK_GREP_MODE_FILES_WITH_MATCHES;
    status = ransack_grep(&options, NULL, files ? on_file : on_line, NULL, &report);
  }
  if (status != RANSACK_STATUS_OK) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    return 2;
  }
  ransack_report_free(report);
  return 0;
}
