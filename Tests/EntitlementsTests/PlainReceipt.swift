// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import SeededRandom

/// A row by its meaning, with the answers worked out the plain way: row by row, instant by instant.
struct PlainRow: Sendable {
  enum Kind: CaseIterable {
    case autoRenewable
    case nonConsumable
    case nonRenewing
    case consumable
    case other
    case untyped
  }

  enum Cancellation: Equatable {
    case none
    case dated(Timestamp)
    case malformed
  }

  var product: String
  var kind: Kind
  var transaction: String?
  var start: Timestamp?
  var end: Timestamp?
  var cancellation: Cancellation = .none
  /// Whether something else in the row is malformed.
  var isBroken = false
  /// Whether a trial or an introductory price was used.
  var usesOffer = false

  /// The row as a receipt has it.
  var recipe: PurchaseRecipe {
    let type: Int64 =
      switch kind {
      case .nonConsumable: 0
      case .consumable: 1
      case .nonRenewing: 2
      case .autoRenewable, .untyped: 3
      case .other: 4
      }
    var recipe = row(product, type: type, id: transaction ?? "", from: start, to: end)
    if kind == .untyped { recipe.remove(type: 1707) }
    if transaction == nil { recipe.remove(type: 1703) }
    switch cancellation {
    case .none: break
    case .dated(let date): recipe.set(.ia5String(1712, date.description))
    case .malformed: recipe.set(.ia5String(1712, "yesterday"))
    }
    if isBroken { recipe.set(.integer(1701, -1)) }
    if usesOffer { recipe.set(.integer(1719, 1)) }
    return recipe
  }

  var isUnsound: Bool { isBroken || cancellation == .malformed }
}

/// The rows of a receipt, and when it expires.
struct PlainReceipt: Sendable {
  var rows: [PlainRow]
  var expiration: Timestamp?

  var attributes: [Attribute] {
    expiration.map { [.ia5String(21, $0.description)] } ?? []
  }

  func receipt() throws -> AppReceipt {
    try unsigned(payload(rows.map(\.recipe), attributes))
  }

  // MARK: - Answers

  private func counts(_ row: PlainRow, of product: String, at instant: Timestamp) -> Bool {
    if let expiration, expiration <= instant { return false }
    guard row.product == product, !row.isUnsound else { return false }
    return !rows.contains { other in
      other.cancellation != .none && (other.transaction != nil && other.transaction == row.transaction)
    } && row.cancellation == .none
  }

  func isSubscribed(_ product: String, at instant: Timestamp, tolerance: Int64 = 0) -> Bool {
    rows.contains { row in
      guard counts(row, of: product, at: instant), [.autoRenewable, .untyped].contains(row.kind),
        let start = row.start, let end = row.end, start < end
      else { return false }
      return start <= instant
        && instant.millisecondsSince1970 < end.millisecondsSince1970 + tolerance * 1_000
    }
  }

  func isValid(_ product: String, at instant: Timestamp) -> Bool {
    rows.contains { row in
      guard counts(row, of: product, at: instant) else { return false }
      return row.kind == .nonConsumable || row.kind == .nonRenewing || row.kind == .untyped && row.end == nil
    }
  }

  var offerIsUsed: Bool { rows.contains(where: \.usesOffer) }
}

// MARK: - Making them up

extension SplitMix {
  /// Whether one of so many chances came.
  mutating func oneIn(_ chances: Int) -> Bool { Int.random(in: 0..<chances, using: &self) == 0 }
}

extension PlainReceipt {
  static let products = ["a", "b", "c"]

  /// An instant of a few days, so that periods often touch, and sometimes miss each other by a millisecond.
  static func instant(_ generator: inout SplitMix) -> Timestamp {
    let day = Int64.random(in: 0..<12, using: &generator)
    let slip: Int64 = generator.oneIn(4) ? Int64.random(in: -1...1, using: &generator) : 0
    return jan5.adding(seconds: day * 86_400).adding(milliseconds: slip)
  }

  /// A receipt of up to nine rows of a few products and transactions.
  static func random(_ generator: inout SplitMix) -> PlainReceipt {
    var rows: [PlainRow] = []
    for _ in 0..<Int.random(in: 0..<9, using: &generator) {
      if let row = rows.randomElement(using: &generator), generator.oneIn(8) {
        rows.append(row)
        continue
      }
      var row = PlainRow(
        product: products.randomElement(using: &generator) ?? "a",
        kind: generator.oneIn(3)
          ? PlainRow.Kind.allCases.randomElement(using: &generator) ?? .other : .autoRenewable,
        transaction: generator.oneIn(20) ? nil : String(Int.random(in: 0..<8, using: &generator)))
      if !generator.oneIn(20) { row.start = instant(&generator) }
      if !generator.oneIn(10) { row.end = instant(&generator) }
      if let start = row.start, let end = row.end, end < start, !generator.oneIn(8) {
        (row.start, row.end) = (end, start)
      }
      if generator.oneIn(6) {
        row.cancellation = generator.oneIn(5) ? .malformed : .dated(instant(&generator))
      }
      row.isBroken = generator.oneIn(15)
      row.usesOffer = generator.oneIn(12)
      rows.append(row)
    }
    return PlainReceipt(rows: rows, expiration: generator.oneIn(4) ? instant(&generator) : nil)
  }

  /// Instants at which something changes, a millisecond before and after, and some others.
  func instants(_ generator: inout SplitMix) -> [Timestamp] {
    let edges = (rows.flatMap { [$0.start, $0.end] } + [expiration]).compactMap(\.self)
    return edges.flatMap { [$0.adding(milliseconds: -1), $0, $0.adding(milliseconds: 1)] }
      + (0..<4).map { _ in Self.instant(&generator) } + [.earliest, .latest]
  }
}
