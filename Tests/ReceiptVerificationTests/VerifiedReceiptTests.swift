// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("A verified receipt") struct VerifiedReceiptTests {
  @Test("It says how it was signed, and what was and was not compared")
  func properties() throws {
    let receipt = try Fixture.sha256.get().verified()
    #expect(receipt.signer.digest == .sha256)
    #expect(receipt.signer.certificate == 0)
    #expect(receipt.isBundleIDCompared)
    #expect(receipt.checkedAt == Timestamp(Scene.usualCreation))
    #expect(receipt.payloadDigest == sha256(Array(receipt.receipt.content)))
    let any = try Fixture.receipt { $0.setup.bundleIDs = nil }.verified()
    #expect(!any.isBundleIDCompared)
    let last = try Fixture.receipt { $0.arrange = { [$0.root, $0.intermediate, $0.leaf] } }.verified()
    #expect(last.signer.certificate == 2)
    #expect(try Fixture.sha1.get().verified().signer.digest == .sha1)
  }

  @Test("Its digest names the payload, however the message around it was changed")
  func payloadDigest() throws {
    let usual = try Fixture.sha256.get().verified().payloadDigest
    let changes: [Attack.Step] = [
      { $0.arrange = { [$0.leaf, $0.intermediate, $0.root.dropLast() + [($0.root.last ?? 0) ^ 1]] } },
      { $0.arrange = { [$0.leaf, $0.intermediate] } },
      { $0.edit { $0.signerInfos[0].signatureAlgorithm = .sha256WithRSA } },
      { scene in
        scene.editMade { message, made in
          let pieces = [made.content.prefix(700), made.content.dropFirst(700)].map { Array($0) }
          message.content = [DERWriter.encode { $0.octetString(pieces: pieces) }]
        }
      },
    ]
    for change in changes {
      #expect(try Fixture.receipt(change).verified().payloadDigest == usual)
    }
    #expect(try Fixture.receipt { $0.receipt.set(.utf8String(3, "8")) }.verified().payloadDigest != usual)
  }

  @Test("A receipt that was decoded before is judged the same")
  func decodedBefore() throws {
    let submission = try Fixture.sha256.get()
    let verifier = try ReceiptVerifier(submission.setup)
    let now = try Fixture.instant(submission.now)
    let decoded = DecodedReceipt(submission.bytes)
    #expect(
      try verifier.verify(decoded, now: now).payloadDigest
        == verifier.verify(submission.bytes, now: now).payloadDigest)
    let broken = DecodedReceipt(Array(submission.bytes.dropLast()))
    #expect(throws: ReceiptError.self) { try verifier.verify(broken, now: now) }
  }

  @Test("An error of the chain names the certificate")
  func place() throws {
    let submission = try Fixture.receipt { scene in
      scene.arrange = { [$0.root, $0.intermediate, $0.leaf] }
      scene.intermediate.removeExtension("1.2.840.113635.100.6.2.1")
    }
    guard case .refused(let error) = try submission.verdict() else {
      Issue.record("verified")
      return
    }
    #expect(error.path == "signedData.certificates[1]")
    let offset = try #require(error.offset)
    #expect(Array(submission.bytes[offset...].prefix(2)) == [0x30, 0x82])
  }
}
