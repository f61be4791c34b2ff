// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.
//
// The entry to libFuzzer (LLVM, *libFuzzer*, "Using libFuzzer as a library", "Custom mutators"), which the toolchain has no
// header for, and a count of the heap.
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *bytes, size_t count));
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t capacity);

// Begins to count what this thread has on the heap, from zero.
void receipts_heap_start(void);
// Ends that, and gives the most bytes that there were at one time, as they were asked for.
long receipts_heap_peak(void);
