/* SPDX-License-Identifier: Apache-2.0
   Part of the App Store receipt toolkit.

   What instrumented sources ask at each point. A point does nothing until the environment variable RECEIPT_MUTANT names
   its number; whether it would have done anything is noted all the same. */
#ifndef GUARD_MUTATION_H
#define GUARD_MUTATION_H

#include <stdbool.h>

#define MUTATION_POINTS 16384

/* The point that is asked for; -1 for none. */
extern int mutation_active;
/* The points at which the change would have changed a value. */
extern unsigned char mutation_mattered[MUTATION_POINTS];

static inline bool mutate_true(int point, bool value) {
  if (!value) mutation_mattered[point] = 1;
  return value || mutation_active == point;
}

static inline bool mutate_false(int point, bool value) {
  if (value) mutation_mattered[point] = 1;
  return value && mutation_active != point;
}

static inline bool mutate_pick(int point, bool changed, bool value) {
  if (changed != value) mutation_mattered[point] = 1;
  return mutation_active == point ? changed : value;
}

static inline bool mutate_is(int point) {
  mutation_mattered[point] = 1;
  return mutation_active == point;
}

static inline bool mutate_not(int point) { return !mutate_is(point); }

#endif
