/* SPDX-License-Identifier: Apache-2.0 */
/* Part of the App Store receipt toolkit. */

/*
 * Uses libreceipts as a C program does: everything that receipts.h promises, once. The argument is TestReceipts.
 * Exit status: 0 if all held.
 */
#include <receipts.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks, failures;

static void check(bool holds, const char *what, int line) {
  checks++;
  if (holds) return;
  failures++;
  printf("library.c:%d: does not hold: %s\n", line, what);
}
#define CHECK(condition) check((condition), #condition, __LINE__)

/* ---- Receipts ---- */

struct bytes {
  unsigned char *start;
  size_t length;
};

static const char *folder;

static struct bytes read_file(const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) {
    perror(path);
    exit(2);
  }
  struct bytes bytes = {NULL, (size_t)ftell(file)};
  rewind(file);
  /* No byte more than there is, so that valgrind notices one that is read too much. */
  bytes.start = malloc(bytes.length);
  if (!bytes.start || fread(bytes.start, 1, bytes.length, file) != bytes.length) exit(2);
  fclose(file);
  return bytes;
}

static receipts_options *usual_options(void) {
  receipts_options *options = receipts_options_new();
  struct bytes root = read_file("test-root.der");
  CHECK(receipts_options_accept_bundle_id(options, "com.example.app", 15) == RECEIPTS_OK);
  CHECK(receipts_options_accept_environment(options, RECEIPTS_ENVIRONMENT_PRODUCTION) == RECEIPTS_OK);
  CHECK(receipts_options_accept_environment(options, RECEIPTS_ENVIRONMENT_SANDBOX) == RECEIPTS_OK);
  CHECK(receipts_options_trust_root(options, root.start, root.length) == RECEIPTS_OK);
  free(root.start);
  return options;
}

static receipts_verifier *usual_verifier(void) {
  receipts_options *options = usual_options();
  receipts_verifier *verifier = NULL;
  CHECK(receipts_verifier_new(options, &verifier) == RECEIPTS_OK && verifier);
  receipts_options_free(&options);
  CHECK(options == NULL);
  return verifier;
}

/* ---- What is promised ---- */

/* 2025-06-01T12:00:00Z, when the receipt was made that most checks take. */
static const int64_t created = INT64_C(1748779200000);

static bool owns(const receipts_result *result, const char *product, int64_t at) {
  return receipts_result_is_valid_with_persistent_product_id(result, product, strlen(product), at);
}

static bool subscribed(const receipts_result *result, const char *product, int64_t at, int64_t tolerance) {
  return receipts_result_is_subscribed_with_auto_renew_product(result, product, strlen(product), at, tolerance);
}

static void a_genuine_receipt(void) {
  receipts_verifier *verifier = usual_verifier();
  struct bytes receipt = read_file("milliseconds.der");
  receipts_result *result = receipts_verify(verifier, receipt.start, receipt.length, RECEIPTS_NOW);
  /* A result needs neither its verifier nor the bytes. */
  receipts_verifier_free(&verifier);
  CHECK(verifier == NULL);
  memset(receipt.start, 0xFF, receipt.length);
  free(receipt.start);

  CHECK(receipts_result_is_verified(result));
  CHECK(receipts_result_verdict(result) == RECEIPTS_VERIFIED);
  CHECK(receipts_result_trust(result) == RECEIPTS_TRUST_CUSTOM);
  CHECK(*receipts_result_code(result, NULL) == 0 && *receipts_result_message(result, NULL) == 0);
  CHECK(*receipts_result_hint(result, NULL) == 0 && *receipts_result_path(result, NULL) == 0);
  CHECK(receipts_result_offset(result) == -1);

  /* 2025-06-15T10:00:00.999Z, when the subscription ends. */
  const int64_t end = INT64_C(1749981600999);
  const char *monthly = "com.example.app.pro.monthly";
  CHECK(subscribed(result, monthly, created, 0));
  CHECK(subscribed(result, monthly, end - 1, 0) && !subscribed(result, monthly, end, 0));
  CHECK(subscribed(result, monthly, end, 1) && !subscribed(result, monthly, end, -1));
  CHECK(!subscribed(result, monthly, RECEIPTS_NOW, 0));
  CHECK(!subscribed(result, "com.example.app.pro", created, 0) && !owns(result, monthly, created));

  size_t length = 0;
  const char *json = receipts_result_json(result, &length);
  CHECK(length == strlen(json) && json[length - 1] == '\n');
  CHECK(strstr(json, "\"status\": \"verified\"") && receipts_result_json(result, NULL) == json);
  receipts_result_free(&result);
  CHECK(result == NULL);
}

