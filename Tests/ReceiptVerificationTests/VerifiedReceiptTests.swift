// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import PKCS7Decoding
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

  @Test("Its digest is SHA-256, whatever was signed")
  func payloadDigestOfOldReceipts() throws {
    let receipt = try Fixture.sha1.get().verified()
    #expect(receipt.payloadDigest == sha256(Array(receipt.receipt.content)))
  }

  /// What is wrong with a chain that is embedded root, intermediate, leaf, and which of the three is meant.
  private static let faults: [(String, Int, Attack.Step)] = [
    ("chain.purpose", 1, { $0.intermediate.removeExtension("1.2.840.113635.100.6.2.1") }),
    ("chain.expired", 1, { $0.intermediate.setValidity("201216193856Z", "250201000000Z") }),
    ("chain.validity", 1, { $0.intermediate.setValidity("2012161938Z", "301210000000Z") }),
    (
      "chain.certificate-signature", 1,
      { scene in
        scene.arrange = { [$0.root, $0.intermediate.dropLast() + [~($0.intermediate.last ?? 0)], $0.leaf] }
      }
    ),
    (
      "chain.certificate-signature", 2,
      { scene in
        scene.arrange = { [$0.root, $0.intermediate, $0.leaf.dropLast() + [~($0.leaf.last ?? 0)]] }
      }
    ),
    ("chain.expired", 2, { $0.leaf.setValidity("240724145003Z", "250201000000Z") }),
    // The pinned root is no part of the receipt, so the signer stands for its chain.
    (
      "chain.expired", 2,
      { scene in
        scene.root.setValidity("060425214036Z", "250201000000Z")
        scene.isRootPinned = true
      }
    ),
    (
      "chain.length", 2,
      { scene in
        scene.leaf.issuer = TestAuthority.rootName
        scene.leaf.set(.authorityKeyIdentifier(try TestAuthority.keyIdentifier(scene.rootKey)))
        scene.leafIssuerKey = scene.rootKey
      }
    ),
  ]

  @Test("An error of the chain names the certificate", arguments: faults.indices)
  func place(_ index: Int) throws {
    let (code, certificate, change) = Self.faults[index]
    let submission = try Fixture.receipt { scene in
      scene.arrange = { [$0.root, $0.intermediate, $0.leaf] }
      try change(&scene)
    }
    guard case .refused(let error) = try submission.verdict() else {
      Issue.record("verified")
      return
    }
    #expect(error.code.rawValue == code)
    #expect(error.path == "signedData.certificates[\(certificate)]")
    let decoded = DecodedReceipt(submission.bytes)
    #expect(error.offset == decoded.signedData.certificates[certificate].range.lowerBound)
  }

  @Test("Of several intermediates the error names the one that was used")
  func placeAmongSeveral() throws {
    let key = try Keys.stranger.get()
    let submission = try Fixture.receipt { scene in
      var sibling = scene.intermediate
      sibling.subjectPublicKeyInfo = try key.subjectPublicKeyInfo()
      sibling.set(.subjectKeyIdentifier(try TestAuthority.keyIdentifier(key)))
      let certificate = try sibling.signed(by: scene.rootKey)
      scene.intermediate.setValidity("201216193856Z", "250201000000Z")
      scene.arrange = { [$0.leaf, certificate, $0.intermediate] }
    }
    guard case .refused(let error) = try submission.verdict() else {
      Issue.record("verified")
      return
    }
    #expect(error.code == .chainExpired)
    #expect(error.path == "signedData.certificates[2]")
  }
}
