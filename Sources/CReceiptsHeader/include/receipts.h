/* SPDX-License-Identifier: Apache-2.0 */
/* Part of the App Store receipt toolkit. */

/*
 * App Store receipts: who signed them, and what the buyer is entitled to.
 *
 *     receipts_options *options = receipts_options_new();
 *     receipts_options_accept_bundle_id(options, "com.example.app", strlen("com.example.app"));
 *     receipts_options_accept_environment(options, RECEIPTS_ENVIRONMENT_PRODUCTION);
 *
 *     receipts_verifier *verifier;
 *     receipts_status status = receipts_verifier_new(options, &verifier);
 *     receipts_options_free(&options);
 *     if (status != RECEIPTS_OK) return fail(receipts_status_message(status));
 *
 *     receipts_result *result = receipts_verify(verifier, bytes, length, RECEIPTS_NOW);
 *     if (receipts_result_is_subscribed_with_auto_renew_product(result, id, strlen(id), RECEIPTS_NOW, 0))
 *       unlock();
 *     else if (!receipts_result_is_verified(result))
 *       log("%s: %s", receipts_result_code(result, NULL), receipts_result_message(result, NULL));
 *     receipts_result_free(&result);
 *
 * What holds for every function:
 *
 * Handles. There are three kinds: options, verifier and result. Each is made by one function, belongs to who
 * called it, and stays until it is freed. None needs another to stay: options may be freed once the verifier
 * is made, and the verifier while its results are in use. The functions that free take the address of the
 * variable that holds the handle and set it to NULL, so that freeing the same variable twice does nothing. To
 * free or use a copy of a handle that was freed is an error that cannot be noticed in general.
 *
 * Threads. A verifier and a result never change: any number of threads may use one at once, with nothing to
 * lock. Options are for one thread at a time. A handle must not be in use anywhere when it is freed. The
 * library starts no threads, calls nothing back, writes nothing, asks nobody over the network, and reads no
 * file or environment variable to decide. Outside its handles it keeps a context of OpenSSL's libcrypto that
 * is its own; on the calling thread it clears the queue of OpenSSL's errors.
 *
 * NULL. Every pointer may be NULL. A function that lacks what it needs says so by its status, or gives the
 * answer that grants nothing: false, RECEIPTS_UNDETERMINED, empty text. The same is true of a handle of one
 * kind that is passed as another.
 *
 * Text in. A pointer and a length in bytes, without a NUL: strlen() of a C string. It is UTF-8, and copied.
 *
 * Text out. A pointer to UTF-8 with a NUL behind it, never NULL. It belongs to the handle, stays as long as
 * that, and is the same at each call. The length, without the NUL, is stored where `length` points, unless
 * that is NULL. Where there is no text it is empty. None of the texts holds a NUL.
 *
 * Instants. Milliseconds since 1970-01-01T00:00:00Z without leap seconds: time(NULL) * INT64_C(1000).
 * RECEIPTS_NOW is the host's clock at the call. Only the years 0001 to 9999 have instants.
 *
 * Memory. Should the host run out of memory, the library ends the process, as Swift programs do. It stays in
 * the process once it is loaded: dlclose() does not take it out.
 */
#ifndef RECEIPTS_H
#define RECEIPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define RECEIPTS_MUST_USE __attribute__((warn_unused_result))
#else
#define RECEIPTS_MUST_USE
#endif

/* ---- The library ---- */

/*
 * What this header describes. It rises by one with each release that adds something. Whatever a program was
 * built with works with every library of the same soname (libreceipts.so.1) whose receipts_abi_version() is
 * not below.
 */
#define RECEIPTS_ABI_VERSION 1

/* The RECEIPTS_ABI_VERSION of the library that was loaded. */
uint32_t receipts_abi_version(void);

/* The version of the toolkit that the library was built from, such as "0.1.0". It stays for ever. */
const char *receipts_version(void);

/* ---- Options: whose receipts are accepted ---- */

