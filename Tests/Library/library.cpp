/* SPDX-License-Identifier: Apache-2.0 */
/* Part of the App Store receipt toolkit. */

/*
 * Uses libreceipts as a C++ program does, with handles that free themselves. The argument is TestReceipts.
 * Exit status: 0 if all held.
 */
#include <receipts.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

struct Free {
  void operator()(receipts_options *options) const { receipts_options_free(&options); }
  void operator()(receipts_verifier *verifier) const { receipts_verifier_free(&verifier); }
  void operator()(receipts_result *result) const { receipts_result_free(&result); }
};
template <typename Handle> using Owned = std::unique_ptr<Handle, Free>;

std::string read(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Owned<receipts_result> verify(const receipts_verifier *verifier, std::string_view bytes) {
  return Owned<receipts_result>(receipts_verify(verifier, bytes.data(), bytes.size(), RECEIPTS_NOW));
}

bool owns(const receipts_result *result, std::string_view product) {
  return receipts_result_is_valid_with_persistent_product_id(
    result, product.data(), product.size(), RECEIPTS_NOW);
}

std::string_view code(const receipts_result *result) {
  std::size_t length = 0;
  const char *text = receipts_result_code(result, &length);
  return {text, length};
}

int failures = 0;

void check(bool holds, const char *what) {
  if (!holds) {
    ++failures;
    std::cout << "library.cpp: does not hold: " << what << "\n";
  }
}

}  // namespace

int main(int count, char **arguments) {
  if (count != 2) return 64;
  const std::string folder = std::string(arguments[1]) + "/";
  const std::string root = read(folder + "test-root.der");
  const std::string receipt = read(folder + "sandbox-sha256.der");

  Owned<receipts_options> options(receipts_options_new());
  receipts_options_accept_bundle_id(options.get(), "com.example.app", 15);
  receipts_options_accept_environment(options.get(), RECEIPTS_ENVIRONMENT_SANDBOX);
  receipts_options_trust_root(options.get(), root.data(), root.size());
  receipts_verifier *made = nullptr;
  check(receipts_verifier_new(options.get(), &made) == RECEIPTS_OK, "a verifier is made");
  const Owned<receipts_verifier> verifier(made);
  options.reset();

  auto result = verify(verifier.get(), receipt);
  check(receipts_result_is_verified(result.get()), "a genuine receipt is verified");
  check(owns(result.get(), "com.example.app.lifetime"), "what was bought is owned");
  check(!owns(result.get(), "com.example.app"), "what was not bought is not owned");
  check(code(result.get()).empty(), "a verified receipt has no code");
  result = verify(verifier.get(), "no receipt");
  check(receipts_result_verdict(result.get()) == RECEIPTS_REJECTED, "no receipt is rejected");
  check(code(result.get()) == "input.not-base64", "no receipt is called so");
  check(!owns(nullptr, "com.example.app.lifetime"), "nobody owns anything by no result");

  std::vector<std::thread> threads;
  std::vector<int> verified(8);
  for (int &number : verified)
    threads.emplace_back([&number, &verifier, &receipt] {
      for (int round = 0; round < 25; round++)
        number += receipts_result_is_verified(verify(verifier.get(), receipt).get());
    });
  for (std::thread &thread : threads) thread.join();
  for (int number : verified) check(number == 25, "each thread gets the answers that one gets");

  std::cout << "C++: " << failures << " failed\n";
  return failures ? 1 : 0;
}
