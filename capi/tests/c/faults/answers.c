#include "answers.h"

#include <stdarg.h>

#include "../test.h"
#include "injector.h"

enum { OUTPUT_SIZE = 1 << 20 };

output *out;
const char *dir;

size_t output_size(void) { return sizeof(output) + OUTPUT_SIZE; }

void print(const char *format, ...) {
  size_t room = OUTPUT_SIZE - out->len;
  va_list arguments;
  int len;
  va_start(arguments, format);
  len = vsnprintf(out->text + out->len, room, format, arguments);
  va_end(arguments);
  CHECK(len >= 0 && (size_t)len < room);
  out->len += (size_t)len;
}

void print_bytes(ransack_bytes view) {
  size_t i;
  for (i = 0; i < view.len; i++) {
    int byte = view.data[i];
    if (byte < ' ' || byte == '\\') {
      print("\\%02x", byte);
    } else {
      print("%c", byte);
    }
  }
}

void print_line(const char *label, ransack_bytes view) {
  print("%s ", label);
  print_bytes(view);
  print("\n");
}

void print_span(const ransack_span *span) {
  print(" %zu-%zu:%llu.%zu ", span->start.offset, span->end.offset,
        (unsigned long long)span->start.line, span->start.column);
}

static int is_by_choice(ransack_skip_reason reason) {
  return reason == RANSACK_SKIP_REASON_NODE_MODULES ||
         reason == RANSACK_SKIP_REASON_SYMLINK_LOOP || reason == RANSACK_SKIP_REASON_NO_PATTERN;
}

void print_report(const ransack_report *report) {
  size_t i, j;
  print("complete %d\n", report->complete);
  print("total %llu exact %d files %llu\n", (unsigned long long)report->total_matches,
        report->total_is_exact, (unsigned long long)report->files_with_matches);
  if (report->stopped_by != RANSACK_STOPPED_BY_NONE) print("stopped %u\n", report->stopped_by);
  for (i = 0; i < report->skipped_len; i++) {
    const ransack_skipped *skipped = &report->skipped[i];
    const char *label = is_by_choice(skipped->reason) ? "outside" : "skipped";
    for (j = 0; j < skipped->paths_len; j++) {
      print("%s %u ", label, skipped->reason);
      print_bytes(skipped->paths[j].path);
      print(" (");
      print_bytes(skipped->paths[j].detail);
      print(")\n");
    }
    CHECK(skipped->count >= skipped->paths_len && skipped->paths_len > 0);
    if (skipped->count > skipped->paths_len) print("%s %u . (and others)\n", label, skipped->reason);
  }
}

int has_failed(ransack_status status) {
  const ransack_error *error;
  size_t i;
  injector_mark(0);
  if (status == RANSACK_STATUS_OK) return 0;
  error = ransack_last_error();
  CHECK(error != NULL && error->status == status);
  print("error %d ", status);
  print_bytes(error->message);
  print("\n");
  for (i = 0; i < error->paths_len; i++) print_line("listed", error->paths[i]);
  return 1;
}

void print_outcome(ransack_status status, ransack_report *report) {
  if (has_failed(status)) {
    CHECK(report == NULL);
    return;
  }
  print_report(report);
  ransack_report_free(report);
}
