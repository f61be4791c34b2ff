// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Synchronization

/// What was delivered to whom. The database's unique keys see to it that nothing is delivered twice, not the order in
/// which requests happen to come.
final class Ledger: Sendable {
  private let database: Mutex<Database>

  init(path: String) throws(DatabaseError) {
    let database = try Database.open(path)
    // The first account that shows a purchase owns it, and its renewals: a receipt can be copied.
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS owners (
        environment TEXT, bundle_id TEXT, original_transaction_id TEXT, account TEXT NOT NULL,
        PRIMARY KEY (environment, bundle_id, original_transaction_id)) WITHOUT ROWID
      """)
    try database.run(
      """
      CREATE TABLE IF NOT EXISTS purchases (
        purchase_key TEXT PRIMARY KEY, account TEXT NOT NULL, product_id TEXT NOT NULL, quantity TEXT NOT NULL,
        entered_at TEXT NOT NULL, cancelled_at TEXT) WITHOUT ROWID
      """)
    self.database = Mutex(database)
  }

  /// What became of a purchase.
  enum Outcome: String, Codable {
    /// Delivered now. This is said once for each purchase, ever.
    case delivered
    /// Delivered before, to this account.
    case known
    /// It is another account's.
    case otherAccount = "other-account"
    /// Cancelled, by this receipt or one that came before: not delivered, or to be taken back.
    case cancelled
    /// The row cannot be trusted: it has a problem, or names no product or transaction.
    case unreadable
  }

  /// Enters the purchases of a receipt, all of them or, when the database fails, none.
  func enter(_ purchases: [Purchase], for account: String, at now: Timestamp) throws(DatabaseError)
    -> [Outcome]
  {
    try database.withLock { database throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        var outcomes: [Outcome] = []
        for purchase in purchases {
          outcomes.append(try Self.enter(purchase, for: account, at: now, in: database))
        }
        return outcomes
      }
    }
  }

  private static func enter(
    _ purchase: Purchase, for account: String, at now: Timestamp, in database: borrowing Database
  ) throws(DatabaseError) -> Outcome {
    guard let key = purchase.key, let product = purchase.product, let original = purchase.original else {
      return .unreadable
    }
    let owner = [key.environment.rawValue, key.bundleID.description, original]
    try database.run("INSERT INTO owners VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", owner + [account])
    let owners = try database.run(
      "SELECT account FROM owners WHERE environment = ? AND bundle_id = ? AND original_transaction_id = ?",
      owner)
    guard owners == [[account]] else { return .otherAccount }

    let row = [key.description, account, product, String(purchase.quantity), now.description]
    if purchase.isCancelled {
      // Noted even if it was never delivered: an older receipt, in which it is not cancelled yet, may come later.
      try database.run(
        """
        INSERT INTO purchases VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET cancelled_at = excluded.cancelled_at
        WHERE cancelled_at IS NULL
        """, row + [now.description])
      return .cancelled
    }
    // Whatever delivering means to you (coins, a shipment in an outbox) belongs in this transaction, when this row is new.
    try database.run("INSERT INTO purchases VALUES (?, ?, ?, ?, ?, NULL) ON CONFLICT DO NOTHING", row)
    if database.changes == 1 { return .delivered }
    let known = try database.run(
      "SELECT cancelled_at FROM purchases WHERE purchase_key = ?", [key.description])
    return known == [[""]] ? .known : .cancelled
  }

  /// What an account has received and not lost, oldest first.
  func deliveries(to account: String) throws(DatabaseError) -> [Delivery] {
    try database.withLock { database throws(DatabaseError) in
      try database.run(
        """
        SELECT purchase_key, product_id, quantity, entered_at FROM purchases
        WHERE account = ? AND cancelled_at IS NULL ORDER BY entered_at, purchase_key
        """, [account]
      ).map { Delivery(purchase: $0[0], product: $0[1], quantity: $0[2], deliveredAt: $0[3]) }
    }
  }
}

/// A purchase as far as the ledger needs it.
struct Purchase {
  let key: PurchaseKey?
  let product: String?
  let original: String?
  let quantity: Int64
  let isCancelled: Bool

  init(_ purchase: InAppPurchase, in rights: Entitlements) {
    key = purchase.key
    product = purchase.productID?.description
    // Receipts of Xcode have no original transaction.
    original = (purchase.originalTransactionID ?? purchase.transactionID)?.description
    quantity = purchase.quantity ?? 1
    isCancelled = purchase.transactionID.map { rights.isCancelled($0.description) } ?? false
  }
}

/// Something that was delivered.
struct Delivery: Codable {
  let purchase: String
  let product: String
  let quantity: String
  let deliveredAt: String
}
