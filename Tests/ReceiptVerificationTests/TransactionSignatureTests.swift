// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import Foundation
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Signatures of transaction receipts") struct TransactionSignatureTests {
  private let fixture: TransactionFixture

  init() throws {
    fixture = try TransactionFixture.shared.get()
  }

  @Test(
    "One that is unreadable, cut, or has something behind it is a mismatch", arguments: [2, 3] as [UInt8])
  func unreadable(_ version: UInt8) throws {
    let verifier = try fixture.verifier()
    let recipe = TransactionFixture.recipe { $0.version = version }
    let signature = try recipe.signature(by: version == 2 ? fixture.version2 : fixture.version3)
    #expect(try verifier.refusal(recipe.text(signature: signature)) == nil)
    let mismatch = "signature.mismatch signature"
    for end in stride(from: 0, to: signature.count, by: 13) {
      #expect(try verifier.refusal(recipe.text(signature: Array(signature[..<end]))) == mismatch, "\(end)")
    }
    #expect(try verifier.refusal(recipe.text(signature: signature + [0])) == mismatch)
    for byte in [0, 1, 4, 102, 255] as [UInt8] {
      #expect(try verifier.refusal(recipe.text(signature: [byte] + signature.dropFirst())) == mismatch)
    }
    #expect(try verifier.refusal(recipe.text(signature: Array("fakesignature\n".utf8))) == mismatch)
    let text = String(decoding: recipe.text(signature: signature), as: UTF8.self)
    for (original, replacement) in [
      ("\"signature\"", "\"signatur\""), ("\"signature\" = \"", "\"signature\" = \"*"),
    ] {
      let changed = text.replacingOccurrences(of: original, with: replacement)
      #expect(changed != text)
      #expect(try verifier.refusal(Array(changed.utf8)) == mismatch)
    }
  }

  @Test(
    "A changed bit anywhere in signature and certificate refuses the receipt", arguments: [2, 3] as [UInt8])
  func changedBlob(_ version: UInt8) throws {
    let verifier = try fixture.verifier()
    let recipe = TransactionFixture.recipe { $0.version = version }
    let signature = try recipe.signature(by: version == 2 ? fixture.version2 : fixture.version3)
    for index in stride(from: 0, to: signature.count, by: 3) {
      var changed = signature
      changed[index] ^= 1 << UInt8(index % 8)
      let refusal = try verifier.refusal(recipe.text(signature: changed))
      #expect(refusal != nil, "\(index)")
      if 1...(version == 2 ? 128 : 256) ~= index { #expect(refusal == "signature.mismatch signature") }
    }
  }

  @Test("The issuer of a version 2 signer must be one, and hold nothing critical that nobody here knows")
  func issuer() throws {
    let changes: [(String?, @Sendable (inout CertificateRecipe) -> Void)] = [
      (nil, { _ in }), (nil, { $0.set(.marker("1.2.3", critical: false)) }),
      ("chain.purpose", { $0.set(.basicConstraints(isAuthority: false)) }),
      ("chain.purpose", { $0.set(.keyUsage(.cRLSign)) }),
      ("chain.purpose", { $0.set(.marker("1.2.3", critical: true)) }),
      ("chain.algorithm", { $0.digest = .md5 }),
      ("chain.expired", { $0.setValidity("060425214036Z", "150425214036Z") }),
      ("chain.not-yet-valid", { $0.setValidity("160425214036Z", "250425214036Z") }),
    ]
    for (code, change) in changes {
      var issuer = try fixture.authority.intermediateRecipe(.sha1)
      change(&issuer)
      let certificate = try issuer.signed(by: fixture.authority.rootKey)
      let verifier = try fixture.verifier(anchors: [fixture.authority.rootCertificate, certificate])
      let refusal = try verifier.refusal(fixture.text(version: 2))
      #expect(refusal == code.map { $0 + " signature.certificate.issuer" })
    }
  }

  @Test("The version byte is signed, and it is the first of what is signed")
  func versionByte() throws {
    let verifier = try fixture.verifier()
    var recipe = TransactionFixture.recipe
    let key = fixture.version3.key
    let certificate = fixture.version3.certificates[0]
    let tail = [0, 0, UInt8(certificate.count >> 8), UInt8(certificate.count & 0xFF)] + certificate
    for (signed, isGenuine) in [([3] as [UInt8], true), ([], false), ([2], false), ([3, 3], false)] {
      let signature = try key.sign(signed + recipe.signedText, digest: .sha1)
      let refusal = try verifier.refusal(recipe.text(signature: [3] + signature + tail))
      #expect((refusal == nil) == isGenuine)
    }
    let sha256 = try key.sign([3] + recipe.signedText, digest: .sha256)
    #expect(
      try verifier.refusal(recipe.text(signature: [3] + sha256 + tail)) == "signature.mismatch signature")
    // An app receipt is signed with the same key: what it signs begins otherwise.
    recipe.purchaseInfoText = []
    #expect(throws: ReceiptError.self) {
      try verifier.verify(transactionReceipt: try recipe.text(signedBy: fixture.version3))
    }
  }

  @Test("A changed bit in any byte of the purchase-info refuses the receipt", arguments: [2, 3] as [UInt8])
  func changedPurchaseInfo(_ version: UInt8) throws {
    let verifier = try fixture.verifier()
    var recipe = TransactionFixture.recipe { $0.version = version }
    let signature = try recipe.signature(by: version == 2 ? fixture.version2 : fixture.version3)
    let text = recipe.signedText
    for index in text.indices {
      var changed = text
      changed[index] ^= 1 << UInt8(index % 8)
      recipe.purchaseInfoText = changed
      #expect(try verifier.refusal(recipe.text(signature: signature)) != nil, "\(index)")
    }
  }

  // MARK: - Genuine ones

  @Test(
    "Of those that Apple made, version 3 verifies as Apple's, version 2 matches, and a redacted one does not")
  func corpus() throws {
    guard !TransactionCorpus.samples.isEmpty else {
      print("transaction receipts not found, 0 read")
      return
    }
    let verifier = try ReceiptVerifier(bundleIDs: .any, environments: [.production, .sandbox])
    var verified = 0
    var matched = 0
    for sample in TransactionCorpus.samples {
      switch (try verifier.refusal(sample.text), sample.receipt.signature?.version) {
      case (nil, 3):
        #expect(try verifier.verify(sample.receipt).trust == .apple)
        verified += 1
      case ("internal.issuer-not-configured signature.certificate"?, 2): matched += 1
      case ("signature.mismatch signature"?, nil): break
      case (let refusal, let version): Issue.record("\(sample): \(refusal ?? "-"), \(version ?? 0)")
      }
    }
    print(
      "transaction receipts:", TransactionCorpus.samples.count, "read,", verified, "verified,", matched,
      "match without issuer"
    )
    #expect(verified >= 3 && matched >= 6)
  }

  @Test(
    "Of those that Apple made, none survives a change of any byte of its purchase-info"
  )
  func changedCorpus() throws {
    let verifier = try ReceiptVerifier(bundleIDs: .any, environments: [.production, .sandbox])
    var count = 0
    for sample in TransactionCorpus.samples {
      let text = String(decoding: sample.text, as: UTF8.self)
      let original = Data(sample.receipt.purchaseInfo).base64EncodedString()
      for index in sample.receipt.purchaseInfo.indices {
        var changed = sample.receipt.purchaseInfo
        changed[index] ^= [0x01, 0x04, 0x10, 0x80][index % 4]
        let forged = text.replacingOccurrences(of: original, with: Data(changed).base64EncodedString())
        let refusal = try verifier.refusal(Array(forged.utf8))
        #expect(refusal != nil && refusal?.hasPrefix("internal.") == false, "\(sample) \(index)")
        count += 1
      }
    }
    print("transaction receipts: \(count) changed bytes refused")
  }
}
