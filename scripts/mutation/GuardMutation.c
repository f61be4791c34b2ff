/* SPDX-License-Identifier: Apache-2.0
   Part of the App Store receipt toolkit. */
#include "GuardMutation.h"

#include <stdio.h>
#include <stdlib.h>

int mutation_active = -1;
unsigned char mutation_mattered[MUTATION_POINTS];

/* RECEIPT_MUTATION_REACH names a file that gets the numbers of all points that mattered, a line each. */
static void write_reach(void) {
  const char *path = getenv("RECEIPT_MUTATION_REACH");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  for (int point = 0; point < MUTATION_POINTS; point++)
    if (mutation_mattered[point]) fprintf(file, "%d\n", point);
  fclose(file);
}

__attribute__((constructor)) static void begin(void) {
  const char *mutant = getenv("RECEIPT_MUTANT");
  if (mutant) mutation_active = atoi(mutant);
  if (getenv("RECEIPT_MUTATION_REACH")) atexit(write_reach);
}
