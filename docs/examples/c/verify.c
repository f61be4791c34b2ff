/* SPDX-License-Identifier: Apache-2.0 */
/* Part of the App Store receipt toolkit. */

/*
 * Says whether a receipt is genuine, and whether it owns a product.
 *
 *     cc -o verify verify.c $(pkg-config --cflags --libs receipts)
 *     ./verify com.example.app com.example.app.lifetime receipt.der [root.der]
 *
 * With a root certificate of your own, receipts of the sandbox that you signed yourself are accepted as well.
 * Exit status: 0 if it does, 1 if it does not, 2 if something went wrong.
 */
#include <receipts.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No receipt comes near this size. */
static unsigned char buffer[1 << 20];

static size_t read_file(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file) {
    perror(name);
    exit(2);
  }
  size_t length = fread(buffer, 1, sizeof buffer, file);
  fclose(file);
  return length;
}

int main(int count, char **arguments) {
  if (count < 4 || count > 5) {
    fprintf(stderr, "usage: %s BUNDLE-ID PRODUCT FILE [ROOT]\n", arguments[0]);
    return 2;
  }
  const char *bundle_id = arguments[1], *product = arguments[2];

  receipts_options *options = receipts_options_new();
  receipts_options_accept_bundle_id(options, bundle_id, strlen(bundle_id));
  receipts_options_accept_environment(options, RECEIPTS_ENVIRONMENT_PRODUCTION);
  if (count == 5) {
    receipts_options_accept_environment(options, RECEIPTS_ENVIRONMENT_SANDBOX);
    receipts_options_trust_root(options, buffer, read_file(arguments[4]));
  }
  receipts_verifier *verifier;
  receipts_status status = receipts_verifier_new(options, &verifier);
  receipts_options_free(&options);
  if (status != RECEIPTS_OK) {
    fprintf(stderr, "%s\n", receipts_status_message(status));
    return 2;
  }

  receipts_result *result = receipts_verify(verifier, buffer, read_file(arguments[3]), RECEIPTS_NOW);
  bool owned =
    receipts_result_is_valid_with_persistent_product_id(result, product, strlen(product), RECEIPTS_NOW)
    || receipts_result_is_subscribed_with_auto_renew_product(
      result, product, strlen(product), RECEIPTS_NOW, 0);
  if (!receipts_result_is_verified(result))
    printf("%s: %s\n", receipts_result_code(result, NULL), receipts_result_message(result, NULL));
  else
    printf("%s: %s\n", product, owned ? "owned" : "not owned");

  receipts_result_free(&result);
  receipts_verifier_free(&verifier);
  return owned ? 0 : 1;
}