/* Whether something could be done, and if not, why. */
typedef enum receipts_status {
  RECEIPTS_OK = 0,
  /* A pointer is NULL that must not be, or a handle is none of the kind that the function takes. */
  RECEIPTS_BAD_POINTER = 1,
  /* A value is outside what the function takes. */
  RECEIPTS_BAD_VALUE = 2,
  /* Bundle identifiers were given, and any is accepted too. */
  RECEIPTS_CONFLICT = 3,
  /* No bundle identifier was given, nor any accepted: no receipt would pass. */
  RECEIPTS_NO_BUNDLE_ID = 4,
  /* No environment was given: no receipt would pass. */
  RECEIPTS_NO_ENVIRONMENT = 5,
  /* A root certificate cannot be read. */
  RECEIPTS_BAD_CERTIFICATE = 6,
  /* OpenSSL cannot be used on this host. */
  RECEIPTS_NO_CRYPTO = 7
} receipts_status;

/* One English sentence on a status, for logs; never NULL, and it stays for ever. */
const char *receipts_status_message(receipts_status status);

/*
 * What a verifier is made of. It says of which apps and from which environments receipts are accepted: both
 * must be said, neither has a default. Everything else has one.
 *
 * Options remember the first that was refused: from then on every function here returns that status, and so
 * does receipts_verifier_new(). It is therefore enough to look at the status of that one.
 */
typedef struct receipts_options receipts_options;

/* Options that accept no receipt yet. Free them with receipts_options_free(). */
receipts_options *receipts_options_new(void) RECEIPTS_MUST_USE;

/* Frees options and sets the variable to NULL. */
void receipts_options_free(receipts_options **options);

/*
 * Accepts receipts of the app with this bundle identifier, compared byte by byte. Once for each app; up to
 * 65535 bytes and not empty, else RECEIPTS_BAD_VALUE. With receipts_options_accept_any_bundle_id():
 * RECEIPTS_CONFLICT.
 */
receipts_status receipts_options_accept_bundle_id(
  receipts_options *options, const char *bundle_id, size_t length);

/*
 * Accepts receipts of any app. A genuine receipt of any app whatever then passes, which is the commonest of
 * frauds: this is for tools that show receipts, and for callers that compare the identifier themselves.
 */
receipts_status receipts_options_accept_any_bundle_id(receipts_options *options);

/* Where a receipt was made. Both are signed by the same key of Apple's. */
typedef enum receipts_environment {
  /* The App Store, volume purchases included. */
  RECEIPTS_ENVIRONMENT_PRODUCTION = 1,
  /* Sandbox accounts, TestFlight and App Review: nobody paid. */
  RECEIPTS_ENVIRONMENT_SANDBOX = 2
} receipts_environment;

/* Accepts receipts from this environment. Once for each; RECEIPTS_BAD_VALUE for any other number. */
receipts_status receipts_options_accept_environment(
  receipts_options *options, receipts_environment environment);

/*
 * Accepts receipts that Xcode made for local testing. The key that signs them is in every developer's hands,
 * so that they prove nothing: receipts_result_trust() then says RECEIPTS_TRUST_LOCAL_TESTING. Never in
 * production.
 */
receipts_status receipts_options_accept_xcode(receipts_options *options);

/*
 * Trusts this root certificate, in DER, in the place of Apple's, which is compiled in: for receipts that you
 * signed yourself. Once for each root; name Apple's too if it should still count. RECEIPTS_BAD_CERTIFICATE if
 * it cannot be read.
 */
receipts_status receipts_options_trust_root(
  receipts_options *options, const void *certificate, size_t length);

/*
 * Refuses receipts signed by a key that was stolen. The key is given as the SHA-256 of its
 * SubjectPublicKeyInfo (RFC 5280): `length` is 32, else RECEIPTS_BAD_VALUE. Once for each key. Revocation
 * lists are not asked.
 */
receipts_status receipts_options_deny_leaf_key(receipts_options *options, const void *sha256, size_t length);

