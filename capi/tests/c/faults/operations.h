/* Operations of the library over the files of one directory, with results as lines of text. */

#ifndef RANSACK_FAULTS_OPERATIONS_H
#define RANSACK_FAULTS_OPERATIONS_H

#include <stddef.h>

/* Lines that an operation prints, in memory that outlives its process. */
typedef struct output {
  size_t len;
  char text[];
} output;

/* Size of an output with its text. */
size_t output_size(void);

/* Operation by name. A table of them ends with a name of NULL. */
typedef struct operation {
  const char *name;
  void (*run)(void);
} operation;

extern const operation SEARCH_OPERATIONS[];
extern const operation EDIT_OPERATIONS[];
extern const operation WORKSPACE_OPERATIONS[];

/* Runs an operation in `directory` and appends its result to `output`. Its library calls are
 * between marks of the injector. */
void operation_run(const char *name, const char *directory, output *output);

#endif
