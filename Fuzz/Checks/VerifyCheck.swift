// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import COpenSSL
import ReceiptVerification

/// Nothing verifies but what the forge signed, whatever became of the rest, and a verifier that has seen much decides as a
/// new one does.
package struct VerifyCheck: Sendable {
  private let anchors: TrustAnchors
  private let lenient: ReceiptVerifier
  private let strict: ReceiptVerifier
  private let genuineContents: Set<[UInt8]>

  /// The check with the root and the local testing certificate of `TestReceipts` pinned.
  package static let shared = try? VerifyCheck(
    genuineContents: Set(
      TestReceipts.all().compactMap { DecodedReceipt($0.bytes).receipt.map { Array($0.content) } }))

  /// The check that holds these contents for signed, and no others.
  package init(genuineContents: Set<[UInt8]>) throws {
    self.genuineContents = genuineContents
    let localTesting = DigestAlgorithm.sha256.digest(of: TestReceipts.bytes("xcode-like.der"))
    anchors = TrustAnchors.custom([TestReceipts.bytes("test-root.der")])
      .union(.localTesting(fingerprints: localTesting.map { [$0] } ?? []))
    lenient = try Self.lenient(anchors)
    strict = try ReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: [.production], anchors: anchors, appVersion: "7",
      maximumAge: 366 * 86_400)
  }

  private static func lenient(_ anchors: TrustAnchors) throws(VerifierConfigurationError) -> ReceiptVerifier {
    try ReceiptVerifier(bundleIDs: .any, environments: .any, anchors: anchors)
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
      try require(genuineContents.contains(content), "content that nobody signed is verified")
      try require(verdict(of: lenient, bytes + [0]).isFailure, "with a byte more it is verified, too")
      try require(verdict(of: lenient, bytes.dropLast()).isFailure, "with a byte less it is verified, too")
    case .failure(let error):
      try require(error.code.category != .internal, "\(error) is an answer to a receipt")
      try require(0...bytes.count ~= error.offset ?? 0, "\(error) lies outside the \(bytes.count) bytes")
      try require(!error.message.isEmpty && !error.hint.isEmpty, "\(error.code) has no words")
    }
    if !verdict(of: strict, bytes).isFailure {
      try require(!outcome.isFailure, "what a strict verifier accepts, a lenient one refuses")
    }
    // A new verifier costs more than all the rest.
    if isChosen(bytes, oneIn: 16) {
      guard let new = try? Self.lenient(anchors) else { throw Violation(message: "no verifier can be made") }
      try require(verdict(of: new, bytes) == outcome, "a new verifier decides otherwise")
    }
    try require(ERR_peek_error() == 0, "OpenSSL's queue of errors is left with something in it")
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
