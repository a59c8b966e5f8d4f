/* Reads commands from standard input, one per line,
 *
 *     OPERATION DIRECTORY KIND AT ACTION VALUE REPEAT
 *
 * runs each operation with the fault in a child process, and prints its lines, the calls that it
 * made, and a last line `end HITS HUNG SIGNAL STATUS`. The kind `any` means every system call.
 * For the action `pause`, it prints `paused` and reads a line before it continues. */

#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "injector.h"
#include "operations.h"

typedef struct command {
  char operation[64];
  char directory[4096];
  output *output;
} command;

static void run_operation(void *data) {
  command *c = (command *)data;
  operation_run(c->operation, c->directory, c->output);
}

static void pause_for_harness(void) {
  char line[16];
  printf("paused\n");
  fflush(stdout);
  if (fgets(line, sizeof line, stdin) == NULL) exit(2);
}

static fault_action action_of(const char *name) {
  static const char *NAMES[] = {"none", "error", "after", "short", "kill", "pause"};
  size_t i;
  for (i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
    if (strcmp(NAMES[i], name) == 0) return (fault_action)i;
  }
  fprintf(stderr, "unknown action: %s\n", name);
  exit(2);
}

int main(void) {
  char line[8192];
  command c;
  c.output = (output *)mmap(NULL, output_size(), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (c.output == MAP_FAILED) return 3;
  while (fgets(line, sizeof line, stdin) != NULL) {
    char action[16];
    fault f;
    traced result;
    if (sscanf(line, "%63s %4095s %31s %ld %15s %ld %ld", c.operation, c.directory, f.kind, &f.at,
               action, &f.value, &f.repeat) != 7) {
      fprintf(stderr, "not a command: %s\n", line);
      return 2;
    }
    f.action = action_of(action);
    if (strcmp(f.kind, "any") == 0) f.kind[0] = '\0';
    c.output->len = 0;
    result = injector_run(&f, run_operation, &c, pause_for_harness);
    fwrite(c.output->text, 1, c.output->len, stdout);
    injector_print_calls(stdout);
    printf("end %d %d %d %d\n", result.hits, result.hung, result.signal, result.status);
    fflush(stdout);
  }
  return 0;
}
