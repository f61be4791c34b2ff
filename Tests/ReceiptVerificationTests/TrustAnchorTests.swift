// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AttackForge
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Trust anchors") struct TrustAnchorTests {
  @Test("Apple's root is the one that Apple publishes")
  func applesRootIsPinned() {
    #expect(
      TrustAnchors.appleRootFingerprint
        == "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024")
  }

  @Test("A receipt is Apple's only when its own chain ends at Apple's root, whatever else is trusted")
  func trustIsThatOfTheRoot() throws {
    var submission = try Fixture.receipt()
    #expect(try submission.verified().trust == .custom)
    submission.setup.trustsApple = true
    #expect(try submission.verified().trust == .custom)
    let roots = submission.setup.roots
    let now = try Fixture.instant(submission.now)
    for anchors in [TrustAnchors.custom(roots).union(.apple), .apple.union(.custom(roots))] {
      let verifier = try ReceiptVerifier(bundleIDs: .any, environments: .any, anchors: anchors)
      #expect(try verifier.verify(submission.bytes, now: now).trust == .custom)
      // The second time from the cache.
      #expect(try verifier.verify(submission.bytes, now: now).trust == .custom)
    }
  }

  @Test("A root vouches by its bytes: Apple's as Apple's, in whatever way it was named")
  func trustOfRoots() throws {
    let test = try CertificateChain.genuine().root
    #expect(TrustAnchors.apple.trust(ofRoot: 0) == .apple)
    #expect(TrustAnchors.custom([test]).trust(ofRoot: 0) == .custom)
    for (anchors, trusts) in [
      (TrustAnchors.custom([test]).union(.apple), [.custom, .apple]),
      (TrustAnchors.apple.union(.custom([test])), [.apple, .custom]),
    ] as [(TrustAnchors, [VerifiedReceipt.Trust])] {
      #expect(trusts.indices.map { anchors.trust(ofRoot: $0) } == trusts)
    }
  }

  @Test("What Apple signed is Apple's, even for a verifier that was given Apple's root by hand")
  func applesReceipt() throws {
    guard let bytes = Corpus.receipt("bebb16e2") else { return Corpus.announceAbsence() }
    let now = try Fixture.instant("2026-11-30T00:00:00Z")
    let test = try Fixture.receipt().setup.roots
    for anchors in [TrustAnchors.apple, .custom(test).union(.apple)] {
      let verifier = try ReceiptVerifier(bundleIDs: .any, environments: .any, anchors: anchors)
      #expect(try verifier.verify(bytes, now: now).trust == .apple)
    }
  }

  @Test("A receipt for local testing is marked so next to genuine ones")
  func localTesting() throws {
    let submission = try Fixture.receipt { try $0.signLocally() }
    let receipt = try submission.verified()
    #expect(receipt.trust == .localTesting)
    #expect(receipt.warnings.map(\.code) == [.localTesting])
  }

  @Test("Anchors that are named twice are the same anchors")
  func unionWithItself() throws {
    let submission = try Fixture.sha256.get()
    let anchors = TrustAnchors.custom(submission.setup.roots)
    let verifier = try ReceiptVerifier(bundleIDs: .any, environments: .any, anchors: anchors.union(anchors))
    #expect(verifier.verdict(submission).isVerified)
  }

  @Test("Anchors in either order are the same anchors for a receipt")
  func unionHoldsBoth() throws {
    let local = try Fixture.receipt { try $0.signLocally() }
    let genuine = try Fixture.receipt()
    let fingerprints = Set(local.setup.localTestingCertificates.compactMap(sha256))
    let (left, right) = (
      TrustAnchors.custom(genuine.setup.roots), TrustAnchors.localTesting(fingerprints: fingerprints)
    )
    for anchors in [left.union(right), right.union(left)] {
      let verifier = try ReceiptVerifier(bundleIDs: .any, environments: .any, anchors: anchors)
      let now = try Fixture.instant(Scene.usualNow)
      #expect(try verifier.verify(local.bytes, now: now).trust == .localTesting)
      #expect(try verifier.verify(genuine.bytes, now: now).trust == .custom)
    }
  }
}
