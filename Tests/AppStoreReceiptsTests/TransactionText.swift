// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation

/// A transaction receipt to be written, as text.
struct TransactionText {
  /// The entries of the purchase-info, in this order.
  var purchaseInfo: [(key: String, value: String)] = [
    ("original-purchase-date-pst", "2015-10-23 02:47:56 America/Los_Angeles"),
    ("purchase-date-ms", "1445593676123"), ("unique-identifier", "0123456789abcdef"),
    ("original-transaction-id", "1000000000000001"), ("expires-date", "1445597276000"),
    ("transaction-id", "1000000000000002"), ("original-purchase-date-ms", "1445507276000"),
    ("web-order-line-item-id", "1000000000000003"), ("bvrs", "1.2"),
    ("unique-vendor-identifier", "01234567-89AB-CDEF-0123-456789ABCDEF"),
    ("expires-date-formatted", "2015-10-23 10:47:56 Etc/GMT"), ("item-id", "987654321"),
    ("app-item-id", "123"),
    ("version-external-identifier", "456"), ("product-id", "com.example.app.pro"),
    ("purchase-date", "2015-10-23 09:47:56 Etc/GMT"), ("bid", "com.example.app"), ("quantity", "1"),
    ("is-trial-period", "true"), ("is-in-intro-offer-period", "false"),
  ]
  /// The outer entries beside purchase-info.
  var entries: [(key: String, value: String)] = [
    ("signature", "bm9uZQ=="), ("environment", "Sandbox"), ("pod", "100"), ("signing-status", "0"),
  ]

  /// Gives an entry of the purchase-info another value, or takes it away.
  mutating func set(_ key: String, _ value: String?) {
    purchaseInfo.removeAll { $0.key == key }
    if let value { purchaseInfo.append((key, value)) }
  }

  var infoText: String { Self.list(purchaseInfo) }

  var bytes: [UInt8] {
    Array(Self.list([("purchase-info", Data(infoText.utf8).base64EncodedString())] + entries).utf8)
  }

  static func list(_ entries: [(key: String, value: String)]) -> String {
    "{\n" + entries.map { "\t\"\($0.key)\" = \"\($0.value)\";\n" }.joined() + "}"
  }
}
