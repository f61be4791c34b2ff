// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

// In C, because Swift 6.3 compiles all functions of a module for the same processor: it cannot have one for newer
// processors and ask at run time whether this is one.

#include "CBase64.h"

// Each processor has `decode_block`: it reads 32 characters, which are eight groups of four, writes 24 bytes, and
// returns a number in which each group has BITS_OF_GROUP bits, the first group the lowest: zero if all its characters
// are of the alphabet, and then its bytes are right.

#if defined(__x86_64__)

#include <immintrin.h>
#define TARGET __attribute__((target("avx2")))
#define IS_SUPPORTED __builtin_cpu_supports("avx2")
#define BITS_OF_GROUP 4

// The same sixteen octets in both halves of a register: look-ups stay inside a half.
#define IN_BOTH_HALVES(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

TARGET static inline uint64_t decode_block(const uint8_t *characters, uint8_t *bytes) {
  // The alphabet as a table of bits: a row for each low nibble, and in it bit 2 for 0x2_ to bit 7 for 0x7_. Row
  // 0xB, which is 0x54, has `+`, `K` and `k`, which are 0x2B, 0x4B and 0x6B.
  const __m256i rows = IN_BOTH_HALVES(
      (char)0xA8, (char)0xF8, (char)0xF8, (char)0xF8, (char)0xF8, (char)0xF8, (char)0xF8, (char)0xF8, (char)0xF8,
      (char)0xF8, (char)0xF0, 0x54, 0x50, 0x50, 0x50, 0x54);
  const __m256i columns = IN_BOTH_HALVES(0, 0, 0x04, 0x08, 0x10, 0x20, 0x40, (char)0x80, 0, 0, 0, 0, 0, 0, 0, 0);
  // What to add to a character, by its high nibble: `+` is 0x2B and stands for 62, digits begin at 0x30 with 52,
  // capitals at 0x41 with 0, small letters at 0x61 with 26. `/`, 0x2F for 63, has the place before that of `+`.
  const __m256i distances = IN_BOTH_HALVES(0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0);

  const __m256i text = _mm256_loadu_si256((const __m256i *)characters);
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(text, 4), _mm256_set1_epi8(0x0F));
  // No row is found for a character above 0x7F: its top bit makes the look-up give zero.
  const __m256i member = _mm256_and_si256(_mm256_shuffle_epi8(rows, text), _mm256_shuffle_epi8(columns, high));
  const __m256i place = _mm256_add_epi8(high, _mm256_cmpeq_epi8(text, _mm256_set1_epi8('/')));
  const __m256i sextets = _mm256_add_epi8(text, _mm256_shuffle_epi8(distances, place));

  // Two sextets to twelve bits, and two of these to a group of 24. Then its three octets, the highest first, of
  // all groups without a gap.
  const __m256i halves = _mm256_maddubs_epi16(sextets, _mm256_set1_epi16(1 << 8 | 64));
  const __m256i groups = _mm256_madd_epi16(halves, _mm256_set1_epi32(1 << 16 | 4096));
  const __m256i octets = _mm256_shuffle_epi8(
      groups, IN_BOTH_HALVES(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1));
  const __m256i packed = _mm256_permutevar8x32_epi32(octets, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
  _mm_storeu_si128((__m128i *)bytes, _mm256_castsi256_si128(packed));
  _mm_storel_epi64((__m128i *)(bytes + 16), _mm256_extracti128_si256(packed, 1));

  return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(member, _mm256_setzero_si256()));
}

#elif defined(__AARCH64EL__)

#include <arm_neon.h>
#define TARGET
#define IS_SUPPORTED 1
#define BITS_OF_GROUP 8

// What each character of ASCII stands for, with bit 6 set for those of the alphabet. The two halves of ASCII have
// a table each, as the instruction takes no more than 64 octets.
#define IN 0x40
static const uint8_t below_64[64] = {
    [0x2B] = IN | 62, [0x2F] = IN | 63,
    [0x30] = IN | 52, IN | 53, IN | 54, IN | 55, IN | 56, IN | 57, IN | 58, IN | 59, IN | 60, IN | 61};