/*
 * Accepts receipts of this version of the app only (CFBundleVersion on iOS, CFBundleShortVersionString on
 * macOS), compared byte by byte. Up to 65535 bytes, and once, else RECEIPTS_BAD_VALUE. Default: any version.
 */
receipts_status receipts_options_require_app_version(
  receipts_options *options, const char *version, size_t length);

/*
 * Accepts receipts that were made for this device only; called more than once, for any of these. `identifier`
 * holds the 16 bytes of identifierForVendor or the 6 bytes of a Mac's address, or either as text: with
 * hyphens or colons, in hexadecimal, or in base64. RECEIPTS_BAD_VALUE for anything else. Default: the device
 * is not looked at.
 */
receipts_status receipts_options_accept_device(
  receipts_options *options, const void *identifier, size_t length);

/*
 * Accepts receipts that were made at most this many seconds before `now` of receipts_verify(). From 0 up,
 * else RECEIPTS_BAD_VALUE. Default: no limit.
 */
receipts_status receipts_options_limit_age(receipts_options *options, int64_t seconds);

/*
 * Decodes receipts of at most this many bytes in binary form; text may be four times as long. From 1 to 1
 * GiB, else RECEIPTS_BAD_VALUE. Default: 8 MiB.
 */
receipts_status receipts_options_limit_size(receipts_options *options, size_t bytes);

/* ---- Verifier ---- */

/*
 * Decides whether receipts are genuine. Make one and use it for all receipts, from any thread: it remembers
 * the certificate chains that it has checked, which makes the next receipt of the same signer about twenty
 * times cheaper.
 */
typedef struct receipts_verifier receipts_verifier;

/*
 * Makes a verifier of options, which may be freed or changed afterwards.
 *
 * If this returns RECEIPTS_OK, `*verifier` is the verifier; free it with receipts_verifier_free(). Otherwise
 * `*verifier` is NULL, and the status is the first that the options refused, or says what they lack.
 */
receipts_status receipts_verifier_new(
  const receipts_options *options, receipts_verifier **verifier) RECEIPTS_MUST_USE;

/* Frees a verifier and sets the variable to NULL. Results that it gave stay. */
void receipts_verifier_free(receipts_verifier **verifier);

/* What came of verifying one receipt. */
typedef struct receipts_result receipts_result;

/* The host's clock, in the place of an instant. */
#define RECEIPTS_NOW INT64_MIN

/*
 * Verifies a receipt that arrived in any form.
 *
 * `bytes` is what the app sent or the file holds: the binary receipt, or base64, PEM, hexadecimal, JSON
 * around it and so on. The form is seen from the bytes. App receipts are taken, and transaction receipts of
 * iOS 6. `bytes` is only read, and not needed afterwards.
 *
 * `now` is the clock, against which receipts from the future, and old ones with receipts_options_limit_age(),
 * are refused: RECEIPTS_NOW but in tests.
 *
 * Returns a result, never NULL, whatever the arguments; free it with receipts_result_free(). That there is a
 * result says nothing of the receipt: ask it. Where an argument cannot be used (no verifier, `bytes` NULL and
 * `length` not 0, `now` no instant) the result is RECEIPTS_UNDETERMINED with the code "internal.argument".
 * Longer than the limit of the options allows is "limit.size", without reading any of it.
 */
receipts_result *receipts_verify(
  const receipts_verifier *verifier, const void *bytes, size_t length, int64_t now)
  RECEIPTS_MUST_USE;

/* Frees a result, with every text that it gave, and sets the variable to NULL. */
void receipts_result_free(receipts_result **result);

/* ---- Result: is the receipt genuine ---- */

/* Whether a receipt is genuine. No verdict is 0. */
typedef enum receipts_verdict {
  /* Signed by who is trusted, for an app and from an environment that are accepted. */
  RECEIPTS_VERIFIED = 1,
  /* It is not, or is no receipt; receipts_result_code() says why. */
  RECEIPTS_REJECTED = 2,
  /*
   * It could not be decided here, which says nothing of the receipt and grants nothing. The code begins
   * "internal.".
   */
  RECEIPTS_UNDETERMINED = 3
} receipts_verdict;

