// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

// The parts of OpenSSL 3 that this package calls, with function-like macros wrapped so that Swift sees them.
#ifndef RECEIPTS_COPENSSL_SHIM_H
#define RECEIPTS_COPENSSL_SHIM_H

#include <openssl/asn1.h>
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/decoder.h>
#include <openssl/encoder.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// OPENSSL_free records its caller's file and line, which makes it a macro.
static inline void receipts_openssl_free(void *memory) { OPENSSL_free(memory); }

// The stack functions of OpenSSL 3.0 are macros.
static inline STACK_OF(X509) *receipts_certificates_new(void) { return sk_X509_new_null(); }
static inline int receipts_certificates_count(const STACK_OF(X509) *stack) { return sk_X509_num(stack); }
static inline X509 *receipts_certificates_at(const STACK_OF(X509) *stack, int index) {
  return sk_X509_value(stack, index);
}
static inline void receipts_certificates_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }

#endif
