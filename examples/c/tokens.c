/* Prints standard input truncated to LIMIT tokens of MODEL, with a note in place of the removed
 * middle:
 *
 *   tokens MODEL LIMIT
 *
 * Exits with 0, or 2 on an error. */

#include <stdio.h>
#include <stdlib.h>

#include "ransack.h"

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

static ransack_status cut(ransack_bytes text, ransack_bytes model, size_t limit) {
  ransack_encoding encoding;
  ransack_tokenizer *tokenizer = NULL;
  ransack_truncation cut;
  ransack_truncate_tokens_options how = RANSACK_TRUNCATE_TOKENS_OPTIONS_INIT;
  ransack_status status = ransack_encoding_for_model(model, &encoding);
  if (status == RANSACK_STATUS_OK) status = ransack_tokenizer_get(encoding, &tokenizer);
  if (status == RANSACK_STATUS_OK) {
    how.from_ = RANSACK_TRUNCATE_FROM_MIDDLE;
    status = ransack_tokenizer_truncate(tokenizer, text, limit, &how, NULL, NULL, &cut);
  }
  ransack_tokenizer_free(tokenizer);
  if (status != RANSACK_STATUS_OK) return status;
  fwrite(text.data, 1, cut.dropped_start, stdout);
  if (cut.dropped_end > cut.dropped_start) {
    printf("[%lu of %lu tokens kept]", (unsigned long)cut.tokens, (unsigned long)cut.total_tokens);
  }
  fwrite(text.data + cut.dropped_end, 1, text.len - cut.dropped_end, stdout);
  return status;
}

int main(int argc, char **argv) {
  ransack_bytes text;
  uint8_t *input;
  ransack_status status;
  if (argc != 3) {
    fprintf(stderr, "usage: %s MODEL LIMIT\n", argv[0]);
    return 2;
  }
  input = read_all(&text.len);
  if (input == NULL || ferror(stdin)) {
    perror("standard input");
    return 2;
  }
  text.data = input;
  status = cut(text, ransack_bytes_from_str(argv[1]), (size_t)strtoul(argv[2], NULL, 10));
  free(input);
  if (status != RANSACK_STATUS_OK) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    return 2;
  }
  return 0;
}
