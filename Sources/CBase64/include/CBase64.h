// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

#pragma once

#include <stddef.h>
#include <stdint.h>

/// What is decoded at a time: 32 characters, which are 24 bytes.
enum { base64_block_characters = 32, base64_block_bytes = 24 };

/// How far decoding came: how many characters were read, and how many bytes were written.
struct base64_progress {
  size_t characters;
  size_t bytes;
};

/// Decodes base64 of the standard alphabet (RFC 4648, section 4) by blocks of characters, until there is something
/// else among them.
///
/// Groups of four characters are decoded, and one line break (LF, or CR and LF) after a group is passed over.
/// Decoding ends before any other group that has a character outside the alphabet, padding and blanks among them, and
/// where less than a block of characters is left, or of room. Room beyond the bytes that count may have been written
/// to. Nothing outside `characters` is read and nothing outside `bytes` is written, whatever the characters are; the
/// two must not overlap.
///
/// This is for speed alone: the caller has to be able to do all of it. It uses AVX2 where an x86-64 has it, Advanced
/// SIMD on arm64, and otherwise tables.
struct base64_progress base64_decode_blocks(
    const uint8_t *characters, size_t character_count, uint8_t *bytes, size_t byte_room);
