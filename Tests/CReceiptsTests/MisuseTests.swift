// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import CReceipts
import CReceiptsHeader
import Foundation
import SeededRandom
import Testing

@Suite struct MisuseTests {
  private let lifetime = "com.example.app.lifetime"

  /// What is said of a result that is none.
  private func expectNothing(_ result: VerificationResult) {
    #expect(result.verdict == RECEIPTS_UNDETERMINED)
    #expect(!result.isVerified)
    #expect(result.trust == RECEIPTS_TRUST_NONE)
    #expect(result.offset == -1)
    #expect(result.code == "" && result.message == "" && result.hint == "" && result.path == "")
    #expect(result.json == "")
    #expect(!result.isValid(lifetime, at: .min))
    #expect(!result.isSubscribed(lifetime, at: .min))
  }

  @Test func nullIsAnsweredWithoutGrantingAnything() {
    receipts_options_free(nil)
    receipts_verifier_free(nil)
    receipts_result_free(nil)
    var none: OpaquePointer?
    unsafe receipts_options_free(&none)
    unsafe receipts_verifier_free(&none)
    unsafe receipts_result_free(&none)
    expectNothing(unsafe VerificationResult(nil))
    let statuses = [
      unsafe receipts_options_accept_bundle_id(nil, "a", 1), receipts_options_accept_any_bundle_id(nil),
      receipts_options_accept_environment(nil, RECEIPTS_ENVIRONMENT_PRODUCTION),
      receipts_options_accept_xcode(nil), unsafe receipts_options_trust_root(nil, "a", 1),
      unsafe receipts_options_deny_leaf_key(nil, "a", 1),
      unsafe receipts_options_require_app_version(nil, "a", 1),
      unsafe receipts_options_accept_device(nil, "a", 1), receipts_options_limit_age(nil, 1),
      receipts_options_limit_size(nil, 1), unsafe receipts_verifier_new(nil, &none),
      receipts_verifier_new(nil, nil),
    ]
    #expect(statuses == Array(repeating: RECEIPTS_BAD_POINTER, count: 12))
  }

  @Test func aVerifierThatCouldNotBeMadeLeavesNothingBehind() throws {
    let options = try Options.usual()
    let withoutVariable = unsafe receipts_verifier_new(options.handle, nil)
    #expect(withoutVariable == RECEIPTS_BAD_POINTER)
    var variable = unsafe options.handle
    let withoutOptions = unsafe receipts_verifier_new(nil, &variable)
    let isNull = unsafe variable == nil
    #expect(withoutOptions == RECEIPTS_BAD_POINTER && isNull)
  }

  @Test func argumentsThatCannotBeUsedAreUndetermined() throws {
    let verifier = try Verifier.usual()
    let bytes = try TestReceipt.bytes("sandbox-sha256.der")
    let results = [
      unsafe VerificationResult(receipts_verify(nil, bytes, bytes.count, .min)),
      unsafe VerificationResult(receipts_verify(verifier.handle, nil, 1, .min)),
      verifier.verify(bytes, now: .max), verifier.verify(bytes, now: .min + 1),
    ]
    for result in results {
      #expect(result.verdict == RECEIPTS_UNDETERMINED)
      #expect(result.code == "internal.argument")
      #expect(!result.message.isEmpty && !result.hint.isEmpty)
      #expect(result.json.contains("\"status\": \"undetermined\""))
      #expect(!result.isValid(lifetime, at: .min))
    }
    let empty = unsafe VerificationResult(receipts_verify(verifier.handle, nil, 0, .min))
    #expect(empty.code == "input.empty")
  }

  @Test func aLengthThatIsTooLargeIsRefusedWithoutReading() throws {
    let verifier = try Verifier.usual()
    // Nothing can be read at this address.
    let nowhere = unsafe UnsafeRawPointer(bitPattern: 1)
    for length in [(8 << 20) * 4 + 1, Int.max, Int.min, -1] {
      let result = unsafe VerificationResult(receipts_verify(verifier.handle, nowhere, length, .min))
      #expect(result.verdict == RECEIPTS_REJECTED && result.code == "limit.size")
    }
    let result = verifier.verify(try TestReceipt.bytes("sandbox-sha256.der"))
    let noProduct = unsafe UnsafePointer<CChar>(bitPattern: 1)
    for length in [1 << 20, Int.max, -1] {
      let isValid = unsafe receipts_result_is_valid_with_persistent_product_id(
        result.handle, noProduct, length, .min)
      let isSubscribed = unsafe receipts_result_is_subscribed_with_auto_renew_product(
        result.handle, noProduct, length, .min, 0)
      #expect(!isValid && !isSubscribed)
    }
    let isValid = unsafe receipts_result_is_valid_with_persistent_product_id(result.handle, nil, 24, .min)
    #expect(!isValid)
  }

  @Test func freeingAVariableTwiceDoesNothing() throws {
    let verifier = try Verifier.usual()
    var result = unsafe receipts_verify(verifier.handle, "a", 1, .min)
    unsafe receipts_result_free(&result)
    let isNull = unsafe result == nil
    #expect(isNull)
    unsafe receipts_result_free(&result)
    expectNothing(unsafe VerificationResult(result))
  }

  @Test func aHandleOfAnotherKindIsNone() throws {
    let options = try Options.usual()
    let verifier = Verifier(options)
    let result = verifier.verify(try TestReceipt.bytes("sandbox-sha256.der"))
    expectNothing(unsafe VerificationResult(verifier.handle))
    expectNothing(unsafe VerificationResult(options.handle))
    let status = unsafe receipts_options_accept_xcode(result.handle)
    #expect(status == RECEIPTS_BAD_POINTER)
    let noVerifier = unsafe VerificationResult(receipts_verify(options.handle, "a", 1, .min))
    #expect(noVerifier.code == "internal.argument")
    var variable = unsafe options.handle
    unsafe receipts_result_free(&variable)
    let isUntouched = unsafe variable == options.handle
    #expect(isUntouched)
    #expect(Verifier(options).status == RECEIPTS_OK)
  }

  @Test func junkIsAnsweredWithACode() throws {
    let verifier = try Verifier.usual()
    let receipt = try TestReceipt.bytes("sandbox-sha256.der")
    var random = SplitMix(state: 12)
    for _ in 0..<200 {
      let length = Int.random(in: 0..<400, using: &random)
      let junk = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      var changed = receipt
      changed[Int.random(in: 0..<changed.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      for bytes in [junk, changed] {
        let result = verifier.verify(bytes)
        #expect(result.isVerified == result.code.isEmpty)
        #expect(result.json.hasPrefix("{") && result.json.hasSuffix("}\n"))
      }
    }
  }
}
