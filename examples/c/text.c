/* Prints TEXT wrapped at WIDTH cells, with the width of each line:
 *
 *   text WIDTH TEXT
 *
 * Exits with 0, or 2 on an error. */

#include <stdio.h>
#include <stdlib.h>

#include "ransack.h"

static int fail(void) {
  fprintf(stderr, "%s\n", ransack_last_error_message());
  return 2;
}

static int print(ransack_bytes line, size_t width) {
  ransack_text padded;
  size_t cells;
  if (ransack_visible_width(line, NULL, &cells) != RANSACK_STATUS_OK) return fail();
  if (ransack_pad_to_width(line, width, RANSACK_ALIGN_LEFT, NULL, &padded) != RANSACK_STATUS_OK) {
    return fail();
  }
  putchar('|');
  fwrite(padded.text.data, 1, padded.text.len, stdout);
  printf("|%3lu\n", (unsigned long)cells);
  ransack_string_free(padded.owner); /* NULL if the line is full already. */
  return 0;
}

int main(int argc, char **argv) {
  ransack_lines *lines = NULL;
  size_t width, i;
  int status = 0;
  if (argc != 3) {
    fprintf(stderr, "usage: %s WIDTH TEXT\n", argv[0]);
    return 2;
  }
  width = (size_t)strtoul(argv[1], NULL, 10);
  if (ransack_wrap_text_with_ansi(ransack_bytes_from_str(argv[2]), width, NULL, &lines) !=
      RANSACK_STATUS_OK) {
    return fail();
  }
  for (i = 0; i < lines->len && status == 0; i++) status = print(lines->lines[i], width);
  ransack_lines_free(lines);
  return status;
}
