// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import ReceiptVerification
import Testing

extension ArticleSnippets {
  @Test func aForgeMakesForgeries() throws {
    // shown
    let forge = Forge(authority: "our-server-tests")
    let verifier = try ReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: [.sandbox], anchors: .custom([forge.rootCertificate()]))

    var sample = SampleReceipt.sandbox(created: "2025-06-01T12:00:00Z")
    sample.purchases = [
      SamplePurchase("com.example.app.coins", transactionID: "1", purchaseDate: "2025-06-01T11:00:00Z")
    ]
    var file = try FileRecipe(sample)
    let genuine = try verifier.verify(forge.bytes(of: file))
    file.forgery = .otherRoot  // now verify throws chain.untrusted
    // end
    #expect(genuine.receipt.inAppPurchases.count == 1)
    #expect {
      try verifier.verify(forge.bytes(of: file))
    } throws: {
      Self.isUntrusted($0)
    }
  }

  @Test func theSameFileIsMadeEachTime() throws {
    // shown
    var file = try FileRecipe(SampleReceipt.sandbox(created: "2025-01-30T12:00:00Z"))
    let genuine = try Forge().bytes(of: file)
    file.forgery = .otherRoot
    let forged = try Forge().bytes(of: file)
    // end
    #expect(genuine != forged)
    file.forgery = nil
    #expect(try Forge().bytes(of: file) == genuine)
  }

  @Test func anAuthorityComesFromItsName() throws {
    // shown
    let authority = try TestAuthority(named: "our-server-tests")
    // end
    #expect(try authority.rootCertificate == TestAuthority(named: "our-server-tests").rootCertificate)
  }
}
