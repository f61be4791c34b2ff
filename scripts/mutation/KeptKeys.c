/* SPDX-License-Identifier: Apache-2.0
   Part of the App Store receipt toolkit.

   Making RSA keys is most of what a test process does before its first test. Where RECEIPT_MUTATION_KEYS names a folder,
   the keys that one process has made serve all others: the first of each kind, the second, and so on. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the next key of a thread is to be; 0 bits for no RSA key. */
static _Thread_local struct {
  int bits, primes;
  unsigned long exponent;
} wanted;

/* How many keys of each kind the process has. */
static struct {
  char kind[64];
  int count;
} kinds[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define OF_OPENSSL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int EVP_PKEY_CTX_set_rsa_keygen_bits(EVP_PKEY_CTX *context, int bits) {
  wanted.bits = bits;
  return OF_OPENSSL(EVP_PKEY_CTX_set_rsa_keygen_bits)(context, bits);
}

int EVP_PKEY_CTX_set_rsa_keygen_primes(EVP_PKEY_CTX *context, int primes) {
  wanted.primes = primes;
  return OF_OPENSSL(EVP_PKEY_CTX_set_rsa_keygen_primes)(context, primes);
}

int EVP_PKEY_CTX_set1_rsa_keygen_pubexp(EVP_PKEY_CTX *context, BIGNUM *exponent) {
  wanted.exponent = BN_get_word(exponent);
  return OF_OPENSSL(EVP_PKEY_CTX_set1_rsa_keygen_pubexp)(context, exponent);
}

/* The file of the next key of the wanted kind; 0 when there is no room for more kinds. */
static int next_file(const char *folder, char *path, size_t size) {
  char kind[64];
  int number = -1;
  snprintf(kind, sizeof kind, "rsa-%d-%lu-%d", wanted.bits, wanted.exponent, wanted.primes);
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 64 && number < 0; i++) {
    if (!kinds[i].count) strcpy(kinds[i].kind, kind);
    if (!strcmp(kinds[i].kind, kind)) number = kinds[i].count++;
  }
  pthread_mutex_unlock(&lock);
  return number >= 0 && snprintf(path, size, "%s/%s-%d", folder, kind, number) < (int)size;
}

static EVP_PKEY *read_key(const char *path, OSSL_LIB_CTX *library) {
  unsigned char bytes[16384];
  FILE *file = fopen(path, "r");
  if (!file) return NULL;
  long count = (long)fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  const unsigned char *next = bytes;
  return d2i_AutoPrivateKey_ex(NULL, &next, count, library, NULL);
}

static void write_key(const char *path, EVP_PKEY *key) {
  char part[4200];
  unsigned char *bytes = NULL;
  int count = i2d_PrivateKey(key, &bytes);
  snprintf(part, sizeof part, "%s.%d", path, (int)getpid());
  FILE *file = count > 0 ? fopen(part, "w") : NULL;
  if (file) {
    int written = fwrite(bytes, 1, count, file) == (size_t)count;
    /* The first process to finish gives the key to all. */
    if (!fclose(file) && written) (void)!link(part, path);
    unlink(part);
  }
  OPENSSL_free(bytes);
}

int EVP_PKEY_generate(EVP_PKEY_CTX *context, EVP_PKEY **key) {
  const char *folder = getenv("RECEIPT_MUTATION_KEYS");
  char path[4096];
  int is_kept = folder && wanted.bits && next_file(folder, path, sizeof path);
  memset(&wanted, 0, sizeof wanted);
  EVP_PKEY *kept = is_kept ? read_key(path, EVP_PKEY_CTX_get0_libctx(context)) : NULL;
  if (kept) {
    *key = kept;
    return 1;
  }
  int result = OF_OPENSSL(EVP_PKEY_generate)(context, key);
  if (is_kept && result == 1) write_key(path, *key);
  return result;
}
