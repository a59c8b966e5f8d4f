/* Runs operations in child processes and injects one fault into their system calls, by ptrace: this
 * reaches every system call of every thread, even calls that bypass the C library. */

#ifndef RANSACK_FAULTS_INJECTOR_H
#define RANSACK_FAULTS_INJECTOR_H

#include <stdio.h>

/* Kinds of faults. */
typedef enum fault_action {
  FAULT_NONE,   /* Counts the calls. */
  FAULT_ERROR,  /* The call does nothing and fails with the error `value`. */
  FAULT_AFTER,  /* The call succeeds, then reports the error `value`. */
  FAULT_SHORT,  /* The call transfers at most `value` bytes. */
  FAULT_KILL,   /* The process is killed before the call. */
  FAULT_PAUSE   /* The harness acts before the call is made. */
} fault_action;

/* Fault at calls number `at`, 0-based, to `at + repeat - 1` of the system call `kind`; an empty kind
 * means all system calls. */
typedef struct fault {
  char kind[32];
  fault_action action;
  long at;
  long repeat;
  long value;
} fault;

/* Result of a traced run. */
typedef struct traced {
  int hits;    /* Number of calls with the fault. */
  int hung;    /* Whether the deadline passed. */
  int signal;  /* Signal that ended the process, or 0. */
  int status;  /* Exit status of the process. */
} traced;

/* Seconds that an operation may take. */
enum { DEADLINE_SECONDS = 120 };

/* Begins (1) or ends (0) the part of the child whose system calls are counted and may fail. */
void injector_mark(int is_begin);

/* Runs `child(data)` in a child process with a fault. `pause` is called for FAULT_PAUSE. */
traced injector_run(const fault *fault, void (*child)(void *data), void *data, void (*pause)(void));

/* Prints a line `call NAME COUNT` for each kind of system call of the last run, and a line `at PLACE`
 * with the descriptor and path of the first call with the fault. */
void injector_print_calls(FILE *out);

#endif
