// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import Foundation
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Clocks") struct ClockTests {
  @Test(
    "A receipt is judged at its creation, by a clock of any year",
    arguments: [
      ("1970-01-01T00:00:00Z", "chain.future"), ("2015-01-01T00:00:00Z", "chain.future"),
      ("2025-03-01T11:54:59Z", "chain.future"), ("2025-03-01T11:54:59.999Z", "chain.future"),
      ("2025-03-01T11:55:00Z", nil), ("2025-03-01T12:00:00Z", nil), ("2026-11-30T00:00:00Z", nil),
      ("2040-01-01T00:00:00Z", nil), ("9999-12-31T23:59:59.999Z", nil),
      ("0001-01-01T00:00:00Z", "chain.future"),
    ])
  func anyYear(_ now: String, _ code: String?) throws {
    #expect(try Fixture.sha256.get().verdict(at: now).code == code)
  }

  @Test(
    "The signer's first second counts and its last does not",
    arguments: [
      ("2024-07-24T14:50:02.999Z", "chain.not-yet-valid"), ("2024-07-24T14:50:03Z", nil),
      ("2026-08-23T14:50:01.999Z", nil), ("2026-08-23T14:50:02Z", "chain.expired"),
      ("2026-08-23T17:50:01+0300", nil), ("2026-08-23T17:50:02+0300", "chain.expired"),
    ])
  func boundaries(_ creation: String, _ code: String?) throws {
    let submission = try Fixture.receipt { scene in
      scene.setCreation(creation)
      scene.now = "2030-01-01T00:00:00Z"
    }
    let verifier = try ReceiptVerifier(submission.setup)
    #expect(verifier.verdict(submission).code == code)
    // And once more when the chain is known.
    _ = verifier.verdict(try Fixture.sha256.get())
    #expect(verifier.cachedChainCount == 1)
    #expect(verifier.verdict(submission).code == code)
  }

  @Test(
    "SHA-1 ends with 2025-01-24, to the millisecond",
    arguments: [
      ("2025-01-23T23:59:59.999Z", nil), ("2025-01-24T00:00:00Z", "chain.algorithm"),
      ("2026-01-01T00:00:00Z", "chain.algorithm"),
    ])
  func endOfSHA1(_ creation: String, _ code: String?) throws {
    let submission = try Fixture.receipt { scene in
      scene = try Scene(.sha1, created: SampleDate(creation))
      scene.leaf.setValidity("220902000000Z", "261001000000Z")
      scene.intermediate.setValidity("201216193856Z", "301210000000Z")
      scene.now = "2040-01-01T00:00:00Z"
    }
    #expect(try submission.verdict().code == code)
  }

  @Test(
    "A maximum age counts from the creation, its last second included",
    arguments: [
      (0, nil), (3_599, nil), (3_600, nil), (3_601, "policy.age"), (-300, nil), (-301, "chain.future"),
    ] as [(Int64, String?)])
  func maximumAge(_ seconds: Int64, _ code: String?) throws {
    var submission = try Fixture.sha256.get()
    submission.setup.maximumAge = 3_600
    let now = try Fixture.instant(Scene.usualCreation).adding(seconds: seconds)
    #expect(try submission.verdict(at: now.description).code == code)
  }

  @Test("The largest maximum age is as good as none")
  func unboundedAge() throws {
    var submission = try Fixture.sha256.get()
    submission.setup.maximumAge = .max
    #expect(try submission.verdict(at: "9999-12-31T23:59:59Z").isVerified)
  }

  @Test("The clock that is asked without one given is the host's")
  func hostClock() throws {
    let before = Date().timeIntervalSince1970
    let now = Double(Timestamp.now.millisecondsSince1970) / 1_000
    #expect(abs(now - before) < 60)
    // Whatever the host's clock says, the answers agree.
    let submission = try Fixture.sha256.get()
    let verifier = try ReceiptVerifier(submission.setup)
    let implicit = try? verifier.verify(submission.bytes).payloadDigest
    #expect(implicit == (try? verifier.verify(submission.bytes, now: .now).payloadDigest))
  }
}
