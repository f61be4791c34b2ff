// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

#include "libfuzzer.h"

#include <stdbool.h>

// compiler-rt, sanitizer/allocator_interface.h, which the toolchain has no header for.
int __sanitizer_install_malloc_and_free_hooks(void (*allocated)(const volatile void *, size_t),
                                              void (*freed)(const volatile void *));
size_t __sanitizer_get_allocated_size(const volatile void *);

static _Thread_local bool is_counting;
static _Thread_local long current, peak;

static void count_allocated(const volatile void *memory, size_t size) {
  (void)memory;
  if (!is_counting) return;
  current += (long)size;
  if (current > peak) peak = current;
}

static void count_freed(const volatile void *memory) {
  if (is_counting) current -= (long)__sanitizer_get_allocated_size(memory);
}

void receipts_heap_start(void) {
  static bool is_installed;
  if (!is_installed) is_installed = __sanitizer_install_malloc_and_free_hooks(count_allocated, count_freed) > 0;
  current = peak = 0;
  is_counting = true;
}

long receipts_heap_peak(void) {
  is_counting = false;
  return peak;
}
