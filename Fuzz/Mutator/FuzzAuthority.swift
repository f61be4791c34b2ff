// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
package import ReceiptForge

/// Who signs for the fuzzers: keys that are kept in `Fuzz/Keys`, so that what is made today is made again tomorrow.
package struct FuzzAuthority: Sendable {
  /// The root, the intermediates and the leaves.
  package let authority: TestAuthority
  /// The signer of receipts like Xcode's.
  package let localTesting: ReceiptSigner

  /// The authority of the keys in `Fuzz/Keys`.
  package static let shared = Result { try FuzzAuthority() }

  private init() throws {
    authority = try TestAuthority(
      rootKey: Self.key("root"), intermediateKey: Self.key("intermediate"), leafKey: Self.key("leaf"))
    localTesting = try .xcodeLike(key: Self.key("local-testing"))
  }

  /// The folder of the keys, in the package in which this was compiled.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Keys")

  private static func key(_ name: String) throws -> SigningKey {
    try SigningKey.pkcs8(Array(try Data(contentsOf: folder.appendingPathComponent(name + ".der"))))
  }

  /// The root that a verifier has to trust.
  package var rootCertificate: [UInt8] { authority.rootCertificate }

  /// The certificate that a verifier has to take for one of local testing.
  package var localTestingCertificate: [UInt8] { localTesting.certificates[0] }

  /// The root, and the intermediate under which the leaf signs transaction receipts, which do not embed it.
  package func transactionAnchors() throws -> [[UInt8]] {
    [rootCertificate, try authority.signer(.sha1).certificates[1]]
  }

  /// All keys.
  private var keys: [SigningKey] {
    [authority.leafKey, localTesting.key, authority.intermediateKey, authority.rootKey]
  }

  /// Whether a signature is what one of the keys makes of this content: there is only one such signature for each key
  /// (RFC 8017 8.2).
  package func isSignature(_ signature: [UInt8], of content: [UInt8], isSHA1: Bool) -> Bool {
    keys.contains { (try? $0.sign(content, digest: isSHA1 ? .sha1 : .sha256)) == signature }
  }
}
