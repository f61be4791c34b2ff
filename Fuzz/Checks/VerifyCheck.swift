// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import COpenSSL
package import FuzzMutator
import PKCS7Decoding
import ReceiptVerification

/// Nothing verifies but what the forge signed, whatever became of the rest; a stricter verifier accepts no more; and one that
/// has seen much decides as a new one does.
package struct VerifyCheck: Sendable {
  private let anchors: TrustAnchors
  private let lenient: ReceiptVerifier
  private let stricter: [ReceiptVerifier]
  private let genuineContents: Set<[UInt8]>
  private let authority: FuzzAuthority?

  /// The check with the roots of `TestReceipts` and of the fuzzers pinned, and their certificates for local testing.
  package static let shared = try? VerifyCheck(
    genuineContents: Set(
      TestReceipts.all().compactMap { DecodedReceipt($0.bytes).receipt.map { Array($0.content) } }),
    authority: .shared.get())

  /// The check that holds these contents for signed, and what this authority signed, and nothing else.
  package init(genuineContents: Set<[UInt8]>, authority: FuzzAuthority?) throws {
    self.genuineContents = genuineContents
    self.authority = authority
    let localTesting = [TestReceipts.bytes("xcode-like.der"), authority?.localTestingCertificate]
      .compactMap { $0.flatMap { DigestAlgorithm.sha256.digest(of: $0) } }
    let roots = [TestReceipts.bytes("test-root.der"), authority?.rootCertificate]
    anchors = TrustAnchors.custom(roots.compactMap { $0 })
      .union(.localTesting(fingerprints: Set(localTesting)))
    lenient = try Self.lenient(anchors)
    stricter = try Self.stricter(anchors)
  }

  private static func lenient(_ anchors: TrustAnchors) throws(VerifierConfigurationError) -> ReceiptVerifier {
    try ReceiptVerifier(bundleIDs: .any, environments: .any, anchors: anchors)
  }

  /// The lenient verifier with one more demand each, and one with several.
  private static func stricter(_ anchors: TrustAnchors) throws -> [ReceiptVerifier] {
    var small = AppReceipt.Limits()
    small.attributes = 24
    small.inputSize = 5_000
    return [
      try ReceiptVerifier(bundleIDs: ["com.example.app"], environments: .any, anchors: anchors),
      try ReceiptVerifier(bundleIDs: .any, environments: [.production], anchors: anchors),
      try ReceiptVerifier(bundleIDs: .any, environments: [.sandbox, .xcode], anchors: anchors),
      try ReceiptVerifier(bundleIDs: .any, environments: .any, anchors: anchors, appVersion: "7"),
      try ReceiptVerifier(bundleIDs: .any, environments: .any, anchors: anchors, maximumAge: 366 * 86_400),
      try ReceiptVerifier(bundleIDs: .any, environments: .any, anchors: anchors, limits: small),
      try ReceiptVerifier(
        bundleIDs: .any, environments: .any, anchors: anchors,
        deviceIdentifiers: [DeviceIdentifier(bytes: Array(0xA0...0xAF))].compactMap { $0 }),
      try ReceiptVerifier(
        bundleIDs: ["com.example.app"], environments: [.production], anchors: anchors, appVersion: "7",
        maximumAge: 366 * 86_400),
    ]
  }

  /// Whether the receipt verifies.
  package func isVerified(_ bytes: [UInt8]) -> Bool { !verdict(of: lenient, bytes).isFailure }

  /// Runs the check.
  ///
  /// - Throws: The first thing that does not hold.
  package func run(_ bytes: [UInt8]) throws(Violation) {
    let outcome = verdict(of: lenient, bytes)
    switch outcome {
    case .success(let content):
      try checkAccepted(content, bytes)
    case .failure(let error):
      try require(error.code.category != .internal, "\(error) is an answer to a receipt")
      try require(0...bytes.count ~= error.offset ?? 0, "\(error) lies outside the \(bytes.count) bytes")
      try require(!error.message.isEmpty && !error.hint.isEmpty, "\(error.code) has no words")
    }
    for index in [number(from: bytes) % (stricter.count - 1), stricter.count - 1]
    where !verdict(of: stricter[index], bytes).isFailure {
      try require(verdict(of: stricter[index], bytes) == outcome, "strict verifier \(index) accepts more")
    }
    // A new verifier costs more than all the rest.
    if isChosen(bytes, oneIn: 16) {
      guard let new = try? Self.lenient(anchors) else { throw Violation(message: "no verifier can be made") }
      try require(verdict(of: new, bytes) == outcome, "a new verifier decides otherwise")
    }
    try require(ERR_peek_error() == 0, "OpenSSL's queue of errors is left with something in it")
  }

  private func checkAccepted(_ content: [UInt8], _ bytes: [UInt8]) throws(Violation) {
    let signer = DecodedReceipt(bytes).signedData.signerInfos[0]
    let isSHA1 = signer.digestAlgorithm.algorithm == .sha1
    let isGenuine =
      genuineContents.contains(content)
      || authority?.isSignature(Array(bytes[signer.signature]), of: content, isSHA1: isSHA1) == true
    try require(isGenuine, "content that nobody signed is verified")
    try require(verdict(of: lenient, bytes + [0]).isFailure, "with a byte more it is verified, too")
    try require(verdict(of: lenient, bytes.dropLast()).isFailure, "with a byte less it is verified, too")
    var changed = bytes
    let place = signer.signature.lowerBound + number(from: bytes) % max(1, signer.signature.count)
    changed[place] ^= 0x10
    guard case .failure(let error) = verdict(of: lenient, changed), error.code.category == .signature else {
      throw Violation(message: "with another signature it is \(verdict(of: lenient, changed))")
    }
  }

  private func verdict(of verifier: ReceiptVerifier, _ bytes: [UInt8]) -> Result<[UInt8], ReceiptError> {
    do throws(ReceiptError) {
      return .success(Array(try verifier.verify(bytes, now: fixedNow).receipt.content))
    } catch {
      return .failure(error)
    }
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
