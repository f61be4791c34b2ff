// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pkcs7.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <stdlib.h>

#include "OpenSSLBaseline.h"

struct baseline_store {
  X509_STORE *store;
  time_t time;
};

static X509 *certificate(const uint8_t *bytes, size_t count) { return d2i_X509(NULL, &bytes, (long)count); }

baseline_store *baseline_store_new(const uint8_t *root, size_t count, int64_t seconds_since_1970) {
  X509 *trusted = certificate(root, count);
  if (trusted == NULL) return NULL;
  baseline_store *store = malloc(sizeof *store);
  store->store = X509_STORE_new();
  store->time = (time_t)seconds_since_1970;
  X509_STORE_add_cert(store->store, trusted);
  X509_free(trusted);
  X509_VERIFY_PARAM *parameters = X509_STORE_get0_param(store->store);
  X509_VERIFY_PARAM_set_time(parameters, store->time);
  X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY);
  return store;
}

void baseline_store_free(baseline_store *store) {
  if (store == NULL) return;
  X509_STORE_free(store->store);
  free(store);
}

bool baseline_verify_message(const baseline_store *store, const uint8_t *bytes, size_t count) {
  PKCS7 *message = d2i_PKCS7(NULL, &bytes, (long)count);
  if (message == NULL) return false;
  bool holds = PKCS7_verify(message, NULL, store->store, NULL, NULL, PKCS7_BINARY) == 1;
  PKCS7_free(message);
  ERR_clear_error();
  return holds;
}

bool baseline_verify_chain(const baseline_store *store, const uint8_t *leaf, size_t leaf_count,
                           const uint8_t *intermediate, size_t intermediate_count) {
  X509 *signer = certificate(leaf, leaf_count);
  X509 *issuer = certificate(intermediate, intermediate_count);
  STACK_OF(X509) *untrusted = sk_X509_new_null();
  X509_STORE_CTX *context = X509_STORE_CTX_new();
  bool holds = false;
  if (signer != NULL && issuer != NULL && sk_X509_push(untrusted, issuer) > 0 &&
      X509_STORE_CTX_init(context, store->store, signer, untrusted) == 1) {
    holds = X509_verify_cert(context) == 1;
  }
  X509_STORE_CTX_free(context);
  sk_X509_free(untrusted);
  X509_free(issuer);
  X509_free(signer);
  return holds;
}

struct baseline_key {
  EVP_PKEY *key;
  EVP_MD *digest;
};

baseline_key *baseline_key_new(const uint8_t *bytes, size_t count, const char *digest) {
  X509 *holder = certificate(bytes, count);
  if (holder == NULL) return NULL;
  baseline_key *key = malloc(sizeof *key);
  key->key = X509_get_pubkey(holder);
  key->digest = EVP_MD_fetch(NULL, digest, NULL);
  X509_free(holder);
  return key;
}

void baseline_key_free(baseline_key *key) {
  if (key == NULL) return;
  EVP_PKEY_free(key->key);
  EVP_MD_free(key->digest);
  free(key);
}

bool baseline_verify_signature(const baseline_key *key, const uint8_t *content, size_t count,
                               const uint8_t *signature, size_t signature_count) {
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  bool holds = EVP_DigestVerifyInit(context, NULL, key->digest, NULL, key->key) == 1 &&
               EVP_DigestVerify(context, signature, signature_count, content, count) == 1;
  EVP_MD_CTX_free(context);
  return holds;
}
