// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import CReceiptsHeader
import Foundation
import PKCS7Decoding
import ReceiptVerification

/// Options that are freed with this object.
@safe final class Options {
  var handle = unsafe receipts_options_new()

  /// Options that accept what `TestReceipts` holds.
  static func usual() throws -> Options {
    let options = Options()
    _ = options.acceptBundleID("com.example.app")
    _ = unsafe receipts_options_accept_environment(options.handle, RECEIPTS_ENVIRONMENT_PRODUCTION)
    _ = unsafe receipts_options_accept_environment(options.handle, RECEIPTS_ENVIRONMENT_SANDBOX)
    _ = options.trustRoot(try TestReceipt.bytes("test-root.der"))
    return options
  }

  deinit { unsafe receipts_options_free(&handle) }

  func acceptBundleID(_ bundleID: String) -> receipts_status {
    unsafe receipts_options_accept_bundle_id(handle, bundleID, bundleID.utf8.count)
  }

  func acceptEnvironment(_ environment: receipts_environment) -> receipts_status {
    unsafe receipts_options_accept_environment(handle, environment)
  }

  func trustRoot(_ certificate: [UInt8]) -> receipts_status {
    unsafe receipts_options_trust_root(handle, certificate, certificate.count)
  }

  func acceptDevice(_ identifier: [UInt8]) -> receipts_status {
    unsafe receipts_options_accept_device(handle, identifier, identifier.count)
  }

  func acceptAnyBundleID() -> receipts_status { unsafe receipts_options_accept_any_bundle_id(handle) }

  func acceptXcode() -> receipts_status { unsafe receipts_options_accept_xcode(handle) }

  func limitAge(_ seconds: Int64) -> receipts_status { unsafe receipts_options_limit_age(handle, seconds) }

  func limitSize(_ bytes: Int) -> receipts_status { unsafe receipts_options_limit_size(handle, bytes) }

  func denyLeafKey(_ key: [UInt8]) -> receipts_status {
    unsafe receipts_options_deny_leaf_key(handle, key, key.count)
  }

  func requireAppVersion(_ version: String) -> receipts_status {
    unsafe receipts_options_require_app_version(handle, version, version.utf8.count)
  }
}

/// A verifier that is freed with this object.
@safe final class Verifier: @unchecked Sendable {
  private(set) var handle: OpaquePointer?
  let status: receipts_status

  init(_ options: Options) { unsafe status = receipts_verifier_new(options.handle, &handle) }

  static func usual() throws -> Verifier { Verifier(try .usual()) }

  var isNull: Bool { unsafe handle == nil }

  deinit { free() }

  func free() { unsafe receipts_verifier_free(&handle) }

  func verify(_ bytes: [UInt8], now: Int64 = .min) -> VerificationResult {
    unsafe VerificationResult(receipts_verify(handle, bytes, bytes.count, now))
  }
}

/// A result that is freed with this object.
@safe final class VerificationResult: @unchecked Sendable {
  private(set) var handle: OpaquePointer?

  init(_ handle: OpaquePointer?) { unsafe self.handle = handle }

  deinit { free() }

  func free() { unsafe receipts_result_free(&handle) }

  var isVerified: Bool { unsafe receipts_result_is_verified(handle) }
  var verdict: receipts_verdict { unsafe receipts_result_verdict(handle) }
  var trust: receipts_trust { unsafe receipts_result_trust(handle) }
  var offset: Int64 { unsafe receipts_result_offset(handle) }
  var code: String { unsafe text(receipts_result_code) }
  var message: String { unsafe text(receipts_result_message) }
  var hint: String { unsafe text(receipts_result_hint) }
  var path: String { unsafe text(receipts_result_path) }
  var json: String { unsafe text(receipts_result_json) }

  func isSubscribed(_ product: String, at: Int64, tolerance: Int64 = 0) -> Bool {
    unsafe receipts_result_is_subscribed_with_auto_renew_product(
      handle, product, product.utf8.count, at, tolerance)
  }

  func isValid(_ product: String, at: Int64) -> Bool {
    unsafe receipts_result_is_valid_with_persistent_product_id(handle, product, product.utf8.count, at)
  }

  /// A text by its length, which must be where the NUL is.
  private func text(
    _ function: (OpaquePointer?, UnsafeMutablePointer<Int>?) -> UnsafePointer<CChar>?
  ) -> String {
    var length = -1
    guard let pointer = unsafe function(handle, &length) else { return "NULL" }
    guard unsafe strlen(pointer) == length else { return "the length is not where the NUL is" }
    return unsafe String(cString: pointer)
  }
}

/// The receipts in `TestReceipts`.
enum TestReceipt {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "TestReceipts")

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".der") && $0 != "test-root.der" }.sorted()
  }
}

extension TestReceipt {
  /// The SHA-256 of the key that signed a receipt.
  static func leafKey(of name: String) throws -> [UInt8] {
    let signer = DecodedReceipt(try bytes(name)).signedData.certificates.first
    return DigestAlgorithm.sha256.digest(of: signer?.publicKeyInfo ?? []) ?? []
  }

  /// What Apple's Xcode signed, from the folder that `RECEIPT_CORPUS` names.
  static func xcodeReceiptsOfCorpus() throws -> [[UInt8]] {
    guard let corpus = ProcessInfo.processInfo.environment["RECEIPT_CORPUS"] else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: corpus)
      .filter { $0.hasPrefix("xcode-") && $0.hasSuffix(".der") }
      .map { [UInt8](try Data(contentsOf: URL(filePath: corpus).appending(path: $0))) }
  }
}

/// Milliseconds since 1970 of a date in RFC 3339.
func milliseconds(_ text: String) throws -> Int64 {
  Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970) * 1_000
}