static const uint8_t from_64[64] = {
    [0x01] = IN | 0, IN | 1, IN | 2, IN | 3, IN | 4, IN | 5, IN | 6, IN | 7, IN | 8, IN | 9, IN | 10, IN | 11,
    IN | 12, IN | 13, IN | 14, IN | 15, IN | 16, IN | 17, IN | 18, IN | 19, IN | 20, IN | 21, IN | 22, IN | 23,
    IN | 24, IN | 25,
    [0x21] = IN | 26, IN | 27, IN | 28, IN | 29, IN | 30, IN | 31, IN | 32, IN | 33, IN | 34, IN | 35, IN | 36,
    IN | 37, IN | 38, IN | 39, IN | 40, IN | 41, IN | 42, IN | 43, IN | 44, IN | 45, IN | 46, IN | 47, IN | 48,
    IN | 49, IN | 50, IN | 51};

static inline uint64_t decode_block(const uint8_t *characters, uint8_t *bytes) {
  const uint8x16x4_t low = vld1q_u8_x4(below_64), high = vld1q_u8_x4(from_64);
  // The first characters of eight groups, the second ones, and so on.
  uint8x8x4_t text = vld4_u8(characters);
  uint8x8_t is_member = vdup_n_u8(IN);
  for (int place = 0; place < 4; place++) {
    // A look-up beyond its table gives zero.
    const uint8x8_t in_low = vqtbl4_u8(low, text.val[place]);
    const uint8x8_t in_high = vqtbl4_u8(high, vsub_u8(text.val[place], vdup_n_u8(64)));
    text.val[place] = vorr_u8(in_low, in_high);
    is_member = vand_u8(is_member, text.val[place]);
    text.val[place] = vand_u8(text.val[place], vdup_n_u8(0x3F));
  }
  uint8x8x3_t octets;
  octets.val[0] = vorr_u8(vshl_n_u8(text.val[0], 2), vshr_n_u8(text.val[1], 4));
  octets.val[1] = vorr_u8(vshl_n_u8(text.val[1], 4), vshr_n_u8(text.val[2], 2));
  octets.val[2] = vorr_u8(vshl_n_u8(text.val[2], 6), text.val[3]);
  vst3_u8(bytes, octets);

  return vget_lane_u64(vreinterpret_u64_u8(vceqz_u8(is_member)), 0);
}

#else

#define TARGET
#define IS_SUPPORTED 0
#define BITS_OF_GROUP 8
static inline uint64_t decode_block(const uint8_t *characters, uint8_t *bytes) {
  (void)characters, (void)bytes;
  return UINT64_MAX;
}

#endif

// The length of the line break that `characters` begins with; zero if it begins with none.
static inline size_t line_break(const uint8_t *characters) {
  if (characters[0] == '\n') return 1;
  return characters[0] == '\r' && characters[1] == '\n' ? 2 : 0;
}

TARGET static struct base64_progress decode_blocks(
    const uint8_t *characters, size_t character_count, uint8_t *bytes, size_t byte_room) {
  struct base64_progress done = {0, 0};
  // How many groups stood before a line break in its block. In lines of one width that is the same for each: what is
  // found is only compared with it, since processors foretell branches, but wait for addresses.
  size_t groups = 0;
  size_t line_start = 0;
  while (character_count - done.characters >= base64_block_characters && byte_room - done.bytes >= base64_block_bytes) {
    const uint8_t *block = characters + done.characters;
    const uint64_t foreign = decode_block(block, bytes + done.bytes);
    // A branch for the same reason: the next block need not wait for this one.
    if (__builtin_expect(foreign == 0, 1)) {
      done.characters += base64_block_characters;
      done.bytes += base64_block_bytes;
      continue;
    }
    const size_t found = (size_t)__builtin_ctzll(foreign) / BITS_OF_GROUP;
    if (found != groups) {
      groups = found;
      // Keeps compilers from taking `found` in any case.
      __asm__ volatile("" : "+r"(groups));
    }
    const size_t skipped = line_break(block + groups * 4);
    done.characters += groups * 4;
    done.bytes += groups * 3;
    if (skipped == 0 || done.characters == line_start) break;
    done.characters += skipped;
    line_start = done.characters;
  }
  return done;
}

struct base64_progress base64_decode_blocks(
    const uint8_t *characters, size_t character_count, uint8_t *bytes, size_t byte_room) {
  if (!IS_SUPPORTED) return (struct base64_progress){0, 0};
  return decode_blocks(characters, character_count, bytes, byte_room);
}
