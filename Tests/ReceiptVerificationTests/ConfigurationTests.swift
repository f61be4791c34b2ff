// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import COpenSSL
import ReceiptVerification
import Testing

@Suite("A verifier's configuration") struct ConfigurationTests {
  private func error(
    _ bundleIDs: AcceptedBundleIDs = .any, _ environments: Set<ReceiptEnvironment> = .any,
    _ anchors: TrustAnchors = .apple
  ) -> VerifierConfigurationError? {
    do {
      _ = try ReceiptVerifier(bundleIDs: bundleIDs, environments: environments, anchors: anchors)
      return nil
    } catch {
      return error
    }
  }

  @Test("One that could accept nothing is refused")
  func nothingAccepted() {
    #expect(error([]) == .noBundleIDs)
    #expect(error(.only([])) == .noBundleIDs)
    #expect(error(.any, []) == .noEnvironments)
    #expect(error(.any, .any, .custom([])) == .noTrustAnchors)
    #expect(error() == nil)
    #expect(throws: VerifierConfigurationError.negativeMaximumAge) {
      try ReceiptVerifier(bundleIDs: .any, environments: .any, maximumAge: -1)
    }
  }

  @Test("The unknown environment cannot be accepted")
  func unknownEnvironment() {
    #expect(error(.any, [.production, .unknown]) == .unknownEnvironment)
    #expect(!Set<ReceiptEnvironment>.any.contains(.unknown))
  }

  @Test(
    "A root that cannot be read is named by its index",
    arguments: [[], [0x30, 0x00], [0x30], Array(repeating: 0x41, count: 900)])
  func unreadableRoot(_ root: [UInt8]) throws {
    let good = try Fixture.receipt().setup.roots[0]
    #expect(error(.any, .any, .custom([root])) == .unreadableRoot(0))
    #expect(error(.any, .any, .custom([good, root])) == .unreadableRoot(1))
    #expect(error(.any, .any, .custom([good + [0]])) == .unreadableRoot(0))
  }

  @Test("A root without a time at which it is valid cannot be used")
  func rootWithoutValidity() throws {
    var scene = try Scene()
    scene.root.setValidity("350209214036Z", "060425214036Z")
    #expect(error(.any, .any, .custom([try scene.chain().root])) == .unreadableRoot(0))
    // The last instant is no longer in it, so this is not one instant but none.
    scene.root.setValidity("060425214036Z", "060425214036Z")
    #expect(error(.any, .any, .custom([try scene.chain().root])) == .unreadableRoot(0))
    scene.root.setValidity("060425214036Z", "350230214036Z")
    #expect(error(.any, .any, .custom([try scene.chain().root])) == .unreadableRoot(0))
  }

  @Test("Bundle identifiers may be written as they are")
  func bundleIDLiterals() throws {
    let submission = try Fixture.sha256.get()
    for (identifiers, code) in [
      (["com.example.other", "com.example.app"], nil), (["com.example.other"], "policy.bundle-id"),
    ] as [(AcceptedBundleIDs, String?)] {
      let verifier = try ReceiptVerifier(
        bundleIDs: identifiers, environments: [.production], anchors: .custom(submission.setup.roots))
      #expect(verifier.verdict(submission).code == code)
    }
  }

  @Test("A refused configuration leaves nothing in OpenSSL's queue of errors")
  func errorQueue() {
    ERR_clear_error()
    #expect(error(.any, .any, .custom([[0x30, 0x03, 0x02, 0x01, 0x01]])) == .unreadableRoot(0))
    #expect(ERR_peek_error() == 0)
  }

  @Test("The host is described")
  func host() {
    #expect(VerificationHost.openSSLVersion.hasPrefix("OpenSSL 3"))
    #expect(VerificationHost.canVerifySHA1 == HostCapabilities.current.verifiesSHA1)
  }
}