static void a_purchase_for_good(void) {
  receipts_verifier *verifier = usual_verifier();
  struct bytes receipt = read_file("sandbox-sha256.der");
  receipts_result *result = receipts_verify(verifier, receipt.start, receipt.length, created);
  CHECK(owns(result, "com.example.app.lifetime", RECEIPTS_NOW));
  CHECK(owns(result, "com.example.app.lifetime", 0) && !owns(result, "com.example.app.lifetime", INT64_MAX));
  CHECK(!owns(result, "com.example.app.coins.100", RECEIPTS_NOW));
  CHECK(!receipts_result_is_valid_with_persistent_product_id(result, NULL, 24, RECEIPTS_NOW));
  CHECK(!receipts_result_is_valid_with_persistent_product_id(result, "com", SIZE_MAX, RECEIPTS_NOW));
  receipts_result_free(&result);
  receipts_verifier_free(&verifier);
  free(receipt.start);
}

static void a_changed_receipt(void) {
  receipts_verifier *verifier = usual_verifier();
  struct bytes receipt = read_file("sandbox-sha256.der");
  receipt.start[receipt.length - 1] ^= 1;
  receipts_result *result = receipts_verify(verifier, receipt.start, receipt.length, RECEIPTS_NOW);
  size_t length = 0;
  CHECK(!receipts_result_is_verified(result) && receipts_result_verdict(result) == RECEIPTS_REJECTED);
  CHECK(receipts_result_trust(result) == RECEIPTS_TRUST_NONE);
  CHECK(!strcmp(receipts_result_code(result, &length), "signature.mismatch") && length == 18);
  CHECK(*receipts_result_message(result, NULL) && *receipts_result_hint(result, NULL));
  CHECK(receipts_result_offset(result) > 0);
  CHECK(!owns(result, "com.example.app.lifetime", RECEIPTS_NOW));
  receipts_result_free(&result);

  /* Cut off anywhere, it is no receipt. */
  for (size_t cut = 0; cut < receipt.length; cut += 97) {
    unsigned char *copy = malloc(cut ? cut : 1);
    if (!copy) exit(2);
    memcpy(copy, receipt.start, cut);
    result = receipts_verify(verifier, copy, cut, RECEIPTS_NOW);
    CHECK(receipts_result_verdict(result) == RECEIPTS_REJECTED && *receipts_result_code(result, NULL));
    CHECK(*receipts_result_json(result, NULL) == '{');
    receipts_result_free(&result);
    free(copy);
  }
  receipts_verifier_free(&verifier);
  free(receipt.start);
}

static void options_that_are_refused(void) {
  receipts_options *options = usual_options();
  receipts_verifier *verifier = (receipts_verifier *)options;
  CHECK(receipts_options_accept_device(options, "12345", 5) == RECEIPTS_BAD_VALUE);
  CHECK(receipts_options_limit_age(options, 60) == RECEIPTS_BAD_VALUE);
  CHECK(receipts_verifier_new(options, &verifier) == RECEIPTS_BAD_VALUE && verifier == NULL);
  receipts_options_free(&options);

  options = receipts_options_new();
  CHECK(receipts_verifier_new(options, &verifier) == RECEIPTS_NO_BUNDLE_ID);
  CHECK(receipts_options_accept_any_bundle_id(options) == RECEIPTS_OK);
  CHECK(receipts_verifier_new(options, &verifier) == RECEIPTS_NO_ENVIRONMENT);
  CHECK(receipts_options_accept_xcode(options) == RECEIPTS_OK);
  CHECK(receipts_options_limit_size(options, 1 << 20) == RECEIPTS_OK);
  CHECK(receipts_options_require_app_version(options, "7", 1) == RECEIPTS_OK);
  CHECK(receipts_options_accept_device(options, "0123456789abcdef", 16) == RECEIPTS_OK);
  CHECK(receipts_options_deny_leaf_key(options, "0123456789abcdef0123456789abcdef", 32) == RECEIPTS_OK);
  CHECK(receipts_verifier_new(options, &verifier) == RECEIPTS_OK);
  receipts_verifier_free(&verifier);
  CHECK(receipts_options_accept_bundle_id(options, "a", 1) == RECEIPTS_CONFLICT);
  receipts_options_free(&options);

  for (int status = RECEIPTS_OK; status <= RECEIPTS_NO_CRYPTO + 1; status++)
    CHECK(*receipts_status_message((receipts_status)status));
}

