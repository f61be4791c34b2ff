// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

#include <openssl/asn1.h>
#include <openssl/pkcs7.h>
#include <stdlib.h>
#include <string.h>

#include "OpenSSLBaseline.h"

struct baseline_message {
  PKCS7 *pkcs7;
};

baseline_message *baseline_message_new(const uint8_t *bytes, size_t count) {
  const uint8_t *position = bytes;
  PKCS7 *pkcs7 = d2i_PKCS7(NULL, &position, (long)count);
  if (pkcs7 == NULL) return NULL;
  baseline_message *message = malloc(sizeof *message);
  message->pkcs7 = pkcs7;
  return message;
}

void baseline_message_free(baseline_message *message) {
  if (message == NULL) return;
  PKCS7_free(message->pkcs7);
  free(message);
}

const uint8_t *baseline_message_content(const baseline_message *message, size_t *count) {
  const ASN1_OCTET_STRING *content = message->pkcs7->d.sign->contents->d.data;
  *count = (size_t)ASN1_STRING_length(content);
  return ASN1_STRING_get0_data(content);
}

// MARK: - Fields

typedef struct {
  const uint8_t *bytes;
  size_t count;
} text;

enum { RECEIPT_TYPES = 33, FIRST_PURCHASE_TYPE = 1701, PURCHASE_TYPES = 22 };

// One slot a type, of which the kind says what it holds.
typedef union {
  text text;
  int64_t number;
} field;

typedef enum { UNKNOWN, TEXT, DATE, NUMBER, BYTES, PURCHASE } kind;

static const uint8_t receipt_kinds[RECEIPT_TYPES] = {
    [0] = TEXT,  [1] = NUMBER, [2] = TEXT,    [3] = TEXT,    [4] = BYTES,     [5] = BYTES,  [6] = BYTES, [7] = BYTES,
    [8] = DATE,  [9] = NUMBER, [10] = TEXT,   [11] = NUMBER, [12] = DATE,     [13] = NUMBER, [14] = NUMBER,
    [15] = NUMBER, [16] = NUMBER, [17] = PURCHASE, [18] = DATE, [19] = TEXT,  [20] = TEXT,  [21] = DATE, [25] = NUMBER,
};

static const uint8_t purchase_kinds[PURCHASE_TYPES] = {
    [0] = NUMBER, [1] = TEXT, [2] = TEXT, [3] = DATE, [4] = TEXT, [5] = DATE, [6] = NUMBER, [7] = DATE,
    [8] = TEXT, [9] = NUMBER, [10] = NUMBER, [11] = DATE, [12] = NUMBER, [13] = TEXT, [14] = TEXT, [15] = TEXT,
    [16] = TEXT, [17] = TEXT, [18] = NUMBER, [19] = NUMBER, [20] = TEXT, [21] = NUMBER,
};

typedef struct {
  field fields[PURCHASE_TYPES];
} purchase;

typedef struct {
  field fields[RECEIPT_TYPES];
  purchase *purchases;
  size_t count;
  size_t capacity;
} receipt;

// MARK: - Reading

// The contents of the next element, which must have this tag; moves past it.
static bool next(const uint8_t **position, const uint8_t *end, int expected, const uint8_t **contents, long *count) {
  const uint8_t *start = *position;
  int tag;
  int class;
  int result = ASN1_get_object(&start, count, &tag, &class, end - start);
  if ((result & 0x80) != 0 || tag != expected || class != V_ASN1_UNIVERSAL) return false;
  *contents = start;
  *position = start + *count;
  return true;
}

static int64_t number(const uint8_t *bytes, long count) {
  int64_t value = count > 0 && bytes[0] >= 0x80 ? -1 : 0;
  for (long index = 0; index < count; index++) value = (int64_t)((uint64_t)value << 8 | bytes[index]);
  return value;
}

static int digits(const uint8_t *bytes, int count) {
  int value = 0;
  for (int index = 0; index < count; index++) value = value * 10 + (bytes[index] - '0');
  return value;
}

// Seconds since 1970 of YYYY-MM-DDTHH:MM:SSZ, with no more checks than its length.
static int64_t date(const uint8_t *bytes, long count) {
  if (count < 20) return 0;
  int year = digits(bytes, 4);
  int month = digits(bytes + 5, 2);
  int march_year = month > 2 ? year : year - 1;
  int march_month = (month + 9) % 12;
  int64_t days = march_year * 365L + march_year / 4 - march_year / 100 + march_year / 400 +
                 (153 * march_month + 2) / 5 + digits(bytes + 8, 2) - 1 - 719468;
  return days * 86400 + digits(bytes + 11, 2) * 3600 + digits(bytes + 14, 2) * 60 + digits(bytes + 17, 2);
}

