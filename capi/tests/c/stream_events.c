/* Streams in event loops: results that the caller pulls by a file descriptor and by a callback.
 *
 * Not under valgrind: it runs one thread at a time, so waiting for thousands of results takes
 * minutes. stream.c covers the memory of streams. */

#define _POSIX_C_SOURCE 200809L

#include <poll.h>
#include <pthread.h>

#include "test.h"

/* More results than are found before the first wait. */
enum { MANY = 20000 };

static int has_ended(ransack_stream *stream, const ransack_report **report) {
  OK(ransack_stream_report(stream, report));
  return *report != NULL;
}

/* Reads a stream to its end without ever waiting in the library. */
static size_t read_by_descriptor(ransack_stream *stream) {
  const ransack_grep_match *item = NULL;
  const ransack_report *report = NULL;
  struct pollfd watched;
  size_t seen = 0, waits = 0;
  int again = -1;
  OK(ransack_stream_fd(stream, &watched.fd));
  OK(ransack_stream_fd(stream, &again));
  CHECK_IS(again, watched.fd);
  watched.events = POLLIN;
  for (;;) {
    /* Half a minute without a result is a lost wake-up. */
    CHECK_IS(poll(&watched, 1, 30000), 1);
    OK(ransack_grep_stream_next(stream, 0, &item));
    if (item != NULL) {
      CHECK(is(item->line, "needle"));
      seen++;
    } else if (has_ended(stream, &report)) {
      CHECK_IS(report->stopped_by, RANSACK_STOPPED_BY_LIMIT);
      return seen;
    } else {
      waits++;
    }
  }
}

static void a_descriptor_is_readable_when_there_is_something(const char *many) {
  ransack_stream *stream = NULL;
  grep_case c;
  grep_case_init(&c, "needle", many);
  c.options.limit = MANY;
  OK(ransack_grep_stream(&c.options, NULL, &stream));
  CHECK_IS(read_by_descriptor(stream), MANY);
  ransack_stream_free(stream);
}

/* Event loop that sleeps until the callback wakes it. */
typedef struct loop {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  int is_ready;
} loop;

static void wake(void *user_data) {
  loop *l = (loop *)user_data;
  pthread_mutex_lock(&l->mutex);
  l->is_ready = 1;
  pthread_cond_signal(&l->condition);
  pthread_mutex_unlock(&l->mutex);
}

static void sleep_until_ready(loop *l) {
  pthread_mutex_lock(&l->mutex);
  while (!l->is_ready) pthread_cond_wait(&l->condition, &l->mutex);
  l->is_ready = 0;
  pthread_mutex_unlock(&l->mutex);
}

static void a_callback_wakes_an_event_loop(const char *many) {
  const ransack_grep_match *item = NULL;
  const ransack_report *report = NULL;
  ransack_stream *stream = NULL;
  size_t seen = 0;
  grep_case c;
  loop l;
  pthread_mutex_init(&l.mutex, NULL);
  pthread_cond_init(&l.condition, NULL);
  l.is_ready = 0;
  grep_case_init(&c, "needle", many);
  c.options.limit = MANY;
  OK(ransack_grep_stream(&c.options, NULL, &stream));
  OK(ransack_stream_on_ready(stream, wake, &l));
  for (;;) {
    OK(ransack_grep_stream_next(stream, 0, &item));
    if (item != NULL) {
      seen++;
    } else if (has_ended(stream, &report)) {
      break;
    } else {
      sleep_until_ready(&l);
    }
  }
  CHECK_IS(seen, MANY);
  OK(ransack_stream_on_ready(stream, NULL, NULL));
  ransack_stream_free(stream);
  pthread_cond_destroy(&l.condition);
  pthread_mutex_destroy(&l.mutex);
}

/* A stream freed in the middle never calls its callback again. */
static void never(void *user_data) {
  CHECK(*(int *)user_data == 0);
}

static void a_freed_stream_is_silent(const char *many) {
  int i;
  for (i = 0; i < 20; i++) {
    const ransack_grep_match *item = NULL;
    ransack_stream *stream = NULL;
    int *is_freed = (int *)calloc(1, sizeof *is_freed);
    grep_case c;
    grep_case_init(&c, "needle", many);
    OK(ransack_grep_stream(&c.options, NULL, &stream));
    OK(ransack_stream_on_ready(stream, never, is_freed));
    OK(ransack_grep_stream_next(stream, 0, &item));
    ransack_stream_free(stream);
    *is_freed = 1;
    free(is_freed);
  }
}

int main(int argc, char **argv) {
  const char *many = in_dir(tree_of(argc, argv), "many");
  a_descriptor_is_readable_when_there_is_something(many);
  a_callback_wakes_an_event_loop(many);
  a_freed_stream_is_silent(many);
  return 0;
}
