// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

@Suite struct PurchaseListTests {
  /// A year that was upgraded to a month, with a renewal, a restore, a consumable and a row that names
  /// nothing.
  static let rows = [
    row("month", id: "4", from: feb20, to: mar20, with: [.utf8String(1705, "2")]),
    row("year", id: "1", from: jan5, to: apr5, cancelled: jan20),
    row("month", id: "2", from: jan20, to: feb20),
    row("coins", type: 1, id: "6", from: feb1),
    row("book", type: 0, id: "7", from: mar5, with: [.utf8String(1705, "5")]),
    row("book", type: 0, id: "5", from: jan4),
    row("", type: 0, id: "", from: jan4, with: [.utf8String(1705, "")]),
  ]

  private func identifiers(_ purchases: [InAppPurchase]) -> [String?] {
    purchases.map { $0.transactionID?.description }
  }

  @Test func productsAreNamedOnceInTheOrderOfTheirBytes() throws {
    #expect(try rights(Self.rows).products == ["book", "coins", "month", "year"])
    #expect(try rights([]).products.isEmpty)
    let twins = ["cafe\u{301}", "caf\u{E9}", "K", "\u{212A}", "Pro", "pro"]
    #expect(
      try rights(twins.map { row($0) } + twins.map { row($0) }).products == [
        "K", "Pro", "cafe\u{301}", "caf\u{E9}", "pro", "\u{212A}",
      ])
  }

  @Test func purchasesOfAProductAreListedByDateWhateverTheyAreWorth() throws {
    let rights = try rights(Self.rows)
    #expect(identifiers(rights.purchases(of: "month")) == ["2", "4"])
    #expect(identifiers(rights.purchases(of: "year")) == ["1"])
    #expect(identifiers(rights.purchases(of: "coins")) == ["6"])
    #expect(identifiers(rights.purchases(of: "book")) == ["5", "7"])
    #expect(rights.purchases(of: "Book").isEmpty)
    #expect(rights.purchases(of: "").isEmpty)
  }

  @Test func purchasesWithoutADateComeLast() throws {
    let rows = [row(type: 0, id: "2"), row(type: 0, id: "1", from: apr5)]
    #expect(identifiers(try rights(rows).purchases(of: "pro")) == ["1", "2"])
  }

  @Test func theDateDecidesOnTheOrderThenTheTransactionThenTheBytes() throws {
    let expected: [(id: String, date: Timestamp, quantity: Int64)] = [
      ("9", jan5, 9), ("1", jan20, 9), ("2", jan20, 3), ("2", jan20, 4),
    ]
    let rows = expected.map { row(type: 0, id: $0.id, from: $0.date, with: [.integer(1701, $0.quantity)]) }
    for order in orders(of: rows) {
      let purchases = try rights(order).purchases(of: "pro")
      #expect(identifiers(purchases) == expected.map(\.id))
      #expect(purchases.map(\.quantity) == expected.map(\.quantity))
    }
  }

  @Test func aPurchaseKeepsItsPlaceInTheReceipt() throws {
    #expect(try rights(Self.rows).purchases(of: "month").map(\.index) == [2, 0])
  }

  @Test func aTransactionIsFoundByItsBytes() throws {
    let rights = try rights(Self.rows + [row("month", id: "2", from: jan20, to: feb20)])
    #expect(rights.transaction("1").map(\.productID) == ["year"])
    #expect(rights.transaction("2").count == 2)
    #expect(rights.transaction("6").map(\.productID) == ["coins"])
    for absent in ["3", "", "01", "1 ", "\u{661}"] { #expect(rights.transaction(absent).isEmpty) }
  }

  @Test func aCancelledTransactionIsPresentAndCancelled() throws {
    let rights = try rights(Self.rows + [row("year", id: "1", from: jan5, to: apr5)])
    #expect(rights.transaction("1").count == 2)
    #expect(rights.isCancelled("1"))
    for other in ["2", "3", "4", ""] { #expect(!rights.isCancelled(other)) }
    #expect(try self.rights([paid("1", jan5, feb5, with: [.ia5String(1712, "?")])]).isCancelled("1"))
    #expect(try !self.rights([paid("1", jan5, feb5, with: [.ia5String(1712, "")])]).isCancelled("1"))
  }

  private func rights(_ rows: [PurchaseRecipe]) throws -> Entitlements {
    try EntitlementsTests.rights(rows, at: jan20)
  }

  @Test func renewalsAndRestoresGoBackToOneTransaction() throws {
    let groups = try rights(Self.rows).originalTransactions
    #expect(groups.map(\.identifier) == ["1", "2", "5", "6"])
    #expect(groups.map { identifiers($0.purchases) } == [["1"], ["2", "4"], ["5", "7"], ["6"]])
    let xcode = try rights([xcodeRow(id: "1"), xcodeRow("other", id: "0", to: feb5)]).originalTransactions
    #expect(xcode.map(\.identifier) == ["0", "1"])
  }

  @Test func activeSubscriptionsAreListedWithTheirEnds() throws {
    func active(at instant: Timestamp, tolerance: Int64 = 0, _ attributes: [Attribute] = []) throws
      -> [String]
    {
      try EntitlementsTests.rights(Self.rows, at: instant, tolerance: tolerance, attributes)
        .activeSubscriptions
        .map { "\($0.productID) \($0.until)" }
    }
    #expect(try active(at: jan5) == [])
    #expect(try active(at: jan20) == ["month 2025-03-20T00:00:00Z"])
    #expect(try active(at: mar20) == [])
    #expect(try active(at: mar20, tolerance: 1) == ["month 2025-03-20T00:00:00Z"])
    #expect(try active(at: jan20, [.ia5String(21, feb1.description)]) == ["month 2025-02-01T00:00:00Z"])
    #expect(try active(at: feb1, [.ia5String(21, feb1.description)]) == [])
    let two = try EntitlementsTests.rights([
      row("b", from: jan5, to: feb5), row("a", id: "2", from: jan5, to: mar5),
    ])
    #expect(two.activeSubscriptions.map(\.productID) == ["a", "b"])
    #expect(two.activeSubscriptions.map(\.until) == [mar5, feb5])
  }

  @Test func anyOfSeveralProductsWillDo() throws {
    let group = ["year", "month", "week"]
    func status(at instant: Timestamp, _ products: [String]) throws -> SubscriptionStatus {
      try EntitlementsTests.rights(Self.rows, at: instant).subscriptionStatus(ofAnyIn: products)
    }
    #expect(try status(at: jan5, group) == .cancelled(at: jan20))
    #expect(try status(at: jan20, group) == .active(until: mar20))
    #expect(try status(at: jan20, group.reversed() + group) == .active(until: mar20))
    #expect(try status(at: jan20, ["year", "week"]) == .cancelled(at: jan20))
    #expect(try status(at: mar20, ["month", "week"]) == .expired(since: mar20))
    // The year would still count, had it not been cancelled.
    #expect(try status(at: mar20, group) == .cancelled(at: jan20))
    #expect(try status(at: apr5, group) == .expired(since: mar20))
    #expect(try status(at: jan20, ["book", "coins"]) == .notSubscribed)
    #expect(try status(at: jan20, []) == .notSubscribed)
    let switched = [row("a", id: "1", from: jan5, to: feb5), row("b", id: "2", from: feb5, to: mar5)]
    #expect(
      try EntitlementsTests.rights(switched).subscriptionStatus(ofAnyIn: ["b", "a"]) == .active(until: mar5))
  }
}
