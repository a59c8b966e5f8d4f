/* Prints the outline of FILE, or the source of its definition NAME, such as "Tool.run":
 *
 *   definition FILE [NAME]
 *
 * Exits with 0, 1 if FILE has no such definition, or 2 on any other error. */

#include <stdio.h>

#include "ransack.h"

/* Prints the last error and, for a wrong name, the names that may have been meant. */
static int fail(void) {
  const ransack_error *error = ransack_last_error();
  size_t i;
  if (error->status != RANSACK_STATUS_UNKNOWN_NAME &&
      error->status != RANSACK_STATUS_AMBIGUOUS_NAME) {
    fprintf(stderr, "%s\n", ransack_last_error_message());
    return 2;
  }
  fprintf(stderr, "no single definition %" RANSACK_BYTES_FMT "; candidates:\n",
          RANSACK_BYTES_ARG(error->pattern));
  for (i = 0; i < error->candidates_len; i++) {
    fprintf(stderr, "  %" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(error->candidates[i]));
  }
  return 1;
}

/* Prints why the file has no result. */
static int skip(const ransack_report *report) {
  const char *reason = ransack_stopped_by_name(report->stopped_by);
  if (report->skipped_len > 0) reason = ransack_skip_reason_name(report->skipped[0].reason);
  fprintf(stderr, "the file was skipped: %s\n", reason);
  return 2;
}

static int print_outline(ransack_bytes path) {
  ransack_outline *outline = NULL;
  ransack_report *report = NULL;
  int code = 0;
  if (ransack_outline_file(path, NULL, NULL, &outline, &report) != RANSACK_STATUS_OK) return fail();
  if (outline == NULL) {
    code = skip(report);
  } else {
    size_t i;
    for (i = 0; i < outline->items_len; i++) {
      const ransack_outline_item *item = &outline->items[i];
      printf("%*s%s %" RANSACK_BYTES_FMT "\n", 2 * (int)item->depth, "",
             ransack_item_kind_name(item->kind), RANSACK_BYTES_ARG(item->name));
    }
  }
  ransack_outline_free(outline);
  ransack_report_free(report);
  return code;
}

static int print_definition(ransack_bytes path, ransack_bytes name) {
  ransack_definition *definition = NULL;
  ransack_report *report = NULL;
  int code = 0;
  if (ransack_definition_in_file(path, NULL, name, NULL, NULL, &definition, &report) !=
      RANSACK_STATUS_OK) {
    return fail();
  }
  if (definition == NULL) {
    code = skip(report);
  } else {
    printf("%" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(definition->text));
  }
  ransack_definition_free(definition);
  ransack_report_free(report);
  return code;
}

int main(int argc, char **argv) {
  if (argc != 2 && argc != 3) {
    fprintf(stderr, "usage: %s FILE [NAME]\n", argv[0]);
    return 2;
  }
  if (argc == 2) return print_outline(ransack_bytes_from_str(argv[1]));
  return print_definition(ransack_bytes_from_str(argv[1]), ransack_bytes_from_str(argv[2]));
}
