// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptFoundation
import ReceiptVerification
import Testing

extension ArticleSnippets {
  @Test func withFoundation() throws {
    let data = Data(try Self.signed(Self.sample()))
    let verifier = try Self.verifier()
    // shown
    let receipt = try verifier.verify(data)
    let rights = receipt.entitlements(at: Date.now)
    let json = try JSONEncoder().encode(receipt)
    // end
    #expect(rights.isValidWithPersistentProductId("com.example.lifetime"))
    let keys = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(keys["kind"] as? String == "app-receipt")
  }
}
