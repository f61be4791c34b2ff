// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AttackForge
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Warnings") struct WarningTests {
  private func warnings(_ change: (inout Scene) throws -> Void) throws -> [VerificationWarning.Code] {
    try Fixture.receipt(change).verified().warnings.map(\.code)
  }

  @Test("The usual receipt has none")
  func none() throws {
    #expect(try warnings { _ in } == [])
  }

  @Test("A SHA-1 signature is pointed out")
  func sha1() throws {
    #expect(try Fixture.sha1.get().verified().warnings.map(\.code) == [.sha1Chain])
  }

  @Test("A purchase after the creation is pointed out, one in the same second is not")
  func purchaseAfterCreation() throws {
    #expect(
      try warnings { $0.receipt.purchases[0].set(.ia5String(1704, "2025-03-01T12:00:00.001Z")) } == [
        .purchaseAfterCreation
      ])
    #expect(try warnings { $0.receipt.purchases[0].set(.ia5String(1704, "2025-03-01T12:00:00Z")) } == [])
  }

  @Test("The same row twice is pointed out")
  func duplicateRow() throws {
    #expect(try warnings { $0.receipt.purchases.append($0.receipt.purchases[0]) } == [.duplicateRow])
  }

  @Test("Rows that contradict each other are pointed out")
  func contradictoryRows() throws {
    #expect(
      try warnings { $0.receipt.purchases[1].set(.utf8String(1703, "720000000000001")) } == [
        .contradictoryRows
      ])
  }

  @Test("Rows without a transaction or a date are compared with none")
  func incompleteRows() throws {
    let codes = try warnings { scene in
      let row = PurchaseRecipe([.utf8String(1702, "a")])
      scene.receipt.purchases = [row, row]
    }
    #expect(codes == [])
  }

  @Test("All kinds at once, each once, in a fixed order")
  func together() throws {
    let codes = try warnings { scene in
      try scene.signLocally()
      var row = SamplePurchase.xcode("a", transactionID: "0", purchaseDate: "2026-01-01T00:00:00Z").recipe
      scene.receipt.purchases = [row, row]
      row.set(.utf8String(1702, "b"))
      scene.receipt.purchases.append(row)
    }
    #expect(codes == [.localTesting, .purchaseAfterCreation, .duplicateRow, .contradictoryRows])
  }

  @Test("Every warning has words of its own")
  func words() throws {
    let receipts = [
      try TransactionFixture.shared.get().verifier()
        .verify(transactionReceipt: try TransactionFixture.shared.get().text()),
      try Fixture.receipt { scene in
        try scene.signLocally()
        var row = SamplePurchase.xcode("a", transactionID: "0", purchaseDate: "2026-01-01T00:00:00Z").recipe
        scene.receipt.purchases = [row, row]
        row.set(.utf8String(1702, "b"))
        scene.receipt.purchases.append(row)
      }.verified(),
    ]
    let warnings = receipts.flatMap(\.warnings)
    #expect(Set(warnings.map(\.code)) == Set(VerificationWarning.Code.allCases))
    #expect(warnings.allSatisfy { $0.message.hasSuffix(".") })
    #expect(Set(warnings.map(\.message)).count == warnings.count)
  }
}
