#include <stdio.h>

/* Prints a greeting. */
int main(void) {
  printf("hello\n");
  return 0;
}
