#include "operations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"

static const operation *const TABLES[] = {SEARCH_OPERATIONS, EDIT_OPERATIONS, WORKSPACE_OPERATIONS};

void operation_run(const char *name, const char *directory, output *output) {
  size_t i;
  out = output;
  dir = directory;
  for (i = 0; i < sizeof TABLES / sizeof *TABLES; i++) {
    const operation *each;
    for (each = TABLES[i]; each->name != NULL; each++) {
      if (strcmp(each->name, name) != 0) continue;
      each->run();
      return;
    }
  }
  fprintf(stderr, "unknown operation: %s\n", name);
  exit(2);
}
