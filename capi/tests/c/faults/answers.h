/* Answers of operations as lines of text. */

#ifndef RANSACK_FAULTS_ANSWERS_H
#define RANSACK_FAULTS_ANSWERS_H

#include <ransack.h>

#include "operations.h"

/* The arguments of the operation in progress, in the child process. */
extern output *out;
extern const char *dir;

void print(const char *format, ...);

/* Prints bytes on one line: control characters and backslashes as hexadecimal numbers. */
void print_bytes(ransack_bytes view);

void print_line(const char *label, ransack_bytes view);
void print_span(const ransack_span *span);
void print_report(const ransack_report *report);

/* Ends the traced part, and prints the error of a call that failed. Returns whether it did. */
int has_failed(ransack_status status);

/* Ends the traced part, prints the error or the report, and frees the report. */
void print_outcome(ransack_status status, ransack_report *report);

#endif
