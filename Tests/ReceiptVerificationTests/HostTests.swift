// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import COpenSSL
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("A host that forbids SHA-1") struct HostTests {
  private func verdict(_ submission: Submission, verifiesSHA1: Bool = false) throws -> Verdict {
    try ReceiptVerifier(
      bundleIDs: .any, environments: .any, anchors: .custom(submission.setup.roots), appVersion: nil,
      deviceIdentifiers: [], maximumAge: nil, deniedLeafKeys: [], limits: AppReceipt.Limits(),
      host: HostCapabilities(verifiesSHA1: verifiesSHA1)
    ).verdict(submission)
  }

  @Test("It cannot say of an old receipt whether it is genuine")
  func undetermined() throws {
    #expect(try verdict(try Fixture.sha1.get()).code == "internal.host-forbids-sha1")
    #expect(try verdict(try Fixture.sha1.get(), verifiesSHA1: true).isVerified)
  }

  @Test("It cannot say of a transaction receipt of version 2 whether it is genuine")
  func transactionReceipt() throws {
    let fixture = try TransactionFixture.shared.get()
    for (verifiesSHA1, refusal) in [(false, "internal.host-forbids-sha1"), (true, nil)] as [(Bool, String?)] {
      let verifier = try ReceiptVerifier(
        bundleIDs: .any, environments: .any,
        anchors: .custom([fixture.authority.rootCertificate, fixture.intermediate]), appVersion: nil,
        deviceIdentifiers: [], maximumAge: nil, deniedLeafKeys: [], limits: AppReceipt.Limits(),
        host: HostCapabilities(verifiesSHA1: verifiesSHA1))
      #expect(try verifier.refusal(fixture.text(version: 2)) == refusal)
    }
  }

  @Test("It judges new receipts as any other host does")
  func newReceipts() throws {
    #expect(try verdict(try Fixture.sha256.get()).isVerified)
    let forged = try Fixture.receipt { $0.signingKey = try Keys.stranger.get() }
    #expect(try verdict(forged).code == "signature.mismatch")
  }

  @Test("A forger without a chain cannot choose to be undetermined by calling his digest SHA-1")
  func forgedChain() throws {
    let verifier = try ReceiptVerifier(
      bundleIDs: .any, environments: .any, anchors: .apple, appVersion: nil, deviceIdentifiers: [],
      maximumAge: nil,
      deniedLeafKeys: [], limits: AppReceipt.Limits(), host: HostCapabilities(verifiesSHA1: false))
    #expect(verifier.verdict(try Fixture.sha1.get()).code == "chain.untrusted")
  }

  @Test("Alone in its program, it spares OpenSSL the words for its errors, and verifies as ever")
  func startAlone() async throws {
    await #expect(processExitsWith: .success) {
      VerificationHost.startAlone()
      leaveError()
      #expect(ERR_peek_error() != 0)
      #expect(unsafe ERR_reason_error_string(ERR_peek_error()) == nil)
    }
    VerificationHost.startAlone()
    #expect(try verdict(try Fixture.sha256.get()).isVerified)
  }

  @Test("What is wrong without SHA-1 is still wrong")
  func afterTheEnd() throws {
    let late = try Fixture.receipt { scene in
      scene = try Scene(.sha1, created: "2025-02-01T00:00:00Z")
    }
    #expect(try verdict(late).code == "chain.algorithm")
    let future = try Fixture.sha1.get()
    var early = future
    early.now = "2016-01-01T00:00:00Z"
    #expect(try verdict(early).code == "chain.future")
  }
}