/* Whether the receipt is genuine: the verdict is RECEIPTS_VERIFIED. */
bool receipts_result_is_verified(const receipts_result *result);

/* The verdict. To be compared with the three; each of them is true for C. */
receipts_verdict receipts_result_verdict(const receipts_result *result);

/* Who vouches for a receipt. */
typedef enum receipts_trust {
  /* Nobody: it is not verified. */
  RECEIPTS_TRUST_NONE = 0,
  /* Apple, by the root that is compiled in. */
  RECEIPTS_TRUST_APPLE = 1,
  /* Who holds a root that was given by receipts_options_trust_root(). */
  RECEIPTS_TRUST_CUSTOM = 2,
  /* Any developer, by receipts_options_accept_xcode(). */
  RECEIPTS_TRUST_LOCAL_TESTING = 3
} receipts_trust;

/* Who vouches for the receipt. */
receipts_trust receipts_result_trust(const receipts_result *result);

/* ---- Result: what the buyer is entitled to ---- */

/*
 * Both questions are about one product and one instant. The answer is false unless the receipt is verified,
 * the product's identifier is valid UTF-8 and equal byte by byte, and `at` is an instant. `at` is taken
 * literally, past or future; RECEIPTS_NOW is the later of the clock at the call and the receipt's creation,
 * so that a clock that was set back keeps nothing alive. A receipt knows nothing of what came after it was
 * made: no renewal and no refund.
 */

/*
 * Whether a paid period of this auto-renewable subscription holds the instant: some purchase of it was not
 * cancelled, purchase date <= at < expiration date. `tolerance` is how many seconds longer than paid for it
 * counts; usually 0, and false if below.
 */
bool receipts_result_is_subscribed_with_auto_renew_product(
  const receipts_result *result, const char *product_id, size_t length, int64_t at, int64_t tolerance);

/*
 * Whether this product was bought for good: some purchase of it is a non-consumable or a non-renewing
 * subscription, and was not cancelled. When a non-renewing subscription ends is for you to know. `at` matters
 * only for receipts that expire themselves, those of volume purchases.
 */
bool receipts_result_is_valid_with_persistent_product_id(
  const receipts_result *result, const char *product_id, size_t length, int64_t at);

/* ---- Result: why it is not verified ---- */

/*
 * A stable name for the reason, such as "signature.mismatch"; docs/errors.md lists them. Empty if verified.
 */
const char *receipts_result_code(const receipts_result *result, size_t *length);

/* One English sentence that says what was found. Empty if verified. It holds nothing of the receipt. */
const char *receipts_result_message(const receipts_result *result, size_t *length);

/* One English sentence that says what to try. Empty if verified. */
const char *receipts_result_hint(const receipts_result *result, size_t *length);

/*
 * The field at fault in the receipt's own terms, such as "signedData.content.attribute[2]". Empty if verified,
 * or if there is none.
 */
const char *receipts_result_path(const receipts_result *result, size_t *length);

/*
 * The first byte at fault: of the binary receipt, or of what was passed for codes that begin "input.". -1 if
 * verified, or if there is none.
 */
int64_t receipts_result_offset(const receipts_result *result);

/* ---- Result: everything ---- */

/*
 * All that is known, as one JSON object: what `receipt-dump --json` prints, with "memory" for the input's
 * name. Verdict, fields, purchases, certificates, and entitlements at the `now` that was given to
 * receipts_verify(), or at the receipt's creation if that is later. What could be decoded is there whatever
 * the verdict; only "verdict" says what it is worth. docs/receipt-dump.schema.json describes the keys.
 *
 * It is made at the first call, which takes longer. Empty for NULL only.
 */
const char *receipts_result_json(const receipts_result *result, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
