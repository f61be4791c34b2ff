// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

// Stands in front of the C library's allocator and counts. Only the benchmark links it.

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "OpenSSLBaseline.h"

// glibc's own entries below malloc, which it keeps for this purpose.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static atomic_uint_fast64_t allocations;
static atomic_uint_fast64_t allocated;
static atomic_int_fast64_t held;
static atomic_int_fast64_t peak;
static atomic_bool counts;

static void added(void *memory) {
  if (memory == NULL || !atomic_load_explicit(&counts, memory_order_relaxed)) return;
  int_fast64_t size = (int_fast64_t)malloc_usable_size(memory);
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&allocated, (uint_fast64_t)size, memory_order_relaxed);
  int_fast64_t now = atomic_fetch_add_explicit(&held, size, memory_order_relaxed) + size;
  int_fast64_t most = atomic_load_explicit(&peak, memory_order_relaxed);
  while (now > most && !atomic_compare_exchange_weak(&peak, &most, now)) {}
}

static void removed(void *memory) {
  if (memory == NULL || !atomic_load_explicit(&counts, memory_order_relaxed)) return;
  atomic_fetch_sub_explicit(&held, (int_fast64_t)malloc_usable_size(memory), memory_order_relaxed);
}

void *malloc(size_t size) {
  void *memory = __libc_malloc(size);
  added(memory);
  return memory;
}

void *calloc(size_t count, size_t size) {
  void *memory = __libc_calloc(count, size);
  added(memory);
  return memory;
}

void *realloc(void *memory, size_t size) {
  removed(memory);
  void *moved = __libc_realloc(memory, size);
  added(moved);
  return moved;
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = __libc_memalign(alignment, size);
  added(*memory);
  return *memory == NULL ? ENOMEM : 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
  void *memory = __libc_memalign(alignment, size);
  added(memory);
  return memory;
}

void free(void *memory) {
  removed(memory);
  __libc_free(memory);
}

void baseline_count_allocations(void) {
  atomic_store(&allocations, 0);
  atomic_store(&allocated, 0);
  atomic_store(&held, 0);
  atomic_store(&peak, 0);
  atomic_store(&counts, true);
}

baseline_allocations baseline_allocations_counted(void) {
  atomic_store(&counts, false);
  return (baseline_allocations){atomic_load(&allocations), atomic_load(&allocated), atomic_load(&peak)};
}
