/* Prints the lines of standard input that match PATTERN, with the matches in
 * brackets:
 *
 *   search PATTERN
 *
 * Exits like grep: 0 if there is a match, 1 if not, 2 on an error. */

#include <stdio.h>
#include <stdlib.h>

#include "ransack.h"

static void put(ransack_bytes line, size_t from, size_t to) {
  fwrite(line.data + from, 1, to - from, stdout);
}

static int print(const ransack_grep_match *match, void *user_data) {
  size_t at = 0, i;
  (void)user_data;
  printf("%llu: ", (unsigned long long)match->line_number);
  for (i = 0; i < match->submatches_len; i++) {
    const ransack_submatch *found = &match->submatches[i];
    put(match->line, at, found->start);
    putchar('[');
    put(match->line, found->start, found->end);
    putchar(']');
    at = found->end;
  }
  put(match->line, at, match->line.len);
  putchar('\n');
  return ferror(stdout); /* Stop if the output is closed. */
}

/* Reads standard input to its end; returns NULL if memory is exhausted. */
static uint8_t *read_all(size_t *len) {
  uint8_t *all = NULL;
  size_t room = 0;
  *len = 0;
  do {
    uint8_t *more = (uint8_t *)realloc(all, room += 1 << 20);
    if (more == NULL) {
      free(all);
      return NULL;
    }
    all = more;
    *len += fread(all + *len, 1, room - *len, stdin);
  } while (*len == room);
  return all;
}

int main(int argc, char **argv) {
  ransack_search_options options = RANSACK_SEARCH_OPTIONS_INIT;
  ransack_bytes pattern, text;
  uint8_t *input;
  uint8_t found = 0;
  ransack_status status;
  if (argc != 2) {
    fprintf(stderr, "usage: %s PATTERN\n", argv[0]);
    return 2;
  }
  input = read_all(&text.len);
  if (input == NULL || ferror(stdin)) {
    perror("standard input");
    return 2;
  }
  text.data = input;
  pattern = ransack_bytes_from_str(argv[1]);
  options.patterns = &pattern;
  options.patterns_len = 1;
  /* ransack_has_match() stops at the first match. */
  status = ransack_has_match(text, &options, NULL, &found);
  if (status == RANSACK_STATUS_OK && found) {
    ransack_report *report = NULL;
    status = ransack_search(text, &options, NULL, print, NULL, &report);
    ransack_report_free(report);
  }
  free(input);
  if (status != RANSACK_STATUS_OK) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    return 2;
  }
  return found ? 0 : 1;
}