static bool read_value(kind kind, const uint8_t *bytes, long count, bool copies_texts, field *field) {
  const uint8_t *position = bytes;
  const uint8_t *contents = bytes;
  const uint8_t *end = bytes + count;
  switch (kind) {
    case TEXT: {
      // UTF8String or IA5String, whichever stands here.
      int tag = count > 0 ? bytes[0] : 0;
      if (!next(&position, end, tag, &contents, &count)) return false;
      if (copies_texts) {
        uint8_t *copy = malloc((size_t)count + 1);
        memcpy(copy, contents, (size_t)count);
        copy[count] = 0;
        contents = copy;
      }
      field->text = (text){contents, (size_t)count};
      return true;
    }
    case DATE:
      if (!next(&position, end, V_ASN1_IA5STRING, &contents, &count)) return false;
      field->number = date(contents, count);
      return true;
    case NUMBER:
      if (!next(&position, end, V_ASN1_INTEGER, &contents, &count)) return false;
      field->number = number(contents, count);
      return true;
    default:
      field->text = (text){bytes, (size_t)count};
      return true;
  }
}

static bool walk(const uint8_t *bytes, size_t count, receipt *receipt, purchase *current, bool copies_texts) {
  const uint8_t *position = bytes;
  const uint8_t *set;
  long length;
  if (!next(&position, bytes + count, V_ASN1_SET, &set, &length)) return false;
  const uint8_t *end = set + length;
  while (set < end) {
    const uint8_t *element;
    if (!next(&set, end, V_ASN1_SEQUENCE, &element, &length)) return false;
    const uint8_t *element_end = element + length;
    const uint8_t *contents;
    if (!next(&element, element_end, V_ASN1_INTEGER, &contents, &length)) return false;
    int64_t type = number(contents, length);
    if (!next(&element, element_end, V_ASN1_INTEGER, &contents, &length)) return false;
    if (!next(&element, element_end, V_ASN1_OCTET_STRING, &contents, &length)) return false;
    if (current != NULL) {
      type -= FIRST_PURCHASE_TYPE;
      if (type < 0 || type >= PURCHASE_TYPES) continue;
      if (!read_value(purchase_kinds[type], contents, length, copies_texts, &current->fields[type])) return false;
    } else if (type >= 0 && type < RECEIPT_TYPES && receipt_kinds[type] == PURCHASE) {
      if (receipt->count == receipt->capacity) {
        receipt->capacity = receipt->capacity == 0 ? 8 : receipt->capacity * 2;
        receipt->purchases = realloc(receipt->purchases, receipt->capacity * sizeof(purchase));
      }
      purchase *added = &receipt->purchases[receipt->count++];
      memset(added, 0, sizeof *added);
      if (!walk(contents, (size_t)length, receipt, added, copies_texts)) return false;
    } else if (type >= 0 && type < RECEIPT_TYPES) {
      if (!read_value(receipt_kinds[type], contents, length, copies_texts, &receipt->fields[type])) return false;
    }
  }
  return true;
}

static uint64_t finish(const uint8_t *kinds, field *fields, size_t count, bool copies_texts) {
  uint64_t sum = 0;
  for (size_t type = 0; type < count; type++) {
    if (kinds[type] == TEXT) {
      sum += fields[type].text.count;
      if (copies_texts) free((void *)fields[type].text.bytes);
    } else if (kinds[type] == BYTES) {
      sum += fields[type].text.count;
    } else {
      sum += (uint64_t)fields[type].number;
    }
  }
  return sum;
}

uint64_t baseline_walk(const uint8_t *content, size_t count, bool copies_texts) {
  receipt receipt = {0};
  bool is_sound = walk(content, count, &receipt, NULL, copies_texts);
  uint64_t sum = finish(receipt_kinds, receipt.fields, RECEIPT_TYPES, copies_texts);
  for (size_t index = 0; index < receipt.count; index++) {
    sum += finish(purchase_kinds, receipt.purchases[index].fields, PURCHASE_TYPES, copies_texts);
  }
  free(receipt.purchases);
  return is_sound ? sum : 0;
}

uint64_t baseline_scan(const uint8_t *bytes, size_t count) {
  uint64_t sum = 0;
#pragma clang loop vectorize(disable) interleave(disable) unroll(disable)
  for (size_t index = 0; index < count; index++) sum += bytes[index];
  return sum;
}
