// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

// Compares `base64_decode_blocks` with a plain reading of what its header promises, for texts that end at a page
// which may not be read and room that ends at one which may not be written.
//
// Exit status: 0 if all held.

#include <CBase64.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { most_characters = 256, most_bytes = 192 };

static void fail(const char *what, size_t character_count, size_t byte_room) {
  printf("does not hold for %zu characters and room for %zu bytes: %s\n", character_count, byte_room, what);
  exit(1);
}

// ---- What must come out ----

static int sextet(uint8_t character) {
  static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *found = character == 0 ? NULL : strchr(alphabet, character);
  return found == NULL ? -1 : (int)(found - alphabet);
}

// How many of the eight groups at the start have only characters of the alphabet, before the first that has not.
static size_t plain_groups(const uint8_t *characters, uint8_t *bytes) {
  for (size_t group = 0; group < 8; group++) {
    uint32_t bits = 0;
    for (size_t place = 0; place < 4; place++) {
      int value = sextet(characters[group * 4 + place]);
      if (value < 0) return group;
      bits = bits << 6 | (uint32_t)value;
    }
    for (size_t octet = 0; octet < 3; octet++) bytes[group * 3 + octet] = (uint8_t)(bits >> (16 - 8 * octet));
  }
  return 8;
}

static struct base64_progress expected(
    const uint8_t *characters, size_t character_count, uint8_t *bytes, size_t byte_room) {
  struct base64_progress done = {0, 0};
  size_t line_start = 0;
  while (done.characters + 32 <= character_count && done.bytes + 24 <= byte_room) {
    size_t groups = plain_groups(characters + done.characters, bytes + done.bytes);
    done.characters += groups * 4;
    done.bytes += groups * 3;
    if (groups == 8) continue;
    if (done.characters == line_start) break;
    if (characters[done.characters] == '\n') {
      done.characters += 1;
    } else if (characters[done.characters] == '\r' && characters[done.characters + 1] == '\n') {
      done.characters += 2;
    } else {
      break;
    }
    line_start = done.characters;
  }
  return done;
}

// ---- Memory with an end ----

// As many bytes, before which and behind which a page begins that may not be touched if they are whole pages; of
// fewer, the last ones count.
static uint8_t *pages(size_t count) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), inner = (count + page - 1) / page * page;
  uint8_t *start = mmap(NULL, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED || mprotect(start + page, inner, PROT_READ | PROT_WRITE) != 0) {
    perror("pages");
    exit(2);
  }
  return start + page + inner - count;
}

static uint8_t *text_pages, *byte_pages;
static long checks;

static void check(const uint8_t *characters, size_t character_count, size_t byte_room) {
  static const uint8_t untouched[most_bytes] = {0};
  uint8_t *text = text_pages + most_characters - character_count, *bytes = byte_pages + most_bytes - byte_room;
  uint8_t wanted[most_bytes];
  checks++;
  memcpy(text, characters, character_count);
  memset(byte_pages, 0, most_bytes);
  struct base64_progress want = expected(characters, character_count, wanted, byte_room);
  struct base64_progress done = base64_decode_blocks(text, character_count, bytes, byte_room);
  if (done.characters != want.characters) fail("the number of characters", character_count, byte_room);
  if (done.bytes != want.bytes) fail("the number of bytes", character_count, byte_room);
  if (memcmp(bytes, wanted, done.bytes) != 0) fail("the bytes", character_count, byte_room);
  if (memcmp(byte_pages, untouched, most_bytes - byte_room) != 0) fail("what lies before", character_count, byte_room);
}

// ---- Texts ----

static uint64_t state = 1;
static size_t below(size_t bound) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(state >> 33) % bound;
}

static uint8_t member(void) {
  uint8_t character;
  do character = (uint8_t)below(128);
  while (sextet(character) < 0);
  return character;
}

// Every byte in every place of two blocks.
static void each_byte(void) {
  uint8_t text[64];
  for (size_t place = 0; place < sizeof text; place++) {
    for (int byte = 0; byte < 256; byte++) {
      for (size_t at = 0; at < sizeof text; at++) text[at] = member();
      text[place] = (uint8_t)byte;
      check(text, sizeof text, 48);
      if (place + 1 == sizeof text) continue;
      text[place + 1] = '\n';
      check(text, sizeof text, 48);
      text[place + 1] = '\r';
      check(text, sizeof text, 48);
    }
  }
}

// Any number of characters and of bytes, lines of any width, and now and then a byte that does not belong.
static void any_text(long count) {
  uint8_t text[most_characters];
  while (count-- > 0) {
    size_t character_count = below(most_characters + 1), width = below(2) ? 4 * below(24) : below(100);
    bool has_returns = below(2);
    for (size_t at = 0, column = 0; at < character_count; at++, column++) {
      bool is_end = width > 0 && column >= width;
      text[at] = is_end ? '\n' : member();
      if (is_end && has_returns && at + 1 < character_count) text[at++] = '\r', text[at] = '\n';
      if (is_end) column = (size_t)-1;
    }
    if (character_count > 0 && below(3) == 0) text[below(character_count)] = (uint8_t)below(256);
    check(text, character_count, below(most_bytes + 1));
  }
}

int main(void) {
  text_pages = pages(most_characters);
  byte_pages = pages(most_bytes);
  each_byte();
  any_text(50000);
  printf("%ld texts decoded as the header says\n", checks);
  return 0;
}
