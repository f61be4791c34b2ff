// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Whether a product that is bought once is owned: a non-consumable or a non-renewing subscription.
public enum Ownership: Hashable, Sendable {
  /// Bought and not cancelled. The type is `nil` where the receipt has none, as Xcode's do. Only this one grants anything.
  case owned(ProductType?)
  /// Bought and cancelled, at this instant if the receipt says so readably.
  case cancelled(at: Timestamp?)
  /// There are rows of the product, and none of them can be read.
  case unreadable
  /// The receipt itself has expired.
  case receiptExpired
  /// The receipt has no row in which the product is one that is bought once.
  case notOwned

  /// Whether the product is owned.
  public var isOwned: Bool {
    if case .owned = self { true } else { false }
  }
}

extension Entitlements {
  /// Whether the product is owned of which these are the rows.
  func ownership(of rows: [PurchaseRow]) -> Ownership {
    let rows = rows.filter { $0.kind == .persistent }
    guard !rows.isEmpty else { return .notOwned }
    guard !isReceiptExpired else { return .receiptExpired }
    if let row = owningRows(rows).first { return .owned(row.purchase.productType) }
    if let row = rows.last(where: { $0.isCancelled }) { return .cancelled(at: row.cancellationDate) }
    return .unreadable
  }

  /// The rows by which a product is owned, as long as the receipt itself has not expired.
  func owningRows(_ rows: [PurchaseRow]) -> [PurchaseRow] {
    rows.filter { $0.kind == .persistent && !$0.isCancelled && !$0.purchase.hasProblems }
  }
}
