// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.
//
// The entry to libFuzzer (LLVM, *libFuzzer*, "Using libFuzzer as a library"), which the toolchain has no header for.
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *bytes, size_t count));
