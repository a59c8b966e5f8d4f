/* Prints a file with syntax highlighting:
 *
 *   highlight FILE [THEME]
 *
 * Exits with 0, or 2 on an error. */

#include <stdio.h>
#include <stdlib.h>

#include "ransack.h"

/* Returns the content of a file, NULL if it cannot be read. */
static uint8_t *read_all(const char *path, size_t *len) {
  FILE *file = fopen(path, "rb");
  uint8_t *all = NULL;
  size_t room = 0;
  *len = 0;
  if (file == NULL) return NULL;
  do {
    uint8_t *more = (uint8_t *)realloc(all, room += 1 << 20);
    if (more == NULL) break;
    all = more;
    *len += fread(all + *len, 1, room - *len, file);
  } while (*len == room);
  if (ferror(file) || *len == room) {
    free(all);
    all = NULL;
  }
  fclose(file);
  return all;
}

static ransack_status show(ransack_bytes path, ransack_bytes text, ransack_bytes name) {
  ransack_bytes language;
  ransack_theme *theme = NULL;
  ransack_highlight_form *form = NULL;
  ransack_highlighted *found = NULL;
  ransack_status status = ransack_detect_language(path, text, &language);
  if (status == RANSACK_STATUS_OK) status = ransack_theme_named(name, &theme);
  if (status == RANSACK_STATUS_OK) {
    status = ransack_highlight_form_theme(theme, RANSACK_COLOR_DEPTH_ANSI256, &form);
  }
  if (status == RANSACK_STATUS_OK) {
    status = ransack_highlight(text, language, form, NULL, NULL, &found);
  }
  if (status == RANSACK_STATUS_OK) {
    const ransack_highlight_report *report = found->report;
    fwrite(found->output.data, 1, found->output.len, stdout);
    fprintf(stderr, "%" RANSACK_BYTES_FMT ": %" RANSACK_BYTES_FMT "\n",
            RANSACK_BYTES_ARG(report->language), RANSACK_BYTES_ARG(report->reason));
  }
  ransack_highlighted_free(found);
  ransack_highlight_form_free(form);
  ransack_theme_free(theme);
  return status;
}

int main(int argc, char **argv) {
  ransack_bytes text;
  uint8_t *input;
  ransack_status status;
  if (argc != 2 && argc != 3) {
    fprintf(stderr, "usage: %s FILE [THEME]\n", argv[0]);
    return 2;
  }
  input = read_all(argv[1], &text.len);
  if (input == NULL) {
    perror(argv[1]);
    return 2;
  }
  text.data = input;
  status = show(ransack_bytes_from_str(argv[1]), text,
                ransack_bytes_from_str(argc == 3 ? argv[2] : "Catppuccin Mocha"));
  free(input);
  if (status != RANSACK_STATUS_OK) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    return 2;
  }
  return 0;
}
