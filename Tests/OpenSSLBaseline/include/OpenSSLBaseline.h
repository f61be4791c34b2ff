// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

// What the benchmark compares with: the same work done in C, with OpenSSL's own PKCS#7 and ASN.1 functions.
#ifndef RECEIPTS_OPENSSL_BASELINE_H
#define RECEIPTS_OPENSSL_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: - Decoding

// A decoded PKCS#7 message.
typedef struct baseline_message baseline_message;

// d2i_PKCS7; NULL when it is refused.
baseline_message *baseline_message_new(const uint8_t *bytes, size_t count);
void baseline_message_free(baseline_message *message);

// The content of a message; it belongs to the message.
const uint8_t *baseline_message_content(const baseline_message *message, size_t *count);

// Walks over all attributes of a receipt's content with ASN1_get_object, reads every known field into structures, and
// frees them again. Texts are copied into strings of their own, or only pointed at. Returns a sum over the fields, so
// that nothing is left out; 0 when the content is malformed.
uint64_t baseline_walk(const uint8_t *content, size_t count, bool copies_texts);

// MARK: - Verification

// A root certificate in a store, and the instant for which chains are checked.
typedef struct baseline_store baseline_store;

baseline_store *baseline_store_new(const uint8_t *root, size_t count, int64_t seconds_since_1970);
void baseline_store_free(baseline_store *store);

// d2i_PKCS7, PKCS7_verify and PKCS7_free.
bool baseline_verify_message(const baseline_store *store, const uint8_t *bytes, size_t count);

// Decodes leaf and intermediate, and builds the path with X509_verify_cert.
bool baseline_verify_chain(const baseline_store *store, const uint8_t *leaf, size_t leaf_count,
                           const uint8_t *intermediate, size_t intermediate_count);

// A key that is ready for use.
typedef struct baseline_key baseline_key;

// The key of a certificate, with its digest fetched; NULL when it cannot be read.
baseline_key *baseline_key_new(const uint8_t *certificate, size_t count, const char *digest);
void baseline_key_free(baseline_key *key);

// EVP_DigestVerify: what a signature costs when nothing else is to be done.
bool baseline_verify_signature(const baseline_key *key, const uint8_t *content, size_t count,
                               const uint8_t *signature, size_t signature_count);

// MARK: - Bytes

// Adds up the bytes, one at a time, as a reader must that decides by each of them.
uint64_t baseline_scan(const uint8_t *bytes, size_t count);

// MARK: - Allocations

// What was allocated since counting was last started, by this thread or any other.
typedef struct {
  uint64_t allocations;
  // The sum of all allocations, freed again or not.
  uint64_t bytes;
  // The most that was allocated and not yet freed at one time, beyond what was there at the start.
  int64_t peak;
} baseline_allocations;

void baseline_count_allocations(void);
baseline_allocations baseline_allocations_counted(void);

#endif
