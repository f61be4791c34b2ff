// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

// In C, because Swift 6.3 compiles all functions of a module for the same processor: it cannot have one for newer
// processors and ask at run time whether this is one.

#include "CBase64.h"

// There is a way to decode a block for each of two processors, and one for any. It reads 32 characters, which are eight
// groups of four, writes 24 bytes, and returns four or eight bits for each group, those of the first group the lowest:
// zero if all its characters are of the alphabet, and then its bytes are right.
typedef uint64_t block_decoder(const uint8_t *characters, uint8_t *bytes);

// A table that has an entry for what each character of the alphabet stands for, and zero for any other character.
#define ALPHABET(ENTRY) \
  ['+'] = ENTRY(62), ['/'] = ENTRY(63), \
  ['0'] = ENTRY(52), ENTRY(53), ENTRY(54), ENTRY(55), ENTRY(56), ENTRY(57), ENTRY(58), ENTRY(59), ENTRY(60), ENTRY(61), \
  ['A'] = ENTRY(0), ENTRY(1), ENTRY(2), ENTRY(3), ENTRY(4), ENTRY(5), ENTRY(6), ENTRY(7), ENTRY(8), ENTRY(9), \
  ENTRY(10), ENTRY(11), ENTRY(12), ENTRY(13), ENTRY(14), ENTRY(15), ENTRY(16), ENTRY(17), ENTRY(18), ENTRY(19), \
  ENTRY(20), ENTRY(21), ENTRY(22), ENTRY(23), ENTRY(24), ENTRY(25), \
  ['a'] = ENTRY(26), ENTRY(27), ENTRY(28), ENTRY(29), ENTRY(30), ENTRY(31), ENTRY(32), ENTRY(33), ENTRY(34), \
  ENTRY(35), ENTRY(36), ENTRY(37), ENTRY(38), ENTRY(39), ENTRY(40), ENTRY(41), ENTRY(42), ENTRY(43), ENTRY(44), \
  ENTRY(45), ENTRY(46), ENTRY(47), ENTRY(48), ENTRY(49), ENTRY(50), ENTRY(51)

#if defined(__AARCH64EL__)

// ---- arm64 ----

#include <arm_neon.h>

// What each character stands for, with a bit that says that it is in the alphabet.
#define MEMBER 0x40
#define WITH_MEMBER(sextet) (MEMBER | (sextet))
static const uint8_t sextets[128] = {ALPHABET(WITH_MEMBER)};

// By Advanced SIMD, which all have.
static inline uint64_t decode_block_neon(const uint8_t *characters, uint8_t *bytes) {
  // The instruction takes tables of no more than 64 octets, so the two halves of ASCII have one each.
  const uint8x16x4_t low = vld1q_u8_x4(sextets), high = vld1q_u8_x4(sextets + 64);
  // The first characters of the eight groups, the second ones, and so on.
  uint8x8x4_t text = vld4_u8(characters);
  uint8x8_t is_member = vdup_n_u8(MEMBER);
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

// ---- Any processor ----

// What each character gives to the bits of a group in each of its places, and a bit above them that says that it is
// in the alphabet.
#define FIRST(sextet) (1u << 24 | (sextet) << 18)
#define SECOND(sextet) (1u << 25 | (sextet) << 12)
#define THIRD(sextet) (1u << 26 | (sextet) << 6)
#define FOURTH(sextet) (1u << 27 | (sextet))
static const uint32_t first[256] = {ALPHABET(FIRST)};
static const uint32_t second[256] = {ALPHABET(SECOND)};
static const uint32_t third[256] = {ALPHABET(THIRD)};
static const uint32_t fourth[256] = {ALPHABET(FOURTH)};
#define ALL_FOUR (0xFu << 24)

static inline void store(uint8_t *bytes, uint64_t octets) {
  for (int octet = 0; octet < 8; octet++) bytes[octet] = (uint8_t)(octets >> (56 - 8 * octet));
}

static inline uint64_t decode_block(const uint8_t *characters, uint8_t *bytes) {
  uint64_t groups[8];
  uint64_t members = ALL_FOUR;
  for (int group = 0; group < 8; group++, characters += 4) {
    groups[group] = first[characters[0]] | second[characters[1]] | third[characters[2]] | fourth[characters[3]];
    members &= groups[group];
  }
  uint64_t foreign = 0;
  if (members != ALL_FOUR) {
    for (int group = 0; group < 8; group++) {
      if ((groups[group] & ALL_FOUR) != ALL_FOUR) foreign |= UINT64_C(0xFF) << 8 * group;
    }
  }
  for (int group = 0; group < 8; group++) groups[group] &= 0xFFFFFF;
  store(bytes, groups[0] << 40 | groups[1] << 16 | groups[2] >> 8);
  store(bytes + 8, groups[2] << 56 | groups[3] << 32 | groups[4] << 8 | groups[5] >> 16);
  store(bytes + 16, groups[5] << 48 | groups[6] << 24 | groups[7]);
  return foreign;
}

#endif

#if defined(__x86_64__)

// ---- x86-64 ----

#include <immintrin.h>

// The same sixteen octets in both halves of a register: look-ups stay inside a half.
#define IN_BOTH_HALVES(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

__attribute__((target("avx2"))) static inline uint64_t decode_block_avx2(const uint8_t *characters, uint8_t *bytes) {
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

#endif

// ---- Blocks one after the other ----

// The length of the line break that `characters` begins with; zero if it begins with none.
static inline size_t line_break(const uint8_t *characters) {
  if (characters[0] == '\n') return 1;
  return characters[0] == '\r' && characters[1] == '\n' ? 2 : 0;
}

// The same for each way to decode a block, which is compiled into it.
__attribute__((always_inline)) static inline struct base64_progress decode_blocks(
    const uint8_t *characters, size_t character_count, uint8_t *bytes, size_t byte_room, block_decoder *decode_block,
    unsigned bits_of_group) {
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
    const size_t found = (size_t)__builtin_ctzll(foreign) / bits_of_group;
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

// ---- The way for this processor ----

#if defined(__AARCH64EL__)

struct base64_progress base64_decode_blocks(
    const uint8_t *characters, size_t character_count, uint8_t *bytes, size_t byte_room) {
  return decode_blocks(characters, character_count, bytes, byte_room, decode_block_neon, 8);
}

#else

#if defined(__x86_64__)
__attribute__((target("avx2"))) static struct base64_progress decode_blocks_avx2(
    const uint8_t *characters, size_t character_count, uint8_t *bytes, size_t byte_room) {
  return decode_blocks(characters, character_count, bytes, byte_room, decode_block_avx2, 4);
}
#endif

struct base64_progress base64_decode_blocks(
    const uint8_t *characters, size_t character_count, uint8_t *bytes, size_t byte_room) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return decode_blocks_avx2(characters, character_count, bytes, byte_room);
#endif
  return decode_blocks(characters, character_count, bytes, byte_room, decode_block, 8);
}

#endif
