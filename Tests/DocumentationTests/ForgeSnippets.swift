// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import ReceiptForge
import ReceiptVerification
import StrictJSON
import Testing

extension ArticleSnippets {
  @Test func testsOfAServer() throws {
    // shown
    let authority = try TestAuthority()
    let verifier = try ReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: [.production],
      anchors: .custom([authority.rootCertificate]))
    // end

    // shown
    var sample = SampleReceipt.production(created: "2025-06-01T12:00:00Z")
    sample.purchases = [
      .subscription(
        "com.example.pro.monthly", transactionID: "1000001", purchaseDate: "2025-05-20T08:00:00Z",
        expiresDate: "2025-06-20T08:00:00Z", webOrderLineItemID: 5_000_001),
      SamplePurchase(
        "com.example.lifetime", transactionID: "1000002", purchaseDate: "2025-05-20T08:00:00Z", productType: 0
      ),
    ]
    let receipt = try sample.recipe().signed(by: authority.signer())

    let verified = try verifier.verify(receipt)
    let rights = verified.entitlements(at: try #require(Timestamp("2025-06-10T00:00:00Z")))
    let isPro = rights.isSubscribedWithAutoRenewProduct("com.example.pro.monthly")
    // end
    #expect(isPro)

    // shown
    // Refunded: it must be taken back.
    var refunded = sample
    refunded.purchases[1].cancellationDate = "2025-05-25T00:00:00Z"

    // Restored on another device: another transaction, and not another delivery.
    var restored = sample
    restored.purchases[1].transactionID = "1000003"

    // A genuine receipt of somebody else's app.
    var foreign = sample
    foreign.bundleID = "com.example.other"

    // Not paid for.
    var sandbox = sample
    sandbox.receiptType = "ProductionSandbox"

    // Expired as a whole: an organization took it back.
    var volume = sample
    volume.receiptType = "ProductionVPP"
    volume.expirationDate = "2025-06-05T00:00:00Z"
    // end

    func rightsNow(_ sample: SampleReceipt) throws -> Entitlements {
      try verifier.verify(sample.recipe().signed(by: authority.signer())).entitlements(at: rights.instant)
    }
    func code(_ sample: SampleReceipt) throws -> String? {
      let bytes = try sample.recipe().signed(by: authority.signer())
      do throws(ReceiptError) {
        _ = try verifier.verify(bytes)
        return nil
      } catch {
        return error.code.rawValue
      }
    }
    #expect(try rightsNow(sample).isValidWithPersistentProductId("com.example.lifetime"))
    #expect(try !rightsNow(refunded).isValidWithPersistentProductId("com.example.lifetime"))
    let keys = try [sample, restored].map { try Set(rightsNow($0).receipt.inAppPurchases.map(\.key)) }
    #expect(keys[0] == keys[1])
    #expect(try code(foreign) == "policy.bundle-id")
    #expect(try code(sandbox) == "environment.not-accepted")
    #expect(try !rightsNow(volume).isSubscribedWithAutoRenewProduct("com.example.pro.monthly"))

    // shown
    var forged = receipt
    forged[forged.count / 2] ^= 1
    // end
    #expect(throws: ReceiptError.self) { try verifier.verify(forged) }

    let apple = try ReceiptVerifier(bundleIDs: ["com.example.app"], environments: [.production])
    #expect {
      try apple.verify(receipt)
    } throws: {
      Self.isUntrusted($0)
    }
  }

  @Test func aReceiptIsMadeInAFewLines() throws {
    // shown
    let authority = try TestAuthority()
    var sample = SampleReceipt.production(created: "2025-06-01T12:00:00Z")
    sample.purchases = [
      SamplePurchase(
        "com.example.lifetime", transactionID: "1000001", purchaseDate: "2025-06-01T11:00:00Z", productType: 0
      )
    ]
    let receipt = try sample.recipe().signed(by: authority.signer())
    // end
    #expect(try AppReceipt(decoding: receipt).inAppPurchases.count == 1)
  }

  // MARK: - What the declarations show

  @Test func theDeclarationsOfTheForgeShowReceipts() throws {
    do {
      // shown
      var recipe = ReceiptRecipe(attributes: [
        .utf8String(0, "ProductionSandbox"), .utf8String(2, "com.example.app"),
        .ia5String(12, "2025-01-30T12:00:00Z"),
      ])
      recipe.purchases = [PurchaseRecipe([.integer(1701, 1), .utf8String(1702, "com.example.app.coins")])]
      let receipt = try recipe.signed(by: try TestAuthority().signer(.sha256))
      // end
      #expect(try AppReceipt(decoding: receipt).inAppPurchases.count == 1)
    }
    let recipe = try Self.sample().recipe()
    do {
      // shown
      let authority = try TestAuthority()
      let signer = try authority.signer(.sha256)
      let receipt = try recipe.signed(by: signer)  // verifies under authority.rootCertificate, and only there
      // end
      #expect(try AppReceipt(decoding: receipt).bundleID == "com.example.app")
    }
    let signer = try Self.forge.get().signer()
    do {
      // shown
      var sample = SampleReceipt.sandbox(created: "2025-01-30T12:00:00Z")
      sample.purchases = [
        SamplePurchase(
          "com.example.app.coins", transactionID: "1000001", purchaseDate: "2025-01-30T11:00:00Z")
      ]
      let receipt = try sample.recipe().signed(by: signer)
      // end
      #expect(try AppReceipt(decoding: receipt).environment == .sandbox)
    }
  }

  @Test func theDeclarationsOfTheLowerLayersShowThemselves() throws {
    do {
      // shown
      var writer = DERWriter()
      writer.sequence {
        $0.objectIdentifier("1.2.840.113549.1.7.1")
        $0.null()
      }
      _ = writer.bytes  // 30 0d 06 09 …
      // end
      #expect(writer.bytes.prefix(4) == [0x30, 0x0D, 0x06, 0x09])
    }
    do {
      let bytes: [UInt8] = [0x30, 0x03, 0x02, 0x01, 0x07]
      var reader = ASN1Reader(bytes.span, rules: .distinguished, depth: 2)
      // shown
      var attribute = try reader.enter(.sequence)
      let type = try attribute.readInteger()
      try reader.leave(attribute)
      // end
      #expect(type == 7)
    }
    // shown
    var writer = JSONWriter(style: .compact)
    writer.object { report in
      report.member("schema", integer: 1)
      report.object("input") { input in
        input.member("form", string: "base64")
        input.array("repairs") { $0.element(string: "padding") }
      }
    }
    // end
    let expected = "{\"schema\":1,\"input\":{\"form\":\"base64\",\"repairs\":[\"padding\"]}}\n"
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
  }

  @Test func aTransactionReceiptIsMade() throws {
    // shown
    let recipe = TransactionReceiptRecipe(purchaseInfo: [
      ("bid", "com.example.app"), ("product-id", "com.example.app.pro"),
    ])
    let receipt = try recipe.text(signedBy: try TestAuthority().signer(.sha1))
    // end
    #expect(try TransactionReceipt(decoding: receipt).receipt.bundleID == "com.example.app")
  }
}
