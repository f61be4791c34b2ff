// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import ReceiptForge
import ReceiptVerification

typealias DigestAlgorithm = ReceiptVerification.DigestAlgorithm

/// Genuine receipts that many tests start from.
enum Fixture {
  static let sha256 = Result { try receipt() }
  static let sha1 = Result { try receipt { $0 = try Scene(.sha1, created: "2016-05-01T12:00:00Z") } }

  /// The usual receipt after some change.
  static func receipt(_ change: (inout Scene) throws -> Void = { _ in }) throws -> Submission {
    var scene = try Scene()
    try change(&scene)
    return try scene.build()
  }

  static func instant(_ text: String) throws -> Timestamp {
    guard let instant = Timestamp(text) else { throw NotADate(text: text) }
    return instant
  }
}

struct NotADate: Error {
  let text: String
}

extension Submission {
  /// The proven receipt, from a new verifier.
  func verified() throws -> VerifiedReceipt {
    try ReceiptVerifier(setup).verify(bytes, now: try Fixture.instant(now))
  }

  /// What a new verifier says by another clock.
  func verdict(at now: String) throws -> Verdict {
    try ReceiptVerifier(setup).verdict(bytes, now: try Fixture.instant(now))
  }
}