static void misuse(void) {
  receipts_options_free(NULL);
  receipts_verifier_free(NULL);
  receipts_result_free(NULL);
  CHECK(receipts_options_accept_any_bundle_id(NULL) == RECEIPTS_BAD_POINTER);
  CHECK(receipts_options_trust_root(NULL, NULL, SIZE_MAX) == RECEIPTS_BAD_POINTER);
  CHECK(receipts_verifier_new(NULL, NULL) == RECEIPTS_BAD_POINTER);
  CHECK(receipts_result_verdict(NULL) == RECEIPTS_UNDETERMINED && !receipts_result_is_verified(NULL));
  CHECK(!owns(NULL, "a", RECEIPTS_NOW) && !subscribed(NULL, "a", RECEIPTS_NOW, 0));
  CHECK(*receipts_result_code(NULL, NULL) == 0 && *receipts_result_json(NULL, NULL) == 0);

  receipts_verifier *verifier = usual_verifier();
  /* Nothing can be read at this address, and nothing is. */
  const void *nowhere = (const void *)(uintptr_t)1;
  receipts_result *result = receipts_verify(verifier, nowhere, SIZE_MAX, RECEIPTS_NOW);
  CHECK(!strcmp(receipts_result_code(result, NULL), "limit.size"));
  receipts_result_free(&result);
  result = receipts_verify(NULL, "a", 1, RECEIPTS_NOW);
  CHECK(receipts_result_verdict(result) == RECEIPTS_UNDETERMINED);
  CHECK(!strcmp(receipts_result_code(result, NULL), "internal.argument"));
  receipts_result_free(&result);
  receipts_result_free(&result);
  result = receipts_verify(verifier, NULL, 0, RECEIPTS_NOW);
  CHECK(!strcmp(receipts_result_code(result, NULL), "input.empty"));

  /* A handle of another kind is none. */
  CHECK(!receipts_result_is_verified((const receipts_result *)verifier));
  receipts_result *not_a_result = (receipts_result *)verifier;
  receipts_result_free(&not_a_result);
  CHECK(not_a_result != NULL);
  receipts_result_free(&result);
  receipts_verifier_free(&verifier);
}

static void junk(void) {
  receipts_verifier *verifier = usual_verifier();
  uint32_t random = 2463534242u;
  for (int round = 0; round < 300; round++) {
    unsigned char bytes[257];
    size_t length = 0;
    do {
      random ^= random << 13, random ^= random >> 17, random ^= random << 5;
      bytes[length++] = (unsigned char)random;
    } while (length < sizeof bytes && random % 64);
    if (round % 2) bytes[0] = 0x30;
    receipts_result *result = receipts_verify(verifier, bytes, length, RECEIPTS_NOW);
    CHECK(receipts_result_verdict(result) == RECEIPTS_REJECTED && *receipts_result_code(result, NULL));
    receipts_result_free(&result);
  }
  receipts_verifier_free(&verifier);
}

/* ---- Threads ---- */

static const receipts_verifier *shared_verifier;
static const receipts_result *shared_result;
static struct bytes shared_receipt;

static void *verify_often(void *wrong) {
  const char *json = receipts_result_json(shared_result, NULL);
  for (int round = 0; round < 25; round++) {
    receipts_result *result =
      receipts_verify(shared_verifier, shared_receipt.start, shared_receipt.length, created);
    if (!owns(result, "com.example.app.lifetime", RECEIPTS_NOW)) ++*(int *)wrong;
    if (strcmp(receipts_result_json(result, NULL), json)) ++*(int *)wrong;
    if (!owns(shared_result, "com.example.app.lifetime", RECEIPTS_NOW)) ++*(int *)wrong;
    receipts_result_free(&result);
  }
  return NULL;
}

/* Stacks of 256 KiB, as servers with many threads have them. */
static void eight_threads(void) {
  receipts_verifier *verifier = usual_verifier();
  shared_verifier = verifier;
  shared_receipt = read_file("sandbox-sha256.der");
  receipts_result *result =
    receipts_verify(shared_verifier, shared_receipt.start, shared_receipt.length, created);
  shared_result = result;
  pthread_attr_t attributes;
  pthread_t threads[8];
  int wrong[8] = {0};
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 256 * 1024);
  for (int i = 0; i < 8; i++)
    if (pthread_create(&threads[i], &attributes, verify_often, &wrong[i])) exit(2);
  for (int i = 0; i < 8; i++) {
    pthread_join(threads[i], NULL);
    CHECK(wrong[i] == 0);
  }
  pthread_attr_destroy(&attributes);
  receipts_result_free(&result);
  receipts_verifier_free(&verifier);
  free(shared_receipt.start);
}

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: %s TestReceipts\n", arguments[0]);
    return 64;
  }
  folder = arguments[1];
  CHECK(receipts_abi_version() == RECEIPTS_ABI_VERSION && *receipts_version());
  a_genuine_receipt();
  a_purchase_for_good();
  a_changed_receipt();
  options_that_are_refused();
  misuse();
  junk();
  eight_threads();
  printf("C: %d checks, %d failed\n", checks, failures);
  return failures ? 1 : 0;
}
