// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Testing

@Suite("The purchases of a receipt as a collection") struct PurchaseCollectionTests {
  @Test("purchases are found by the indices from zero up, and any other index ends the process at once")
  func indices() async throws {
    let rows = [Fixture.purchase(1), Fixture.purchase(2), Fixture.purchase(3)]
    let payload = Fixture.payload(Fixture.required, rows)
    let purchases = try #require(DecodedReceipt(payloadOnly: payload).receipt).inAppPurchases
    #expect(purchases.indices == 0..<3)
    #expect(purchases.indices.map { purchases[$0].index } == [0, 1, 2])
    #expect(purchases[2].productID == "com.example.app.product3")
    await #expect(processExitsWith: .failure) {
      if let none = DecodedReceipt(payloadOnly: [0x31, 0]).receipt?.inAppPurchases { _ = none[0] }
    }
    await #expect(processExitsWith: .failure) {
      if let none = DecodedReceipt(payloadOnly: [0x31, 0]).receipt?.inAppPurchases { _ = none[-1] }
    }
  }
}
