// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

/// Rows of a receipt, and what is expected of them at several instants.
struct Scenario: Sendable, CustomTestStringConvertible {
  let name: String
  let rows: [PurchaseRecipe]
  let product: String
  let attributes: [Attribute]
  let expectations: [Expectation]

  /// - Parameters:
  ///   - name: What the rows stand for.
  ///   - rows: The rows.
  ///   - product: The product that is asked for.
  ///   - attributes: What else stands in the receipt.
  ///   - expectations: What is expected, instant by instant.
  init(
    _ name: String, _ rows: [PurchaseRecipe], of product: String = "pro", in attributes: [Attribute] = [],
    _ expectations: Expectation...
  ) {
    self.name = name
    self.rows = rows
    self.product = product
    self.attributes = attributes
    self.expectations = expectations
  }

  var testDescription: String { name }
}

/// What is expected at an instant.
struct Expectation: Sendable {
  let instant: Timestamp
  let tolerance: Int64
  let status: SubscriptionStatus
  let ownership: Ownership
  let since: Timestamp?
  let until: Timestamp?
  let decidedBy: [String]
}

/// An answer that speaks of a time.
func at(
  _ instant: Timestamp, tolerance: Int64 = 0, _ status: SubscriptionStatus, _ since: Timestamp? = nil,
  _ until: Timestamp? = nil, owned ownership: Ownership = .notOwned, by decidedBy: String...
) -> Expectation {
  Expectation(
    instant: instant, tolerance: tolerance, status: status, ownership: ownership, since: since, until: until,
    decidedBy: decidedBy)
}

extension Scenario {
  /// Asks about the rows in every order, or in some when there are many.
  func check() throws {
    for order in orders(of: rows) {
      let receipt = try unsigned(payload(order, attributes))
      for expected in expectations {
        let rights = receipt.unverifiedEntitlements(at: expected.instant, tolerance: expected.tolerance)
        let explanation = rights.explanation(of: product)
        let place: Comment = "\(name), at \(expected.instant)"
        #expect(rights.subscriptionStatus(of: product) == expected.status, place)
        #expect(rights.isSubscribedWithAutoRenewProduct(product) == expected.isSubscribed, place)
        #expect(rights.ownership(of: product) == expected.ownership, place)
        #expect(rights.isValidWithPersistentProductId(product) == expected.isValid, place)
        #expect(explanation.subscription == expected.status, place)
        #expect(explanation.ownership == expected.ownership, place)
        #expect(explanation.since == expected.since, place)
        #expect(explanation.until == expected.until, place)
        #expect(explanation.decidedBy == expected.decidedBy.map { ReceiptText($0) }, place)
      }
    }
  }
}

extension Expectation {
  /// The two answers, as the table has them and not as the types under test do.
  var isSubscribed: Bool {
    switch status {
    case .active: true
    default: false
    }
  }

  var isValid: Bool {
    switch ownership {
    case .owned: true
    default: false
    }
  }
}

/// All orders of up to four elements; of more, as they are, reversed, and every rotation.
func orders<Element>(of elements: [Element]) -> [[Element]] {
  guard elements.count > 1 else { return [elements] }
  guard elements.count <= 4 else {
    return [Array(elements.reversed())] + elements.indices.map { Array(elements[$0...] + elements[..<$0]) }
  }
  return elements.indices.flatMap { index in
    orders(of: Array(elements[..<index] + elements[(index + 1)...])).map { [elements[index]] + $0 }
  }
}
