// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Everything that goes back to one purchase: restores and renewals have the original transaction's identifier.
public struct OriginalTransaction: Sendable {
  /// The identifier: type 1705, or 1703 where a row has no other.
  public let identifier: ReceiptText

  /// The purchases, by purchase date.
  public let purchases: [InAppPurchase]
}

extension Entitlements {
  /// The purchases of the receipt by original transaction, in the order of the identifiers' bytes.
  public var originalTransactions: [OriginalTransaction] {
    var groups: [ReceiptText: [InAppPurchase]] = [:]
    for row in rows {
      guard let identifier = row.purchase.originalTransactionID ?? row.purchase.transactionID else {
        continue
      }
      groups[identifier, default: []].append(row.purchase)
    }
    return groups.keys.sorted().map { identifier in
      OriginalTransaction(identifier: identifier, purchases: groups[identifier] ?? [])
    }
  }
}
